// The page Draw: a sheet to draw a digit on, what the network sees of it, its prediction while the pen moves, and a
// collection of labelled drawings. A further view of the prediction gets its card in the constructor and its values in
// update_prediction().
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "core/data/drawn_set.h"
#include "core/model/inference.h"
#include "core/model/known_preparation.h"
#include "core/model/training_state.h"
#include "ui/theme/theme.h"
#include "ui/widgets/background.h"
#include "ui/widgets/page.h"

class QComboBox;
class QLabel;
class QSlider;
class QStackedWidget;
class QTimer;
class QToolButton;

namespace mlplab {

class ActivationGrid;
class Card;
class DrawingCanvas;
class LabelBar;
class ModelChoice;
class PixelGrid;
class ProbabilityBars;
class RunData;
class RunSession;
struct Dataset;

class DrawPage : public Page {
  Q_OBJECT
 public:
  /// `training` (optional): the run whose newest weights prediction; `data` (optional): that it learned from.
  explicit DrawPage(RunSession* training = nullptr, RunData* data = nullptr, QWidget* parent = nullptr);

  void set_theme(const Theme& theme) override;
  /// Draws a digit.
  void show_example(ExampleSize size) override;
  /// The prediction to the present drawing, of a large network to that of a moment ago; nothing on an empty sheet or
  /// without a network that reads images.
  const std::optional<Prediction>& prediction() const { return prediction_; }
  /// Images, a folder of them (the first each time) or one of labelled drawings; not runs and settings.
  bool take_dropped(const QStringList& paths) override;
  /// Puts the image of a file on the sheet in place of the drawing, which Undo brings back, as soon as it is read.
  /// A file that cannot be read gives a message, and the sheet stays as it is. `news` (optional) is shown once the
  /// image is there.
  void open_image(const std::filesystem::path& file, const QString& news = {});
  const DrawnSet& collection() const { return collection_; }
  /// Takes in the labelled drawings of this folder, and keeps labelled drawings in it from now on. A set that cannot be
  /// read, or that another replaces before it was saved, is put aside.
  void keepIn(const std::filesystem::path& folder);
  /// Another window keeps drawings: this page then says with each drawing that it stays only if it is saved.
  void doNotKeep() { kept_elsewhere_ = true; }

 public Q_SLOTS:
  /// The newest weights, any number of times while training goes on; null: there are none yet.
  void setState(std::shared_ptr<const TrainingState> state);
  /// Keeps the drawing with this label and clears the sheet.
  void labelDrawing(int digit);
  /// Saves the collection, or opens one, and says so, or why not.
  bool saveCollection(const std::filesystem::path& folder);
  bool openCollection(const std::filesystem::path& folder);

 Q_SIGNALS:
  /// The contents of the sheet have changed.
  void drawn(const mlplab::Sketch& sketch);
  /// Whether the page is shown and wants setState() to be called.
  void stateWanted(bool wanted);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  QWidget* makeDrawCard();
  QWidget* makeSeenCard();
  QWidget* makeHiddenCard();
  QWidget* makePredictionCard();
  QWidget* makeLabelCard();
  void drawingChanged();
  void update_prediction();
  void take(std::optional<Prediction> prediction);
  void drawn_by_user();
  void tell_drawn();
  void dataChanged();
  void choose_model(std::shared_ptr<const TrainingState> state, const QString& why_not);
  const Dataset* known_data() const;
  bool readsDigits() const;
  void showPrediction();
  void showActivations();
  void countRight();
  void keepCollection();
  QString putKeptAside();
  void take(DrawnSet set, const std::filesystem::path& folder);
  void chooseFolder(bool save);
  void choose_image();
  QString whyNoPrediction() const;
  void showHowItIsPrepared();
  Preparation preparation() const;
  bool networkReadsDrawings() const { return known_ && can_be_shown_images(known_->preparation); }

  DrawingCanvas* canvas_ = nullptr;
  PixelGrid* seen_ = nullptr;
  ActivationGrid* hidden_ = nullptr;
  ProbabilityBars* bars_ = nullptr;
  LabelBar* labels_ = nullptr;
  ModelChoice* model_ = nullptr;  // null without runs to choose from
  QSlider* pen_ = nullptr;
  QToolButton* image_file_ = nullptr;
  QToolButton* undo_ = nullptr;
  QToolButton* clear_ = nullptr;
  QComboBox* layer_ = nullptr;
  QLabel* pen_value_ = nullptr;
  Card* seen_card_ = nullptr;      // its note: the size of the input
  QLabel* draw_note_ = nullptr;    // what can be drawn
  QLabel* network_ = nullptr;      // the network and its epoch
  QLabel* hidden_note_ = nullptr;  // how many units are on
  QLabel* digit_ = nullptr;
  QLabel* certainty_ = nullptr;
  QLabel* runner_up_ = nullptr;
  QLabel* no_prediction_ = nullptr;
  QStackedWidget* headline_ = nullptr;
  QTimer* count_timer_ = nullptr;

  RunSession* training_;
  RunData* data_;
  std::shared_ptr<const TrainingState> state_;
  QString why_no_model_;                   // the chosen one cannot be read
  std::optional<KnownPreparation> known_;  // how the images of the network are prepared
  bool untold_drawing_ = false;            // on the sheet, that a lesson has not heard of
  bool at_once_ = true;                    // it predictions under the pen
  std::optional<Prediction> prediction_;
  DrawnSet collection_;
  std::filesystem::path kept_in_;  // '': nowhere
  bool kept_elsewhere_ = false;    // another window has the folder
  bool saved_ = true;              // all that is labelled lies in a folder of the user's
  Theme theme_ = light_theme();
  Background predicting_, counting_, reading_;  // the last members: they end before what their work looks at
};

}  // namespace mlplab
