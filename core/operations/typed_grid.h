// Numbers that people type or paste as a grid, cell by cell: a spreadsheet's rows, or lines of a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/typed_number.h"
#include "core/operations/windows.h"

namespace mlplab {

inline constexpr int most_typed_side = 12;
inline constexpr double most_typed_number = 1e6;

/// The texts of cells, row by row; rows may have different lengths.
using TypedCells = std::vector<std::vector<std::string>>;

/// Lines are rows. Where the text has a tab, tabs separate; else semicolons; else commas; else blanks. Without the
/// blanks around cells and the empty lines at the end.
TypedCells cells_of(std::string_view text);

/// The grid of the numbers in `cells`, without the empty rows below and the empty columns to the right of the last
/// number. Throws UsageError naming the first cell that is empty between others or holds no number from -1,000,000 to
/// 1,000,000; where there is no number at all; where there are more than most_typed_side rows or columns.
NumberGrid grid_of(const TypedCells& cells, DecimalComma comma = DecimalComma::refused);

}  // namespace mlplab
