// The shape of the text is checked first, letter by letter: from_chars alone would take 'inf' and '1e5x'.
#include "core/base/typed_number.h"

#include <algorithm>
#include <charconv>

#include "core/base/language.h"
#include "core/base/numbers.h"

namespace mlplab {

namespace {

bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(blanks);
  return first == text.npos ? std::string_view() : text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

/// Cut off the front of `text`.
std::string_view cut_digits(std::string_view& text) {
  const auto end = static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

/// '-', '−' or '+', cut off the front of `text`; whether it was one of the first two.
bool cut_sign(std::string_view& text) {
  for (const std::string_view sign : {"-", minus_sign, "+"}) {
    if (!text.starts_with(sign)) continue;
    text.remove_prefix(sign.size());
    return sign != "+";
  }
  return false;
}

/// For std::from_chars(), which knows '-' alone.
std::string with_hyphens(std::string_view text) {
  std::string plain(text);
  for (std::size_t at = 0; (at = plain.find(minus_sign, at)) != std::string::npos;)
    plain.replace(at, std::string_view(minus_sign).size(), "-");
  return plain;
}

/// 'e-3' to the end of the text, or nothing at all.
bool is_exponent(std::string_view text) {
  if (text.empty()) return true;
  if (text.front() != 'e' && text.front() != 'E') return false;
  text.remove_prefix(1);
  cut_sign(text);
  return !cut_digits(text).empty() && text.empty();
}

template <class Number>
bool read_all(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

std::optional<double> typed_number(std::string_view text, DecimalComma comma) {
  std::string plain = with_hyphens(without_blanks(text));
  if (comma == DecimalComma::accepted) std::ranges::replace(plain, ',', '.');
  std::string_view rest = plain;
  const bool negative = cut_sign(rest);
  const std::string unsigned_text(rest);
  const bool whole_part = !cut_digits(rest).empty();
  bool fraction = false;
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    fraction = !cut_digits(rest).empty();
  }
  double number = 0.0;
  if ((!whole_part && !fraction) || !is_exponent(rest) || !read_all(unsigned_text, number)) return std::nullopt;
  return negative ? -number : number;
}

std::string why_no_number(std::string_view text, DecimalComma comma) {
  if (typed_number(text, comma)) return {};
  if (comma == DecimalComma::refused && typed_number(text, DecimalComma::accepted))
    return say(
        "'%1' is not a number: the decimal sign is a point here, as in 0.001, and there are no separators of "
        "thousands",
        text);
  return say("'%1' is not a number; write it as 0.001 or 1e-3", text);
}

std::vector<std::string> parts_of(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    parts.emplace_back(without_blanks(text.substr(at, end - at)));
    at = end + 1;
  }
  return parts;
}

std::optional<TypedWhole> typed_whole_parts(std::string_view text) {
  std::string_view rest = without_blanks(text);
  TypedWhole whole{.size = 0, .negative = cut_sign(rest)};
  const std::string_view digits = cut_digits(rest);
  int exponent = 0;
  if (!read_all(digits, whole.size) || !is_exponent(rest)) return std::nullopt;
  if (!rest.empty()) {
    rest.remove_prefix(rest.substr(1).starts_with('+') ? 2 : 1);
    if (!read_all(rest, exponent) || exponent < 0) return std::nullopt;
  }
  for (; exponent > 0 && whole.size > 0; --exponent) {
    if (whole.size > std::numeric_limits<std::uint64_t>::max() / 10) return std::nullopt;
    whole.size *= 10;
  }
  return whole;
}

std::string why_no_whole(std::string_view text, const std::string& least, const std::string& most) {
  std::string_view digits = without_blanks(text);
  cut_sign(digits);
  return !cut_digits(digits).empty() && is_exponent(digits)
             ? say("'%1' is not a whole number from %2 to %3", text, least, most)
             : say("'%1' is not a whole number; write its digits alone, as in 60000", text);
}

}  // namespace mlplab
