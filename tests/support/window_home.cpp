#include "tests/support/window_home.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QSettings>
#include <QWidget>
#include <QWindow>
#include <algorithm>

#include "core/data/load.h"

namespace mlplab {

WindowHome::WindowHome() {
  QCoreApplication::setOrganizationName(QStringLiteral("mlplab"));
  QCoreApplication::setApplicationName(QStringLiteral("mlplab-test"));
  QSettings::setDefaultFormat(QSettings::IniFormat);
  QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, path());
}

WindowOptions WindowHome::options() const {
  WindowOptions result;
  result.resources = find_resources();
  result.runs_folder = filePath(QStringLiteral("runs")).toStdString();
  result.theme = ThemeChoice::light;
  result.start_by_itself = false;
  return result;
}

std::unique_ptr<MainWindow> WindowHome::open_window(const QSize& size) const {
  auto window = std::make_unique<MainWindow>(options());
  if (size.isValid()) window->resize(size);
  window->show();
  constexpr int most_ms = 5000;
  for (const QDeadlineTimer end(most_ms); !window->windowHandle()->isExposed();) {
    if (end.hasExpired()) qFatal("the window is not shown");
    QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
  }
  return window;
}

void TestWithWindow::init() {
  home_ = std::make_unique<WindowHome>();
  window_ = home_->open_window(size());
  opened();
}

void TestWithWindow::cleanup() {
  if (window_) window_->close();
  window_.reset();
  home_.reset();
}

void settle() {
  const auto unfinished = [] {  // a look that comes in turns
    const QWidgetList tops = QApplication::topLevelWidgets();
    return std::ranges::any_of(tops, [](const QWidget* top) { return !top->updatesEnabled(); });
  };
  for (int i = 0; i < 5 || unfinished(); ++i) {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
  }
}

}  // namespace mlplab
