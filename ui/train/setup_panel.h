// The form that describes the next run. Holds a RunSpec; every edit can be undone. To add a setting: a field in
// make_fields() or make_advanced_fields(), its lines in read() and show_spec().
#pragma once

#include <QUndoStack>
#include <QWidget>
#include <functional>
#include <map>

#include "core/run/run_spec.h"
#include "ui/runs/data_probe.h"
#include "ui/theme/theme.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QSlider;
class QDoubleSpinBox;
class QSpinBox;
class QToolButton;

namespace mlplab {

class NetworkEditor;

class SetupPanel : public QWidget {
  Q_OBJECT
 public:
  SetupPanel(std::filesystem::path resources, QWidget* parent = nullptr);

  const RunSpec& spec() const { return spec_; }
  /// Replaces all settings, without an undo step.
  void set_spec(const RunSpec& spec);
  /// The same as one step that can be undone.
  void change_spec(const RunSpec& spec);
  bool valid() const { return valid_; }
  QUndoStack* undo_stack() { return &undo_; }
  void set_theme(const Theme& theme);
  /// The error shown at a field ('batch', 'learning_rate', …); '' when there is none.
  QString error_of(const QString& field) const;
  /// Opens or closes the fold of the settings that a first run does not need.
  void show_advanced(bool on);
  QWidget* editor_of(const QString& field) const;

  /// The default settings: MNIST, 784-256-10 on the default backend.
  static RunSpec default_spec();

 Q_SIGNALS:
  void specChanged();

 private:
  struct Field {
    QLabel* label = nullptr;
    QWidget* editor = nullptr;
    QLabel* error = nullptr;
  };
  class Edit;

  void make_fields();
  void make_advanced_fields();
  QWidget* make_option_editor(const BackendOption& option);
  void add_field(const QString& name, const QString& label, QWidget* editor);
  void edited(const QString& field);
  /// The form's values over `spec_`; parse errors go to `errors`.
  RunSpec read(std::map<QString, QString>& errors) const;
  void show_spec();
  void check();
  void set_error(const QString& field, const QString& message);
  void fill_data();
  void fill_options();
  void show_workers();
  void choose_folder();
  void show_size();

  RunSpec spec_;
  DataShape shape_;
  DataProbe probe_;
  QUndoStack undo_;
  bool valid_ = true;
  bool showing_ = false;
  Theme theme_ = light_theme();
  std::map<QString, QString> parse_errors_;
  std::map<QString, Field> fields_;
  QGridLayout* form_ = nullptr;
  int rows_ = 0;
  QLabel* heading_ = nullptr;
  QComboBox* data_ = nullptr;
  QSpinBox* images_ = nullptr;
  NetworkEditor* network_ = nullptr;
  QComboBox* activation_ = nullptr;
  QComboBox* backend_ = nullptr;
  QSlider* workers_ = nullptr;
  QLabel* workers_value_ = nullptr;
  int options_row_ = 0;
  std::vector<QWidget*> option_widgets_;
  std::map<std::string, QWidget*> option_editors_;  // a combo box, or a line where any text is allowed
  QComboBox* optimizer_ = nullptr;
  QLineEdit* learning_rate_ = nullptr;
  QComboBox* schedule_ = nullptr;
  QLineEdit* weight_decay_ = nullptr;
  QSpinBox* batch_ = nullptr;
  QSpinBox* epochs_ = nullptr;
  QLineEdit* seed_ = nullptr;
  QToolButton* advanced_ = nullptr;
  std::vector<QString> advanced_fields_;
  QComboBox* loss_ = nullptr;
  QDoubleSpinBox* target_ = nullptr;
  QDoubleSpinBox* validation_ = nullptr;
  QSpinBox* eval_every_ = nullptr;
  QLabel* size_ = nullptr;
};

/// Floating-point operations of training on one image: 2·in·out a layer forwards, as much for the weights' gradient,
/// and as much for the inputs' gradient of all layers but the first.
double flop_per_image(const ModelSpec& model);

}  // namespace mlplab
