// Words in a row and parts of sentences.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace mlplab {

/// A part of a sentence at its begin: 'The parts of …' of 'the parts of …'. Letters of English and of Latin-1 (é, ñ) in
/// UTF-8; anything else stays as it is.
std::string first_letter_up(std::string sentence);
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
/// A list of each one's `value`, a function or a member.
template <class Range, class Value>
auto mapped(const Range& range, Value value) {
  std::vector<std::decay_t<decltype(std::invoke(value, *std::begin(range)))>> all;
  for (const auto& one : range) all.push_back(std::invoke(value, one));
  return all;
}
/// As values are typed.
inline std::string in_one_line(const std::vector<std::string>& words) { return joined(words, ", "); }

}  // namespace mlplab
