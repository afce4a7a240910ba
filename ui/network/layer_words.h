// Layers and shapes in the window's words.
#pragma once

#include <QString>

#include "core/model/layers/layer.h"
#include "core/study/profile/node_figures.h"

namespace mlplab {

/// 'convolution', as in a list of kinds.
QString kind_title(const Layer& layer);
/// The layer's settings in short: '6 of 5 × 5, padding 2, tanh'; '' where the kind says all.
QString layer_details(const Layer& layer);
/// Both: 'convolution 6 of 5 × 5, tanh'; 'sum, ReLU'.
QString layer_text(const Layer& layer);
/// '6 × 28 × 28', or '120'.
QString shape_text(const Shape& shape);
/// 'ReLU'.
QString activation_title(Activation activation);
/// '61,706', '23.3 M' from a million on.
QString count_text(double count);
/// '0.839 MFLOP'.
QString flop_text(double flop);
/// '0.420 ms, 4.10 % of the step · 81.0 % of peak', of a step of `wall_s`; without the last where it is not known.
QString measured_words(const NodeFigures& figures, double wall_s);

}  // namespace mlplab
