// Forward through all layers, and the loss with its gradient.
#include <algorithm>

#include "core/base/language.h"
#include "core/compute/kernels/fused/engine.h"

namespace mlplab::kernels {
namespace {

/// Which inputs the gradient begins with, where they will not be in the cache any more.
Ahead first_of_gradient(const Place& place, const float* input, std::ptrdiff_t ld_input, int in, int batch) {
  if (batch <= row_block) return {};
  const Share columns = place.part_of(in);
  return ahead_of(input + columns.first, std::min(batch, depth_block), columns.count(), ld_input);
}

}  // namespace

/// Every layer; of the last one what this worker's hidden units add to the logits.
void FusedEngine::forward(int worker, int batch, const Step& step) {
  {
    const auto recorded = record(worker, step, to_say("forward"));
    if (sparse_)
      first_forward_sparse(worker, batch);
    else
      first_forward_dense(worker, batch, step);
  }
  for (std::size_t l = 1; l <= last_hidden(); ++l) {
    meet(worker, step);  // the layer before is complete
    const auto recorded = record(worker, step, to_say("forward"));
    hidden_forward(worker, l, batch, activations_[l - 1].data(), layers_[l - 1].ld);
  }
  const auto recorded = record(worker, step, to_say("forward"));
  const int sharer = worker % layers_[last_hidden()].split.units;
  output_forward(worker, batch, partial_[step.buffer % 2][static_cast<std::size_t>(sharer)].data());
}

/// In blocks of images whose sums stay in the second-level cache, beside the weights, while pixels go by.
void FusedEngine::first_forward_sparse(int worker, int batch) {
  const PanelLayer& layer = layers_[0];
  Worker& own = workers_[worker];
  const Place& place = place_of(worker, 0);
  const Share rows = place.part_of(batch);
  for (int first = rows.first; first < rows.end; first += image_block) {
    fetch_lists(own.lists, first + image_block, rows.end);
    for (int p = place.panels.first; p < place.panels.end; ++p) {
      const Panel& panel = layer.panels[p];
      SparseForward g;
      g.batch = std::min(image_block, rows.end - first), g.in = layer.in, g.vectors = panel.vectors;
      g.lists = own.lists.data() + first, g.positions = own.positions.data(), g.value_of = value_of_.data();
      g.w = layer.weights.values.data() + panel.offset, g.bias = biases_[0].values.data() + panel.column;
      g.activation = layer.activation;
      g.h = activations_[0].data() + first * layer.ld + panel.column, g.ldh = layer.ld;
      kernels_.sparse_forward(g);
    }
  }
}

/// All panels of a block of rows at once, where the worker makes those itself: so it makes them once.
void FusedEngine::first_forward_dense(int worker, int batch, const Step& step) {
  if (!makes_own_inputs()) return hidden_forward(worker, 0, batch, x_[x_buffer(step.buffer)].data(), ld_x_);
  const PanelLayer& layer = layers_[0];
  const Place& place = place_of(worker, 0);
  const Share part = place.part_of(batch);
  const auto make = [&](int first, int count) {
    make_inputs(worker, {step.index, {part.first + first, part.first + first + count}, {0, layer.in}});
  };
  const MadeRows<decltype(make)> inputs = {part.count(), pixels_of(step.index, part), make};
  const Ahead after = batch > row_block ? pixels_of(step.index, {0, std::min(batch, depth_block)}) : Ahead{};
  for_blocks(place.panels, inputs, row_block, false, after, [&](const Block& block) {
    panel_forward(0, layer.panels[block.panel], block, workers_[worker].x.data(), ld_x_, biases_[0].values.data(),
                  activations_[0].data() + (part.first + block.first) * layer.ld);
  });
}

/// The lists of the block of images that begins at `first`, before `end`.
void FusedEngine::fetch_lists(const std::vector<const Entry*>& lists, int first, int end) const {
  for (int i = first; i < std::min(first + image_block, end); ++i) fetch(lists[i], usual_list_bytes_);
}

/// This worker's units of layer l; input [batch, in], rows ld_input apart.
void FusedEngine::hidden_forward(int worker, std::size_t l, int batch, const float* input, std::ptrdiff_t ld_input) {
  const PanelLayer& layer = layers_[l];
  const Place& place = place_of(worker, l);
  const Share part = place.part_of(batch);
  const Rows rows = {input + part.first * ld_input, part.count(), layer.in, ld_input};
  const Ahead after = first_of_gradient(place, input, ld_input, layer.in, batch);
  for_blocks(place.panels, rows, row_block, false, after, [&](const Block& block) {
    const int first = part.first + block.first;
    panel_forward(l, layer.panels[block.panel], block, input + first * ld_input, ld_input, biases_[l].values.data(),
                  activations_[l].data() + first * layer.ld);
  });
}

/// One panel's columns of output [rows, ld of layer l] = f(input · W + bias).
void FusedEngine::panel_forward(std::size_t l, const Panel& panel, const Block& block, const float* input,
                                std::ptrdiff_t ld_input, const float* bias, float* output) {
  const PanelLayer& layer = layers_[l];
  PanelProduct g;
  g.m = block.count, g.n = panel.width, g.k = layer.in, g.vectors = panel.vectors;
  g.a = input, g.row_a = ld_input, g.col_a = 1;
  g.b = layer.weights.values.data() + panel.offset, g.ldb = panel.width;
  g.c = output + panel.column, g.ldc = layer.ld;
  g.bias = bias + panel.column, g.activation = layer.activation;
  g.ahead = block.ahead;
  product(kernels_, g);
}

/// Computes what this worker's hidden units add to the logits, in its part of the rows.
void FusedEngine::output_forward(int worker, int batch, float* partial) {
  const PanelLayer& layer = output();
  const std::size_t hidden = last_hidden();
  const Place& place = place_of(worker, hidden);
  const Share units = place.units, rows = place.part_of(batch);
  if (place.panels.count() == 0) return;
  for (const Panel& panel : layer.panels) {
    PanelProduct g;
    g.m = rows.count(), g.n = panel.width, g.k = units.count(), g.vectors = panel.vectors;
    g.a = activations_[hidden].data() + rows.first * layers_[hidden].ld + units.first, g.row_a = layers_[hidden].ld,
    g.col_a = 1;
    g.b = layer.weights.values.data() + panel.offset + std::size_t(units.first) * panel.width, g.ldb = panel.width;
    g.c = partial + rows.first * layer.ld + panel.column, g.ldc = layer.ld;
    product(kernels_, g);
  }
}

/// Computes the loss and the deltas of these rows of the batch.
void FusedEngine::loss(int worker, const Share& share, int mean_over, int buffer) {
  Worker& own = workers_[worker];
  const PanelLayer& layer = output();
  const auto& partial = partial_[buffer];
  float* logits = shares_loss_ ? logits_.data() : own.logits.data();
  float* delta = shares_loss_ ? delta_.data() : own.delta.data();
  for (int i = share.first; i < share.end; ++i) {
    float* row = logits + i * layer.ld;
    std::copy_n(own.bias.values.data(), layer.padded, row);
    for (const auto& part : partial) kernels_.add_scaled(layer.padded, 1.0F, part.data() + i * layer.ld, row);
  }
  logits += share.first * layer.ld, delta += share.first * layer.ld;
  kernels_.activate(layer.activation, std::size_t(share.count()) * layer.ld, logits);
  LossRows rows;
  rows.batch = share.count(), rows.classes = layer.out, rows.mean_over = mean_over;
  rows.outputs = logits, rows.ld = layer.ld;
  rows.y = own.y.data() + share.first;
  rows.gradient = delta, rows.ld_gradient = layer.ld;
  rows.padded = true;
  kernels_.loss(plan_.model.loss, rows, own.totals);
  if (layer.activation != Activation::identity)
    for (int i = 0; i < share.count(); ++i)
      kernels_.activation_gradient(layer.activation, layer.out, logits + i * layer.ld, delta + i * layer.ld);
}

}  // namespace mlplab::kernels
