#include "core/data/channel_statistics.h"

#include <cmath>

namespace mlplab {

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

}  // namespace mlplab
