#include "core/study/comparison/ladder.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/model/model_spec.h"
#include "core/statistics/few_repeats.h"

namespace mlplab {
namespace {

constexpr std::size_t fewest_rungs = 3;

struct Step {
  std::string_view name;
  const char* why;               // what it does more; '%1' is its workers
  std::string_view first_layer;  // the option's value that makes it what it is; '': the default
  int workers;                   // 0: any number
};
constexpr Step steps[] = {
    {"sequential", "", "", 1},
    {"loops", to_say("sums in float in place of double, and vector instructions that the compiler makes of the loops"),
     "", 1},
    {"openblas/1", to_say("matrix products in blocks, which use numbers again while registers and caches hold them"),
     "", 1},
    {"simd(first-layer=dense)",
     to_say("bias, activation and update within the products instead of in passes through memory"), "dense", 1},
    {"simd", to_say("input pixels that are 0 are skipped"), "", 1},
    {"openmp", to_say("%1 threads"), "", 0},
    {"cuda-naive", to_say("a GPU, with a thread for each output and a wait after each operation"), "", 0},
    {"cuda-tiled", to_say("tiles in the GPU's shared memory and registers, and no waits"), "", 0},
    {"cuda", to_say("few launches, captured as graphs, and tensor cores where the device has them"), "", 0}};

/// Where no dense layer sees the pixels, none are skipped: the two are the same then.
bool is_of(const Step& step, const ModelSpec& model) {
  return step.first_layer != "dense" || begins_with_dense_layer(model);
}

/// Options of the run, which are the base's where that has the row's name, can make another implementation of it.
bool has_other_options(const Step& step, const RunSpec& run) {
  const BackendEntry* entry = known_backend(run.backend);
  return entry == nullptr || std::ranges::any_of(entry->options, [&](const BackendOption& option) {
           const auto found = run.options.values.find(option.name);
           if (option.values.empty()) return false;  // as the number of a device
           const std::string& value = found == run.options.values.end() ? option.values.front() : found->second;
           const bool named = option.name == "first-layer" && !step.first_layer.empty();
           return value != (named ? step.first_layer : std::string_view(option.values.front()));
         });
}

bool is_rung(const Step& step, const ComparisonRow& row) {
  if (!row.done() || !row.verified() || !is_same_training(row.equivalent) || !(row.time_s.value > 0.0)) return false;
  const RunSpec& run = row.log.started.spec;
  return is_of(step, run.model) && !has_other_options(step, run) && (step.workers == 0 || row.workers == step.workers);
}

}  // namespace

std::vector<std::string> ladder_names(const RunSpec& base) {
  std::vector<std::string> names;
  ComparisonSpec spec;
  spec.base = base;
  for (const Step& step : steps)
    if (is_of(step, base.model)) spec.backends.emplace_back(step.name);
  for (const ComparisonRow& row : plan_comparison(spec).rows)
    if (row.available) names.push_back(row.backend);
  return names;
}

std::vector<Rung> ladder_of(const Comparison& comparison) {
  std::vector<Rung> rungs;
  std::vector<std::string> whys;
  for (const Step& step : steps) {
    const ComparisonRow* row = find_row(comparison, std::string(step.name));
    const bool found = row != nullptr && is_rung(step, *row);
    if (rungs.empty() && !found) return {};
    // The rung above one of a single thread that is missing does what that would have done, too.
    const bool does = step.name != "simd" || begins_with_dense_layer(comparison.spec.base.model);
    if (!rungs.empty() && does && (found || step.workers == 1)) whys.push_back(say(step.why, found ? row->workers : 1));
    if (!found) continue;
    Rung rung{.row = row};
    if (!rungs.empty()) {
      const ComparisonRow& below = *rungs.back().row;
      rung.factor = below.time_s.value / row->time_s.value;
      rung.interval = time_ratio_interval(below.times_s, row->times_s);
      rung.total = rungs.front().row->time_s.value / row->time_s.value;
      rung.whys = std::exchange(whys, {});
    }
    rungs.push_back(std::move(rung));
  }
  return rungs.size() < fewest_rungs ? std::vector<Rung>() : rungs;
}

}  // namespace mlplab
