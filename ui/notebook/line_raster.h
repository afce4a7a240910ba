// Lines of one pixel's width, smoothed, into an image: for the many thousands of a view that is drawn again at every
// step of a brush, of which QPainter draws some 100 per millisecond.
#pragma once

#include <QImage>
#include <QLineF>
#include <QRgb>
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace mlplab {

/// Draws into an image of QImage::Format_RGB32. Each line covers two pixels per column, or per row where it is steep,
/// weighted by its distance to each (X. Wu, 'An efficient antialiasing technique', 1991).
class LineRaster {
 public:
  explicit LineRaster(QImage& image)
      : pixels_(reinterpret_cast<QRgb*>(image.bits())),
        stride_(image.bytesPerLine() / 4),
        width_(image.width()),
        height_(image.height()) {}

  /// In pixels of the image; what is outside of it is left out.
  void draw(const QLineF& line, QRgb color) {
    const bool steep = std::abs(line.dy()) > std::abs(line.dx());
    double from = steep ? line.y1() : line.x1(), across = steep ? line.x1() : line.y1();
    double to = steep ? line.y2() : line.x2(), across_to = steep ? line.x2() : line.y2();
    if (from > to) std::swap(from, to), std::swap(across, across_to);
    if (!std::isfinite(from + to + across + across_to)) return;
    const double slope = to > from ? (across_to - across) / (to - from) : 0.0;
    const int most_along = steep ? height_ : width_, most_across = steep ? width_ : height_;
    const int first = std::max(0, static_cast<int>(std::ceil(from - 0.5)));
    const int last = std::min(most_along - 1, static_cast<int>(std::floor(to - 0.5)));
    double at = across + (first + 0.5 - from) * slope - 0.5;
    for (int i = first; i <= last; ++i, at += slope) {
      const int near = static_cast<int>(std::floor(at));
      const auto share = static_cast<std::uint32_t>((at - near) * 256);
      QRgb* pixel = pixels_ + (steep ? i * stride_ + near : near * stride_ + i);
      if (near >= 0 && near < most_across) blend(*pixel, color, 256 - share);
      if (near + 1 >= 0 && near + 1 < most_across) blend(pixel[steep ? 1 : stride_], color, share);
    }
  }

 private:
  /// `share` of 256.
  static void blend(QRgb& pixel, QRgb color, std::uint32_t share) {
    constexpr std::uint32_t even = 0x00ff00ff;
    const std::uint32_t rest = 256 - share;
    const std::uint32_t red_blue = ((color & even) * share + (pixel & even) * rest) >> 8 & even;
    const std::uint32_t green = ((color >> 8 & 0xff) * share + (pixel >> 8 & 0xff) * rest) & 0xff00;
    pixel = 0xff000000U | red_blue | green;
  }

  QRgb* pixels_;
  std::ptrdiff_t stride_;
  int width_, height_;
};

}  // namespace mlplab
