#include "core/base/printable.h"

#include <algorithm>

namespace mlplab {
namespace {

constexpr std::size_t longest_character = 4;  // bytes of a character of UTF-8

std::size_t bytes_announced_by(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first < 0xE0) return 2;
  if (first >= 0xE0 && first < 0xF0) return 3;
  return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

/// A character and its bytes; `bytes` 0 where `text` begins with none.
struct Utf8Character {
  char32_t code = 0;
  std::size_t bytes = 0;
};

Utf8Character first_character(std::string_view text) {
  const std::size_t bytes = bytes_announced_by(static_cast<unsigned char>(text.front()));
  if (bytes == 0 || bytes > text.size()) return {};
  constexpr unsigned char payload[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t code = static_cast<unsigned char>(text.front()) & payload[bytes];
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto next = static_cast<unsigned char>(text[i]);
    if ((next & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (next & 0x3FU);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};  // anything below has a shorter form
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  return code < least[bytes] || surrogate || code > 0x10FFFF ? Utf8Character{} : Utf8Character{code, bytes};
}

bool is_control_character(char32_t code) {
  if (code == '\n' || code == '\t') return false;
  const bool c0_or_c1 = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool direction = code == 0x061C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                         (code >= 0x2066 && code <= 0x2069);
  return c0_or_c1 || direction || code == 0x2028 || code == 0x2029;
}

std::string json_escaped(char32_t code) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text = "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) text += digits[(code >> shift) & 15U];
  return text;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [code, bytes] = first_character(text);
    if (bytes == 0)
      result += "�";
    else if (is_control_character(code))
      result += json_escaped(code);
    else
      result += text.substr(0, bytes);
    text.remove_prefix(std::max<std::size_t>(bytes, 1));
  }
  return result;
}

std::string printable_line(std::string_view text) {
  std::string line = printable(text);
  std::ranges::replace_if(
      line, [](char letter) { return letter == '\n' || letter == '\t'; }, ' ');
  return line;
}

std::size_t unfinished_bytes(std::string_view text) {
  for (std::size_t back = 1; back < longest_character && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0U) == 0x80U) continue;
    return bytes_announced_by(byte) > back ? back : 0;
  }
  return 0;
}

}  // namespace mlplab
