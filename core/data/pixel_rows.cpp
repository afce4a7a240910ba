#include "core/data/pixel_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

std::size_t size_of(const ImageShape& shape) {
  return static_cast<std::size_t>(shape.height) * static_cast<std::size_t>(shape.width) *
         static_cast<std::size_t>(shape.channels);
}

int brightest(const PixelRows& rows) { return rows.features.empty() ? 0 : *std::ranges::max_element(rows.features); }

void scale(PixelRows& rows, double factor) {
  for (std::uint8_t& pixel : rows.features)
    pixel = static_cast<std::uint8_t>(std::min(255L, std::lround(factor * pixel)));
}

/// Whether images are plane by plane: a pixel is more like the one below it than like one of another row, so that the
/// order whose rows are more alike is theirs. Images of noise give either answer.
bool looks_planar(const std::vector<std::uint8_t>& features, const ImageShape& shape) {
  constexpr std::size_t enough = 500;  // images
  const std::size_t size = size_of(shape), channels = static_cast<std::size_t>(shape.channels);
  const std::size_t width = static_cast<std::size_t>(shape.width), plane = size / channels;
  std::uint64_t if_planar = 0, if_by_pixel = 0;  // differences of one row to the next
  const auto difference = [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint64_t>(std::abs(a - b)); };
  for (std::size_t image = 0; image < std::min(enough, features.size() / size); ++image) {
    const std::uint8_t* pixels = features.data() + image * size;
    for (std::size_t i = 0; i < size; ++i) {
      // As many differences of each: the last row has none below it.
      if (i % plane < plane - width) if_planar += difference(pixels[i], pixels[i + width]);
      if (i < size - width * channels) if_by_pixel += difference(pixels[i], pixels[i + width * channels]);
    }
  }
  return if_planar < if_by_pixel;
}

}  // namespace

bool PixelRows::take(double value) {
  const bool whole = value == std::floor(value);
  if (!(value >= 0) || value > (fractions ? 1 : 255)) return false;
  if (!whole && !fractions) {
    if (value > 1 || brightest(*this) > 1) return false;
    scale(*this, 255);
    fractions = true;
  }
  features.push_back(static_cast<std::uint8_t>(fractions ? std::lround(255 * value) : std::lround(value)));
  return true;
}

std::optional<ImageShape> square_of(std::size_t numbers) {
  for (const int channels : {1, 3}) {
    const double pixels = static_cast<double>(numbers) / channels;
    const auto side = static_cast<int>(std::llround(std::sqrt(pixels)));
    if (side >= (channels == 1 ? 1 : 2) && size_of({side, side, channels}) == numbers)
      return ImageShape{side, side, channels};
  }
  return std::nullopt;
}

void bring_to_full_range(PixelRows& train, const std::vector<PixelRows*>& others, std::vector<std::string>& notes) {
  for (PixelRows* rows : others) {
    if (rows->fractions == train.fractions || rows->features.empty()) continue;
    if (rows->fractions || brightest(*rows) > 1)
      throw InputError(say("the pixels of %1 are fractions from 0 to 1, those of %2 are not; bring both to one form",
                           rows->fractions ? rows->file : train.file, rows->fractions ? train.file : rows->file));
    scale(*rows, 255);
  }
  if (train.fractions) notes.push_back(say("the pixels of %1 are fractions: 1 is taken as 255", train.file));
  constexpr int dark = 127;
  const int highest = brightest(train);
  if (highest == 0 || highest > dark) return;
  const double factor = 255.0 / highest;
  scale(train, factor);
  for (PixelRows* rows : others) scale(*rows, factor);
  if (!train.fractions) notes.push_back(say("no pixel of %1 is above %2, which is taken as 255", train.file, highest));
}

void order_colors(PixelRows& train, const std::vector<PixelRows*>& others, const ImageShape& image,
                  std::vector<std::string>& notes) {
  if (image.channels == 1) return;
  const bool planar = looks_planar(train.features, image);
  notes.push_back(planar
                      ? say("the rows of %1 look like all reds of an image, then its greens and blues", train.file)
                      : say("the rows of %1 look like red, green and blue of one pixel after the other", train.file));
  if (planar) return;
  make_planar(train.features, image);
  for (PixelRows* rows : others) make_planar(rows->features, image);
}

void make_planar(std::vector<std::uint8_t>& features, const ImageShape& shape) {
  const auto channels = static_cast<std::size_t>(shape.channels);
  const std::size_t plane = size_of(shape) / channels;
  std::vector<std::uint8_t> pixels(plane * channels);
  for (auto image = features.begin(); image != features.end(); image += static_cast<std::ptrdiff_t>(pixels.size())) {
    std::copy_n(image, pixels.size(), pixels.begin());
    for (std::size_t i = 0; i < plane; ++i)
      for (std::size_t c = 0; c < channels; ++c)
        image[static_cast<std::ptrdiff_t>(c * plane + i)] = pixels[i * channels + c];
  }
}

}  // namespace mlplab
