// Curves are the window's own; the rest is painted from the SVG that the terminal writes.
#include "ui/report/report_charts.h"

#include <QPainter>
#include <QSvgRenderer>

#include "ui/charts/chart_export.h"

namespace mlplab {

namespace {

constexpr double paper_dpi = 200.0, screen_dpi = 96.0;

struct SeriesLook {
  LineStyle line = LineStyle::solid;
  bool marked = true;
  ChartSeries::Role role = ChartSeries::Role::measured;
};

SeriesLook look_of_style(PlotStyle style) {
  switch (style) {
    case PlotStyle::measured:
      return {};
    case PlotStyle::measured_dashed:
      return {LineStyle::dashed, true, ChartSeries::Role::measured};
    case PlotStyle::marks_only:
      return {LineStyle::none, true, ChartSeries::Role::measured};
    case PlotStyle::plain:
      return {LineStyle::solid, false, ChartSeries::Role::measured};
    case PlotStyle::computed:
      return {LineStyle::dotted, false, ChartSeries::Role::computed};
    case PlotStyle::ideal:
      return {LineStyle::dashed, false, ChartSeries::Role::computed};
  }
  return {};
}

/// As the SVG has them.
Marker marker_of_color(int color) {
  constexpr Marker markers[] = {Marker::circle, Marker::square, Marker::triangle, Marker::diamond};
  return markers[((color % 4) + 4) % 4];
}

ChartAxis axis_of_plot(const PlotAxis& axis) {
  ChartAxis made;
  made.title = QString::fromStdString(axis.title);
  made.unit = QString::fromStdString(axis.unit);
  made.integers = axis.whole;
  made.logarithmic = axis.logarithmic;
  made.min = axis.min;
  made.max = axis.max;
  return made;
}

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

/// Without its caption, which stands under it.
ChartData report_chart_data(const ReportChart& chart) {
  const Plot& plot = chart.plot;
  ChartData data;
  data.title = QString::fromStdString(plot.title);
  data.x = axis_of_plot(plot.x);
  data.y = axis_of_plot(plot.y);
  for (const PlotCurve& curve : plot.curves) {
    const SeriesLook look = look_of_style(curve.style);
    ChartSeries series;
    series.name = QString::fromStdString(curve.name);
    series.color = {curve.color, 0};
    series.line = look.line;
    series.marker = look.marked ? marker_of_color(curve.color) : Marker::none;
    series.role = look.role;
    series.x = curve.x;
    series.y = curve.y;
    for (std::size_t i = 0; i < curve.low.size(); ++i) {
      const bool known = std::isfinite(curve.low[i]) && std::isfinite(curve.high[i]);
      series.error_low.push_back(known ? curve.low[i] : curve.y[i]);
      series.error_high.push_back(known ? curve.high[i] : curve.y[i]);
    }
    data.lines.push_back(std::move(series));
  }
  return data;
}

DrawnChart draw_report_chart(const ReportChart& chart) {
  if (!chart.plot.bars.empty()) return drawn_from_svg(to_svg(chart.plot, chart.caption));
  const ChartData data = report_chart_data(chart);
  ExportSize size;
  size.dpi = static_cast<int>(paper_dpi);
  constexpr double mm_per_inch = 25.4;
  return {chart_svg(data, size), chart_image(data, size), size.size_mm / mm_per_inch * screen_dpi};
}

}  // namespace mlplab
