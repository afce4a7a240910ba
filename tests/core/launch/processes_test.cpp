// Runs in other processes, as train() gives them: the same losses as in one process, obeying the same control, and
// whatever dies or is said wrongly ends the run with a sentence and leaves no process. A backend of kind 'processes'
// is tested by being in the table.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/launch/external/state_check.h"
#include "core/launch/process_run.h"
#include "core/launch/train.h"
#include "core/machine/child_processes.h"
#include "core/training/trainer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::Remember;

/// A small data set that every process can read, and a run on it.
class Processes : public testing::Test {
 protected:
  Processes() {
    write_idx_folder(folder_ / "data", test::small_dataset(200, 60));
    spec_ = test::small_spec();
    spec_.epochs = 3;
    spec_.data.source = (folder_ / "data").string();
    data_ = load_dataset(spec_.data, {}, spec_.seed);
  }
  RunEnded run(Remember& sink, const StartingPoint& from = {}) { return train(spec_, data_, sink, control_, from); }
  void use(const std::string& backend, int ranks, const std::string& compute = "sequential") {
    spec_.backend = backend;
    spec_.options = {.workers = ranks, .values = {{"compute", compute}}};
  }
  test::TemporaryFolder folder_;
  RunSpec spec_;
  Dataset data_;
  RunControl control_;
};

/// The processes whose command line speaks of this run's data, and of rank.
std::vector<int> ranks_running(const std::string& source) {
  std::vector<int> pids;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "cmdline");
    const std::string line{std::istreambuf_iterator<char>(file), {}};
    // mpirun's own command line has the words too
    if (line.find("mlplab-cli") < line.find('\0') && line.find(source) != std::string::npos)
      pids.push_back(std::stoi(name));
  }
  return pids;
}

std::vector<const BackendEntry*> process_entries() {
  std::vector<const BackendEntry*> entries;
  for (const BackendEntry& entry : backend_table())
    if (entry.kind == BackendKind::processes) entries.push_back(&entry);
  return entries;
}

void expect_close(const RunLog& expected, const RunLog& got, const std::string& where) {
  ASSERT_EQ(expected.epochs.size(), got.epochs.size()) << where;
  for (std::size_t e = 0; e < expected.epochs.size(); ++e) {
    EXPECT_NEAR(expected.epochs[e].loss_train, got.epochs[e].loss_train, 5e-5) << where;
    EXPECT_NEAR(*expected.epochs[e].loss_test, *got.epochs[e].loss_test, 5e-5) << where;
    EXPECT_NEAR(*expected.epochs[e].accuracy_test, *got.epochs[e].accuracy_test, 0.017) << where;  // one of 60
  }
}

class OnEveryTransport : public Processes, public testing::WithParamInterface<std::string> {
 protected:
  void SetUp() override {
    if (const std::string reason = find_backend(GetParam()).why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
  }
};

TEST_P(OnEveryTransport, HasTheLossesOfOneProcess) {
  // 200 examples in batches of 16: the last one has 8 rows, which 3 ranks share as 3, 3, 2.
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam}) {
    spec_.optimizer.kind = kind;
    spec_.optimizer.learning_rate = kind == OptimizerKind::adam ? 0.005 : 0.05;
    spec_.backend = "sequential", spec_.options = {};
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

TEST_P(OnEveryTransport, SharesOfNoRowsAndEveryComputingBackend) {
  spec_.batch = 2;  // for three ranks
  spec_.data.train_limit = 33;
  spec_.epochs = 2;
  data_ = load_dataset(spec_.data, {}, spec_.seed);
  Remember alone;
  ASSERT_EQ(run(alone).status, RunStatus::done);
  const BackendEntry& entry = find_backend(GetParam());
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
    if (const auto* step = std::get_if<StepDone>(&event); step != nullptr && step->step == 1 && !rewound) {
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
    spec_.backend = GetParam();
    spec_.options = {.workers = workers, .values = values};
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

TEST_P(OnEveryTransport, AFaultOfTheComputingBackendNamesTheOptionHere) {
  const auto field_of = [](const std::map<std::string, std::string>& values) -> std::string {
    try {
      check_backend(find_backend(GetParam()), {.workers = 2, .values = values});
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
    std::ifstream status("/proc/" + std::to_string(pids.front()) + "/stat");
    std::string word;
    int parent = 0;
    status >> word >> word >> word >> parent;
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
  for (const BackendEntry* entry : process_entries()) names.push_back(entry->name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Transports, OnEveryTransport, testing::ValuesIn(process_names()), [](const auto& tested) {
  std::string name = tested.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

/// Programs that are no ranks: shell scripts as an external trainer would be.
class Programs : public Processes {
 protected:
  RunEnded run_script(const std::string& script, Remember& sink) {
    BackendEntry entry;
    entry.name = "script";
    entry.kind = BackendKind::external;
    entry.why_not = [] { return std::string{}; };
    entry.workers_max = [] { return 1; };
    entry.launch = [script](const RunSpec&, const std::filesystem::path& exchange) {
      Launch launch;
      launch.command = {"sh", "-c", script};
      launch.environment = {{"EXCHANGE", exchange.string()}};
      launch.needs_data = true;
      return launch;
    };
    return run_in_processes(entry, spec_, data_, sink, control_);
  }
  std::string started() const {
    return "echo '" + hello_line() + "'; echo '" + to_line(RunStarted{.spec = spec_, .device = "sh"}) + "'; ";
  }
  std::string epoch(int number) const {
    return "cp $EXCHANGE/initial.safetensors $EXCHANGE/next; mv $EXCHANGE/next $EXCHANGE/state.safetensors; echo '" +
           to_line(EpochDone{.epoch = number, .loss_train = 1.0}) + "'; ";
  }
  std::string all_epochs() const { return epoch(1) + epoch(2) + epoch(3); }
  std::string ended() const { return "echo '" + to_line(RunEnded{.epochs_done = 1}) + "'; "; }
};

TEST_F(Programs, AWholeRunPassesThrough) {
  Remember sink;
  const RunEnded result = run_script(started() +
                                         "test -s $EXCHANGE/spec.json && test $(wc -c < $EXCHANGE/order.u32) = 2400 && "
                                         "test -s $EXCHANGE/data/train-images-idx3-ubyte || exit 9; " +
                                         all_epochs() + ended(),
                                     sink);
  EXPECT_EQ(result.status, RunStatus::done) << result.reason;
  EXPECT_EQ(sink.log.started.dataset_hash, data_.content_hash);
  EXPECT_EQ(sink.log.started.steps_per_epoch, 13);
  EXPECT_EQ(sink.states.back()->epochs_done, 3);
}

TEST_F(Programs, DoneBeforeTheLastEpochCountsOnlyWithTheTargetReached) {
  Remember sink;
  const RunEnded failed = run_script(started() + epoch(1) + ended(), sink);
  EXPECT_EQ(failed.status, RunStatus::failed);
  EXPECT_EQ(failed.failure, Failure::backend);
  EXPECT_NE(failed.reason.find("done after 1 of 3 epochs; the 1 complete"), std::string::npos) << failed.reason;
  EpochDone first{.epoch = 1};
  StateCheck(spec_, data_).verify(first, fresh_state(spec_));
  const double given = first.accuracy_test.value_or(-1.0);  // by the weights that the script hands over
  const auto status_at = [&](double accuracy) {
    const std::string said = to_line(EpochDone{.epoch = 1, .accuracy_test = accuracy});
    Remember other;
    return run_script(started() + "cp $EXCHANGE/initial.safetensors $EXCHANGE/state.safetensors; echo '" + said +
                          "'; " + ended(),
                      other)
        .status;
  };
  spec_.target_accuracy = given;
  EXPECT_EQ(status_at(given), RunStatus::done);
  spec_.target_accuracy = given + 0.1;
  EXPECT_EQ(status_at(given), RunStatus::failed);
  EXPECT_EQ(status_at(0.99), RunStatus::failed) << "its weights do not reach what it says";
}

TEST_F(Programs, EveryWrongEndIsASentence) {
  const auto reason_of = [&](const std::string& script, int epochs_done = 0) {
    Remember sink;
    const RunEnded result = run_script(script, sink);
    EXPECT_EQ(result.status, RunStatus::failed) << script;
    EXPECT_EQ(result.epochs_done, epochs_done) << script;
    EXPECT_EQ(std::ranges::count(result.reason, '\n'), 0) << result.reason;
    EXPECT_TRUE(std::holds_alternative<RunEnded>(sink.events.back()));
    return result.reason;
  };
  const auto expect = [&](const std::string& script, const std::string& words, int epochs_done = 0) {
    const std::string reason = reason_of(script, epochs_done);
    EXPECT_NE(reason.find(words), std::string::npos) << reason;
  };
  expect("exit 3", "ended with code 3");
  expect("echo once >&2; echo twice >&2; exit 1", "once / twice");
  expect("echo good morning", "good morning");
  expect("echo '{\"event\":\"hello\",\"protocol\":99}'", "protocol 99");
  expect(started() + "echo nonsense; sleep 60", "nonsense");
  expect(started() + "printf '\\377\\376'; echo", "not an event stream");
  expect(started(), "before the run did");
  expect("echo '" + hello_line() + "'; " + epoch(1), "before run_started");
  expect(started() + "echo '" + to_line(EpochDone{.epoch = 1}) + "'", "no usable state");
  expect(started() + "head -c 50 $EXCHANGE/initial.safetensors > $EXCHANGE/state.safetensors; echo '" +
             to_line(EpochDone{.epoch = 1}) + "'",
         "no usable state");
  expect(started() + epoch(3), "epoch 3");
  expect(started() + epoch(1) + "kill -9 $$", "signal 9", 1);
  expect(started() + epoch(1) + ended() + "exit 4", "code 4", 1);
  expect(started() + started(), "twice");
  expect(started() + "head -c 20000000 /dev/zero | tr '\\0' x; sleep 60", "longer than 16 MiB");
  expect(started() + "head -c 20000000 /dev/zero | tr '\\0' x; echo; sleep 60", "longer than 16 MiB");
  expect("head -c 100000 /dev/zero | tr '\\0' x >&2; exit 2", "bytes left out");
  expect(started() + all_epochs() + epoch(4), "epoch 4 of 3", 3);
  expect(started() + "echo '" + to_line(Rewound{}) + "'; sleep 60", "nobody had asked for");
}

TEST_F(Programs, AStopEndsOneThatDoesNotListen) {
  Remember sink;
  sink.then = [&](const Event& event) {
    if (std::holds_alternative<EpochDone>(event)) control_.stop();
  };
  const double start_s = now_s();
  const RunEnded result = run_script("trap '' TERM; " + started() + epoch(1) + "sleep 60 & sleep 60; sleep 60", sink);
  EXPECT_EQ(result.status, RunStatus::stopped) << result.reason;
  EXPECT_EQ(result.epochs_done, 1);
  EXPECT_LT(now_s() - start_s, 30.0);
}

TEST_F(Programs, WhatAProgramLeavesBehindIsEnded) {
  Remember sink;
  const std::string marker = (folder_ / "child").string();
  const RunEnded result =
      run_script(started() + "setsid sh -c 'echo $$ > " + marker + "; exec sleep 300' & while ! test -s " + marker +
                     "; do sleep 0.01; done; " + all_epochs() + ended(),
                 sink);
  EXPECT_EQ(result.status, RunStatus::done) << result.reason;
  const int pid = std::stoi(test::read_bytes(marker));
  EXPECT_NE(::kill(pid, 0), 0) << "a daemon of the program is still there";
}

TEST_F(Programs, OneThatIsNotThereIsNamed) {
  BackendEntry entry;
  entry.name = "none";
  entry.why_not = [] { return std::string{}; };
  entry.workers_max = [] { return 1; };
  entry.launch = [](const RunSpec&, const std::filesystem::path&) {
    Launch launch;
    launch.command = {"no-such-program"};
    return launch;
  };
  Remember sink;
  const RunEnded result = run_in_processes(entry, spec_, data_, sink, control_);
  EXPECT_EQ(result.failure, Failure::backend);
  EXPECT_NE(result.reason.find("no-such-program"), std::string::npos) << result.reason;
}

TEST_F(Programs, AFloodIsKeptWithinBounds) {
  const StepDone first{.step = 1, .epochs = 0.1}, flood{.step = 2, .epochs = 0.2}, last{.step = 3, .epochs = 0.9};
  const std::string warning = "echo '" + to_line(Warned{std::string(5'000, 'w')}) + "'; ";
  Remember sink;
  const RunEnded result = run_script(started() + "echo '" + to_line(first) + "'; yes '" + to_line(flood) +
                                         "' | head -n 50000; echo '" + to_line(last) + "'; for i in $(seq 300); do " +
                                         warning + "done; yes noise | head -c 10000000 >&2; " + all_epochs() + ended(),
                                     sink);
  ASSERT_EQ(result.status, RunStatus::done) << result.reason;
  ASSERT_GT(sink.log.steps.size(), 1000U);
  EXPECT_LT(sink.log.steps.size(), 10'000U) << "of 50,000";
  EXPECT_EQ(sink.log.steps.front(), first);
  EXPECT_EQ(sink.log.steps.back(), last);
  ASSERT_EQ(sink.log.warnings.size(), 102U) << "100, and two that say what was left out";
  EXPECT_LT(sink.log.warnings.front().size(), 3'000U);
  EXPECT_NE(sink.log.warnings.front().find("bytes left out"), std::string::npos);
  EXPECT_NE(sink.log.warnings[100].find("reports were left out"), std::string::npos) << sink.log.warnings[100];
  EXPECT_NE(sink.log.warnings[101].find("gave 300 warnings"), std::string::npos) << sink.log.warnings[101];
  EXPECT_TRUE(std::holds_alternative<RunEnded>(sink.events.back()));
}

TEST_F(Programs, AnErrorsHeadAndTailAreKept) {
  ChildProcesses child({{{"sh", "-c", "echo the first >&2; yes noise | head -c 5000000 >&2; echo the last >&2"}}});
  while (!child.over()) child.wait(50);
  const std::string said = child.errors();
  EXPECT_LT(said.size(), 20'000U);
  EXPECT_TRUE(said.starts_with("the first\n")) << said.substr(0, 100);
  EXPECT_TRUE(said.ends_with("the last\n"));
  EXPECT_NE(said.find("bytes left out"), std::string::npos);
}

TEST_F(Programs, OneThatSaysNothingIsNotWaitedForForEver) {
  BackendEntry entry;
  entry.name = "silent";
  entry.why_not = [] { return std::string{}; };
  entry.workers_max = [] { return 1; };
  entry.launch = [](const RunSpec&, const std::filesystem::path&) {
    Launch launch;
    launch.command = {"sleep", "1000"};
    launch.silent_s = 0.1;
    return launch;
  };
  Remember sink;
  const RunEnded result = run_in_processes(entry, spec_, data_, sink, control_);
  EXPECT_EQ(result.failure, Failure::backend);
  EXPECT_NE(result.reason.find("silent did not begin within"), std::string::npos) << result.reason;
}

TEST_F(Programs, NoTemporaryFolderIsASentence) {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TMPDIR", "/proc/nowhere", 1);
  Remember sink;
  const RunEnded result = run_script("true", sink);
  before != nullptr ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
  EXPECT_EQ(result.failure, Failure::input);
  EXPECT_NE(result.reason.find("TMPDIR"), std::string::npos) << result.reason;
}

}  // namespace
}  // namespace mlplab
