// The page Layers: the trained network from outside in. Its drawing, the maps (or kernels) of the chosen layer for one
// image, and one number of them with the part of the image that it sees and the products of its sum. Live while the
// run goes on.
#pragma once

#include <QPointer>
#include <memory>
#include <optional>

#include "core/model/inference.h"
#include "core/model/known_preparation.h"
#include "core/model/network.h"
#include "core/model/training_state.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"
#include "ui/widgets/page.h"

class QComboBox;
class QFrame;
class QLabel;
class QSpinBox;
class QTableView;
class QToolButton;

namespace mlplab {

struct SeenStep;

class Card;
class ChangeModel;
class NetworkDrawing;
class ImageView;
class RunData;
class RunSession;
class StepWatch;
class TermModel;
class TileView;

class LayersPage : public Page {
  Q_OBJECT
 public:
  /// All optional: the run whose newest weights are shown, the data that it learned from, and its last step.
  explicit LayersPage(RunSession* training = nullptr, RunData* data = nullptr, StepWatch* steps = nullptr,
                      QWidget* parent = nullptr);

  void set_theme(const Theme& theme) override;
  void show_example(ExampleSize size) override;
  enum class Show { maps, kernels, changes };
  void show(Show what);
  using QWidget::show;
  void choose_layer(int layer);
  NetworkDrawing& drawing() { return *drawing_; }
  TileView& tiles() { return *tiles_; }
  ImageView& image() { return *image_view_; }
  const std::optional<Prediction>& prediction() const { return prediction_; }
  /// The sentence about the chosen number.
  QString sum_text() const;

 public Q_SLOTS:
  void setState(std::shared_ptr<const TrainingState> state);
  /// The contents of the sheet of the page Draw.
  void setDrawing(const mlplab::Sketch& sketch);
  /// Counted from 0.
  void showTestImage(int index);

 Q_SIGNALS:
  /// Whether the page is shown and wants setState() to be called.
  void stateWanted(bool wanted);

 protected:
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QFrame* make_tiles_card();
  QFrame* make_image_card();
  QFrame* make_sum_card();
  void fit_terms();
  void data_changed();
  void offer_drawing(bool there);
  void pick_image();
  void ask();
  void take(std::shared_ptr<const TrainingState> state, const Shape& shape, std::vector<float> x,
            Prediction prediction);
  Shape input_of(std::size_t node) const;
  void show_layer();
  void show_maps(int layer);
  void show_kernels(int layer);
  bool has_kernels(int layer) const;
  bool has_weights(int layer) const;
  const SeenStep* seen_step() const;
  void step_changed();
  void show_moved();
  void show_changes(int layer);
  void show_most_changed(int layer);
  void choose_changed(int row);
  void show_chosen_change(int index);
  void show_sum();
  QString prediction_text() const;

  RunSession* training_;
  RunData* data_;
  QPointer<StepWatch> steps_;  // which ends before the pages
  NetworkDrawing* drawing_ = nullptr;
  Card* network_card_ = nullptr;
  TileView* tiles_ = nullptr;
  Card* tiles_card_ = nullptr;
  QToolButton* maps_button_ = nullptr;
  QToolButton* kernels_button_ = nullptr;
  QToolButton* changes_button_ = nullptr;
  QToolButton* all_button_ = nullptr;
  QComboBox* source_ = nullptr;
  QSpinBox* example_ = nullptr;
  ImageView* image_view_ = nullptr;
  Card* image_card_ = nullptr;
  Card* sum_card_ = nullptr;
  QLabel* sum_ = nullptr;
  QTableView* table_ = nullptr;
  TermModel* terms_ = nullptr;
  ChangeModel* changes_ = nullptr;

  Show what_ = Show::maps;
  int wanted_example_ = 0;                      // 1-based, once the data are there; 0: none
  std::shared_ptr<const TrainingState> state_;  // the newest
  Sketch sketch_;                               // no ink: there is none
  std::optional<KnownPreparation> known_;       // how its images are prepared
  std::vector<float> x_;                        // the image to be predicted
  // The shown state; all members are from the same moment.
  std::shared_ptr<const TrainingState> shown_;
  Network network_;
  Shape shown_shape_;
  std::vector<float> shown_x_;
  std::optional<Prediction> prediction_;
  Theme theme_ = light_theme();
  Background background_;  // the last member: it ends before what its work looks at
};

}  // namespace mlplab
