#include "core/run/claims.h"

#include "core/base/language.h"

namespace mlplab {

bool is_another_programs(const RunSpec& spec) {
  const BackendEntry* backend = known_backend(spec.backend);
  return backend == nullptr || backend->program != nullptr;
}

std::string device_in_words(const RunSpec& spec, const std::string& device) {
  return device.empty() || !is_another_programs(spec) ? device : say("%1, as its program says", device);
}

std::string claims_in_words(const RunSpec& spec) {
  if (!is_another_programs(spec)) return {};
  return say(
      "device and training accuracy are what the program of %1 says, and are not checked; test figures are computed "
      "here from its weights",
      spec.backend);
}

}  // namespace mlplab
