// Whether a trainer's program is here and can do its work: the one place that starts a program without a run.
#pragma once

#include <filesystem>
#include <string>

#include "core/launch/external/trainer_file.h"

namespace mlplab {

struct TrainerCheck {
  std::filesystem::path program;  // the one to use
  std::string device;             // the first line that its check printed, else the program's path
  std::string why_not;            // '' where it can run; else one sentence
};

/// Tries the file's programs in order and takes the first that exists and whose check ends with 0 within `limit_s`. A
/// program that a variable names is the last one tried. Where no check succeeds, the reason is that of the last program
/// that exists. Never throws.
TrainerCheck check_trainer(const TrainerFile& file, double limit_s = 10.0);

}  // namespace mlplab
