#include "core/study/first_letter.h"

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

}  // namespace mlplab
