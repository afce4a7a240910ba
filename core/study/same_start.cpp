#include "core/study/same_start.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/launch/configurations.h"
#include "core/launch/processes/transport.h"
#include "core/statistics/statistics.h"
#include "core/study/equivalence.h"

namespace mlplab {
namespace {

/// Everything that decides epoch 1, with what must not matter taken out.
RunSpec start_of(RunSpec spec, std::int64_t train_examples) {
  set_configuration(spec, {});
  spec.batch_per_rank = 0;  // the whole batch decides
  spec.eval_every = 1;
  spec.target_accuracy.reset();
  spec.data.test_limit = 0;
  if (train_examples > 0) spec.data.train_limit = 0;  // how many examples there were decides, and is compared
  if (spec.optimizer.schedule == ScheduleKind::constant) spec.epochs = 1;
  return spec;
}

/// Runs that begin alike, by their indices, and what they have in common.
struct Alike {
  std::string dataset_hash;
  std::int64_t train_examples = 0;
  RunSpec start;
  std::vector<std::size_t> runs;
};

std::vector<Alike> groups_of(const std::vector<StartedRun>& runs) {
  std::vector<Alike> groups;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].log->epochs.empty()) continue;
    const std::string& hash = runs[i].log->started.dataset_hash;
    const std::int64_t examples = runs[i].log->started.train_examples;
    RunSpec start = start_of(*runs[i].spec, examples);
    const auto found = std::ranges::find_if(groups, [&](const Alike& group) {
      return group.dataset_hash == hash && group.train_examples == examples && group.start == start;
    });
    if (found != groups.end())
      found->runs.push_back(i);
    else
      groups.push_back({hash, examples, std::move(start), {i}});
  }
  return groups;
}

}  // namespace

std::size_t configuration_place(const std::string& name) {
  const auto& list = configurations();
  return static_cast<std::size_t>(std::ranges::find(list, name, &ConfigurationEntry::name) - list.begin());
}

std::vector<std::optional<std::size_t>> references_of(const std::vector<StartedRun>& runs) {
  const auto rank = [&](std::size_t i) {
    const StartedRun& run = runs[i];
    return std::tuple(!ran_to_its_end(*run.log), has_local_statistics(*run.spec, run.log->started.workers),
                      configuration_place(configuration_name(*run.spec)), run.number);
  };
  std::vector<std::optional<std::size_t>> references(runs.size());
  for (const Alike& group : groups_of(runs)) {
    if (group.runs.size() < 2) continue;
    const std::size_t first = *std::ranges::min_element(group.runs, {}, rank);
    for (const std::size_t i : group.runs) references[i] = first;
  }
  return references;
}

bool is_wild(const RunSpec& spec, double loss) {
  constexpr double clearly = 2.0;
  if (!std::isfinite(loss)) return true;
  if (spec.model.loss != Loss::softmax_cross_entropy || spec.model.outputs() < 2) return false;
  return loss > clearly * std::log(static_cast<double>(spec.model.outputs()));
}

bool diverged(const RunSpec& spec, const RunLog& log) {
  if (log.ended && log.ended->failure == Failure::diverged) return true;
  if (const StepDone* now = log.latest(); now != nullptr && !std::isfinite(now->loss)) return true;
  if (log.epochs.empty()) return false;
  const double first = log.epochs.front().loss_train, last = log.epochs.back().loss_train;
  const bool falls = log.epochs.size() > 1 && last < first;  // NaN falls nowhere
  return is_wild(spec, last) && !falls;
}

int diverged_epoch(const RunSpec& spec, const RunLog& log) {
  for (const EpochDone& epoch : log.epochs)
    if (is_wild(spec, epoch.loss_train)) return epoch.epoch;
  const bool within = !log.steps.empty() && !std::isfinite(log.steps.back().loss);
  return within ? log.steps.back().epoch + 1 : 0;
}

}  // namespace mlplab
