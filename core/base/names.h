// Enumerations and their names, both ways.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "core/base/error.h"

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
  std::string list;
  for (std::size_t i = 0; i < N; ++i) list += (i == 0 ? "" : i + 1 == N ? " or " : ", ") + std::string(names[i].second);
  return list;
}

/// Throws UsageError listing the valid names. `what` is 'activation', 'optimizer'…; `field` as in UsageError.
template <class E, std::size_t N>
E value_of(const Name<E> (&names)[N], const std::string& text, const std::string& what, const std::string& field = {}) {
  std::string valid;
  for (const auto& [candidate, name] : names) {
    if (text == name) return candidate;
    valid += (valid.empty() ? "" : ", ") + std::string(name);
  }
  throw UsageError("there is no " + what + " '" + text + "'; valid are " + valid, field);
}

}  // namespace mlplab
