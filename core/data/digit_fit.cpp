// The geometry: crop, scale, centre. Telling ink from paper is in ink.cpp.
#include "core/data/digit_fit.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/data/ink.h"

namespace mlplab {
namespace {

struct Box {
  int top = 0, left = 0, height = 0, width = 0;  // empty where height is 0
};

/// Whether a row of `width` pixels has no ink; most of a sheet's have none, and memcmp() looks at many at a time.
bool is_paper(const std::uint8_t* row, int width) {
  if (width == 0 || row[0] > 0) return width == 0;
  return std::memcmp(row, row + 1, static_cast<std::size_t>(width) - 1) == 0;
}

/// The smallest box around all pixels above 0.
Box ink_box(const GrayImage& ink) {
  int top = ink.height, bottom = -1, left = ink.width, right = -1;
  for (int y = 0; y < ink.height; ++y) {
    const std::uint8_t* row = ink.pixels.data() + ink.index(y, 0);
    if (is_paper(row, ink.width)) continue;
    top = std::min(top, y);
    bottom = y;
    for (int x = 0; x < left; ++x)
      if (row[x] > 0) left = x;
    for (int x = ink.width - 1; x > right; --x)
      if (row[x] > 0) right = x;
  }
  if (bottom < 0) return {};
  return {top, left, bottom - top + 1, right - left + 1};
}

struct Point {
  double y = 0, x = 0;
};

/// In pixel indices: the centre of pixel (0, 0) is (0, 0). values [height, width], not all zero.
template <class T>
Point centre_of_mass(const std::vector<T>& values, int height, int width) {
  double mass = 0, y_moment = 0, x_moment = 0;
  for (int y = 0, i = 0; y < height; ++y)
    for (int x = 0; x < width; ++x, ++i) {
      const auto value = static_cast<double>(values[static_cast<std::size_t>(i)]);
      mass += value;
      y_moment += y * value;
      x_moment += x * value;
    }
  return {y_moment / mass, x_moment / mass};
}

/// One output pixel of a row or column: source pixels first … first + weights.size() - 1.
struct Footprint {
  int first = 0;
  std::vector<float> weights;
};

/// Output pixel j averages the stretch of `scale` source pixels that it covers; where pixels are enlarged (scale < 1) a
/// stretch of one source pixel, which is linear interpolation. Beyond the source there is paper (0).
std::vector<Footprint> footprints(int source, int target, double scale) {
  std::vector<Footprint> result(static_cast<std::size_t>(target));
  const double reach = std::max(scale, 1.0);
  const double origin = (source - target * scale) / 2;
  for (int j = 0; j < target; ++j) {
    const double centre = origin + (j + 0.5) * scale;
    const double begin = std::max(centre - reach / 2, 0.0);
    const double end = std::min(centre + reach / 2, static_cast<double>(source));
    Footprint& footprint = result[static_cast<std::size_t>(j)];
    footprint.first = static_cast<int>(begin);
    for (int i = footprint.first; i < end; ++i)
      footprint.weights.push_back(static_cast<float>((std::min(end, i + 1.0) - std::max(begin, double(i))) / reach));
  }
  return result;
}

struct Scaled {
  int height = 0, width = 0;
  std::vector<float> values;  // [height, width]

  float& at(int y, int x) {
    return values[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)];
  }
};

/// Scales box of `ink` by 1/scale, first along rows, then along columns.
Scaled scale_area(const GrayImage& ink, const Box& box, int height, int width, double scale) {
  const auto columns = footprints(box.width, width, scale);
  const auto rows = footprints(box.height, height, scale);
  std::vector<float> narrow(static_cast<std::size_t>(box.height) * static_cast<std::size_t>(width));
  auto out = narrow.begin();
  for (int y = 0; y < box.height; ++y)
    for (const Footprint& column : columns) {
      const std::uint8_t* source = &ink.pixels[ink.index(box.top + y, box.left + column.first)];
      float sum = 0;
      for (const float weight : column.weights) sum += weight * static_cast<float>(*source++);
      *out++ = sum;
    }
  Scaled scaled{height, width, std::vector<float>(static_cast<std::size_t>(height) * static_cast<std::size_t>(width))};
  for (int y = 0; y < height; ++y) {
    const Footprint& row = rows[static_cast<std::size_t>(y)];
    for (std::size_t k = 0; k < row.weights.size(); ++k)
      for (int x = 0; x < width; ++x)
        scaled.at(y, x) +=
            row.weights[k] * narrow[(static_cast<std::size_t>(row.first) + k) * static_cast<std::size_t>(width) +
                                    static_cast<std::size_t>(x)];
  }
  return scaled;
}

int inner_side(int side) { return std::max(1, static_cast<int>(std::lround(side * 20.0 / 28.0))); }

/// Where a strip of `size` begins so that its centre of mass lies at `side / 2`, without leaving the image.
int shift(double centre, int size, int side) {
  return std::clamp(static_cast<int>(std::floor(side / 2.0 - centre + 0.5)), 0, side - size);
}

GrayImage negative(GrayImage image) {
  for (std::uint8_t& pixel : image.pixels) pixel = static_cast<std::uint8_t>(255 - pixel);
  return image;
}

}  // namespace

GrayImage fit_ink(const GrayImage& ink, int height, int width) {
  GrayImage fitted(height, width);
  const Box box = ink_box(ink);
  if (box.height == 0) return fitted;
  const int inner_height = inner_side(height);
  const int inner_width = inner_side(width);
  const double scale = std::max(double(box.height) / inner_height, double(box.width) / inner_width);
  const auto cells = [scale](int pixels, int most) {
    return std::clamp(static_cast<int>(std::ceil(pixels / scale - 1e-9)), 1, most);
  };
  Scaled scaled = scale_area(ink, box, cells(box.height, inner_height), cells(box.width, inner_width), scale);

  // Thin lines turn pale when they are averaged; in MNIST the brightest pixel is 254 or 255 in every image.
  const float brightest = *std::ranges::max_element(scaled.values);
  if (brightest <= 0) return fitted;
  const Point centre = centre_of_mass(scaled.values, scaled.height, scaled.width);
  const int top = shift(centre.y, scaled.height, height);
  const int left = shift(centre.x, scaled.width, width);
  for (int y = 0; y < scaled.height; ++y)
    for (int x = 0; x < scaled.width; ++x)
      fitted.at(top + y, left + x) = static_cast<std::uint8_t>(std::lround(255.0F * scaled.at(y, x) / brightest));
  return fitted;
}

bool is_fitted(const GrayImage& image, int height, int width) {
  if (image.height != height || image.width != width || image.pixels.empty()) return false;
  if (*std::ranges::max_element(image.pixels) < 250) return false;
  const Box box = ink_box(image);
  const int spare = std::min(inner_side(height) - box.height, inner_side(width) - box.width);
  if (spare < 0 || spare > 1) return false;
  const Point centre = centre_of_mass(image.pixels, height, width);
  constexpr double half_pixel = 0.52;  // MNIST's own rounding included
  return std::abs(centre.y - height / 2.0) <= half_pixel && std::abs(centre.x - width / 2.0) <= half_pixel;
}

FittedDigit fit_digit(const GrayImage& image, int height, int width) {
  if (is_fitted(image, height, width)) return {.image = image, .as_is = true};
  if (const GrayImage other = negative(image); is_fitted(other, height, width))
    return {.image = other, .inverted = true, .as_is = true};
  const Ink ink = separate_ink(image);
  FittedDigit fitted{.image = fit_ink(ink.image, height, width), .inverted = ink.dark, .doubt = ink.doubt};
  fitted.blank = std::ranges::all_of(fitted.image.pixels, [](std::uint8_t pixel) { return pixel == 0; });
  return fitted;
}

FittedDigit image_on_sheet(const GrayImage& image, int side) {
  if (image.height != mnist_side || image.width != mnist_side) return fit_digit(image, side, side);
  const FittedDigit small = fit_digit(image);
  if (!small.as_is) return fit_digit(image, side, side);
  // Each pixel as a square: scaled down again it is what it was.
  FittedDigit fitted{.image = GrayImage(side, side), .inverted = small.inverted, .as_is = true};
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) fitted.image.at(y, x) = small.image.at(y * mnist_side / side, x * mnist_side / side);
  return fitted;
}

}  // namespace mlplab
