// A share or a probability in percent, as it is said in words.
#pragma once

#include <QString>

namespace mlplab {

/// '98.2 %', '< 0.1 %', '> 99.9 %': rounding says neither '0 %' nor '100 %' of what merely comes near, and both without
/// a decimal where they are so. '–' for what is no number.
QString share_text(double share, int decimals = 1);

}  // namespace mlplab
