// A chart as a file: always on a light ground, with title, legend, axes, units and caption, whatever the screen shows.
// A new format is a case in save_chart and an entry in chart_formats().
#pragma once

#include <QByteArray>
#include <QImage>
#include <QSizeF>
#include <QString>
#include <QStringList>
#include <functional>

#include "core/reporting/chart.h"

class QPainter;

namespace mlplab {

/// Any drawing that is saved as charts are.
struct Painting {
  QSizeF size;  // in 1/96 inch
  QString title, caption;
  std::function<void(QPainter&)> paint;  // on a ground that it fills itself
};
/// PNG, SVG or PDF by the file's ending; `dpi` is that of PNG. Throws InputError where the file cannot be written.
void save_painting(const Painting& painting, const QString& path, int dpi);

struct ExportSize {
  QSizeF size_mm{160, 100};
  int dpi = 200;
};

/// File name endings that save_chart knows: png, svg, pdf, csv.
QStringList chart_formats();
/// The SVG file of a chart, in fonts that every browser has behind this machine's.
QByteArray chart_svg(const Chart& data, const ExportSize& size);
QImage chart_image(const Chart& data, const ExportSize& size);
/// The format follows the file's ending. Throws InputError where the file cannot be written.
void save_chart(const Chart& data, const QString& path, const ExportSize& size = {});
/// 'Time per epoch' -> 'time-per-epoch'
QString file_stem(const QString& title);

}  // namespace mlplab
