// Layout and looks of the banner.
#include "ui/widgets/banner.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/dialog_area.h"
#include "ui/widgets/layouts.h"

namespace mlplab {

Banner::Banner(QWidget* parent) : QFrame(parent) {
  QHBoxLayout* row = row_in(this, 10, {12, 6, 8, 6});
  icon_ = new QLabel;
  text_ = new QLabel;
  text_->setTextFormat(Qt::PlainText);  // names of files and texts of lessons are in it
  text_->setWordWrap(true);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  action_ = new QPushButton;
  close_ = in_role(new QToolButton, "flat");
  close_->setAccessibleName(tr("Close this message"));
  row->addWidget(icon_);
  row->addWidget(text_, 1);
  row->addWidget(action_);
  row->addWidget(close_);
  connect(close_, &QToolButton::clicked, this, &Banner::dismiss);
  connect(action_, &QPushButton::clicked, this, [this] {
    const std::function<void()> act = act_;
    if (!act) return list_warnings();
    dismiss();
    act();
  });
  hide();
}

void Banner::tell(Kind kind, const QString& message, const QString& action, std::function<void()> act) {
  act_ = std::move(act);
  put(kind, message, action);
}

void Banner::put(Kind kind, const QString& message, const QString& action) {
  kind_ = kind;
  text_->setText(message);
  action_->setText(action);
  action_->setToolTip({});
  action_->setVisible(!action.isEmpty());
  setAccessibleName(message);
  show_kind();
  show();
  Q_EMIT shown(true);
}

void Banner::add_warning(const QString& message, int run) {
  if (run != std::exchange(run_, run)) warnings_.clear();
  if (!warnings_.contains(message)) warnings_ << message;
  show_warnings();
}

void Banner::show_warnings() {
  constexpr qsizetype most_in_tip = 8;
  const auto more = warnings_.size() - 1;
  act_ = {};
  put(Kind::warning, warnings_.front(),
      more == 0   ? QString()
      : more == 1 ? tr("And one more…")
                  : tr("And %1 more…").arg(QLocale().toString(static_cast<int>(more))));
  QStringList tip = warnings_.mid(0, most_in_tip);
  if (warnings_.size() > most_in_tip) tip << QStringLiteral("…");
  action_->setToolTip(tip.join(QStringLiteral("\n\n")));
  if (more > 0) setAccessibleName(warnings_.front() + QLatin1Char(' ') + action_->text());
  if (all_ != nullptr) all_->setPlainText(warnings_.join(QStringLiteral("\n\n")));
}

/// Not modal: the run goes on, and its further warnings come into the list.
void Banner::list_warnings() {
  if (all_ != nullptr) return all_->window()->raise();
  auto* dialog = new QDialog(window());
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(tr("Warnings of the run"));
  QVBoxLayout* column = column_in((new DialogArea(dialog, {620, 360}))->contents(), 10, {16, 14, 16, 14});
  all_ = new QPlainTextEdit(warnings_.join(QStringLiteral("\n\n")));
  all_->setReadOnly(true);
  all_->setAccessibleName(dialog->windowTitle());
  column->addWidget(all_, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
  column->addWidget(buttons);
  dialog->show();
}

void Banner::dismiss() {
  warnings_.clear();
  hide();
  Q_EMIT shown(false);
}

QString Banner::message() const { return isHidden() ? QString() : text_->text(); }

void Banner::set_theme(const Theme& theme) {
  theme_ = theme;
  close_->setIcon(icon(QStringLiteral("close"), theme.quiet));
  show_kind();
}

BannerStage::BannerStage(QWidget* content, Banner* banner, QWidget* parent) : QWidget(parent), banner_(banner) {
  QVBoxLayout* column = column_in(this);
  column->addWidget(content);
  banner->setParent(this);
  banner->installEventFilter(this);
  connect(banner, &Banner::shown, this, &BannerStage::place);
}

void BannerStage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  place();
}

/// Its text or its font became another.
bool BannerStage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::LayoutRequest) place();
  return QWidget::eventFilter(watched, event);
}

void BannerStage::place() {
  if (banner_->isHidden()) return;
  constexpr int margin = 12;
  const int wide = std::max(0, width() - 2 * margin);
  const int high = std::min(banner_->heightForWidth(wide), std::max(0, height() - 2 * margin));
  banner_->setGeometry(margin, height() - margin - high, wide, high);
  banner_->raise();
}

void Banner::show_kind() {
  const bool info = kind_ == Kind::info;
  const QColor color = info ? theme_.accent : kind_ == Kind::error ? theme_.error : theme_.warning;
  icon_->setPixmap(icon(info ? QStringLiteral("info") : QStringLiteral("warning"), color)
                       .pixmap(QSize(theme_.icon_size, theme_.icon_size)));
  set_role(this, info ? "banner-info" : kind_ == Kind::error ? "banner-error" : "banner");
}

}  // namespace mlplab
