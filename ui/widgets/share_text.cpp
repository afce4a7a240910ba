#include "ui/widgets/share_text.h"

#include "core/base/numbers.h"

namespace mlplab {

QString share_text(double share_of_all, int decimals) { return QString::fromStdString(share(share_of_all, decimals)); }
QString share_figure_text(double share_of_all, int decimals) {
  return QString::fromStdString(share_figure(share_of_all, decimals));
}

}  // namespace mlplab
