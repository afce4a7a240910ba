// A view's picture as a PNG file: on paper, whole or not at all.
#pragma once

#include <QImage>
#include <functional>

#include "ui/theme/theme.h"

class QPainter;
class QRectF;

namespace mlplab {

/// `size` in pixels of a screen, of which each has four pixels of the image; in the light theme, with its margins.
QImage drawn_on_paper(const QSize& size, const QFont& font,
                      const std::function<void(QPainter& painter, const QRectF& area, const Theme& paper)>& paint);
/// Throws InputError.
void write_png(const QImage& image, const QString& path);

}  // namespace mlplab
