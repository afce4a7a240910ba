// Words in a row, for sentences.
#pragma once

#include <string>
#include <vector>

namespace mlplab {

/// 'a', 'a and b', 'a, b and c'; '' for none.
std::string listed(const std::vector<std::string>& words);
/// 'a, b, c', as values are typed.
std::string in_one_line(const std::vector<std::string>& words);

}  // namespace mlplab
