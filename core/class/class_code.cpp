#include "core/class/class_code.h"

#include <cstddef>
#include <cstdint>
#include <random>

namespace mlplab {
namespace {

constexpr std::string_view letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
constexpr std::size_t code_length = 8;

std::string random_text(std::string_view alphabet, std::size_t length) {
  std::random_device device;  // the system's generator, on Linux getrandom()
  std::uniform_int_distribution<std::size_t> any(0, alphabet.size() - 1);
  std::string text;
  for (std::size_t i = 0; i < length; ++i) text += alphabet[any(device)];
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
