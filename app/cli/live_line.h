// Texts in columns of a terminal, and the line at its bottom that follows what goes on, drawn over itself. That is
// never wider than the terminal: a line that wraps cannot be taken back, and each drawing would leave one behind.
#pragma once

#include <string>

namespace mlplab {

bool stderr_is_terminal();
/// The columns of the terminal behind stderr; COLUMNS, or 80, where the terminal does not report them.
std::size_t terminal_columns();
/// The columns that UTF-8 takes on a terminal: wide characters take two.
std::size_t columns_of(const std::string& text);
/// `line` in at most `columns`: what two blanks part is left out whole, from the end; a first part that is too long
/// itself is cut, and ends with '…'.
std::string fitted(const std::string& line, std::size_t columns);

/// On stderr; nothing where that is no terminal.
class LiveLine {
 public:
  explicit LiveLine(bool visible = stderr_is_terminal()) : visible_(visible) {}
  ~LiveLine() { clear(); }
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;
  bool visible() const { return visible_; }
  /// How long a line may be now.
  static std::size_t width() { return terminal_columns() - 1; }  // some terminals wrap at once in their last column
  void show(const std::string& line);
  void clear();

 private:
  bool visible_, drawn_ = false;
};

/// `text` and blanks behind it (before it) up to `width` columns; printf would count bytes, and ó has two.
std::string in_column(const std::string& text, std::size_t width);
std::string in_right_column(const std::string& text, std::size_t width);

}  // namespace mlplab
