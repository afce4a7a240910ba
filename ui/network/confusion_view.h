// A confusion matrix as a heat map with its counts: rows are the true classes, columns the predictions. Correct
// predictions in the accent colour by their share of the row, wrong ones in the third series colour by the most
// frequent mistake. One cell is chosen by mouse or keys.
#pragma once

#include <QStringList>

#include "core/inspection/confusion.h"
#include "ui/widgets/painted_view.h"

class QPainter;

namespace mlplab {

/// A colour of text that can be read on any ground, the theme's own where it can.
QColor readable_on(const QColor& ground, const Theme& theme);
/// For the screen and for files alike. `truth` and `prediction`: the chosen cell, -1 for none.
void paint_confusion(QPainter& painter, const QRectF& area, const Confusion& confusion, const QStringList& names,
                     const Theme& theme, int truth = -1, int predicted = -1);

class ConfusionView : public PaintedView {
  Q_OBJECT
 public:
  explicit ConfusionView(QWidget* parent = nullptr);

  void set_confusion(const Confusion& confusion, const QStringList& names);
  const Confusion& confusion() const { return confusion_; }
  /// -1: none.
  void choose(int truth, int predicted);
  int chosen_truth() const { return truth_; }
  int chosen_prediction() const { return predicted_; }
  QRectF cell(int truth, int predicted) const;

  QSize sizeHint() const override { return {480, 480}; }
  QSize minimumSizeHint() const override { return {200, 200}; }

 Q_SIGNALS:
  /// By mouse or keys; -1: none any more (Escape).
  void cellChosen(int truth, int predicted);

 protected:
  std::optional<QString> tip_at(const QPoint& place) const override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString words(int truth, int predicted) const;
  bool cell_at(const QPointF& point, int& truth, int& predicted) const;

  Confusion confusion_;
  QStringList names_;
  int truth_ = -1, predicted_ = -1;
};

}  // namespace mlplab
