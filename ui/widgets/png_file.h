// An image as a PNG file, whole or not at all.
#pragma once

class QImage;
class QString;

namespace mlplab {

/// Throws InputError.
void write_png(const QImage& image, const QString& path);

}  // namespace mlplab
