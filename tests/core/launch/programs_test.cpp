// Runs in programs that are no ranks: shell scripts as an external trainer would be. Whatever they say wrongly, leave
// behind or do not say ends the run with a sentence.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/launch/exchange.h"
#include "core/launch/external/state_check.h"
#include "core/launch/train.h"
#include "core/machine/child_processes.h"
#include "core/model/model_file.h"
#include "run_on_folder.h"

namespace mlplab {
namespace {

using test::Remember;

class Programs : public test::RunOnFolder {
 protected:
  RunEnded run_script(const std::string& script, Remember& sink) {
    Launcher launcher{.name = "script", .is_program = true, .launch = {}};
    launcher.launch = [script](const RunSpec&, const std::filesystem::path& exchange) {
      Launch launch;
      launch.command = {"sh", "-c", script};
      launch.environment = {{"EXCHANGE", exchange.string()}};
      launch.needs_data = true;
      return launch;
    };
    return run_in_processes(launcher, spec_, data_, sink, control_);
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
  EXPECT_NE(failed.reason.find("done after 1 of 3 epochs; the complete epoch is kept"), std::string::npos)
      << failed.reason;
  EpochDone first{.epoch = 1};
  StateCheck(spec_, data_).verify(first, fresh_state(spec_, data_));
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
  const auto fails = [&](const std::string& why) {
    return started() + "echo '" +
           to_line(RunEnded{.status = RunStatus::failed, .reason = why, .failure = Failure::input}) + "'; ";
  };
  expect(fails("its disk is full"), "its disk is full");
  EXPECT_EQ(reason_of(fails("")), "the program of script (sh) said that it had failed, but not why");
  expect(fails("") + "echo once >&2; echo twice >&2; exit 1", "but not why; the last it said: once / twice");
  Remember sink;
  EXPECT_EQ(run_script(fails(" "), sink).failure, Failure::input);
}

/// How far a kept state is, other programs have no say in: a resumed run would believe it.
TEST_F(Programs, AStateOutOfTurnIsNotKept) {
  TrainingState forged = fresh_state(spec_, data_);
  forged.epochs_done = 2, forged.steps_done = 26;
  save_model(folder_ / "forged", forged, {});
  const std::string saved = "cp " + (folder_ / "forged").string() + " $EXCHANGE/state.safetensors; echo '" +
                            std::string(state_saved_line) + "'; ";
  Remember sink;
  const RunEnded result = run_script(started() + saved + "sleep 60", sink);
  EXPECT_EQ(result.status, RunStatus::failed);
  EXPECT_NE(result.reason.find("it said state_saved, which nobody had asked for"), std::string::npos) << result.reason;
  EXPECT_EQ(result.epochs_done, 0);
  EXPECT_EQ(sink.states.back()->epochs_done, 0);
  EXPECT_EQ(sink.states.back()->steps_done, 0);
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

TEST_F(Programs, OneThatDoesNotGoAfterItsEndIsEndedAndTheRunIsDone) {
  Remember sink;
  const RunEnded result = run_script(started() + all_epochs() + ended() + "sleep 60", sink);
  EXPECT_EQ(result.status, RunStatus::done) << result.reason;
  EXPECT_EQ(result.epochs_done, 3);
  ASSERT_FALSE(sink.log.warnings.empty());
  EXPECT_NE(sink.log.warnings.back().find("was still there"), std::string::npos) << sink.log.warnings.back();
}

TEST_F(Programs, OneThatIsNotThereIsNamed) {
  Launcher launcher{.name = "none", .launch = {}};
  launcher.launch = [](const RunSpec&, const std::filesystem::path&) {
    Launch launch;
    launch.command = {"no-such-program"};
    return launch;
  };
  Remember sink;
  const RunEnded result = run_in_processes(launcher, spec_, data_, sink, control_);
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
  ASSERT_FALSE(sink.log.steps.empty());
  EXPECT_LE(sink.log.steps.size(), 10U) << "of 50,000: one for each tenth of an epoch";
  EXPECT_EQ(sink.log.steps.back().step, last.step);
  EXPECT_LT(sink.events.size(), 2'000U) << "what it says in between is passed on about 30 times per second";
  ASSERT_EQ(sink.log.warnings.size(), 102U)
      << "100, one that says what was left out, one that its times are not those that passed";
  EXPECT_LT(sink.log.warnings.front().size(), 3'000U);
  EXPECT_NE(sink.log.warnings.front().find("bytes left out"), std::string::npos);
  EXPECT_EQ(std::ranges::count_if(
                sink.log.warnings,
                [](const std::string& text) { return text.find("gave 300 warnings") != std::string::npos; }),
            1);
  EXPECT_TRUE(std::holds_alternative<RunEnded>(sink.events.back()));
}

/// The report of an epoch's last step must not wait for the epoch's evaluation.
TEST_F(Programs, TheLastStepOfALongEpochIsPassedOnAtOnce) {
  spec_.batch = 1;
  write_idx_folder(folder_ / "long", test::small_dataset(1502, 20));
  spec_.data.source = (folder_ / "long").string();
  data_ = load_dataset(spec_.data, {}, spec_.seed);
  spec_.epochs = 1;
  class Times : public Remember {
   public:
    void on_event(const Event& event) override {
      Remember::on_event(event);
      if (const auto* step = std::get_if<StepDone>(&event); step != nullptr && step->step == 1502) last_s = now_s();
      if (std::holds_alternative<EpochDone>(event)) epoch_s = now_s();
    }
    double last_s = 0.0, epoch_s = 0.0;
  } sink;
  std::string said;
  for (int step = 1; step <= 1502; ++step) said += to_line(StepDone{.epoch = 0, .step = step, .loss = 1.0}) + "\n";
  test::write_bytes(folder_ / "steps", said);
  const RunEnded result =
      run_script(started() + "cat " + (folder_ / "steps").string() + "; sleep 1; " + epoch(1) + ended(), sink);
  ASSERT_EQ(result.status, RunStatus::done) << result.reason;
  EXPECT_EQ(sink.log.steps.size(), 10U) << "one for each tenth of the epoch";
  ASSERT_GT(sink.last_s, 0.0);
  EXPECT_GT(sink.epoch_s - sink.last_s, 0.5) << "it came with the epoch";
}

TEST_F(Programs, WhatItSaysOfEnergyIsNotLookedAt) {
  for (const char* energy : {R"({"train_j":[1e9],"eval_j":[0],"train_window_s":1,"eval_window_s":1,"why_not":""})", "7",
                             R"({"train_j":"many"})"}) {
    Remember sink;
    const std::string said = R"('s/"event"/"energy":)" + std::string(energy) + R"(,"event"/')";
    const RunEnded result = run_script("( " + started() + all_epochs() + ended() + ") | sed " + said, sink);
    EXPECT_EQ(result.status, RunStatus::done) << result.reason;
    ASSERT_EQ(sink.log.epochs.size(), 3U);
    for (const EpochDone& epoch : sink.log.epochs) EXPECT_FALSE(epoch.energy) << energy;
    EXPECT_EQ(sink.log.started.energy, EnergyScope{}) << energy;
  }
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
  Launcher launcher{.name = "silent", .launch = {}};
  launcher.launch = [](const RunSpec&, const std::filesystem::path&) {
    Launch launch;
    launch.command = {"sleep", "1000"};
    launch.silent_s = 0.1;
    return launch;
  };
  Remember sink;
  const RunEnded result = run_in_processes(launcher, spec_, data_, sink, control_);
  EXPECT_EQ(result.failure, Failure::backend);
  EXPECT_NE(result.reason.find("silent did not begin within"), std::string::npos) << result.reason;
}

TEST_F(Programs, NoTemporaryFolderIsASentence) {
  const test::Environment none{{"TMPDIR", "/proc/nowhere"}};
  Remember sink;
  const RunEnded result = run_script("true", sink);
  EXPECT_EQ(result.failure, Failure::input);
  EXPECT_NE(result.reason.find("TMPDIR"), std::string::npos) << result.reason;
}

}  // namespace
}  // namespace mlplab
