#include "core/machine/energy/meter.h"

#include <string_view>
#include <utility>

#include "core/base/language.h"

namespace mlplab {

std::string energy_scope_in_words(const std::string& scope) {
  if (scope == "memory") return say("memory");
  constexpr std::pair<std::string_view, const char*> numbered[] = {{"package ", to_say("package %1")},
                                                                   {"memory of package ", to_say("memory of package %1")},
                                                                   {"GPU board ", to_say("GPU board %1")}};
  for (const auto& [begin, words] : numbered)
    if (scope.starts_with(begin)) return say(words, scope.substr(begin.size()));
  return scope;
}

}  // namespace mlplab
