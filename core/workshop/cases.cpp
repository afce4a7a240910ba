#include "core/workshop/cases.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "resources/workshop/exchange.h"

namespace mlplab::workshop {
namespace {

constexpr std::uint64_t seed = 37;

/// Skewed on purpose: means that differ from column to column, a few large values; symmetric noise would hide a wrong
/// sign or a transposed operand. Every seventh or so is negative.
void draw_skewed(Operands& operands, std::size_t array, Random& random) {
  for (std::size_t i = 0; i < operands.count(array); ++i)
    operands.floats(array)[i] =
        random.symmetric() + 0.5F + 0.05F * static_cast<float>(i % 7) + (i % 31 == 5 ? 2.0F : 0.0F);
}

CheckCase drawn(const Task& task, const Sizes& sizes, std::uint32_t salt) {
  CheckCase one{sizes, Values::skewed, {}, empty_operands(task, sizes)};
  Random random(seed, RandomStream::operations, salt);
  if (task.draw != nullptr) {
    task.draw(sizes, one.operands, random);
    return one;
  }
  for (std::size_t i = 0; i < task.parameters.size(); ++i)
    if (!task.parameters[i].is_output) draw_skewed(one.operands, i, random);
  return one;
}

/// Each special value in the middle of each input of floats.
void add_special(const Task& task, const Sizes& sizes, std::vector<CheckCase>& all) {
  for (std::size_t i = 0; i < task.parameters.size(); ++i)
    for (const float value : task.special) {
      if (task.parameters[i].is_output || task.parameters[i].is_whole) continue;
      CheckCase one = drawn(task, sizes, static_cast<std::uint32_t>(all.size()));
      const std::size_t place = one.operands.count(i) / 2;
      one.values = Values::special;
      one.operands.floats(i)[place] = value;
      one.special = say("%1 in %2", value_in_words(value), element_in_words(task, sizes, i, place));
      all.push_back(std::move(one));
    }
}

bool is_close(double expected, double found, double scale, double tolerance) {
  if (std::isnan(expected) || std::isnan(found)) return std::isnan(expected) && std::isnan(found);
  if (std::isinf(expected) || std::isinf(found)) return expected == found;
  return std::abs(found - expected) <= tolerance * (std::abs(expected) + scale);
}

double root_mean_square(const float* values, std::size_t count) {
  double squares = 0.0;
  std::size_t finite = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (std::isfinite(values[i])) squares += double{values[i]} * double{values[i]}, ++finite;
  return finite == 0 ? 0.0 : std::sqrt(squares / static_cast<double>(finite));
}

}  // namespace

std::vector<CheckCase> check_cases(const Task& task) {
  std::vector<CheckCase> all;
  for (const Sizes& sizes : task.shapes) all.push_back(drawn(task, sizes, static_cast<std::uint32_t>(all.size())));
  add_special(task, task.shapes[task.shapes.size() / 2], all);
  add_special(task, task.shapes[task.shapes.size() - 2], all);
  const std::unique_ptr<Backend> reference = make_backend(reference_entry(), {});
  for (CheckCase& one : all) task.compute(*reference, one.sizes, one.operands);
  return all;
}

CheckCase timed_case(const Task& task, int n) { return drawn(task, task.timed_shape(n), 0); }

std::string in_words(const Task& task, const CheckCase& one) {
  const std::string sizes = in_words(task, one.sizes);
  return one.special.empty() ? sizes : sizes + ", " + one.special;
}

std::size_t Difference::count() const { return static_cast<std::size_t>(std::ranges::count(wrong, true)); }

std::vector<std::string> Difference::map(int most_rows, int most_columns) const {
  const std::size_t columns = this->columns(), rows = this->rows();
  const std::size_t shown_rows = std::min<std::size_t>(rows, static_cast<std::size_t>(most_rows));
  const std::size_t shown_columns = std::min<std::size_t>(columns, static_cast<std::size_t>(most_columns));
  std::vector<std::string> lines(shown_rows, std::string(shown_columns, '.'));
  for (std::size_t place = 0; place < wrong.size(); ++place)
    if (wrong[place]) lines[place / columns * shown_rows / rows][place % columns * shown_columns / columns] = '#';
  return lines;
}

std::optional<Difference> difference(const Task& task, const CheckCase& one, const Operands& found) {
  for (std::size_t p = 0; p < task.parameters.size(); ++p) {
    if (!task.parameters[p].is_output) continue;
    const std::size_t count = one.operands.count(p);
    std::vector<float> expected(count), values(count);
    std::memcpy(expected.data(), one.operands.bytes(p).data(), count * sizeof(float));
    std::memcpy(values.data(), found.bytes(p).data(), count * sizeof(float));
    const double scale = root_mean_square(expected.data(), count);
    Difference difference{.parameter = p, .shape = shape_of(task, task.parameters[p], one.sizes)};
    difference.wrong.resize(count);
    bool any = false;
    for (std::size_t i = 0; i < count; ++i) {
      const bool unwritten = std::bit_cast<std::uint32_t>(values[i]) == mlplab_workshop::unwritten;
      if (!unwritten && is_close(expected[i], values[i], scale, task.tolerance)) continue;
      difference.wrong[i] = true;
      if (std::exchange(any, true)) continue;
      difference.first = i, difference.expected = expected[i], difference.found = values[i];
      difference.never_written = unwritten;
    }
    if (any) return difference;
  }
  return std::nullopt;
}

std::string value_in_words(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0.0 ? "∞" : "-∞";
  return significant(value, 7);
}

std::string index_in_words(const Sizes& shape, std::size_t place) {
  std::string text;
  for (std::size_t i = shape.size(); i-- > 0;) {
    const auto size = static_cast<std::size_t>(std::max(1, shape[i]));
    text = std::to_string(i == 0 ? place : place % size) + (text.empty() ? "" : ", ") + text;
    place /= size;
  }
  return "[" + text + "]";
}

std::string element_in_words(const Task& task, const Sizes& sizes, std::size_t parameter, std::size_t place) {
  return task.parameters[parameter].name + index_in_words(shape_of(task, task.parameters[parameter], sizes), place);
}

}  // namespace mlplab::workshop
