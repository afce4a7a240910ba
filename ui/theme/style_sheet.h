// The style sheet of a theme: fields, combo boxes, buttons, menus, tables and bars in one flat look. A widget takes a
// special look through its dynamic property "role" (set before it is shown):
//   QFrame   card          white rounded box      bar        card-coloured strip without radius
//   QLabel   title         bold card title        quiet      units and hints      heading   small bold caption
//            error         inline error           app        the program's name
//   QPushButton / QToolButton   primary   filled with the accent      flat   no frame until hovered
//                               tab       chooses one of several views
#pragma once

#include <QString>

#include "ui/theme/theme.h"

class QWidget;

namespace mlplab {

QString style_sheet(const Theme& theme);
/// widget->setProperty("role", role), restyled when it is shown already.
void set_role(QWidget* widget, const char* role);
/// A widget that was just made, in its role.
template <class Widget>
Widget* in_role(Widget* widget, const char* role) {
  set_role(widget, role);
  return widget;
}
/// Applies the style sheet anew after a property that it looks at has changed.
void restyle(QWidget* widget);

}  // namespace mlplab
