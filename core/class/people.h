// The people of a class: who joined, under which name, and how much each may still send. Nothing of a person is kept on
// disk; names are plain text of bounded length.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "core/class/rate_limit.h"

namespace mlplab {

struct Person {
  std::uint64_t id = 0;
  std::string token, name;
  int seat = 0;         // counted from 0 as they join: which class a phone is asked for first
  int drawn = 0;        // drawings taken
  bool active = false;  // has guessed or drawn
  int streams = 0;      // open now
  double seen_s = 0;
  TokenBucket drawings{class_limits::drawings_rate}, guesses{class_limits::guesses_rate};
};

/// A name as it is shown: valid UTF-8 on one line, without control characters and blanks around it, at most
/// class_limits::name_characters characters.
std::string plain_name(std::string_view typed);

class People {
 public:
  /// Null with class_limits::people in the class of whom none was absent without having done something.
  Person* join(std::string_view name, double now_s);
  /// The person with this token, seen now; null for an unknown one.
  Person* find(std::string_view token, double now_s);
  Person* by_id(std::uint64_t id);
  /// How many joined, and how many of them are there now.
  std::size_t joined() const { return people_.size(); }
  std::size_t present(double now_s) const;

 private:
  bool absent(const Person& person, double now_s) const;

  std::deque<Person> people_;
  std::uint64_t next_id_ = 1;
};

}  // namespace mlplab
