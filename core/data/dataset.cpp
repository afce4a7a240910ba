#define XXH_INLINE_ALL
#include "core/data/dataset.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/machine/memory.h"

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

ChannelStatistics channel_statistics(const Dataset& dataset) {
  const auto channels = static_cast<std::size_t>(dataset.image.channels);
  const std::size_t plane = static_cast<std::size_t>(dataset.features()) / channels;
  std::vector<std::uint64_t> sums(channels, 0), squares(channels, 0);
  const std::uint8_t* pixel = dataset.train.features.data();
  for (std::size_t example = 0; example < dataset.train.size(); ++example)
    for (std::size_t c = 0; c < channels; ++c)
      for (const std::uint8_t* end = pixel + plane; pixel != end; ++pixel) {
        sums[c] += *pixel;
        squares[c] += std::uint64_t{*pixel} * *pixel;
      }
  const double count = static_cast<double>(dataset.train.size()) * static_cast<double>(plane);
  ChannelStatistics result;
  for (std::size_t c = 0; c < channels; ++c) {
    const double mean = static_cast<double>(sums[c]) / count;
    const double variance = static_cast<double>(squares[c]) / count - mean * mean;
    result.mean.push_back(mean / 255.0);
    result.deviation.push_back(std::sqrt(std::max(variance, 0.0)) / 255.0);
  }
  return result;
}

std::size_t room_for_images() {
  constexpr std::size_t most = std::size_t{8} << 30;
  const std::size_t available = available_memory_bytes();
  return available == 0 ? most : std::min(available, most);
}

void check_room(const std::string& source, std::size_t count, const ImageShape& shape, std::size_t most_bytes) {
  const double bytes = static_cast<double>(count) * shape.height * shape.width * shape.channels;  // wraps nowhere
  if (bytes <= static_cast<double>(most_bytes)) return;
  constexpr double gib = 1 << 30;
  throw InputError(
      say("the %1 images of %2 take %3 GiB, and there is room for %4 GiB; use fewer (--train-limit) or smaller ones "
          "(--image-size)",
          count, source, significant(bytes / gib), significant(static_cast<double>(most_bytes) / gib)));
}

}  // namespace mlplab
