// A share or a probability in percent, as texts show it.
#pragma once

#include <QString>

namespace mlplab {

/// share() of core/base/numbers.h.
QString share_text(double share_of_all, int decimals = 1);
/// share_figure() of it: under a title that has the sign.
QString share_figure_text(double share_of_all, int decimals = 1);

}  // namespace mlplab
