// A chart in words, for who cannot see it.
#pragma once

#include <QString>

#include "ui/charts/chart_data.h"

namespace mlplab {

/// What its axes are, and of each series, what is seen last: 'train: 0.12 nats (epoch 10)'. Of bars and rings all
/// values.
QString chart_words(const ChartData& data);

}  // namespace mlplab
