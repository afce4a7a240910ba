#include "ui/widgets/png_file.h"

#include <QBuffer>
#include <QImage>

#include "core/base/files.h"

namespace mlplab {

void write_png(const QImage& image, const QString& path) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  write_file_atomically(path.toStdString(), bytes.toStdString());
}

}  // namespace mlplab
