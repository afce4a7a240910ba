// A layer's activations for the present input: one cell per unit, in reading order; maps side by side. Positive values
// in the accent colour, negative ones (tanh) in the third series colour, both scaled by the largest magnitude.
#pragma once

#include <QRgb>
#include <functional>
#include <vector>

#include "core/model/layers/tensor.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

class ActivationGrid : public PaintedView {
  Q_OBJECT
 public:
  explicit ActivationGrid(QWidget* parent = nullptr);

  /// values [units]; empty for none. `shape` (optional): of maps.
  void setValues(std::vector<float> values, const Shape& shape = {});
  const std::vector<float>& values() const { return values_; }
  /// How many units are on: above a hundredth of the largest magnitude.
  int activeUnits() const;

  QSize sizeHint() const override { return {196, 196}; }
  QSize minimumSizeHint() const override { return {112, 96}; }

 protected:
  std::optional<QString> tip_at(const QPoint& place) const override;
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Cells {
    int columns = 0;
    qreal side = 0, left = 0, top = 0;
  };
  Cells cells() const;
  void paintMaps(QPainter& painter, const std::function<QRgb(float)>& color_of) const;

  std::vector<float> values_;
  Shape shape_;
  float largest_ = 0;  // magnitude
};

}  // namespace mlplab
