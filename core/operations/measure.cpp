#include "core/operations/measure.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <map>
#include <mutex>
#include <thread>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/machine/topology.h"
#include "core/study/noise_guard.h"

namespace mlplab {
namespace {

constexpr int probe_size = 96;  // smaller ones say little of how long larger ones take
constexpr int most_repeats = 1000;

double runs_s(Operation& operation, int calls) {
  const double start_s = now_s();
  for (int call = 0; call < calls; ++call) operation.run();
  return now_s() - start_s;
}

/// Seconds of one run at `n` by what one took at `smaller`.
double foreseen_s(double time_s, int smaller, int n, int order) {
  return time_s * std::pow(static_cast<double>(n) / smaller, order);
}

void time_repeats(Operation& operation, const TimingOptions& options, MeasuredOperation& point) {
  constexpr int most_calls = 1 << 20;
  int calls = 1;
  double time_s = runs_s(operation, calls);
  while (time_s < options.time_s && calls < most_calls) {
    const double wanted = 1.2 * calls * options.time_s / std::max(time_s, 1e-7);
    calls = std::min(most_calls, std::max(2 * calls, static_cast<int>(std::min(wanted, double{most_calls}))));
    time_s = runs_s(operation, calls);
  }
  const double affordable = options.limit_s / std::max(time_s, 1e-9);
  const int repeats = affordable >= options.repeats ? options.repeats : std::max(1, static_cast<int>(affordable));
  std::vector<double> times = {time_s / calls};  // the last one that was long enough is a repeat like the others
  while (static_cast<int>(times.size()) < repeats) times.push_back(runs_s(operation, calls) / calls);
  point.repeats = static_cast<int>(times.size());
  point.time_s = median(times);
  point.fastest_s = quantile(times, 0.0), point.slowest_s = quantile(times, 1.0);
  if (times.size() > 1) point.spread = (point.slowest_s - point.fastest_s) / point.time_s;
}

/// A variant's last known time.
struct Pace {
  int n = 0;
  double time_s = 0.0;
};

/// Tries sizes between the last one known and `n`, from probe_size on by factors of four: what is started and cleared
/// away for each call does not grow with n, and would be taken for work that does.
void feel_the_way(const Variant& variant, int n, const TimingOptions& options, Pace& known) {
  for (int next = known.n < probe_size ? probe_size : 4 * known.n; next < n; next = 4 * next) {
    if (known.n >= probe_size && foreseen_s(known.time_s, known.n, next, variant.order) > options.limit_s) return;
    const std::unique_ptr<Operation> probe = variant.make(next);
    probe->run();
    known = {next, runs_s(*probe, 1)};
  }
}

MeasuredOperation measure_one(const Variant& variant, int n, const TimingOptions& options, Pace& known) {
  MeasuredOperation point{.variant = variant.id, .n = n};
  point.why_not = variant.why_not;
  if (!point.why_not.empty()) return point;
  try {
    if (variant.make) feel_the_way(variant, n, options, known);
    const double expected = known.n >= probe_size ? foreseen_s(known.time_s, known.n, n, variant.order) : 0.0;
    if (expected > options.limit_s) {
      point.why_not = say("not measured: once would take about %1, and the limit is %2", duration(expected),
                          duration(options.limit_s));
      return point;
    }
    if (variant.measure) {
      point = variant.measure(n, options);
    } else {
      const std::unique_ptr<Operation> operation = variant.make(n);
      if (const std::string difference = operation->difference(); !difference.empty()) {
        point.wrong = true;
        point.why_not = say("wrong result: %1", difference);
      } else {
        time_repeats(*operation, options, point);
      }
    }
  } catch (const std::exception& error) {  // no memory, a device that was lost
    point.why_not = error.what();
  }
  if (point.why_not.empty()) known = {n, point.time_s};
  return point;
}

}  // namespace

void check_timing(const TimingOptions& options) {
  if (options.repeats < 1 || options.repeats > most_repeats)
    throw UsageError(say("the repeats must be a number from 1 to %1", most_repeats), "repeats");
  if (!(options.time_s >= 0.0 && options.time_s <= 60.0))
    throw UsageError(say("the time of a repeat must be from 0 to 60 seconds"), "time_s");
  if (!(options.limit_s > 0.0 && options.limit_s <= 3600.0))
    throw UsageError(say("the time limit must be above 0 and at most 3600 seconds"), "limit_s");
}

const MeasuredOperation* OperationStudy::find(const std::string& id, int n) const {
  const auto found =
      std::ranges::find_if(points, [&](const MeasuredOperation& p) { return p.variant == id && p.n == n; });
  return found == points.end() ? nullptr : &*found;
}

const Variant* OperationStudy::variant(const std::string& id) const {
  const auto found = std::ranges::find(variants, id, &Variant::id);
  return found == variants.end() ? nullptr : &*found;
}

std::vector<int> OperationStudy::sizes() const {
  std::vector<int> all;
  for (const MeasuredOperation& point : points)
    if (all.empty() || all.back() != point.n) all.push_back(point.n);
  return all;
}

OperationStudy measure_variants(std::vector<Variant> variants, std::vector<int> sizes, const TimingOptions& options,
                                const RunControl& control, const TellProgress& progress, const TellPoint& measured) {
  check_timing(options);
  std::ranges::sort(sizes);
  sizes.erase(std::ranges::unique(sizes).begin(), sizes.end());
  OperationStudy study{.variants = std::move(variants)};
  const NoiseReading before = read_noise();
  std::map<std::string, Pace> known;
  int workers = 1;
  const int total = static_cast<int>(sizes.size() * study.variants.size());
  for (const int n : sizes)
    for (const Variant& variant : study.variants) {
      if (control.stopped()) return study;
      if (progress) progress({variant.title, n, static_cast<int>(study.points.size()), total});
      study.points.push_back(measure_one(variant, n, options, known[variant.id]));
      if (study.points.back().why_not.empty()) workers = std::max(workers, variant.workers);
      if (measured) measured(study.points.back());
    }
  study.warnings = judge_noise(before, read_noise(), workers, machine_topology());
  return study;
}

std::vector<Variant> chosen_variants(std::vector<Variant> all, const std::vector<std::string>& wanted) {
  if (wanted.empty()) return all;
  for (const std::string& id : wanted) {
    if (std::ranges::find(all, id, &Variant::id) != all.end()) continue;
    throw UsageError(say("there is no variant '%1'; valid are %2", id, joined(all, ", ", &Variant::id)), "variants");
  }
  std::erase_if(all, [&](const Variant& variant) { return std::ranges::find(wanted, variant.id) == wanted.end(); });
  return all;
}

std::string gpu_of(const BackendEntry& entry) {
  return entry.on_device() && entry.why_not().empty() ? entry.device() : std::string();
}

Variant variant_of(const BackendEntry& entry) {
  return {.id = entry.name, .title = say(entry.title), .device = gpu_of(entry), .why_not = entry.why_not()};
}

Buffer uploaded(Backend& backend, const std::vector<float>& values) {
  Buffer buffer = backend.allocate(values.size() * sizeof(float));
  backend.upload(values.data(), values.size() * sizeof(float), buffer.data());
  backend.wait();
  return buffer;
}

void in_threads(int workers, const std::function<void(int worker)>& work) {
  std::exception_ptr thrown;
  std::mutex mutex;
  const auto guarded = [&](int worker) {
    try {
      work(worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!thrown) thrown = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (int worker = 1; worker < workers; ++worker) others.emplace_back([&guarded, worker] { guarded(worker); });
    guarded(0);
  }
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace mlplab
