// Curves are the window's own; the rest is painted from the SVG that the terminal writes.
#include "ui/report/report_charts.h"

#include <QPainter>
#include <QSvgRenderer>

#include "ui/charts/chart_export.h"

namespace mlplab {

namespace {

constexpr double paper_dpi = 200.0, screen_dpi = 96.0;

DrawnChart drawn_from_svg(const std::string& svg) {
  DrawnChart drawn;
  drawn.svg = QByteArray::fromStdString(svg);
  QSvgRenderer renderer(drawn.svg);
  drawn.size = renderer.viewBoxF().size();
  drawn.image = QImage((drawn.size * (paper_dpi / screen_dpi)).toSize(), QImage::Format_RGB32);
  drawn.image.fill(Qt::white);
  QPainter painter(&drawn.image);
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  renderer.render(&painter);
  return drawn;
}

}  // namespace

DrawnChart draw_report_chart(const ReportChart& chart) {
  if (!chart.chart.bars.empty()) return drawn_from_svg(to_svg(chart.chart, chart.caption));
  ExportSize size;
  size.dpi = static_cast<int>(paper_dpi);
  constexpr double mm_per_inch = 25.4;
  return {chart_svg(chart.chart, size), chart_image(chart.chart, size), size.size_mm / mm_per_inch * screen_dpi};
}

}  // namespace mlplab
