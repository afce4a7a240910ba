// Rows of text, written as CSV (RFC 4180), Markdown or LaTeX. A new format: a function here.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/base/numbers.h"

namespace mlplab {

struct Table {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  // each as long as the header
};

/// A table as people read it and as its file has it, made cell by cell: the titles of the first row are the header. A
/// title that is '' is in that form no column.
struct TableInTwoForms {
  Table shown, exact;

  void begin_row();
  void add(const std::string& title, const std::string& name, const std::string& text, const std::string& in_file);
  void add(const std::string& title, const std::string& name, const std::string& text) { add(title, name, text, text); }
  /// '–' and '' where it is not known. `words`: as it is shown; '' for three digits.
  void number(const std::string& title, const std::string& name, double value, const std::string& words = {});
  /// In the file alone.
  void numbers(std::initializer_list<std::pair<const char*, double>> all);
};

/// Fields with a comma, a quote or a line break are quoted; lines end with \n. A name that a spreadsheet would compute
/// as a formula ('=1+1', '@SUM', '-cmd') gets an apostrophe before it; numbers stay as they are.
std::string to_csv(const Table& table);
/// Columns padded to one width, so that it also reads well as plain text.
std::string to_markdown(const Table& table);
/// A tabular with lines above, below and under the titles, numbers on the right; it needs no package.
std::string to_latex(const Table& table);

}  // namespace mlplab
