// The tab Changes of the page Layers: how far the last step of the run moved each weight of a layer.
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/layers/change_model.h"
#include "ui/layers/layers_page.h"
#include "ui/network/image_view.h"
#include "ui/network/kernel_tiles.h"
#include "ui/network/network_drawing.h"
#include "ui/network/tile_view.h"
#include "ui/runs/step_watch.h"
#include "ui/widgets/card.h"
#include "ui/widgets/display_numbers.h"

namespace mlplab {

namespace {

/// More than a million numbers are not drawn anew at each step.
constexpr std::size_t most_drawn = std::size_t{1} << 20;

/// The kernels that a layer has; of a dense layer on a vector a tile a unit, as square as its inputs allow. The first
/// of them where they are many.
Shape change_tiles(const Layer& layer, const Shape& in) {
  KernelTiles kernels = kernel_tiles_of(layer, in);
  if (const auto* dense = std::get_if<Dense>(&layer); dense != nullptr && kernels.outputs == 0) {
    int height = static_cast<int>(std::sqrt(in.channels));
    while (in.channels % height != 0) --height;
    kernels.tiles = {dense->units, height, in.channels / height};
  }
  const Shape one = {1, kernels.tiles.height, kernels.tiles.width};
  const auto most = static_cast<int>(std::max<std::size_t>(1, most_drawn / one.size()));
  return {std::min({kernels.tiles.channels, TileView::most_tiles, most}), one.height, one.width};
}

}  // namespace

/// The last step that was seen, where it is of the network that is shown.
const SeenStep* LayersPage::seen_step() const {
  const SeenStep* step = steps_ == nullptr ? nullptr : steps_->last().get();
  return step != nullptr && shown_ != nullptr && step->after->model == shown_->model ? step : nullptr;
}

void LayersPage::step_changed() {
  if (!isVisible()) return;
  show_moved();
  if (what_ == Show::changes) show_layer();
}

/// In the drawing's boxes.
void LayersPage::show_moved() {
  const SeenStep* step = seen_step();
  drawing_->set_measured(step == nullptr ? QStringList() : step->moved());
}

void LayersPage::show_changes(int layer) {
  const auto node = static_cast<std::size_t>(layer);
  const SeenStep* step = seen_step();
  tiles_card_->title()->setText(QString::fromStdString(network_.names[node]));
  const Shape in = input_of(node), tiles = change_tiles(shown_->model.layers[node].layer, in);
  QString note = step == nullptr ? QString() : tr("changed by %1").arg(step->name());
  if (step != nullptr && tiles.size() > 0 && tiles.size() < network_.tensor(node, "weight").count())
    note += tr(", the first %L1").arg(tiles.channels);
  tiles_card_->note()->setText(note);
  std::vector<float> values;
  if (step != nullptr && tiles.size() > 0) {
    values = kernel_values(*step->after, network_, node, tiles);
    const std::vector<float> before = kernel_values(*step->before, network_, node, tiles);
    std::ranges::transform(values, before, values.begin(), std::minus());
  }
  tiles_->set_values(std::move(values), tiles);
}

/// In the place of the sum: those that moved most.
void LayersPage::show_most_changed(int layer) {
  const auto node = static_cast<std::size_t>(layer);
  const SeenStep* step = seen_step();
  const LayerChange* change = step == nullptr ? nullptr : step->change.layer(node);
  changes_->show(change, network_, input_of(node));
  image_view_->set_field(std::nullopt);
  sum_card_->title()->setText(tr("Weights that changed"));
  sum_card_->note()->clear();
  if (change == nullptr) {
    sum_->setText(steps_->why_not().isEmpty()
                      ? tr("Step a batch or an epoch (menu Run): here you see which weights it moved.")
                      : steps_->why_not());
    return;
  }
  sum_card_->note()->setText(step->name());
  QString text = change->most.empty()
                     ? tr("None of %L1 moved.").arg(change->weights)
                     : tr("The layer moved by %1 % of its norm.").arg(display_number(100.0 * change->relative));
  if (!change->most.empty() && change->most.size() < change->weights)
    text += QLatin1Char(' ') + tr("Of %L1 weights those that moved most:").arg(change->weights);
  sum_->setText(text);
  fit_terms();
}

/// A row of the table is a number of the tiles.
void LayersPage::choose_changed(int row) {
  if (what_ != Show::changes || row < 0 || row >= changes_->rowCount()) return;
  const WeightChange& weight = changes_->weight(row);
  const Tensor& tensor = network_.tensors[weight.tensor];
  const bool drawn =
      tensor.name == network_.tensor(tensor.node, "weight").name && weight.place < tiles_->values().size();
  tiles_->choose(drawn ? static_cast<int>(weight.place) : -1);
}

/// A number of the tiles is a row of the table, where it is among those that moved most.
void LayersPage::show_chosen_change(int index) {
  if (table_->model() != changes_) return;
  for (int row = 0; row < changes_->rowCount(); ++row) {
    const WeightChange& weight = changes_->weight(row);
    const Tensor& tensor = network_.tensors[weight.tensor];
    if (weight.place == static_cast<std::size_t>(index) && tensor.name == network_.tensor(tensor.node, "weight").name) {
      table_->selectRow(row);
      return;
    }
  }
  table_->clearSelection();
}

}  // namespace mlplab
