// Deltas from the last layer to the first, and the update, which is part of the weight gradient's product where the
// optimiser allows it.
#include <algorithm>

#include "core/compute/kernels/fused/engine.h"

namespace mlplab::kernels {

/// Every layer's deltas and, from the last to the first, its update; of a rank the gradients only.
void FusedEngine::backward(int worker, int batch, const float* x, const Step& step) {
  {
    const auto recorded = record(worker, step, "backward");
    backward_into(worker, last_hidden(), batch);
  }
  {
    const auto recorded = record(worker, step, "gradient and update");
    update_output(worker, batch, step);
  }
  begin_layer_sum(worker, last(), step);
  for (std::size_t l = last_hidden(); l > 0; --l) {
    meet(worker, step);  // this layer's deltas are complete
    {
      const auto recorded = record(worker, step, "backward");
      backward_into(worker, l - 1, batch);
    }
    meet(worker, step);  // nobody reads the old weights any more
    const auto recorded = record(worker, step, "gradient and update");
    update_hidden(worker, l, batch, activations_[l - 1].data(), layers_[l - 1].ld, step);
  }
  const auto recorded = record(worker, step, "gradient and update");
  if (sparse_ && step.has_next)
    for (int i = 0; i < batch_of(step.index + 1); ++i) {
      const std::uint32_t next = examples_of(step.index + 1)[i];
      fetch(images_.of(next), images_.bytes_of(next));
    }
  if (sparse_)
    update_first_sparse(worker, batch, step);
  else
    update_hidden(worker, 0, batch, x, ld_x_, step);
}

/// deltas of `l` = (delta · W of the layer above) ∘ f', for this worker's units.
void FusedEngine::backward_into(int worker, std::size_t l, int batch) {
  const PanelLayer& layer = layers_[l];
  const PanelLayer& above = layers_[l + 1];
  float* packed = workers_[worker].packed.data();
  for (int p = layer.panels_of[worker].first; p < layer.panels_of[worker].end; ++p) {
    const Panel& panel = layer.panels[p];
    if (panel.units < panel.width) std::fill_n(packed, std::size_t(above.out) * panel.width, 0.0F);
    for (const Panel& from : above.panels)
      kernels_.transpose(panel.units, from.units,
                         above.weights.values.data() + from.offset + std::size_t(panel.column) * from.width, from.width,
                         packed + std::size_t(from.column) * panel.width, panel.width);
    PanelProduct g;
    g.m = batch, g.n = panel.width, g.k = above.out, g.vectors = panel.vectors;
    g.a = delta_of(worker, l + 1), g.row_a = above.ld, g.col_a = 1;
    g.b = packed, g.ldb = panel.width;
    g.c = deltas_[l].data() + panel.column, g.ldc = layer.ld;
    g.gate = activations_[l].data() + panel.column, g.ld_gate = layer.ld, g.gate_activation = layer.activation;
    product(kernels_, g);
  }
}

void FusedEngine::apply(const Step& step, std::size_t count, const float* gradient, const Trained::Piece& piece) {
  Update u;
  u.optimizer = plan_.optimizer, u.learning_rate = step.learning_rate, u.step = step.number, u.count = count;
  u.gradient = gradient, u.parameters = piece.values, u.slot0 = piece.slot0, u.slot1 = piece.slot1;
  kernels_.update(u);
}

/// `rows` rows of a panel of layer l's weights, those from `offset` on; input [batch, rows], rows ld_input apart.
void FusedEngine::update_weights(int worker, std::size_t l, const Panel& panel, std::size_t offset, int rows, int batch,
                                 const float* input, std::ptrdiff_t ld_input, const Step& step) {
  PanelLayer& layer = layers_[l];
  const bool folds = folds_update();
  float* gradient = ranks_ != nullptr ? gradient_of(l) + offset : workers_[worker].gradient.data();
  PanelProduct g;
  g.m = rows, g.n = panel.width, g.k = batch, g.vectors = panel.vectors;
  g.a = input, g.row_a = 1, g.col_a = ld_input;
  g.b = delta_of(worker, l) + panel.column, g.ldb = layer.ld;
  g.c = folds ? layer.weights.values.data() + offset : gradient, g.ldc = panel.width;
  g.alpha = folds ? -step.learning_rate : 1.0F;
  g.beta = folds ? decay_of(step) : 0.0F;
  if (rows > 0) product(kernels_, g);
  if (!folds && ranks_ == nullptr) apply(step, std::size_t(rows) * panel.width, gradient, layer.weights.from(offset));
}

/// The biases of a panel's units.
void FusedEngine::update_bias(int worker, std::size_t l, const Panel& panel, int batch, const Step& step) {
  const float* delta = delta_of(worker, l) + panel.column;
  if (ranks_ != nullptr) {
    if (l == last() && worker != 0) return;  // every worker has the same
    kernels_.column_sums(batch, panel.width, delta, layers_[l].ld, bias_gradient_of(l) + panel.column);
    return;
  }
  float* sums = workers_[worker].sums.data();
  kernels_.column_sums(batch, panel.width, delta, layers_[l].ld, sums);
  apply(step, panel.width, sums, bias_of(worker, l).from(panel.column));
}

void FusedEngine::update_hidden(int worker, std::size_t l, int batch, const float* input, std::ptrdiff_t ld_input,
                                const Step& step) {
  const PanelLayer& layer = layers_[l];
  // Backwards: the last panel is the one that the forward pass left in the cache, the first the one that it will want.
  for (int p = layer.panels_of[worker].end - 1; p >= layer.panels_of[worker].first; --p) {
    const Panel& panel = layer.panels[p];
    update_weights(worker, l, panel, panel.offset, layer.in, batch, input, ld_input, step);
    update_bias(worker, l, panel, batch, step);
  }
}

void FusedEngine::update_first_sparse(int worker, int batch, const Step& step) {
  PanelLayer& layer = layers_[0];
  Worker& own = workers_[worker];
  const Share panels = layer.panels_of[worker];
  if (panels.count() == 0) return;
  std::array<float, 256> scaled;
  for (std::size_t v = 0; v < scaled.size(); ++v)
    scaled[v] = folds_update() ? -step.learning_rate * value_of_[v] : value_of_[v];
  PixelLists& pixels = own.pixels[0];
  const auto fill = [&](int first) { pixels.fill(std::min(group, batch - first), own.lists.data() + first); };
  const auto add = [&](const Panel& panel, int first, float* target, float beta) {
    SparseUpdate g;
    g.in = layer.in, g.vectors = panel.vectors;
    g.lists = pixels.lists(), g.counts = pixels.counts(), g.value_of = scaled.data();
    g.beta = first == 0 ? beta : 1.0F;
    g.d = deltas_[0].data() + first * layer.ld + panel.column, g.ldd = layer.ld;
    g.w = target;
    kernels_.sparse_update(g);
  };
  // Other optimisers need the whole gradient of a panel, so for them panels are the outer loop.
  const bool by_panel = !folds_update() && ranks_ == nullptr;
  if (!by_panel) {
    float* target = ranks_ != nullptr ? gradient_of(0) : layer.weights.values.data();
    for (int first = 0; first < batch; first += group) {
      fill(first);
      for (int p = panels.end - 1; p >= panels.first; --p)  // backwards, as in update_hidden
        add(layer.panels[p], first, target + layer.panels[p].offset, folds_update() ? decay_of(step) : 0.0F);
    }
  }
  for (int p = panels.first; p < panels.end; ++p) {
    const Panel& panel = layer.panels[p];
    if (by_panel) {
      for (int first = 0; first < batch; first += group) {
        if (p == panels.first || batch > group) fill(first);
        add(panel, first, own.gradient.data(), 0.0F);
      }
      apply(step, std::size_t(layer.in) * panel.width, own.gradient.data(), layer.weights.from(panel.offset));
    }
    update_bias(worker, 0, panel, batch, step);
  }
}

/// The rows of the last layer's weights that belong to this worker's hidden units, and the worker's copy of the bias.
void FusedEngine::update_output(int worker, int batch, const Step& step) {
  const std::size_t hidden = last_hidden();
  const Share units = output_units(worker);
  for (const Panel& panel : output().panels) {
    update_weights(worker, last(), panel, panel.offset + std::size_t(units.first) * panel.width, units.count(), batch,
                   activations_[hidden].data() + units.first, layers_[hidden].ld, step);
    update_bias(worker, last(), panel, batch, step);
  }
}

}  // namespace mlplab::kernels
