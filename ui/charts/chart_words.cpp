#include "ui/charts/chart_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/widgets/display_numbers.h"

namespace mlplab {

namespace {

QString with_unit(double value, const std::string& unit) {
  return unit.empty() ? display_number(value) : display_number(value) + QLatin1Char(' ') + QString::fromStdString(unit);
}

/// The last point that is drawn; '' where there is none.
QString last_of(const ChartSeries& series, const ChartAxis& x, const ChartAxis& y) {
  for (std::size_t i = std::min(series.x.size(), series.y.size()); i-- > series.joined;) {
    if (!std::isfinite(series.x[i]) || !std::isfinite(series.y[i])) continue;
    return QStringLiteral("%1: %2 (%3 %4)")
        .arg(QString::fromStdString(full_name(series)), with_unit(series.y[i], y.unit), QString::fromStdString(x.title),
             with_unit(series.x[i], x.unit));
  }
  return {};
}

QString all_of(const BarSeries& bars, const std::vector<std::string>& categories, const ChartAxis& y) {
  QStringList values;
  for (std::size_t i = 0; i < std::min(bars.values.size(), categories.size()); ++i)
    if (std::isfinite(bars.values[i]))
      values << QStringLiteral("%1 = %2").arg(QString::fromStdString(categories[i]), with_unit(bars.values[i], y.unit));
  return values.isEmpty()
             ? QString()
             : QStringLiteral("%1: %2").arg(QString::fromStdString(bars.name), values.join(QStringLiteral(", ")));
}

}  // namespace

QString chart_words(const Chart& data) {
  QStringList words;
  const std::vector<double> shares = ring_shares(data.ring);
  for (std::size_t i = 0; i < data.ring.size() && !data.empty(); ++i)
    words << QStringLiteral("%1: %2 %, %3")
                 .arg(QString::fromStdString(data.ring[i].name), display_number(shares[i]),
                      with_unit(data.ring[i].value, data.y.unit));
  for (const ChartSeries& series : data.lines)
    if (series.role != ChartSeries::Role::guide) words << last_of(series, data.x, data.y);
  for (const BarSeries& bars : data.bars) words << all_of(bars, data.categories, data.y);
  words.removeAll({});
  if (words.isEmpty()) return QCoreApplication::translate("mlplab::ChartView", "no values yet");
  const QString text = words.join(QStringLiteral("; "));
  return data.ring.empty()
             ? QStringLiteral("%1; %2. %3")
                   .arg(QString::fromStdString(data.y.label()), QString::fromStdString(data.x.label()), text)
             : text;
}

QString tick_words(double value, const std::string& unit) {
  if (unit == "s") {
    struct Prefix {
      double factor;
      const char* name;
    };
    constexpr std::array prefixes{Prefix{1.0, "s"}, Prefix{1e-3, "ms"}, Prefix{1e-6, "µs"}, Prefix{1e-9, "ns"}};
    for (const Prefix& prefix : prefixes)
      if (value >= 0.999 * prefix.factor)
        return QLocale().toString(value / prefix.factor, 'g', 6) + QLatin1Char(' ') + QString::fromUtf8(prefix.name);
  }
  const double exponent = value > 0.0 ? std::log10(value) : 0.0;
  const auto whole = static_cast<int>(std::lround(exponent));
  if (std::abs(exponent - whole) > 1e-9 || (whole > -4 && whole < 6)) return number_text(value, 'g', 6);
  QString power;
  for (const QChar digit : QString::number(whole))
    power += digit == QLatin1Char('-') ? QChar(u'⁻') : QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹").at(digit.digitValue());
  return QStringLiteral("10") + power;
}

}  // namespace mlplab
