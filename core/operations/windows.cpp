#include "core/operations/windows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/base/unreachable.h"
#include "core/operations/pooling.h"

namespace mlplab {
namespace {

constexpr std::size_t most_terms = 9;
constexpr float largest_whole_in_full = 1e7F;
constexpr int shown_digits = 4;

int outputs_along(const WindowWork& work, int side) {
  return (side + 2 * work.padding - work.kernel) / work.stride + 1;
}

/// The number of a grid, or the 0 around it.
float number_or_zero(const NumberGrid& grid, int row, int column) {
  if (row < 0 || row >= grid.height || column < 0 || column >= grid.width) return 0.0F;
  return grid
      .numbers[static_cast<std::size_t>(row) * static_cast<std::size_t>(grid.width) + static_cast<std::size_t>(column)];
}

/// Σ weights · numbers / divisor over one window; its row by row order is the same everywhere.
double weighted(const WindowWork& work, const std::vector<float>& weights, const NumberGrid& grid, int top, int left) {
  double sum = 0.0;
  std::size_t place = 0;
  for (int p = 0; p < work.kernel; ++p)
    for (int q = 0; q < work.kernel; ++q, ++place)
      sum += double{weights[place]} * double{number_or_zero(grid, top + p, left + q)};
  return sum / double{work.filter.divisor};
}

float value_at(const WindowWork& work, const NumberGrid& grid, int top, int left) {
  switch (work.kind) {
    case WindowKind::largest: {
      float largest = -std::numeric_limits<float>::infinity();
      for (int row = top; row < top + work.kernel; ++row)
        for (int column = left; column < left + work.kernel; ++column) {
          const float number = number_or_zero(grid, row, column);
          if (std::isnan(number)) return number;
          largest = std::max(largest, number);
        }
      return largest;
    }
    case WindowKind::mean: {
      double sum = 0.0;
      for (int row = top; row < top + work.kernel; ++row)
        for (int column = left; column < left + work.kernel; ++column) sum += double{number_or_zero(grid, row, column)};
      return static_cast<float>(sum / (double(work.kernel) * work.kernel));
    }
    case WindowKind::filter: {
      const double along = weighted(work, work.filter.weights, grid, top, left);
      if (work.filter.down.empty()) return static_cast<float>(along);
      return static_cast<float>(std::hypot(along, weighted(work, work.filter.down, grid, top, left)));
    }
  }
  unreachable();
}

bool is_whole(double number) { return number == std::round(number) && std::abs(number) < largest_whole_in_full; }

std::string number_in_words(double number) {
  if (std::isnan(number)) return "NaN";
  const double size = std::abs(number);
  std::string text = is_whole(number) ? with_decimals(size, 0) : significant(size, shown_digits);
  if (!is_whole(number) && text.find('.') != std::string::npos && text.find('e') == std::string::npos) {
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
  }
  return (number < 0 ? minus_sign : "") + text;
}

/// Whether its words read back as the number, to the precision that grids have.
bool is_shown_in_full(double number) {
  if (is_whole(number)) return true;
  const std::optional<double> back = typed_number(number_in_words(std::abs(number)));
  return back && static_cast<float>(*back) == static_cast<float>(std::abs(number));
}

std::string in_brackets(double number) {
  return number < 0 ? "(" + number_in_words(number) + ")" : number_in_words(number);
}

/// A sum that is being written, of which only so many terms are shown.
class Sum {
 public:
  void add(const std::string& term, bool negative) {
    ++terms_;
    if (terms_ > most_terms) return;
    if (!text_.empty())
      text_ += negative ? " − " : " + ";
    else if (negative)
      text_ = "−";
    text_ += term;
  }
  void note(double number) { full_ = full_ && is_shown_in_full(number); }
  std::size_t terms() const { return terms_; }
  std::string text() const {
    if (terms_ == 0) return "0";
    return terms_ > most_terms ? say("%1 + … (%2 more terms)", text_, terms_ - most_terms) : text_;
  }
  bool full() const { return full_; }

 private:
  std::string text_;
  std::size_t terms_ = 0;
  bool full_ = true;
};

/// ' = 12' or ' ≈ 12.33'
std::string equals(double value, bool full) {
  return (full && is_shown_in_full(value) ? " = " : " ≈ ") + number_in_words(value);
}

struct WrittenSum {
  std::string text;
  double value = 0.0;
  bool full = true;
};

WrittenSum weighted_words(const Filter& filter, const std::vector<float>& weights, const SeenWindow& window) {
  Sum sum;
  WrittenSum written;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    written.value += double{weights[i]} * double{window.numbers[i]};
    if (weights[i] == 0.0F) continue;
    sum.add(number_in_words(std::abs(weights[i])) + "·" + in_brackets(window.numbers[i]), weights[i] < 0);
    sum.note(weights[i]);
    sum.note(window.numbers[i]);
  }
  written.value /= double{filter.divisor};
  written.full = sum.full();
  written.text = sum.text();
  if (filter.divisor != 1.0F)
    written.text =
        (sum.terms() > 1 ? "(" + written.text + ")" : written.text) + " / " + number_in_words(filter.divisor);
  return written;
}

struct KnownFilter {
  Filter filter;
  const char *title, *sentence;
};

KnownFilter known_filter(FilterKind kind) {
  switch (kind) {
    case FilterKind::box_blur:
      return {{3, {1, 1, 1, 1, 1, 1, 1, 1, 1}, {}, 9},
              to_say("Blur, box"),
              to_say("Each number becomes the mean of the nine around it.")};
    case FilterKind::gaussian_blur:
      return {{3, {1, 2, 1, 2, 4, 2, 1, 2, 1}, {}, 16},
              to_say("Blur, Gaussian"),
              to_say("Each number becomes a mean in which near ones count more.")};
    case FilterKind::sharpen:
      return {{3, {0, -1, 0, -1, 5, -1, 0, -1, 0}, {}, 1},
              to_say("Sharpen"),
              to_say("Each number gains what it differs by from its four neighbours.")};
    case FilterKind::sobel_horizontal:
      return {{3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}, {}, 1},
              to_say("Sobel, horizontal"),
              to_say("The change from left to right: vertical edges stand out.")};
    case FilterKind::sobel_vertical:
      return {{3, {-1, -2, -1, 0, 0, 0, 1, 2, 1}, {}, 1},
              to_say("Sobel, vertical"),
              to_say("The change from top to bottom: horizontal edges stand out.")};
    case FilterKind::sobel_magnitude:
      return {{3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}, {-1, -2, -1, 0, 0, 0, 1, 2, 1}, 1},
              to_say("Sobel, magnitude"),
              to_say("The length √(x² + y²) of both changes: edges of every direction stand out.")};
  }
  unreachable();
}

}  // namespace

std::string grid_number(float number) { return number_in_words(double{number}); }

Filter filter_of(FilterKind kind) { return known_filter(kind).filter; }
std::string title_of(FilterKind kind) { return say(known_filter(kind).title); }
std::string sentence_of(FilterKind kind) { return say(known_filter(kind).sentence); }

WindowWork work_of(const Filter& filter) {
  return {
      .kind = WindowKind::filter, .kernel = filter.kernel, .stride = 1, .padding = filter.kernel / 2, .filter = filter};
}

std::string why_no_window(const WindowWork& work, int height, int width) {
  if (height < 1 || width < 1) return say("there are no numbers");
  const int least = std::min(height, width) + 2 * work.padding;
  return work.kernel <= least
             ? std::string()
             : say("no window fits: the kernel %1 is larger than the shorter side with its padding, %2", work.kernel,
                   least);
}

SeenWindow seen_window(const WindowWork& work, const NumberGrid& grid, std::int64_t index) {
  const int columns = outputs_along(work, grid.width);
  SeenWindow window;
  window.top = static_cast<int>(index / columns) * work.stride - work.padding;
  window.left = static_cast<int>(index % columns) * work.stride - work.padding;
  for (int row = window.top; row < window.top + work.kernel; ++row)
    for (int column = window.left; column < window.left + work.kernel; ++column) {
      window.is_padding.push_back(row < 0 || row >= grid.height || column < 0 || column >= grid.width);
      window.numbers.push_back(number_or_zero(grid, row, column));
    }
  window.value = value_at(work, grid, window.top, window.left);
  return window;
}

NumberGrid windows_over(const WindowWork& work, const NumberGrid& grid) {
  NumberGrid out{.height = outputs_along(work, grid.height), .width = outputs_along(work, grid.width), .numbers = {}};
  out.numbers.reserve(static_cast<std::size_t>(out.height) * static_cast<std::size_t>(out.width));
  for (int i = 0; i < out.height; ++i)
    for (int j = 0; j < out.width; ++j)
      out.numbers.push_back(value_at(work, grid, i * work.stride - work.padding, j * work.stride - work.padding));
  return out;
}

std::string windows_sentence(const WindowWork& work, int height, int width) {
  if (work.kind == WindowKind::filter)
    return say("Cross-correlation with zeros around, stride 1, as the network's Conv2d: %1 × %2 numbers as before.",
               width, height);
  if (work.kind == WindowKind::largest && height == width)
    return pooling_sentence({height, work.kernel, work.stride, work.padding});
  const int across = outputs_along(work, width), down = outputs_along(work, height);
  std::string text = say("%1 across × %2 down = %3 windows of %4 × %4, stride %5, padding %6.", across, down,
                         std::int64_t{across} * down, work.kernel, work.stride, work.padding);
  if (work.padding > 0) text += " " + say("The zeros of the padding count as numbers.");
  return text;
}

std::string window_equation(const WindowWork& work, const SeenWindow& window) {
  switch (work.kind) {
    case WindowKind::largest:
      return say("the largest is %1", number_in_words(window.value));
    case WindowKind::mean: {
      Sum sum;
      for (std::size_t i = 0; i < window.numbers.size(); ++i) {
        const float number = window.numbers[i];
        sum.add(number_in_words(std::abs(number)), number < 0);
        sum.note(number);
      }
      return (sum.terms() > 1 ? "(" + sum.text() + ")" : sum.text()) + " / " + std::to_string(window.numbers.size()) +
             equals(window.value, sum.full());
    }
    case WindowKind::filter: {
      const WrittenSum along = weighted_words(work.filter, work.filter.weights, window);
      if (work.filter.down.empty()) return along.text + equals(window.value, along.full);
      const WrittenSum down = weighted_words(work.filter, work.filter.down, window);
      return say("x: %1; y: %2; √(x² + y²)%3", along.text + equals(along.value, along.full),
                 down.text + equals(down.value, down.full), equals(window.value, true));
    }
  }
  unreachable();
}

}  // namespace mlplab
