// Size, tooltip and accessibility around ChartPlot.
#include "ui/charts/chart_view.h"

#include <QHelpEvent>
#include <QLocale>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace mlplab {

ChartView::ChartView(QWidget* parent) : QGraphicsView(parent), plot_(&scene_) {
  setScene(&scene_);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  setAlignment(Qt::AlignLeft | Qt::AlignTop);
  // The scene has a handful of items: an index and partial updates cost more than they save. And Qt Charts does not
  // tell where bars and labels were that it takes away: partial updates would leave them on the screen.
  scene_.setItemIndexMethod(QGraphicsScene::NoIndex);
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  setFocusPolicy(Qt::TabFocus);
  setInteractive(false);
}

void ChartView::set_data(const ChartData& data) {
  plot_.set_data(data);
  const QString name = data.title + QLatin1Char(' ') + data.unit;
  if (accessibleName() != name) setAccessibleName(name);
}

void ChartView::set_theme(const Theme& theme) {
  scene_.setBackgroundBrush(theme.card);
  plot_.set_theme(theme);
}

void ChartView::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  const QSizeF size = viewport()->size();
  scene_.setSceneRect(QRectF(QPointF(), size));
  plot_.set_size(size);
}

QString ChartView::values_at(double x) const {
  const ChartData& d = data();
  QStringList lines;
  if (!d.ring.empty()) {
    const std::vector<double> shares = ring_shares(d.ring);
    for (std::size_t i = 0; i < d.ring.size(); ++i) {
      lines << QStringLiteral("%1: %2 %, %3 %4")
                   .arg(d.ring[i].name, display_number(shares[i]), display_number(d.ring[i].value), d.y.unit);
    }
    return lines.join(QLatin1Char('\n'));
  }
  for (const ChartSeries& s : d.lines) {
    if (s.x.empty()) continue;
    const auto next = std::lower_bound(s.x.begin(), s.x.end(), x);
    std::size_t i = static_cast<std::size_t>(next - s.x.begin());
    if (i == s.x.size() || (i > 0 && x - s.x[i - 1] < s.x[i] - x)) --i;
    lines << QStringLiteral("%1: %2 %3").arg(s.name, display_number(s.y[i]), d.y.unit);
  }
  const int category = static_cast<int>(std::lround(x));
  for (const BarSeries& s : d.bars) {
    if (category < 0 || category >= static_cast<int>(s.values.size())) continue;
    if (d.stacked && !std::isfinite(s.values[static_cast<std::size_t>(category)])) continue;
    lines << QStringLiteral("%1: %2 %3")
                 .arg(s.name, display_number(s.values[static_cast<std::size_t>(category)]), d.y.unit);
  }
  if (lines.empty()) return {};
  const QString at = d.bars.empty() ? display_number(x) : d.categories.value(category);
  return QStringLiteral("%1 %2\n%3").arg(d.x.title, at, lines.join(QLatin1Char('\n')));
}

bool ChartView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const QPointF at = mapToScene(help->pos());
    if (plot_.plot_area().contains(at) || !data().ring.empty()) {
      QToolTip::showText(help->globalPos(), values_at(plot_.x_at(at)), viewport());
    } else {
      QToolTip::hideText();
    }
    return true;
  }
  return QGraphicsView::viewportEvent(event);
}

}  // namespace mlplab
