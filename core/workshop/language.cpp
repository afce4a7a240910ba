#include "core/workshop/language.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"

namespace mlplab::workshop {

const std::vector<Language>& languages() {
  static const std::vector<Language> all = {cpp_language(), openmp_language(), cuda_language()};
  return all;
}

const Build& timed_build(const Language& language) {
  const auto on_device = std::ranges::find(language.builds, true, &Build::on_device);
  return on_device == language.builds.end() ? language.builds.front() : *on_device;
}

const Language& find_language(const std::string& name) {
  const auto found = std::ranges::find(languages(), name, &Language::name);
  if (found != languages().end()) return *found;
  throw UsageError(say("there is no language '%1'; valid are %2", name, joined(languages(), ", ", &Language::name)));
}

}  // namespace mlplab::workshop
