// A chart in words, for people who cannot see it, and the words at its axes.
#pragma once

#include <QString>

#include "core/reporting/chart.h"

namespace mlplab {

/// Names the axes and each series' last value: 'train: 0.12 nats (epoch 10)'. For bars and rings it gives all values.
QString chart_words(const Chart& data);
/// The label of a power on a logarithmic axis: '10 µs' on an axis of seconds; else '0.01', '1,000', and beyond what
/// reads well a power of ten, '10⁻⁵'.
QString tick_words(double value, const std::string& unit);

}  // namespace mlplab
