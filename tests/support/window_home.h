// A home of its own for each test of the window: settings, runs and what else it keeps.
#pragma once

#include <QTemporaryDir>
#include <memory>

#include "ui/main_window.h"

namespace mlplab {

class WindowHome : public QTemporaryDir {
 public:
  /// From here on QSettings are read from it and written to it.
  WindowHome();
  /// A window in light colours that begins nothing by itself; its runs are in 'runs'.
  WindowOptions options() const;
  /// Such a window, shown; of its first size where none is given.
  std::unique_ptr<MainWindow> open_window(const QSize& size = {}) const;
};

/// All that is queued is done, what that queues too: layouts, looks, repaints.
void settle();

}  // namespace mlplab
