#include "app/cli/columns.h"

#include <algorithm>

namespace mlplab {

std::size_t width_of(const std::string& text) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::ranges::count_if(text, begins));
}

std::string in_column(const std::string& text, std::size_t width) {
  return text + std::string(std::max(width, width_of(text)) - width_of(text), ' ');
}

std::string in_right_column(const std::string& text, std::size_t width) {
  return std::string(std::max(width, width_of(text)) - width_of(text), ' ') + text;
}

}  // namespace mlplab
