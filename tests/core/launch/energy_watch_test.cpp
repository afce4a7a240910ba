// The energy of a run: made-up meters and a made-up clock under real events.
#include "core/launch/energy_watch.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/json.h"
#include "core/launch/execute.h"
#include "core/launch/processes/transport.h"
#include "core/machine/energy/meter.h"
#include "core/reporting/energy_report.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

class MadeMeter : public EnergyMeter {
 public:
  MadeMeter(std::string scope, const double* now_j) : scope_(std::move(scope)), now_j_(now_j) {}
  std::string scope() const override { return scope_; }
  double joules() override { return *now_j_; }

 private:
  std::string scope_;
  const double* now_j_;
};

class Watch : public testing::Test {
 protected:
  Watch() {
    EnergyMeters meters;
    meters.meters.push_back(std::make_unique<MadeMeter>("package 0", &package_j_));
    meters.meters.push_back(std::make_unique<MadeMeter>("memory of package 0", &memory_j_));
    watch_ = std::make_unique<EnergyWatch>(std::move(meters), [this] { return time_s_; });
  }
  /// The event, `seconds` and joules after the last one.
  void say(const Event& event, double seconds = 0.0, double package_j = 0.0, double memory_j = 0.0) {
    time_s_ += seconds;
    package_j_ += package_j;
    memory_j_ += memory_j;
    log_.apply(watch_->taken_in(event).value_or(event));
  }
  void start() { say(RunStarted{.train_examples = 1000, .steps_per_epoch = 10}); }
  /// Ten steps that spend 60 J in 6 s, and an evaluation of 5 J in 1 s.
  void epoch(int number, double waited_s = 0.0) {
    say(StepDone{.epoch = number - 1, .step = 10 * (number - 1) + 4}, 2.0, 20.0, 4.0);
    say(StepDone{.epoch = number - 1, .step = 10 * number}, 4.0 + waited_s, 30.0, 6.0);
    say(EpochDone{.epoch = number, .epoch_time_s = 6.0}, 1.0, 4.0, 1.0);
  }
  double time_s_ = 100.0, package_j_ = 5000.0, memory_j_ = 70.0;
  std::unique_ptr<EnergyWatch> watch_;
  RunLog log_;
};

TEST_F(Watch, PowerIsTheMeanSinceTheLastReading) {
  EXPECT_TRUE(watch_->power().empty());  // the first one begins
  time_s_ += 0.5, package_j_ += 20.0, memory_j_ += 1.0;
  const std::vector<PowerReading> expected = {{"package 0", 40.0}, {"memory of package 0", 2.0}};
  EXPECT_EQ(watch_->power(), expected);
  time_s_ += 0.5, memory_j_ = std::numeric_limits<double>::quiet_NaN();
  const std::vector<PowerReading> rest = {{"package 0", 0.0}};
  EXPECT_EQ(watch_->power(), rest);  // what cannot be read is left out
}

TEST_F(Watch, PhasesAreApart) {
  start();
  EXPECT_EQ(log_.started.energy.scopes, (std::vector<std::string>{"package 0", "memory of package 0"}));
  epoch(1);
  epoch(2);
  ASSERT_TRUE(log_.epochs[1].energy);
  const EpochEnergy& second = *log_.epochs[1].energy;
  EXPECT_EQ(second.train_j, (std::vector<double>{50.0, 10.0}));
  EXPECT_EQ(second.eval_j, (std::vector<double>{4.0, 1.0}));
  EXPECT_DOUBLE_EQ(second.train_window_s, 6.0);
  EXPECT_DOUBLE_EQ(second.eval_window_s, 1.0);
  const std::optional<EnergyFigures> figures = energy_figures(log_);
  ASSERT_TRUE(figures) << why_no_energy(log_);
  EXPECT_DOUBLE_EQ(figures->train_j, 120.0);
  EXPECT_DOUBLE_EQ(figures->eval_j, 10.0);
  EXPECT_DOUBLE_EQ(figures->epoch_j(), 60.0);
  EXPECT_DOUBLE_EQ(figures->image_j, 0.06);
  EXPECT_DOUBLE_EQ(figures->mean_w(), 10.0);
  EXPECT_DOUBLE_EQ(figures->edp_js(), 1440.0);
  EXPECT_DOUBLE_EQ(figures->ed2p_js2(), 17280.0);
  EXPECT_FALSE(figures->without_idle);
  EXPECT_FALSE(figures->short_windows);
  EXPECT_TRUE(figures->short_eval_windows) << "of 1 s";
}

TEST_F(Watch, IdlePowerIsTakenOff) {
  double wait_s = 0.0;
  watch_->measure_idle(10.0, [&] {  // the clock goes on while it waits
    wait_s += 5.0;
    time_s_ += 5.0;
    package_j_ += 20.0;
    return false;
  });
  start();
  epoch(1);
  EXPECT_DOUBLE_EQ(log_.started.energy.idle_w.value_or(0.0), 4.0);
  EXPECT_DOUBLE_EQ(energy_figures(log_)->without_idle->train_j, 60.0 - 4.0 * 6.0);
  EXPECT_DOUBLE_EQ(energy_figures(log_)->without_idle->of_train_j, 60.0);
}

TEST_F(Watch, IdlePowerIsTakenOffTheEpochsOfItsStart) {
  start();
  epoch(1);
  epoch(2);
  RunStarted again = log_.started;
  again.first_epoch = 2;
  again.energy.idle_w = 4.0;
  again.energy.idle_time_s = 10.0;
  log_.apply(again);
  EXPECT_FALSE(energy_figures(log_)->without_idle) << "no epoch since then";
  epoch(3);
  const std::optional<EnergyFigures> figures = energy_figures(log_);
  EXPECT_DOUBLE_EQ(figures->train_j, 180.0);
  EXPECT_EQ(figures->without_idle->epochs, 1);
  EXPECT_DOUBLE_EQ(figures->without_idle->train_j, 60.0 - 4.0 * 6.0);
  EXPECT_DOUBLE_EQ(figures->without_idle->of_train_j, 60.0);
  EXPECT_NE(energy_sentences(log_).at(1).find("36.0 of 60.0 J (of 1 epoch since the run was resumed)"),
            std::string::npos)
      << energy_sentences(log_).at(1);
  say(Rewound{});
  epoch(1);
  EXPECT_EQ(energy_figures(log_)->without_idle->epochs, 1) << "the machine is still the one of that start";
}

/// On another machine with as many meters, or a version that did not say which.
TEST_F(Watch, JoulesOfOtherMetersAreNotAdded) {
  start();
  epoch(1);
  epoch(2);
  RunStarted again = log_.started;
  again.first_epoch = 2;
  again.energy.scopes = {"package 0", "GPU board 0"};
  log_.apply(again);
  EXPECT_FALSE(energy_figures(log_));
  EXPECT_EQ(why_no_energy(log_), "the epochs from before the run was resumed were measured by other meters");
  EpochDone third = log_.epochs.back();
  third.epoch = 3;
  third.energy->scopes = again.energy.scopes;
  third.energy->train_j = {1.0, 2.0};
  log_.apply(third);
  EXPECT_EQ(energy_figures(log_)->epochs, 1);
  EXPECT_EQ(energy_figures(log_)->train_j_of, (std::vector<double>{1.0, 2.0}));
  log_.epochs[0].energy->scopes.clear();
  EXPECT_EQ(energy_figures(log_)->epochs, 2) << "what does not say is taken as before";
}

TEST_F(Watch, AnIdlePowerOfAMomentIsMarked) {
  const auto line = [&](double idle_s) {
    RunStarted started{.train_examples = 1000, .steps_per_epoch = 10};
    say(started);
    epoch(1);
    log_.started.energy.idle_w = 4.0;
    log_.started.energy.idle_time_s = idle_s;
    const std::string words = energy_sentences(log_).at(1);
    log_ = {};
    return words;
  };
  EXPECT_NE(line(4.9).find("uncertain: the idle power was measured over 4.9 s"), std::string::npos);
  EXPECT_EQ(line(5.0).find("uncertain"), std::string::npos);
}

/// A power that several runs share counts for those whose scopes are all among it.
TEST_F(Watch, TakesOverTheIdlePowerOfItsOwnScopes) {
  IdlePower idle{.scopes = {"GPU board 0", "memory of package 0", "package 0"}, .watts = {70.0, 1.0, 3.0}};
  idle.time_s = 5.0;
  idle.busy_cpus = 0.7;
  watch_->take_idle(idle);
  start();
  epoch(1);
  const EnergyScope& scope = log_.started.energy;
  EXPECT_DOUBLE_EQ(scope.idle_w.value_or(0.0), 4.0) << "without the board, which this run does not measure";
  EXPECT_DOUBLE_EQ(energy_figures(log_)->without_idle->train_j, 60.0 - 4.0 * 6.0);
  EXPECT_EQ(parse_line(to_line(log_.started)), Event(log_.started));
  EXPECT_NE(energy_sentences(log_).at(1).find("0.70 CPUs' worth of time were busy"), std::string::npos)
      << energy_sentences(log_).at(1);
  EXPECT_EQ(energy_json(log_).at("busy_idle_window"), true);
  idle.scopes[1] = "memory of package 1";
  watch_->take_idle(idle);
  start();
  EXPECT_FALSE(log_.started.energy.idle_w) << "a part of the scopes is not the idle power of all";
}

TEST_F(Watch, AMeterThatIsLostWhileIdleGivesNoIdlePower) {
  watch_->measure_idle(10.0, [&] {
    time_s_ += 5.0;
    memory_j_ = std::numeric_limits<double>::quiet_NaN();
    return false;
  });
  EXPECT_FALSE(watch_->scope().idle_w);
}

TEST(EnergyMetersOfSeveralRuns, AreEachOnce) {
  const test::TemporaryFolder tree;
  std::filesystem::create_directories(tree / "intel-rapl:0");
  test::write_bytes(tree / "intel-rapl:0" / "name", "package-0\n");
  test::write_bytes(tree / "intel-rapl:0" / "energy_uj", "5\n");
  const test::Environment meters{{"MLPLAB_POWERCAP", tree.path()}};
  RunSpec far = test::small_spec(), unknown = test::small_spec();
  far.host = "ada@server";
  unknown.backend = "of-another-machine";
  EXPECT_TRUE(open_energy_meters(std::vector{far, unknown}).meters.empty());
  const EnergyMeters all = open_energy_meters(std::vector{test::small_spec(), far, test::small_spec()});
  ASSERT_EQ(all.meters.size(), 1U);
  EXPECT_EQ(all.meters[0]->scope(), "package 0");
  EXPECT_EQ(all.meters[0]->joules(), 0.0);
}

TEST_F(Watch, ARepeatedLastStepIsStillTheEndOfTraining) {
  start();
  say(StepDone{.epoch = 0, .step = 10}, 6.0, 60.0);
  say(StepDone{.epoch = 0, .step = 10}, 1.0, 4.0);
  say(EpochDone{.epoch = 1, .epoch_time_s = 6.0}, 0.0, 0.0);
  EXPECT_DOUBLE_EQ(energy_figures(log_)->train_j, 60.0);
}

TEST_F(Watch, AStopEndsTheIdleMeasurement) {
  watch_->measure_idle(1e9, [] { return true; });
  EXPECT_FALSE(watch_->scope().idle_w);
}

TEST_F(Watch, JoulesOfAPauseAreNoEpochs) {
  start();
  epoch(1);
  epoch(2, /*waited_s=*/60.0);
  EXPECT_EQ(log_.epochs[0].energy->why_not, "");
  EXPECT_NE(log_.epochs[1].energy->why_not.find("it was paused or waited"), std::string::npos);
  EXPECT_EQ(energy_figures(log_)->epochs, 1);
  EXPECT_DOUBLE_EQ(energy_figures(log_)->train_j, 60.0);
}

TEST_F(Watch, ARewindBeginsAnew) {
  start();
  say(StepDone{.epoch = 0, .step = 4}, 2.0, 999.0);
  say(Rewound{}, 30.0, 999.0);
  epoch(1);
  EXPECT_DOUBLE_EQ(energy_figures(log_)->train_j, 60.0);
}

TEST_F(Watch, ShortWindowsAreMarked) {
  start();
  say(StepDone{.epoch = 0, .step = 10}, 4.9, 30.0);
  say(EpochDone{.epoch = 1, .epoch_time_s = 4.9}, 1.0, 4.0);
  EXPECT_TRUE(energy_figures(log_)->short_windows);
  EXPECT_TRUE(energy_figures(log_)->short_eval_windows);
  EXPECT_FALSE(energy_figures(log_)->short_idle_window) << "none was measured";
}

TEST_F(Watch, AMeterThatIsLostGivesNoFigure) {
  start();
  package_j_ = std::numeric_limits<double>::quiet_NaN();
  epoch(1);
  EXPECT_FALSE(energy_figures(log_));
  EXPECT_NE(why_no_energy(log_).find("could not be read"), std::string::npos) << why_no_energy(log_);
}

TEST_F(Watch, ARunThatTellsNoLastStepHasNoPhases) {
  start();
  say(StepDone{.epoch = 0, .step = 9}, 2.0, 20.0);
  say(EpochDone{.epoch = 1, .epoch_time_s = 2.0}, 1.0, 4.0);
  EXPECT_FALSE(energy_figures(log_));
  EXPECT_NE(why_no_energy(log_).find("did not say when the training of the epoch ended"), std::string::npos);
}

TEST_F(Watch, EventsKeepItAsLines) {
  start();
  epoch(1);
  epoch(2, 60.0);
  package_j_ = std::numeric_limits<double>::quiet_NaN();
  epoch(3);
  for (const Event& event : {Event(log_.started), Event(log_.epochs[0]), Event(log_.epochs[1])})
    EXPECT_EQ(parse_line(to_line(event)), event);
  auto older = parse_json(to_line(log_.epochs[0]));
  older.at("energy").erase("scopes");
  EXPECT_TRUE(std::get<EpochDone>(*parse_line(older.dump())).energy->scopes.empty());
  const auto lost = std::get<EpochDone>(*parse_line(to_line(log_.epochs[2])));
  EXPECT_TRUE(std::isnan(lost.energy->train_j.at(0)));
  EXPECT_DOUBLE_EQ(lost.energy->train_j.at(1), 10.0);
}

TEST(EnergyOfOldRuns, IsSaidNotToHaveBeenMeasured) {
  RunLog log;
  EXPECT_EQ(to_line(log.started).find("energy"), std::string::npos);
  EXPECT_EQ(why_no_energy(log), "it was not measured when the run was trained");
}

TEST(EnergyWatchOfARun, DoesNotEndItWhereTheMetersCannotBeOpened) {
  const auto watch = watch_energy([]() -> EnergyMeters { throw std::runtime_error("too many open files"); });
  EXPECT_EQ(watch->scope().missing,
            std::vector<std::string>{"the energy meters could not be opened: too many open files"});
  EXPECT_TRUE(watch->taken_in(RunStarted{}));
}

/// Rank 0 of a job, whose machine `local` of its two ranks are on.
class FirstOfTwo : public Communicator {
 public:
  explicit FirstOfTwo(int local) : local_(local) {}
  int rank() const override { return 0; }
  int size() const override { return 2; }
  int local_size() const override { return local_; }
  std::string transport() const override { return "none"; }
  void begin_sum(std::span<float> /*values*/) override {}
  void finish_sums() override {}
  void sum(std::span<double> /*values*/) override {}
  void broadcast(void* /*data*/, std::size_t /*bytes*/) override {}

 private:
  int local_;
};

bool is_missing(const EnergyMeters& meters, const std::string& words) {
  return std::ranges::find(meters.missing, words) != meters.missing.end();
}

TEST(EnergyOfAJob, OnSeveralMachinesIsOfOne) {
  const std::string only_this = "of the machines of the run only this one is measured";
  RunSpec spec = test::small_spec();
  EXPECT_FALSE(is_missing(open_energy_meters(spec), only_this));
  test::train_by(spec, "mpi");
  const FirstOfTwo together(2), apart(1);
  EXPECT_FALSE(is_missing(open_energy_meters(spec, &together), only_this));
  EXPECT_TRUE(is_missing(open_energy_meters(spec, &apart), only_this));
  EXPECT_EQ(open_energy_meters(spec, &together).machine, "");
  std::array<char, 256> name{};
  ASSERT_EQ(::gethostname(name.data(), name.size() - 1), 0);
  EXPECT_EQ(open_energy_meters(spec, &apart).machine, name.data()) << "it says which one";
}

TEST(EnergyOfAJob, ItsScopesNameTheMachine) {
  const test::TemporaryFolder tree;
  std::filesystem::create_directories(tree / "intel-rapl:0");
  test::write_bytes(tree / "intel-rapl:0" / "name", "package-0\n");
  test::write_bytes(tree / "intel-rapl:0" / "max_energy_range_uj", "1000000000\n");
  test::write_bytes(tree / "intel-rapl:0" / "energy_uj", "5\n");
  EnergyMeters meters = open_powercap(tree.path(), false);
  meters.machine = "node1";
  EXPECT_EQ(EnergyWatch(std::move(meters)).scope().scopes, std::vector<std::string>{"package 0 of node1"});
  EXPECT_EQ(EnergyWatch(open_powercap(tree.path(), false)).scope().scopes, std::vector<std::string>{"package 0"});
}

TEST(EnergyOfAJob, HasNoIdlePower) {
  FirstOfTwo job(2);
  const Dataset data = test::small_dataset();
  RunControl control;
  test::Remember sink;
  const RunOutcome outcome = execute_run(
      {.spec = test::small_spec(), .dataset = borrowed(data), .ranks = &job, .is_job = true, .idle_power_s = 1.0}, sink,
      control);
  EXPECT_EQ(outcome.ended.failure, Failure::usage);
  EXPECT_NE(outcome.ended.reason.find("--idle-power cannot be measured in a job of several processes"),
            std::string::npos)
      << outcome.ended.reason;
}

TEST(EnergyOfAnExternalTrainer, IsOfTheProcessorsOnly) {
  const auto external = std::ranges::find(backend_table(), BackendKind::external, &BackendEntry::kind);
  ASSERT_NE(external, backend_table().end());
  RunSpec spec = test::small_spec();
  spec.backend = external->name;
  EXPECT_TRUE(is_missing(open_energy_meters(spec),
                         "only processors are measured, not other devices that " + external->name + " computes on"));
}

/// A run through the one path of all runs, on a tree whose counter stands still.
TEST(EnergyOfARun, IsInItsEvents) {
  const test::TemporaryFolder tree;
  std::filesystem::create_directories(tree / "intel-rapl:0");
  test::write_bytes(tree / "intel-rapl:0" / "name", "package-0\n");
  test::write_bytes(tree / "intel-rapl:0" / "energy_uj", "5\n");
  const test::Environment meters{{"MLPLAB_POWERCAP", tree.path()}};
  const Dataset data = test::small_dataset();
  RunControl control;
  test::Remember sink;
  const RunOutcome outcome =
      execute_run({.spec = test::small_spec(), .dataset = borrowed(data), .idle_power_s = 0.1}, sink, control);
  ASSERT_EQ(outcome.ended.status, RunStatus::done) << outcome.ended.reason;
  EXPECT_EQ(outcome.log.started.energy.scopes, std::vector<std::string>{"package 0"});
  EXPECT_DOUBLE_EQ(outcome.log.started.energy.idle_w.value_or(-1.0), 0.0);
  ASSERT_EQ(sink.log.epochs.size(), 4U);
  for (const EpochDone& epoch : sink.log.epochs) {
    ASSERT_TRUE(epoch.energy);
    EXPECT_EQ(epoch.energy->train_j, std::vector<double>{0.0});
    EXPECT_GT(epoch.energy->train_window_s, 0.0);
  }
}

}  // namespace
}  // namespace mlplab
