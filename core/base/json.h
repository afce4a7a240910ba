// JSON as text and back, and strict reading of objects: a missing, ill-typed or unknown member is one clear sentence,
// not a default. Include this and not nlohmann/json.hpp: the library's parser and printer are compiled once, in
// json.cpp, and text that is nested too deeply is refused there.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/language.h"

extern template class nlohmann::basic_json<>;
extern template class nlohmann::basic_json<nlohmann::ordered_map>;
extern template class nlohmann::detail::serializer<nlohmann::json>;

namespace mlplab {

/// Deeper than any file of ours; the library recurses a level a bracket, and the stack ends somewhere.
inline constexpr int max_json_depth = 100;

/// Throws nlohmann::json::parse_error, also for text that is nested deeper than max_json_depth.
nlohmann::json parse_json(std::string_view text);
/// null where the text is not JSON.
nlohmann::json parse_json_or_null(std::string_view text);
/// Why a text that parse_json() refuses is none, as half a sentence.
std::string why_not_json(std::string_view text);
/// On one line, or over several with `indent` blanks a level; bytes that are not UTF-8 are replaced.
std::string dump_json(const nlohmann::json& json, int indent = -1);
std::string dump_json(const nlohmann::ordered_json& json, int indent = -1);

/// The whole number that `json` is, where it is one that T can hold: nothing is rounded and nothing wraps.
template <std::integral T>
std::optional<T> whole_number(const nlohmann::json& json) {
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned()) {
    const auto value = json.get<std::uint64_t>();
    return std::in_range<T>(value) ? std::optional(static_cast<T>(value)) : std::nullopt;
  }
  const auto value = json.get<std::int64_t>();
  return std::in_range<T>(value) ? std::optional(static_cast<T>(value)) : std::nullopt;
}

/// null where the value is infinite or not a number, which JSON cannot say.
template <class Json = nlohmann::json>
Json finite_or_null(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

/// Reads the members of an object by name; finish() refuses those that nobody asked for.
class JsonReader {
 public:
  /// `what` names the object in messages, in English: to_say("the model"), to_say("the optimizer").
  JsonReader(const nlohmann::json& json, std::string what) : json_(json), what_(std::move(what)) {
    if (!json.is_object()) throw UsageError(say("%1 must be a JSON object", say(what_)));
  }

  template <class T>
  T required(const std::string& name) {
    read_.push_back(name);
    const auto found = json_.find(name);
    if (found == json_.end()) throw UsageError(say("%1 has no member '%2'", say(what_), name));
    return convert<T>(*found, name);
  }
  /// `fallback` where the member is missing.
  template <class T>
  T optional(const std::string& name, T fallback) {
    read_.push_back(name);
    const auto found = json_.find(name);
    return found == json_.end() ? fallback : convert<T>(*found, name);
  }
  void finish() const {
    for (const auto& [name, value] : json_.items())
      if (std::find(read_.begin(), read_.end(), name) == read_.end())
        throw UsageError(say("%1 has an unknown member '%2'", say(what_), name));
  }

 private:
  template <class T>
  T convert(const nlohmann::json& value, const std::string& name) const {
    try {
      if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
        if (!value.is_number_integer() ||
            (std::is_unsigned_v<T> && value.is_number_integer() && !value.is_number_unsigned()))
          throw UsageError(say("%1: '%2' must be a whole number", say(what_), name));
        const auto whole = whole_number<T>(value);
        if (!whole) throw UsageError(say("%1: '%2' is out of range", say(what_), name));
        return *whole;
      }
      return value.get<T>();
    } catch (const nlohmann::json::exception&) {
      throw UsageError(say("%1: '%2' has the wrong type", say(what_), name));
    }
  }

  const nlohmann::json& json_;
  std::string what_;
  std::vector<std::string> read_;
};

}  // namespace mlplab
