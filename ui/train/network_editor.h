// A network as its layers: one row per hidden layer, with presets above. Inputs and outputs follow the data. Networks
// that are no MLP of one activation are chosen by name or file; their layers are edited on the page Network.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/model/model_spec.h"
#include "ui/theme/theme.h"

class QComboBox;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace mlplab {

class NumberBox;

class NetworkEditor : public QWidget {
  Q_OBJECT
 public:
  explicit NetworkEditor(QWidget* parent = nullptr);
  /// The fault of the number of units typed in a row; '' where there is none.
  QString fault() const;
  /// The networks listed below the presets, none of them an MLP.
  void set_named(std::vector<ModelSpec> networks);
  const std::vector<ModelSpec>& named() const { return named_; }
  /// The network that is chosen, where the rows cannot show it.
  const std::optional<ModelSpec>& other() const { return other_; }
  void set_other(const ModelSpec& model);
  /// [inputs, hidden..., classes]
  std::vector<int> widths() const;
  void set_widths(const std::vector<int>& widths);
  /// `image`: the shape of one image. `classes`: the number of classes of the data.
  void set_shape(const Shape& image, int classes);
  void set_theme(const Theme& theme);
  QComboBox* presets() const { return presets_; }
  /// The rows of the layers and the buttons under them, which the form has in a row of their own.
  QWidget* parts() const { return parts_; }
  /// The keyboard goes through the rows before the buttons, which are older; after rows were added.
  void order_keyboard() const;

 Q_SIGNALS:
  void changed();
  /// A network is to be edited layer by layer.
  void layersWanted();
  /// A network from a file, yet to be shown and fitted to the data.
  void fileChosen(const mlplab::ModelSpec& model);
  void fileFailed(const QString& why);

 private:
  struct Row {
    QWidget* widget;
    NumberBox* units;
    QToolButton* remove;
  };
  void set_hidden(const std::vector<int>& hidden);
  void add_row(int units);
  void preset_chosen(int index);
  void choose_file();
  void show_preset();
  std::vector<int> hidden() const;

  void fit_other();

  int inputs_ = 784, classes_ = 10;
  Shape image_ = {1, 28, 28};
  std::vector<ModelSpec> named_;
  std::optional<ModelSpec> other_;
  Theme theme_ = light_theme();
  QComboBox* presets_;
  QWidget* parts_;
  QVBoxLayout* rows_layout_;
  QPushButton* add_;
  QPushButton* layers_;
  std::vector<Row> rows_;
  bool filling_ = false;
};

}  // namespace mlplab
