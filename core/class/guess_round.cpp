#include "core/class/guess_round.h"

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/names.h"

namespace mlplab {
namespace {

constexpr Name<GuessKind> guess_kinds[] = {{GuessKind::accuracy, "accuracy"},
                                           {GuessKind::speedup, "speedup"},
                                           {GuessKind::kernel_share, "kernel_share"},
                                           {GuessKind::factor, "factor"}};

}  // namespace

bool is_percentage(GuessKind kind) { return kind == GuessKind::accuracy || kind == GuessKind::kernel_share; }

void to_json(nlohmann::json& json, const GuessQuestion& question) {
  json = {{"kind", name_of(guess_kinds, question.kind)},
          {"low", question.low},
          {"high", question.high},
          {"decimals", question.decimals},
          {"about", question.about}};
  if (question.kind == GuessKind::speedup) json["workers"] = question.workers;
}

void from_json(const nlohmann::json& json, GuessQuestion& question) {
  JsonReader reader(json, to_say("the question of a round of guesses"));
  question.kind = value_of(guess_kinds, reader.required<std::string>("kind"), to_say("kind of question"));
  question.workers = reader.optional("workers", 0);
  question.low = reader.required<double>("low");
  question.high = reader.required<double>("high");
  question.decimals = reader.required<int>("decimals");
  question.about = reader.optional<std::string>("about", {});
  reader.finish();
  if (!(question.low < question.high) || question.decimals < 0 || question.decimals > 6)
    throw UsageError(say("the question of a round of guesses has limits or decimals that cannot be"));
}

bool GuessRound::has(std::uint64_t person) const {
  return std::ranges::any_of(entries_, [&](const Entry& entry) { return entry.person == person; });
}

GuessTaken GuessRound::take(std::uint64_t person, const std::string& name, double value) {
  if (closed_) return GuessTaken::closed;
  if (!std::isfinite(value) || value < question_.low || value > question_.high) return GuessTaken::out_of_range;
  const double scale = std::pow(10.0, question_.decimals);
  const ClassGuess guess{name, std::clamp(std::round(value * scale) / scale, question_.low, question_.high)};
  const auto earlier = std::ranges::find(entries_, person, &Entry::person);
  if (earlier != entries_.end()) {
    earlier->guess = guess;
  } else {
    entries_.push_back({person, guess});
  }
  return GuessTaken::yes;
}

std::vector<ClassGuess> GuessRound::guesses() const {
  std::vector<ClassGuess> all;
  if (!closed_) return all;
  for (const Entry& entry : entries_) all.push_back(entry.guess);
  return all;
}

}  // namespace mlplab
