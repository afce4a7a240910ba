// Files are laid out in 1/96 inch and scaled to the wanted resolution, so that text has its true size on paper.
#include "ui/charts/chart_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgGenerator>
#include <cmath>

#include "core/base/error.h"
#include "core/base/files.h"
#include "ui/charts/chart_plot.h"
#include "ui/widgets/png_file.h"

namespace mlplab {

namespace {

struct ChartExportText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::ChartExport)
};

constexpr double mm_per_inch = 25.4, layout_dpi = 96.0;

void paint_chart(QPainter& painter, const Chart& data, const QSizeF& size) {
  QGraphicsScene scene;
  ChartPlot plot(&scene);
  plot.set_theme(light_theme());
  plot.set_data(data);
  plot.set_complete(true);
  plot.set_size(size);
  (void)plot.plot_area();  // forces the layout that a window would do later
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  painter.fillRect(QRectF(QPointF(), size), light_theme().card);
  scene.render(&painter, QRectF(QPointF(), size), QRectF(QPointF(), size));
}

QSizeF layout_size(const ExportSize& size) { return size.size_mm / mm_per_inch * layout_dpi; }

Painting painting_of(const Chart& data, const ExportSize& size) {
  const QSizeF layout = layout_size(size);
  return {layout, QString::fromStdString(data.title), QString::fromStdString(data.caption),
          [&data, layout](QPainter& painter) { paint_chart(painter, data, layout); }};
}

/// The family of this machine is known to few others: behind it stand what every browser has.
QByteArray with_known_fonts(const QByteArray& svg) {
  static const QRegularExpression family(QStringLiteral("font-family=\"([^\"]*)\""));
  // untranslated: names of fonts
  const QString known = QStringLiteral("font-family=\"\\1, Helvetica, Arial, sans-serif\"");
  return QString::fromUtf8(svg).replace(family, known).toUtf8();
}

QByteArray svg_of(const Painting& painting) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  generator.setResolution(static_cast<int>(layout_dpi));
  generator.setSize(painting.size.toSize());
  generator.setViewBox(QRectF(QPointF(), painting.size));
  generator.setTitle(painting.title);
  generator.setDescription(painting.caption);
  QPainter painter(&generator);
  painting.paint(painter);
  painter.end();
  return with_known_fonts(bytes);
}

QByteArray pdf_of(const Painting& painting) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(painting.title);
  writer.setCreator(QStringLiteral("MLP Lab"));
  writer.setResolution(static_cast<int>(layout_dpi));
  writer.setPageSize(QPageSize(painting.size * mm_per_inch / layout_dpi, QPageSize::Millimeter));
  writer.setPageMargins({});
  QPainter painter(&writer);
  painting.paint(painter);
  painter.end();
  return bytes;
}

QImage image_of(const Painting& painting, int dpi) {
  const double scale = dpi / layout_dpi;
  QImage canvas((painting.size * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
  const auto set_resolution = [&canvas](double dots_per_inch) {
    canvas.setDotsPerMeterX(static_cast<int>(std::lround(dots_per_inch / mm_per_inch * 1000)));
    canvas.setDotsPerMeterY(canvas.dotsPerMeterX());
  };
  // Fonts are laid out for the screen's resolution; only the painter scales.
  set_resolution(layout_dpi);
  canvas.fill(light_theme().card);
  QPainter painter(&canvas);
  painter.scale(scale, scale);
  painting.paint(painter);
  painter.end();
  set_resolution(dpi);
  return canvas;
}

}  // namespace

QStringList chart_formats() {
  return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")};
}

QImage chart_image(const Chart& data, const ExportSize& size) { return image_of(painting_of(data, size), size.dpi); }

QByteArray chart_svg(const Chart& data, const ExportSize& size) { return svg_of(painting_of(data, size)); }

void save_painting(const Painting& painting, const QString& path, int dpi) {
  const QString format = QFileInfo(path).suffix().toLower();
  if (format == QLatin1String("png")) {
    write_png(image_of(painting, dpi), path);
  } else if (format == QLatin1String("svg")) {
    write_file_atomically(path.toStdString(), svg_of(painting).toStdString());
  } else if (format == QLatin1String("pdf")) {
    write_file_atomically(path.toStdString(), pdf_of(painting).toStdString());
  } else {
    throw UsageError(
        ChartExportText::tr("an image is saved as png, svg or pdf, not as '%1'").arg(format).toStdString());
  }
}

void save_chart(const Chart& data, const QString& path, const ExportSize& size) {
  const QString format = QFileInfo(path).suffix().toLower();
  if (format == QLatin1String("csv")) {
    write_file_atomically(path.toStdString(), to_csv(data));
  } else if (chart_formats().contains(format)) {
    save_painting(painting_of(data, size), path, size.dpi);
  } else {
    throw UsageError(ChartExportText::tr("a chart is saved as %1, not as '%2'")
                         .arg(chart_formats().join(QStringLiteral(", ")), format)
                         .toStdString());
  }
}

QString file_stem(const QString& title) {
  QString stem = title.toLower();
  for (QChar& c : stem) {
    if (!c.isLetterOrNumber()) c = QLatin1Char('-');
  }
  return stem;
}

}  // namespace mlplab
