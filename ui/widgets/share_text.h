// A share or a probability in percent, as it is said in words.
#pragma once

#include <QString>

namespace mlplab {

/// share() of core/base/numbers.h.
QString share_text(double share_of_all, int decimals = 1);

}  // namespace mlplab
