// Numbers in sentences and tables, the same on every locale: three significant digits, '1 worker', '2 workers'.
#pragma once

#include <string>

namespace mlplab {

/// Before a negative number in texts for people: beside it, a hyphen is a dash. Files of figures (CSV, JSON) and what
/// can be pasted as an option have the hyphen, as programs read it; typed_number.h takes both.
inline constexpr const char* minus_sign = "−";
/// '−1.5' for '-1.5'; other texts as they are. The exponent of a power of ten, as in 1.2e-05, keeps its hyphen.
std::string with_minus(const std::string& number);

/// 0.130, 7.69, −12.3, 1230, '∞' or 'unknown'; never in powers of ten between 1e-4 and 1e7.
std::string significant(double value, int digits = 3);
/// As printf's '%.2f', in the C locale: -1.50.
std::string with_decimals(double value, int decimals);
/// As printf's '%.4g', in the C locale: without zeros at the end.
std::string up_to_digits(double value, int digits);
/// '13.0 %'; '> 99.9 %' of less than all that comes so near: '100 %' is for exactly all, and for more.
std::string percent(double fraction, int digits = 3);
/// A share or a probability by decimals: '98.2 %', '< 0.1 %', '> 99.9 %'. Rounding says neither '0 %' nor '100 %' of
/// what merely comes near, and both without a decimal where they are so. '–' for what is no number.
std::string share(double fraction, int decimals = 1);
/// As share(), without the sign '%', under a title that has it: '98.2', '> 99.9'.
std::string share_figure(double fraction, int decimals = 1);
/// '5.30 µs', '12.0 ms', '1.50 s'.
std::string duration(double seconds);
/// 's' with 1, 'ms' with 1000, 'µs' with 1e6: the unit in which `typical_s` reads best, and its factor.
struct UnitOfTime {
  std::string name;
  double per_second = 1.0;
};
UnitOfTime unit_of_time(double typical_s);
/// '512 B', '4.10 kB', '212 MB', '1.20 GB': thousands of thousands, as of disks and rates.
std::string bytes_in_words(double bytes);
/// '1 worker', '2 workers'; in other languages the texts '1 worker' and '%1 workers' (language.h).
std::string count_of(long long count, const std::string& noun);
/// The shortest text that reads back as the same number, in the C locale; '' where it is not known.
std::string exact(double value);

}  // namespace mlplab
