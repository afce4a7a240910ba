#include "core/operations/pooling.h"

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/random.h"

namespace mlplab {
namespace {

void check_range(int value, int low, int high, const char* field, const std::string& sentence) {
  if (value < low || value > high) throw UsageError(sentence, field);
}

/// Windows in one direction that see no pixel of the image.
std::int64_t lines_in_padding(const PoolingCase& c) {
  const int outputs = pooling_outputs(c);
  std::int64_t lines = 0;
  for (int i = 0; i < outputs; ++i) {
    const int begin = i * c.stride - c.padding;
    if (begin + c.kernel <= 0 || begin >= c.n) ++lines;
  }
  return lines;
}

}  // namespace

void check_pooling(const PoolingCase& c) {
  check_range(c.n, 1, most_pooling_n, "n",
              say("the image's side n must be a number from 1 to %1, not %2", most_pooling_n, c.n));
  check_range(c.kernel, 1, most_pooling_kernel, "kernel",
              say("the kernel must be a number from 1 to %1, not %2", most_pooling_kernel, c.kernel));
  check_range(c.stride, 1, most_pooling_n, "stride",
              say("the stride must be a number from 1 to %1, not %2", most_pooling_n, c.stride));
  check_range(c.padding, 0, most_pooling_kernel, "padding",
              say("the padding must be a number from 0 to %1, not %2", most_pooling_kernel, c.padding));
  if (c.kernel > c.n + 2 * c.padding)
    throw UsageError(say("no window fits: the kernel %1 is larger than n + 2p = %2", c.kernel, c.n + 2 * c.padding),
                     "kernel");
}

int pooling_outputs(const PoolingCase& c) { return (c.n + 2 * c.padding - c.kernel) / c.stride + 1; }

PoolingCount count_windows(const PoolingCase& c) {
  PoolingCount count{.outputs = pooling_outputs(c)};
  count.windows = std::int64_t{count.outputs} * count.outputs;
  // Beyond the last window; a stride beyond the kernel leaves out others too, in between.
  count.unread = (c.n + 2 * c.padding - c.kernel) % c.stride;
  const std::int64_t seeing = count.outputs - lines_in_padding(c);
  count.in_padding = count.windows - seeing * seeing;
  return count;
}

std::string pooling_sentence(const PoolingCase& c) {
  const PoolingCount count = count_windows(c);
  const bool exact = count.unread == 0;
  std::string text = exact ? say("(n + 2p − k)/s + 1 = (%1 + 2·%2 − %3)/%4 + 1 = %5: %5 × %5 = %6 windows.", c.n,
                                 c.padding, c.kernel, c.stride, count.outputs, count.windows)
                           : say("⌊(n + 2p − k)/s⌋ + 1 = ⌊(%1 + 2·%2 − %3)/%4⌋ + 1 = %5: %5 × %5 = %6 windows.", c.n,
                                 c.padding, c.kernel, c.stride, count.outputs, count.windows);
  if (!exact)
    text += " " + say("What is left over in the division, %1, are the last rows and columns: no window sees them.",
                      count.unread);
  if (c.stride > c.kernel)
    text += " " + say("The stride is larger than the kernel: what lies between two windows is seen by none.");
  if (c.stride < c.kernel) text += " " + say("The stride is smaller than the kernel: neighbouring windows overlap.");
  if (count.in_padding > 0)
    text += " " + say("Windows that see nothing but padding: %1; their largest number is a 0 that nobody drew.",
                      count.in_padding);
  return text;
}

namespace {

float largest_at(const PoolingCase& c, const std::vector<float>& image, int row, int column) {
  const int top = row * c.stride - c.padding, left = column * c.stride - c.padding;
  float largest = -std::numeric_limits<float>::infinity();
  for (int y = top; y < top + c.kernel; ++y)
    for (int x = left; x < left + c.kernel; ++x) {
      const bool inside = y >= 0 && y < c.n && x >= 0 && x < c.n;
      const auto place = static_cast<std::ptrdiff_t>(y) * c.n + x;
      largest = std::max(largest, inside ? image[static_cast<std::size_t>(place)] : 0.0F);
    }
  return largest;
}

}  // namespace

std::vector<float> pooling_image(int n) {
  Random random(1, RandomStream::operations, static_cast<std::uint32_t>(n));
  std::vector<float> image(static_cast<std::size_t>(n) * static_cast<std::size_t>(n));
  for (float& number : image) number = static_cast<float>(random.below(10));
  return image;
}

std::vector<float> pooled(const PoolingCase& c, const std::vector<float>& image) {
  const int outputs = pooling_outputs(c);
  std::vector<float> y;
  y.reserve(static_cast<std::size_t>(outputs) * static_cast<std::size_t>(outputs));
  for (int row = 0; row < outputs; ++row)
    for (int column = 0; column < outputs; ++column) y.push_back(largest_at(c, image, row, column));
  return y;
}

}  // namespace mlplab
