// A network as its layers: one row a hidden layer, with presets above. Inputs and outputs follow the data.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/theme/theme.h"

class QComboBox;
class QPushButton;
class QSpinBox;
class QToolButton;
class QVBoxLayout;

namespace mlplab {

class NetworkEditor : public QWidget {
  Q_OBJECT
 public:
  explicit NetworkEditor(QWidget* parent = nullptr);
  /// [inputs, hidden..., classes]
  std::vector<int> widths() const;
  void set_widths(const std::vector<int>& widths);
  void set_shape(int inputs, int classes);
  void set_theme(const Theme& theme);
  QComboBox* presets() const { return presets_; }

 Q_SIGNALS:
  void changed();

 private:
  struct Row {
    QWidget* widget;
    QSpinBox* units;
    QToolButton* remove;
  };
  void set_hidden(const std::vector<int>& hidden);
  void add_row(int units);
  void preset_chosen(int index);
  void show_preset();
  std::vector<int> hidden() const;

  int inputs_ = 784, classes_ = 10;
  Theme theme_ = light_theme();
  QComboBox* presets_;
  QVBoxLayout* rows_layout_;
  QPushButton* add_;
  std::vector<Row> rows_;
  bool filling_ = false;
};

}  // namespace mlplab
