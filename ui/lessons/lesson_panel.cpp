#include "ui/lessons/lesson_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/lessons/lesson_words.h"
#include "ui/theme/icons.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/spoken.h"

namespace mlplab {

namespace {

constexpr int task_width = 250, task_width_projected = 330;  // px
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
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  auto* row = new QHBoxLayout;
  column->addLayout(row, 1);
  auto* line = new QFrame;
  set_role(line, "rule");
  line->setFixedHeight(1);
  column->addWidget(line);
  row->setContentsMargins(16, 8, 12, 8);
  row->setSpacing(16);
  auto* words = new QVBoxLayout;
  words->setSpacing(2);
  auto* head = new QHBoxLayout;
  head->setSpacing(10);
  title_ = new ElidedLabel;
  set_role(title_, "title");
  place_ = new QLabel;
  set_role(place_, "quiet");
  head->addWidget(title_);
  head->addWidget(place_);
  head->addStretch(1);
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
  row->addLayout(words, 1);

  auto* side = new QVBoxLayout;
  side->setSpacing(6);
  auto* top = new QHBoxLayout;
  top->setSpacing(8);
  mark_ = new QLabel;
  mark_->setAlignment(Qt::AlignTop);
  task_ = new QLabel;
  task_->setTextFormat(Qt::PlainText);
  task_->setWordWrap(true);
  task_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  top->addWidget(mark_);
  top->addWidget(task_, 1);
  leave_ = new QToolButton;
  set_role(leave_, "flat");
  leave_->setToolTip(tr("Leave the lesson: all is as it was before"));
  leave_->setAccessibleName(tr("Leave the lesson"));
  leave_->setFocusPolicy(Qt::TabFocus);
  top->addWidget(leave_, 0, Qt::AlignTop);
  side->addLayout(top, 1);
  auto* buttons = new QHBoxLayout;
  buttons->setSpacing(8);
  back_ = new QPushButton(tr("Back"));
  back_->setToolTip(tr("The step before (Alt+Left)"));
  next_ = new QPushButton(tr("Next"));
  next_->setToolTip(tr("The next step (Alt+Right)"));
  buttons->addWidget(back_, 1);
  buttons->addWidget(next_, 1);
  side->addLayout(buttons);
  auto* box = new QWidget;
  box->setLayout(side);
  side->setContentsMargins(0, 0, 0, 0);
  task_box_ = box;
  box->setFixedWidth(task_width);
  row->addWidget(box);
  connect(back_, &QPushButton::clicked, this, [this] { Q_EMIT stepWanted(progress_->step() - 1); });
  connect(next_, &QPushButton::clicked, this, [this] {
    if (progress_->can_go(progress_->step() + 1)) {
      Q_EMIT stepWanted(progress_->step() + 1);
    } else {
      Q_EMIT leaveWanted();
    }
  });
  connect(leave_, &QToolButton::clicked, this, &LessonPanel::leaveWanted);
  hide();
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
  leave_->setIconSize(theme.projector ? QSize(theme.icon_size, theme.icon_size) : QSize());
  task_box_->setFixedWidth(theme.projector ? theme.px(task_width_projected) : task_width);
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
  const QFontMetrics letters(text_->font());
  const int line = letters.lineSpacing(), scrollbar = 12;
  const QRect room(0, 0, width() - task_box_->width() - 16 - 16 - 12 - scrollbar, 100 * line);
  int needed = 0;
  const Lesson& lesson = progress_->lesson();
  for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step)
    needed = std::max(needed, letters.boundingRect(room, Qt::TextWordWrap, text_of(lesson, step)).height());
  const int most = theme_.projector ? most_lines_projected : most_lines;
  constexpr int around = 2 * 8 + 2 + 4;  // margins, and the gap under the title
  setFixedHeight(std::clamp(needed, fewest_lines * line, most * line) + title_->sizeHint().height() + around);
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
  if (!check) return task_->setText(progress.step() == 0 ? remark_ : QString());
  const QString words = check_words(*check, progress.seen(progress.step()), done, page_title_);
  task_->setText(done ? tr("Done: %1").arg(words) : tr("To do: %1").arg(words));
  const QSize size(theme_.icon_size, theme_.icon_size);
  mark_->setPixmap(
      icon(done ? QStringLiteral("done") : QStringLiteral("todo"), done ? theme_.success : theme_.accent).pixmap(size));
}

}  // namespace mlplab
