// Style sheets for what is not seen: a change of the program's sheet styles every widget there is, which takes too long
// for pages that are hidden. They are left out, and styled when they are shown.
#pragma once

#include <QDeadlineTimer>
#include <QPointer>
#include <QWidget>
#include <deque>
#include <vector>

namespace mlplab {

class LateStyle {
 public:
  /// Until end(), changes of the program's style sheet leave out `tree` and all that is in it. Widgets under a style
  /// sheet do not follow the program's font by themselves: catch_up() gives it to `tree`.
  void begin(QWidget* tree);
  void end();
  /// Styles what was left out since the last time, as if it had not been, or what there is time for. Call before it is
  /// shown.
  void catch_up(QDeadlineTimer until = QDeadlineTimer::Forever);
  bool is_behind() const { return !waiting_.empty() || !trees_.empty() || !styled_.empty(); }

 private:
  std::vector<QPointer<QWidget>> held_;    // between begin() and end()
  std::deque<QPointer<QWidget>> waiting_;  // to be styled; each after what it is in
  std::deque<QPointer<QWidget>> trees_;    // to get the font, when all are styled
  std::deque<QPointer<QWidget>> styled_;   // to be told so, when that is done
};

}  // namespace mlplab
