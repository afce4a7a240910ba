#include "core/class/kept_round.h"

#include <cmath>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/class/class_limits.h"

namespace mlplab {
namespace {

constexpr const char* format_name = "mlplab-class-round-1";
constexpr std::uintmax_t most_bytes = 1 << 20;

nlohmann::json json_of(const ClassGuess& guess) { return {{"name", guess.name}, {"value", guess.value}}; }

KeptRound round_of(const nlohmann::json& json) {
  JsonReader reader(json, to_say("a round of guesses"));
  if (reader.required<std::string>("format") != format_name)
    throw UsageError(say("its format is not '%1'", format_name));
  KeptRound round{reader.required<nlohmann::json>("question").get<GuessQuestion>(), {}};
  for (const nlohmann::json& entry : reader.required<nlohmann::json>("guesses")) {
    JsonReader guess(entry, to_say("a guess"));
    round.guesses.push_back({guess.optional<std::string>("name", {}), guess.required<double>("value")});
    guess.finish();
    const double value = round.guesses.back().value;
    if (!std::isfinite(value) || value < round.question.low || value > round.question.high)
      throw UsageError(say("a guess lies outside of the limits of its question"));
  }
  reader.finish();
  if (round.guesses.size() > 10 * class_limits::people) throw UsageError(say("it has more guesses than a class makes"));
  return round;
}

}  // namespace

std::filesystem::path round_file_of(const std::filesystem::path& kept) {
  if (folder_at(kept)) return kept / "class.json";
  std::filesystem::path beside = kept;
  beside += ".class";
  return beside;
}

void write_round(const std::filesystem::path& file, const KeptRound& round) {
  nlohmann::json guesses = nlohmann::json::array();
  for (const ClassGuess& guess : round.guesses) guesses.push_back(json_of(guess));
  const nlohmann::json json = {{"format", format_name}, {"question", round.question}, {"guesses", guesses}};
  write_file_atomically(file, dump_json(json) + "\n", /*to_disk=*/false);
}

std::optional<KeptRound> read_round(const std::filesystem::path& file) {
  if (!anything_at(file)) return std::nullopt;
  const std::string text = read_file(file, most_bytes);
  try {
    return round_of(parse_json(text));
  } catch (const std::exception& error) {
    throw InputError(say("%1 is no round of guesses: %2; remove it or put back the one that was kept", file.string(),
                         as_error(error).what()));
  }
}

}  // namespace mlplab
