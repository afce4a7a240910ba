// The power of the idle machine before the runs of a study: when it is measured, and which runs have it. The meter's
// counter moves while the idle machine is measured and at no other time.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "core/run/configuration.h"
#include "core/study/comparison/comparison.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/rounds.h"
#include "core/study/sweep/sweep_analysis.h"
#include "tests/core/study/fake_training.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// One package, in a tree of its own.
class MadeMeter {
 public:
  MadeMeter() {
    std::filesystem::create_directories(package_);
    test::write_bytes(package_ / "name", "package-0\n");
    test::write_bytes(package_ / "max_energy_range_uj", "1000000000000\n");
    spend(0.0);
  }
  ~MadeMeter() {
    if (soon_.joinable()) soon_.join();
  }
  void remove() { std::filesystem::remove_all(package_); }
  void spend(double joules) {
    spent_uj_ += static_cast<std::uint64_t>(1e6 * joules);
    test::write_bytes(package_ / "part", std::to_string(spent_uj_) + "\n");
    std::filesystem::rename(package_ / "part", package_ / "energy_uj");
  }
  /// Well within a window of window_s that begins now.
  void spend_soon(double joules) {
    if (soon_.joinable()) soon_.join();
    soon_ = std::thread([this, joules] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      spend(joules);
    });
  }
  static constexpr double window_s = 1.2;

 private:
  test::TemporaryFolder tree_;
  test::Environment meters_{{"MLPLAB_POWERCAP", tree_.path()}};
  std::filesystem::path package_ = tree_ / "intel-rapl:0";
  std::uint64_t spent_uj_ = 5;
  std::thread soon_;
};

struct MadeStudy : StudyRuns {
  std::string name_of(std::size_t) const override { return "cell"; }
  std::optional<RunSpec> spec_of(const Turn&) const override { return test::small_spec(); }
  RunEnded train(const Turn&, EventSink&, RunControl&) override {
    asked.emplace_back("train");
    return {.status = RunStatus::done};
  }
  void take(const Turn&, MadeRun) override {}
  void on_progress(const StudyProgress& progress) override {
    asked.emplace_back(progress.idle ? "idle" : "run");
    if (progress.idle && on_idle) on_idle();
  }
  std::vector<std::string> asked;
  std::function<void()> on_idle;
};

/// Two CPUs that pass `busy_cpus` of one busy, ten seconds at each look.
std::function<NoiseReading()> looks(double busy_cpus) {
  return [busy_cpus, ten_s = 0]() mutable {
    ++ten_s;
    return NoiseReading{.cpus = 2, .cpu_total_s = 20.0 * ten_s, .cpu_busy_s = 10.0 * busy_cpus * ten_s};
  };
}

TEST(IdlePower, IsMeasuredOnceBeforeTheFirstRun) {
  MadeMeter meter;
  MadeStudy study;
  study.on_idle = [&] { meter.spend_soon(3.0); };
  RunControl control;
  Rounds rounds(study, control, looks(0.05), MadeMeter::window_s);
  EXPECT_TRUE(rounds.run({{0, 0}, {1, 0}}, 2));
  EXPECT_EQ(study.asked, (std::vector<std::string>{"idle", "run", "train", "run", "train"}));
  EXPECT_EQ(study.idle.scopes, std::vector<std::string>{"package 0"}) << "once, though two runs have it";
  EXPECT_GE(study.idle.time_s, MadeMeter::window_s);
  EXPECT_NEAR(study.idle.watts.at(0) * study.idle.time_s, 3.0, 1e-9);
  EXPECT_NEAR(study.idle.busy_cpus.value_or(-1.0), 0.05, 1e-9);
}

/// A wait of ten minutes would not end in the time of a test.
TEST(IdlePower, IsWaitedForOnlyWhereThereIsAMeterAndARun) {
  constexpr double ten_minutes_s = 600.0;
  RunControl control;
  {
    MadeMeter meter;
    MadeStudy complete;
    EXPECT_TRUE(Rounds(complete, control, looks(0.0), ten_minutes_s).run({}, 2));
    EXPECT_TRUE(complete.asked.empty()) << "nothing is left to measure";
    MadeStudy not_asked;
    EXPECT_TRUE(Rounds(not_asked, control, looks(0.0)).run({{0, 0}}, 1));
    EXPECT_EQ(not_asked.asked.front(), "run");
    meter.remove();
    MadeStudy without;
    EXPECT_TRUE(Rounds(without, control, looks(0.0), ten_minutes_s).run({{0, 0}}, 1));
    EXPECT_EQ(without.asked.front(), "run");
    EXPECT_TRUE(without.idle.scopes.empty());
    EXPECT_FALSE(without.idle.watts_of({"package 0"})) << "not known is not 0";
  }
  const MadeMeter meter;
  MadeStudy stopped;
  stopped.on_idle = [&] { control.stop(); };
  EXPECT_FALSE(Rounds(stopped, control, looks(0.0), ten_minutes_s).run({{0, 0}}, 1));
  EXPECT_EQ(stopped.asked, std::vector<std::string>{"idle"}) << "no run begins";
  EXPECT_TRUE(stopped.idle.scopes.empty()) << "a part of the time is no measurement";
}

TEST(IdlePower, BusyCpusAreThoseOfAllProgramsAndOfTheHypervisor) {
  NoiseReading after{.cpus = 2, .cpu_total_s = 20.0, .cpu_busy_s = 3.0, .cpu_stolen_s = 1.0, .own_s = 3.0};
  EXPECT_DOUBLE_EQ(busy_cpus({}, after).value_or(-1.0), 0.4) << "this program's own work is no idleness either";
  after.cpu_total_s = 0.1;
  EXPECT_FALSE(busy_cpus({}, after)) << "too short to say";
  EXPECT_FALSE(busy_cpus({}, {}));
}

class IdleOfASweep : public SweepFolder {
 protected:
  IdleOfASweep() {
    spec_ = batches();
    spec_.base = test::small_spec("sequential");
    spec_.base.epochs = 1;
    spec_.values = {"16", "32"};
    spec_.repeats = 2;
    dataset_ = test::small_dataset();
  }
  SweepSpec spec_;
};

/// Idle joules of the two sessions differ, and each run has those of its own.
TEST_F(IdleOfASweep, EachSessionKeepsItsOwn) {
  MadeMeter meter;
  SweepStore store = SweepStore::create(folder_, spec_);
  const auto measure = [&](double idle_j, std::size_t runs) {
    QuietSweep sink;
    RunControl control;
    sink.at_progress = [&](const StudyProgress& progress) {
      if (progress.idle) meter.spend_soon(idle_j);
    };
    sink.after_run = [&](const SweepRun&) {
      if (sink.order.size() == runs) control.stop();
    };
    run_sweep(store, dataset_, sink, control, {}, looks(0.5), MadeMeter::window_s);
  };
  measure(3.0, 1);
  measure(9.0, 4);
  const SweepStore again = SweepStore::open(folder_);
  ASSERT_EQ(again.runs().size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const RunEnergy& energy = again.runs()[i].energy.value();
    EXPECT_NEAR(energy.idle_w * energy.idle_time_s, i == 0 ? 3.0 : 9.0, 1e-9) << i;
    EXPECT_EQ(energy.epoch_j, 0.0) << "the counter stood still while it trained";
    EXPECT_DOUBLE_EQ(energy.epoch_j_without_idle(), -energy.idle_w * energy.epoch_s);
    EXPECT_TRUE(energy.uncertain_idle());
    EXPECT_NEAR(energy.idle_busy_cpus.value_or(0.0), 0.5, 1e-9);
  }
  const SweepAnalysis analysis = analyse(again);
  const RepeatedEnergy& first = analysis.points[0].energy;
  EXPECT_LT(first.without_idle.epoch_j, 0.0) << "as it is, and not 0";
  EXPECT_NEAR(first.idle_w.high / first.idle_w.low, 3.0, 0.5);
}

/// The kept run of a comparison has it in its events, too.
TEST(IdleOfAComparison, IsInItsFileAndInItsRuns) {
  MadeMeter meter;
  const test::TemporaryFolder folder;
  ComparisonSpec spec{.base = test::small_spec("sequential"), .backends = {"sequential"}, .repeats = 1};
  Comparison comparison = plan_comparison(spec);
  ComparisonHooks hooks{.keep_in = folder / "runs", .look_before_s = 0.0, .noise = looks(0.01)};
  hooks.idle_power_s = MadeMeter::window_s;
  hooks.on_progress = [&](const StudyProgress& progress) {
    if (progress.idle) meter.spend_soon(6.0);
  };
  RunControl control;
  EXPECT_EQ(run_comparison(comparison, test::small_dataset(), control, hooks), "");
  save_comparison(folder / "measured.json", comparison);
  const Comparison back = read_comparison(folder / "measured.json");
  const EnergyScope& scope = back.rows.at(0).log.started.energy;
  ASSERT_TRUE(scope.idle_w);
  EXPECT_NEAR(*scope.idle_w * scope.idle_time_s, 6.0, 1e-9);
  EXPECT_TRUE(back.rows[0].energy.without_idle.known());
  EXPECT_EQ(back.rows[0].energy.without_idle.epoch_j, comparison.rows[0].energy.without_idle.epoch_j);
  EXPECT_EQ(read_run(folder / "runs" / "sequential").log.started.energy, scope);
}

}  // namespace
}  // namespace mlplab
