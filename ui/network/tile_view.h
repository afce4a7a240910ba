// The maps of a layer, or its kernels, as tiles side by side, one of them large, and one number of them chosen.
// Positive numbers in the accent colour, negative ones in the third series colour, all tiles on one scale.
#pragma once

#include <QImage>
#include <vector>

#include "core/model/layers/tensor.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

class TileView : public PaintedView {
  Q_OBJECT
 public:
  explicit TileView(QWidget* parent = nullptr);

  /// values [tiles.channels, tiles.height, tiles.width]; of a vector each number is a tile. The large and the chosen
  /// tile stay, if they still exist.
  void set_values(std::vector<float> values, const Shape& tiles);
  const std::vector<float>& values() const { return values_; }
  const Shape& tiles() const { return shape_; }
  /// More are not drawn: they would be dots.
  static constexpr int most_tiles = 1024;
  /// -1: all of them.
  void show_large(int tile);
  int large() const { return large_; }
  /// Number in `values`, -1: none.
  void choose(int index);
  int chosen() const { return chosen_; }
  /// Where a number is drawn; empty where it is not.
  QRectF cell(int index) const;

  QSize sizeHint() const override { return {320, 320}; }
  QSize minimumSizeHint() const override { return {120, 120}; }

 Q_SIGNALS:
  /// By mouse or keys; the tile is large by then, where it has more than one number.
  void valueChosen(int index);
  void largeChanged(int tile);

 protected:
  std::optional<QString> tip_at(const QPoint& place) const override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  struct Grid {
    int columns = 1, count = 0;
    QSizeF tile;
    QPointF corner;
    double gap = 0;
  };
  Grid grid() const;
  QRectF tile_rect(int tile) const;
  int index_at(const QPointF& point) const;
  int plane() const { return shape_.height * shape_.width; }
  void draw_tiles();
  void theme_changed() override { draw_tiles(); }

  std::vector<float> values_;
  Shape shape_ = {0, 1, 1};
  std::vector<QImage> images_;  // [tiles], one pixel per number
  int large_ = -1, chosen_ = -1;
};

}  // namespace mlplab
