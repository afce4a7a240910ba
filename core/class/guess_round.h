// A round of guesses: a question, the guesses of the class, shown to nobody before the round is closed. A further kind
// of question is a member of GuessKind, its name in guess_round.cpp and its sentences in resources/class/class.js.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mlplab {

enum class GuessKind {
  accuracy,      // of a run on the test set, in per cent
  speedup,       // with `workers` workers
  kernel_share,  // of a step's time, in per cent
  factor,        // of the fastest over the baseline
};

struct GuessQuestion {
  GuessKind kind = GuessKind::accuracy;
  int workers = 0;  // of a speedup
  double low = 0, high = 100;
  int decimals = 1;
  std::string about;  // what is to be measured, as 'openmp, 784-256-10'; '' for nothing

  bool operator==(const GuessQuestion&) const = default;
};

bool is_percentage(GuessKind kind);
void to_json(nlohmann::json& json, const GuessQuestion& question);
/// Throws UsageError.
void from_json(const nlohmann::json& json, GuessQuestion& question);

struct ClassGuess {
  std::string name;  // '' where none was given
  double value = 0;
  bool operator==(const ClassGuess&) const = default;
};

enum class GuessTaken { yes, closed, out_of_range };

class GuessRound {
 public:
  GuessRound(int id, GuessQuestion question) : id_(id), question_(std::move(question)) {}

  int id() const { return id_; }
  const GuessQuestion& question() const { return question_; }
  bool closed() const { return closed_; }
  /// How many people guessed.
  std::size_t count() const { return entries_.size(); }
  bool has(std::uint64_t person) const;
  /// A person's later guess takes the place of the earlier one; rounded to the question's decimals.
  GuessTaken take(std::uint64_t person, const std::string& name, double value);
  void close() { closed_ = true; }
  /// In the order in which people first guessed; none while the round is open.
  std::vector<ClassGuess> guesses() const;

 private:
  struct Entry {
    std::uint64_t person;
    ClassGuess guess;
  };
  int id_;
  GuessQuestion question_;
  bool closed_ = false;
  std::vector<Entry> entries_;
};

}  // namespace mlplab
