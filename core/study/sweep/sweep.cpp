// The rounds of a sweep. Times come from the trainer's events alone; the clock here only serves the ETA.
#include "core/study/sweep/sweep.h"

#include <ctime>
#include <map>
#include <numeric>
#include <set>

#include "core/base/clock.h"
#include "core/base/language.h"
#include "core/launch/execute.h"
#include "core/launch/host_threads.h"
#include "core/launch/processes/hostfile.h"
#include "core/run/run_lock.h"
#include "core/run/run_log.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

namespace {

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

// Collects the events of a run that a sweep needs.
class Collector : public EventSink {
 public:
  Collector(int epochs, std::function<void(double)> report) : epochs_(epochs), report_(std::move(report)) {}
  void on_event(const Event& event) override {
    log.apply(event);
    const StepDone* step = report_of(event);
    if (step == nullptr) return;
    report_(step->epochs / epochs_);
    log.steps.clear();  // not kept: a sweep draws no loss curve
  }
  RunLog log;

 private:
  int epochs_;
  std::function<void(double)> report_;
};

// How long the runs that are missing will take, from those that are done.
class Estimate {
 public:
  void add(const std::string& value, double wall_s) { walls_[value].push_back(wall_s); }
  double of(const std::string& value) const {
    if (const auto found = walls_.find(value); found != walls_.end()) return mean(found->second);
    std::vector<double> all;
    for (const auto& [other, walls] : walls_) all.insert(all.end(), walls.begin(), walls.end());
    return mean(all);
  }

 private:
  std::map<std::string, std::vector<double>> walls_;
};

/// A point by its values along both axes.
std::string point_key(const std::string& value, const std::string& across) {
  return across.empty() ? value : value + "/" + across;
}

/// Runs with the same key take about as long.
std::string key_of(const std::string& point, int repeat) {
  return repeat == reference_repeat ? "reference of " + point : point;
}

struct Pending {
  std::size_t slice, point;
  int repeat;
};

class Sweeper {
 public:
  Sweeper(SweepStore& store, const Dataset& dataset, SweepSink& sink, RunControl& control, TrainFunction train_function,
          std::function<NoiseReading()> noise)
      : store_(store),
        spec_(store.spec()),
        slices_(slices_of(store.spec())),
        dataset_(dataset),
        sink_(sink),
        control_(control),
        train_(std::move(train_function)),
        noise_(std::move(noise)),
        topology_(machine_topology()) {}

  SweepOutcome run() {
    check_same_ground();
    for (const SweepRun& run : store_.runs()) {
      if (run.done()) estimate_.add(key_of(point_key(run.value, run.across), run.repeat), run.wall_s);
    }
    const std::vector<Pending> pending = missing();
    session_ = utc_now();
    session_start_ = noise_();
    for (std::size_t i = 0; i < pending.size(); ++i) {
      if (failed_.contains(point_of(pending[i]))) continue;
      if (control_.stopped() || !measure(pending, i)) {
        outcome_.status = RunStatus::stopped;
        return outcome_;
      }
    }
    if (failed_.size() == slices_.size() * spec_.values.size()) outcome_.status = RunStatus::failed;
    check_rounding();
    return outcome_;
  }

 private:
  std::string point_of(const Pending& at) const {
    return point_key(spec_.values[at.point], across_of(spec_, at.slice));
  }

  /// The data set of a point, which stays once it is read. A seed decides which images are generated and held out; the
  /// data of one seed at a time are kept.
  const Dataset& data_of(std::size_t slice, std::size_t point) {
    const bool by_value = has_own_data(spec_.axis), by_slice = spec_.across && has_own_data(spec_.across->axis);
    if (!by_value && !by_slice) return dataset_;
    const std::string key =
        point_key(by_value ? spec_.values[point] : "", by_slice ? across_of(spec_, slice) : std::string());
    const bool seeds = spec_.axis == SweepAxis::seed || (by_slice && spec_.across->axis == SweepAxis::seed);
    if (seeds && !own_data_.contains(key)) own_data_.clear();
    std::unique_ptr<Dataset>& own = own_data_[key];
    if (!own) {
      const RunSpec run = run_of(slices_[slice], point);
      own = std::make_unique<Dataset>(load_dataset(run.data, find_resources(), run.seed));
    }
    return *own;
  }

  /// Throws where `difference` is not '': for the machine before anything runs, for the device once a run has reported
  /// it.
  void refuse(const std::string& difference) const {
    if (difference.empty()) return;
    throw InputError(say("the sweep in %1 was measured with %2; such times do not mix, so begin a new one here",
                         store_.folder().string(), difference));
  }

  void check_same_ground() {
    refuse(difference_of(store_.machine(), this_machine()));
    for (std::size_t slice = 0; slice < slices_.size(); ++slice)
      for (std::size_t point = 0; point < spec_.values.size(); ++point) check_same_data(slice, point);
  }

  void check_same_data(std::size_t slice, std::size_t point) {
    for (const SweepRun& run : store_.runs()) {
      const bool of_point = run.value == spec_.values[point] && run.across == across_of(spec_, slice);
      if (!run.done() || !of_point || run.dataset_hash == data_of(slice, point).content_hash) continue;
      throw InputError(say("the data set %1 has changed since the sweep in %2 began; begin a new one",
                           spec_.base.data.source, store_.folder().string()));
    }
  }

  std::vector<Pending> missing() const {
    std::vector<Pending> pending;
    const auto add = [&](const Pending& one) {
      if (store_.find_done(spec_.values[one.point], one.repeat, across_of(spec_, one.slice)) == nullptr)
        pending.push_back(one);
    };
    for (std::size_t slice = 0; slice < slices_.size(); ++slice)
      for (const std::size_t point : reference_points(slices_[slice])) add({slice, point, reference_repeat});
    const std::size_t values = spec_.values.size(), count = slices_.size() * values;
    for (int repeat = 0; repeat < spec_.repeats; ++repeat) {
      for (std::size_t k = 0; k < count; ++k) {
        const std::size_t place = (static_cast<std::size_t>(repeat) + k) % count;
        add({place / values, place % values, repeat});
      }
    }
    return pending;
  }

  void check_rounding() {
    for (std::size_t slice = 0; slice < slices_.size(); ++slice) check_rounding(slice);
  }

  /// Points that train the same are looked at together, and each other one by itself.
  void check_rounding(std::size_t slice) {
    const SweepSpec& spec = slices_[slice];
    const SweepStore part = store_.slice(slice);
    const bool together = losses_must_agree(spec);
    for (std::size_t first = 0; first < (together ? 1 : spec.values.size()); ++first) {
      const auto wanted = [&](const Rounding* known) {
        RoundingWanted all = rounding_wanted(part, first, known);
        for (std::size_t other = 1; together && other < spec.values.size(); ++other) {
          const RoundingWanted one = rounding_wanted(part, other, known);
          all = {std::max(all.epoch, one.epoch), all.open || one.open};
        }
        return all;
      };
      if (control_.stopped() || !wanted(part.rounding_of(first)).open) continue;
      const Dataset& data = data_of(slice, first);
      if (data.train.size() == 0) continue;  // nothing was measured, and nothing read for it
      sink_.on_rounding();
      const Rounding found = measure_rounding(reference_of(spec, first), data, control_,
                                              [&](const Rounding& so_far) { return wanted(&so_far).epoch; });
      if (!control_.stopped()) store_.keep_rounding(slice, first, found);
    }
  }

  void report(const std::vector<Pending>& pending, std::size_t at, double run_fraction, double run_start_s) const {
    SweepProgress progress;
    progress.runs_total = runs_of(spec_);
    progress.runs_done = progress.runs_total;
    progress.value = spec_.values[pending[at].point];
    if (spec_.across) progress.value += ", " + value_words(spec_.across->axis, across_of(spec_, pending[at].slice));
    progress.repeat = pending[at].repeat;
    progress.run_fraction = run_fraction;
    double eta_s = 0.0;
    const double spent_s = now_s() - run_start_s;
    for (std::size_t i = at; i < pending.size(); ++i) {
      const std::string point = point_of(pending[i]);
      --progress.runs_done;
      if (failed_.contains(point)) continue;
      double expected_s = estimate_.of(key_of(point, pending[i].repeat));
      if (std::isnan(expected_s) && run_fraction > 0.05) expected_s = spent_s / run_fraction;
      eta_s += i == at ? expected_s * (1.0 - run_fraction) : expected_s;
    }
    progress.fraction = (progress.runs_done + run_fraction) / progress.runs_total;
    progress.eta_s = eta_s;
    sink_.on_progress(progress);
  }

  // False: stopped.
  bool measure(const std::vector<Pending>& pending, std::size_t at) {
    const auto& [slice, point, repeat] = pending[at];
    const bool reference = repeat == reference_repeat;
    const RunSpec spec = reference ? reference_of(slices_[slice], point) : run_of(slices_[slice], point);
    const Dataset& data = data_of(slice, point);
    const double start_s = now_s();
    SweepRun run;
    run.value = spec_.values[point];
    run.across = across_of(spec_, slice);
    run.repeat = repeat;
    run.started = utc_now();
    run.batch = spec.batch;
    report(pending, at, 0.0, start_s);
    Collector collector(spec.epochs, [&](double fraction) { report(pending, at, fraction, start_s); });
    const NoiseReading before = noise_();
    const std::string missing = missing_images(spec, data);
    const RunEnded ended = missing.empty() ? train_(spec, data, collector, control_)
                                           : RunEnded{.status = RunStatus::failed, .reason = missing};
    const NoiseReading after = noise_();
    if (ended.status == RunStatus::stopped) return false;

    const RunLog& log = collector.log;
    run.wall_s = now_s() - start_s;
    run.workers = log.started.workers;
    run.host_threads = host_threads(log.started);
    run.device = log.started.device;
    run.dataset_hash = data.content_hash;
    run.warnings = with_said(log.warnings, judge_noise(before, after, run.host_threads.value_or(0), topology_));
    judge_session(run, before, after);
    take_times(run, log);
    if (ended.status == RunStatus::failed) {
      run.failure = ended.reason.empty() ? say("the run failed") : ended.reason;
      if (!reference)
        failed_.insert(point_of(pending[at]));  // without a reference points are not compared, and still timed
      if (!outcome_.failure) {
        outcome_.failure = ended.failure.value_or(Failure::other);
        outcome_.reason = run.failure;
      }
    } else {
      refuse(difference_of(store_.runs(), run));
      estimate_.add(key_of(point_of(pending[at]), repeat), run.wall_s);
    }
    store_.append(run);
    sink_.on_run(run);
    return true;
  }

  /// A point of 100000 images is no figure of the 60000 that there are: why it is not measured, or ''.
  std::string missing_images(const RunSpec& spec, const Dataset& data) const {
    if (!varies(spec_, SweepAxis(find_setting("data.train_limit")))) return {};
    const std::size_t there = data.train.size() + data.validation.size();
    if (there >= spec.data.train_limit) return {};
    return say("there are %1 training images, fewer than %2", there, spec.data.train_limit);
  }

  /// Runs that are too short alone are judged together.
  void judge_session(SweepRun& run, const NoiseReading& before, const NoiseReading& after) {
    short_runs_ = short_runs_ || is_too_short_to_judge(before, after);
    run.session = session_;
    if (!short_runs_) return;
    run.session_noise = judge_noise(session_start_, after, 0, topology_);
    if (is_too_short_to_judge(session_start_, after)) run.session_noise.push_back({.code = Finding::too_short});
  }

  void take_times(SweepRun& run, const RunLog& log) const {
    run.steps_per_epoch = log.started.steps_per_epoch;
    for (const EpochDone& epoch : log.epochs) {
      run.epoch_times_s.push_back(epoch.epoch_time_s);
      run.losses.push_back(epoch.loss_train);
      run.losses_test.push_back(epoch.loss_test.value_or(not_known));
      run.verifications.push_back(epoch.verification);
    }
    if (log.epochs.empty()) return;
    run.loss_epoch1 = log.epochs.front().loss_train;
    run.loss_train = log.epochs.back().loss_train;
    run.accuracy_test = log.epochs.back().accuracy_test;
    if (run.accuracy_test) run.test_time_s = log.epochs.back().test_time_s;
    if (log.epochs.back().accuracy_validation) run.validation_time_s = log.epochs.back().validation_time_s;
    const auto warmup = static_cast<std::size_t>(spec_.warmup_epochs);
    if (run.epoch_times_s.size() <= warmup) return;
    run.energy = energy_of_run(log, spec_.warmup_epochs);
    const double epoch_s = mean(std::span(run.epoch_times_s).subspan(warmup));
    run.images_per_s = static_cast<double>(log.started.train_examples) / epoch_s;
    run.time_s = spec_.scaling == Scaling::weak ? whole_step_s(run) : epoch_s;
  }

  SweepStore& store_;
  const SweepSpec spec_;
  const std::vector<SweepSpec> slices_;
  const Dataset& dataset_;
  SweepSink& sink_;
  RunControl& control_;
  TrainFunction train_;
  std::function<NoiseReading()> noise_;
  NoiseReading session_start_;
  std::string session_;
  bool short_runs_ = false;
  Topology topology_;
  Estimate estimate_;
  std::map<std::string, std::unique_ptr<Dataset>> own_data_;  // by point_key(), where each has its own
  std::set<std::string> failed_;                              // points, by point_key()
  SweepOutcome outcome_;
};

}  // namespace

SweepOutcome run_sweep(SweepStore& store, const Dataset& dataset, SweepSink& sink, RunControl& control,
                       const TrainFunction& train_function, const std::function<NoiseReading()>& noise) {
  const TrainFunction real = [](const RunSpec& spec, const Dataset& data, EventSink& events, RunControl& order) {
    return execute_run({.spec = spec, .dataset = borrowed(data)}, events, order).ended;
  };
  const RunLock lock(store.folder());  // two that measure would disturb each other, and double the lines
  store.reload();
  return Sweeper(store, dataset, sink, control, train_function ? train_function : real, noise).run();
}

int runs_of(const SweepSpec& spec) {
  const std::vector<SweepSpec> slices = slices_of(spec);
  std::size_t references = 0;
  for (const SweepSpec& slice : slices) references += reference_points(slice).size();
  return static_cast<int>(slices.size() * spec.values.size()) * spec.repeats + static_cast<int>(references);
}

void check_against(const SweepSpec& spec, const Dataset& dataset) {
  for (const SweepSpec& slice : slices_of(spec)) {
    const std::size_t with_it = has_own_data(spec.axis) ? 1 : spec.values.size();
    for (std::size_t point = 0; point < with_it; ++point) validate_against(run_of(slice, point), dataset);
    if (spec.across && has_own_data(spec.across->axis)) break;
  }
}

void confirm_hosts(const SweepStore& store, const std::string& hostfile) {
  const auto same_file = [](const std::string& a, const std::string& b) {
    return std::filesystem::absolute(a).lexically_normal() == std::filesystem::absolute(b).lexically_normal();
  };
  const auto confirm = [&](const RunSpec& run) {
    const std::vector<std::string> hosts = remote_hosts_of(run);
    const std::string own = hostfile_of(run);
    if (hosts.empty() || (!hostfile.empty() && same_file(hostfile, own))) return;
    if (own.empty())
      throw UsageError(say("the sweep in %1 starts programs on %2, as a team in it says: begin it anew",
                           store.folder().string(), in_words(hosts)));
    throw UsageError(
        say("the sweep in %1 starts programs on %2, as its hostfile says; to let it: mlplab-cli sweep --resume %1 "
            "--hostfile %3",
            store.folder().string(), in_words(hosts), own));
  };
  for (const SweepSpec& slice : slices_of(store.spec()))
    for (std::size_t point = 0; point < slice.values.size(); ++point) confirm(run_of(slice, point));
}

}  // namespace mlplab
