// SVG files, recoloured and rendered once for each size: tables ask for theirs at every repaint.
#include "ui/theme/icons.h"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

// At global scope, as Q_INIT_RESOURCE wants it: a static library's resources are linked in only when asked for.
static void load_icon_resources() { Q_INIT_RESOURCE(icons); }

namespace mlplab {

namespace {

class SvgIconEngine : public QIconEngine {
 public:
  SvgIconEngine(QString file, QColor color) : file_(std::move(file)), color_(color) {}

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
    const qreal scale = painter->device()->devicePixelRatioF();
    painter->drawPixmap(rect, pixmap((QSizeF(rect.size()) * scale).toSize(), mode, state));
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
    const QString key = QStringLiteral("%1 %2 %3x%4 %5")
                            .arg(file_, color_.name(), QString::number(size.width()), QString::number(size.height()),
                                 QString::number(mode == QIcon::Disabled));
    QPixmap result;
    if (QPixmapCache::find(key, &result)) return result;
    result = QPixmap(size);
    result.fill(Qt::transparent);
    QFile file(file_);
    if (!file.open(QIODevice::ReadOnly)) return result;
    QSvgRenderer renderer(file.readAll().replace("#000", color_.name().toLatin1()));
    QPainter painter(&result);
    if (mode == QIcon::Disabled) painter.setOpacity(0.4);
    renderer.render(&painter, QRect(QPoint(), size));
    painter.end();
    QPixmapCache::insert(key, result);
    return result;
  }

  QIconEngine* clone() const override { return new SvgIconEngine(file_, color_); }

 private:
  QString file_;
  QColor color_;
};

}  // namespace

QIcon icon(const QString& name, const QColor& color) {
  load_icon_resources();
  const QString file = QStringLiteral(":/icons/%1.svg").arg(name);
  return QFile::exists(file) ? QIcon(new SvgIconEngine(file, color)) : QIcon();
}

}  // namespace mlplab
