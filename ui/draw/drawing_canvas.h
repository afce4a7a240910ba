// A sheet to draw a digit on: mouse, pens (with pressure), fingers, or the keyboard (arrows move, Space puts the pen
// down). Several draw at the same time, each its own stroke. It keeps strokes, and an image under them where one was
// opened; every pixel, on screen and for the network, comes from core/data/stroke_raster.h.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/data/preparation.h"
#include "core/data/stroke_raster.h"
#include "ui/widgets/painted_view.h"

namespace mlplab {

class DrawingCanvas : public PaintedView {
  Q_OBJECT
 public:
  explicit DrawingCanvas(QWidget* parent = nullptr);

  const std::vector<Stroke>& strokes() const { return strokes_; }
  /// Replaces the drawing; undo() brings the old one back.
  void setStrokes(std::vector<Stroke> strokes);
  /// The image of a file in place of the drawing; undo() brings the old one back.
  void setImage(Sketch sketch);
  bool isEmpty() const { return strokes_.empty() && image_ == nullptr; }
  bool canUndo() const { return !steps_.empty(); }
  /// The drawing as the network's view starts from it: ink 255 on 0, [sheet_side, sheet_side].
  const GrayImage& pixels() const { return sheet_.image(); }
  Sketch sketch() const;
  /// The hint that an empty sheet shows.
  void setHint(const QString& hint);
  /// In sheet units (the sheet is 280 wide), for later strokes.
  void setPenWidth(float width) { pen_width_ = width; }
  float penWidth() const { return pen_width_; }
  /// The square that is drawn on, in the widget's coordinates.
  QRectF sheetRect() const;

  QSize sizeHint() const override { return {420, 420}; }
  QSize minimumSizeHint() const override { return {200, 200}; }

 public Q_SLOTS:
  /// Takes back the stroke that was begun last, or brings back what was cleared or replaced. Pens that draw other
  /// strokes go on.
  void undo();
  void clear();

 Q_SIGNALS:
  void drawingChanged();
  /// By hand, with pen, finger, mouse or keys; one for each stroke.
  void strokeEnded();
  /// A digit key was pressed: the user says what the drawing is.
  void digitTyped(int digit);

 protected:
  bool event(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void tabletEvent(QTabletEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  /// The source of a stroke: the device and its finger or pen, or the mouse, or the keyboard.
  using Pen = std::pair<const void*, qint64>;
  static constexpr Pen mouse_pen{nullptr, 0}, keyboard_pen{nullptr, 1};
  void beginStroke(const Pen& pen, const QPointF& position, float pressure);
  /// Nothing where this pen draws no stroke.
  void extendStroke(const Pen& pen, const QPointF& position, float pressure);
  void endStroke(const Pen& pen);
  void endAllStrokes();
  void endStrokesOf(const void* device);
  bool touch(QTouchEvent* event);
  bool ownsKey(const QKeyEvent* event) const;
  bool moveByKey(int key, bool far);
  PenPoint onSheet(const QPointF& position, float pressure) const;
  QPointF onScreen(const PenPoint& point) const;
  void redraw();

  struct Drawing {
    std::shared_ptr<const Sketch> image;
    std::vector<Stroke> strokes;
  };
  /// A step that undo() takes back: an added stroke (nothing), or a drawing that another replaced. The drawing before
  /// each stroke would not do: strokes drawn at the same time are incomplete in it.
  using Step = std::optional<Drawing>;
  void remember(Step step);
  void replace(Drawing drawing);

  std::shared_ptr<const Sketch> image_;  // under the strokes; null: paper
  std::vector<Stroke> strokes_;          // in the order of their beginnings
  std::map<Pen, std::size_t> drawing_;   // the stroke of each pen that is down
  std::vector<Step> steps_;
  StrokeRaster sheet_{static_cast<int>(sheet_side)};
  StrokeRaster shown_{1};  // at the screen's resolution
  float pen_width_ = 18;
  std::optional<PenPoint> key_pen_;  // where the keyboard's pen is, once an arrow key was used
  QString hint_;
};

}  // namespace mlplab
