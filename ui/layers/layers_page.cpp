#include "ui/layers/layers_page.h"

#include <QComboBox>
#include <QFrame>
#include <QHeaderView>
#include <QLabel>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>
#include <algorithm>
#include <array>

#include "core/model/neuron.h"
#include "ui/layers/change_model.h"
#include "ui/layers/term_model.h"
#include "ui/network/image_view.h"
#include "ui/network/kernel_tiles.h"
#include "ui/network/layer_words.h"
#include "ui/network/network_drawing.h"
#include "ui/network/tile_view.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_data.h"
#include "ui/runs/run_session.h"
#include "ui/runs/step_watch.h"
#include "ui/widgets/card.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/tables.h"

namespace mlplab {
namespace {

constexpr int example_width = 76;  // px

enum Source { from_drawing, from_test };

QString number(double value) { return number_text(value, 'g', 3); }

}  // namespace

LayersPage::LayersPage(RunSession* training, RunData* run_data, StepWatch* steps, QWidget* parent)
    : Page(QStringLiteral("layers"), tr("Layers"), parent), training_(training), data_(run_data), steps_(steps) {
  network_card_ = new Card(tr("Network"));
  drawing_ = new NetworkDrawing;
  network_card_->column()->addWidget(drawing_, 1);
  QVBoxLayout* right = spaced_column(10);
  right->addWidget(make_image_card(), 4);
  right->addWidget(make_sum_card(), 5);
  QHBoxLayout* row = row_in(this, 10, {12, 12, 12, 12});
  row->addWidget(network_card_, 5);
  row->addWidget(make_tiles_card(), 6);
  row->addLayout(right, 6);

  connect(drawing_, &NetworkDrawing::layerChosen, this, &LayersPage::choose_layer);
  connect(tiles_, &TileView::valueChosen, this, &LayersPage::show_sum);
  connect(tiles_, &TileView::valueChosen, this, &LayersPage::show_chosen_change);
  connect(tiles_, &TileView::largeChanged, this, &LayersPage::show_layer);
  show_layer();
  if (steps != nullptr) connect(steps, &StepWatch::changed, this, &LayersPage::step_changed);
  if (training == nullptr) return;
  connect(training, &RunSession::weightsChanged, this, &LayersPage::setState);
  connect(this, &LayersPage::stateWanted, training, &RunSession::setStateWanted);
  if (run_data != nullptr) connect(run_data, &RunData::changed, this, &LayersPage::data_changed);
}

QFrame* LayersPage::make_tiles_card() {
  tiles_card_ = new Card;
  QHBoxLayout* tabs = spaced_row(2);  // a row of their own: the card beside it needs the width
  const auto tab = [&](QHBoxLayout* row, const QString& text, const QString& tip, bool checkable, auto act) {
    QToolButton* button = tab_button(text, tip, checkable);
    connect(button, &QToolButton::clicked, this, act);
    row->addWidget(button);
    return button;
  };
  all_button_ = tab(tiles_card_->header(), tr("All"), tr("All maps of the layer (Escape)"), false,
                    [this] { tiles_->show_large(-1); });
  maps_button_ = tab(tabs, tr("Maps"), tr("What the layer gives for this image"), true, [this] { show(Show::maps); });
  kernels_button_ = tab(tabs, tr("Kernels"), tr("The weights, as images of what they look for"), true,
                        [this] { show(Show::kernels); });
  changes_button_ = tab(tabs, tr("Changes"), tr("How far the last step of the run moved each weight"), true,
                        [this] { show(Show::changes); });
  tabs->addStretch(1);
  tiles_card_->column()->addLayout(tabs);
  tiles_ = new TileView;
  tiles_card_->column()->addWidget(tiles_, 1);
  return tiles_card_;
}

QFrame* LayersPage::make_image_card() {
  image_card_ = new Card(tr("Image"));
  source_ = narrow_combo(tr("Which image"));
  source_->addItem(tr("my drawing"), from_drawing);
  source_->addItem(tr("test image"), from_test);
  example_ = number_field(1, 1, 1, tr("Number of the test image"));
  example_->setFixedWidth(example_width);
  auto* choice = new QHBoxLayout;  // a row of its own: the note takes what is left of the header
  choice->addWidget(source_);
  choice->addWidget(example_);
  choice->addStretch(1);
  image_card_->column()->addLayout(choice);
  offer_drawing(false);
  image_view_ = new ImageView;
  image_card_->column()->addWidget(image_view_, 1);
  connect(source_, &QComboBox::currentIndexChanged, this, &LayersPage::pick_image);
  connect(example_, &QSpinBox::valueChanged, this, &LayersPage::pick_image);
  return image_card_;
}

QFrame* LayersPage::make_sum_card() {
  sum_card_ = new Card;
  sum_ = new QLabel;
  sum_->setWordWrap(true);
  sum_->setAccessibleName(tr("How the chosen number came about"));
  sum_card_->column()->addWidget(sum_);
  terms_ = new TermModel(this);
  changes_ = new ChangeModel(this);
  table_ = make_page_table(terms_, {}, 24);
  table_->setStyleSheet(QStringLiteral(
      // untranslated: a style sheet, of a narrow card
      "QTableView::item { padding: 0 2px; } QHeaderView::section { padding: 2px 5px 5px 5px; }"));
  table_->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
  table_->horizontalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
  table_->viewport()->installEventFilter(this);
  leave_space_to_the_run(table_);
  connect(table_, &QTableView::clicked, this, [this](const QModelIndex& at) { choose_changed(at.row()); });
  connect(table_, &QTableView::activated, this, [this](const QModelIndex& at) { choose_changed(at.row()); });
  sum_card_->column()->addWidget(table_, 1);
  return sum_card_;
}

/// A number that is cut is none: what has no room is reached by scrolling.
void LayersPage::fit_terms() {
  constexpr int padding = 2 * 2 + 2 * 3 + 2;  // of its style sheet, of the style, to spare
  int left = table_->viewport()->width();
  std::array<int, TermModel::column_count> widths{};
  for (int column = 0; column < TermModel::column_count; ++column) {
    widths[static_cast<std::size_t>(column)] = text_width(*table_, column, theme_) + padding;
    left -= widths[static_cast<std::size_t>(column)];
  }
  for (int column = 0; column < TermModel::column_count; ++column)
    table_->setColumnWidth(column,
                           widths[static_cast<std::size_t>(column)] + std::max(left, 0) / TermModel::column_count);
}

bool LayersPage::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_->viewport() && event->type() == QEvent::Resize) fit_terms();
  return Page::eventFilter(watched, event);
}

void LayersPage::set_theme(const Theme& theme) {
  theme_ = theme;
  drawing_->set_theme(theme);
  tiles_->set_theme(theme);
  image_view_->set_theme(theme);
  // Large letters: the table of the sum needs the room.
  const std::array<int, 3> shares = theme.projector ? std::array{4, 4, 9} : std::array{5, 6, 6};
  for (int i = 0; i < 3; ++i) qobject_cast<QBoxLayout*>(layout())->setStretch(i, shares[static_cast<std::size_t>(i)]);
  example_->setFixedWidth(theme.projector ? theme.px(example_width) : example_width);
  fit_terms();
}

void LayersPage::show_example(ExampleSize /*size*/) {
  source_->setCurrentIndex(source_->findData(from_drawing));
  choose_layer(0);
  const auto& values = tiles_->values();
  tiles_->choose(static_cast<int>(std::ranges::max_element(values) - values.begin()));
  show_sum();
}

void LayersPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  Q_EMIT stateWanted(true);
  if (steps_ != nullptr) steps_->want(true);
  if (training_ != nullptr) setState(training_->weights());
}

void LayersPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  Q_EMIT stateWanted(false);
  if (steps_ != nullptr) steps_->want(false);
}

/// Without a drawing test images are what there is, and the list says so.
void LayersPage::offer_drawing(bool there) {
  const QSignalBlocker blocker(source_);
  const int item = source_->findData(from_drawing);
  enable_item(source_, item, there);
  source_->setCurrentIndex(there ? item : source_->findData(from_test));
}

void LayersPage::setDrawing(const Sketch& sketch) {
  const bool blank = std::ranges::all_of(sketch.ink.pixels, [](std::uint8_t pixel) { return pixel == 0; });
  if (blank != sketch_.ink.pixels.empty()) offer_drawing(!blank);
  sketch_ = blank ? Sketch() : sketch;
  if (isVisible() || training_ == nullptr) pick_image();
}

void LayersPage::showTestImage(int index) {
  source_->setCurrentIndex(source_->findData(from_test));
  wanted_example_ = index + 1;
  data_changed();
}

void LayersPage::setState(std::shared_ptr<const TrainingState> state) {
  state_ = std::move(state);
  if (training_ != nullptr && !isVisible()) return;  // asked again when it is shown
  if (data_ != nullptr) data_->want();
  data_changed();
}

void LayersPage::data_changed() {
  const Dataset* dataset = data_ == nullptr ? nullptr : data_->dataset().get();
  known_ = state_ == nullptr ? std::nullopt : preparation_for(*state_, dataset);
  const bool examples =
      dataset != nullptr && known_ && dataset->image == known_->preparation.image && dataset->test.size() > 0;
  const QSignalBlocker blocker(example_);
  example_->setEnabled(examples);
  example_->setRange(1, examples ? static_cast<int>(dataset->test.size()) : 1);
  if (examples && wanted_example_ > 0) example_->setValue(std::exchange(wanted_example_, 0));
  pick_image();
}

/// Without a drawing the first test image, so that there is something to see.
void LayersPage::pick_image() {
  x_.clear();
  const bool test = source_->currentData().toInt() == from_test;
  example_->setVisible(test && example_->isEnabled());
  if (known_ && test && example_->isEnabled()) {
    const Dataset& dataset = *data_->dataset();
    const auto index = static_cast<std::size_t>(example_->value() - 1);
    x_ = input_of_example(dataset, dataset.test, index);
    image_card_->note()->setText(
        tr("a %1 of the test images").arg(class_title(dataset.test.labels[index], dataset.class_names)));
  } else if (known_ && can_be_shown_images(known_->preparation) && !test && !sketch_.ink.pixels.empty()) {
    x_ = floats_of(prepare(known_->preparation, sketch_).image);
    image_card_->note()->clear();
  } else {
    image_card_->note()->setText(state_ == nullptr ? tr("train a network first")
                                 : known_          ? tr("draw one on the page Draw")
                                                   : tr("this network takes no images"));
  }
  ask();
}

void LayersPage::ask() {
  if (state_ == nullptr || x_.empty()) {
    background_.forget();
    prediction_.reset();
    shown_ = state_;
    shown_shape_ = known_              ? shape_of(known_->preparation.image)
                   : state_ == nullptr ? Shape{0, 1, 1}
                                       : state_->model.input;
    network_ = state_ == nullptr ? Network() : network_of(state_->model);
    show_layer();
    return;
  }
  if (predicts_at_once(state_->model)) {
    background_.forget();
    take(state_, shape_of(known_->preparation.image), x_, predict(*state_, x_));
    return;
  }
  background_.ask([this, state = state_, shape = shape_of(known_->preparation.image),
                   x = x_](const std::atomic<bool>& stop) -> Background::Finish {
    const std::optional<Prediction> found = predict(*state, x, stop);
    if (!found) return {};
    return [this, state, shape, x, prediction = *found] { take(state, shape, x, prediction); };
  });
}

void LayersPage::take(std::shared_ptr<const TrainingState> state, const Shape& shape, std::vector<float> x,
                      Prediction prediction) {
  shown_ = std::move(state);
  network_ = network_of(shown_->model);
  shown_shape_ = shape;
  shown_x_ = std::move(x);
  prediction_ = std::move(prediction);
  show_layer();
}

/// The shape of a layer's first input; the network's own input has the shape of the shown image, in an MLP too.
Shape LayersPage::input_of(std::size_t node) const {
  const int input = network_.inputs[node].front();
  return input >= 0 ? network_.shapes[std::size_t(input)] : shown_shape_;
}

QString LayersPage::prediction_text() const {
  return tr("epoch %1; prediction %2, %3")
      .arg(QString::number(shown_->epochs_done), class_title(prediction_->label, known_->preparation.class_names),
           share_text(double{prediction_->probabilities[std::size_t(prediction_->label)]}));
}

void LayersPage::choose_layer(int layer) {
  drawing_->choose(layer);
  tiles_->choose(-1);
  tiles_->show_large(-1);
  show_layer();
}

void LayersPage::show(Show what) {
  if (what == what_) {
    show_layer();
    return;
  }
  what_ = what;
  tiles_->choose(-1);
  tiles_->show_large(-1);
  show_layer();
}

bool LayersPage::has_kernels(int layer) const {
  if (shown_ == nullptr || layer < 0) return false;
  const auto node = static_cast<std::size_t>(layer);
  const Shape in = input_of(node);
  return kernel_tiles_of(shown_->model.layers[node].layer, in).outputs > 0;
}

bool LayersPage::has_weights(int layer) const {
  return shown_ != nullptr && layer >= 0 && network_.parameters_of(static_cast<std::size_t>(layer)).count > 0;
}

void LayersPage::show_layer() {
  if (shown_ != nullptr && !(drawing_->network() == shown_->model)) drawing_->set_network(shown_->model);
  show_moved();
  network_card_->note()->setText(shown_ == nullptr ? tr("no trained network yet: press Run")
                                 : prediction_     ? prediction_text()
                                                   : tr("epoch %1").arg(shown_->epochs_done));
  const int layer = shown_ == nullptr ? -2 : drawing_->chosen();
  const bool kernels = has_kernels(layer), changes = steps_ != nullptr && has_weights(layer);
  kernels_button_->setChecked(what_ == Show::kernels && kernels);
  changes_button_->setChecked(what_ == Show::changes && changes);
  maps_button_->setChecked(!kernels_button_->isChecked() && !changes_button_->isChecked());
  kernels_button_->setVisible(kernels);
  changes_button_->setVisible(changes);
  maps_button_->setVisible(kernels || changes);
  all_button_->setVisible(tiles_->large() >= 0);
  if (layer < -1) {
    tiles_->set_values({}, {0, 1, 1});
    tiles_card_->title()->setText(tr("Maps"));
    tiles_card_->note()->clear();
  } else if (kernels_button_->isChecked()) {
    show_kernels(layer);
  } else if (changes_button_->isChecked()) {
    show_changes(layer);
  } else {
    show_maps(layer);
  }
  image_view_->set_image(prediction_ ? shown_x_ : std::vector<float>(), shown_shape_);
  show_sum();
}

void LayersPage::show_maps(int layer) {
  const Shape shape = layer < 0 ? shown_shape_ : network_.shapes[std::size_t(layer)];
  tiles_card_->title()->setText(layer < 0 ? tr("The image")
                                          : QString::fromStdString(network_.names[std::size_t(layer)]));
  QString note = shape.is_vector() ? tr("%L1 numbers").arg(shape.channels)
                                   : tr("%1 maps of %2 × %3").arg(shape.channels).arg(shape.width).arg(shape.height);
  if (tiles_->large() >= 0) note = tr("map %1 of %2").arg(tiles_->large() + 1).arg(shape.channels);
  if (shape.channels > TileView::most_tiles) note += tr(", the first %L1").arg(TileView::most_tiles);
  tiles_card_->note()->setText(note);
  if (!prediction_)
    tiles_->set_values({}, shape);
  else
    tiles_->set_values(layer < 0 ? shown_x_ : prediction_->activations[std::size_t(layer)], shape);
}

void LayersPage::show_kernels(int layer) {
  const auto node = static_cast<std::size_t>(layer);
  const Shape in = input_of(node);
  const KernelTiles kernels = kernel_tiles_of(shown_->model.layers[node].layer, in);
  const int most = std::min(kernels.tiles.channels, TileView::most_tiles);
  const Shape tiles = {most, kernels.tiles.height, kernels.tiles.width};
  tiles_card_->title()->setText(QString::fromStdString(network_.names[node]));
  QString note = tr("%1 kernels × %2 inputs").arg(kernels.outputs).arg(kernels.inputs);
  if (tiles_->large() >= 0)
    note =
        tr("kernel %1, input %2").arg(tiles_->large() / kernels.inputs + 1).arg(tiles_->large() % kernels.inputs + 1);
  if (most < kernels.tiles.channels) note += tr(", the first %L1").arg(most);
  tiles_card_->note()->setText(note);
  tiles_->set_values(kernel_values(*shown_, network_, node, tiles), tiles);
}

QString LayersPage::sum_text() const { return sum_->text(); }

void LayersPage::show_sum() {
  const int layer = shown_ == nullptr ? -1 : drawing_->chosen(), chosen = tiles_->chosen();
  const bool changes = changes_button_->isChecked();
  QAbstractItemModel* rows = terms_;
  if (changes) rows = changes_;
  if (table_->model() != rows) table_->setModel(rows);
  table_->setAccessibleName(changes ? tr("Weights that a step moved most, the largest change first")
                                    : tr("Products of the sum, the largest first"));
  if (changes) {
    show_most_changed(layer);
    return;
  }
  sum_card_->title()->setText(tr("One number"));
  const bool maps = maps_button_->isChecked();
  if (layer < 0 || chosen < 0 || !prediction_ || !maps) {
    terms_->set_terms({}, 1);
    sum_card_->note()->clear();
    sum_->setText(maps ? tr("Choose a number in the maps to see the products that it sums.")
                       : tr("Kernels are weights; a number of the maps shows what they were multiplied with."));
    image_view_->set_field(std::nullopt);
    return;
  }
  const auto node = static_cast<std::size_t>(layer);
  const auto index = static_cast<std::size_t>(chosen);
  Neuron neuron = explain(*shown_, network_, shown_x_, *prediction_, node, index);
  const bool flat = shown_->model.input.is_vector();  // an MLP takes the image as a row of numbers
  image_view_->set_field(flat ? Field{0, shown_shape_.height, 0, shown_shape_.width}
                              : receptive_field(shown_->model, network_, node, index));
  const Shape& out = network_.shapes[node];
  const int plane = out.height * out.width;
  sum_card_->note()->setText(plane == 1 ? tr("unit %L1").arg(chosen + 1)
                                        : tr("map %1, row %2, column %3")
                                              .arg(chosen / plane + 1)
                                              .arg(chosen % plane / out.width)
                                              .arg(chosen % plane % out.width));
  const std::size_t terms = neuron.terms.size();
  QString text = terms == 1 ? tr("1 product, %1").arg(number(neuron.sum - neuron.bias))
                            : tr("%L1 products add up to %2").arg(terms).arg(number(neuron.sum - neuron.bias));
  if (neuron.bias != 0.0) text += tr("; with the bias %1 that is %2").arg(number(neuron.bias), number(neuron.sum));
  if (neuron.activation != Activation::identity)
    text += tr("; %1 makes %2 of it").arg(activation_title(neuron.activation), number(double{neuron.value}));
  text += QLatin1Char('.');
  if (terms > TermModel::most_rows) text += tr(" The %1 largest:").arg(TermModel::most_rows);
  sum_->setText(text);
  const Shape in = input_of(node);
  if (flat && network_.inputs[node].front() < 0)
    for (Term& term : neuron.terms) {
      const int place = term.channel, size = in.height * in.width;
      term.channel = place / size, term.row = place % size / in.width, term.column = place % in.width;
    }
  terms_->set_terms(neuron.terms, in.is_vector() ? 0 : in.channels);
  fit_terms();
}

}  // namespace mlplab
