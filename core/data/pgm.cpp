// The format: magic, width, height and largest value as decimal numbers between white space and comments ('#' to the
// end of the line), one white-space character, the values. Values are scaled so that the largest one becomes 255.
#include "core/data/pgm.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

class PgmText {
 public:
  PgmText(std::string_view bytes, const std::filesystem::path& path) : bytes_(bytes), path_(path) {}

  /// The next decimal number, at most `limit`; `what` it is, for say().
  int number(const char* what, int limit) {
    skip_space();
    const std::size_t first = position_;
    long value = 0;
    while (position_ < bytes_.size() && std::isdigit(static_cast<unsigned char>(bytes_[position_])) != 0) {
      value = value * 10 + (bytes_[position_++] - '0');
      if (value > limit)
        throw InputError(say("%1 is not a valid PGM file: its %2 is too large", path_.string(), say(what)));
    }
    if (position_ == first)
      throw InputError(say("%1 is truncated or not a valid PGM file: no %2", path_.string(), say(what)));
    return static_cast<int>(value);
  }
  /// What follows the single white-space character after the header.
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

bool is_pgm(std::string_view bytes) {
  return bytes.size() > 2 && bytes[0] == 'P' && (bytes[1] == '2' || bytes[1] == '5');
}

GrayImage read_pgm(std::string_view bytes, const std::filesystem::path& path, long long max_pixels) {
  PgmText text(bytes, path);
  const int width = text.number(to_say("width"), 1 << 20);
  const int height = text.number(to_say("height"), 1 << 20);
  const int largest = text.number(to_say("largest value"), 65535);
  const long long pixels = static_cast<long long>(width) * height;
  if (pixels == 0 || largest == 0) throw InputError(say("%1 is an empty picture; save it again", path.string()));
  if (pixels > max_pixels)
    throw InputError(say("%1 has %2×%3 pixels, more than the %4 million that are read", path.string(), width, height,
                         max_pixels / 1'000'000));
  const bool binary = bytes[1] == '5';
  const std::size_t value_bytes = largest > 255 ? 2 : 1;
  const std::string_view data = text.rest();
  // Text needs a digit and a space for each value but the last.
  const std::size_t least = static_cast<std::size_t>(pixels) * (binary ? value_bytes : 2) - (binary ? 0 : 1);
  if (data.size() < least) throw InputError(say("%1 is truncated: pixels are missing; save it again", path.string()));

  GrayImage image(height, width);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    int value = 0;
    if (!binary)
      value = text.number(to_say("pixel value"), largest);
    else if (value_bytes == 1)
      value = static_cast<unsigned char>(data[i]);
    else
      value = static_cast<unsigned char>(data[2 * i]) << 8 | static_cast<unsigned char>(data[2 * i + 1]);
    if (value > largest) throw InputError(say("%1 is damaged: a pixel is above its largest value", path.string()));
    image.pixels[i] = static_cast<std::uint8_t>((value * 255 + largest / 2) / largest);
  }
  return image;
}

}  // namespace mlplab
