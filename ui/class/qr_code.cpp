#include "ui/class/qr_code.h"

#include <QPainter>

#include "ui/widgets/spoken.h"

#ifdef MLPLAB_WITH_QRCODE
#include <qrcodegen/qrcodegen.hpp>
#endif

namespace mlplab {

#ifdef MLPLAB_WITH_QRCODE
QImage qr_image(const QString& text) {
  const qrcodegen::QrCode code =
      qrcodegen::QrCode::encodeText(text.toUtf8().constData(), qrcodegen::QrCode::Ecc::MEDIUM);
  QImage image(code.getSize(), code.getSize(), QImage::Format_RGB32);
  for (int y = 0; y < code.getSize(); ++y)
    for (int x = 0; x < code.getSize(); ++x) image.setPixelColor(x, y, code.getModule(x, y) ? Qt::black : Qt::white);
  return image;
}

QString why_no_qr_code() { return {}; }
#else
QImage qr_image(const QString& text) {
  (void)text;
  return {};
}

QString why_no_qr_code() { return QStringLiteral(MLPLAB_NO_QRCODE); }
#endif

QrCode::QrCode(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
  setAccessibleName(tr("QR code of the class's address"));
  set_spoken(this, QAccessible::Graphic);
}

void QrCode::set_text(const QString& text) {
  image_ = text.isEmpty() ? QImage() : qr_image(text);
  update();
}

void QrCode::paintEvent(QPaintEvent*) {
  if (image_.isNull()) return;
  constexpr int quiet_modules = 4;  // as the standard wants it around the code
  QPainter painter(this);
  const int modules = image_.width() + 2 * quiet_modules;
  const int scale = std::max(1, std::min(width(), height()) / modules);
  const int side = scale * modules;
  const QRect ground((width() - side) / 2, (height() - side) / 2, side, side);
  painter.fillRect(ground, Qt::white);
  const int margin = scale * quiet_modules;
  painter.drawImage(ground.adjusted(margin, margin, -margin, -margin), image_);
}

}  // namespace mlplab
