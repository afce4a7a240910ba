// The calls that a kernel is checked with: every shape of its task with skewed numbers, some with NaN or infinity in
// one input, each with the outputs that the program's own loops give; and how outputs are compared. To add a kind of
// values: a member of Values, its line in check_cases() and in to_words().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/workshop/task.h"

namespace mlplab::workshop {

enum class Values { skewed, special };

struct CheckCase {
  Sizes sizes;
  Values values = Values::skewed;
  std::string special;  // 'NaN in a[3, 0]'
  Operands operands;    // inputs, and the outputs as they should be
};

std::vector<CheckCase> check_cases(const Task& task);
/// The inputs of a timed call, its outputs computed by nobody.
CheckCase timed_case(const Task& task, int n);
/// 'm = 3, n = 5, k = 2, NaN in a[3, 0]'.
std::string in_words(const Task& task, const CheckCase& one);

/// Where an output is wrong.
struct Difference {
  std::size_t parameter = 0, first = 0;  // the first wrong number of it
  Sizes shape;
  double expected = 0.0, found = 0.0;
  bool never_written = false;
  std::vector<bool> wrong;  // each number of it
  std::size_t count() const;
  /// One letter per number, '#' wrong and '.' right, a line per row; larger outputs are shrunk to most_rows ×
  /// most_columns, a letter then stands for several numbers.
  std::vector<std::string> map(int most_rows = 24, int most_columns = 64) const;
  /// The output as a table: its last dimension is columns, all before it rows.
  std::size_t rows() const { return wrong.size() / columns(); }
  std::size_t columns() const { return shape.empty() ? 1 : static_cast<std::size_t>(shape.back()); }
};

/// NaN first, then infinity, then |found - expected| <= tolerance · (|expected| + root mean square of all expected).
/// Nothing where every output is right. A number that still has the bits it had before the call was never written.
std::optional<Difference> difference(const Task& task, const CheckCase& one, const Operands& found);

/// A number of a kernel's, with all digits that a float has: 'NaN', '-∞', '0.5555573'.
std::string value_in_words(double value);
/// '[3, 0]' of place 15 in [4, 5].
std::string index_in_words(const Sizes& shape, std::size_t place);
/// 'c[3, 0]'.
std::string element_in_words(const Task& task, const Sizes& sizes, std::size_t parameter, std::size_t place);

}  // namespace mlplab::workshop
