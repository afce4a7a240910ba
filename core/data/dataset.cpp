#define XXH_INLINE_ALL
#include "core/data/dataset.h"

#include <xxhash.h>

#include <cstdio>

namespace mlplab {

std::string content_hash_of(const Dataset& dataset) {
  XXH3_state_t* state = XXH3_createState();
  XXH3_128bits_reset(state);
  const auto add = [&](const void* data, std::size_t bytes) { XXH3_128bits_update(state, data, bytes); };
  const std::int32_t shape[] = {dataset.image.height, dataset.image.width, dataset.image.channels, dataset.classes()};
  add(shape, sizeof shape);
  for (const Examples* split : {&dataset.train, &dataset.validation, &dataset.test}) {
    const std::uint64_t count = split->size();
    add(&count, sizeof count);
    add(split->features.data(), split->features.size());
    add(split->labels.data(), split->labels.size() * sizeof(std::int32_t));
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(state);
  XXH3_freeState(state);
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return text;
}

}  // namespace mlplab
