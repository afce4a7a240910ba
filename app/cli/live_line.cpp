#include "app/cli/live_line.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include "core/base/printable.h"

namespace mlplab {
namespace {

constexpr std::size_t usual_columns = 80, least_columns = 2;

/// East Asian Wide and Fullwidth, and pictographs, as terminals draw them.
bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
         (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD);
}

/// The character at `at` and, in `bytes`, its length. A byte that is no UTF-8 counts as one character.
char32_t character_at(std::string_view text, std::size_t at, std::size_t& bytes) {
  const auto first = static_cast<unsigned char>(text[at]);
  const std::size_t wanted = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  bytes = std::min(wanted, text.size() - at);
  char32_t character = wanted == 1 ? first : first & (0x7FU >> wanted);
  for (std::size_t i = 1; i < bytes; ++i)
    character = (character << 6U) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
  return character;
}

/// How many bytes of `text` take at most `columns`, and in `taken` how many columns these take.
std::size_t bytes_within(std::string_view text, std::size_t columns, std::size_t& taken) {
  taken = 0;
  std::size_t at = 0;
  for (std::size_t bytes = 0; at < text.size(); at += bytes) {
    const std::size_t width = is_wide(character_at(text, at, bytes)) ? 2 : 1;
    if (taken + width > columns) break;
    taken += width;
  }
  return at;
}

/// The text that empties the line. On a terminal that knows no codes (Emacs' shell, a serial line) blanks overwrite it.
std::string empty_line() {
  const char* kind = std::getenv("TERM");
  const bool plain = kind == nullptr || *kind == '\0' || std::string_view(kind) == "dumb";
  return plain ? "\r" + std::string(LiveLine::width(), ' ') + "\r" : "\r\033[K";
}

/// Past std::cerr, which lets no codes of a terminal through. A terminal that is gone is no fault of the run.
void draw_raw(const std::string& text) {
  [[maybe_unused]] const auto count = ::write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) != 0; }

std::size_t terminal_columns() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::max<std::size_t>(size.ws_col, least_columns);
  const char* said = std::getenv("COLUMNS");
  const long columns = said != nullptr ? std::strtol(said, nullptr, 10) : 0;
  return columns > 0 ? std::max(static_cast<std::size_t>(columns), least_columns) : usual_columns;
}

std::size_t columns_of(const std::string& text) {
  std::size_t taken = 0;
  bytes_within(text, std::string::npos, taken);
  return taken;
}

std::string fitted(const std::string& line, std::size_t columns) {
  std::size_t taken = 0;
  const std::size_t bytes = bytes_within(line, columns, taken);
  if (bytes == line.size()) return line;
  std::size_t end = line.rfind("  ", bytes);
  while (end != std::string::npos && end > 0 && line[end - 1] == ' ') --end;
  if (end != std::string::npos && end > 0) return line.substr(0, end);
  if (columns == 0) return {};
  return line.substr(0, bytes_within(line, columns - 1, taken)) + "…";
}

void LiveLine::show(const std::string& line) {
  if (!visible_) return;
  draw_raw(empty_line() + fitted(printable_line(line), width()));
  drawn_ = true;
}

void LiveLine::clear() {
  if (drawn_) draw_raw(empty_line());
  drawn_ = false;
}

std::string in_column(const std::string& text, std::size_t width) {
  return text + std::string(std::max(width, columns_of(text)) - columns_of(text), ' ');
}

std::string in_right_column(const std::string& text, std::size_t width) {
  return std::string(std::max(width, columns_of(text)) - columns_of(text), ' ') + text;
}

}  // namespace mlplab
