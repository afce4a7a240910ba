#include "core/compute/kernels/panel_layer.h"

#include <algorithm>

namespace mlplab::kernels {

Trained::Trained(std::size_t count, int slot_count) : values(count) {
  for (int slot = 0; slot < slot_count; ++slot) slots.emplace_back(count);
}

Trained::Piece Trained::from(std::size_t offset) const {
  const auto slot = [&](std::size_t i) { return i < slots.size() ? slots[i].data() + offset : nullptr; };
  return {values.data() + offset, slot(0), slot(1)};
}

PanelLayer make_panel_layer(const LayerSlice& slice, Activation activation, const Kernels& kernels, int max_vectors,
                            int workers, int slots) {
  PanelLayer layer;
  layer.in = slice.in, layer.out = slice.out, layer.activation = activation;
  const int lanes = kernels.lanes;
  const int vectors = (slice.out + lanes - 1) / lanes;
  std::size_t offset = 0;
  for (int worker = 0; worker < workers; ++worker) {
    const Share share = share_of(vectors, worker, workers);
    const int first_panel = static_cast<int>(layer.panels.size());
    const int count = (share.count() + max_vectors - 1) / max_vectors;
    for (int i = 0; i < count; ++i) {
      const Share piece = share_of(share.count(), i, count);
      Panel panel;
      panel.column = (share.first + piece.first) * lanes;
      panel.vectors = piece.count();
      panel.width = panel.vectors * lanes;
      layer.widest = std::max(layer.widest, panel.width);
      panel.units = std::min(panel.width, slice.out - panel.column);
      panel.offset = offset;
      offset += static_cast<std::size_t>(panel.width) * static_cast<std::size_t>(slice.in);
      layer.panels.push_back(panel);
    }
    layer.panels_of.push_back({first_panel, static_cast<int>(layer.panels.size())});
    layer.units_of.push_back({std::min(share.first * lanes, slice.out), std::min(share.end * lanes, slice.out)});
  }
  layer.padded = vectors * lanes;
  layer.ld = row_distance(layer.padded);
  layer.weights = Trained(offset, slots);
  return layer;
}

void to_panels(const PanelLayer& layer, const Kernels& kernels, const float* weights, float* panels) {
  for (const Panel& panel : layer.panels)
    kernels.transpose(panel.units, layer.in, weights + std::size_t(panel.column) * layer.in, layer.in,
                      panels + panel.offset, panel.width);
}

void from_panels(const PanelLayer& layer, const Kernels& kernels, const float* panels, float* weights) {
  for (const Panel& panel : layer.panels)
    kernels.transpose(layer.in, panel.units, panels + panel.offset, panel.width,
                      weights + std::size_t(panel.column) * layer.in, layer.in);
}

std::ptrdiff_t row_distance(int columns) {
  constexpr int line = 16;  // floats
  const int lines = (columns + line - 1) / line;
  return static_cast<std::ptrdiff_t>(lines | 1) * line;
}

void product(const Kernels& kernels, PanelProduct g) {
  int vectors = g.vectors, n = g.n;
  const int widest = kernels.max_vectors * kernels.lanes;
  while (vectors > kernels.max_vectors) {
    g.vectors = kernels.max_vectors;
    g.n = std::min(n, widest);
    kernels.panel_product(g);
    vectors -= kernels.max_vectors, n -= widest;
    g.b += widest, g.c += widest;
    if (g.bias != nullptr) g.bias += widest;
    if (g.gate != nullptr) g.gate += widest;
  }
  if (n <= 0) return;
  g.vectors = vectors, g.n = n;
  kernels.panel_product(g);
}

}  // namespace mlplab::kernels
