// The training loop. Clocks are read only after the engine has waited for its device; evaluation, pauses and snapshots
// stay outside the training time.
#include "core/training/trainer.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"
#include "core/compute/step_engine.h"
#include "core/data/parallel.h"
#include "core/data/preparation.h"
#include "core/machine/standstill.h"
#include "core/model/model_file.h"
#include "core/run/curve_grid.h"
#include "core/training/epoch_data.h"
#include "core/training/profiled_epoch.h"
#include "core/training/rank_group.h"
#include "core/training/work_clock.h"

namespace mlplab {
namespace {

constexpr double report_every_s = 0.030;  // Progress events: about 30 per second, and how fast stop and pause react
constexpr std::size_t evaluation_slice = 1000;

/// Ends a run as 'stopped' from wherever it is.
struct Stopped {};

class Run {
 public:
  /// `rank`: null where this process does it all.
  Run(const RankPlan* rank, const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
      const StartingPoint& from)
      : ranks_(rank != nullptr ? &rank->communicator : nullptr),
        rank_(rank),
        spec_(spec),
        dataset_(dataset),
        orders_(dataset.train.size(), spec.seed),
        sink_(sink),
        control_(control),
        from_(from) {
    ended_.train_time_s = from.train_time_s;
    ended_.eval_time_s = from.eval_time_s;
  }

  RunEnded run() {
    try {
      prepare();
      train_epochs();
      ended_.status = RunStatus::done;
    } catch (const Stopped&) {
      ended_.status = RunStatus::stopped;
    } catch (const std::bad_alloc&) {
      ended_.fail(BackendError(say("not enough memory for the network %1 at batch %2; use a smaller network or batch",
                                   spec_.model.name(), spec_.batch)));
    } catch (const std::exception& error) {
      ended_.fail(error);
    }
    sink_.on_event(ended_);
    return ended_;
  }

 private:
  void prepare() {
    ranks_.together([&] {
      validate(spec_);
      validate_against(spec_, dataset_);
      backend_ = rank_ != nullptr ? make_backend(find_backend(rank_->compute), rank_->compute_options)
                                  : make_backend(find_backend(spec_.backend), spec_.options);
    });
    if (rank_ != nullptr) ranks_.check_same_code(rank_->compute, code_of(rank_->compute, *backend_));
    if (spec_.profile_steps > 0 && ranks_.first()) profiler_ = std::make_unique<Profiler>();
    if (spec_.profile_steps > 0 && rank_ != nullptr && !rank_->communicator.sums_on_devices())
      work_ = std::make_unique<WorkClock>(rank_->communicator);
    images_ = std::make_unique<EpochImages>(spec_, dataset_, image_threads());
    // Not within together(): engines share memory as they are made.
    engine_ = make_step_engine(*backend_, plan());
    if (profiler_ && rank_ != nullptr) rank_->communicator.set_profiler(profiler_.get(), /*track=*/0);
    const auto start = ranks_.share(from_.state, spec_);
    from_.rates = ranks_.share(std::move(from_.rates));
    steps_per_epoch_ = from_.steps_per_epoch(dataset_.train.size(), spec_.batch);
    take(start != nullptr ? start : initial());
    sink_.on_event(RunStarted{.spec = spec_,
                              .device = rank_ != nullptr ? rank_->device : backend_->device(),
                              .workers = rank_ != nullptr ? rank_->communicator.size() : backend_->workers(),
                              .dataset_hash = dataset_.content_hash,
                              .train_examples = static_cast<std::int64_t>(dataset_.train.size()),
                              .test_examples = static_cast<std::int64_t>(dataset_.test.size()),
                              .steps_per_epoch = steps_per_epoch_,
                              .first_epoch = state_->epochs_done});
    if (const std::string remark = engine_->remark(); !remark.empty()) sink_.on_event(Warned{remark});
    sink_.on_state(state_);
  }

  StepPlan plan() const {
    StepPlan plan{.model = spec_.model,
                  .optimizer = spec_.optimizer,
                  .batch = spec_.batch,
                  .train = &images_->examples(),
                  .profiler = profiler_.get(),
                  .communicator = work_ ? work_.get() : ranks_.communicator(),
                  .seed = spec_.seed};
    if (rank_ == nullptr) return plan;
    plan.local_statistics = rank_->local_statistics;
    plan.weights = rank_->weights;
    plan.mixed = rank_->mixed;
    return plan;
  }

  /// A GPU's workers are none of the host's.
  int image_threads() const {
    const BackendEntry& entry = find_backend(rank_ != nullptr ? rank_->compute : spec_.backend);
    return entry.on_device() ? loading_threads() : backend_->workers();
  }

  void take(std::shared_ptr<const TrainingState> state) {
    engine_->set_state(*state);
    ended_.epochs_done = state->epochs_done;
    state_ = std::move(state);
  }

  /// The initial state of the spec. It is made on request: a resumed run need not have its --init file any more.
  std::shared_ptr<const TrainingState> initial() {
    if (initial_) return initial_;
    std::shared_ptr<const TrainingState> made;
    ranks_.together([&] {
      if (ranks_.first()) made = std::make_shared<const TrainingState>(fresh_state(spec_, dataset_));
    });
    return initial_ = ranks_.share(std::move(made), spec_);
  }

  void rewind() {
    take(initial());
    ended_ = RunEnded{};
    sink_.on_event(Rewound{});
    sink_.on_state(state_);
  }

  void train_epochs() {
    while (state_->epochs_done < spec_.epochs) {
      if (!train_epoch()) {
        rewind();
        continue;
      }
      if (ended_.time_to_target_s) return;
    }
  }

  /// False: the user asked to rewind.
  bool train_epoch() {
    const int epoch = state_->epochs_done;
    EpochDone done{.epoch = epoch + 1};
    StepTotals epoch_totals;
    stood_still_s_ = 0.0;
    worked_s_ = 0.0;
    last_point_ = {};
    const double shuffle_start = now_s();
    const std::vector<std::uint32_t>& order_of_examples = orders_.take(epoch);
    images_->begin_epoch(epoch, order_of_examples, ranks_.communicator(),
                         rank_ != nullptr ? std::span<const int>(rank_->weights) : std::span<const int>(), *engine_);
    engine_->begin_epoch(order_of_examples);
    done.epoch_time_s = now_s() - shuffle_start;
    ended_.train_time_s += done.epoch_time_s;
    std::int64_t step = 0;
    ProfiledEpoch profiled(spec_.profile_steps, steps_per_epoch_,
                           static_cast<std::int64_t>(dataset_.train.size()) / spec_.batch);
    while (step < steps_per_epoch_) {
      const bool may_profile = profiled.begins_at(step);
      // Only where somebody has to wait for its totals does a curve's point end what is put into the stream at once.
      const bool notes = !may_profile && !searches() && engine_->notes_totals();
      const std::int64_t most =
          std::min((notes ? steps_per_epoch_ : next_curve_point(step, steps_per_epoch_)) - step,
                   may_profile ? profiled.count(step) : std::min(steps_a_report_, profiled.others_from(step)));
      if (searches() && steps_before(epoch) + step == static_cast<std::int64_t>(from_.rates.size())) end_search();
      const GroupOrder order = ranks_.next(control_, step == 0, searches() ? 1 : most);
      if (order.what == RunControl::Order::stop) throw Stopped{};
      if (order.what == RunControl::Order::rewind) return false;
      if (order.snapshot) send_snapshot();
      if (order.what == RunControl::Order::snapshot) continue;
      const bool profile = order.what == RunControl::Order::run && may_profile;
      const std::int64_t count = order.steps;
      const double time_s = run_steps(epoch, step, count, epoch_totals, profile);
      done.epoch_time_s += time_s;
      profiled.ran(profile, step, count, time_s);
      if (profile && profiler_) profiled.add(*profiler_);
      step += count;
      // As many steps as fit the reporting interval; at most a doubling, for the first steps are slower.
      const double wanted = report_every_s / std::max(time_s / static_cast<double>(count), 1e-9);
      steps_a_report_ = std::clamp<std::int64_t>(static_cast<std::int64_t>(wanted), 1, 2 * steps_a_report_);
    }
    if (work_) profiled.set_work(of_all_ranks(worked_s_));
    finish_epoch(done, epoch_totals, profiled);
    return true;
  }

  /// Every rank's number, [ranks]; every rank has to ask.
  std::vector<double> of_all_ranks(double own) const {
    std::vector<double> all(static_cast<std::size_t>(rank_->communicator.size()), 0.0);
    all[static_cast<std::size_t>(rank_->communicator.rank())] = own;
    rank_->communicator.sum(all);
    return all;
  }

  /// No epoch ends in a search: what an epoch's end would see of the ranks is seen here.
  [[noreturn]] void end_search() {
    TrainingState state;
    engine_->get_state(state);
    ranks_.check_same_weights(state.parameters, say("at the end of the search"));
    throw Stopped{};
  }

  bool searches() const { return !from_.rates.empty(); }
  std::int64_t steps_before(int epoch) const { return std::int64_t{epoch} * steps_per_epoch_; }

  float rate_of(std::int64_t step) const {
    if (searches()) return from_.rates[static_cast<std::size_t>(step)];
    return static_cast<float>(learning_rate_at(spec_.optimizer, step, steps_per_epoch_ * spec_.epochs));
  }

  double run_steps(int epoch, std::int64_t first, std::int64_t count, StepTotals& epoch_totals, bool profile) {
    const std::int64_t done_before = steps_before(epoch) + first;
    rates_.clear();
    for (std::int64_t s = 0; s < count; ++s) rates_.push_back(rate_of(done_before + s));
    if (profile && profiler_) profiler_->start(static_cast<int>(count));
    const double start = now_s(), stood_before_s = standstill_.total_s();
    const double worked_before_s = work_ ? work_->total_s() : 0.0;
    if (work_) work_->begin();
    std::vector<std::int64_t> ends;  // curve points, and the last step
    for (std::int64_t begin = first; begin < first + count; begin = ends.back()) {
      if (begin > first) engine_->note_totals();
      ends.push_back(std::min(next_curve_point(begin, steps_per_epoch_), first + count));
      engine_->train(begin, std::span(rates_).subspan(static_cast<std::size_t>(begin - first),
                                                      static_cast<std::size_t>(ends.back() - begin)));
    }
    // A device is computing now, and the host has time; on any other backend this is as long as it was ahead of an
    // epoch.
    if (!profile && 2 * (first + count) >= steps_per_epoch_ && epoch + 1 < spec_.epochs) orders_.prepare(epoch + 1);
    if (profile && work_) worked_s_ += work_->total_s() - worked_before_s;
    const std::vector<NotedTotals> noted =
        profile ? std::vector<NotedTotals>{{.totals = engine_->epoch_totals()}} : engine_->noted_totals();
    const double time_s = now_s() - start;
    stood_still_s_ += standstill_.total_s() - stood_before_s;
    if (profile && profiler_) profiler_->stop();
    double reported_s = 0.0;
    for (std::size_t i = 0; i < ends.size(); ++i) {
      const double until_s = std::clamp(time_s - noted[i].before_last_s, reported_s, time_s);
      ended_.train_time_s += until_s - reported_s;
      epoch_totals = noted[i].totals;
      if (!std::isfinite(epoch_totals.loss_sum)) diverged(epoch, say("the loss is not a finite number any more"));
      report(epoch, ends[i], epoch_totals, until_s - reported_s, rates_[static_cast<std::size_t>(ends[i] - first - 1)]);
      reported_s = until_s;
    }
    return time_s;
  }

  /// `done` steps of the epoch are done, the last ones in `time_s`.
  void report(int epoch, std::int64_t done, const StepTotals& now, double time_s, float learning_rate) {
    last_point_.time_s += time_s;
    const StepTotals& before = last_point_.totals;
    const auto examples = static_cast<double>(now.examples - before.examples);
    const StepDone step{.epoch = epoch,
                        .step = steps_before(epoch) + done,
                        .epochs = epoch + static_cast<double>(done) / static_cast<double>(steps_per_epoch_),
                        .loss = (now.loss_sum - before.loss_sum) / examples,
                        .accuracy = static_cast<double>(now.correct - before.correct) / examples,
                        .images_per_s = examples / std::max(last_point_.time_s, 1e-9),
                        .learning_rate = learning_rate,
                        .train_time_s = ended_.train_time_s};
    if (!searches() && !is_curve_point(done, steps_per_epoch_)) return sink_.on_event(Progress{step});
    last_point_ = {now, 0.0};
    sink_.on_event(step);
  }

  [[noreturn]] void diverged(int epoch, const std::string& what) {
    throw Error(Failure::diverged,
                say("training diverged in epoch %1: %2; the weights after epoch %3 are kept, try a lower learning rate",
                    epoch + 1, what, state_->epochs_done));
  }

  void finish_epoch(EpochDone& done, const StepTotals& totals, const ProfiledEpoch& profiled) {
    auto state = std::make_shared<TrainingState>();
    engine_->get_state(*state);
    state->epochs_done = done.epoch;
    state->preparation = preparation_;
    // First: where one rank alone has diverged, the others would wait for it here.
    ranks_.check_same_weights(state->parameters, say("after epoch %1", done.epoch));
    const auto is_finite = [](float value) { return std::isfinite(value); };
    if (!std::ranges::all_of(state->parameters, is_finite))
      diverged(done.epoch - 1, say("a weight is not a finite number any more"));
    if (!std::ranges::all_of(state->statistics, is_finite))  // the loss may be: what is divided by infinity is 0
      diverged(done.epoch - 1, say("a running statistic is not a finite number any more"));
    const auto examples = static_cast<double>(totals.examples);
    done.loss_train = totals.loss_sum / examples;
    done.accuracy_train = static_cast<double>(totals.correct) / examples;
    done.images_per_s = examples / std::max(done.epoch_time_s, 1e-9);
    done.train_time_s = ended_.train_time_s;
    if (done.epoch % spec_.eval_every == 0 || done.epoch == spec_.epochs) {
      done.test_time_s = evaluate(dataset_.test, done.loss_test, done.accuracy_test);
      done.validation_time_s = evaluate(dataset_.validation, done.loss_validation, done.accuracy_validation);
      done.eval_time_s = done.test_time_s + done.validation_time_s;
      ended_.eval_time_s += done.eval_time_s;
    }
    state_ = std::move(state);
    ended_.epochs_done = done.epoch;
    if (spec_.target_accuracy && done.accuracy_test && *done.accuracy_test >= *spec_.target_accuracy) {
      ended_.time_to_target_s = ended_.train_time_s;
      ended_.reason = say("the target accuracy was reached after epoch %1", done.epoch);
    }
    if (profiled.profile().steps > 0)
      sink_.on_event(ProfileSample{.epoch = done.epoch - 1,
                                   .batch = spec_.batch,
                                   .placement = placement_of(find_backend(spec_.backend), spec_.options),
                                   .profile = profiled.profile(),
                                   .unprofiled_step_s = profiled.median_step_s()});
    warn_of_standstill(done.epoch);
    sink_.on_event(done);  // before the state: a run killed in between repeats an epoch, its log has no gap
    sink_.on_state(state_);
  }

  void warn_of_standstill(int epoch) {
    const double stood_s = ranks_.greatest(stood_still_s_);
    if (stood_s > 0.0)
      sink_.on_event(Warned{
          say("epoch %1: the program did not run for %2 s (Ctrl-Z, SIGSTOP, a computer that slept): the times of "
              "this epoch are not its own",
              epoch, significant(stood_s, 2))});
  }

  /// Returns the seconds that the evaluation took; 0 for an empty split. A stop in between ends the run before this
  /// epoch is reported or kept, so that a resumption repeats it: a kept epoch would stay without its accuracy for ever.
  double evaluate(const Examples& examples, std::optional<double>& loss, std::optional<double>& accuracy) {
    if (examples.size() == 0) return 0.0;
    const double start = now_s(), stood_before_s = standstill_.total_s();
    StepTotals sum;
    for (std::size_t first = 0; first < examples.size(); first += evaluation_slice) {
      if (ranks_.stopped(control_)) throw Stopped{};
      const StepTotals part = engine_->evaluate(examples, first, std::min(evaluation_slice, examples.size() - first));
      sum.loss_sum += part.loss_sum;
      sum.correct += part.correct;
      sum.examples += part.examples;
    }
    loss = sum.loss_sum / static_cast<double>(sum.examples);
    accuracy = static_cast<double>(sum.correct) / static_cast<double>(sum.examples);
    stood_still_s_ += standstill_.total_s() - stood_before_s;
    return now_s() - start;
  }

  void send_snapshot() {
    auto snapshot = std::make_shared<TrainingState>();
    engine_->get_state(*snapshot);
    snapshot->epochs_done = state_->epochs_done;
    snapshot->preparation = preparation_;
    sink_.on_state(snapshot);
  }

  RankGroup ranks_;
  const RankPlan* rank_;
  const RunSpec& spec_;
  const Dataset& dataset_;
  EpochOrders orders_;
  std::shared_ptr<const Preparation> preparation_ = std::make_shared<const Preparation>(preparation_of(dataset_));
  EventSink& sink_;
  RunControl& control_;
  StartingPoint from_;  // its rates are those of rank 0, once prepared
  std::unique_ptr<Backend> backend_;
  std::unique_ptr<Profiler> profiler_;   // where the spec asks for it; the engine points to it
  std::unique_ptr<WorkClock> work_;      // where ranks are profiled; the engine points to it
  double worked_s_ = 0.0;                // of it in the profiled steps of this epoch
  std::unique_ptr<EpochImages> images_;  // the engine points to them
  std::unique_ptr<StepEngine> engine_;
  std::shared_ptr<const TrainingState> initial_, state_;  // state_: after the last complete epoch
  std::int64_t steps_per_epoch_ = 0;
  std::int64_t steps_a_report_ = 1;
  /// Where the curve has its last point in this epoch; the time is that of the steps since then.
  struct {
    StepTotals totals;
    double time_s = 0.0;
  } last_point_;
  std::vector<float> rates_;
  StandstillWatch standstill_;
  double stood_still_s_ = 0.0;  // of it within the steps and tests of this epoch
  RunEnded ended_;
};

}  // namespace

TrainingState fresh_state(const RunSpec& spec, const Dataset& dataset) {
  TrainingState state = initial_state(spec.model, spec.optimizer, spec.seed);
  state.preparation = std::make_shared<const Preparation>(preparation_of(dataset));
  if (spec.init_model.empty()) return state;
  const TrainingState loaded = load_model_of(spec.init_model, spec.model);
  if (const std::string reason = difference_of(loaded.model, spec.model); !reason.empty())
    throw UsageError(say("%1 does not fit the run: %2", spec.init_model, reason), "init_model");
  state.parameters = loaded.parameters;
  state.statistics = loaded.statistics;
  return state;
}

RunEnded train_here(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
                    const StartingPoint& from) {
  return Run(nullptr, spec, dataset, sink, control, from).run();
}

RunEnded train_as_rank(const RankPlan& plan, const RunSpec& spec, const Dataset& dataset, EventSink& sink,
                       RunControl& control, const StartingPoint& from) {
  return Run(&plan, spec, dataset, sink, control, from).run();
}

}  // namespace mlplab
