// Numbers that people type, where an option or a field is one number. Base ten always, no thousands separators, no
// 'inf', 'nan' or hexadecimal digits; blanks around a number do not count, and '−', as the program shows it, is '-'. To
// add a place where a number is typed, call one of these, and show what was understood: tests/structure refuses any
// other reader. A list, or a text with numbers in it, is cut with parts_of() first.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mlplab {

/// '1, 2,' with ',' as '1', '2' and '': the parts, without the blanks around them; of an empty text one, empty.
std::vector<std::string> parts_of(std::string_view text, char separator);

/// Whether a comma is a decimal sign, as in the window where its language has it. The terminal, files and lists, in
/// which a comma separates, have the point alone, so that a command line means the same in every language.
enum class DecimalComma { refused, accepted };

/// '0.001', '.5', '1e-3'; '0,001' where the comma is accepted. Nothing for any other text, or beyond a double.
std::optional<double> typed_number(std::string_view text, DecimalComma comma = DecimalComma::refused);
/// Why `text` is no number, in a sentence; '' where it is one.
std::string why_no_number(std::string_view text, DecimalComma comma = DecimalComma::refused);

/// A whole number without its sign, and whether it is negative; nothing for any other text, or beyond 64 bits.
struct TypedWhole {
  std::uint64_t size = 0;
  bool negative = false;
};
std::optional<TypedWhole> typed_whole_parts(std::string_view text);

/// '64', '+64', '064' (which is 64), '1e3'. Nothing for '64.0', '1,000', '0x40', or what Whole does not hold.
template <std::integral Whole>
std::optional<Whole> typed_whole(std::string_view text) {
  const std::optional<TypedWhole> parts = typed_whole_parts(text);
  if (!parts) return std::nullopt;
  if (!parts->negative || parts->size == 0)
    return parts->size <= static_cast<std::uint64_t>(std::numeric_limits<Whole>::max())
               ? std::optional(static_cast<Whole>(parts->size))
               : std::nullopt;
  if constexpr (std::signed_integral<Whole>)
    if (parts->size <= static_cast<std::uint64_t>(std::numeric_limits<Whole>::max()))
      return static_cast<Whole>(-static_cast<Whole>(parts->size));
  return std::nullopt;
}
/// Why `text` is not a whole number from `least` to `most`, in a sentence.
std::string why_no_whole(std::string_view text, const std::string& least, const std::string& most);

}  // namespace mlplab
