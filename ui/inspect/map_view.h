// Images as points of a plane: near where the last hidden layer gives alike numbers. Short class names are the points
// themselves, so that they are told apart without their colours. One image is chosen; lines lead to its neighbours.
#pragma once

#include <QStringList>
#include <memory>
#include <vector>

#include "ui/inspect/inspector.h"
#include "ui/widgets/painted_view.h"

class QPainter;

namespace mlplab {

/// For the screen and for files alike.
void paint_map(QPainter& painter, const QRectF& area, const Inspection& inspection, const Theme& theme);

class MapView : public PaintedView {
  Q_OBJECT
 public:
  explicit MapView(QWidget* parent = nullptr);

  /// Null, or without a map: `why` stands in its place.
  void set_inspection(std::shared_ptr<const Inspection> inspection, const QString& why);
  /// -1: none. `neighbours` are those in the layer, not on the map.
  void choose(int image, std::vector<std::uint32_t> neighbours);
  int chosen() const { return chosen_; }
  int points() const;
  QPointF place(int image) const;

  QSize sizeHint() const override { return {480, 480}; }
  QSize minimumSizeHint() const override { return {200, 200}; }

 Q_SIGNALS:
  /// By mouse or keys.
  void imageChosen(int image);

 protected:
  void theme_changed() override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  std::shared_ptr<const Inspection> inspection_;
  QString why_;
  int chosen_ = -1;
  std::vector<std::uint32_t> neighbours_;
  QPixmap drawn_;  // the points, which take longer than a frame
};

}  // namespace mlplab
