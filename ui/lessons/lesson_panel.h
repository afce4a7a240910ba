// The strip over the pages while a lesson is open: what the step says, what is to be done, whether it is done, back and
// on. Over the pages and not beside them: width is what charts lack on a small screen.
#pragma once

#include <QFrame>
#include <functional>

#include "core/lessons/lesson_progress.h"
#include "ui/theme/theme.h"

class QBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace mlplab {

class ElidedLabel;

class LessonPanel : public QFrame {
  Q_OBJECT
 public:
  /// `page_title`: the title of a page by its id.
  explicit LessonPanel(std::function<QString(const std::string&)> page_title, QWidget* parent = nullptr);

  /// Hidden where there is none.
  void show_progress(const LessonProgress* progress);
  /// Stands in the place of the first step's task, where it has none.
  void set_remark(const QString& remark);
  void set_theme(const Theme& theme);
  QPushButton* back() const { return back_; }
  QPushButton* next() const { return next_; }
  /// Seen where the step is about a kernel.
  QPushButton* begin() const { return begin_; }
  QToolButton* leave() const { return leave_; }
  /// One line: title, place, task and buttons, so that the page has the room.
  void fold(bool folded);
  bool folded() const { return folded_; }
  QToolButton* fold_button() const { return fold_; }
  QString text() const;
  /// The step's task and its state in words; '' where the step has none.
  QString task() const;

 Q_SIGNALS:
  void stepWanted(int step);
  void leaveWanted();
  /// The kernel that the step is about is to be begun.
  void kernelWanted();
  /// After the last step.
  void finishWanted();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void show_task();
  void fit();
  int longest_task() const;
  void arrange();

  std::function<QString(const std::string&)> page_title_;
  Theme theme_ = light_theme();
  const LessonProgress* progress_ = nullptr;
  QString remark_;
  QLabel* title_;
  QLabel* place_;
  QScrollArea* area_;
  QLabel* text_;
  QLabel* mark_;
  QLabel* task_;
  ElidedLabel* short_task_;  // in one line
  QWidget* task_box_;
  QBoxLayout* row_;     // of all
  QBoxLayout* side_;    // task and buttons
  QBoxLayout* corner_;  // to fold, to leave
  bool folded_ = false;
  QPushButton* begin_;
  QPushButton* back_;
  QPushButton* next_;
  QToolButton* fold_;
  QToolButton* leave_;
};

}  // namespace mlplab
