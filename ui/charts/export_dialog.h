// Asks for the size, resolution and file of a chart to save. Not modal: a run goes on behind it, and the numbers are
// those of the moment when it was opened.
#pragma once

#include <QDialog>

#include "core/reporting/chart.h"

class QComboBox;
class QLabel;
class QLineEdit;

namespace mlplab {

class NumberBox;

class ExportDialog : public QDialog {
  Q_OBJECT
 public:
  ExportDialog(Chart chart, const QString& format, QWidget* parent);

 public Q_SLOTS:
  void accept() override;

 Q_SIGNALS:
  void failed(const QString& message);
  void saved(const QString& path);

 private:
  void format_changed();
  void browse();

  Chart data_;
  QComboBox* format_;
  NumberBox* width_;
  NumberBox* height_;
  NumberBox* dpi_;
  QLabel* pixels_;
  QLineEdit* path_;
  QLabel* error_;
};

}  // namespace mlplab
