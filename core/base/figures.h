// Figures in files: members of JSON objects; an impossible one is refused with its name. To add a kind of figure: a
// function that throws InputError with the member, its value and the reason. The caller adds the file.
#pragma once

#include <concepts>
#include <exception>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

/// Throws InputError: the member `name` is `value`, and `why` (to_say(…)) says why that is not possible.
[[noreturn]] void refuse_figure(const std::string& name, const nlohmann::json& value, const char* why);
/// The message of `error`, after the name of the member where it is a UsageError that has one.
std::string fault_of(const std::exception& error);
/// Throws InputError where the member is missing.
const nlohmann::json& member_of(const nlohmann::json& object, const char* name);

/// Any number; null, as JSON has no NaN, is NaN.
double read_figure(const nlohmann::json& object, const char* name);
/// A time, a rate, a count that need not be whole: zero and above. null is NaN.
double read_amount(const nlohmann::json& object, const char* name);
/// An accuracy: 0 to 1. null is NaN.
double read_share(const nlohmann::json& object, const char* name);
/// Nothing where the member is missing or null.
std::optional<double> maybe_figure(const nlohmann::json& object, const char* name);
std::optional<double> maybe_amount(const nlohmann::json& object, const char* name);
std::optional<double> maybe_share(const nlohmann::json& object, const char* name);
/// Each as read_amount() reads it.
std::vector<double> read_amounts(const nlohmann::json& object, const char* name);

/// A whole number that T can hold, of at least `least`.
template <std::integral T>
T read_count(const nlohmann::json& object, const char* name, T least = 0) {
  const nlohmann::json& value = member_of(object, name);
  const std::optional<T> count = whole_number<T>(value);
  if (!count) refuse_figure(name, value, to_say("it must be a whole number, and of a size that can be"));
  if (*count < least) refuse_figure(name, value, to_say("there cannot be so few"));
  return *count;
}
/// Each as read_count() reads it.
template <std::integral T>
std::vector<T> read_counts(const nlohmann::json& object, const char* name, T least = 0) {
  std::vector<T> counts;
  for (const nlohmann::json& value : member_of(object, name))
    counts.push_back(read_count<T>(nlohmann::json{{name, value}}, name, least));
  return counts;
}

}  // namespace mlplab
