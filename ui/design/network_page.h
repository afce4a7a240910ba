// The page Network: the network of the next run drawn as boxes, and the form of the chosen layer. It keeps no network
// of its own: what is changed goes to the run's settings (networkChanged), and comes back from there (set_base).
#pragma once

#include <QPointer>
#include <filesystem>
#include <optional>

#include "core/model/model_spec.h"
#include "core/study/profile/profile_study.h"
#include "ui/widgets/page.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace mlplab {

class Card;
class LayerForm;
class NetworkDrawing;
class StepWatch;

class NetworkPage : public Page {
  Q_OBJECT
 public:
  /// `steps` (optional): the last step of the run, shown where it is of this network.
  explicit NetworkPage(const std::filesystem::path& resources, StepWatch* steps = nullptr, QWidget* parent = nullptr);

  void set_theme(const Theme& theme) override;
  void set_base(const RunSpec& base) override;
  bool shows_settings() const override { return true; }
  QStringList save_all(const QString& folder) override;
  void show_example(ExampleSize size) override;
  NetworkDrawing& drawing() { return *drawing_; }
  LayerForm& layer_form() { return *form_; }
  /// Where the times in the drawing are from, or why there are none, or which step moved its layers; '' where neither a
  /// profile nor a step is of this network. The last that came is shown.
  QString measured_text() const;

 public Q_SLOTS:
  /// Adds a layer of this kind (its place in Layer) behind the chosen one, and chooses it.
  void addLayer(int kind);
  void removeLayer();
  /// By one place, up or down.
  void moveLayer(int by);
  /// Its times stand in the boxes as long as the network is the one that was measured. `source`: 'measured on …'.
  void showProfile(const mlplab::ProfilePoint& point, const QString& source);
  void openFile(const QString& path);
  void saveFile(const QString& path);

 Q_SIGNALS:
  void networkChanged(const mlplab::ModelSpec& model);
  /// One for other data.
  void networkOpened(const mlplab::ModelSpec& model);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  bool show_step();
  QWidget* make_side();
  void make_menu();
  void change(ModelSpec model, int chosen);
  void show_chosen();
  void show_measured();
  QString measured_words_of(const ProfilePoint& point) const;
  void start_from(int index);

  std::vector<ModelSpec> named_;  // those that come with the program
  ModelSpec model_;
  std::optional<ProfilePoint> profile_;  // the last one that was shown
  QString source_;                       // where it is from
  QPointer<StepWatch> steps_;            // which ends before the pages
  bool step_is_newer_ = false;           // than the profile
  QStringList measured_;                 // [layers] in words, of the profile or the step where it is of model_
  NetworkDrawing* drawing_;
  LayerForm* form_ = nullptr;
  bool form_is_old_ = false;  // the network was changed while the page was hidden
  Card* card_ = nullptr;
  QLabel* measured_label_ = nullptr;
  QLabel* layer_title_ = nullptr;
  QLabel* fault_ = nullptr;
  QComboBox* kind_ = nullptr;
  QComboBox* start_ = nullptr;
  QPushButton* save_ = nullptr;
  QPushButton* add_ = nullptr;
  QPushButton* remove_ = nullptr;
  QPushButton* up_ = nullptr;
  QPushButton* down_ = nullptr;
  QWidget* side_ = nullptr;
};

}  // namespace mlplab
