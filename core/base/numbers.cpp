// Written with std::to_chars: the C locale everywhere, as in files. A window sets the user's for printf.
#include "core/base/numbers.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/base/language.h"

namespace mlplab {

namespace {

std::string in_chars(double value, std::chars_format format, int precision) {
  std::array<char, 512> text{};  // the largest double has 309 digits before the point
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value, format, precision);
  return error == std::errc() ? std::string(text.data(), end) : std::string();
}

}  // namespace

std::string with_minus(const std::string& number) {
  return number.starts_with('-') ? minus_sign + number.substr(1) : number;
}

std::string significant(double value, int digits) {
  if (std::isnan(value)) return say("unknown");
  if (std::isinf(value)) return value > 0 ? "∞" : std::string(minus_sign) + "∞";
  if (value == 0.0) return "0";
  // The exponent after rounding: 9.996 is 10.0, not 10.00.
  const std::string scientific = in_chars(value, std::chars_format::scientific, digits - 1);
  const int exponent = std::stoi(scientific.substr(scientific.find('e') + 1));
  if (exponent < -4 || exponent > 6) return with_minus(scientific);
  return with_minus(with_decimals(value, std::max(0, digits - 1 - exponent)));
}

std::string with_decimals(double value, int decimals) {
  return in_chars(value, std::chars_format::fixed, std::max(0, decimals));
}

std::string up_to_digits(double value, int digits) { return in_chars(value, std::chars_format::general, digits); }

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
  return with_minus(with_decimals(100.0 * fraction, fraction == 0.0 || fraction == 1.0 ? 0 : decimals));
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
