// What a trained network is shown: a drawing or a picture of its data, as numbers, and what its answers are called.
#pragma once

#include <QString>
#include <memory>
#include <optional>
#include <vector>

#include "core/data/dataset.h"
#include "core/data/gray_image.h"
#include "core/model/inference.h"

namespace mlplab {

/// The shape of the pictures that the network reads; nothing where it takes numbers of which nobody knows how they are
/// a picture. A network that takes a vector reads the pictures of `data` (optional) where their sizes agree, else those
/// of MNIST.
std::optional<Shape> picture_of(const ModelSpec& model, const Dataset* data);
/// A drawing (ink high on 0, of any size) fitted as MNIST's digits are; in colour pictures all channels are alike.
std::vector<float> input_of_drawing(const GrayImage& ink, const Shape& picture);
/// Example `index` of one split.
std::vector<float> input_of_example(const Dataset& data, const Examples& split, std::size_t index);
/// The name of a class in the data set, else its number.
QString answer_title(int label, const Dataset* data);

/// Forward operations up to which an answer is there within the frame in which it is asked for, a few hundredths of a
/// second: what a stroke changes is seen under the pen. Larger networks answer on another thread.
inline constexpr double flops_at_once_max = 1e7;
bool answers_at_once(const ModelSpec& model);

}  // namespace mlplab
