#include "core/operations/typed_grid.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

std::vector<std::string> without_empty_ones(std::vector<std::string> parts) {
  std::erase_if(parts, [](const std::string& part) { return part.empty(); });
  return parts;
}

bool is_blank(const std::string& cell) { return cell.find_first_not_of(" \t\r") == std::string::npos; }

float number_in_cell(const std::string& text, std::size_t row, std::size_t column, DecimalComma comma) {
  if (is_blank(text))
    throw UsageError(
        say("row %1, column %2 is empty; every row needs as many numbers as the longest", row + 1, column + 1));
  const std::optional<double> number = typed_number(text, comma);
  if (!number) throw UsageError(say("row %1, column %2: %3", row + 1, column + 1, why_no_number(text, comma)));
  if (std::abs(*number) > most_typed_number)
    throw UsageError(
        say("row %1, column %2: %3 is not a number from -1,000,000 to 1,000,000", row + 1, column + 1, text));
  return static_cast<float>(*number);
}

}  // namespace

TypedCells cells_of(std::string_view text) {
  const auto has = [&](char sign) { return text.find(sign) != std::string_view::npos; };
  const char separator = has('\t') ? '\t' : has(';') ? ';' : has(',') ? ',' : ' ';
  TypedCells cells;
  // A line's '\r' is a blank around its last cell, except between tabs.
  for (const std::string& line : parts_of(text, '\n')) {
    std::vector<std::string> row = parts_of(line, separator);
    cells.push_back(separator == ' ' ? without_empty_ones(std::move(row)) : std::move(row));
  }
  while (!cells.empty() && std::ranges::all_of(cells.back(), is_blank)) cells.pop_back();
  return cells;
}

NumberGrid grid_of(const TypedCells& cells, DecimalComma comma) {
  std::size_t rows = 0, columns = 0;
  for (std::size_t row = 0; row < cells.size(); ++row)
    for (std::size_t column = 0; column < cells[row].size(); ++column)
      if (!is_blank(cells[row][column])) {
        rows = row + 1;
        columns = std::max(columns, column + 1);
      }
  if (rows == 0) throw UsageError(say("type at least one number"));
  if (rows > std::size_t{most_typed_side} || columns > std::size_t{most_typed_side})
    throw UsageError(
        say("%1 × %2 numbers are too many: the table takes %3 rows and %3 columns", rows, columns, most_typed_side));
  NumberGrid grid{.height = static_cast<int>(rows), .width = static_cast<int>(columns), .numbers = {}};
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t column = 0; column < columns; ++column)
      grid.numbers.push_back(
          number_in_cell(column < cells[row].size() ? cells[row][column] : std::string(), row, column, comma));
  return grid;
}

}  // namespace mlplab
