// The charts of a lab report as the window draws them: on a light ground, whatever the theme.
#pragma once

#include <QByteArray>
#include <QImage>

#include "core/reporting/lab/report.h"

namespace mlplab {

/// A chart in the two forms that files need.
struct DrawnChart {
  QByteArray svg;
  QImage image;  // for paper
  QSizeF size;   // in 1/96 inch
};
/// On the window's thread, which has no lying bars: charts with bars are drawn from the SVG that the terminal writes.
DrawnChart draw_report_chart(const ReportChart& chart);

}  // namespace mlplab
