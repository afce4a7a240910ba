// A network that begins with a normalisation of its images (layers/normalize.h).
#pragma once

#include <optional>
#include <string>

#include "core/model/model_spec.h"

namespace mlplab {

/// Puts `first` before all layers of `spec`, which then takes images of shape `image`. The other layers keep the
/// names of their tensors. Throws UsageError where there is a normalisation already, or the layers cannot take such
/// images.
void normalize_input(ModelSpec& spec, const Shape& image, const Normalize& first);
/// The network's first layer where it is a normalisation.
std::optional<Normalize> normalization_of(const ModelSpec& spec);
/// Takes that layer away, and gives back the network that normalize_input() was called with. Nothing happens where
/// there is none.
void remove_normalization(ModelSpec& spec);

/// 'mean=0.5,std=0.5', of each channel 'mean=0.5:0.4:0.4,std=0.2:0.2:0.3'. Throws UsageError of the member 'normalize'.
Normalize parse_normalization(const std::string& text);
std::string to_string(const Normalize& normalize);

}  // namespace mlplab
