#include "core/run/run_log.h"

#include <algorithm>
#include <ranges>

#include "core/base/listed.h"
#include "core/statistics/statistics.h"

namespace mlplab {
namespace {

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};
template <class... F>
Overloaded(F...) -> Overloaded<F...>;

}  // namespace

void RunLog::apply(const Event& event) {
  std::visit(Overloaded{[&](const RunStarted& e) {
                          started = e;
                          ended.reset();
                          loads.clear();
                          live.reset();
                          std::erase_if(steps, [&](const StepDone& s) { return s.epoch >= e.first_epoch; });
                          std::erase_if(epochs, [&](const EpochDone& d) { return d.epoch > e.first_epoch; });
                          std::erase_if(profiles, [&](const ProfileSample& p) { return p.epoch >= e.first_epoch; });
                        },
                        [&](const StepDone& e) {
                          steps.push_back(e);
                          live.reset();
                        },
                        [&](const Progress& e) { live = e.so_far; }, [&](const EpochDone& e) { epochs.push_back(e); },
                        [&](const ProfileSample& e) { profiles.push_back(e); },
                        [&](const LoadSampled& e) { loads.push_back(e); },
                        [&](const Rewound&) {
                          started.first_epoch = 0;
                          steps.clear();
                          live.reset();
                          epochs.clear();
                          profiles.clear();
                          loads.clear();
                          ended.reset();
                        },
                        [&](const Warned& e) { warnings.push_back(e.message); }, [&](const RunEnded& e) { ended = e; }},
             event);
}

const StepDone* RunLog::latest() const {
  if (live) return &*live;
  return steps.empty() ? nullptr : &steps.back();
}

double RunLog::train_time_s() const {
  if (ended) return ended->train_time_s;
  const double from_steps = latest() != nullptr ? latest()->train_time_s : 0.0;
  const double from_epochs = epochs.empty() ? 0.0 : epochs.back().train_time_s;
  return std::max(from_steps, from_epochs);
}

double RunLog::images_per_s() const {
  if (epochs.empty()) {
    const StepDone* now = latest();
    if (now == nullptr || !(now->train_time_s > 0.0)) return 0.0;
    return now->epochs * static_cast<double>(started.train_examples) / now->train_time_s;
  }
  return median(mapped(epochs, &EpochDone::images_per_s));
}

int RunLog::best_epoch() const {
  const EpochDone* best = nullptr;
  for (const EpochDone& epoch : epochs)
    if (epoch.accuracy_test && (best == nullptr || *epoch.accuracy_test > *best->accuracy_test)) best = &epoch;
  return best == nullptr ? 0 : best->epoch;
}

const EpochDone* RunLog::epoch(int number) const {
  const auto found = std::ranges::find(epochs, number, &EpochDone::epoch);
  return found == epochs.end() ? nullptr : &*found;
}

std::optional<double> RunLog::last_accuracy_test() const {
  for (const EpochDone& epoch : std::views::reverse(epochs))
    if (epoch.accuracy_test) return epoch.accuracy_test;
  return std::nullopt;
}

std::optional<LoadSummary> RunLog::load_summary() const {
  LoadSummary summary;
  for (const LoadSampled& sample : loads) {
    const LoadReading& load = sample.load;
    summary.window_s += load.window_s;
    summary.run_cpus += load.run_cpus * load.window_s;
    summary.cost_cpus += load.cost_cpus * load.window_s;
    summary.cpus = std::max(summary.cpus, static_cast<int>(load.cpus.size()));
    summary.memory_bytes = std::max(summary.memory_bytes, load.memory_bytes);
  }
  if (summary.window_s <= 0.0) return std::nullopt;
  summary.run_cpus /= summary.window_s;
  summary.cost_cpus /= summary.window_s;
  return summary;
}

}  // namespace mlplab
