// Bases of the views that paint their content: how they stand in layouts and are told to screen readers, their theme,
// and tool tips of places. To add one: paintEvent(), or paint() of a PaperView, and tip_at() where its places have
// something to say.
#pragma once

#include <QAccessible>
#include <QWidget>
#include <functional>
#include <optional>

#include "ui/theme/theme.h"

class QImage;
class QPainter;

namespace mlplab {

class PaintedView : public QWidget {
 public:
  void set_theme(const Theme& theme);

 protected:
  /// `name` and `kind` are for screen readers; `content` (optional): in place of accessibleDescription().
  PaintedView(const QString& name, QAccessible::Role kind, QWidget* parent, std::function<QString()> content = {});
  /// (optional) After another theme. Default: it is painted anew.
  virtual void theme_changed() { update(); }
  /// (optional) The words at a place, '' where there is nothing; nothing at all: the tool tip of the widget itself.
  virtual std::optional<QString> tip_at(const QPoint& /*place*/) const { return std::nullopt; }
  bool event(QEvent* event) override;

  Theme theme_ = light_theme();
};

/// A view that is drawn for files as it is on the screen.
class PaperView : public PaintedView {
 public:
  /// In the light theme, with margins; `size` in pixels of a screen, of which each has four pixels of the image.
  QImage image(const QSize& size) const;

 protected:
  using PaintedView::PaintedView;
  virtual void paint(QPainter& painter, const QRectF& area, const Theme& theme) const = 0;
  void paintEvent(QPaintEvent* event) override;
};

/// In place of content that is not there.
void paint_instead(QPainter& painter, const QRectF& room, const QString& words, const Theme& theme);
/// The way of an arrow key, {1, 0} to the right and {0, 1} down; {0, 0} of other keys.
QPoint arrow_step(int key);

}  // namespace mlplab
