// The form that describes the next run. Holds a RunSpec; every edit can be undone. Settings of the table with a label
// have a field by themselves (setting_field.h), under the fold but for the seven that a first run needs.
#pragma once

#include <QUndoStack>
#include <QWidget>
#include <deque>
#include <map>
#include <memory>

#include "core/run/run_spec.h"
#include "ui/runs/data_probe.h"
#include "ui/theme/theme.h"
#include "ui/train/setting_field.h"
#include "ui/widgets/form.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace mlplab {

class GuessField;
class MachineCheck;
class NetworkEditor;
class NumberBox;
class SetupChanges;
struct Run;

class SetupPanel : public QWidget {
  Q_OBJECT
 public:
  SetupPanel(std::filesystem::path resources, QWidget* parent = nullptr);

  const RunSpec& spec() const { return spec_; }
  /// Replaces all settings, without an undo step.
  void set_spec(const RunSpec& spec);
  /// Replaces all settings in one step that can be undone.
  void change_spec(const RunSpec& spec);
  /// Replaces what computes alone, in one step that can be undone.
  void change_backend(const std::string& name);
  /// Replaces the network alone, in one step that can be undone. Its input layer is set to the data's shape; where the
  /// network does not fit, the form says so.
  void change_network(ModelSpec model);
  /// As change_network(), for a network for other data: where possible, its output layer is set to the classes of the
  /// present data.
  void open_network(ModelSpec model);
  /// The networks of the program that are no MLP.
  const std::vector<ModelSpec>& networks() const;
  /// The folder of IDX files becomes the data; for one of images, imagesWanted().
  void offer_folder(const QString& folder);
  /// As change_spec(); the images of its folder are looked at anew.
  void use_images(const RunSpec& spec);
  bool valid() const { return valid_; }
  QUndoStack* undo_stack() { return &undo_; }
  /// Takes back typed text that is no value yet; else the last change.
  void undo();
  void set_theme(const Theme& theme);
  /// Its rows are named after the run's members: 'batch', 'optimizer.learning_rate', 'options.pin'.
  const Form& form() const { return *form_; }
  Form& form() { return *form_; }
  /// The test accuracy that the class expects of the next run, in per cent.
  GuessField* guess() const { return guess_; }
  /// The guess of a run and what came of it, under the field; '' for nothing.
  void show_guess_result(const QString& sentence);
  /// Opens or closes the fold of the settings that a first run does not need.
  void show_more(bool on);
  /// Shows the guess beside the seven settings of a first run, as a lesson asks for it.
  void ask_for_guess(bool on);
  /// The run on the screen, whose settings the form is held against; null for none.
  void compare_with(const Run* run);

  /// The default settings: MNIST, 784-256-10 on the default backend.
  static RunSpec default_spec();
  /// The run that the very first start begins by itself. Its images are moved, turned and sized anew in each epoch, so
  /// that it reads drawn digits better than the defaults do (docs/performance.md).
  static RunSpec demonstration();

  /// Puts a machine that has answered to the front of those that the field *Run on* offers, here and after the
  /// next start.
  void remember_machine(const std::string& host);

 Q_SIGNALS:
  void specChanged();
  /// The layers are to be seen and edited.
  void layersWanted();
  /// A folder of images is to be looked into before it becomes the data.
  void imagesWanted(const QString& folder);
  /// A learning rate is to be searched for.
  void rateWanted();

 private:
  class Edit;

  QString option_text(const std::string& name) const;
  bool has_members() const { return spec_.team && !spec_.team->members.empty(); }
  void show_members();
  void show_team_button();
  /// Fills the list of backends anew where the run has gone to another machine, or come back.
  void show_backends();
  void offer_machines();
  void edit_members();
  void make_fields();
  SettingField& make_field(const Setting& setting);
  /// Makes it a row of the form.
  SettingField& add_field(const Setting& setting);
  /// Shows the rows that matter for this run, and those with a fault; the folded ones where the fold is open.
  void show_fields();
  void make_more_fields();
  QComboBox* combo(const QString& name);
  QWidget* make_option_editor(const BackendOption& option);
  void edited(const QString& field);
  /// The form's values over `spec_`; what cannot be read goes to `faults`.
  RunSpec read(Faults& faults) const;
  void show_spec();
  /// Writes a rate that is longer than its field shorter: 1.5E-05 for 0.000015. `frame`: of the field, in pixels.
  void show_rate_whole(int frame);
  void show_network();
  void read_batch(RunSpec& spec, Faults& faults) const;
  void show_batch();
  void read_normalization(RunSpec& spec, Faults& faults) const;
  void check();
  void fill_data();
  bool prepare_as_before(DataSpec& chosen);
  void fit_network();
  void fill_options();
  void order_keyboard();
  void show_workers();
  QString step_name(const ModelSpec& before, const ModelSpec& after) const;
  void choose_folder();
  void ask_for_data();
  bool knows_data() const;
  std::size_t images_to_train() const;
  void show_size();
  void show_notes();

  RunSpec spec_;
  std::map<std::string, DataSpec> prepared_;  // by source, when another one was chosen
  DataShape shape_;                           // the last that was found
  DataSpec shape_of_;                         // of which data
  DataSpec asked_of_;                         // what was asked for last
  DataProbe probe_;
  QUndoStack undo_;
  bool valid_ = true;
  bool showing_ = false;
  Theme theme_ = light_theme();
  Faults parse_faults_;
  std::unique_ptr<Form> form_;
  std::deque<SettingField> fields_;  // of the table of settings, in the order of the form
  QLabel* heading_ = nullptr;
  QLabel* notes_ = nullptr;
  QComboBox* data_ = nullptr;
  NetworkEditor* network_ = nullptr;
  QComboBox* activation_ = nullptr;
  QComboBox* backend_ = nullptr;
  QToolButton* team_ = nullptr;
  MachineCheck* machine_ = nullptr;
  bool lists_every_backend_ = false;  // as for a run on another machine
  QSlider* workers_ = nullptr;
  QLabel* workers_value_ = nullptr;
  QLabel* workers_label_ = nullptr;
  int options_place_ = 0;
  std::map<std::string, QWidget*> option_editors_;  // a combo box, or a line where any text is allowed
  QLineEdit* learning_rate_ = nullptr;
  QToolButton* find_rate_ = nullptr;
  NumberBox* batch_ = nullptr;
  QComboBox* batch_share_ = nullptr;  // of all workers together, or of each
  GuessField* guess_ = nullptr;
  QLabel* guess_result_ = nullptr;
  QToolButton* more_ = nullptr;
  std::vector<QString> folded_fields_;
  std::vector<BackendOption> shown_options_;  // of the chosen backend
  bool guess_is_asked_ = false;
  SetupChanges* changes_ = nullptr;
  QComboBox* normalization_ = nullptr;
  QLabel* size_ = nullptr;
};

/// Floating-point operations of training on one image: 2·in·out a layer forwards, as much for the weights' gradient,
/// and as much for the inputs' gradient of all layers but the first.
double flop_per_image(const ModelSpec& model);

}  // namespace mlplab
