#include "ui/widgets/display_numbers.h"

#include <QLocale>
#include <cmath>

#include "core/base/numbers.h"

namespace mlplab {

QString number_text(double value, char format, int precision) {
  QString text = QLocale().toString(value, format, precision);
  if (const QString sign = QLocale().negativeSign(); text.startsWith(sign))
    text.replace(0, sign.size(), QString::fromUtf8(minus_sign));
  return text;
}

QString display_number(double value, int digits) {
  if (!std::isfinite(value)) return QStringLiteral("–");
  if (value == 0) return QLocale().toString(0);
  const int magnitude = static_cast<int>(std::floor(std::log10(std::abs(value))));
  const int decimals = std::max(0, digits - 1 - magnitude);
  if (decimals > 6) return number_text(value, 'g', digits);
  if (magnitude < digits) return number_text(value, 'f', decimals);
  const double unit = std::pow(10.0, magnitude - digits + 1);
  return number_text(std::round(value / unit) * unit, 'f', 0);
}

QString share_text(double share_of_all, int decimals) { return QString::fromStdString(share(share_of_all, decimals)); }
QString share_figure_text(double share_of_all, int decimals) {
  return QString::fromStdString(share_figure(share_of_all, decimals));
}

QString display_time(double seconds) {
  if (!std::isfinite(seconds)) return QStringLiteral("–");
  const double size = std::abs(seconds);
  if (size >= 1.0) return QStringLiteral("%1 s").arg(display_number(seconds));
  if (size >= 1e-3) return QStringLiteral("%1 ms").arg(display_number(1e3 * seconds));
  if (size >= 1e-6 || size == 0.0) return QStringLiteral("%1 µs").arg(display_number(1e6 * seconds));
  return QStringLiteral("%1 ns").arg(display_number(1e9 * seconds));
}

QString display_bytes(double bytes) {
  if (!(bytes > 0.0)) return {};
  if (bytes >= 1e9) return QStringLiteral("%1 GB").arg(display_number(1e-9 * bytes));
  if (bytes >= 1e6) return QStringLiteral("%1 MB").arg(display_number(1e-6 * bytes));
  if (bytes >= 1e3) return QStringLiteral("%1 kB").arg(display_number(1e-3 * bytes));
  return QStringLiteral("%1 B").arg(display_number(bytes));
}

}  // namespace mlplab
