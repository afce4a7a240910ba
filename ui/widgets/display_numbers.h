// Numbers in the user's language, to be read.
#pragma once

#include <QString>

namespace mlplab {

/// 3 significant digits.
QString display_number(double value, int digits = 3);
/// '12.3 µs', '4.56 ms': 3 digits in the unit that reads best.
QString display_time(double seconds);
/// '1.25 kB', '3.4 MB'; '' for nothing.
QString display_bytes(double bytes);

}  // namespace mlplab
