// The charts of a lab report as the window draws them: on a light ground, whatever the theme.
#pragma once

#include <QByteArray>
#include <QImage>

#include "core/reporting/lab/report.h"
#include "ui/charts/chart_data.h"

namespace mlplab {

/// The curves of a plot; the window has no lying bars, so that charts with bars are drawn as core/reporting/lab does.
ChartData report_chart_data(const ReportChart& chart);

/// A chart in the two forms that files need.
struct DrawnChart {
  QByteArray svg;
  QImage image;  // for paper
  QSizeF size;   // in 1/96 inch
};
/// On the window's thread.
DrawnChart draw_report_chart(const ReportChart& chart);

}  // namespace mlplab
