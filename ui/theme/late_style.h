// Style sheets for what is not seen: a change of the program's sheet styles every widget there is, which takes too long
// for pages that are hidden. They are left out, and styled when they are shown.
#pragma once

#include <QPointer>
#include <QWidget>
#include <vector>

namespace mlplab {

class LateStyle {
 public:
  /// Until end(), changes of the program's style sheet leave out `tree` and all that is in it.
  void begin(QWidget* tree);
  void end();
  /// Styles what was left out since the last time, as if it had not been. Call before it is shown.
  void catch_up();

 private:
  std::vector<QPointer<QWidget>> held_;     // between begin() and end()
  std::vector<QPointer<QWidget>> waiting_;  // to be styled; each after what it is in
};

}  // namespace mlplab
