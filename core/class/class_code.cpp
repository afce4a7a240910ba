#include "core/class/class_code.h"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr std::string_view letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
constexpr std::size_t code_length = 8;

/// Many bytes at once: std::random_device asks the processor for each number, which takes microseconds.
std::string random_text(std::string_view alphabet, std::size_t length) {
  const std::size_t fair = 256 / alphabet.size() * alphabet.size();  // larger bytes would favour the first letters
  std::string text;
  while (text.size() < length) {
    std::array<std::uint8_t, 64> bytes{};
    if (::getentropy(bytes.data(), bytes.size()) != 0)
      throw InputError(say("the system has no random numbers for the code of a class; try again"));
    for (std::size_t i = 0; i < bytes.size() && text.size() < length; ++i)
      if (bytes[i] < fair) text += alphabet[bytes[i] % alphabet.size()];
  }
  return text;
}

}  // namespace

std::string make_class_code() { return random_text(letters, code_length); }

std::string make_class_token() { return random_text("0123456789abcdef", 32); }

std::string code_in_groups(std::string_view code) {
  std::string text;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (i > 0 && i % 4 == 0) text += '-';
    text += code[i];
  }
  return text;
}

bool is_class_code(std::string_view typed, std::string_view code) {
  std::string plain;
  for (const char letter : typed.substr(0, 4 * code.size())) {
    if (letter == '-') continue;
    plain += letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  }
  unsigned differs = plain.size() == code.size() ? 0U : 1U;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char other = i < plain.size() ? plain[i] : '\0';
    differs |= static_cast<std::uint8_t>(other) ^ static_cast<std::uint8_t>(code[i]);
  }
  return differs == 0 && !code.empty();
}

}  // namespace mlplab
