// Parts of sentences that stand at a begin: 'the parts of …' becomes 'The parts of …'.
#pragma once

#include <string>

namespace mlplab {

/// Letters of English and of Latin-1 (é, ñ) in UTF-8; anything else stays as it is.
std::string first_letter_up(std::string sentence);

}  // namespace mlplab
