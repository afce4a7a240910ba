// A fully connected layer as the fused engine keeps it: weights cut into panels of neighbouring units, each panel
// [in, width] row after row, so that every product reads and updates them in place. Units past the last one are zeros
// and stay zeros.
#pragma once

#include <vector>

#include "core/compute/kernels/aligned.h"
#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"
#include "core/model/network.h"

namespace mlplab::kernels {

struct Panel {
  int column = 0;          // its first unit
  int vectors = 0;         // its width in vectors
  int width = 0;           // in floats
  int units = 0;           // of its columns, how many are units and not padding
  std::size_t offset = 0;  // of its first weight
};

/// Parameters, and as long each of the optimiser's state vectors.
struct Trained {
  /// Where a piece begins; slots that the optimiser does not have are null.
  struct Piece {
    float *values, *slot0, *slot1;
  };
  static constexpr int parameters = -1;  // for vector()

  Trained() = default;
  Trained(std::size_t count, int slot_count);
  Piece from(std::size_t offset) const;
  /// The parameters, or state vector `slot`.
  Aligned<float>& vector(int slot) { return slot == parameters ? values : slots[static_cast<std::size_t>(slot)]; }

  Aligned<float> values;
  std::vector<Aligned<float>> slots;
};

/// How workers share out a layer: its units among `units` of them, and where there are more workers than vectors of
/// units, each of these shares among `parts`: by the batch's rows on the way forward and back, by the rows of the
/// weights in the gradient. So every sum stays whole, and is the same however many parts there are.
struct Split {
  int units = 1, parts = 1;
  int workers() const { return units * parts; }
};
/// The split that leaves the busiest worker the least to do; `vectors` of units, `rows` in a batch. Where it makes no
/// difference to that, units alone are shared out, unless the batch is large: then the inputs are what travels.
Split split_of(int workers, int vectors, int rows, bool large_batch = false);

/// One worker's share of a layer: its panels, also as units, and its part of them.
struct Place {
  Share panels, units;
  int part = 0, parts = 1;
  Share part_of(int count) const { return share_of(count, part, parts); }
};

struct PanelLayer {
  int in = 0, out = 0;
  Activation activation = Activation::identity;
  std::vector<Panel> panels;
  Split split;
  std::vector<Place> place_of;  // [workers]; one that is not needed has no panel
  int widest = 0;               // floats of the widest panel
  int padded = 0;               // units with the padding
  std::ptrdiff_t ld = 0;        // floats from one example's activations to the next's
  Trained weights;
};

/// Hidden layers are shared out in whole vectors of units; `max_vectors` is the widest panel, `rows` the batch.
PanelLayer make_panel_layer(const LayerSlice& slice, Activation activation, const Kernels& kernels, int max_vectors,
                            int workers, int rows, int slots);

/// weights [out, in], as in a model file, into panels, and back. Into them only this place's part, by the worker that
/// is going to use it: memory then lies near the core that touched it first.
void to_panels(const PanelLayer& layer, const Place& place, const Kernels& kernels, const float* weights,
               float* panels);
void from_panels(const PanelLayer& layer, const Kernels& kernels, const float* panels, float* weights);

/// Distance between rows of `columns` floats: whole cache lines, an odd number of them, so that the rows of a tile
/// never fall into the same set of the cache.
std::ptrdiff_t row_distance(int columns);

/// A product wider than max_vectors, piece by piece.
void product(const Kernels& kernels, PanelProduct g);

}  // namespace mlplab::kernels
