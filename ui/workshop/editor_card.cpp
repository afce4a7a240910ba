#include "ui/workshop/editor_card.h"

#include <QDesktopServices>
#include <QLabel>
#include <QToolButton>
#include <QUrl>

#include "ui/theme/style_sheet.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/workshop/code_edit.h"
#include "ui/workshop/work_text.h"

namespace mlplab {

EditorCard::EditorCard(QWidget* parent) : Card({}, parent) {
  column()->setSpacing(4);
  outside_ = flat_button(tr("Open in my editor"),
                         tr("Opens the file with the program of your system; changes there show here"));
  connect(outside_, &QToolButton::clicked, this, &EditorCard::openOutside);
  header()->addWidget(outside_);
  conflict_ = new QWidget;
  QHBoxLayout* row = row_in(conflict_);
  question_ = wrapped_label("error", tr("The file was changed by another program, and here too. Which text stays?"));
  row->addWidget(question_, 1);
  QToolButton* mine = tab_button(tr("This one"), tr("Keep the text that is here, and replace the file"), false);
  QToolButton* theirs = tab_button(tr("The file's"), tr("Take the file's text; Undo brings this one back"), false);
  row->addWidget(mine);
  row->addWidget(theirs);
  column()->addWidget(conflict_);
  edit_ = new CodeEdit;
  edit_->setAccessibleName(tr("Text of the kernel"));
  edit_->setToolTip({});
  column()->addWidget(edit_, 1);
  text_ = std::make_unique<WorkText>(edit_);
  connect(mine, &QToolButton::clicked, text_.get(), &WorkText::keep_mine);
  connect(theirs, &QToolButton::clicked, text_.get(), &WorkText::take_theirs);
  connect(text_.get(), &WorkText::conflictChanged, this, &EditorCard::show_state);
  connect(text_.get(), &WorkText::modifiedChanged, this, &EditorCard::show_state);
  connect(text_.get(), &WorkText::failed, this, &EditorCard::failed);
  connect(text_.get(), &WorkText::reloaded, this, [this] {
    Q_EMIT told(tr("%1 was changed by another program and is shown as it is now.").arg(title()->text()));
  });
  show_state();
}

EditorCard::~EditorCard() = default;

void EditorCard::open(const std::filesystem::path& file) {
  text_->open(file);
  show_state();
}

void EditorCard::openOutside() {
  if (!text_->is_open() || (!text_->save() && text_->in_conflict())) return;
  const QString file = QString::fromStdString(text_->file().string());
  if (!QDesktopServices::openUrl(QUrl::fromLocalFile(file)))
    Q_EMIT failed(
        tr("This system names no program for %1; open the file in your editor yourself, changes show here").arg(file));
}

void EditorCard::show_state() {
  const bool open = text_->is_open();
  title()->setText(open ? QString::fromStdString(text_->file().filename().string()) : tr("No kernel"));
  note()->setText(!open ? QString() : text_->modified() ? tr("not saved yet") : tr("saved"));
  outside_->setEnabled(open);
  conflict_->setVisible(text_->in_conflict());
  edit_->setReadOnly(!open);
  if (!open) edit_->setPlaceholderText(tr("Choose a task and a language and press New, or open a folder."));
}

void EditorCard::set_theme(const Theme& theme) { edit_->set_theme(theme); }

}  // namespace mlplab
