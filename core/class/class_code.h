// The code of a class, which stands in its address, and the tokens by which the phones are told apart. Both come from
// the system's generator; neither leaves this process but to the class.
#pragma once

#include <string>
#include <string_view>

namespace mlplab {

/// Eight characters that are not mistaken for one another (no 0, O, 1, I, L): about 8.5e11 codes.
std::string make_class_code();
/// 32 hexadecimal digits.
std::string make_class_token();
/// As it is read aloud and typed: 'K7PX-2MQ4'.
std::string code_in_groups(std::string_view code);
/// Whether `typed` is the code, in small letters or with hyphens too. It takes as long for a wrong one.
bool is_class_code(std::string_view typed, std::string_view code);

}  // namespace mlplab
