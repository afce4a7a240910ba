// Columns of the terminal's tables and progress lines.
#pragma once

#include <string>

namespace mlplab {

/// `text` and blanks behind it (before it) up to `width` characters; printf would count bytes, and ó has two.
std::string in_column(const std::string& text, std::size_t width);
std::string in_right_column(const std::string& text, std::size_t width);
/// Characters of UTF-8.
std::size_t width_of(const std::string& text);

}  // namespace mlplab
