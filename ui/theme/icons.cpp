// SVG files recoloured and rendered on demand: one engine object an icon, no pixmap files.
#include "ui/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QSvgRenderer>

// At global scope, as Q_INIT_RESOURCE wants it: a static library's resources are linked in only when asked for.
static void load_icon_resources() { Q_INIT_RESOURCE(icons); }

namespace mlplab {

namespace {

class SvgIconEngine : public QIconEngine {
 public:
  SvgIconEngine(QByteArray svg, QColor color) : svg_(std::move(svg)), color_(color) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    QByteArray colored = svg_;
    colored.replace("#000", color_.name().toLatin1());
    QSvgRenderer renderer(colored);
    if (mode == QIcon::Disabled) painter->setOpacity(painter->opacity() * 0.4);
    renderer.render(painter, rect);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    QPixmap result(size);
    result.fill(Qt::transparent);
    QPainter painter(&result);
    paint(&painter, QRect(QPoint(), size), mode, state);
    return result;
  }

  QIconEngine* clone() const override { return new SvgIconEngine(svg_, color_); }

 private:
  QByteArray svg_;
  QColor color_;
};

}  // namespace

QIcon icon(const QString& name, const QColor& color) {
  load_icon_resources();
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return QIcon(new SvgIconEngine(file.readAll(), color));
}

}  // namespace mlplab
