// All values of an enumeration, so that a test of 'every loss' has the one that somebody adds tomorrow. The compiler
// writes a value that has a name as that name, and any other as a number in parentheses.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace mlplab::test {

template <auto value>
constexpr bool is_enumerator() {
  constexpr std::string_view signature =
      __PRETTY_FUNCTION__;  // '… [with auto value = mlplab::Loss::hinge]', '(mlplab::Loss)7'
  constexpr std::size_t start = signature.rfind("value = ") + 8;
  return signature[start] != '(';
}

/// The named ones among the first 64 values.
template <class E>
std::vector<E> enumerators() {
  std::vector<E> all;
  [&all]<int... i>(std::integer_sequence<int, i...>) {
    ((is_enumerator<static_cast<E>(i)>() ? all.push_back(static_cast<E>(i)) : void()), ...);
  }
  (std::make_integer_sequence<int, 64>{});
  return all;
}

}  // namespace mlplab::test
