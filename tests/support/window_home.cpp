#include "tests/support/window_home.h"

#include <QCoreApplication>
#include <QSettings>

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
  for (int i = 0; i < 5; ++i) {
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
  }
}

}  // namespace mlplab
