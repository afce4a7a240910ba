#include "ui/widgets/png_file.h"

#include <QBuffer>
#include <QPainter>

#include "core/base/files.h"

namespace mlplab {

QImage drawn_on_paper(const QSize& size, const QFont& font,
                      const std::function<void(QPainter& painter, const QRectF& area, const Theme& paper)>& paint) {
  constexpr double resolution = 2.0;
  constexpr int margin = 8;
  QImage image(size * resolution, QImage::Format_RGB32);
  image.setDevicePixelRatio(resolution);
  const Theme paper = light_theme();
  image.fill(paper.card);
  QPainter painter(&image);
  QFont letters = font;
  letters.setPointSizeF(paper.font_pt);
  painter.setFont(letters);
  paint(painter, QRectF(QPointF(), size).adjusted(margin, margin, -margin, -margin), paper);
  return image;
}

void write_png(const QImage& image, const QString& path) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  write_file_atomically(path.toStdString(), bytes.toStdString());
}

}  // namespace mlplab
