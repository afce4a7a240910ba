#include "ui/lessons/lesson_panel.h"

#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <algorithm>

#include "ui/lessons/lesson_words.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/spoken.h"

namespace mlplab {

namespace {

constexpr int task_width = 206, task_width_projected = 286;  // px
constexpr int fewest_lines = 4, most_lines = 7, most_lines_projected = 4;

/// The text of a step; the first step's begins with the lesson's intro.
QString text_of(const Lesson& lesson, int step) {
  const QString text = QString::fromStdString(lesson.steps[static_cast<std::size_t>(step)].text);
  return step > 0 || lesson.intro.empty() ? text : QString::fromStdString(lesson.intro) + QLatin1Char('\n') + text;
}

}  // namespace

LessonPanel::LessonPanel(std::function<QString(const std::string&)> page_title, QWidget* parent)
    : QFrame(parent), page_title_(std::move(page_title)) {
  setAttribute(Qt::WA_StyledBackground);
  set_role(this, "bar");
  setAccessibleName(tr("Lesson"));
  QVBoxLayout* column = column_in(this, 0);
  row_ = new QHBoxLayout;
  column->addLayout(row_, 1);
  auto* line = in_role(new QFrame, "rule");
  line->setFixedHeight(1);
  column->addWidget(line);
  row_->setContentsMargins(16, 8, 12, 8);
  row_->setSpacing(16);
  QVBoxLayout* words = spaced_column(2);
  QHBoxLayout* head = spaced_row(10);
  title_ = in_role(new ElidedLabel, "title");
  place_ = in_role(new QLabel, "quiet");
  head->addWidget(title_);
  head->addWidget(place_);
  head->addStretch(1);
  begin_ = new QPushButton(tr("Begin its kernel"));
  begin_->setToolTip(tr("Its text in a new folder of your own, on the page Workshop; nothing of it is run"));
  head->addWidget(begin_);
  words->addLayout(head);
  text_ = new QLabel;
  text_->setTextFormat(Qt::PlainText);  // it comes from anybody
  text_->setWordWrap(true);
  text_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  text_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  area_ = new QScrollArea;
  area_->setWidget(text_);
  area_->setWidgetResizable(true);
  area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  area_->setAccessibleName(tr("What the lesson says"));
  set_spoken(area_, QAccessible::Pane);
  words->addWidget(area_, 1);
  row_->addLayout(words, 1);

  side_ = new QBoxLayout(QBoxLayout::TopToBottom);
  side_->setSpacing(6);
  QHBoxLayout* top = spaced_row(8);
  mark_ = new QLabel;
  mark_->setAlignment(Qt::AlignTop);
  task_ = new QLabel;
  task_->setTextFormat(Qt::PlainText);
  task_->setWordWrap(true);
  task_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  short_task_ = new ElidedLabel;
  short_task_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  top->addWidget(mark_);
  top->addWidget(task_, 1);
  top->addWidget(short_task_, 1);
  side_->addLayout(top, 1);
  QHBoxLayout* buttons = spaced_row(8);
  back_ = push_button(tr("Back"), tr("The step before (Alt+Left)"));
  next_ = push_button(tr("Next"), tr("The next step (Alt+Right)"));
  buttons->addWidget(back_, 1);
  buttons->addWidget(next_, 1);
  side_->addLayout(buttons);
  task_box_ = new QWidget;
  task_box_->setLayout(side_);
  side_->setContentsMargins(0, 0, 0, 0);
  row_->addWidget(task_box_);
  corner_ = new QBoxLayout(QBoxLayout::TopToBottom);
  corner_->setSpacing(2);
  const auto corner_button = [&](const QString& name) {
    auto* button = in_role(new QToolButton, "flat");
    button->setAccessibleName(name);
    corner_->addWidget(button, 0, Qt::AlignTop);
    return button;
  };
  fold_ = corner_button(tr("Fold the lesson to one line"));
  leave_ = corner_button(tr("Leave the lesson"));
  leave_->setToolTip(tr("Leave the lesson: all is as it was before"));
  corner_->addStretch(1);
  row_->addLayout(corner_);
  connect(fold_, &QToolButton::clicked, this, [this] { fold(!folded_); });
  arrange();
  connect(back_, &QPushButton::clicked, this, [this] { Q_EMIT stepWanted(progress_->step() - 1); });
  connect(next_, &QPushButton::clicked, this, [this] {
    if (progress_->can_go(progress_->step() + 1)) {
      Q_EMIT stepWanted(progress_->step() + 1);
    } else {
      Q_EMIT finishWanted();
    }
  });
  connect(begin_, &QPushButton::clicked, this, &LessonPanel::kernelWanted);
  connect(leave_, &QToolButton::clicked, this, &LessonPanel::leaveWanted);
  hide();
}

void LessonPanel::fold(bool folded) {
  if (folded == folded_) return;
  folded_ = folded;
  arrange();
  if (progress_ != nullptr) fit();
}

/// Shows and hides its parts, and puts the task and the buttons in their places.
void LessonPanel::arrange() {
  area_->setVisible(!folded_);
  task_->setVisible(!folded_);
  short_task_->setVisible(folded_);
  row_->setStretch(0, folded_ ? 0 : 1);
  row_->setStretch(1, folded_ ? 1 : 0);
  mark_->setAlignment(folded_ ? Qt::AlignVCenter : Qt::AlignTop);
  corner_->setDirection(folded_ ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  side_->setDirection(folded_ ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  const int width = theme_.projector ? theme_.px(task_width_projected) : task_width;
  task_box_->setMinimumWidth(folded_ ? 0 : width);
  task_box_->setMaximumWidth(folded_ ? QWIDGETSIZE_MAX : width);
  task_box_->setSizePolicy(folded_ ? QSizePolicy::Expanding : QSizePolicy::Preferred, QSizePolicy::Preferred);
  fold_->setIcon(QIcon(QStringLiteral(":/icons/chevron-%1-%2.svg")
                           .arg(folded_ ? QStringLiteral("down") : QStringLiteral("up"),
                                theme_.dark ? QStringLiteral("dark") : QStringLiteral("light"))));
  fold_->setToolTip(folded_ ? tr("The lesson's text again (Alt+Up)")
                            : tr("Fold the lesson to one line, so that the page has its room (Alt+Up)"));
}

QString LessonPanel::text() const { return text_->text(); }

QString LessonPanel::task() const { return task_->text(); }

void LessonPanel::show_progress(const LessonProgress* progress) {
  progress_ = progress;
  setVisible(progress != nullptr);
  if (progress == nullptr) return;
  const Lesson& lesson = progress->lesson();
  const int step = progress->step(), steps = static_cast<int>(lesson.steps.size());
  title_->setText(QString::fromStdString(lesson.title));
  place_->setText(tr("step %1 of %2").arg(step + 1).arg(steps));
  const QString text = text_of(lesson, step);
  if (text != text_->text()) {
    text_->setText(text);
    area_->verticalScrollBar()->setValue(0);
  }
  back_->setEnabled(step > 0);
  QSizePolicy policy = begin_->sizePolicy();
  policy.setRetainSizeWhenHidden(!lesson.kernels.empty());  // so that the text stands still from step to step
  begin_->setSizePolicy(policy);
  begin_->setVisible(progress->kernel() != nullptr);
  show_task();
  fit();
}

void LessonPanel::set_remark(const QString& remark) {
  if (remark_ == remark) return;
  remark_ = remark;
  if (progress_ != nullptr) show_task();
}

void LessonPanel::set_theme(const Theme& theme) {
  theme_ = theme;
  leave_->setIcon(icon(QStringLiteral("close"), theme));
  for (QToolButton* button : {fold_, leave_})
    button->setIconSize(theme.projector ? QSize(theme.icon_size, theme.icon_size) : QSize());
  arrange();
  if (progress_ == nullptr) return;
  show_task();
  fit();
}

void LessonPanel::resizeEvent(QResizeEvent* event) {
  QFrame::resizeEvent(event);
  if (progress_ != nullptr && event->oldSize().width() != event->size().width()) fit();
}

/// As high as the longest step of the lesson needs, so that nothing moves from step to step; more is scrolled to.
void LessonPanel::fit() {
  if (folded_) return setFixedHeight(next_->sizeHint().height() + 2 * 8 + 1);
  const QFontMetrics letters(text_->font());
  const int line = letters.lineSpacing(), scrollbar = 12;
  const int corner = leave_->sizeHint().width() + 16;
  const QRect room(0, 0, width() - task_box_->width() - corner - 16 - 16 - 12 - scrollbar, 100 * line);
  int needed = 0;
  const Lesson& lesson = progress_->lesson();
  for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step)
    needed = std::max(needed, letters.boundingRect(room, Qt::TextWordWrap, text_of(lesson, step)).height());
  const int most = theme_.projector ? most_lines_projected : most_lines;
  constexpr int around = 2 * 8 + 2 + 4;  // margins, and the gap under the title
  const int head = lesson.kernels.empty() ? title_->sizeHint().height() : begin_->sizeHint().height();
  const int beside = longest_task() + side_->spacing() + next_->sizeHint().height() + 2 * 8 + 1;
  setFixedHeight(std::max(beside, std::clamp(needed, fewest_lines * line, most * line) + head + around));
}

/// The height of the task that needs most lines.
int LessonPanel::longest_task() const {
  const QRect room(0, 0, task_box_->minimumWidth() - theme_.icon_size - 8, 100);
  int needed = 0;
  for (const LessonStep& step : progress_->lesson().steps) {
    if (!step.check) continue;
    const QString task = tr("To do: %1").arg(check_words(*step.check, 0, false, page_title_));
    needed = std::max(needed, QFontMetrics(task_->font()).boundingRect(room, Qt::TextWordWrap, task).height());
  }
  return needed;
}

/// Done and not done differ in the image and in words, not in colour alone.
void LessonPanel::show_task() {
  const LessonProgress& progress = *progress_;
  const auto& check = progress.current().check;
  const bool done = progress.done(progress.step());
  const bool last = !progress.can_go(progress.step() + 1);
  next_->setText(last ? tr("Finish") : check && !done ? tr("Skip") : tr("Next"));
  set_role(next_, !check || done ? "primary" : "");
  mark_->setVisible(check.has_value());
  QString task = progress.step() == 0 ? remark_ : QString();
  if (check) {
    const QString words = check_words(*check, progress.seen(progress.step()), done, page_title_);
    task = done ? tr("Done: %1").arg(words) : tr("To do: %1").arg(words);
  }
  task_->setText(task);
  short_task_->setText(task);
  if (!check) return;
  const QSize size(theme_.icon_size, theme_.icon_size);
  mark_->setPixmap(
      icon(done ? QStringLiteral("done") : QStringLiteral("todo"), done ? theme_.success : theme_.accent).pixmap(size));
}

}  // namespace mlplab
