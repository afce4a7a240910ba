// A text as a QR code, dark on light in both themes, as cameras want it.
#pragma once

#include <QImage>
#include <QString>
#include <QWidget>

namespace mlplab {

/// One pixel per module, without the quiet zone; null where this program was built without the generator.
QImage qr_image(const QString& text);
/// Why there is none, naming the package; '' where codes can be made.
QString why_no_qr_code();

class QrCode : public QWidget {
  Q_OBJECT
 public:
  explicit QrCode(QWidget* parent = nullptr);
  void set_text(const QString& text);
  QSize sizeHint() const override { return {220, 220}; }
  QSize minimumSizeHint() const override { return {120, 120}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QImage image_;
};

}  // namespace mlplab
