// Embeddings as points in their first three principal components, turned by dragging or with the arrow keys. Colours
// are classes; short class names are the points themselves. A click chooses an image.
#pragma once

#include <QPixmap>
#include <QStringList>
#include <array>
#include <cstdint>
#include <vector>

#include "core/inspection/principal_plane.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

/// The points of a map, all three axes as long as there are images.
struct EmbeddingPoints {
  std::vector<PrincipalAxis> axes;  // three
  std::vector<int> classes;         // [n], -1: unknown
  QStringList class_names;
  std::size_t size() const { return axes.empty() ? 0 : axes[0].places.size(); }
};

class EmbeddingView : public PaperView {
  Q_OBJECT
 public:
  explicit EmbeddingView(QWidget* parent = nullptr);

  void set_points(EmbeddingPoints points);
  /// No points, and a sentence in their place.
  void set_why_not(const QString& why);
  const EmbeddingPoints& points() const { return points_; }
  /// -1: none. Lines lead from the chosen image to `others`.
  void choose(int image, std::vector<std::uint32_t> others);
  int chosen() const { return chosen_; }
  /// Around the axes of the screen, in radians: `right` moves what is in front to the right, `down` downwards.
  void turn(double right, double down);
  /// Back to the first component across, the second upwards and the third towards the reader.
  void turn_back();
  /// Where a point is drawn, and how near it is to the reader, in the unit of the components.
  QPointF place(int image) const;
  double nearness(int image) const;

  QSize sizeHint() const override { return {320, 260}; }
  QSize minimumSizeHint() const override { return {160, 120}; }

 Q_SIGNALS:
  /// By mouse or keys; -1 where a click meets no point.
  void imageChosen(int image);

 protected:
  void paint(QPainter& painter, const QRectF& area, const Theme& theme) const override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  using Turned = std::array<double, 3>;  // to the right, upwards, towards the reader
  Turned turned(const std::array<double, 3>& point) const;
  std::array<double, 3> point(std::size_t image) const;
  struct Scale {
    QPointF center;
    double scale = 1.0;
    QPointF at(const Turned& point) const { return {center.x() + scale * point[0], center.y() - scale * point[1]}; }
  };
  Scale scale_in(const QRectF& area) const;
  QRectF points_area(const QRectF& area, const QFontMetricsF& metrics) const;
  QPointF axis_end(const Scale& scale, std::size_t axis) const;
  std::vector<QPixmap> marks(const QFont& font, const Theme& theme, double resolution) const;

  EmbeddingPoints points_;
  QString why_not_;
  double reach_ = 1.0;  // the largest distance of a point from the middle
  std::array<std::array<double, 3>, 3> rotation_{};
  int chosen_ = -1;
  std::vector<std::uint32_t> others_;
  QPointF pressed_, last_;
  bool turning_ = false;
};

}  // namespace mlplab
