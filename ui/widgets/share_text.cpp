#include "ui/widgets/share_text.h"

#include <QLocale>
#include <cmath>

namespace mlplab {

QString share_text(double share, int decimals) {
  if (!std::isfinite(share)) return QStringLiteral("–");
  const double percent = 100 * share, least = std::pow(10.0, -decimals);
  const auto with = [decimals](const char* sign, double value) {
    return QStringLiteral("%1%2 %").arg(QLatin1String(sign), QLocale().toString(value, 'f', decimals));
  };
  if (percent > 0 && percent < least) return with("< ", least);
  if (percent < 100 && percent > 100 - least) return with("> ", 100 - least);
  if (percent == 0 || percent == 100) return QStringLiteral("%1 %").arg(QLocale().toString(percent, 'f', 0));
  return with("", percent);
}

}  // namespace mlplab
