#include "core/machine/energy/meter.h"

#include <string_view>

#include "core/base/language.h"

namespace mlplab {

std::string energy_scope_in_words(const std::string& scope) {
  if (scope == "memory") return say("memory");
  for (const std::string_view words : {to_say("package %1"), to_say("memory of package %1"), to_say("GPU board %1")})
    if (const std::string_view begin = words.substr(0, words.find('%')); scope.starts_with(begin))
      return say(words, scope.substr(begin.size()));
  return scope;
}

}  // namespace mlplab
