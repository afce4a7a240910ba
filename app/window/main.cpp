// The program mlplab: the window.
#include <QApplication>

#include "ui/theme/theme.h"

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  mlplab::apply_theme(application, mlplab::make_theme(mlplab::ThemeChoice::system, mlplab::desktop_is_dark()));
  return 0;
}
