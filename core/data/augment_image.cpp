// Turning, sizing and shifting are one linear map: each pixel of the new image is looked up in the old one, between
// its four neighbours. Places are whole numbers of 1/65536 pixel, so that no rounding depends on the machine.
#include <algorithm>

#include "core/base/random.h"
#include "core/data/augmentation.h"
#include "core/data/exact_angle.h"
#include "core/data/parallel.h"

namespace mlplab {
namespace {

constexpr int fraction_bits = 16;
constexpr std::int64_t one = std::int64_t{1} << fraction_bits;

/// Even in [-1, 1) of a random word.
double symmetric_of(std::uint32_t word) { return static_cast<double>(static_cast<std::int32_t>(word)) * 0x1p-31; }

/// The changes of one image.
struct Change {
  bool flip = false;
  int down = 0, across = 0;  // whole pixels, of the crop: the old pixel is that much further on
  bool warps = false;
  // The old place of the pixel (x, y): u = u0 + x · ux + y · uy, v likewise, in 1/65536 pixel.
  std::int64_t u0 = 0, ux = 0, uy = 0, v0 = 0, vx = 0, vy = 0;
};

std::int64_t fixed(double value) { return static_cast<std::int64_t>(value * static_cast<double>(one)); }

/// The change depends on (seed, epoch, image) alone.
Change change_of(const Augmentation& a, const ImageShape& shape, std::uint64_t seed, int epoch, std::uint32_t image) {
  const auto words = [&](std::uint32_t block) {
    return philox4x32(
        {image, block, static_cast<std::uint32_t>(RandomStream::augmentation), static_cast<std::uint32_t>(epoch)},
        {static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32U)});
  };
  const auto first = words(0), second = words(1);
  Change change;
  change.flip = a.flip > 0.0 && static_cast<double>(first[0]) * 0x1p-32 < a.flip;
  const auto window = [&](std::uint32_t word) {
    return static_cast<int>(std::uint64_t{word} * static_cast<std::uint64_t>(2 * a.crop + 1) >> 32U) - a.crop;
  };
  change.down = window(first[1]), change.across = window(first[2]);
  change.warps = a.shift > 0.0 || a.rotate > 0.0 || a.scale > 0.0;
  if (!change.warps) return change;
  const double size = 1.0 + a.scale * symmetric_of(second[0]);
  const Direction turned = direction_of(a.rotate * symmetric_of(second[1]));
  const double shift_x = a.shift * symmetric_of(second[2]), shift_y = a.shift * symmetric_of(second[3]);
  const double cosine = turned.cosine / size, sine = turned.sine / size;
  const double middle_x = 0.5 * (shape.width - 1), middle_y = 0.5 * (shape.height - 1);
  const double from_x = -middle_x - shift_x, from_y = -middle_y - shift_y;
  change.ux = fixed(cosine), change.uy = fixed(sine);
  change.vx = -fixed(sine), change.vy = fixed(cosine);
  change.u0 = fixed(middle_x + cosine * from_x + sine * from_y);
  change.v0 = fixed(middle_y - sine * from_x + cosine * from_y);
  return change;
}

/// The pixels of a row that lie in [low, high) of start + x · step: [first, end).
std::pair<int, int> range_of(std::int64_t start, std::int64_t step, std::int64_t low, std::int64_t high, int width) {
  if (step == 0) return start >= low && start < high ? std::pair(0, width) : std::pair(0, 0);
  // Floor and ceiling of a quotient, also of a negative one.
  const auto ceil_of = [](std::int64_t a, std::int64_t b) {
    return a / b + (a % b != 0 && (a % b > 0) == (b > 0) ? 1 : 0);
  };
  const std::int64_t first = step > 0 ? ceil_of(low - start, step) : ceil_of(start - high + 1, -step);
  const std::int64_t end = step > 0 ? ceil_of(high - start, step) : ceil_of(start - low + 1, -step);
  const auto inside = [&](std::int64_t x) { return static_cast<int>(std::clamp<std::int64_t>(x, 0, width)); };
  return {inside(first), inside(end)};
}

/// Images of one shape, a plane at a time. The old plane is copied onto one with a border of zeros, so that no
/// neighbour has to be asked whether it is there.
class Warper {
 public:
  explicit Warper(const ImageShape& image)
      : height_(image.height),
        width_(image.width),
        stride_(image.width + 2 * border),
        plane_(size_of(image)),
        columns_(static_cast<std::size_t>(image.width)) {}

  /// from, to [height, width].
  void warp(const Change& change, const std::uint8_t* from, std::uint8_t* to) {
    copy(change, from);
    std::fill_n(to, static_cast<std::size_t>(height_) * static_cast<std::size_t>(width_), std::uint8_t{0});
    const Lit lit = lit_part();
    for (int y = 0; y < height_; ++y, to += width_) {
      const std::int64_t u0 = change.u0 + y * change.uy, v0 = change.v0 + y * change.vy;
      // Elsewhere all four neighbours are 0.
      const auto in_u = range_of(u0, change.ux, (lit.left - 1) * one, lit.right * one, width_);
      const auto in_v = range_of(v0, change.vx, (lit.top - 1) * one, lit.bottom * one, width_);
      const int first = std::max(in_u.first, in_v.first), end = std::min(in_u.second, in_v.second);
      std::int64_t u = u0 + first * change.ux, v = v0 + first * change.vx;
      for (int x = first; x < end; ++x, u += change.ux, v += change.vx) to[x] = between_neighbours(u, v);
    }
  }

  /// Crops and mirrors by whole pixels, without interpolation.
  void move(const Change& change, const std::uint8_t* from, std::uint8_t* to) const {
    for (int y = 0; y < height_; ++y) copy_row(change, from, y, to + static_cast<std::ptrdiff_t>(y) * width_);
  }

 private:
  static constexpr int border = 1;

  /// Where the old image is not 0: rows [top, bottom), columns [left, right).
  struct Lit {
    std::int64_t top = 0, bottom = 0, left = 0, right = 0;
  };
  Lit lit_part() {
    std::ranges::fill(columns_, std::uint8_t{0});
    Lit lit{.top = height_};
    for (int y = 0; y < height_; ++y) {
      const std::uint8_t* row = plane_.data() + (y + border) * stride_ + border;
      std::uint8_t any = 0;
      for (int x = 0; x < width_; ++x) {
        columns_[static_cast<std::size_t>(x)] |= row[x];
        any |= row[x];
      }
      if (any == 0) continue;
      lit.top = std::min<std::int64_t>(lit.top, y);
      lit.bottom = y + 1;
    }
    const auto is_lit = [](std::uint8_t column) { return column != 0; };
    lit.left = std::ranges::find_if(columns_, is_lit) - columns_.begin();
    lit.right = columns_.rend() - std::find_if(columns_.rbegin(), columns_.rend(), is_lit);
    return lit;
  }

  static std::size_t size_of(const ImageShape& image) {
    return static_cast<std::size_t>(image.height + 2 * border) * static_cast<std::size_t>(image.width + 2 * border);
  }

  /// Row y of the image that is cropped and mirrored, [width].
  void copy_row(const Change& change, const std::uint8_t* from, int y, std::uint8_t* row) const {
    const int old_y = y + change.down;
    std::fill_n(row, width_, std::uint8_t{0});
    if (old_y < 0 || old_y >= height_) return;
    const std::uint8_t* old = from + static_cast<std::ptrdiff_t>(old_y) * width_;
    const int first = std::clamp(-change.across, 0, width_), end = std::clamp(width_ - change.across, 0, width_);
    if (first < end) std::copy(old + first + change.across, old + end + change.across, row + first);
    if (change.flip) std::reverse(row, row + width_);
  }

  void copy(const Change& change, const std::uint8_t* from) {
    for (int y = 0; y < height_; ++y)
      copy_row(change, from, y, plane_.data() + static_cast<std::ptrdiff_t>(y + border) * stride_ + border);
  }

  std::uint8_t between_neighbours(std::int64_t u, std::int64_t v) const {
    const std::int64_t column = u >> fraction_bits, row = v >> fraction_bits;  // rounds down, below 0 too
    // 8 bits of the way are as many as a pixel has.
    const auto right = static_cast<int>(u - column * one) >> 8, below = static_cast<int>(v - row * one) >> 8;
    const std::uint8_t* at = plane_.data() + (row + border) * stride_ + column + border;
    const int upper = at[0] * (256 - right) + at[1] * right;
    const int lower = at[stride_] * (256 - right) + at[stride_ + 1] * right;
    return static_cast<std::uint8_t>((upper * (256 - below) + lower * below + (1 << 15)) >> 16);
  }

  int height_, width_;
  std::ptrdiff_t stride_;
  std::vector<std::uint8_t> plane_;    // [height + 2, width + 2]
  std::vector<std::uint8_t> columns_;  // [width]: all of a column's pixels, or-ed
};

}  // namespace

void augment(const Augmentation& augmentation, const Examples& from, const ImageShape& image, std::uint64_t seed,
             int epoch, std::span<const std::uint32_t> rows, int threads, std::span<std::uint8_t> to) {
  constexpr std::size_t piece = 64;  // images: a thread's own memory is made once for so many
  const std::size_t plane = static_cast<std::size_t>(image.height) * static_cast<std::size_t>(image.width);
  const std::size_t size = plane * static_cast<std::size_t>(image.channels);
  for_each_index((rows.size() + piece - 1) / piece, threads, [&](std::size_t index) {
    Warper warper(image);
    for (std::size_t i = index * piece; i < std::min((index + 1) * piece, rows.size()); ++i) {
      const Change change = change_of(augmentation, image, seed, epoch, rows[i]);
      for (std::size_t at = rows[i] * size; at < (rows[i] + 1) * size; at += plane)
        change.warps ? warper.warp(change, from.features.data() + at, to.data() + at)
                     : warper.move(change, from.features.data() + at, to.data() + at);
    }
  });
}

}  // namespace mlplab
