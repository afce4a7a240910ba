// A home of its own for each test of the window: settings, runs and what else it keeps.
#pragma once

#include <QObject>
#include <QSize>
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

/// A test whose functions each begin with a window in a home of its own.
class TestWithWindow : public QObject {
  Q_OBJECT
 protected:
  /// (optional) The window's size. Default: its first one.
  virtual QSize size() const { return {}; }
  /// (optional) Goes on once the window is shown. Default: nothing.
  virtual void opened() {}

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<MainWindow> window_;

 private Q_SLOTS:
  void init();
  void cleanup();
};

/// All that is queued is done, what that queues too: layouts, looks, repaints.
void settle();

}  // namespace mlplab
