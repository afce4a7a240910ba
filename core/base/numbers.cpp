// Written with snprintf: the C locale everywhere, as in files.
#include "core/base/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "core/base/language.h"

namespace mlplab {

std::string significant(double value, int digits) {
  if (std::isnan(value)) return say("unknown");
  if (std::isinf(value)) return value > 0 ? "∞" : "-∞";
  if (value == 0.0) return "0";
  // The exponent after rounding: 9.996 is 10.0, not 10.00.
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*e", digits - 1, value);
  std::string scientific = text.data();
  const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  if (exponent < -4 || exponent > 6) return scientific;
  std::snprintf(text.data(), text.size(), "%.*f", std::max(0, digits - 1 - exponent), value);
  return text.data();
}

std::string with_decimals(double value, int decimals) {
  std::string text(static_cast<std::size_t>(std::snprintf(nullptr, 0, "%.*f", decimals, value)), ' ');
  std::snprintf(text.data(), text.size() + 1, "%.*f", decimals, value);
  return text;
}

namespace {

/// '> 99.9', or '' of what is all, or does not come so near it.
std::string nearly_all(double fraction, int decimals) {
  const double most = 100.0 - std::pow(10.0, -decimals);
  return fraction < 1.0 && 100.0 * fraction > most ? "> " + with_decimals(most, std::max(0, decimals)) : "";
}

}  // namespace

std::string percent(double fraction, int digits) {
  const std::string nearly = nearly_all(fraction, digits - 2);  // as many decimals as two digits before the point leave
  return (nearly.empty() ? significant(100.0 * fraction, digits) : nearly) + " %";
}

std::string share(double fraction, int decimals) {
  const std::string figure = share_figure(fraction, decimals);
  return std::isfinite(fraction) ? figure + " %" : figure;
}

std::string share_figure(double fraction, int decimals) {
  if (!std::isfinite(fraction)) return "–";
  const double least = std::pow(10.0, -decimals);
  if (fraction > 0.0 && 100.0 * fraction < least) return "< " + with_decimals(least, decimals);
  if (std::string nearly = nearly_all(fraction, decimals); !nearly.empty()) return nearly;
  return with_decimals(100.0 * fraction, fraction == 0.0 || fraction == 1.0 ? 0 : decimals);
}

std::string duration(double seconds) {
  if (seconds < 1e-3) return significant(1e6 * seconds) + " µs";
  return seconds < 1.0 ? significant(1e3 * seconds) + " ms" : significant(seconds) + " s";
}

UnitOfTime unit_of_time(double typical_s) {
  if (typical_s < 1e-3) return {"µs", 1e6};
  if (typical_s < 1.0) return {"ms", 1e3};
  return {"s", 1.0};
}

std::string bytes_in_words(double bytes) {
  const double sizes[] = {1e9, 1e6, 1e3};
  const char* const units[] = {" GB", " MB", " kB"};
  for (int i = 0; i < 3; ++i)
    if (bytes >= sizes[i]) return significant(bytes / sizes[i]) + units[i];
  return significant(bytes) + " B";
}

std::string count_of(long long count, const std::string& noun) {
  const std::string english = count == 1 ? "1 " + noun : "%1 " + noun + "s";
  return say(english, count);
}

std::string exact(double value) {
  if (!std::isfinite(value)) return {};
  std::array<char, 40> text{};
  const auto result = std::to_chars(text.data(), text.data() + text.size(), value);
  return {text.data(), result.ptr};
}

}  // namespace mlplab
