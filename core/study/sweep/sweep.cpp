// A sweep's runs for the loop of rounds.h, and what is kept of them.
#include "core/study/sweep/sweep.h"

#include <map>

#include "core/base/language.h"
#include "core/launch/demand.h"
#include "core/launch/execute.h"
#include "core/run/run_lock.h"
#include "core/run/run_log.h"
#include "core/study/resuming.h"
#include "core/study/sweep/sweep_analysis.h"

namespace mlplab {

namespace {

std::string what(const SweepStore& store) { return say("the sweep in %1", store.folder().string()); }

/// A sweep for the loop: its cells are the points of all slices, one slice after the other.
class Sweeper : public StudyRuns {
 public:
  Sweeper(SweepStore& store, const Dataset& dataset, SweepSink& sink, RunControl& control, TrainFunction train_function)
      : store_(store),
        spec_(store.spec()),
        slices_(slices_of(store.spec())),
        dataset_(dataset),
        sink_(sink),
        control_(control),
        train_(std::move(train_function)) {}

  SweepOutcome run(const std::function<NoiseReading()>& noise, double idle_power_s) {
    check_same_ground();
    Rounds rounds(*this, control_, noise, idle_power_s);
    const std::size_t cells = slices_.size() * spec_.values.size();
    for (std::size_t cell = 0; cell < cells; ++cell)
      for (const SweepRun& run : store_.runs())
        if (run.done() && is_of(run, cell)) rounds.expect({cell, run.repeat}, run.wall_s);
    if (!rounds.run(store_.missing(), runs_of(spec_))) {
      outcome_.status = RunStatus::stopped;
      return outcome_;
    }
    if (rounds.failed().size() == cells) outcome_.status = RunStatus::failed;
    for (std::size_t slice = 0; slice < slices_.size(); ++slice) check_rounding(slice);
    return outcome_;
  }

  std::string name_of(std::size_t cell) const override {
    const std::string& value = value_of(cell);
    return spec_.across ? value + ", " + value_words(spec_.across->axis, across_value(cell)) : value;
  }

  std::optional<RunSpec> spec_of(const Turn& turn) const override { return run_at(turn); }
  void prepare(const Turn& turn) override { data_of(turn.cell); }
  RunEnded train(const Turn& turn, EventSink& events, RunControl& control) override {
    const RunSpec spec = run_at(turn);
    const Dataset& data = data_of(turn.cell);
    const std::string missing = missing_images(spec, data);
    if (!missing.empty()) return {.status = RunStatus::failed, .reason = missing};
    if (train_) return train_(spec, data, events, control);
    return execute_run({.spec = spec, .dataset = borrowed(data), .idle = idle}, events, control).ended;
  }

  /// The run in progress of a sweep that is stopped is lost.
  void take(const Turn& turn, MadeRun made) override {
    if (made.ended.status == RunStatus::stopped) return;
    const RunLog& log = made.log;
    SweepRun run;
    run.value = value_of(turn.cell);
    run.across = across_value(turn.cell);
    run.repeat = turn.repeat;
    run.started = made.started;
    run.batch = run_at(turn).batch;
    run.wall_s = made.wall_s;
    run.workers = log.started.workers;
    run.host_threads = host_threads(log.started);
    run.device = log.started.device;
    run.dataset_hash = data_of(turn.cell).content_hash;
    run.warnings = with_said(log.warnings, made.noise);
    run.session = made.session;
    short_runs_ = short_runs_ || made.too_short;
    if (short_runs_) run.session_noise = made.session_noise;  // runs too short alone are judged together
    if (made.short_session) run.session_noise.push_back({.code = Finding::too_short});
    run.memory = made.memory;
    run.step = step_of_run(log, spec_.warmup_epochs);
    take_times(run, log);
    if (made.ended.status == RunStatus::failed) {
      run.failure = made.ended.reason.empty() ? say("the run failed") : made.ended.reason;
      if (!outcome_.failure) {
        outcome_.failure = made.ended.failure.value_or(Failure::other);
        outcome_.reason = run.failure;
      }
    } else {
      refuse_difference(what(store_), difference_of(store_.runs(), run));
    }
    store_.append(run);
    sink_.on_run(run);
  }

  void on_progress(const StudyProgress& progress) override { sink_.on_progress(progress); }

 private:
  std::size_t slice_of(std::size_t cell) const { return cell / spec_.values.size(); }
  std::size_t point_of(std::size_t cell) const { return cell % spec_.values.size(); }
  const std::string& value_of(std::size_t cell) const { return spec_.values[point_of(cell)]; }
  std::string across_value(std::size_t cell) const { return across_of(spec_, slice_of(cell)); }
  bool is_of(const SweepRun& run, std::size_t cell) const {
    return run.value == value_of(cell) && run.across == across_value(cell);
  }
  RunSpec run_at(const Turn& turn) const {
    const SweepSpec& slice = slices_[slice_of(turn.cell)];
    return turn.repeat == reference_repeat ? reference_of(slice, point_of(turn.cell))
                                           : run_of(slice, point_of(turn.cell));
  }

  /// The data set of a point, which stays once it is read. A seed decides which images are generated and held out; the
  /// data of one seed at a time are kept.
  const Dataset& data_of(std::size_t cell) {
    const bool by_value = has_own_data(spec_.axis), by_slice = spec_.across && has_own_data(spec_.across->axis);
    if (!by_value && !by_slice) return dataset_;
    const std::pair key(by_value ? value_of(cell) : "", by_slice ? across_value(cell) : "");
    const bool seeds = spec_.axis == SweepAxis::seed || (by_slice && spec_.across->axis == SweepAxis::seed);
    if (seeds && !own_data_.contains(key)) own_data_.clear();
    std::unique_ptr<Dataset>& own = own_data_[key];
    if (!own) {
      const RunSpec run = run_of(slices_[slice_of(cell)], point_of(cell));
      own = std::make_unique<Dataset>(load_dataset(run.data, find_resources(), run.seed));
    }
    return *own;
  }

  void check_same_ground() {
    refuse_difference(what(store_), difference_of(store_.machine(), this_machine()));
    for (std::size_t cell = 0; cell < slices_.size() * spec_.values.size(); ++cell)
      for (const SweepRun& run : store_.runs()) {
        if (!run.done() || !is_of(run, cell)) continue;
        refuse_other_data(what(store_), spec_.base.data.source, run.dataset_hash, data_of(cell).content_hash);
      }
  }

  /// Points that train the same are looked at together, and each other one by itself.
  void check_rounding(std::size_t slice) {
    const SweepSpec& spec = slices_[slice];
    const SweepStore part = store_.slice(slice);
    const std::size_t together = losses_must_agree(spec) ? spec.values.size() : 1;
    for (std::size_t first = 0; first < spec.values.size(); first += together) {
      const std::optional<RunLog> expected = expected_log(part, first);
      std::vector<RunLog> got;
      for (std::size_t point = first; point < first + together; ++point)
        for (const SweepRun& run : part.runs())
          if (run.done() && run.value == spec.values[point] && run.repeat != reference_repeat)
            got.push_back(log_of(run, run_of(spec, point)));
      if (control_.stopped() || !expected || !any_open(*expected, got, part.rounding_of(first))) continue;
      const Dataset& data = data_of(slice * spec_.values.size() + first);
      if (data.train.size() == 0) continue;  // nothing was measured, and nothing read for it
      sink_.on_rounding();
      const Rounding found = measure_rounding(reference_of(spec, first), data, control_, *expected, got);
      if (!control_.stopped()) store_.keep_rounding(slice, first, found);
    }
  }

  /// A point of 100000 images is no figure of the 60000 that there are: why it is not measured, or ''.
  std::string missing_images(const RunSpec& spec, const Dataset& data) const {
    if (!varies(spec_, SweepAxis(find_setting("data.train_limit")))) return {};
    const std::size_t there = data.train.size() + data.validation.size();
    if (there >= spec.data.train_limit) return {};
    return say("there are %1 training images, fewer than %2", there, spec.data.train_limit);
  }

  void take_times(SweepRun& run, const RunLog& log) const {
    run.steps_per_epoch = log.started.steps_per_epoch;
    for (const EpochDone& epoch : log.epochs) {
      run.epoch_times_s.push_back(epoch.epoch_time_s);
      run.losses.push_back(epoch.loss_train);
      run.losses_test.push_back(epoch.loss_test.value_or(not_known));
      run.accuracies.push_back(epoch.accuracy_train);
      run.accuracies_test.push_back(epoch.accuracy_test.value_or(not_known));
      run.losses_validation.push_back(epoch.loss_validation.value_or(not_known));
      run.accuracies_validation.push_back(epoch.accuracy_validation.value_or(not_known));
      run.verifications.push_back(epoch.verification);
    }
    if (log.epochs.empty()) return;
    run.tests_s = run.validations_s = 0.0;
    for (const EpochDone& epoch : log.epochs) {
      *run.tests_s += epoch.test_time_s;
      *run.validations_s += epoch.validation_time_s;
    }
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
  /// By the values of both axes, '' of one that shares its data.
  std::map<std::pair<std::string, std::string>, std::unique_ptr<Dataset>> own_data_;
  bool short_runs_ = false;
  SweepOutcome outcome_;
};

}  // namespace

SweepOutcome run_sweep(SweepStore& store, const Dataset& dataset, SweepSink& sink, RunControl& control,
                       const TrainFunction& train_function, const std::function<NoiseReading()>& noise,
                       double idle_power_s) {
  const RunLock lock(store.folder());  // two that measure would disturb each other, and double the lines
  store.reload();
  store.set_going_on(true);
  const SweepOutcome outcome = Sweeper(store, dataset, sink, control, train_function).run(noise, idle_power_s);
  store.set_going_on(false);
  return outcome;
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
  std::vector<RunSpec> runs;
  for (const SweepSpec& slice : slices_of(store.spec()))
    for (std::size_t point = 0; point < slice.values.size(); ++point) runs.push_back(run_of(slice, point));
  confirm_hosts(runs, hostfile, what(store), "sweep --resume " + store.folder().string());
}

}  // namespace mlplab
