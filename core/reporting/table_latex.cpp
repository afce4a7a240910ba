// A table as LaTeX's tabular, which pdflatex takes without another package. To add a sign that it does not know: its
// line in `signs`.
#include <algorithm>
#include <string_view>

#include "core/reporting/table.h"

namespace mlplab {
namespace {

struct Sign {
  std::string_view text, latex;
};

/// First what LaTeX takes for a command, or sets as another sign; then what plain pdflatex with UTF-8 has no sign for,
/// or only in another encoding of fonts. Letters with accents, ñ, ¿ and ° need nothing; other alphabets need fonts of
/// their own.
constexpr Sign signs[] = {{"\\", "\\textbackslash{}"},
                          {"&", "\\&"},
                          {"%", "\\%"},
                          {"$", "\\$"},
                          {"#", "\\#"},
                          {"_", "\\_"},
                          {"{", "\\{"},
                          {"}", "\\}"},
                          {"~", "\\textasciitilde{}"},
                          {"^", "\\textasciicircum{}"},
                          {"<", "\\textless{}"},
                          {">", "\\textgreater{}"},
                          {"|", "\\textbar{}"},
                          {"\"", "''"},
                          {"`", "\\textasciigrave{}"},
                          {"[", "{[}"},  // at the beginning of a row it would be an argument of the '\\' before it
                          {"*", "{*}"},  // so would this
                          {"×", "$\\times$"},
                          {"−", "$-$"},
                          {"±", "$\\pm$"},
                          {"≈", "$\\approx$"},
                          {"≤", "$\\leq$"},
                          {"≥", "$\\geq$"},
                          {"·", "$\\cdot$"},
                          {"∞", "$\\infty$"},
                          {"√", "$\\surd$"},
                          {"✓", "$\\surd$"},
                          {"✗", "$\\times$"},
                          {"→", "$\\rightarrow$"},
                          {"←", "$\\leftarrow$"},
                          {"⌊", "$\\lfloor$"},
                          {"⌋", "$\\rfloor$"},
                          {"²", "$^{2}$"},
                          {"³", "$^{3}$"},
                          {"ᵀ", "$^{T}$"},
                          {"µ", "$\\mu$"},
                          {"β", "$\\beta$"},
                          {"ε", "$\\epsilon$"},
                          {"κ", "$\\kappa$"},
                          {"σ", "$\\sigma$"},
                          {"–", "--"},
                          {"—", "---"},
                          {"…", "\\ldots{}"},
                          {"«", "``"},
                          {"»", "''"},
                          {"\u00a0", "~"},
                          {"\u202f", "\\,"}};

std::string latex_text(std::string_view text) {
  std::string latex;
  while (!text.empty()) {
    const auto* sign = std::ranges::find_if(signs, [&](const Sign& one) { return text.starts_with(one.text); });
    if (sign != std::end(signs)) {
      latex += sign->latex;
      text.remove_prefix(sign->text.size());
      continue;
    }
    const char letter = text.front();
    const bool blank = static_cast<unsigned char>(letter) < ' ' || letter == '\x7f';
    if (letter == '-' && latex.ends_with('-')) latex += "{}";  // '--epochs': two of them would be one dash
    latex += blank ? ' ' : letter;
    text.remove_prefix(1);
  }
  return latex;
}

/// Numbers stand on the right: a column whose cells all begin as one, or with what stands for an unknown one.
bool has_numbers(const Table& table, std::size_t column) {
  const auto begins_as_number = [&](const std::vector<std::string>& row) {
    std::string_view cell = row[column];
    for (const std::string_view before : {"≈ ", "> ", "< ", "−", "-", "+", "–"})
      if (cell.starts_with(before)) cell.remove_prefix(before.size());
    return cell.empty() || (cell.front() >= '0' && cell.front() <= '9');
  };
  return !table.rows.empty() && std::ranges::all_of(table.rows, begins_as_number);
}

std::string latex_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i == 0 ? "  " : " & ") + latex_text(fields[i]);
  return line + " \\\\\n";
}

}  // namespace

std::string to_latex(const Table& table) {
  std::string columns;
  for (std::size_t i = 0; i < table.header.size(); ++i) columns += has_numbers(table, i) ? 'r' : 'l';
  std::string text = "\\begin{tabular}{" + columns + "}\n  \\hline\n" + latex_line(table.header) + "  \\hline\n";
  for (const std::vector<std::string>& row : table.rows) text += latex_line(row);
  return text + "  \\hline\n\\end{tabular}\n";  // untranslated: LaTeX's words
}

}  // namespace mlplab
