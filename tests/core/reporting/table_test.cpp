// CSV and Markdown with fields that would break a careless writer.
#include "core/reporting/table.h"

#include <gtest/gtest.h>

#include <algorithm>
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

/// The cells of a line of a tabular, as TeX sees them: '&' ends one where no '\' is before it.
std::vector<std::string> latex_cells(const std::string& line) {
  std::vector<std::string> cells(1);
  for (std::size_t i = 0; i < line.size(); ++i)
    if (line[i] == '&')
      cells.emplace_back();
    else if (line[i] == '\\' && i + 1 < line.size())
      cells.back() += line.substr(i++, 2);
    else
      cells.back() += line[i];
  return cells;
}

TEST(Table, LatexHasAsManyCellsAsColumnsWhateverIsInThem) {
  const std::vector<std::string> hostile = {"a & b", "50 %",       "$x$", "#1",   "x_1",      "{x",  "x}",   "~/x",
                                            "x^2",   "a\\b",       "\\",  "[4]",  "*",        "a<b", "a>b",  "a|b",
                                            "\"x\"", "two\nlines", "`x`", "a--b", "\\end{x}", "",    "−1.5", "2 ± 1 ×"};
  Table table{{"name", "value", "% & _"}, {}};
  for (const std::string& text : hostile) table.rows.push_back({text, "–", text});
  const std::string latex = to_latex(table);
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < latex.size(); at = latex.find('\n', at) + 1)
    lines.push_back(latex.substr(at, latex.find('\n', at) - at));
  ASSERT_EQ(lines.size(), hostile.size() + 6);
  EXPECT_EQ(lines.front(), "\\begin{tabular}{lrl}");
  EXPECT_EQ(lines.back(), "\\end{tabular}");
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i] == "  \\hline" || i == 0 || i + 1 == lines.size()) continue;
    EXPECT_TRUE(lines[i].ends_with(" \\\\")) << lines[i];
    const std::vector<std::string> cells = latex_cells(lines[i].substr(0, lines[i].size() - 3));
    EXPECT_EQ(cells.size(), 3U) << lines[i];
    for (const std::string& cell : cells) {
      int depth = 0, math = 0;
      for (std::size_t at = 0; at < cell.size(); ++at) {
        if (cell[at] == '\\') {
          EXPECT_NE(cell[++at], '\\') << "a line ends in a cell: " << cell;
          continue;
        }
        depth += cell[at] == '{' ? 1 : cell[at] == '}' ? -1 : 0;
        math += cell[at] == '$' ? 1 : 0;
        EXPECT_GE(depth, 0) << cell;
        EXPECT_EQ(std::string("%#~|<>\"`").find(cell[at]), std::string::npos) << cell;
        EXPECT_TRUE(math % 2 == 1 || (cell[at] != '^' && cell[at] != '_')) << cell;
      }
      EXPECT_EQ(depth, 0) << cell;
      EXPECT_EQ(math % 2, 0) << cell;
      EXPECT_EQ(cell.find("--b"), std::string::npos) << cell;
      const std::string first = cell.substr(std::min(cell.find_first_not_of(' '), cell.size()));
      EXPECT_FALSE(first.starts_with("[") || first.starts_with("*")) << "an argument of the line before: " << cell;
    }
  }
}

TEST(Table, LatexHasTheSignsOfMeasurements) {
  const Table table{{"n", "ñandú «x»"}, {{"−1.5", "✓ 2 × 3 ± 1"}, {"≈ 2", "x–y… 10² µs"}}};
  EXPECT_EQ(to_latex(table),
            "\\begin{tabular}{rl}\n  \\hline\n  n & ñandú ``x'' \\\\\n  \\hline\n"
            "  $-$1.5 & $\\surd$ 2 $\\times$ 3 $\\pm$ 1 \\\\\n"
            "  $\\approx$ 2 & x--y\\ldots{} 10$^{2}$ $\\mu$s \\\\\n  \\hline\n\\end{tabular}\n");
}

TEST(Table, ExactNumbersReadBack) {
  EXPECT_EQ(exact(0.1), "0.1");
  EXPECT_EQ(std::stod(exact(1.0 / 3.0)), 1.0 / 3.0);
  EXPECT_EQ(exact(std::nan("")), "");
  EXPECT_EQ(exact(std::numeric_limits<double>::infinity()), "");
}

}  // namespace
}  // namespace mlplab
