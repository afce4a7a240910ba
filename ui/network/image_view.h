// The image that the network was shown, grey or in colour, with the part marked that one neuron sees.
#pragma once

#include <QImage>
#include <optional>
#include <vector>

#include "core/model/neuron.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

/// x [shape] in [0, 1] in the colours of ink, or its own; of other channels than three their mean is shown.
QImage input_image(const std::vector<float>& x, const Shape& shape, const Theme& theme);

class ImageView : public PaintedView {
  Q_OBJECT
 public:
  explicit ImageView(QWidget* parent = nullptr);

  void set_image(const std::vector<float>& x, const Shape& shape);
  void set_field(const std::optional<Field>& field);
  const std::optional<Field>& field() const { return field_; }

  QSize sizeHint() const override { return {200, 160}; }
  QSize minimumSizeHint() const override { return {96, 96}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  std::vector<float> x_;
  Shape shape_ = {0, 1, 1};
  std::optional<Field> field_;
};

}  // namespace mlplab
