// A lab report read back as a reader would: the tables of its page and of its Markdown, held number by number against
// the CSV files beside it, in the language that is set (core/base/language.h). A table of a new kind: its columns in
// rules_of().
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mlplab::test {

struct ReadTable {
  std::string file;  // 'sweep-1.csv'; '' where none is named
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

/// RFC 4180.
ReadTable read_csv(const std::string& text);
std::vector<ReadTable> tables_of_html(const std::string& page);
std::vector<ReadTable> tables_of_markdown(const std::string& text);

/// The numbers in a text, in their order.
std::vector<std::string> numbers_in(const std::string& text);

/// Where a shown number is not the CSV's, rounded to the digits that are shown; where a cell shows nothing though the
/// CSV knows the number, or a number that it does not have; where a column has no rule. Empty where all is well.
std::vector<std::string> differences(const ReadTable& shown, const ReadTable& csv);
/// The differences of a whole report in `folder`, for every table in report.html and report.md that names a file. Also
/// the cells in which the two pages differ, and CSV files that neither page names. `tables`: how many were compared
/// with a file.
std::vector<std::string> report_differences(const std::filesystem::path& folder, int* tables = nullptr);

}  // namespace mlplab::test
