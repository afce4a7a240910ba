#include "core/experiments/same_start.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/compute/backend_table.h"
#include "core/launch/processes/process_backends.h"
#include "core/statistics/statistics.h"

namespace mlplab {
namespace {

/// Everything that decides epoch 1, with what must not matter taken out.
RunSpec start_of(RunSpec spec) {
  spec.backend.clear();
  spec.options = {};
  spec.eval_every = 1;
  spec.target_accuracy.reset();
  spec.data.test_limit = 0;
  if (spec.optimizer.schedule == ScheduleKind::constant) spec.epochs = 1;
  return spec;
}

bool begin_alike(const StartedRun& a, const StartedRun& b) {
  return a.log->started.dataset_hash == b.log->started.dataset_hash && start_of(*a.spec) == start_of(*b.spec);
}

}  // namespace

std::size_t backend_place(const std::string& name) {
  const auto& table = backend_table();
  return static_cast<std::size_t>(std::ranges::find(table, name, &BackendEntry::name) - table.begin());
}

std::optional<std::size_t> reference_of(std::size_t index, const std::vector<StartedRun>& runs) {
  const StartedRun& run = runs[index];
  if (run.log->epochs.empty()) return std::nullopt;
  const auto rank = [&](std::size_t i) {
    return std::tuple(has_local_statistics(*runs[i].spec), backend_place(runs[i].spec->backend), runs[i].number);
  };
  std::size_t reference = index;
  bool others = false;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i == index || runs[i].log->epochs.empty() || !begin_alike(run, runs[i])) continue;
    others = true;
    if (rank(i) < rank(reference)) reference = i;
  }
  return others ? std::optional(reference) : std::nullopt;
}

int diverged_epoch(const RunSpec& spec, const RunLog& log) {
  constexpr double clearly = 2.0;
  const bool known = spec.model.loss == Loss::softmax_cross_entropy && spec.model.outputs() > 1;
  const double guessing = known ? std::log(static_cast<double>(spec.model.outputs())) : not_known;
  for (const EpochDone& epoch : log.epochs)
    if (!std::isfinite(epoch.loss_train) || epoch.loss_train > clearly * guessing) return epoch.epoch;
  const bool within = !log.steps.empty() && !std::isfinite(log.steps.back().loss);
  return within ? log.steps.back().epoch + 1 : 0;
}

}  // namespace mlplab
