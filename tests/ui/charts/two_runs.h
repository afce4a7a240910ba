// A chart of two curves, for the tests of charts.
#pragma once

#include <QString>
#include <vector>

#include "core/reporting/chart.h"

namespace mlplab {

inline ChartSeries line(const QString& name, const std::vector<double>& x, const std::vector<double>& y) {
  ChartSeries series;
  series.name = name.toStdString();
  series.x = x;
  series.y = y;
  return series;
}

inline Chart two_runs() {
  Chart chart;
  chart.title = "Loss";
  chart.x.title = "epoch";
  chart.y.title = "loss";
  chart.x.min = 0.0;
  chart.x.max = 10.0;
  chart.y.min = 0.0;
  chart.lines = {line(QStringLiteral("short"), {1, 2, 3, 4, 5}, {5, 4, 3, 2, 1}),
                 line(QStringLiteral("long"), {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, {9, 8, 7, 6, 5, 4, 3, 2, 1, 1})};
  for (int i = 0; i < 2; ++i) chart.lines[static_cast<std::size_t>(i)].color = {3 * i, 0};
  return chart;
}

}  // namespace mlplab
