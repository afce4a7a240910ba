// A check as its stages: compiled, right numbers, each sanitizer, and for CUDA what was counted. To add a stage: its
// line in stages().
#pragma once

#include <string>
#include <vector>

#include "core/workshop/check.h"

namespace mlplab::workshop {

struct Stage {
  enum class State { passed, failed, not_looked };
  std::string title;
  State state = State::not_looked;
  std::string words;  // '12 calls agree with the program's own loops', '2 faults', why it was not looked at
};

std::vector<Stage> stages(const Work& work, const Check& check);

}  // namespace mlplab::workshop
