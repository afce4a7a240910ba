#include <cctype>

#include "core/cuda_check/translate.h"

namespace mlplab {
namespace {

/// Whether the mark stands between digits of a number, as in 1'000: no character begins there.
bool is_digit_mark(std::string_view source, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && (is_of_name(source[begin - 1]) || source[begin - 1] == '\'')) --begin;
  return begin < at && std::isdigit(static_cast<unsigned char>(source[begin])) != 0;
}

/// Behind R"x( … )x"; `at` is its first quote.
std::size_t end_of_raw(std::string_view source, std::size_t at) {
  const std::size_t open = source.find('(', at);
  if (open == std::string_view::npos) return source.size();
  const std::string close = ")" + std::string(source.substr(at + 1, open - at - 1)) + "\"";
  const std::size_t end = source.find(close, open);
  return end == std::string_view::npos ? source.size() : end + close.size();
}

/// Behind the quote that closes the one at `at`, or the line's end.
std::size_t end_of_quoted(std::string_view source, std::size_t at) {
  for (std::size_t i = at + 1; i < source.size(); ++i) {
    if (source[i] == '\\')
      ++i;
    else if (source[i] == source[at])
      return i + 1;
    else if (source[i] == '\n')
      return i;
  }
  return source.size();
}

/// Where what begins at `at` ends; `at` itself where nothing does.
std::size_t end_of_text(std::string_view source, std::size_t at) {
  const auto end_from = [&](std::size_t found, std::size_t more) {
    return found == std::string_view::npos ? source.size() : found + more;
  };
  if (source.substr(at, 2) == "//") return end_from(source.find('\n', at), 0);
  if (source.substr(at, 2) == "/*") return end_from(source.find("*/", at + 2), 2);
  if (source[at] == '"') return at > 0 && source[at - 1] == 'R' ? end_of_raw(source, at) : end_of_quoted(source, at);
  if (source[at] == '\'' && !is_digit_mark(source, at)) return end_of_quoted(source, at);
  return at;
}

}  // namespace

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string without_texts(std::string_view source) {
  std::string code(source);
  for (std::size_t at = 0; at < code.size();) {
    const std::size_t end = end_of_text(source, at);
    if (end == at) ++at;
    for (; at < end; ++at)
      if (code[at] != '\n') code[at] = ' ';
  }
  return code;
}

}  // namespace mlplab
