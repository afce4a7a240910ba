#include "tests/support/window_home.h"

#include <QApplication>
#include <QSettings>
#include <QWidget>
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
