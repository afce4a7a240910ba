// Icons that follow the theme. To add one: draw resources/icons/NAME.svg on a 24 × 24 grid, black strokes of width 2,
// and list it in resources/icons/icons.qrc.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

#include "ui/theme/theme.h"

namespace mlplab {

/// resources/icons/NAME.svg with black replaced by `color`; drawn sharp at any size and pixel ratio. The colour for
/// disabled actions is the same one, fainter. A null icon where there is no such file.
QIcon icon(const QString& name, const QColor& color);
inline QIcon icon(const QString& name, const Theme& theme) { return icon(name, theme.text); }

}  // namespace mlplab
