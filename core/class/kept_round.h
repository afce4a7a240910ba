// A closed round of guesses as a file beside what was measured: class.json in the folder of a run or a sweep,
// FILE.class beside a comparison or a profile.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "core/class/guess_round.h"

namespace mlplab {

struct KeptRound {
  GuessQuestion question;
  std::vector<ClassGuess> guesses;
  bool operator==(const KeptRound&) const = default;
};

/// Where the round lies that belongs to a kept run, sweep (folders), comparison or profile (files).
std::filesystem::path round_file_of(const std::filesystem::path& kept);
/// Throws InputError.
void write_round(const std::filesystem::path& file, const KeptRound& round);
/// Nothing where there is no such file. Throws InputError for one that cannot be read.
std::optional<KeptRound> read_round(const std::filesystem::path& file);

}  // namespace mlplab
