// Deltas from the last layer to the first, and the update, which is part of the weight gradient's product where the
// optimiser allows it.
#include <algorithm>

#include "core/base/language.h"
#include "core/compute/kernels/fused/engine.h"

namespace mlplab::kernels {
/// Every layer's deltas and, from the last to the first, its update; of a rank the gradients only.
void FusedEngine::backward(int worker, int batch, const Step& step) {
  {
    const auto recorded = record(worker, step, to_say("backward"));
    backward_into(worker, last_hidden(), batch);
  }
  if (in_parts_) meet(worker, step);  // the other parts' deltas are complete, and they have read these weights
  {
    const auto recorded = record(worker, step, to_say("gradient and update"));
    update_output(worker, batch, step);
  }
  begin_layer_sum(worker, last(), step);
  for (std::size_t l = last_hidden(); l > 0; --l) {
    meet(worker, step);  // this layer's deltas are complete
    {
      const auto recorded = record(worker, step, to_say("backward"));
      backward_into(worker, l - 1, batch);
    }
    meet(worker, step);  // nobody reads the old weights any more
    {
      const auto recorded = record(worker, step, to_say("gradient and update"));
      update_hidden(worker, l, batch, activations_[l - 1].data(), layers_[l - 1].ld, step, {});
    }
    begin_layer_sum(worker, l, step);
  }
  const auto recorded = record(worker, step, to_say("gradient and update"));
  if (sparse_ && step.has_next)  // what the next forward pass begins with
    for (int i = 0; i < std::min(batch_of(step.index + 1), image_block); ++i) {
      const std::uint32_t next = examples_of(step.index + 1)[i];
      fetch(images_.of(next), images_.bytes_of(next));
    }
  if (sparse_)
    update_first_sparse(worker, batch, step);
  else
    update_first_dense(worker, batch, step);
}

/// deltas of `l` = (delta · W of the layer above) ∘ f', for this worker's units and its part of the rows.
void FusedEngine::backward_into(int worker, std::size_t l, int batch) {
  const PanelLayer& layer = layers_[l];
  const PanelLayer& above = layers_[l + 1];
  float* packed = workers_[worker].packed.data();
  const float* delta = delta_of(worker, l + 1);
  const Share own = place_of(worker, l).panels, part = place_of(worker, l).part_of(batch);
  if (part.count() == 0) return;
  const int together = panels_together(kernels_, above.out, layer.widest);
  const auto packed_of = [&](const Panel& panel, int first_panel) {
    return packed + std::size_t(panel.column - layer.panels[first_panel].column) * above.out;
  };
  for (int first = own.first; first < own.end; first += together) {
    const Share panels = {first, std::min(first + together, own.end)};
    for (int p = panels.first; p < panels.end; ++p)
      pack_transposed(layer.panels[p], above, packed_of(layer.panels[p], first));
    for_blocks(panels, Rows{delta + part.first * above.ld, part.count(), above.out, above.ld}, row_block, false, {},
               [&](const Block& block) {
                 const Panel& panel = layer.panels[block.panel];
                 PanelProduct g;
                 g.m = block.count, g.n = panel.width, g.k = above.out, g.vectors = panel.vectors;
                 const int row = part.first + block.first;
                 g.a = delta + row * above.ld, g.row_a = above.ld, g.col_a = 1;
                 g.b = packed_of(panel, first), g.ldb = panel.width;
                 g.c = deltas_[l].data() + row * layer.ld + panel.column, g.ldc = layer.ld;
                 g.gate = activations_[l].data() + row * layer.ld + panel.column, g.ld_gate = layer.ld;
                 g.gate_activation = layer.activation;
                 g.ahead = block.ahead;
                 product(kernels_, g);
               });
  }
}

/// The columns of the weights above that belong to a panel's units, as a panel [units above, width].
void FusedEngine::pack_transposed(const Panel& panel, const PanelLayer& above, float* packed) {
  if (panel.units < panel.width) std::fill_n(packed, std::size_t(above.out) * panel.width, 0.0F);
  for (const Panel& from : above.panels)
    kernels_.transpose(panel.units, from.units,
                       above.weights.values.data() + from.offset + std::size_t(panel.column) * from.width, from.width,
                       packed + std::size_t(from.column) * panel.width, panel.width);
}

void FusedEngine::apply(const Step& step, std::size_t count, const float* gradient, const Trained::Piece& piece) {
  Update u;
  u.optimizer = plan_.optimizer, u.learning_rate = step.learning_rate, u.step = step.number, u.count = count;
  u.gradient = gradient, u.parameters = piece.values, u.slot0 = piece.slot0, u.slot1 = piece.slot1;
  kernels_.update(u);
}

/// The weight gradient of `rows` rows of a panel of layer l, over the block's examples; input [block, rows], rows
/// ld_input apart. Into `target`, which may be the weights themselves.
void FusedEngine::add_gradient(int worker, std::size_t l, const Panel& panel, int rows, const Block& block,
                               const float* input, std::ptrdiff_t ld_input, float* target, const Step& step) {
  const PanelLayer& layer = layers_[l];
  const bool folds = folds_update();
  PanelProduct g;
  g.m = rows, g.n = panel.width, g.k = block.count, g.vectors = panel.vectors;
  g.a = input, g.row_a = 1, g.col_a = ld_input;
  const float* delta = delta_of(worker, l) + panel.column;
  g.b = delta + block.first * layer.ld, g.ldb = layer.ld;
  g.c = target, g.ldc = panel.width;
  g.alpha = folds ? -step.learning_rate : 1.0F;
  g.beta = block.first > 0 ? 1.0F : folds ? decay_of(step) : 0.0F;
  g.ahead = block.ahead;
  const Panel& next = layer.panels[block.next.panel];
  g.next_b =
      ahead_of(delta_of(worker, l) + block.next.first * layer.ld + next.column, block.next.count, next.width, layer.ld);
  if (rows > 0) product(kernels_, g);
}

/// Adds the block's examples to the bias gradient of a panel's units, while the deltas are in the cache.
void FusedEngine::add_bias(int worker, std::size_t l, const Panel& panel, int first, int count) {
  if (ranks_ != nullptr && l == last() && worker != 0) return;  // every worker has the same
  kernels_.column_sums(count, panel.width, delta_of(worker, l) + first * layers_[l].ld + panel.column, layers_[l].ld,
                       first > 0, bias_sums(worker, l) + panel.column);
}

/// The biases of a panel's units, where ranks do not add up their gradients first.
void FusedEngine::update_bias(int worker, std::size_t l, const Panel& panel, const Step& step) {
  if (ranks_ == nullptr)
    apply(step, panel.width, bias_sums(worker, l) + panel.column, bias_of(worker, l).from(panel.column));
}

/// Layer l's panels of this worker: the gradient of its part of their rows, and the update. The inputs of a block begin
/// at input_of(block), rows ld_input apart.
template <class Source, class InputOf>
void FusedEngine::update_panels(int worker, std::size_t l, int batch, const Source& source, const InputOf& input_of,
                                std::ptrdiff_t ld_input, const Step& step, const Ahead& after) {
  PanelLayer& layer = layers_[l];
  const Place& place = place_of(worker, l);
  const Share own = place.panels, rows = place.part_of(layer.in);
  const bool in_place = folds_update() || ranks_ != nullptr;
  float* const all = folds_update() ? layer.weights.values.data() : ranks_ != nullptr ? gradient_of(l) : nullptr;
  // A gradient that cannot be added to the weights in place is applied group by group, while it is still in the cache.
  const int applied = gradients_together(l, batch);
  const int groups = in_place ? 1 : (own.count() + applied - 1) / applied;
  // Backwards: the last panel is the one that the forward pass left in the cache, the first the one that it will want.
  for (int i = groups - 1; i >= 0; --i) {
    const Share some = share_of(own.count(), i, groups);
    const Share panels = {own.first + some.first, own.first + some.end};
    if (panels.count() == 0) continue;
    const std::size_t start = layer.panels[panels.first].offset;
    const auto offset_of = [&](const Panel& panel) {
      return panel.offset + std::size_t(rows.first) * static_cast<std::size_t>(panel.width);
    };
    float* target = in_place ? all + start : workers_[worker].gradient.data();
    for_blocks(panels, source, depth_block, true, i == 0 ? after : Ahead{}, [&](const Block& block) {
      const Panel& panel = layer.panels[block.panel];
      add_gradient(worker, l, panel, rows.count(), block, input_of(block), ld_input,
                   target + (offset_of(panel) - start), step);
      if (place.part == 0) add_bias(worker, l, panel, block.first, block.count);
    });
    for (int p = panels.end - 1; p >= panels.first; --p) {
      const Panel& panel = layer.panels[p];
      if (!in_place)
        apply(step, std::size_t(rows.count()) * panel.width, target + (offset_of(panel) - start),
              layer.weights.from(offset_of(panel)));
      if (place.part == 0) update_bias(worker, l, panel, step);
    }
  }
}

void FusedEngine::update_hidden(int worker, std::size_t l, int batch, const float* input, std::ptrdiff_t ld_input,
                                const Step& step, const Ahead& after) {
  const Share rows = place_of(worker, l).part_of(layers_[l].in);
  input += rows.first;
  update_panels(
      worker, l, batch, Rows{input, batch, rows.count(), ld_input},
      [&](const Block& block) { return input + block.first * ld_input; }, ld_input, step, after);
}

void FusedEngine::update_first_dense(int worker, int batch, const Step& step) {
  const Ahead after = next_inputs(worker, step);
  if (!makes_own_inputs()) return update_hidden(worker, 0, batch, x_[x_buffer(step.buffer)].data(), ld_x_, step, after);
  const Share rows = place_of(worker, 0).part_of(layers_[0].in);
  const auto make = [&](int first, int count) { make_inputs(worker, {step.index, {first, first + count}, rows}); };
  const MadeRows<decltype(make)> inputs = {batch, pixels_of(step.index, {0, batch}), make};
  update_panels(
      worker, 0, batch, inputs, [&](const Block&) { return workers_[worker].x.data() + rows.first; }, ld_x_, step,
      after);
}

void FusedEngine::update_first_sparse(int worker, int batch, const Step& step) {
  PanelLayer& layer = layers_[0];
  Worker& own = workers_[worker];
  const Place& place = place_of(worker, 0);
  const Share panels = place.panels, rows = place.part_of(layer.in);
  if (panels.count() == 0) return;
  std::array<float, 256> scaled;
  for (std::size_t v = 0; v < scaled.size(); ++v)
    scaled[v] = folds_update() ? -step.learning_rate * value_of_[v] : value_of_[v];
  PixelLists& pixels = own.pixels[0];
  const auto offset_of = [&](const Panel& panel) {
    return panel.offset + std::size_t(rows.first) * static_cast<std::size_t>(panel.width);
  };
  const auto fill = [&](int first) {
    fetch_lists(own.lists, first + group, std::min(first + 2 * group, batch));
    pixels.fill(std::min(group, batch - first), own.lists.data() + first);
  };
  const auto add = [&](const Panel& panel, int first, float* target, float beta) {
    SparseUpdate g;
    g.in = rows.count(), g.vectors = panel.vectors;
    g.lists = pixels.lists() + std::size_t(rows.first) * group, g.counts = pixels.counts() + rows.first;
    g.value_of = scaled.data();
    g.beta = first == 0 ? beta : 1.0F;
    g.d = deltas_[0].data() + first * layer.ld + panel.column, g.ldd = layer.ld;
    g.w = target;
    kernels_.sparse_update(g);
    if (place.part == 0) add_bias(worker, 0, panel, first, std::min(group, batch - first));
  };
  // Other optimisers need the whole gradient of a panel, so for them panels are the outer loop.
  const bool by_panel = !folds_update() && ranks_ == nullptr;
  if (!by_panel) {
    float* target = ranks_ != nullptr ? gradient_of(0) : layer.weights.values.data();
    for (int first = 0; first < batch; first += group) {
      fill(first);
      for (int p = panels.end - 1; p >= panels.first; --p)  // backwards, as in update_hidden
        add(layer.panels[p], first, target + offset_of(layer.panels[p]), folds_update() ? decay_of(step) : 0.0F);
    }
  }
  for (int p = panels.first; p < panels.end; ++p) {
    const Panel& panel = layer.panels[p];
    if (by_panel) {
      for (int first = 0; first < batch; first += group) {
        if (p == panels.first || batch > group) fill(first);
        add(panel, first, own.gradient.data(), 0.0F);
      }
      apply(step, std::size_t(rows.count()) * panel.width, own.gradient.data(), layer.weights.from(offset_of(panel)));
    }
    if (place.part == 0) update_bias(worker, 0, panel, step);
  }
}

/// The rows of the last layer's weights that belong to this worker's hidden units, and the worker's copy of the bias.
void FusedEngine::update_output(int worker, int batch, const Step& step) {
  const std::size_t hidden = last_hidden();
  const Share units = output_units(worker);
  for (const Panel& panel : output().panels) {
    const std::size_t offset = panel.offset + std::size_t(units.first) * panel.width;
    PanelLayer& layer = output();
    float* target = folds_update()      ? layer.weights.values.data() + offset
                    : ranks_ != nullptr ? gradient_of(last()) + offset
                                        : workers_[worker].gradient.data();
    add_gradient(worker, last(), panel, units.count(), whole_block(batch), activations_[hidden].data() + units.first,
                 layers_[hidden].ld, target, step);
    if (!folds_update() && ranks_ == nullptr)
      apply(step, std::size_t(units.count()) * panel.width, target, layer.weights.from(offset));
    add_bias(worker, last(), panel, 0, batch);
    update_bias(worker, last(), panel, step);
  }
}

}  // namespace mlplab::kernels
