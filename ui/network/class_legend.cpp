#include "ui/network/class_legend.h"

#include <QPainter>
#include <algorithm>

#include "ui/theme/ink_colors.h"

namespace mlplab {

QColor class_color(const Theme& theme, int label) {
  const int count = static_cast<int>(std::max<std::size_t>(theme.series.size(), 1));
  return mix(theme.series_color(label), theme.text, std::min(0.55 * (label / count), 0.8));
}

bool names_are_points(const QStringList& names) {
  return std::ranges::all_of(names, [](const QString& name) { return name.size() <= 2; });
}

double paint_class_names(QPainter* painter, const QRectF& area, const QStringList& names, const Theme& theme,
                         const QFontMetricsF& metrics) {
  constexpr qsizetype most = 24;
  double x = area.left(), y = area.top();
  const double line = metrics.height() + 2;
  for (int label = 0; label < std::min(names.size(), most); ++label) {
    const QString& name = names[label];
    const double wide = 14 + metrics.horizontalAdvance(name) + 12;
    if (x + wide > area.right() && x > area.left()) x = area.left(), y += line;
    if (painter != nullptr) {
      painter->setPen(Qt::NoPen);
      painter->setBrush(class_color(theme, label));
      painter->drawEllipse(QPointF(x + 5, y + line / 2), 4, 4);
      painter->setPen(theme.quiet);
      painter->drawText(QRectF(x + 14, y, wide, line), Qt::AlignLeft | Qt::AlignVCenter, name);
    }
    x += wide;
  }
  return y + line - area.top();
}

}  // namespace mlplab
