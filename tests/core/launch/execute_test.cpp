// The one path of a run: recording, resuming, counting and refusing, for every caller.
#include "core/launch/execute.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "core/base/json.h"
#include "core/data/idx.h"
#include "core/launch/configurations.h"
#include "core/launch/demand.h"
#include "core/launch/load_watch.h"
#include "core/machine/memory.h"
#include "core/model/model_file.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// Stops the run after an epoch.
class StopAfter : public EventSink {
 public:
  StopAfter(RunControl& control, int epochs) : control_(control), epochs_(epochs) {}
  void on_event(const Event& event) override {
    if (const auto* epoch = std::get_if<EpochDone>(&event); epoch != nullptr && epoch->epoch == epochs_)
      control_.stop();
  }

 private:
  RunControl& control_;
  int epochs_;
};

class Execute : public testing::Test {
 protected:
  void SetUp() override {
    write_data(7);
    spec_.data.source = folder_ / "data";
    spec_.epochs = 4;
  }
  void write_data(int first_pixel) {
    Dataset data = test::small_dataset();
    data.train.features[0] = static_cast<std::uint8_t>(first_pixel);
    write_idx_folder(folder_ / "data", data);
  }
  RunRequest new_run() const { return {.spec = spec_, .keep = RunRequest::Keep::always, .folder = folder_ / "run"}; }
  RunRequest resumption() const { return {.resume = folder_ / "run"}; }
  RunOutcome stopped_after(int epochs) {
    RunControl control;
    StopAfter sink(control, epochs);
    return execute_run(new_run(), sink, control);
  }
  RunSpec small_epochs() const {
    RunSpec spec = spec_;
    spec.epochs = 2;
    return spec;
  }
  static RunOutcome execute(const RunRequest& request) {
    RunControl control;
    test::Remember sink;
    return execute_run(request, sink, control);
  }

  test::TemporaryFolder folder_;
  RunSpec spec_ = test::small_spec();
};

TEST_F(Execute, ARunThatWasStoppedGoesOnToTheSameEnd) {
  const RunOutcome stopped = stopped_after(2);
  EXPECT_EQ(stopped.ended.status, RunStatus::stopped);
  EXPECT_EQ(stopped.folder, folder_ / "run");
  const RunOutcome resumed = execute(resumption());
  ASSERT_EQ(resumed.ended.status, RunStatus::done) << resumed.ended.reason;
  EXPECT_TRUE(resumed.began);
  const RunOutcome whole = execute({.spec = spec_});
  ASSERT_TRUE(resumed.state && whole.state);
  EXPECT_EQ(resumed.state->parameters, whole.state->parameters) << "bit for bit";
  ASSERT_EQ(resumed.log.epochs.size(), 4U);
  EXPECT_EQ(read_run(folder_ / "run").log.epochs, resumed.log.epochs);
}

TEST_F(Execute, AStopInTheLastEvaluationIsAStopAndTheRunCanStillEndWithItsAccuracy) {
  RunControl control;
  test::Remember sink;
  sink.then = [&](const Event& event) {
    const auto* step = std::get_if<StepDone>(&event);
    if (step != nullptr && step->step == sink.log.started.steps_per_epoch * spec_.epochs) control.stop();
  };
  const RunOutcome stopped = execute_run(new_run(), sink, control);
  EXPECT_EQ(stopped.ended.status, RunStatus::stopped);
  EXPECT_EQ(stopped.ended.epochs_done, 3);
  EXPECT_EQ(stopped.log.epochs.size(), 3U);
  const RunOutcome resumed = execute(resumption());
  ASSERT_EQ(resumed.ended.status, RunStatus::done) << resumed.ended.reason;
  const RunOutcome whole = execute({.spec = spec_});
  ASSERT_EQ(resumed.log.epochs.size(), 4U);
  ASSERT_TRUE(whole.log.epochs.back().accuracy_test);
  EXPECT_EQ(resumed.log.epochs.back().accuracy_test, whole.log.epochs.back().accuracy_test);
  EXPECT_EQ(resumed.state->parameters, whole.state->parameters) << "bit for bit";
}

TEST_F(Execute, AClassThatALimitLeavesWithoutExamplesIsWarnedOfOnce) {
  spec_.data.train_limit = 1;
  spec_.batch = 1;
  spec_.epochs = 2;
  RunControl control;
  StopAfter stop(control, 1);
  const RunOutcome stopped = execute_run(new_run(), stop, control);
  ASSERT_EQ(stopped.log.warnings.size(), 1U) << stopped.ended.reason;
  EXPECT_NE(stopped.log.warnings[0].find("3 of the 4 classes"), std::string::npos) << stopped.log.warnings[0];
  EXPECT_EQ(execute(resumption()).log.warnings.size(), 1U);
  spec_.data.train_limit = 0;
  EXPECT_TRUE(execute({.spec = spec_}).log.warnings.empty());
}

// The readings come between the run's own events, from its own thread, and are kept with them.
TEST_F(Execute, ARunThatIsWatchedSaysWhatIsBusy) {
  spec_.epochs = 100000;
  class UntilRead : public EventSink {
   public:
    explicit UntilRead(RunControl& control) : control_(control) {}
    void on_event(const Event& event) override {
      threads_.insert(std::this_thread::get_id());
      if (!std::holds_alternative<LoadSampled>(event)) return;
      ++loads;
      control_.stop();
    }
    int loads = 0;
    std::size_t threads() const { return threads_.size(); }

   private:
    RunControl& control_;
    std::set<std::thread::id> threads_;
  };
  RunControl control;
  UntilRead sink(control);
  RunRequest request = new_run();
  request.watch_load = true;
  const RunOutcome outcome = execute_run(request, sink, control);
  EXPECT_EQ(outcome.ended.status, RunStatus::stopped);
  EXPECT_GE(sink.loads, 1);
  EXPECT_EQ(sink.threads(), 1U);
  ASSERT_FALSE(outcome.log.loads.empty());
  const LoadReading& load = outcome.log.loads.front().load;
  EXPECT_GE(load.processes, 1);
  EXPECT_GT(load.run_cpus, 0.0);
  EXPECT_EQ(read_run(folder_ / "run").log.loads.size(), outcome.log.loads.size());
  EXPECT_TRUE(execute({.spec = small_epochs(), .dataset = request.dataset}).log.loads.empty())
      << "only where it is asked for";
}

TEST_F(Execute, EachEpochOfAResumedRunCountsOnce) {
  stopped_after(3);
  // As after a kill between the third epoch's line and its checkpoint: the checkpoint is one epoch behind the log.
  const TrainingState third = load_model(folder_ / "run/checkpoint.safetensors");
  RunSpec two = spec_;
  two.epochs = 2;
  const RunOutcome second = execute({.spec = two});
  ASSERT_EQ(second.state->epochs_done, 2);
  save_model(folder_ / "run/checkpoint.safetensors", *second.state);
  const RunOutcome resumed = execute(resumption());
  ASSERT_EQ(resumed.ended.status, RunStatus::done) << resumed.ended.reason;
  ASSERT_EQ(resumed.log.epochs.size(), 4U);
  double train_time_s = 0.0, eval_time_s = 0.0;
  for (const EpochDone& epoch : resumed.log.epochs) {
    train_time_s += epoch.epoch_time_s;
    eval_time_s += epoch.eval_time_s;
    EXPECT_NEAR(epoch.train_time_s, train_time_s, 1e-9) << "epoch " << epoch.epoch;
  }
  EXPECT_NEAR(resumed.ended.train_time_s, train_time_s, 1e-9);
  EXPECT_NEAR(resumed.ended.eval_time_s, eval_time_s, 1e-9);
}

TEST_F(Execute, DataThatHaveChangedAreRefused) {
  stopped_after(2);
  const std::string before = test::read_bytes(folder_ / "run/events.jsonl");
  write_data(200);
  const RunOutcome resumed = execute(resumption());
  EXPECT_EQ(resumed.ended.status, RunStatus::failed);
  EXPECT_EQ(resumed.ended.failure, Failure::input);
  EXPECT_NE(resumed.ended.reason.find("has changed"), std::string::npos) << resumed.ended.reason;
  EXPECT_FALSE(resumed.began);
  EXPECT_EQ(test::read_bytes(folder_ / "run/events.jsonl"), before) << "the kept run is as it was";
}

TEST_F(Execute, ACheckpointOfAnotherRunIsRefused) {
  stopped_after(2);
  const fs::path file = folder_ / "run/checkpoint.safetensors";
  std::map<std::string, std::string> notes;
  const TrainingState good = load_model(file, &notes);
  const auto refusal_of = [&](const TrainingState& state, std::map<std::string, std::string> said = {}) {
    save_model(file, state, said);
    const RunOutcome resumed = execute(resumption());
    EXPECT_EQ(resumed.ended.failure, Failure::input);
    EXPECT_NE(resumed.ended.reason.find("checkpoint"), std::string::npos) << resumed.ended.reason;
    return resumed.ended.reason;
  };
  RunSpec other = spec_;
  other.epochs = 2;
  other.model = make_mlp({36, 9, 4}, Activation::relu);
  EXPECT_NE(refusal_of(*execute({.spec = other}).state).find("36-9-4"), std::string::npos);
  other.model = spec_.model;
  dense_layer(other.model, 0).activation = Activation::tanh;
  EXPECT_NE(refusal_of(*execute({.spec = other}).state).find("activations"), std::string::npos);
  other = spec_;
  other.optimizer.kind = OptimizerKind::adam;
  other.optimizer.learning_rate = 0.001;
  EXPECT_NE(refusal_of(*execute({.spec = other}).state).find("optimiser state"), std::string::npos);
  TrainingState miscounted = good;
  ++miscounted.steps_done;
  EXPECT_NE(refusal_of(miscounted).find("steps"), std::string::npos);
  miscounted = good;
  miscounted.epochs_done = 2'000'000'000;
  EXPECT_NE(refusal_of(miscounted).find("epochs"), std::string::npos);
  notes["seed"] = "99";
  EXPECT_NE(refusal_of(good, notes).find("seed 99"), std::string::npos);
  notes["seed"] = std::to_string(spec_.seed);
  notes["dataset_hash"] = "0";
  EXPECT_NE(refusal_of(good, notes).find("other data"), std::string::npos);
  save_model(file, good);
  EXPECT_EQ(execute(resumption()).ended.status, RunStatus::done) << "and the right one is taken";
}

TEST_F(Execute, TwoProgramsDoNotTrainOneRun) {
  stopped_after(1);
  const RunLock other(folder_ / "run");
  const std::string before = test::read_bytes(folder_ / "run/events.jsonl");
  const RunOutcome resumed = execute(resumption());
  EXPECT_EQ(resumed.ended.failure, Failure::input);
  EXPECT_NE(resumed.ended.reason.find("another program"), std::string::npos) << resumed.ended.reason;
  EXPECT_EQ(test::read_bytes(folder_ / "run/events.jsonl"), before);
}

/// A run is read only when no other program can change it any more.
TEST_F(Execute, TheLockIsTakenBeforeTheRunIsRead) {
  for (const char* label : {"left", "right"}) {  // images: the only data with progress of loading
    fs::create_directories(folder_ / "pictures" / label);
    for (int i = 0; i < 20; ++i)
      test::write_bytes(folder_ / "pictures" / label / (std::to_string(i) + ".pgm"),
                        "P5 6 6 255 " + std::string(36, static_cast<char>(label[0] + i)));
  }
  spec_.data.source = folder_ / "pictures";
  spec_.model = make_mlp({36, 4, 2}, Activation::relu);
  spec_.batch = 8;
  stopped_after(1);
  RunRequest request = resumption();
  bool looked = false;
  request.on_loading = [&](std::size_t, std::size_t) {
    if (std::exchange(looked, true)) return;
    EXPECT_TRUE(RunLock::held(folder_ / "run"));
  };
  EXPECT_EQ(execute(request).ended.status, RunStatus::done);
  EXPECT_TRUE(looked);
}

TEST_F(Execute, ARunThatCouldNotGoOnIsStillOffered) {
  stopped_after(2);
  test::write_bytes(folder_ / "run/.running", "");  // it was killed
  write_data(200);
  EXPECT_EQ(execute(resumption()).ended.status, RunStatus::failed);
  EXPECT_TRUE(RunLock::left_behind(folder_ / "run"));
  write_data(7);
  EXPECT_EQ(execute(resumption()).ended.status, RunStatus::done);
  EXPECT_FALSE(RunLock::left_behind(folder_ / "run"));
}

/// The log of a run whose disk was full for a while ends before its checkpoint.
TEST_F(Execute, EpochsThatTheLogLostAreSaid) {
  stopped_after(3);
  const fs::path events = folder_ / "run/events.jsonl";
  const std::string log = test::read_bytes(events);
  const std::size_t second = log.find("\"epoch\":2,");
  ASSERT_NE(second, std::string::npos);
  test::write_bytes(events, log.substr(0, log.rfind('\n', second) + 1));
  const RunOutcome resumed = execute(resumption());
  ASSERT_EQ(resumed.ended.status, RunStatus::done) << resumed.ended.reason;
  ASSERT_EQ(resumed.log.warnings.size(), 1U);
  EXPECT_NE(resumed.log.warnings.front().find("ends with epoch 1, the checkpoint with epoch 3"), std::string::npos)
      << resumed.log.warnings.front();
  ASSERT_EQ(resumed.log.epochs.size(), 2U);
  const int best = resumed.log.best_epoch();
  ASSERT_NE(resumed.log.epoch(best), nullptr);
  EXPECT_EQ(resumed.log.epoch(best)->epoch, best);
  EXPECT_EQ(resumed.log.epoch(3), nullptr);
  EXPECT_EQ(resumed.state->parameters, execute({.spec = spec_}).state->parameters);
}

/// However often it is resumed, and wherever it was cut off after the epoch that reached the target.
TEST_F(Execute, ARunThatReachedItsTargetIsOver) {
  spec_.target_accuracy = 0.05;
  const RunOutcome whole = execute(new_run());
  ASSERT_EQ(whole.ended.status, RunStatus::done);
  ASSERT_EQ(whole.ended.epochs_done, 1);
  const fs::path events = folder_ / "run/events.jsonl";
  for (const bool cut_off : {false, true}) {
    if (cut_off) {
      const std::string log = test::read_bytes(events);
      test::write_bytes(events, log.substr(0, log.find("{\"epochs_done\"")));
    }
    const RunOutcome resumed = execute(resumption());
    EXPECT_EQ(resumed.ended.status, RunStatus::done);
    EXPECT_EQ(resumed.ended.epochs_done, 1);
    EXPECT_EQ(resumed.ended.time_to_target_s, whole.ended.time_to_target_s);
    EXPECT_EQ(resumed.ended.train_time_s, whole.ended.train_time_s);
    EXPECT_EQ(resumed.state->parameters, whole.state->parameters);
    EXPECT_EQ(resumed.log.epochs.size(), 1U);
    EXPECT_EQ(read_run(folder_ / "run").log.epochs.size(), 1U);
  }
}

TEST_F(Execute, AnInitialModelThatIsGoneDoesNotKeepARunFromGoingOn) {
  save_model(folder_ / "start.safetensors", initial_state(spec_.model, spec_.optimizer, 5));
  spec_.init_model = folder_ / "start.safetensors";
  stopped_after(2);
  const RunOutcome whole = execute({.spec = spec_});
  fs::remove(folder_ / "start.safetensors");
  const RunOutcome resumed = execute(resumption());
  ASSERT_EQ(resumed.ended.status, RunStatus::done) << resumed.ended.reason;
  EXPECT_EQ(resumed.state->parameters, whole.state->parameters);
}

TEST_F(Execute, ARelativeFolderOfDataIsFoundFromElsewhere) {
  const fs::path here = fs::current_path();
  fs::current_path(folder_.path());
  spec_.data.source = "data";
  const RunOutcome stopped = stopped_after(1);
  fs::current_path(here);
  ASSERT_EQ(stopped.ended.status, RunStatus::stopped) << stopped.ended.reason;
  EXPECT_EQ(execute(resumption()).ended.status, RunStatus::done);
}

TEST_F(Execute, WhatCannotBeginLeavesNothing) {
  const auto expect_nothing = [&](RunRequest request, Failure failure) {
    test::Remember sink;
    RunControl control;
    const RunOutcome outcome = execute_run(request, sink, control);
    EXPECT_EQ(outcome.ended.failure, failure) << outcome.ended.reason;
    EXPECT_FALSE(outcome.began);
    ASSERT_EQ(sink.events.size(), 1U) << "the end, and nothing else";
    EXPECT_TRUE(std::holds_alternative<RunEnded>(sink.events.front()));
    EXPECT_FALSE(fs::exists(folder_ / "run"));
  };
  RunRequest request = new_run();
  request.spec.backend = "no-such-backend";
  expect_nothing(request, Failure::usage);
  request = new_run();
  request.spec.data.source = folder_ / "nowhere";
  expect_nothing(request, Failure::input);
  request = new_run();
  request.spec.model = make_mlp({35, 4}, Activation::relu);
  expect_nothing(request, Failure::usage);
  request = new_run();
  request.spec.init_model = folder_ / "none.safetensors";
  expect_nothing(request, Failure::input);
  expect_nothing({.resume = folder_ / "no-run"}, Failure::input);
}

TEST_F(Execute, AFolderThatCannotBeMadeStopsOnlyWhoInsists) {
  test::write_bytes(folder_ / "file", "");
  RunRequest request = new_run();
  request.folder = folder_ / "file/run";
  EXPECT_EQ(execute(request).ended.failure, Failure::input);
  request.keep = RunRequest::Keep::if_possible;
  const RunOutcome outcome = execute(request);
  EXPECT_EQ(outcome.ended.status, RunStatus::done);
  EXPECT_TRUE(outcome.folder.empty());
  EXPECT_NE(outcome.not_kept.find("not kept"), std::string::npos);
  ASSERT_FALSE(outcome.log.epochs.empty());
}

TEST(Memory, ARunThatNeedsMoreThanThereIsIsRefusedBeforeItBegins) {
  RunSpec spec = test::small_spec();
  spec.model = make_mlp({36, 20'000, 4}, Activation::relu);
  spec.optimizer.kind = OptimizerKind::adam;
  EXPECT_GT(memory_bytes_of(spec), 12 * sizeof(float) * spec.model.parameter_count()) << "Adam's copies of an MLP";
  EXPECT_THROW(check_memory(spec, {memory_bytes_of(spec) - 1, {}}), UsageError);
  spec = test::small_spec();
  spec.model = {.input = {1, 64, 64}};
  spec.model.layers = {{Conv2d{32, {{3, 3}, {1, 1}, {1, 1}}}}, {GlobalAveragePool{}}, {Dense{4}}};
  spec.batch = 100;
  const std::size_t needed = memory_bytes_of(spec);
  const std::size_t outputs = 100U * 32 * 64 * 64 * sizeof(float);
  EXPECT_GT(needed, 2 * outputs) << "outputs and their gradients";
  EXPECT_LT(needed, 2.2 * static_cast<double>(outputs));
  check_memory(spec, {needed, {}});
  check_memory(spec, {});  // unknown
  try {
    check_memory(spec, {needed - 1, "a limit"});
    ADD_FAILURE() << "nothing was refused";
  } catch (const UsageError& error) {
    EXPECT_EQ(error.field(), "batch");
    EXPECT_NE(std::string(error.what()).find("at batch 100 needs"), std::string::npos) << error.what();
  }
  EXPECT_GT(available_memory_bytes(), 1U << 20);
  test::train_by(spec, "mpi", 4);
  const std::size_t of_ranks = memory_bytes_of(spec);
  spec.team->options["hostfile"] = "hosts";
  EXPECT_EQ(memory_bytes_of(spec), 0U) << "how many processes come to this machine is not known";
  test::train_by(spec, "mpi", 4, {{"compute", "cuda"}});
  EXPECT_EQ(memory_bytes_of(spec), 0U) << "it is the GPU's memory that they need";
  EXPECT_TRUE(of_ranks == 4 * needed || !find_configuration("mpi").why_not().empty()) << of_ranks;
}

TEST(LoadWatch, LeavesOutWhatIsReadWhilePaused) {
  std::atomic<bool> paused{true};
  std::atomic<int> asked{0};
  const auto devices = [&] {
    ++asked;
    return std::vector<DeviceLoad>();
  };
  LoadWatch watch({.devices = devices, .power = {}, .paused = [&] { return paused.load(); }}, 0.005);

  const auto wait_for_readings = [&](int more) {
    for (const int before = asked; asked < before + more;) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  wait_for_readings(3);
  EXPECT_TRUE(watch.taken().empty());
  paused = false;
  wait_for_readings(3);
  EXPECT_FALSE(watch.taken().empty());
}

}  // namespace
}  // namespace mlplab
