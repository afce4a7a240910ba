// Files are laid out in 1/96 inch and scaled to the wanted resolution, so that text has its true size on paper.
#include "ui/charts/chart_export.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>
#include <cmath>

#include "core/base/error.h"
#include "ui/charts/chart_plot.h"

namespace mlplab {

namespace {

constexpr double mm_per_inch = 25.4, layout_dpi = 96.0;

void paint_chart(QPainter& painter, const ChartData& data, const QSizeF& size, const QRectF& target) {
  QGraphicsScene scene;
  ChartPlot plot(&scene);
  plot.set_theme(light_theme());
  plot.set_data(data);
  plot.set_complete(true);
  plot.set_size(size);
  (void)plot.plot_area();  // forces the layout that a window would do later
  painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
  painter.fillRect(target, light_theme().card);
  scene.render(&painter, target, QRectF(QPointF(), size));
}

QSizeF layout_size(const ExportSize& size) { return size.size_mm / mm_per_inch * layout_dpi; }

[[noreturn]] void fail(const QString& path, const QString& why) {
  throw InputError(QStringLiteral("cannot write %1: %2; choose another folder").arg(path, why).toStdString());
}

void save_bytes(const QString& path, const QByteArray& bytes) {
  QSaveFile file(path);
  if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
    fail(path, file.errorString());
  }
}

QByteArray svg_of(const ChartData& data, const ExportSize& size) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  QSvgGenerator generator;
  generator.setOutputDevice(&buffer);
  const QSizeF layout = layout_size(size);
  generator.setResolution(static_cast<int>(layout_dpi));
  generator.setSize(layout.toSize());
  generator.setViewBox(QRectF(QPointF(), layout));
  generator.setTitle(data.title);
  generator.setDescription(data.caption);
  QPainter painter(&generator);
  paint_chart(painter, data, layout, QRectF(QPointF(), layout));
  painter.end();
  return bytes;
}

QByteArray pdf_of(const ChartData& data, const ExportSize& size) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(data.title);
  writer.setCreator(QStringLiteral("MLP Lab"));
  writer.setResolution(static_cast<int>(layout_dpi));
  writer.setPageSize(QPageSize(size.size_mm, QPageSize::Millimeter));
  writer.setPageMargins({});
  const QSizeF layout = layout_size(size);
  QPainter painter(&writer);
  paint_chart(painter, data, layout, QRectF(QPointF(), layout));
  painter.end();
  return bytes;
}

}  // namespace

QStringList chart_formats() {
  return {QStringLiteral("png"), QStringLiteral("svg"), QStringLiteral("pdf"), QStringLiteral("csv")};
}

QImage chart_image(const ChartData& data, const ExportSize& size) {
  const QSizeF layout = layout_size(size);
  const double scale = size.dpi / layout_dpi;
  QImage image((layout * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
  image.setDotsPerMeterX(static_cast<int>(std::lround(size.dpi / mm_per_inch * 1000)));
  image.setDotsPerMeterY(image.dotsPerMeterX());
  // Fonts are laid out for the screen's resolution; only the painter scales.
  QImage canvas = image;
  canvas.setDotsPerMeterX(static_cast<int>(std::lround(layout_dpi / mm_per_inch * 1000)));
  canvas.setDotsPerMeterY(canvas.dotsPerMeterX());
  canvas.fill(light_theme().card);
  QPainter painter(&canvas);
  paint_chart(painter, data, layout, QRectF(canvas.rect()));
  painter.end();
  canvas.setDotsPerMeterX(image.dotsPerMeterX());
  canvas.setDotsPerMeterY(image.dotsPerMeterY());
  return canvas;
}

void save_chart(const ChartData& data, const QString& path, const ExportSize& size) {
  const QString format = QFileInfo(path).suffix().toLower();
  if (format == QLatin1String("png")) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    chart_image(data, size).save(&buffer, "PNG");
    save_bytes(path, bytes);
  } else if (format == QLatin1String("svg")) {
    save_bytes(path, svg_of(data, size));
  } else if (format == QLatin1String("pdf")) {
    save_bytes(path, pdf_of(data, size));
  } else if (format == QLatin1String("csv")) {
    save_bytes(path, to_csv(data).toUtf8());
  } else {
    throw UsageError("a chart is saved as " + chart_formats().join(QStringLiteral(", ")).toStdString() + ", not as '" +
                     format.toStdString() + "'");
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
