// CommonMark with GitHub's tables. Texts of users and programs are text here, never markup.
#include <cctype>

#include "core/reporting/lab/writers.h"

namespace mlplab {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

std::string markdown_text(const std::string& text) {
  std::string escaped;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool inside_word = i > 0 && i + 1 < text.size() && is_word(text[i - 1]) && is_word(text[i + 1]);
    const bool markup = c == '\\' || c == '`' || c == '*' || c == '[' || c == ']' || c == '<' || c == '>' || c == '~' ||
                        (c == '&' && i + 1 < text.size() && (is_word(text[i + 1]) || text[i + 1] == '#')) ||
                        (c == '_' && !inside_word) || ((c == '#' || c == '|') && i == 0);
    // A line of its own could begin a list or a heading.
    if (c == '\n' || c == '\r')
      escaped += ' ';
    else
      escaped += markup ? std::string("\\") + c : std::string(1, c);
  }
  return escaped;
}

Table markdown_cells(const Table& table) {
  Table escaped;
  for (const std::string& title : table.header) escaped.header.push_back(markdown_text(title));
  for (const std::vector<std::string>& row : table.rows) {
    escaped.rows.emplace_back();
    for (const std::string& cell : row) escaped.rows.back().push_back(markdown_text(cell));
  }
  return escaped;
}

struct MarkdownPart {
  std::string operator()(const ReportParagraph& part) const { return markdown_text(part.text) + "\n\n"; }
  std::string operator()(const ReportList& part) const {
    std::string text;
    for (const std::string& item : part.items) text += "- " + markdown_text(item) + "\n";
    return text + "\n";
  }
  std::string operator()(const ReportTable& part) const {
    std::string text = "**" + table_words(part) + "** " + markdown_text(part.caption) + "\n\n" +
                       to_markdown(markdown_cells(part.shown)) + "\n";
    if (!part.exact.header.empty()) text += file_words("[" + part.name + ".csv](" + part.name + ".csv)") + "\n\n";
    return text;
  }
  std::string operator()(const ReportChart& part) const {
    return "![" + markdown_text(part.chart.title) + "](" + part.name + ".svg)\n\n**" + figure_words(part) + "** " +
           markdown_text(part.caption) + "\n\n";
  }
  std::string operator()(const ReportSpace& part) const { return "*" + markdown_text(part.prompt) + "*\n\n"; }
};

}  // namespace

std::string report_markdown(const Report& report) {
  std::string text =
      "# " + markdown_text(report.title) + "\n\n" + markdown_text(report.made) + "\n\n" + name_words() + "\n\n";
  for (const ReportSection& section : report.sections) {
    text += "## " + markdown_text(section.title) + "\n\n";
    for (const ReportPart& part : section.parts) text += std::visit(MarkdownPart{}, part);
  }
  while (text.ends_with("\n\n")) text.pop_back();
  return text;
}

}  // namespace mlplab
