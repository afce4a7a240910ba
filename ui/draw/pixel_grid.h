// The image that the network sees, pixel by pixel, with each pixel's value under the pointer.
#pragma once

#include "core/data/image.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

class PixelGrid : public PaintedView {
  Q_OBJECT
 public:
  explicit PixelGrid(QWidget* parent = nullptr);

  /// In the colours of ink, high on paper of 0; or in its own: light is light.
  void setImage(const Image& image, bool as_ink = true);
  const Image& image() const { return image_; }

  QSize sizeHint() const override { return {196, 196}; }
  QSize minimumSizeHint() const override { return {112, 112}; }

 protected:
  std::optional<QString> tip_at(const QPoint& place) const override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF gridRect() const;

  bool has_colors() const;
  int value(int channel, int x, int y) const;

  Image image_;
  bool as_ink_ = true;
};

}  // namespace mlplab
