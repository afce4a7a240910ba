// Words in a row, for sentences.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mlplab {

/// 'a', 'a and b', 'a, b and c'; '' for none.
std::string listed(const std::vector<std::string>& words);
/// 'a, b, c': what `word`, a function or a member, says of each.
template <class Range, class Word = std::identity>
std::string joined(const Range& range, std::string_view between, Word word = {}) {
  std::string text;
  for (const auto& one : range) {
    if (!text.empty()) text += between;
    text += std::invoke(word, one);
  }
  return text;
}
/// As values are typed.
inline std::string in_one_line(const std::vector<std::string>& words) { return joined(words, ", "); }

}  // namespace mlplab
