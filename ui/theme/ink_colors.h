// The colours in which drawings and network inputs are shown: paper, ink and the 256 steps between.
#pragma once

#include <QColor>
#include <QList>

#include "ui/theme/theme.h"

namespace mlplab {

/// `share` 0 gives `from`, 1 gives `to`.
inline QColor mix(const QColor& from, const QColor& to, double share) {
  const auto step = [share](int a, int b) { return static_cast<int>(a + (b - a) * share + 0.5); };
  return {step(from.red(), to.red()), step(from.green(), to.green()), step(from.blue(), to.blue())};
}

struct InkColors {
  QColor paper;
  QColor ink;

  /// Entry v is the colour of an 8-bit ink value v.
  QList<QRgb> table() const {
    QList<QRgb> colors(256);
    for (int v = 0; v < 256; ++v) colors[v] = mix(paper, ink, v / 255.0).rgb();
    return colors;
  }
};

/// Dark ink on paper in the light theme, chalk on a board in the dark one.
inline InkColors ink_colors(const Theme& theme) {
  return theme.dark ? InkColors{theme.ground.darker(125), theme.text} : InkColors{QColor(0xFB, 0xFC, 0xFD), theme.text};
}

}  // namespace mlplab
