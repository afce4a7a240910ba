// A window that slides over a grid of numbers and gives one number per place: the largest, the mean, or a filter. Plain
// loops, for what is drawn and read, not for what is timed. To add a filter: a member of FilterKind and its line in
// windows.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlplab {

struct NumberGrid {
  int height = 0, width = 0;
  std::vector<float> numbers;  // [height, width]
  bool operator==(const NumberGrid&) const = default;
};

/// The weights of a filter, whole numbers where it has a name: they are divided by `divisor` after the sum.
struct Filter {
  int kernel = 3;              // odd
  std::vector<float> weights;  // [kernel, kernel]
  std::vector<float> down;     // [kernel, kernel] or empty: the other direction of a magnitude
  float divisor = 1.0F;
  bool operator==(const Filter&) const = default;
};

enum class FilterKind { box_blur, gaussian_blur, sharpen, sobel_horizontal, sobel_vertical, sobel_magnitude };
inline constexpr FilterKind filter_kinds[] = {FilterKind::box_blur,       FilterKind::gaussian_blur,
                                              FilterKind::sharpen,        FilterKind::sobel_horizontal,
                                              FilterKind::sobel_vertical, FilterKind::sobel_magnitude};
/// 3 × 3. The mean of nine; the binomial weights 1 2 1 in both directions; the image less its Laplacian (weights 4 and
/// -1 around it) added to itself; Sobel's differences, from left to right and from top to bottom, and the length of
/// both: √(x² + y²). Gonzalez and Woods, Digital Image Processing, 4th edition, sections 3.5, 3.6 and 10.2.
Filter filter_of(FilterKind kind);
/// 'Sobel, horizontal'
std::string title_of(FilterKind kind);
/// Its effect, in a sentence.
std::string sentence_of(FilterKind kind);

enum class WindowKind { largest, mean, filter };

/// For the largest and the mean the zeros of the padding count as numbers of the grid, as in the published study; for
/// the mean as in the network's average pooling (core/model/layers/pooling.h). A filter is a cross-correlation with
/// zeros around the grid, as the network's Conv2d (core/model/layers/conv2d.h):
///   y(i, j) = Σ_p,q x(i·stride + p - padding, j·stride + q - padding) · w(p, q) / divisor
/// A NaN in a window gives NaN.
struct WindowWork {
  WindowKind kind = WindowKind::largest;
  int kernel = 2, stride = 2, padding = 0;
  Filter filter;  // of WindowKind::filter, whose kernel the window has
  bool operator==(const WindowWork&) const = default;
};
/// Stride 1 and as much padding as gives one number per number of the grid.
WindowWork work_of(const Filter& filter);

/// Why no window fits on the grid; '' where one does.
std::string why_no_window(const WindowWork& work, int height, int width);

/// One window: where it lies, what it sees, row by row, and the number that it gives.
struct SeenWindow {
  int top = 0, left = 0;         // of the grid; negative in the padding
  std::vector<float> numbers;    // [kernel, kernel]
  std::vector<char> is_padding;  // [kernel, kernel]
  float value = 0.0F;
};
/// `index` counts row by row over windows_over(work, grid). Some window must fit.
SeenWindow seen_window(const WindowWork& work, const NumberGrid& grid, std::int64_t index);
/// The numbers of all windows: (side + 2 padding - kernel) / stride + 1 in each direction. Some window must fit.
NumberGrid windows_over(const WindowWork& work, const NumberGrid& grid);

/// How many windows there are and why, in sentences.
std::string windows_sentence(const WindowWork& work, int height, int width);
/// 'the largest is 8', '(8 + 1 + 5 + 3) / 4 = 4.25', '2·8 − 1·5 = 11'; '≈' where a number is not shown in full. Weights
/// of 0 are left out, and of long sums the middle.
std::string window_equation(const WindowWork& work, const SeenWindow& window);
/// A number as the equation has it: '8', '−0.25', '0.3333'; four digits, and whole numbers in full.
std::string grid_number(float number);

}  // namespace mlplab
