// Numbers in the user's language, to be read.
#pragma once

#include <QString>

namespace mlplab {

/// QLocale's text with the sign of minus_sign (core/base/numbers.h). Every number that is shown and may be negative
/// goes through it; what stands in a field that is typed into has QLocale's own sign.
QString number_text(double value, char format, int precision);
/// 3 significant digits.
QString display_number(double value, int digits = 3);
/// share() of core/base/numbers.h.
QString share_text(double share_of_all, int decimals = 1);
/// share_figure() of it: under a title that has the sign.
QString share_figure_text(double share_of_all, int decimals = 1);
/// '12.3 µs', '4.56 ms': 3 digits in the unit that reads best.
QString display_time(double seconds);
/// '1.25 kB', '3.4 MB'; '' for nothing.
QString display_bytes(double bytes);

}  // namespace mlplab
