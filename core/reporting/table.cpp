// Escaping and padding; what the columns mean is the caller's business.
#include "core/reporting/table.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace mlplab {

namespace {

/// Numbers beyond a double, which from_chars() takes for an error, are digits all the same.
bool is_number(const std::string& text) {
  double value = 0.0;
  return std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size();
}

std::string harmless_in_a_sheet(const std::string& text) {
  const bool formula = !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  return formula && text.size() > 1 && !is_number(text) ? "'" + text : text;
}

std::string csv_field(const std::string& field) {
  const std::string text = harmless_in_a_sheet(field);
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string markdown_field(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c == '\n' ? ' ' : c);
  return escaped;
}

// Characters of UTF-8 text: bytes that do not continue one.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) line += (i > 0 ? "," : "") + csv_field(fields[i]);
  return line + "\n";
}

void add_cell(Table& table, const std::string& title, const std::string& text) {
  if (table.rows.size() == 1) table.header.push_back(title);
  table.rows.back().push_back(text);
}

}  // namespace

void TableInTwoForms::begin_row() {
  shown.rows.emplace_back();
  exact.rows.emplace_back();
}

void TableInTwoForms::add(const std::string& title, const std::string& name, const std::string& text,
                          const std::string& in_file) {
  if (!title.empty()) add_cell(shown, title, text);
  if (!name.empty()) add_cell(exact, name, in_file);
}

void TableInTwoForms::number(const std::string& title, const std::string& name, double value,
                             const std::string& words) {
  const std::string text = words.empty() ? significant(value) : words;
  add(title, name, std::isfinite(value) ? text : "–", mlplab::exact(value));
}

void TableInTwoForms::numbers(std::initializer_list<std::pair<const char*, double>> all) {
  for (const auto& [name, value] : all) add_cell(exact, name, mlplab::exact(value));
}

std::string to_csv(const Table& table) {
  std::string text = csv_line(table.header);
  for (const auto& row : table.rows) text += csv_line(row);
  return text;
}

std::string to_markdown(const Table& table) {
  std::vector<std::size_t> widths;
  for (const std::string& title : table.header)
    widths.push_back(std::max<std::size_t>(3, width_of(markdown_field(title))));
  for (const auto& row : table.rows) {
    for (std::size_t i = 0; i < widths.size(); ++i) widths[i] = std::max(widths[i], width_of(markdown_field(row[i])));
  }
  const auto line = [&](const std::vector<std::string>& fields) {
    std::string text = "|";
    for (std::size_t i = 0; i < widths.size(); ++i) {
      const std::string field = markdown_field(fields[i]);
      text += " " + field + std::string(widths[i] - width_of(field), ' ') + " |";
    }
    return text + "\n";
  };
  std::string text = line(table.header) + "|";
  for (const std::size_t width : widths) text += " " + std::string(width, '-') + " |";
  text += "\n";
  for (const auto& row : table.rows) text += line(row);
  return text;
}

}  // namespace mlplab
