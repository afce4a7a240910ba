// The format: magic, width, height and (but for bits) largest value as decimal numbers between white space and comments
// ('#' to the end of the line), one white-space character, the values. Values are scaled so that the largest one
// becomes 255. In bitmaps 1 is black; binary ones are packed, each row from a new byte on; those in text need no space
// between the bits.
#include <algorithm>
#include <cctype>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/data/decoders.h"

namespace mlplab {
namespace {

class PnmText {
 public:
  PnmText(std::string_view bytes, const std::filesystem::path& path) : bytes_(bytes), path_(path) {}

  /// The next decimal number, at most `limit`; `what` it is, for say().
  int number(const char* what, int limit) {
    skip_space();
    const std::size_t first = position_;
    long value = 0;
    while (position_ < bytes_.size() && std::isdigit(static_cast<unsigned char>(bytes_[position_])) != 0) {
      value = value * 10 + (bytes_[position_++] - '0');
      if (value > limit)
        throw InputError(say("%1 is not a valid PNM file: its %2 is too large", path_.string(), say(what)));
    }
    if (position_ == first)
      throw InputError(say("%1 is truncated or not a valid PNM file: no %2", path_.string(), say(what)));
    return static_cast<int>(value);
  }
  /// The next bit of text.
  int bit() {
    skip_space();
    const char digit = position_ < bytes_.size() ? bytes_[position_++] : ' ';
    if (digit != '0' && digit != '1')
      throw InputError(say("%1 is truncated or not a valid PNM file: no %2", path_.string(), say("pixel value")));
    return digit - '0';
  }
  /// The bytes after the single white-space character that ends the header.
  std::string_view rest() const { return bytes_.substr(std::min(position_ + 1, bytes_.size())); }

 private:
  void skip_space() {
    while (position_ < bytes_.size()) {
      if (bytes_[position_] == '#')
        position_ = std::min(bytes_.find('\n', position_), bytes_.size());
      else if (std::isspace(static_cast<unsigned char>(bytes_[position_])) != 0)
        ++position_;
      else
        return;
    }
  }

  std::string_view bytes_;
  const std::filesystem::path& path_;
  std::size_t position_ = 2;  // behind the magic
};

}  // namespace

bool is_pnm(std::string_view bytes) {
  return bytes.size() > 2 && bytes[0] == 'P' && bytes[1] >= '1' && bytes[1] <= '6' &&
         (std::isspace(static_cast<unsigned char>(bytes[2])) != 0 || bytes[2] == '#');
}

Image read_pnm(std::string_view bytes, const std::filesystem::path& path, long long max_pixels, int& lightest) {
  const int kind = bytes[1] - '0';
  const bool binary = kind > 3, bits = kind % 3 == 1;
  const int channels = kind % 3 == 0 ? 3 : 1;
  PnmText text(bytes, path);
  const int width = text.number(to_say("width"), 1 << 20);
  const int height = text.number(to_say("height"), 1 << 20);
  const int largest = bits ? 1 : text.number(to_say("largest value"), 65535);
  const long long pixels = static_cast<long long>(width) * height;
  if (pixels == 0 || largest == 0) throw InputError(say("%1 is an empty image; save it again", path.string()));
  if (pixels > max_pixels)
    throw InputError(say("%1 has %2×%3 pixels, more than the %4 million that are read", path.string(), width, height,
                         max_pixels / 1'000'000));
  const auto values = static_cast<std::size_t>(pixels * channels);
  const std::size_t value_bytes = largest > 255 ? 2 : 1, row_bytes = (static_cast<std::size_t>(width) + 7) / 8;
  const std::string_view data = text.rest();
  // Text needs a digit and a space for each value but the last; bits need no space.
  const std::size_t least = binary ? (bits ? row_bytes * static_cast<std::size_t>(height) : values * value_bytes)
                            : bits ? values
                                   : 2 * values - 1;
  if (data.size() < least) throw InputError(say("%1 is truncated: pixels are missing; save it again", path.string()));

  Image image{{height, width, channels}, std::vector<std::uint8_t>(values)};
  const auto byte = [&](std::size_t at) { return int{static_cast<unsigned char>(data[at])}; };
  const auto value_at = [&](std::size_t i) {
    if (bits) {
      const std::size_t row = i / static_cast<std::size_t>(width), column = i % static_cast<std::size_t>(width);
      return 1 - (binary ? byte(row * row_bytes + column / 8) >> (7 - column % 8) & 1 : text.bit());
    }
    if (!binary) return text.number(to_say("pixel value"), largest);
    return value_bytes == 1 ? byte(i) : byte(2 * i) << 8 | byte(2 * i + 1);
  };
  const auto plane = static_cast<std::size_t>(pixels), stride = static_cast<std::size_t>(channels);
  int lightest_value = 0;
  for (std::size_t i = 0; i < values; ++i) {
    const int value = value_at(i);
    if (value > largest) throw InputError(say("%1 is damaged: a pixel is above its largest value", path.string()));
    lightest_value = std::max(lightest_value, value);
    image.pixels[i % stride * plane + i / stride] = static_cast<std::uint8_t>((value * 255 + largest / 2) / largest);
  }
  lightest = value_bytes == 1 ? 65535 : static_cast<int>(65535LL * lightest_value / largest);
  return image;
}

}  // namespace mlplab
