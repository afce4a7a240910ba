// A check in words and as JSON, for the terminal and for the window.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/workshop/check.h"

namespace mlplab::workshop {

/// 'matrix_product.cpp, line 12: the kernel … (with AddressSanitizer …)'.
std::string in_words(const Work& work, const Fault& fault);
/// Without file and line: 'the kernel … (with AddressSanitizer …)'.
std::string sentence_with_build(const Work& work, const Fault& fault);
/// 'matrix_product.cpp:3:7: error: …'.
std::string in_words(const CompilerMessage& message);
/// 'wrong numbers of c: 12 of 221 (m = 17, n = 13), in rows 16 to 16 and columns 0 to 11': all that a map shows, but
/// the places between.
std::string map_in_words(const Work& work, const WrongElement& wrong);
/// All of it, a line each: the command, the compiler's messages, the faults, the map of the first wrong output.
std::vector<std::string> check_lines(const Work& work, const Check& check);
nlohmann::ordered_json check_json(const Work& work, const Check& check);

/// A check as its stages: compiled, right numbers, each sanitizer, and for CUDA what was counted. To add a stage: its
/// line in stages().
struct Stage {
  enum class State { passed, failed, not_looked };
  std::string title;
  State state = State::not_looked;
  std::string words;  // '12 calls agree with the program's own loops', '2 faults', why it was not looked at
};

std::vector<Stage> stages(const Work& work, const Check& check);

}  // namespace mlplab::workshop
