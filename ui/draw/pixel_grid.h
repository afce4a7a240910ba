// The picture that the network sees, pixel by pixel, with each pixel's value under the pointer.
#pragma once

#include <QWidget>

#include "core/data/gray_image.h"
#include "ui/theme/theme.h"

namespace mlplab {

class PixelGrid : public QWidget {
  Q_OBJECT
 public:
  explicit PixelGrid(QWidget* parent = nullptr);

  /// Ink is high, paper 0.
  void setImage(const GrayImage& image);
  const GrayImage& image() const { return image_; }
  void setTheme(const Theme& theme);

  QSize sizeHint() const override { return {196, 196}; }
  QSize minimumSizeHint() const override { return {112, 112}; }

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  QRectF gridRect() const;

  GrayImage image_{28, 28};
  Theme theme_ = light_theme();
};

}  // namespace mlplab
