// The texts that a widget paints, with the size of their letters: the widget is painted on a sheet that keeps texts
// alone. This finds every painted text, of a label, a style sheet's heading or a chart's axis.
#pragma once

#include <QFontInfo>
#include <QPaintDevice>
#include <QPaintEngine>
#include <QPainter>
#include <QWidget>
#include <cmath>
#include <vector>

namespace mlplab {

struct PaintedText {
  QString text;
  double pixels = 0;  // of the letters' size, as they are seen
};

class TextEngine : public QPaintEngine {
 public:
  TextEngine() : QPaintEngine(QPaintEngine::AllFeatures) {}
  bool begin(QPaintDevice* /*device*/) override { return true; }
  bool end() override { return true; }
  void updateState(const QPaintEngineState& /*state*/) override {}
  void drawPixmap(const QRectF& /*to*/, const QPixmap& /*pixmap*/, const QRectF& /*from*/) override {}
  void drawImage(const QRectF& /*to*/, const QImage& /*image*/, const QRectF& /*from*/,
                 Qt::ImageConversionFlags /*flags*/) override {}
  void drawPath(const QPainterPath& /*path*/) override {}
  void drawPolygon(const QPointF* /*points*/, int /*count*/, PolygonDrawMode /*mode*/) override {}
  void drawTextItem(const QPointF& /*at*/, const QTextItem& item) override {
    const double scale = std::sqrt(std::abs(painter()->combinedTransform().determinant()));
    if (!item.text().trimmed().isEmpty())
      texts.push_back({item.text().trimmed(), scale * QFontInfo(item.font()).pixelSize()});
  }
  Type type() const override { return QPaintEngine::User; }

  std::vector<PaintedText> texts;
};

class TextSheet : public QPaintDevice {
 public:
  explicit TextSheet(const QWidget& widget) : widget_(widget) {}
  QPaintEngine* paintEngine() const override { return &engine_; }
  const std::vector<PaintedText>& texts() const { return engine_.texts; }

 protected:
  int metric(PaintDeviceMetric metric) const override {
    switch (metric) {
      case PdmWidth:
        return widget_.width();
      case PdmHeight:
        return widget_.height();
      case PdmDpiX:
      case PdmDpiY:
      case PdmPhysicalDpiX:
      case PdmPhysicalDpiY:
        return widget_.logicalDpiY();
      case PdmDepth:
        return 32;
      case PdmDevicePixelRatio:
        return 1;
      default:
        return QPaintDevice::metric(metric);
    }
  }

 private:
  const QWidget& widget_;
  mutable TextEngine engine_;
};

/// The texts that are visible in `widget` and its children.
inline std::vector<PaintedText> painted_texts(QWidget& widget) {
  TextSheet sheet(widget);
  widget.render(&sheet);
  return sheet.texts();
}

}  // namespace mlplab
