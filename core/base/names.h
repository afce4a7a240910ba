// Enumerations and their names, both ways.
#pragma once

#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {

template <class E>
using Name = std::pair<E, const char*>;

template <class E, std::size_t N>
std::string name_of(const Name<E> (&names)[N], E value) {
  for (const auto& [candidate, name] : names)
    if (candidate == value) return name;
  return "?";
}

/// 'sgd, momentum or adam': for the help of an option.
template <class E, std::size_t N>
std::string list_of(const Name<E> (&names)[N]) {
  std::string list = names[0].second;
  for (std::size_t i = 1; i < N; ++i)
    list = i + 1 == N ? say("%1 or %2", list, names[i].second) : list + ", " + names[i].second;
  return list;
}

/// Throws UsageError listing the valid names. `what` is to_say("activation"), to_say("optimizer")…, in
/// English; `field` as in UsageError.
template <class E, std::size_t N>
E value_of(const Name<E> (&names)[N], const std::string& text, const std::string& what, const std::string& field = {}) {
  std::string valid;
  for (const auto& [candidate, name] : names) {
    if (text == name) return candidate;
    valid += (valid.empty() ? "" : ", ") + std::string(name);
  }
  throw UsageError(say("there is no %1 '%2'; valid are %3", say(what), text, valid), field);
}

}  // namespace mlplab
