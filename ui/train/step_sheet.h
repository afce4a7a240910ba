// The sheet of a single step: the batch with its images, predictions before and after, and how far each layer moved; of
// an epoch, the test images that became right and wrong. Not modal: it follows the steps while it is open.
#pragma once

#include <QDialog>
#include <memory>
#include <vector>

#include "ui/runs/step_watch.h"
#include "ui/theme/theme.h"
#include "ui/widgets/column_table.h"

class QLabel;
class QPushButton;
class QTableView;
class QTableWidget;

namespace mlplab {

class ChartCard;

/// The images of a step, those first whose right class gained or lost most.
class StepImages : public ColumnTable {
  Q_OBJECT
 public:
  enum Column { image_column, class_column, before_column, after_column, gain_column, columns };
  static constexpr int image_side = 36;  // px

  explicit StepImages(QObject* parent = nullptr);
  /// After an epoch those alone that became right or wrong.
  void show(std::shared_ptr<const SeenStep> step);

  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  std::size_t image_at(int row) const { return rows_[static_cast<std::size_t>(row)]; }

  std::shared_ptr<const SeenStep> step_;
  std::vector<std::size_t> rows_;  // indices into the step's images
};

class StepSheet : public QDialog {
  Q_OBJECT
 public:
  /// Both outlive it.
  StepSheet(RunSession& session, StepWatch& watch, QWidget* parent);
  void set_theme(const Theme& theme);
  QString heading() const;
  QString note() const;
  const StepImages& images() const { return *images_; }
  const QTableWidget& layers() const { return *layers_; }
  const ChartCard& curve() const { return *curve_; }

 Q_SIGNALS:
  void stepWanted();
  /// A sentence for the banner about the chart that was saved, or could not be.
  void failed(const QString& message);
  void saved(const QString& path);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void show_step();
  void show_state();
  void show_curve();

  RunSession& session_;
  StepWatch& watch_;
  QLabel* heading_;
  QLabel* note_;
  StepImages* images_;
  QTableView* table_;
  QTableWidget* layers_;
  ChartCard* curve_;
  QPushButton* step_;
};

}  // namespace mlplab
