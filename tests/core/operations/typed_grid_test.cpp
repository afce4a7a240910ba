// Grids as they are typed and pasted: each separator, rows of different lengths, and the sentence for each bad cell.
#include "core/operations/typed_grid.h"

#include <gtest/gtest.h>

#include "core/base/error.h"

namespace mlplab {
namespace {

std::string refusal(const TypedCells& cells, DecimalComma comma = DecimalComma::refused) {
  try {
    (void)grid_of(cells, comma);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(TypedGrid, EverySeparatorGivesTheSameGrid) {
  const NumberGrid expected{2, 3, {1, -2.5F, 3, 4, 5, 600}};
  for (const char* text : {"1\t-2.5\t3\n4\t5\t6e2\n", "1\t-2.5\t3\r\n4\t5\t600\r\n\r\n", "1;-2.5;3\n4; 5 ;600",
                           "1, -2.5, 3\n4,5,600", "1 -2.5  3\n 4 5 600 ", "1\t-2.5\t3\t\n4\t5\t600\t\n\t\t\n"})
    EXPECT_EQ(grid_of(cells_of(text)), expected) << text;
  EXPECT_EQ(grid_of(cells_of("7")), (NumberGrid{1, 1, {7}}));
}

TEST(TypedGrid, ACommaIsADecimalSignWhereTheLanguageHasIt) {
  EXPECT_EQ(grid_of(cells_of("0,5\t1\n2\t3,25"), DecimalComma::accepted), (NumberGrid{2, 2, {0.5F, 1, 2, 3.25F}}));
  EXPECT_EQ(grid_of(cells_of("0,5;1"), DecimalComma::accepted), (NumberGrid{1, 2, {0.5F, 1}}));
  EXPECT_NE(refusal(cells_of("0,5\t1")).find("row 1, column 1: '0,5' is not a number"), std::string::npos);
}

TEST(TypedGrid, ABadCellIsNamed) {
  EXPECT_EQ(refusal({{"1", "2"}, {"3"}}), "row 2, column 2 is empty; every row needs as many numbers as the longest");
  EXPECT_EQ(refusal({{"1", " ", "3"}}), "row 1, column 2 is empty; every row needs as many numbers as the longest");
  EXPECT_EQ(refusal({{"1", "2"}, {"3", "x"}}), "row 2, column 2: 'x' is not a number; write it as 0.001 or 1e-3");
  for (const char* text : {"nan", "inf", "0x10", "1e999", "1 2"}) EXPECT_NE(refusal({{text}}), "") << text;
  EXPECT_EQ(refusal({{"-1000001"}}), "row 1, column 1: -1000001 is not a number from -1,000,000 to 1,000,000");
  EXPECT_EQ(refusal({{"-1000000"}}), "");
  for (const TypedCells& empty : {TypedCells{}, {{}}, {{"", " "}, {"\t"}}})
    EXPECT_EQ(refusal(empty), "type at least one number");
  EXPECT_EQ(refusal(TypedCells(13, {"1"})), "13 × 1 numbers are too many: the table takes 12 rows and 12 columns");
  EXPECT_EQ(refusal({std::vector<std::string>(13, "1")}),
            "1 × 13 numbers are too many: the table takes 12 rows and 12 columns");
  EXPECT_EQ(refusal(TypedCells(12, std::vector<std::string>(12, "1"))), "");
}

}  // namespace
}  // namespace mlplab
