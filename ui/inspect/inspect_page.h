// The page Inspect: what a trained network does well and badly, for any run and epoch that is kept, and for the one
// that runs now. Its confusion matrix, the figures of each class, a map of its last hidden layer and its first weights;
// beside them the images: mistakes, a cell of the matrix, neighbours on the map, or all, and one of them in detail.
#pragma once

#include <QTimer>
#include <filesystem>
#include <map>
#include <memory>

#include "ui/inspect/inspector.h"
#include "ui/widgets/page.h"

class QBoxLayout;
class QComboBox;
class QFrame;
class QLabel;
class QSlider;
class QSpinBox;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace mlplab {

class Card;
class ClassTableModel;
class ConfusionView;
class MapView;
class ImageList;
class ImageListModel;
class ImageView;
class ProbabilityBars;
class RunData;
class RunSession;
class TileView;
struct Run;

class InspectPage : public Page {
  Q_OBJECT
 public:
  /// `run_data` (optional): the data set of the current run, where the window has read it already.
  InspectPage(RunSession& training, RunData* run_data, std::filesystem::path resources, QWidget* parent = nullptr);
  ~InspectPage() override;

  enum class View { confusion, classes, map, weights };
  enum class Images { mistakes, all, cell, near };

  void set_theme(const Theme& theme) override;
  void show_example(ExampleSize size) override;
  void show_next_chart() override;
  QStringList save_all(const QString& folder) override;

  void show_view(View view);
  View view() const { return view_; }
  void show_images(Images images);
  Images images() const { return images_shown_; }
  /// 1-based number in the window; the newest epoch of it.
  void choose_run(int number);
  /// The place of an epoch among those that can be shown, from 0.
  void choose_epoch(int place);
  const std::vector<int>& epochs() const { return epochs_; }
  /// The shown inspection; null where there is none.
  const std::shared_ptr<const Inspection>& shown() const { return inspector_.found(); }
  bool busy() const { return inspector_.busy(); }
  /// The sentence under the choices.
  QString sentence() const;

  ConfusionView& confusion_view() { return *confusion_; }
  MapView& map_view() { return *map_; }
  TileView& weights() { return *weights_; }
  ImageList& image_list() { return *list_; }
  ImageListModel& image_model() { return *list_model_; }
  QTableView& class_table() { return *class_table_; }

 Q_SIGNALS:
  /// The shown inspection has changed.
  void inspected();
  /// Whether the page is shown and wants the newest weights.
  void stateWanted(bool wanted);
  /// A test image of the current run is to be looked at on the page Layers.
  void layersWanted(int test_image);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  // inspect_cards.cpp
  QFrame* make_choices_card();
  QFrame* make_view_card();
  QFrame* make_images_card();
  QFrame* make_image_card();
  QToolButton* add_view_tab(QBoxLayout* row, View view, const QString& text, const QString& tip);

  const Run* run() const;
  bool live() const;
  int chosen_epoch() const;
  std::shared_ptr<const TrainingState> newest_weights() const;
  void refresh_runs();
  void refresh_epochs();
  void refresh_splits();
  void refresh_keep_note();
  void ask(bool finish_first = false);
  void want();
  void tick();
  void found();
  void list_classes(const QStringList& names);
  void make_room();
  void show_sentence();

  // inspect_images.cpp
  /// `other_predictions`: to the same question, and the list stays where it was scrolled to.
  void show_list(bool other_predictions = false);
  void show_detail(int row);
  void choose_map_image(int image);
  void go_to_image(int number);

  // inspect_views.cpp
  void show_view_note();
  void show_weights();
  QString of_what(const Inspection& inspection) const;
  void save_view(const QString& format);
  void copy_view();
  void save_view_to(const QString& path, View view, const Inspection& inspection);

  RunSession& training_;
  RunData* data_;
  Inspector inspector_;
  QTimer timer_;
  Theme theme_ = light_theme();

  std::vector<QWidget*> spare_;  // what a small window has no room for
  QComboBox* run_ = nullptr;
  QComboBox* split_ = nullptr;
  QSlider* epoch_ = nullptr;
  QLabel* epoch_text_ = nullptr;
  QComboBox* keep_ = nullptr;
  QLabel* keep_note_ = nullptr;
  QLabel* sentence_ = nullptr;
  Card* view_card_ = nullptr;
  QLabel* caption_ = nullptr;
  std::map<View, QToolButton*> tabs_;
  QStackedWidget* stack_ = nullptr;
  ConfusionView* confusion_ = nullptr;
  QTableView* class_table_ = nullptr;
  ClassTableModel* class_model_ = nullptr;
  MapView* map_ = nullptr;
  TileView* weights_ = nullptr;
  Card* images_card_ = nullptr;
  Card* image_card_ = nullptr;
  QComboBox* filter_ = nullptr;
  QComboBox* class_ = nullptr;
  QSpinBox* number_ = nullptr;
  ImageList* list_ = nullptr;
  ImageListModel* list_model_ = nullptr;
  ImageView* image_ = nullptr;
  ProbabilityBars* bars_ = nullptr;
  QToolButton* layers_button_ = nullptr;

  View view_ = View::confusion;
  Images images_shown_ = Images::mistakes;
  bool follows_ = true;  // a new run is shown as soon as it begins
  std::vector<int> epochs_;
  std::map<int, std::filesystem::path> files_;  // of the epochs that lie on the disk
  int image_shown_ = -1;                        // in detail
  bool keeps_image_ = false;                    // someone chose it: it stays when the predictions are others
  QString asked_;                               // what was asked for last, in a word
  bool asked_map_ = false;                      // with the map
  bool waiting_ = false;                        // for the end of a measurement
};

}  // namespace mlplab
