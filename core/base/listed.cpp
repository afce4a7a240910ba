#include "core/base/listed.h"

#include "core/base/language.h"

namespace mlplab {

std::string first_letter_up(std::string sentence) {
  const auto up = [](char& c, unsigned char from, unsigned char to) {
    const auto u = static_cast<unsigned char>(c);
    if (u >= from && u <= to) c = static_cast<char>(u - 0x20);
  };
  if (sentence.empty()) return sentence;
  if (sentence[0] == '\xc3' && sentence.size() > 1)
    up(sentence[1], 0xa0, 0xb6);  // à to ö: 0xb7 is ÷
  else
    up(sentence[0], 'a', 'z');
  return sentence;
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text = i == 0 ? words[i] : i + 1 == words.size() ? say("%1 and %2", text, words[i]) : text + ", " + words[i];
  return text;
}

}  // namespace mlplab
