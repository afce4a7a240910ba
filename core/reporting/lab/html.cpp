// The page: its style is in it, nothing is fetched, nothing runs.
#include "core/base/language.h"
#include "core/reporting/lab/writers.h"
#include "core/reporting/xml.h"

namespace mlplab {
namespace {

constexpr const char* page_style = R"(
  :root { color-scheme: light; }
  body { font: 15px/1.5 system-ui, "Segoe UI", Helvetica, Arial, sans-serif; color: #1b1f24; background: #fff;
         max-width: 62rem; margin: 2rem auto; padding: 0 1.2rem; overflow-wrap: break-word; }
  h1 { font-size: 1.9rem; line-height: 1.2; margin: 0 0 .3rem; }
  h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; padding-top: .6rem; border-top: 1px solid #e1e4e9; }
  .made { color: #5b6470; margin: 0 0 1rem; }
  .by { margin: 1rem 0; } .by span { display: inline-block; min-width: 16rem; border-bottom: 1px solid #7f8792; }
  figure { margin: 1.4rem 0; break-inside: avoid; }
  figure svg, figure img { display: block; max-width: 100%; height: auto; }
  figcaption, .caption { color: #3d444d; font-size: .87rem; text-align: left; }
  figcaption { margin-top: .3rem; } .block { margin: 1.2rem 0; } .caption { margin: 0 0 .35rem; }
  .wide { overflow-x: auto; }
  table { border-collapse: collapse; font-size: .82rem; }
  th, td { padding: .22rem .42rem; border-bottom: 1px solid #e1e4e9; text-align: left; vertical-align: top; }
  th { border-bottom: 2px solid #7f8792; font-weight: 600; }
  th.n, td.n { text-align: right; } td.n { font-variant-numeric: tabular-nums; }
  .file { color: #5b6470; font-size: .8rem; margin: .25rem 0 0; }
  .space { border: 1px solid #7f8792; border-radius: 4px; min-height: 18rem; padding: .5rem .8rem; color: #5b6470; }
  @page { size: A4; margin: 16mm 15mm; }
  @media print {
    body { font-size: 10pt; max-width: none; margin: 0; padding: 0; }
    h1 { font-size: 18pt; } h2 { font-size: 13pt; break-after: avoid; }
    table { font-size: 7.6pt; width: 100%; } th, td { padding: .12rem .25rem; }
    tr { break-inside: avoid; } thead { display: table-header-group; } .caption { break-after: avoid; }
    .wide { overflow: visible; } .block { break-inside: avoid; }
    figure svg, figure img { max-height: 105mm; }
    .space { min-height: 110mm; break-inside: avoid; }
  }
)";  // untranslated: a style sheet

constexpr const char* page_begin = "<!DOCTYPE html>\n<html lang=\"";  // untranslated: markup
constexpr const char* page_head =
    "\">\n<head>\n<meta charset=\"utf-8\">\n"  // untranslated: markup
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    "style-src 'unsafe-inline'; img-src data:\">\n<title>";
constexpr const char* caption_begin = "<div class=\"block\"><p class=\"caption\" id=\"";    // untranslated: markup
constexpr const char* caption_end = "</p>\n<div class=\"wide\"><table aria-labelledby=\"";  // untranslated: markup
constexpr const char* space_begin = "<div class=\"space\">";                                // untranslated: markup
constexpr const char* words_column = "<th scope=\"col\">";                                  // untranslated: markup
constexpr const char* numbers_column = "<th scope=\"col\" class=\"n\">";                    // untranslated: markup
constexpr const char* name_begin = "</p>\n<p class=\"by\">";
constexpr const char* name_end = " <span>&nbsp;</span></p>\n";  // untranslated: markup

/// Digits first, after a sign: columns of numbers are read from the right.
bool is_number_cell(const std::string& text) {
  const bool negative = text.starts_with(minus_sign);
  const std::size_t at = negative ? std::string_view(minus_sign).size() : text.starts_with('+') ? 1 : 0;
  return at < text.size() && text[at] >= '0' && text[at] <= '9';
}

/// '83.5 %' and 'run 1' stay on one line.
std::string html_cell(const std::string& text) {
  constexpr std::size_t short_bytes = 12;
  std::string html = xml_escaped(text);
  if (text.size() > short_bytes) return html;
  for (std::size_t at = 0; (at = html.find(' ', at)) != std::string::npos;) html.replace(at, 1, "&nbsp;");
  return html;
}

std::string html_table(const ReportTable& table) {
  const std::vector<bool> numbers = number_columns(table);
  // Beside the table and not in it: a table that is scrolled would take its caption with it.
  const std::string id = "table-" + std::to_string(table.number);
  std::string html = caption_begin + id + "\"><b>" + table_words(table) + "</b> " + xml_escaped(table.caption) +
                     caption_end + id + "\">\n<thead><tr>";
  for (std::size_t i = 0; i < numbers.size(); ++i)
    html += (numbers[i] ? numbers_column : words_column) + xml_escaped(table.shown.header[i]) + "</th>";
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<std::string>& row : table.shown.rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      html += (numbers[i] ? "<td class=\"n\">" : "<td>") + html_cell(row[i]) + "</td>";
    html += "</tr>\n";
  }
  html += "</tbody></table></div>";
  if (!table.exact.header.empty()) html += "<p class=\"file\">" + file_words(xml_escaped(table.name) + ".csv") + "</p>";
  return html + "</div>\n";
}

std::string html_list(const ReportList& list) {
  std::string html = "<ul>\n";
  for (const std::string& item : list.items) html += "<li>" + xml_escaped(item) + "</li>\n";
  return html + "</ul>\n";
}

struct HtmlPart {
  const ChartElement& element;
  std::string operator()(const ReportParagraph& part) const { return "<p>" + xml_escaped(part.text) + "</p>\n"; }
  std::string operator()(const ReportList& part) const { return html_list(part); }
  std::string operator()(const ReportTable& part) const { return html_table(part); }
  std::string operator()(const ReportChart& part) const {
    return "<figure>\n" + (element ? element(part) : to_svg(part.chart, part.caption)) + "<figcaption><b>" +
           figure_words(part) + "</b> " + xml_escaped(part.caption) + "</figcaption>\n</figure>\n";
  }
  std::string operator()(const ReportSpace& part) const { return space_begin + xml_escaped(part.prompt) + "</div>\n"; }
};

}  // namespace

std::vector<bool> number_columns(const ReportTable& table) {
  std::vector<bool> numbers(table.shown.header.size(), false);
  if (table.exact.header.empty()) return numbers;
  for (const std::vector<std::string>& row : table.shown.rows)
    for (std::size_t i = 0; i < row.size(); ++i) numbers[i] = numbers[i] || is_number_cell(row[i]);
  return numbers;
}

std::string table_words(const ReportTable& table) { return say("Table %1.", table.number); }
std::string figure_words(const ReportChart& chart) { return say("Figure %1.", chart.number); }
std::string file_words(const std::string& file) { return say("Every digit: %1", file); }
std::string name_words() { return say("Name:"); }

std::string report_html(const Report& report, const ChartElement& element) {
  const std::string title = xml_escaped(report.title);
  std::string html = page_begin + language() + page_head + title + "</title>\n<style>" + page_style +
                     "</style>\n</head>\n<body>\n<h1>" + title + "</h1>\n<p class=\"made\">" +
                     xml_escaped(report.made) + name_begin + name_words() + name_end;
  for (const ReportSection& section : report.sections) {
    html += "<section>\n<h2>" + xml_escaped(section.title) + "</h2>\n";
    for (const ReportPart& part : section.parts) html += std::visit(HtmlPart{element}, part);
    html += "</section>\n";
  }
  return html + "</body>\n</html>\n";
}

}  // namespace mlplab
