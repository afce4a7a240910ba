// The form's batch: a number, and whether it is of all workers together or of each.
#include <QComboBox>
#include <algorithm>

#include "core/base/error.h"
#include "core/launch/demand.h"
#include "ui/train/setup_faults.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/number_box.h"

namespace mlplab {

/// The number is of all workers together or of each, as is chosen; the whole batch follows the workers then.
void SetupPanel::read_batch(RunSpec& spec, Faults& faults) const {
  const std::optional<double> typed = batch_->typed();
  if (!typed) {
    faults[QStringLiteral("batch")] = tr("'%1' is not a whole number").arg(batch_->text());
    return;
  }
  spec.batch = static_cast<int>(std::clamp(*typed, -1e9, 1e9));
  spec.batch_per_rank = 0;
  if (batch_share_->currentData().toInt() == 0 || spec.batch < 1 || backend_index(spec) < 0 || !shares_batch(spec))
    return;
  spec.batch_per_rank = spec.batch;
  try {
    fit_batch(spec);
  } catch (const UsageError& error) {
    add_fault(faults, error);
  }
}

/// Says how large the whole batch is, where it is not the number in the field.
void SetupPanel::show_batch() {
  batch_share_->setItemText(1, spec_.batch_per_rank > 0 ? tr("of each: %L1 in all").arg(spec_.batch) : tr("of each"));
}

}  // namespace mlplab
