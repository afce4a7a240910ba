#include "ui/help/manual.h"

#include <QListWidget>
#include <QScrollBar>
#include <QTextBrowser>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/layouts.h"

namespace mlplab {

Manual::Manual(const std::filesystem::path& folder, const std::vector<std::pair<QString, QString>>& topics,
               QWidget* parent)
    : QDialog(parent), folder_(folder) {
  setWindowTitle(tr("Manual"));
  QHBoxLayout* row = row_in((new DialogArea(this, {860, 600}))->contents(), 0);
  topics_ = in_role(new QListWidget, "navigation");
  topics_->setAccessibleName(tr("Pages of the manual"));
  topics_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  for (const auto& [id, title] : topics) {
    auto* item = new QListWidgetItem(title, topics_);
    item->setData(Qt::UserRole, id);
  }
  text_ = new QTextBrowser;
  text_->setAccessibleName(tr("What the page is for"));
  text_->setFrameShape(QFrame::NoFrame);
  text_->document()->setDocumentMargin(16);
  row->addWidget(topics_);
  row->addWidget(text_, 1);
  connect(topics_, &QListWidget::currentItemChanged, this, &Manual::read);
  topics_->setCurrentRow(0);
  fit_topics();
}

void Manual::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() != QEvent::FontChange) return;
  fit_topics();
  const int place = text_->verticalScrollBar()->value();
  read();  // the room between its paragraphs is that of the letters
  text_->verticalScrollBar()->setValue(place);
}

/// Their titles are whole, that of the chosen one too, in the large letters of projector mode.
void Manual::fit_topics() {
  constexpr int least = 140, room_beside = 44;  // px; the list's and the entry's padding
  QFont chosen = font();
  chosen.setWeight(QFont::DemiBold);
  int widest = 0;
  for (int i = 0; i < topics_->count(); ++i)
    widest = std::max(widest, QFontMetrics(chosen).horizontalAdvance(topics_->item(i)->text()));
  topics_->setFixedWidth(std::max(least, widest + room_beside));
}

QString Manual::topic() const {
  const QListWidgetItem* item = topics_->currentItem();
  return item == nullptr ? QString() : item->data(Qt::UserRole).toString();
}

void Manual::show_topic(const QString& id) {
  for (int i = 0; i < topics_->count(); ++i)
    if (topics_->item(i)->data(Qt::UserRole).toString() == id) topics_->setCurrentRow(i);
}

void Manual::read() {
  const std::string file = topic().toStdString() + ".md";
  std::filesystem::path path = folder_ / language() / file;
  if (!anything_at(path)) path = folder_ / "en" / file;
  constexpr std::uintmax_t most_bytes = 64 * 1024;
  try {
    text_->setMarkdown(QString::fromStdString(read_file(path, most_bytes)));
  } catch (const Error& error) {
    text_->setPlainText(QString::fromUtf8(error.what()));
  }
  text_->verticalScrollBar()->setValue(0);
}

}  // namespace mlplab
