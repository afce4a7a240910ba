#include "core/compute/kernels/panel_layer.h"

#include <algorithm>
#include <cstdint>

namespace mlplab::kernels {

Trained::Trained(std::size_t count, int slot_count) : values(count) {
  for (int slot = 0; slot < slot_count; ++slot) slots.emplace_back(count);
}

Trained::Piece Trained::from(std::size_t offset) const {
  const auto slot = [&](std::size_t i) { return i < slots.size() ? slots[i].data() + offset : nullptr; };
  return {values.data() + offset, slot(0), slot(1)};
}

Split split_of(int workers, int vectors, int rows, bool large_batch) {
  if (workers <= vectors) return large_batch && workers % 2 == 0 ? Split{workers / 2, 2} : Split{workers, 1};
  const auto each = [](int count, int sharers) { return std::int64_t{(count + sharers - 1) / sharers}; };
  Split best;
  std::int64_t least = std::int64_t{vectors} * rows + 1;
  for (int units = std::max(vectors, 1); units >= 1; --units) {
    const Split split = {units, std::clamp(workers / units, 1, std::max(rows, 1))};
    const std::int64_t most = each(vectors, split.units) * each(rows, split.parts);
    if (most < least) best = split, least = most;
  }
  return best;
}

PanelLayer make_panel_layer(const LayerSlice& slice, Activation activation, const Kernels& kernels, int max_vectors,
                            int workers, int rows, int slots) {
  PanelLayer layer;
  layer.in = slice.in, layer.out = slice.out, layer.activation = activation;
  const int lanes = kernels.lanes;
  const int vectors = (slice.out + lanes - 1) / lanes;
  // A worker that has half the rows reads half of the inputs, and exchanges weights and deltas for it.
  const bool large_batch = rows >= 8 * slice.out && slice.in >= 2 * slice.out;
  layer.split = split_of(workers, vectors, rows, large_batch && workers > 1);
  layer.place_of.resize(static_cast<std::size_t>(workers));
  std::size_t offset = 0;
  for (int sharer = 0; sharer < layer.split.units; ++sharer) {
    const Share share = share_of(vectors, sharer, layer.split.units);
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
    const Share panels = {first_panel, static_cast<int>(layer.panels.size())};
    const Share units = {std::min(share.first * lanes, slice.out), std::min(share.end * lanes, slice.out)};
    for (int part = 0; part < layer.split.parts; ++part)
      layer.place_of[static_cast<std::size_t>(part * layer.split.units + sharer)] = {panels, units, part,
                                                                                     layer.split.parts};
  }
  layer.padded = vectors * lanes;
  layer.ld = row_distance(layer.padded);
  layer.weights = Trained(offset, slots);
  return layer;
}

void to_panels(const PanelLayer& layer, const Place& place, const Kernels& kernels, const float* weights,
               float* panels) {
  const Share rows = place.part_of(layer.in);
  for (int p = place.panels.first; p < place.panels.end; ++p) {
    const Panel& panel = layer.panels[p];
    kernels.transpose(panel.units, rows.count(), weights + std::size_t(panel.column) * layer.in + rows.first, layer.in,
                      panels + panel.offset + std::size_t(rows.first) * panel.width, panel.width);
  }
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
