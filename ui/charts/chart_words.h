// A chart in words, for people who cannot see it.
#pragma once

#include <QString>

#include "ui/charts/chart_data.h"

namespace mlplab {

/// Names the axes and each series' last value: 'train: 0.12 nats (epoch 10)'. For bars and rings it gives all values.
QString chart_words(const ChartData& data);

}  // namespace mlplab
