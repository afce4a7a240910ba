// What the training pictures of a data set are like, channel by channel.
#pragma once

#include <vector>

#include "core/data/dataset.h"

namespace mlplab {

/// Of features / 255 over all training pictures; deviations are the population's.
struct ChannelStatistics {
  std::vector<double> mean, deviation;  // [channels]
};

/// Of sums of whole numbers: the same in whatever order they are added.
ChannelStatistics channel_statistics(const Dataset& dataset);

}  // namespace mlplab
