// A sheet to draw a digit on: mouse, pen (with pressure), touch, or the keyboard (arrows move, Space puts the pen
// down). It keeps strokes, and a picture under them where one was opened; every pixel, on screen and for the network,
// comes from core/data/stroke_raster.h.
#pragma once

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/data/stroke_raster.h"
#include "ui/theme/theme.h"

namespace mlplab {

class DrawingCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit DrawingCanvas(QWidget* parent = nullptr);

  const std::vector<Stroke>& strokes() const { return strokes_; }
  /// Replaces the drawing; undo() brings the old one back.
  void setStrokes(std::vector<Stroke> strokes);
  /// A picture of the whole sheet, square, ink high on 0, in place of the drawing; undo() brings the old one back.
  void setPicture(GrayImage ink);
  bool isEmpty() const { return strokes_.empty() && picture_ == nullptr; }
  bool canUndo() const { return !history_.empty(); }
  /// The drawing as the network's view starts from it: ink 255 on 0, [sheet_side, sheet_side].
  const GrayImage& pixels() const { return sheet_.image(); }
  /// In sheet units (the sheet is 280 wide); for the strokes to come.
  void setPenWidth(float width) { pen_width_ = width; }
  float penWidth() const { return pen_width_; }
  void setTheme(const Theme& theme);
  /// The square that is drawn on, in the widget's coordinates.
  QRectF sheetRect() const;

  QSize sizeHint() const override { return {420, 420}; }
  QSize minimumSizeHint() const override { return {200, 200}; }

 public Q_SLOTS:
  void undo();
  void clear();

 Q_SIGNALS:
  void drawingChanged();
  /// By hand, with pen, mouse or keys.
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
  void beginStroke(const QPointF& position, float pressure);
  void extendStroke(const QPointF& position, float pressure);
  void endStroke();
  bool touch(QTouchEvent* event);
  bool ownsKey(const QKeyEvent* event) const;
  bool moveByKey(int key, bool far);
  PenPoint onSheet(const QPointF& position, float pressure) const;
  QPointF onScreen(const PenPoint& point) const;
  void redraw();

  /// What undo() brings back.
  struct Drawing {
    std::shared_ptr<const GrayImage> picture;
    std::vector<Stroke> strokes;
  };
  void remember();
  void replace(Drawing drawing);

  std::shared_ptr<const GrayImage> picture_;  // under the strokes; null: paper
  std::vector<Stroke> strokes_;
  std::vector<Drawing> history_;  // the drawing before each step that can be undone
  StrokeRaster sheet_{static_cast<int>(sheet_side)};
  StrokeRaster shown_{1};  // at the screen's resolution
  float pen_width_ = 18;
  bool drawing_ = false;
  std::optional<PenPoint> key_pen_;  // where the keyboard's pen is, once an arrow key was used
  bool key_pen_down_ = false;
  Theme theme_ = light_theme();
};

}  // namespace mlplab
