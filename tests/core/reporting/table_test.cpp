// CSV and Markdown with fields that would break a careless writer.
#include "core/reporting/table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mlplab {
namespace {

TEST(Table, CsvQuotesWhatNeedsIt) {
  const Table table = {{"a", "b"}, {{"1,5", "say \"x\""}, {"two\nlines", ""}}};
  EXPECT_EQ(to_csv(table), "a,b\n\"1,5\",\"say \"\"x\"\"\"\n\"two\nlines\",\n");
}

TEST(Table, CsvHasNoFormulas) {
  const Table table{
      {"name", "value"},
      {{"=1+1", "-0.5"}, {"@SUM(A1)", "1e-5"}, {"+cmd|' /C calc'!A0", "-1e999"}, {"-2+3", "-inf"}, {"\t=1", "-"}}};
  EXPECT_EQ(to_csv(table), "name,value\n'=1+1,-0.5\n'@SUM(A1),1e-5\n'+cmd|' /C calc'!A0,-1e999\n'-2+3,-inf\n'\t=1,-\n");
}

TEST(Table, MarkdownPadsByCharactersAndEscapesBars) {
  const Table table = {{"a", "b"}, {{"±×", "x|y"}}};
  EXPECT_EQ(to_markdown(table), "| a   | b    |\n| --- | ---- |\n| ±×  | x\\|y |\n");
}

TEST(Table, ExactNumbersReadBack) {
  EXPECT_EQ(exact(0.1), "0.1");
  EXPECT_EQ(std::stod(exact(1.0 / 3.0)), 1.0 / 3.0);
  EXPECT_EQ(exact(std::nan("")), "");
  EXPECT_EQ(exact(std::numeric_limits<double>::infinity()), "");
}

}  // namespace
}  // namespace mlplab
