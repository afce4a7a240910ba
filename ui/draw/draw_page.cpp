// The page and its views of the sheet. Labelling, keeping, saving and counting are in draw_page_labels.cpp, images from
// files in draw_page_images.cpp.
#include "ui/draw/draw_page.h"

#include <QComboBox>
#include <QLabel>
#include <QSlider>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "core/data/digit_fit.h"
#include "core/data/image_file.h"
#include "core/lessons/lesson_progress.h"
#include "core/model/network.h"
#include "ui/draw/activation_grid.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/draw/example_drawing.h"
#include "ui/draw/label_bar.h"
#include "ui/draw/model_choice.h"
#include "ui/draw/pixel_grid.h"
#include "ui/network/probability_bars.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_data.h"
#include "ui/runs/run_session.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/card.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/form_parts.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/tables.h"
#include "ui/widgets/worded_buttons.h"

namespace mlplab {
namespace {

constexpr int max_pen_width = 40;  // sheet units

Card* make_card(const QString& title) {
  auto* card = new Card(title);
  card->column()->setContentsMargins(12, 10, 12, 12);
  card->column()->setSpacing(8);
  card->header()->addStrut(28);  // cards with and without buttons have their titles on one line
  return card;
}

}  // namespace

DrawPage::DrawPage(RunSession* training, RunData* run_data, QWidget* parent)
    : Page(QStringLiteral("draw"), tr("Draw"), parent), training_(training), data_(run_data) {
  QVBoxLayout* middle = spaced_column(10);
  middle->addWidget(makeSeenCard(), 1);
  middle->addWidget(makeHiddenCard(), 1);
  QHBoxLayout* row = spaced_row(10);
  QWidget* draw_card = makeDrawCard();
  draw_card->setSizePolicy(QSizePolicy::Ignored, draw_card->sizePolicy().verticalPolicy());
  row->addWidget(draw_card, 17);
  row->addLayout(middle, 11);
  row->addWidget(makePredictionCard(), 12);
  QVBoxLayout* page = column_in(this, 10, {12, 12, 12, 12});
  page->addLayout(row, 1);
  page->addWidget(makeLabelCard());

  count_timer_ = new QTimer(this);
  count_timer_->setSingleShot(true);
  count_timer_->setInterval(300);
  connect(count_timer_, &QTimer::timeout, this, &DrawPage::countRight);
  connect(canvas_, &DrawingCanvas::drawingChanged, this, &DrawPage::drawingChanged);
  connect(canvas_, &DrawingCanvas::strokeEnded, this, &DrawPage::drawn_by_user);
  connect(canvas_, &DrawingCanvas::digitTyped, this, &DrawPage::labelDrawing);
  set_theme(theme_);
  setState(nullptr);
  drawingChanged();
  if (training == nullptr) return;
  connect(training, &RunSession::weightsChanged, this, [this](const std::shared_ptr<const TrainingState>& state) {
    if (isVisible() && model_->follows()) setState(state);  // else when it is shown
  });
  connect(model_, &ModelChoice::newestWanted, this, [this] { choose_model(training_->weights(), {}); });
  connect(model_, &ModelChoice::chosen, this,
          [this](const std::shared_ptr<const TrainingState>& state) { choose_model(state, {}); });
  connect(model_, &ModelChoice::failed, this, [this](const QString& why) { choose_model(nullptr, why); });
  connect(this, &DrawPage::stateWanted, training, &RunSession::setStateWanted);
  if (run_data != nullptr) connect(run_data, &RunData::changed, this, &DrawPage::dataChanged);
}

QWidget* DrawPage::makeDrawCard() {
  Card* card = make_card(tr("Draw"));
  draw_note_ = card->note();
  image_file_ = flat_button(
      tr("Image…"),
      tr("Open an image (%1); it can be dropped on the window, too").arg(QString::fromStdString(image_formats())));
  connect(image_file_, &QToolButton::clicked, this, &DrawPage::choose_image);
  undo_ = flat_button(tr("Undo"), tr("Undo the last stroke (Ctrl+Z on the sheet)"));
  clear_ = flat_button(tr("Clear"), tr("Clear the sheet (Delete on the sheet)"));
  for (QToolButton* button : {image_file_, undo_, clear_}) card->header()->addWidget(button);
  new WordedButtons(card, card->header(), {image_file_, undo_, clear_});
  canvas_ = new DrawingCanvas;
  card->column()->addWidget(canvas_, 1);

  QHBoxLayout* pen_row = spaced_row(8);
  auto* pen_name = new QLabel(tr("&Pen"));
  pen_ = new QSlider(Qt::Horizontal);
  pen_->setRange(4, max_pen_width);
  pen_->setValue(static_cast<int>(canvas_->penWidth()));
  pen_->setAccessibleName(tr("Width of the pen"));
  pen_name->setBuddy(pen_);
  pen_value_ = in_role(new QLabel, "quiet");
  pen_value_->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("40 of 280")));
  pen_row->addWidget(pen_name);
  pen_row->addWidget(pen_, 1);
  pen_row->addWidget(pen_value_);
  card->column()->addLayout(pen_row);
  const auto show_width = [this](int width) {
    canvas_->setPenWidth(static_cast<float>(width));
    pen_value_->setText(tr("%1 of %2").arg(width).arg(static_cast<int>(sheet_side)));
  };
  connect(pen_, &QSlider::valueChanged, this, show_width);
  show_width(pen_->value());
  connect(undo_, &QToolButton::clicked, canvas_, &DrawingCanvas::undo);
  connect(clear_, &QToolButton::clicked, canvas_, &DrawingCanvas::clear);
  return card;
}

QWidget* DrawPage::makeSeenCard() {
  seen_card_ = make_card(tr("Network input"));
  seen_ = new PixelGrid;
  seen_card_->column()->addWidget(seen_, 1);
  return seen_card_;
}

QWidget* DrawPage::makeHiddenCard() {
  Card* card = make_card(tr("Hidden layer"));
  hidden_note_ = card->note();
  card->setToolTip(tr("One cell a unit: the stronger the colour, the more active the unit"));
  layer_ = combo_box(tr("Which hidden layer"));
  layer_->hide();
  card->header()->addWidget(layer_);
  connect(layer_, &QComboBox::currentIndexChanged, this, &DrawPage::showActivations);
  hidden_ = new ActivationGrid;
  card->column()->addWidget(hidden_, 1);
  return card;
}

QWidget* DrawPage::makePredictionCard() {
  Card* card = make_card(tr("Prediction"));
  network_ = card->note();
  if (training_ != nullptr) {
    model_ = new ModelChoice(*training_);
    card->column()->addWidget(model_);
  }
  auto* found = new QWidget;
  QHBoxLayout* row = row_in(found, 14);
  digit_ = new QLabel;
  digit_->setAccessibleName(tr("The network's prediction"));
  row->addWidget(digit_);
  QVBoxLayout* words = spaced_column(2);
  certainty_ = in_role(new ElidedLabel, "title");
  runner_up_ = in_role(new ElidedLabel, "quiet");
  words->addStretch(1);
  words->addWidget(certainty_);
  words->addWidget(runner_up_);
  words->addStretch(1);
  row->addLayout(words, 1);
  no_prediction_ = wrapped_label("quiet");
  no_prediction_->setAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  headline_ = new QStackedWidget;
  headline_->addWidget(found);
  headline_->addWidget(no_prediction_);
  card->column()->addWidget(headline_);
  bars_ = new ProbabilityBars;
  card->column()->addWidget(bars_, 1);
  return card;
}

QWidget* DrawPage::makeLabelCard() {
  Card* card = make_card(tr("Label"));
  card->note()->setText(tr("what did you draw? Labelled drawings become a test set"));
  labels_ = new LabelBar;
  card->header()->addWidget(labels_->actions());
  card->column()->addWidget(labels_);
  connect(labels_, &LabelBar::labelChosen, this, &DrawPage::labelDrawing);
  connect(labels_, &LabelBar::saveWanted, this, [this] { chooseFolder(true); });
  connect(labels_, &LabelBar::openWanted, this, [this] { chooseFolder(false); });
  connect(labels_, &LabelBar::takeBackWanted, this, [this] {
    collection_.images.pop_back();
    collection_.labels.pop_back();
    saved_ = false;
    labels_->showMessage({});
    keepCollection();
    countRight();
  });
  return card;
}

void DrawPage::set_theme(const Theme& theme) {
  theme_ = theme;
  canvas_->set_theme(theme);
  seen_->set_theme(theme);
  hidden_->set_theme(theme);
  bars_->set_theme(theme);
  labels_->setTheme(theme);
  show_icon(undo_, QStringLiteral("undo"), theme);
  show_icon(clear_, QStringLiteral("eraser"), theme);
  show_icon(image_file_, QStringLiteral("image"), theme);
  // A style sheet of its own: the application's one would win over setFont() and setPalette().
  // untranslated: a style sheet
  digit_->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: 700; color: %2;")
                            .arg(theme.font_pt * 4.6)
                            .arg(theme.accent.name()));
  // untranslated: a style sheet
  certainty_->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: 600;").arg(theme.font_pt * 1.4));
  digit_->setText(QStringLiteral("0"));
  digit_->ensurePolished();
  headline_->setFixedHeight(digit_->sizeHint().height());
  showPrediction();
}

void DrawPage::show_example(ExampleSize /*size*/) { canvas_->setStrokes(example_drawing()); }

/// Whether the labelled drawings, which are digits of 28 × 28, are a test of this network.
bool DrawPage::readsDigits() const {
  constexpr ImageShape mnist_image{mnist_side, mnist_side, 1};
  if (!known_ || known_->preparation.digits != mnist_image || known_->preparation.image != mnist_image) return false;
  for (int digit = 0; digit < 10; ++digit)
    if (class_name(known_->preparation.class_names, digit) != std::to_string(digit)) return false;
  return state_->model.outputs() == 10;
}

void DrawPage::dataChanged() { setState(state_); }

void DrawPage::choose_model(std::shared_ptr<const TrainingState> state, const QString& why_not) {
  why_no_model_ = why_not;
  setState(std::move(state));
}

/// The data that the network learned from, for the names of its classes and the size of its images; null where not
/// known.
const Dataset* DrawPage::known_data() const {
  if (data_ == nullptr) return nullptr;
  if (model_ != nullptr && !model_->follows()) {
    const Run *chosen = model_->run(), *current = training_->current();
    if (chosen == nullptr || current == nullptr || !(chosen->spec.data == current->spec.data)) return nullptr;
  }
  return data_->dataset().get();
}

void DrawPage::setState(std::shared_ptr<const TrainingState> state) {
  if (data_ != nullptr && training_->current() != nullptr && training_->current()->spec.data.source != "mnist")
    data_->want();
  const bool same = state != nullptr && state_ != nullptr && state->model == state_->model;
  state_ = std::move(state);
  if (!same) {
    predicting_.forget();
    counting_.forget();
    prediction_.reset();
    at_once_ = state_ == nullptr || predicts_at_once(state_->model);
  }
  known_ = state_ == nullptr ? std::nullopt : preparation_for(*state_, known_data());
  showHowItIsPrepared();
  QStringList names;
  for (int label = 0; networkReadsDrawings() && label < state_->model.outputs(); ++label)
    names << class_title(label, known_->preparation.class_names);
  bars_->setNames(names);
  network_->setText(
      state_ == nullptr
          ? QString()
          : tr("%1, epoch %2").arg(QString::fromStdString(state_->model.name()), QString::number(state_->epochs_done)));
  const int hidden_layers = networkReadsDrawings() ? static_cast<int>(state_->model.layers.size()) - 1 : 0;
  if (hidden_layers != layer_->count()) {
    const QSignalBlocker blocker(layer_);
    layer_->clear();
    for (int i = 1; i <= hidden_layers; ++i) {
      const QString name = QString::fromStdString(state_->model.layers[static_cast<std::size_t>(i) - 1].name);
      layer_->addItem(name.isEmpty() ? QString::number(i) : name);
    }
    layer_->setVisible(hidden_layers > 1);
  }
  update_prediction();
  if (collection_.size() > 0 && !count_timer_->isActive()) count_timer_->start();
}

/// Without a network that reads images as for MNIST's.
Preparation DrawPage::preparation() const {
  constexpr ImageShape mnist_image{mnist_side, mnist_side, 1};
  return networkReadsDrawings() ? known_->preparation : Preparation{.image = mnist_image, .digits = mnist_image};
}

void DrawPage::showHowItIsPrepared() {
  const Preparation how = preparation();
  const QString size = tr("%1 × %2").arg(how.image.width).arg(how.image.height);
  QString note = how.image.channels == 1 ? size : tr("%1, %2 channels").arg(size).arg(how.image.channels);
  if (known_ && known_->assumed) note = tr("%1, assumed").arg(note);
  seen_card_->note()->setText(note);
  seen_card_->setToolTip(
      how.fits_digits()
          ? tr("The drawing scaled into 20 × 20 of 28 × 28 pixels (other sizes in the same proportion) and centred "
               "by its mass, as the images of MNIST were made")
          : tr("The whole sheet, scaled to the size of the training images; an image file is prepared as they were"));
  draw_note_->setText(how.fits_digits() ? tr("a digit, 0 to 9") : tr("one of %1 classes").arg(state_->model.outputs()));
  canvas_->setHint(how.fits_digits() ? tr("Draw a digit here,\nor drop an image of one")
                                     : tr("Draw here,\nor drop an image"));
}

void DrawPage::drawingChanged() {
  Q_EMIT drawn(canvas_->sketch());
  undo_->setEnabled(canvas_->canUndo());
  clear_->setEnabled(!canvas_->isEmpty());
  labels_->setCanLabel(!canvas_->isEmpty());
  update_prediction();
}

/// A small network at once, so that the prediction follows the pen; a large one on another thread, the newest drawing
/// next.
void DrawPage::update_prediction() {
  const Preparation how = preparation();
  const PreparedImage seen = prepare(how, canvas_->sketch());
  seen_->setImage(seen.image, how.fits_digits());
  if (!networkReadsDrawings() || canvas_->isEmpty()) {
    predicting_.forget();
    take(std::nullopt);
    return;
  }
  std::vector<float> x = floats_of(seen.image);
  if (at_once_) {
    take(predict(*state_, x));
    return;
  }
  predicting_.ask([this, state = state_, x = std::move(x)](const std::atomic<bool>& stop) -> Background::Finish {
    std::optional<Prediction> prediction = predict(*state, x, stop);
    return [this, found = std::move(prediction)] { take(found); };
  });
  if (!prediction_) take(std::nullopt);
}

/// A lesson's 'digit drawn': something new by hand or from a file, and a prediction to it.
void DrawPage::drawn_by_user() {
  untold_drawing_ = networkReadsDrawings();
  tell_drawn();
}

void DrawPage::tell_drawn() {
  if (canvas_->isEmpty()) untold_drawing_ = false;
  if (prediction_ && std::exchange(untold_drawing_, false)) Q_EMIT acted({LessonAct::digit_drawn, 0.0, "draw", {}});
}

void DrawPage::take(std::optional<Prediction> prediction) {
  prediction_ = std::move(prediction);
  tell_drawn();
  showPrediction();
  showActivations();
}

QString DrawPage::whyNoPrediction() const {
  if (!why_no_model_.isEmpty()) return why_no_model_;
  if (state_ == nullptr) return tr("No trained network yet: press Run.");
  if (!networkReadsDrawings())
    return tr("This network takes %1 inputs, which form no image of known size: it cannot read drawings. Train one on "
              "MNIST.")
        .arg(state_->model.inputs());
  if (predicting_.busy()) return tr("This network is large: its prediction takes a moment.");
  return preparation().fits_digits() ? tr("Draw a digit: the prediction follows the pen.")
                                     : tr("Draw, or open an image: the prediction follows.");
}

void DrawPage::showPrediction() {
  headline_->setCurrentIndex(prediction_ ? 0 : 1);
  bars_->setProbabilities(prediction_ ? prediction_->probabilities : std::vector<float>());
  if (!prediction_) {
    no_prediction_->setText(whyNoPrediction());
    return;
  }
  const std::vector<float>& p = prediction_->probabilities;
  const auto best = static_cast<std::size_t>(prediction_->label);
  std::size_t second = best == 0 ? 1 : 0;
  for (std::size_t i = 0; i < p.size(); ++i)
    if (i != best && p[i] > p[second]) second = i;
  const std::vector<std::string>& names = known_->preparation.class_names;
  const QString title = class_title(prediction_->label, names);
  // A style sheet of its own: the application's one would win over setFont() and setPalette().
  // untranslated: a style sheet
  digit_->setStyleSheet(QStringLiteral("font-size: %1pt; font-weight: 700; color: %2;")
                            .arg(theme_.font_pt * (title.size() < 3 ? 4.6 : 1.8))
                            .arg(theme_.accent.name()));
  digit_->setText(title);
  certainty_->setText(share_text(double{p[best]}));
  runner_up_->setText(
      second < p.size()
          ? tr("or %1, %2").arg(class_title(static_cast<int>(second), names), share_text(double{p[second]}))
          : QString());
}

void DrawPage::showActivations() {
  const int layer = std::max(layer_->currentIndex(), 0);
  const bool there = prediction_ && layer_->count() > 0;
  const auto node = static_cast<std::size_t>(layer);
  if (there)
    hidden_->setValues(prediction_->activations[node], network_of(state_->model).shapes[node]);
  else
    hidden_->setValues({});
  if (there)
    hidden_note_->setText(tr("%1 of %2 on").arg(hidden_->activeUnits()).arg(hidden_->values().size()));
  else if (networkReadsDrawings())
    hidden_note_->setText(layer_->count() == 0 ? tr("no hidden layer")
                                               : tr("%1 units").arg(state_->model.widths().at(std::size_t(layer) + 1)));
  else
    hidden_note_->clear();
}

void DrawPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  canvas_->setFocus(Qt::OtherFocusReason);
  if (model_ != nullptr) {
    model_->refresh();
    if (model_->follows() && training_->weights() != state_) setState(training_->weights());
  }
  Q_EMIT stateWanted(true);
}

void DrawPage::hideEvent(QHideEvent* event) {
  QWidget::hideEvent(event);
  Q_EMIT stateWanted(false);
}

}  // namespace mlplab
