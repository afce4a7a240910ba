// Runs in other processes, through train(): the same losses as in one process, under the same control. A dead process
// or a wrong message ends the run with a sentence and leaves no process. A backend of kind 'processes'
// is tested by being in the table.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/launch/configurations.h"
#include "core/launch/processes/group.h"
#include "core/launch/processes/transport.h"
#include "core/model/network.h"
#include "core/training/trainer.h"
#include "run_on_folder.h"
#include "tests/support/in_spanish.h"

namespace mlplab {
namespace {

using test::Remember;

using Processes = test::RunOnFolder;

/// The processes whose command line speaks of this run's data, and of rank.
std::vector<int> ranks_running(const std::string& source) {
  std::vector<int> pids;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::string line = test::read_bytes(entry.path() / "cmdline");
    // mpirun's own command line has the words too
    if (line.find("mlplab-cli") < line.find('\0') && line.find(source) != std::string::npos)
      pids.push_back(std::stoi(name));
  }
  return pids;
}

/// 0 where it is not known.
int parent_of(int pid) {
  std::string line;
  std::getline(std::ifstream("/proc/" + std::to_string(pid) + "/stat"), line);
  std::istringstream after_name(line.substr(std::min(line.size(), line.rfind(')') + 1)));  // a name may have blanks
  std::string state;
  int parent = 0;
  after_name >> state >> parent;
  return parent;
}

void expect_close(const RunLog& expected, const RunLog& got, const std::string& where) {
  ASSERT_EQ(expected.epochs.size(), got.epochs.size()) << where;
  for (std::size_t e = 0; e < expected.epochs.size(); ++e) {
    EXPECT_NEAR(expected.epochs[e].loss_train, got.epochs[e].loss_train, 5e-5) << where;
    EXPECT_NEAR(*expected.epochs[e].loss_test, *got.epochs[e].loss_test, 5e-5) << where;
    EXPECT_NEAR(*expected.epochs[e].accuracy_test, *got.epochs[e].accuracy_test, 0.017) << where;  // one of 60
  }
}

/// The sixth of all, the second on its machine.
class Sixth : public Communicator {
 public:
  int rank() const override { return 5; }
  int size() const override { return 8; }
  int local_rank() const override { return 1; }
  std::string transport() const override { return "nothing"; }
  void begin_sum(std::span<float> /*values*/) override {}
  void finish_sums() override {}
  void sum(std::span<double> /*values*/) override {}
  void broadcast(void* /*data*/, std::size_t /*bytes*/) override {}
};

/// By which it takes the second GPU of its machine (tests/gpu/faults_test.cpp).
TEST(RankPlan, SaysWhichOfTheMachinesRanksThisIs) {
  if (find_backend("cuda").options.empty()) GTEST_SKIP() << "skipped: built without CUDA";
  RunSpec spec = test::small_spec();
  test::train_by(spec, "processes-shared", 8, {{"compute", "cuda"}});
  Sixth sixth;
  EXPECT_EQ(rank_plan(sixth, spec).compute_options.local_rank, 1);
}

/// A CPU between two GPUs takes none of them: both places that look at devices ask this one.
TEST(RankPlan, DevicesGoToThoseThatComputeOnOne) {
  if (find_backend("cuda").options.empty()) GTEST_SKIP() << "skipped: built without CUDA";
  RunSpec spec = test::small_spec();
  test::train_by(spec, "processes-shared", 0, {{"team", "sequential,cuda,sequential*2,cuda*2"}});
  const auto devices = [&](std::size_t first) {
    std::vector<int> all;
    for (const Compute& compute : with_devices(computes_of(spec), first)) all.push_back(compute.options.local_rank);
    return all;
  };
  EXPECT_EQ(devices(0), (std::vector<int>{0, 0, 0, 0, 1, 2}));
  EXPECT_EQ(devices(4), (std::vector<int>{0, 0, 0, 0, 0, 1})) << "on the second machine they begin anew";
}

/// A sweep that is resumed in another language would be refused for another device.
TEST(RankPlan, NamesItsDeviceAlikeInEveryLanguage) {
  RunSpec spec;
  test::train_by(spec, "processes-shared", 8, {{"compute", "sequential"}});
  Sixth sixth;
  const std::string english = rank_plan(sixth, spec).device;
  EXPECT_EQ(english.find("8 ranks × 1 thread of Sequential, nothing, "), 0U) << english;
  const test::InSpanish spanish;
  EXPECT_EQ(rank_plan(sixth, spec).device, english);
}

class OnEveryTransport : public Processes, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    if (const std::string reason = find_configuration(GetParam()).why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
  }
};

TEST_P(OnEveryTransport, HasTheLossesOfOneProcess) {
  // 200 examples in batches of 16: the last one has 8 rows, which 3 ranks share as 3, 3, 2.
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam}) {
    spec_.optimizer.kind = kind;
    spec_.optimizer.learning_rate = kind == OptimizerKind::adam ? 0.005 : 0.05;
    test::train_by(spec_, "sequential");
    Remember alone;
    ASSERT_EQ(run(alone).status, RunStatus::done);
    for (const int ranks : kind == OptimizerKind::sgd ? std::vector<int>{1, 2, 4} : std::vector<int>{3}) {
      use(GetParam(), ranks);
      Remember sink;
      const RunEnded ended = run(sink);
      const std::string where = to_string(kind) + ", " + std::to_string(ranks) + " ranks: " + ended.reason;
      ASSERT_EQ(ended.status, RunStatus::done) << where;
      EXPECT_EQ(ended.epochs_done, 3);
      expect_close(alone.log, sink.log, where);
      EXPECT_EQ(sink.log.started.spec, spec_) << "the run is the one that was asked for, not what a rank does";
      EXPECT_EQ(sink.log.started.workers, ranks);
      ASSERT_EQ(sink.states.size(), 4U);
      EXPECT_EQ(sink.states.back()->steps_done, 39);
      EXPECT_EQ(sink.states.back()->slots.size(), alone.states.back()->slots.size());
    }
  }
}

/// Layer by layer or at once, as each transport can be told to add up: of more layers than two, too.
TEST_P(OnEveryTransport, HasThemWithHiddenLayersInEveryWayOfAddingUp) {
  spec_.model = make_mlp({36, 20, 12, 4}, Activation::relu);
  test::train_by(spec_, "sequential");
  Remember alone;
  ASSERT_EQ(run(alone).status, RunStatus::done);
  std::vector<std::string> ways = {""};
  for (const BackendOption& option : find_configuration(GetParam()).options)
    if (option.name == "sum") ways = option.values;
  for (const std::string& way : ways) {
    use(GetParam(), 3);
    if (!way.empty()) spec_.team->options["sum"] = way;
    Remember sink;
    const RunEnded ended = run(sink);
    ASSERT_EQ(ended.status, RunStatus::done) << way << ": " << ended.reason;
    expect_close(alone.log, sink.log, way);
  }
}

TEST_P(OnEveryTransport, SharesOfNoRowsAndEveryComputingBackend) {
  spec_.batch = 2;  // for three ranks
  spec_.data.train_limit = 33;
  spec_.epochs = 2;
  data_ = load_dataset(spec_.data, {}, spec_.seed);
  Remember alone;
  ASSERT_EQ(run(alone).status, RunStatus::done);
  const ConfigurationEntry& entry = find_configuration(GetParam());
  for (const std::string& compute : entry.options.front().values) {
    if (!find_backend(compute).why_not().empty()) continue;
    use(GetParam(), 3, compute);
    Remember sink;
    const RunEnded ended = run(sink);
    ASSERT_EQ(ended.status, RunStatus::done) << compute << ": " << ended.reason;
    expect_close(alone.log, sink.log, compute);
  }
}

/// Batch normalisation and dropout go by the whole batch; of the last one some ranks have no rows.
TEST_P(OnEveryTransport, LayersThatGoByTheWholeBatchAreThoseOfOneProcess) {
  spec_.model = {.input = {1, 6, 6}};
  spec_.model.layers = {{Conv2d{4, {{3, 3}, {1, 1}, {1, 1}}, false}},
                        {BatchNorm{.activation = Activation::tanh}},
                        {Dropout{0.25}},
                        {AveragePool{{{2, 2}, {2, 2}}}},
                        {Dense{4}}};
  spec_.batch = 66;  // 200 = 3 · 66 + 2
  spec_.optimizer.learning_rate = 0.05;
  Remember expected, got;
  ASSERT_EQ(run(expected).status, RunStatus::done);
  use(GetParam(), 3);
  const RunEnded ended = run(got);
  ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
  expect_close(expected.log, got.log, GetParam());
  const std::vector<float>&a = expected.states.back()->statistics, &b = got.states.back()->statistics;
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-5);
}

/// With the option each rank goes by its own rows: one rank is one process still, two are not, and their running
/// statistics are the mean of what the halves of every batch would have left.
TEST_P(OnEveryTransport, BatchNormalisationMayGoByEachRanksOwnRows) {
  spec_.model = {.input = {1, 6, 6}};
  spec_.model.layers = {{Conv2d{4, {{3, 3}, {1, 1}, {1, 1}}, false}}, {BatchNorm{}}, {Dense{4}}};
  spec_.batch = 66;  // 200 = 3 · 66 + 2
  spec_.epochs = 1;
  spec_.optimizer.learning_rate = 1e-9;  // what is normalised stays the same: the statistics can be told
  Remember expected, one, two;
  ASSERT_EQ(run(expected).status, RunStatus::done);
  EXPECT_FALSE(has_local_statistics(spec_));
  use(GetParam(), 1);
  spec_.team->local_statistics = true;
  EXPECT_TRUE(has_local_statistics(spec_));
  ASSERT_EQ(run(one).status, RunStatus::done);
  expect_close(expected.log, one.log, GetParam());
  EXPECT_TRUE(one.log.warnings.empty());
  EXPECT_FALSE(has_local_statistics(spec_, one.log.started.workers)) << "its part is the batch";
  use(GetParam(), 2);
  spec_.team->local_statistics = true;
  const RunEnded ended = run(two);
  ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
  EXPECT_NE(two.log.epochs[0].loss_train, expected.log.epochs[0].loss_train);
  ASSERT_FALSE(two.log.warnings.empty());
  EXPECT_NE(two.log.warnings[0].find("own part of a batch"), std::string::npos);
  Remember three;  // of the last batch the third has no row
  use(GetParam(), 3);
  spec_.team->local_statistics = true;
  ASSERT_EQ(run(three).status, RunStatus::done);
  for (const float number : three.states.back()->statistics) EXPECT_TRUE(std::isfinite(number));
  // The mean of two halves' means is the mean of the whole; that of their variances is not its variance.
  const Network network = network_of(spec_.model);
  const float* whole = expected.states.back()->statistics.data();
  const float* halves = two.states.back()->statistics.data();
  const std::size_t mean = network.tensor(1, "running_mean").offset, var = network.tensor(1, "running_var").offset;
  for (std::size_t channel = 0; channel < 4; ++channel) {
    EXPECT_NEAR(halves[mean + channel], whole[mean + channel], 1e-5);
    EXPECT_NE(halves[var + channel], whole[var + channel]);
    EXPECT_NEAR(halves[var + channel], whole[var + channel], 0.2F * whole[var + channel]);
  }
}

TEST_P(OnEveryTransport, GoesOnFromAState) {
  spec_.optimizer.kind = OptimizerKind::momentum;
  use(GetParam(), 2);
  Remember unbroken, resumed;
  ASSERT_EQ(run(unbroken).status, RunStatus::done);
  const TrainingState middle = *unbroken.states[1];
  ASSERT_EQ(run(resumed, {std::make_shared<TrainingState>(middle)}).status, RunStatus::done);
  EXPECT_EQ(resumed.log.started.first_epoch, 1);
  EXPECT_EQ(resumed.states.back()->parameters, unbroken.states.back()->parameters);
  EXPECT_EQ(resumed.states.back()->slots, unbroken.states.back()->slots);
}

TEST_P(OnEveryTransport, ObeysTheControl) {
  use(GetParam(), 2);
  Remember unbroken;
  ASSERT_EQ(run(unbroken).status, RunStatus::done);
  Remember sink;
  bool rewound = false;
  control_.step_batch();
  sink.then = [&](const Event& event) {
    if (const StepDone* step = report_of(event); step != nullptr && step->step == 1 && !rewound) {
      control_.request_snapshot();
      control_.step_epoch();
    }
    if (const auto* epoch = std::get_if<EpochDone>(&event); epoch != nullptr && epoch->epoch == 1 && !rewound) {
      rewound = true;
      control_.rewind();
    }
    if (std::holds_alternative<Rewound>(event)) control_.resume();
  };
  const RunEnded ended = run(sink);
  ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
  ASSERT_TRUE(rewound);
  EXPECT_EQ(sink.states.back()->parameters, unbroken.states.back()->parameters);
  ASSERT_EQ(sink.log.epochs.size(), 3U);
  EXPECT_EQ(sink.log.epochs.back().loss_test, unbroken.log.epochs.back().loss_test);
  const auto within =
      std::ranges::count_if(sink.states, [](const auto& s) { return s->steps_done != 13 * s->epochs_done; });
  EXPECT_EQ(within, 1) << "one snapshot within an epoch";
}

TEST_P(OnEveryTransport, StopsAlsoWhilePaused) {
  use(GetParam(), 2);
  spec_.epochs = 100'000;
  for (const bool paused : {false, true}) {
    RunControl control;
    Remember sink;
    sink.then = [&](const Event& event) {
      if (const auto* epoch = std::get_if<EpochDone>(&event); epoch != nullptr && epoch->epoch == 2) {
        if (paused) control.pause();
        std::thread([&control] {
          std::this_thread::sleep_for(std::chrono::milliseconds(100));
          control.stop();
        }).detach();
      }
    };
    const RunEnded ended = train(spec_, data_, sink, control);
    EXPECT_EQ(ended.status, RunStatus::stopped) << ended.reason;
    EXPECT_GE(ended.epochs_done, 2);
    EXPECT_TRUE(ranks_running(spec_.data.source).empty());
  }
}

TEST_P(OnEveryTransport, AKilledRankFailsTheRunAndLeavesNoProcess) {
  use(GetParam(), 3);
  spec_.epochs = 100'000;
  Remember sink;
  bool killed = false;
  sink.then = [&](const Event& event) {
    if (const auto* epoch = std::get_if<EpochDone>(&event); epoch == nullptr || epoch->epoch < 2 || killed) return;
    const std::vector<int> pids = ranks_running(spec_.data.source);
    ASSERT_EQ(pids.size(), 3U);
    ::kill(*std::ranges::max_element(pids), SIGKILL);
    killed = true;
  };
  const RunEnded ended = run(sink);
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_EQ(ended.failure, Failure::backend);
  EXPECT_NE(ended.reason.find("signal 9"), std::string::npos) << ended.reason;
  EXPECT_NE(ended.reason.find("are kept"), std::string::npos) << ended.reason;
  EXPECT_GE(ended.epochs_done, 2);
  EXPECT_EQ(sink.states.back()->epochs_done, ended.epochs_done);
  EXPECT_TRUE(ranks_running(spec_.data.source).empty());
}

TEST_P(OnEveryTransport, SaysWhatCannotBe) {
  const auto reason_of = [&](const std::map<std::string, std::string>& values, int workers = 2) {
    try {
      test::train_by(spec_, GetParam(), workers, values);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    Remember sink;
    const RunEnded ended = run(sink);
    EXPECT_EQ(ended.status, RunStatus::failed);
    return ended.reason;
  };
  EXPECT_NE(reason_of({{"compute", "abacus"}}).find("valid are"), std::string::npos);
  EXPECT_NE(reason_of({{"threads", "many"}}).find("'many'"), std::string::npos);
  EXPECT_NE(reason_of({{"compute", "sequential"}, {"threads", "3"}}).find("one worker"), std::string::npos);
  EXPECT_NE(reason_of({{"compute", "sequential"}, {"compute-first-layer", "dense"}}).find("no option"),
            std::string::npos);
  EXPECT_NE(reason_of({{"colour", "red"}}).find("no option 'colour'"), std::string::npos);
}

/// A run in TF32 is judged with the same room whether processes compute it or not.
TEST(ProcessEntry, PassesOnWhichValuesRoundMoreCoarsely) {
  BackendEntry computes;
  computes.name = "coarse";
  computes.kind = BackendKind::gpu;
  computes.options = {{"product", {"own", "rounded"}, "who multiplies", {"rounded"}}};
  computes.make = [](const BackendOptions&) -> std::unique_ptr<Backend> { return nullptr; };
  const std::vector<BackendOption> options = team_options({}, {computes});
  const auto option = std::ranges::find(options, "compute-product", &BackendOption::name);
  ASSERT_NE(option, options.end());
  EXPECT_EQ(option->approximate, std::vector<std::string>{"rounded"});
}

TEST_P(OnEveryTransport, AFaultOfTheComputingBackendNamesTheOptionHere) {
  const auto field_of = [](const std::map<std::string, std::string>& values) -> std::string {
    try {
      RunSpec spec;
      test::train_by(spec, GetParam(), 2, values);
      check_configuration(spec);
    } catch (const UsageError& error) {
      return error.field();
    }
    return "nothing was thrown";
  };
  EXPECT_EQ(field_of({{"compute", "abacus"}}), "options.compute");
  EXPECT_EQ(field_of({{"threads", "many"}}), "options.threads");
  EXPECT_EQ(field_of({{"compute", "sequential"}, {"threads", "3"}}), "options.threads");
  EXPECT_EQ(field_of({{"compute", "sequential"}, {"compute-first-layer", "dense"}}), "options.compute-first-layer");
}

TEST_P(OnEveryTransport, NoticesOtherData) {
  use(GetParam(), 2);
  write_idx_folder(folder_ / "data", test::small_dataset(100, 30));  // behind the run's back
  Remember sink;
  const RunEnded ended = run(sink);
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_NE(ended.reason.find("data"), std::string::npos) << ended.reason;
}

TEST_P(OnEveryTransport, ProfilesTheCommunication) {
  use(GetParam(), 2);
  spec_.profile_steps = 4;
  Remember sink;
  ASSERT_EQ(run(sink).status, RunStatus::done);
  if (sink.log.profiles.empty()) GTEST_SKIP() << "skipped: the trainer does not profile yet";
  EXPECT_GT(sink.log.profiles.back().profile.communication_s, 0.0);
}

TEST_P(OnEveryTransport, AKilledStarterFailsTheRunAndLeavesNoProcess) {
  if (GetParam() != "mpi") GTEST_SKIP() << "skipped: only mpi has a program that starts the ranks";
  use(GetParam(), 2);
  spec_.epochs = 100'000;
  Remember sink;
  bool killed = false;
  sink.then = [&](const Event& event) {
    if (const auto* epoch = std::get_if<EpochDone>(&event); epoch == nullptr || epoch->epoch < 2 || killed) return;
    const std::vector<int> pids = ranks_running(spec_.data.source);
    ASSERT_EQ(pids.size(), 2U);
    const int parent = parent_of(pids.front());
    ASSERT_GT(parent, 1) << "a 0 would be the whole group of processes that this test is in";
    ::kill(parent, SIGKILL);
    killed = true;
  };
  const RunEnded ended = run(sink);
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_NE(ended.reason.find("mpirun"), std::string::npos) << ended.reason;
  EXPECT_GE(ended.epochs_done, 2);
  EXPECT_TRUE(ranks_running(spec_.data.source).empty());
}

TEST_F(Processes, AStopReachesAStoppedSupervisor) {
  use("processes-shared", 2);
  spec_.epochs = 100'000;
  Remember sink;
  bool stopped = false;
  sink.then = [&](const Event& event) {
    if (!std::holds_alternative<EpochDone>(event) || std::exchange(stopped, true)) return;
    for (const auto& thread : std::filesystem::directory_iterator("/proc/self/task")) {
      std::ifstream children(thread.path() / "children");
      for (int pid = 0; children >> pid;) ::kill(pid, SIGSTOP);
    }
    control_.stop();
  };
  EXPECT_EQ(run(sink).status, RunStatus::stopped);
  EXPECT_TRUE(ranks_running(spec_.data.source).empty());
}

std::vector<std::string> process_names() {
  std::vector<std::string> names;
  for (const Transport& transport : transports()) names.push_back(name_of_transport(transport.name));
  return names;
}

INSTANTIATE_TEST_SUITE_P(Transports, OnEveryTransport, testing::ValuesIn(process_names()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace mlplab
