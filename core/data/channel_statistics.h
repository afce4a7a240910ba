// Mean and deviation of a data set's training images, channel by channel.
#pragma once

#include <vector>

#include "core/data/dataset.h"

namespace mlplab {

/// Statistics of features / 255 over all training images; deviations are the population's.
struct ChannelStatistics {
  std::vector<double> mean, deviation;  // [channels]
};

/// Computed from sums of whole numbers, so that the order of addition changes nothing.
ChannelStatistics channel_statistics(const Dataset& dataset);

}  // namespace mlplab
