// The laboratory of max pooling: a window of kernel × kernel passes over an image of n × n whole numbers from 0 to 9
// with a stride, after a border of zeros as wide as the padding, and leaves the largest number of each place. The
// variants are those of the published study (resources/published/unam-2023.json: the window times the identity, then
// the largest), and what one would write instead. To add a variant: a line in pooling_variants().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/operations/measure.h"

namespace mlplab {

struct PoolingCase {
  int n = 8;
  int kernel = 2;
  int stride = 2;
  int padding = 0;
  bool operator==(const PoolingCase&) const = default;
};

inline constexpr int most_pooling_kernel = 64, most_pooling_n = 8192;

/// Throws UsageError naming the member that is out of its range, also where no window fits.
void check_pooling(const PoolingCase& c);
/// floor((n + 2 padding - kernel) / stride) + 1. The case must be valid.
int pooling_outputs(const PoolingCase& c);

struct PoolingCount {
  int outputs = 0;              // of a row, and of a column
  std::int64_t windows = 0;     // outputs²
  int unread = 0;               // rows of the padded image, and columns, behind the last window's: none sees them
  std::int64_t in_padding = 0;  // windows that see nothing but padding
};
PoolingCount count_windows(const PoolingCase& c);
/// '(8 + 2 · 0 - 2) / 2 + 1 = 4, so 4 × 4 = 16 windows', and what is special about them.
std::string pooling_sentence(const PoolingCase& c);

/// image [n, n] of whole numbers 0 … 9, the same for the same n.
std::vector<float> pooling_image(int n);
/// The reference, as plain as can be: [outputs, outputs].
std::vector<float> pooled(const PoolingCase& c, const std::vector<float>& image);

/// For the kernel, stride and padding of `c`, whatever its n; `workers` threads where a variant has several (0: one for
/// each core). The backends of this build are among them, those that cannot do it with the reason.
std::vector<Variant> pooling_variants(const PoolingCase& c, int workers = 0);

}  // namespace mlplab
