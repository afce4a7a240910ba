// Forward through all layers, and the loss with its gradient.
#include <algorithm>

#include "core/compute/kernels/fused/engine.h"

namespace mlplab::kernels {

/// Every layer; of the last one what this worker's hidden units add to the logits.
void FusedEngine::forward(int worker, int batch, const float* x, const Step& step) {
  {
    const auto recorded = record(worker, step, "forward");
    if (sparse_)
      first_forward_sparse(worker, batch);
    else
      hidden_forward(worker, 0, batch, x, ld_x_);
  }
  for (std::size_t l = 1; l <= last_hidden(); ++l) {
    meet(worker, step);  // the layer before is complete
    const auto recorded = record(worker, step, "forward");
    hidden_forward(worker, l, batch, activations_[l - 1].data(), layers_[l - 1].ld);
  }
  const auto recorded = record(worker, step, "forward");
  output_forward(worker, batch, partial_[step.buffer % 2][worker].data());
}

void FusedEngine::first_forward_sparse(int worker, int batch) {
  const PanelLayer& layer = layers_[0];
  Worker& own = workers_[worker];
  for (int p = layer.panels_of[worker].first; p < layer.panels_of[worker].end; ++p) {
    const Panel& panel = layer.panels[p];
    SparseForward g;
    g.batch = batch, g.in = layer.in, g.vectors = panel.vectors;
    g.lists = own.lists.data(), g.positions = own.positions.data(), g.value_of = value_of_.data();
    g.w = layer.weights.values.data() + panel.offset, g.bias = biases_[0].values.data() + panel.column;
    g.activation = layer.activation;
    g.h = activations_[0].data() + panel.column, g.ldh = layer.ld;
    kernels_.sparse_forward(g);
  }
}

/// This worker's units of layer l; input [batch, in], rows ld_input apart.
void FusedEngine::hidden_forward(int worker, std::size_t l, int batch, const float* input, std::ptrdiff_t ld_input) {
  const PanelLayer& layer = layers_[l];
  const Rows rows = {input, ld_input, batch};
  const Ahead after = {input, batch <= row_block ? 0 : depth_block * ld_input};  // the gradient begins with these rows
  for_blocks(layer.panels_of[worker], panels_together(layer.in, layer.widest), rows, row_block, false, after,
             [&](const Block& block) {
               panel_forward(l, layer.panels[block.panel], block.count, input + block.first * ld_input, ld_input,
                             biases_[l].values.data(), activations_[l].data() + block.first * layer.ld, block.ahead);
             });
}

/// One panel's columns of output [rows, ld of layer l] = f(input · W + bias).
void FusedEngine::panel_forward(std::size_t l, const Panel& panel, int rows, const float* input,
                                std::ptrdiff_t ld_input, const float* bias, float* output, const Ahead& ahead) {
  const PanelLayer& layer = layers_[l];
  PanelProduct g;
  g.m = rows, g.n = panel.width, g.k = layer.in, g.vectors = panel.vectors;
  g.a = input, g.row_a = ld_input, g.col_a = 1;
  g.b = layer.weights.values.data() + panel.offset, g.ldb = panel.width;
  g.c = output + panel.column, g.ldc = layer.ld;
  g.bias = bias + panel.column, g.activation = layer.activation;
  g.ahead = ahead;
  product(kernels_, g);
}

/// What this worker's hidden units add to the logits.
void FusedEngine::output_forward(int worker, int batch, float* partial) {
  const PanelLayer& layer = output();
  const std::size_t hidden = last_hidden();
  const Share units = output_units(worker);
  for (const Panel& panel : layer.panels) {
    PanelProduct g;
    g.m = batch, g.n = panel.width, g.k = units.count(), g.vectors = panel.vectors;
    g.a = activations_[hidden].data() + units.first, g.row_a = layers_[hidden].ld, g.col_a = 1;
    g.b = layer.weights.values.data() + panel.offset + std::size_t(units.first) * panel.width, g.ldb = panel.width;
    g.c = partial + panel.column, g.ldc = layer.ld;
    product(kernels_, g);
  }
}

void FusedEngine::loss(int worker, int batch, int mean_over, int buffer) {
  Worker& own = workers_[worker];
  const PanelLayer& layer = output();
  const auto& partial = partial_[buffer];
  for (int i = 0; i < batch; ++i) {
    float* row = own.logits.data() + i * layer.ld;
    std::copy_n(own.bias.values.data(), layer.padded, row);
    for (const auto& part : partial) kernels_.add_scaled(layer.padded, 1.0F, part.data() + i * layer.ld, row);
  }
  kernels_.activate(layer.activation, std::size_t(batch) * layer.ld, own.logits.data());
  LossRows rows;
  rows.batch = batch, rows.classes = layer.out, rows.mean_over = mean_over;
  rows.outputs = own.logits.data(), rows.ld = layer.ld;
  rows.y = own.y.data();
  rows.gradient = own.delta.data(), rows.ld_gradient = layer.ld;
  rows.padded = true;
  kernels_.loss(plan_.model.loss, rows, own.totals);
  if (layer.activation != Activation::identity)
    for (int i = 0; i < batch; ++i)
      kernels_.activation_gradient(layer.activation, layer.out, own.logits.data() + i * layer.ld,
                                   own.delta.data() + i * layer.ld);
}

}  // namespace mlplab::kernels
