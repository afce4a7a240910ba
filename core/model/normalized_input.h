// A network that begins with a normalisation of its pictures (layers/normalize.h).
#pragma once

#include "core/model/model_spec.h"

namespace mlplab {

/// Puts `first` before all layers of `spec`, which then takes pictures of shape `picture`. The other layers keep the
/// names of their tensors. Throws UsageError where there is a normalisation already, or the layers cannot take such
/// pictures.
void normalize_input(ModelSpec& spec, const Shape& picture, const Normalize& first);

}  // namespace mlplab
