// Whole runs in other programs: the trainers that are shipped, the example of the documentation, and what happens when
// one is killed. Their losses are also held to the golden ones (golden_test.cpp), for they are in the table.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <fstream>

#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/launch/external/external_backends.h"
#include "core/launch/external/state_check.h"
#include "core/launch/train.h"
#include "core/study/equivalence.h"
#include "core/study/sweep/sweep.h"
#include "core/study/sweep/sweep_analysis.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

constexpr double same_loss = 5e-5;

/// A run on little data, watched: the exchange folder names its processes.
struct Watched {
  explicit Watched(const BackendEntry& table_entry, int workers = 0)
      : Watched(launcher_of(table_entry, workers), workers) {
    entry = &table_entry;
  }
  Watched(Launcher started, int workers) : launcher(std::move(started)), spec(test::small_spec()) {
    spec.backend = launcher.name;
    spec.options.workers = workers;
    launcher.launch = [this, launch = launcher.launch](const RunSpec& run, const std::filesystem::path& folder) {
      exchange = folder.string();
      return launch(run, folder);
    };
  }
  RunEnded train() { return run_in_processes(launcher, spec, dataset, sink, control); }
  std::string why_not() const { return program_of(*entry)->why_not(spec); }
  const BackendEntry* entry = nullptr;
  Launcher launcher;
  RunSpec spec;
  Dataset dataset = test::small_dataset();
  test::Remember sink;
  RunControl control;
  std::string exchange;
};

class ShippedTrainer : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (const std::string reason = find_backend(GetParam()).why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
  }
};

TEST_P(ShippedTrainer, HasTheLossesOfTheReference) {
  for (const int workers : {1, 3}) {
    const BackendEntry& entry = find_backend(GetParam());
    if (workers > 1 && entry.workers_max() == 1) continue;
    Watched run(entry, workers);
    run.spec.batch = 7;  // shares of 3, 2, 2 rows, and a last batch of 4
    run.spec.epochs = 2;
    run.spec.model = make_mlp({36, 10, 6, 4}, Activation::tanh);
    run.spec.optimizer.weight_decay = 1e-3;
    run.dataset.validation = run.dataset.test;
    const RunEnded ended = run.train();
    ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
    RunSpec spec = run.spec;
    spec.backend = "sequential";
    spec.options = {};
    test::Remember reference;
    RunControl control;
    train(spec, run.dataset, reference, control);
    ASSERT_EQ(run.sink.log.epochs.size(), 2U);
    for (std::size_t e = 0; e < 2; ++e) {
      const EpochDone &got = run.sink.log.epochs[e], &expected = reference.log.epochs[e];
      EXPECT_NEAR(got.loss_train, expected.loss_train, same_loss);
      EXPECT_NEAR(got.accuracy_train, expected.accuracy_train, 0.011);
      EXPECT_NEAR(got.loss_test.value_or(-1), *expected.loss_test, same_loss);
      EXPECT_NEAR(got.accuracy_test.value_or(-1), *expected.accuracy_test, 0.017);
      EXPECT_NEAR(got.loss_validation.value_or(-1), *expected.loss_validation, same_loss);
      EXPECT_GT(got.epoch_time_s, 0.0);
    }
    EXPECT_EQ(run.sink.log.started.workers, workers);
    ASSERT_EQ(run.sink.states.size(), reference.states.size());
    const std::vector<float>&weights = run.sink.states.back()->parameters,
          &wanted = reference.states.back()->parameters;
    for (std::size_t i = 0; i < wanted.size(); ++i) ASSERT_NEAR(weights[i], wanted[i], 1e-4) << i;
    EXPECT_TRUE(test::processes_with(run.exchange).empty());
  }
}

TEST_P(ShippedTrainer, HasTheLossesOfTheReferenceOnImagesOrSaysWhyNot) {
  Watched run(find_backend(GetParam()), 1);
  run.spec.model = test::every_kind();
  run.spec.batch = 14;  // the last one is a single image
  run.spec.epochs = 2;
  run.spec.seed = 0x123456789ULL;
  run.spec.optimizer = {.kind = OptimizerKind::momentum, .learning_rate = 0.03, .weight_decay = 1e-3};
  run.dataset = test::small_dataset(197);
  run.dataset.image = {6, 3, 2};
  validate_against(run.spec, run.dataset);
  if (const std::string reason = run.why_not(); !reason.empty()) {
    EXPECT_EQ(reason, "it does not know the layer normalize");
    EXPECT_EQ(GetParam().find("pytorch"), std::string::npos) << reason;
    return;
  }
  const RunEnded ended = run.train();
  ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
  RunSpec spec = run.spec;
  spec.backend = "sequential";
  spec.options = {};
  test::Remember reference;
  RunControl control;
  train(spec, run.dataset, reference, control);
  EXPECT_EQ(compare_losses(reference.log, run.sink.log), Equivalence::equal);
  for (std::size_t e = 0; e < 2; ++e)
    EXPECT_NEAR(run.sink.log.epochs.at(e).loss_train, reference.log.epochs.at(e).loss_train, same_loss);
  EXPECT_EQ(run.sink.log.epochs.back().verification, Verification::verified);
  const TrainingState &got = *run.sink.states.back(), &wanted = *reference.states.back();
  for (std::size_t i = 0; i < wanted.parameters.size(); ++i) ASSERT_NEAR(got.parameters[i], wanted.parameters[i], 1e-4);
  for (std::size_t i = 0; i < wanted.statistics.size(); ++i) ASSERT_NEAR(got.statistics[i], wanted.statistics[i], 1e-4);
}

/// The images of each epoch are the reference's to the bit, so that the losses are; also after a resume, whose first
/// epoch is not the run's.
TEST_P(ShippedTrainer, TrainsOnTheSameAugmentedImages) {
  const BackendEntry& entry = find_backend(GetParam());
  Watched run(entry, std::min(2, entry.workers_max()));
  run.spec.epochs = 3;
  run.spec.data.augmentation = {.shift = 1.5, .rotate = 30.0, .scale = 0.2, .flip = 0.5, .crop = 1};
  ASSERT_EQ(run.why_not(), "");
  const RunEnded ended = run.train();
  ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
  RunSpec spec = run.spec;
  spec.backend = "sequential";
  spec.options = {};
  test::Remember reference, plain, resumed;
  RunControl control;
  train(spec, run.dataset, reference, control);
  spec.data.augmentation = {};
  train(spec, run.dataset, plain, control);
  for (std::size_t e = 0; e < 3; ++e) {
    EXPECT_NEAR(run.sink.log.epochs.at(e).loss_train, reference.log.epochs.at(e).loss_train, same_loss);
    EXPECT_GT(std::fabs(plain.log.epochs.at(e).loss_train - reference.log.epochs.at(e).loss_train), 1e-3);
  }
  EXPECT_TRUE(std::ranges::any_of(run.sink.log.warnings, [](const std::string& warning) {
    return warning.find("the time of making them is added to its own") != std::string::npos;
  }));
  double epochs_s = 0.0;
  for (const EpochDone& epoch : run.sink.log.epochs) {
    epochs_s += epoch.epoch_time_s;
    EXPECT_NEAR(epoch.train_time_s, epochs_s, 1e-9) << "the images are in both";
    EXPECT_NEAR(epoch.images_per_s * epoch.epoch_time_s, 200.0, 1e-6);
  }
  EXPECT_NEAR(ended.train_time_s, epochs_s, 1e-9);
  const auto from = run.sink.states.at(1);
  ASSERT_EQ(from->epochs_done, 1);
  const RunEnded again = run_in_processes(run.launcher, run.spec, run.dataset, resumed, control, {from, 0.0, 0.0});
  ASSERT_EQ(again.status, RunStatus::done) << again.reason;
  EXPECT_NEAR(resumed.log.epochs.back().loss_train, reference.log.epochs.back().loss_train, same_loss);
}

TEST_P(ShippedTrainer, IsNotBlamedForImagesThatCannotBeWritten) {
  Watched run(find_backend(GetParam()), 1);
  run.spec.data.augmentation.flip = 0.5;
  run.sink.then = [&](const Event& event) {
    if (std::holds_alternative<StepDone>(event))
      std::filesystem::remove_all(std::filesystem::path(run.exchange) / "data");
  };
  const RunEnded ended = run.train();
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_EQ(ended.reason.rfind("cannot write ", 0), 0U) << ended.reason;
}

TEST_P(ShippedTrainer, KnowsLayersByTheirNames) {
  Watched run(find_backend(GetParam()), 1);
  run.spec.epochs = 1;
  run.spec.model.layers[0].name = "fc1";
  run.spec.model.layers[1].name = "head.fc";
  const RunEnded ended = run.train();
  ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
  EXPECT_EQ(run.sink.log.epochs.back().verification, Verification::verified);
}

TEST_P(ShippedTrainer, StopsSoonAndGoesOnToTheSameEnd) {
  Watched whole(find_backend(GetParam())), part(find_backend(GetParam()));
  for (Watched* run : {&whole, &part}) {
    run->spec.optimizer = {.kind = OptimizerKind::adam, .learning_rate = 0.01};
    run->spec.epochs = 4;
  }
  ASSERT_EQ(whole.train().status, RunStatus::done);
  part.spec.epochs = 100000;
  part.spec.optimizer.schedule = ScheduleKind::constant;
  part.sink.then = [&](const Event& event) {
    if (std::holds_alternative<EpochDone>(event)) part.control.stop();
  };
  const RunEnded ended = part.train();
  EXPECT_EQ(ended.status, RunStatus::stopped) << ended.reason;
  EXPECT_GE(ended.epochs_done, 1);
  EXPECT_TRUE(test::processes_with(part.exchange).empty());

  part.spec.epochs = 4;
  const auto from = part.sink.states.at(1);
  ASSERT_EQ(from->epochs_done, 1);
  test::Remember sink;
  RunControl control;
  const RunEnded resumed = run_in_processes(part.launcher, part.spec, part.dataset, sink, control, {from, 5.0, 0.0});
  ASSERT_EQ(resumed.status, RunStatus::done) << resumed.reason;
  ASSERT_EQ(sink.log.epochs.size(), 3U);
  EXPECT_NEAR(sink.log.epochs.back().loss_train, whole.sink.log.epochs.back().loss_train, same_loss);
  EXPECT_GT(sink.log.epochs.front().train_time_s, 5.0) << "counted from the run's start";
}

std::vector<std::string> shipped() {
  std::vector<std::string> names;
  for (const BackendEntry& entry : backend_table())
    if (entry.program != nullptr) names.push_back(entry.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(External, ShippedTrainer, testing::ValuesIn(shipped()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ShippedTrainer);

/// Kills one process of a long run after its first epoch; `which` of those in the order of their ids.
RunEnded kill_one(Watched& run, std::size_t which) {
  run.spec.epochs = 100000;
  bool killed = false;
  run.sink.then = [&, which](const Event& event) {
    if (killed || !std::holds_alternative<EpochDone>(event)) return;
    const std::vector<int> pids = test::processes_with(run.exchange);
    if (pids.size() <= which) return;
    killed = ::kill(pids[which], SIGKILL) == 0;
  };
  return run.train();
}

TEST(ExternalRun, ATrainerThatIsKilledFailsTheRunAndLeavesNothing) {
  const BackendEntry& entry = find_backend("python-multiprocessing");
  if (const std::string reason = entry.why_not(); !reason.empty()) GTEST_SKIP() << "skipped: " << reason;
  for (const std::size_t which : {0U, 1U, 2U}) {  // the trainer itself, its first worker, its second
    Watched run(entry, 2);
    const RunEnded ended = kill_one(run, which);
    EXPECT_EQ(ended.status, RunStatus::failed);
    EXPECT_EQ(ended.failure, Failure::backend);
    EXPECT_NE(ended.reason.find("python-multiprocessing"), std::string::npos) << ended.reason;
    EXPECT_EQ(ended.reason.find('\n'), std::string::npos) << ended.reason;
    EXPECT_GE(ended.epochs_done, 1);
    ASSERT_EQ(run.sink.log.epochs.size(), static_cast<std::size_t>(ended.epochs_done)) << "complete epochs are kept";
    EXPECT_EQ(run.sink.states.back()->epochs_done, ended.epochs_done);
    EXPECT_TRUE(test::processes_with(run.exchange).empty()) << "nothing is left, the workers included";
    EXPECT_FALSE(std::filesystem::exists(run.exchange));
  }
}

TEST(ExternalRun, DivergenceIsSaidAsEverywhere) {
  const BackendEntry& entry = find_backend("python-numpy");
  if (const std::string reason = entry.why_not(); !reason.empty()) GTEST_SKIP() << "skipped: " << reason;
  Watched run(entry);
  run.spec.model = make_mlp({36, 16, 4}, Activation::relu, Loss::mean_squared_error);
  run.spec.optimizer.learning_rate = 1000.0;
  const RunEnded ended = run.train();
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_EQ(ended.failure, Failure::diverged);
  EXPECT_NE(ended.reason.find("lower learning rate"), std::string::npos) << ended.reason;
}

TEST(ExternalRun, WhatATrainerRefusesIsItsOwnSentence) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "mine.json", R"({"format": "mlplab-trainer-1", "name": "mine", "title": "Mine",
    "technology": "Shell", "program": ["sh"], "arguments": ["-c", "echo 'adam is beyond me' >&2; exit 1"]})");
  std::vector<BackendEntry> table;
  add_external_backends(table, {}, folder.path());
  Watched run(table.at(0));
  const RunEnded ended = run.train();
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_NE(ended.reason.find("adam is beyond me"), std::string::npos) << ended.reason;
}

/// A run whose program does nothing but say these lines.
RunEnded run_of_lines(const std::vector<std::string>& lines, std::optional<double> target = {}) {
  const test::TemporaryFolder folder;
  std::string text = hello_line() + '\n';
  for (const std::string& line : lines) text += line + '\n';
  test::write_bytes(folder / "lines", text);
  test::write_bytes(folder / "mine.json", R"({"format": "mlplab-trainer-1", "name": "mine", "title": "Mine",
    "technology": "Shell", "program": ["sh"], "arguments": ["-c", "cat {here}/lines"]})");
  std::vector<BackendEntry> table;
  add_external_backends(table, {}, folder.path());
  Watched run(table.at(0));
  run.spec.epochs = 3;
  run.spec.target_accuracy = target;
  return run.train();
}

TEST(ExternalRun, ATrainerThatTakesNoRatesIsNotAskedTo) {
  const test::TemporaryFolder folder;
  for (const bool knows : {false, true}) {
    test::write_bytes(
        folder / "mine.json",
        std::string(R"({"format": "mlplab-trainer-1", "name": "mine", "title": "Mine", "technology": "Shell",
      "knows": {"rates": )") +
            (knows ? "true" : "false") + R"(}, "program": ["sh"],
      "arguments": ["-c", "wc -c < {exchange}/rates.f32 >&2; exit 1"]})");
    std::vector<BackendEntry> table;
    add_external_backends(table, {}, folder.path());
    Watched run(table.at(0));
    const RunEnded ended = run_in_processes(run.launcher, run.spec, run.dataset, run.sink, run.control,
                                            StartingPoint{.rates = {0.1F, 0.2F, 0.4F}});
    EXPECT_EQ(ended.failure, Failure::backend);
    const char* words = knows ? "the last it said: 12" : "find it with ";
    EXPECT_NE(ended.reason.find(words), std::string::npos) << ended.reason;
  }
}

TEST(ExternalRun, DoneBeforeTheLastEpochIsAFailure) {
  const std::string started = to_line(RunStarted{.spec = test::small_spec()});
  const RunEnded ended = run_of_lines({started, to_line(RunEnded{.epochs_done = 3})});
  EXPECT_EQ(ended.status, RunStatus::failed);
  EXPECT_EQ(ended.failure, Failure::backend);
  EXPECT_NE(ended.reason.find("mine ended as done after 0 of 3 epochs"), std::string::npos) << ended.reason;
  EXPECT_NE(run_of_lines({started, to_line(RunEnded{.time_to_target_s = 1.0})}, 0.5).reason.find("after 0 of 3"),
            std::string::npos)
      << "no epoch has reached the target";
}

/// The shipped trainer in Python with one thing of it changed by `patch`; null where Python or NumPy is not there.
std::optional<Launcher> patched_trainer(const test::TemporaryFolder& folder, const std::string& patch) {
  const BackendEntry& numpy = find_backend("python-numpy");
  if (!numpy.why_not().empty()) return {};
  test::write_bytes(folder / "patched.py", "import sys\nsys.path.insert(0, '" +
                                               (find_resources() / "trainers").string() +
                                               "')\nimport mlplab_run, numpy_trainer\n" + patch +
                                               "\nmlplab_run.main(numpy_trainer.Engine, 'patched')\n");
  Launcher patched = launcher_of(numpy, 0);
  patched.launch = [script = (folder / "patched.py").string(), launch = patched.launch](
                       const RunSpec& spec, const std::filesystem::path& exchange) {
    Launch changed = launch(spec, exchange);
    changed.command = {changed.command.front(), script, "--exchange", exchange.string()};
    return changed;
  };
  return patched;
}

struct Judged {
  RunEnded ended;
  RunLog log;
  Equivalence mark;
};

/// How many warnings of a run contain `words`. A machine under load may add one of its own, on times.
std::size_t warnings_with(const RunLog& log, const std::string& words) {
  return static_cast<std::size_t>(std::ranges::count_if(
      log.warnings, [&](const std::string& warning) { return warning.find(words) != std::string::npos; }));
}

/// Compares the run of a patched trainer with the sequential one.
Judged judge(const Launcher& launcher) {
  Watched run(launcher, 0);
  run.spec.epochs = 2;
  Judged judged{.ended = run.train(), .log = run.sink.log, .mark = {}};
  RunSpec spec = run.spec;
  spec.backend = "sequential";
  test::Remember reference;
  RunControl control;
  train(spec, run.dataset, reference, control);
  judged.mark = compare_losses(reference.log, judged.log);
  return judged;
}

TEST(ExternalRun, WhatATrainerClaimsIsHeldAgainstItsWeights) {
  const test::TemporaryFolder folder;
  const std::string tell =
      "honest = mlplab_run.Run.say\ndef say(run, event, **members):\n"
      "    if event == 'epoch_done': members.update(%)\n"
      "    honest(run, event, **members)\nmlplab_run.Run.say = say";
  const auto lie = [&](const std::string& members) { return std::string(tell).replace(tell.find('%'), 1, members); };
  const auto honest = patched_trainer(folder, "");
  if (!honest) GTEST_SKIP() << "skipped: " << find_backend("python-numpy").why_not();
  const Judged right = judge(*honest);
  EXPECT_EQ(right.ended.status, RunStatus::done) << right.ended.reason;
  EXPECT_TRUE(right.log.warnings.empty()) << right.log.warnings.front();
  EXPECT_EQ(right.log.epochs.back().verification, Verification::verified);
  EXPECT_TRUE(right.log.epochs.back().claimed_accuracy_test.has_value());
  EXPECT_EQ(right.mark, Equivalence::equal);

  const std::pair<std::string, std::string> liars[] = {
      {lie("accuracy_test=0.999"), "a test accuracy of 99.90 %"},
      {lie("loss_test=members['loss_test'] * 1.001"), "a test loss of"},
      // Trains as it should, but hands over the weights that it began with.
      {"kept = mlplab_run.Run.save\ndef save(run, engine, epoch, steps):\n"
       "    class First: tensors = lambda self: mlplab_run.read_tensors(run._path('initial.safetensors'))[1]\n"
       "    kept(run, First(), epoch, steps)\nmlplab_run.Run.save = save",
       "its weights give"}};
  for (const auto& [patch, words] : liars) {
    const Judged wrong = judge(*patched_trainer(folder, patch));
    EXPECT_EQ(wrong.ended.status, RunStatus::done) << wrong.ended.reason;
    EXPECT_EQ(warnings_with(wrong.log, words), 1U) << patch << ": said once";
    EXPECT_EQ(wrong.log.epochs[0].verification, Verification::refuted);
    EXPECT_EQ(wrong.mark, Equivalence::differs) << patch;
    EXPECT_NE(wrong.log.epochs[0].accuracy_test, 0.999) << "the run's accuracy is what its weights give";
  }

  // Tells the reference's training losses, hands over weights of another training, and is honest about their test loss.
  const Judged other = judge(*patched_trainer(
      folder, "rate = mlplab_run.learning_rate\nmlplab_run.learning_rate = lambda *x: 0.5 * rate(*x)\n" +
                  lie("loss_train={1: " + std::to_string(right.log.epochs[0].loss_train) +
                      ", 2: " + std::to_string(right.log.epochs[1].loss_train) + "}[members['epoch']]")));
  EXPECT_EQ(other.log.epochs[0].verification, Verification::verified);
  EXPECT_EQ(other.mark, Equivalence::differs) << "its weights do not have the reference's test loss";
}

TEST(ExternalRun, WhatATrainerSaysOfItsTimesIsHeldAgainstTheClock) {
  const test::TemporaryFolder folder;
  const auto lie = [](const std::string& members) {
    return "import time\nhonest = mlplab_run.Run.say\ndef say(run, event, **members):\n"
           "    if event == 'epoch_done':\n        time.sleep(0.3)\n        members.update(" +
           members + ")\n    honest(run, event, **members)\nmlplab_run.Run.say = say";
  };
  if (!patched_trainer(folder, "")) GTEST_SKIP() << "skipped: " << find_backend("python-numpy").why_not();
  for (const char* members : {"epoch_time_s=1e-12, train_time_s=1e-12*members['epoch'], images_per_s=3e12",
                              "epoch_time_s=1e300", "train_time_s=5000.0 * members['epoch']"}) {
    const Judged wrong = judge(*patched_trainer(folder, lie(members)));
    EXPECT_EQ(wrong.ended.status, RunStatus::done) << wrong.ended.reason;
    EXPECT_EQ(warnings_with(wrong.log, "passed here: its times are not verified"), 1U) << members << ": said once";
    EXPECT_EQ(wrong.mark, Equivalence::not_compared) << members;
    for (const EpochDone& epoch : wrong.log.epochs) {
      EXPECT_EQ(epoch.verification, Verification::not_verified);
      EXPECT_GT(epoch.epoch_time_s, 0.2) << members;
      EXPECT_LT(epoch.images_per_s, 1e6) << members;
    }
    EXPECT_LT(wrong.ended.train_time_s, 1000.0) << members;
  }
  const Judged negative = judge(*patched_trainer(folder, lie("epoch_time_s=-1.0")));
  EXPECT_EQ(negative.ended.status, RunStatus::failed);
  EXPECT_NE(negative.ended.reason.find("\"epoch_time_s\" is -1.0"), std::string::npos) << negative.ended.reason;
}

TEST(ExternalRun, AnEpochInWhichItWasStoppedIsNotItsOwn) {
  const test::TemporaryFolder folder;
  const auto stopped =
      patched_trainer(folder,
                      "import os, subprocess\nhonest = mlplab_run.Run.say\ndef say(run, event, **members):\n"
                      "    if event == 'epoch_done' and members['epoch'] == 2:\n"
                      "        subprocess.Popen(['sh', '-c', f'kill -STOP {os.getpid()}; sleep 1.5; kill -CONT "
                      "{os.getpid()}']).wait()\n"
                      "    honest(run, event, **members)\nmlplab_run.Run.say = say");
  if (!stopped) GTEST_SKIP() << "skipped: " << find_backend("python-numpy").why_not();
  const Judged judged = judge(*stopped);
  EXPECT_EQ(judged.ended.status, RunStatus::done) << judged.ended.reason;
  EXPECT_EQ(warnings_with(judged.log, "epoch 2: the program of python-numpy did not run for "), 1U);
}

TEST(ExternalRun, AMillionWorkersAreNotBelieved) {
  const test::TemporaryFolder folder;
  const auto entry = patched_trainer(folder,
                                     "honest = mlplab_run.Run.say\ndef say(run, event, **members):\n"
                                     "    if event == 'run_started': members.update(workers=1000000)\n"
                                     "    honest(run, event, **members)\nmlplab_run.Run.say = say");
  if (!entry) GTEST_SKIP() << "skipped: " << find_backend("python-numpy").why_not();
  const Judged wrong = judge(*entry);
  EXPECT_EQ(wrong.log.started.workers, 1);
  EXPECT_EQ(warnings_with(wrong.log, "1000000 workers"), 1U);
}

TEST(ExternalRun, WithoutExamplesToEvaluateOnNothingIsVerified) {
  Dataset data = test::small_dataset();
  const RunSpec spec = test::small_spec();
  const TrainingState state = initial_state(spec.model, spec.optimizer, spec.seed);
  EpochDone epoch{.epoch = 1};
  EXPECT_EQ(StateCheck(spec, data).verify(epoch, state), "");
  EXPECT_EQ(epoch.verification, Verification::verified);
  data.test = {};
  epoch = {.epoch = 1, .accuracy_test = 0.9};
  EXPECT_EQ(StateCheck(spec, data).verify(epoch, state), "");
  EXPECT_EQ(epoch.verification, Verification::not_verified);
  EXPECT_EQ(epoch.claimed_accuracy_test, 0.9);
}

TEST(ExternalRun, AStateThatIsReplacedTooSoonIsNotVerified) {
  const test::TemporaryFolder folder;
  // Says that the state is of the epoch after, as one does that does not wait.
  const auto hasty =
      patched_trainer(folder,
                      "kept = mlplab_run.Run.save\nmlplab_run.Run.save = lambda run, engine, epoch, steps: "
                      "kept(run, engine, epoch + 1, steps)");
  if (!hasty) GTEST_SKIP() << "skipped: " << find_backend("python-numpy").why_not();
  const Judged judged = judge(*hasty);
  EXPECT_EQ(warnings_with(judged.log, "is not verified"), 1U);
  EXPECT_EQ(judged.log.epochs[0].verification, Verification::not_verified);
  EXPECT_EQ(judged.mark, Equivalence::not_compared);
}

/// A sweep over sequential and a patched trainer, held against the first of them.
SweepAnalysis swept(const std::filesystem::path& folder, const Launcher& launcher) {
  SweepSpec spec;
  spec.base = test::small_spec();
  spec.base.epochs = 1;
  spec.axis = SweepAxis::backend;
  spec.values = {"sequential", launcher.name};
  spec.repeats = 1;
  spec.warmup_epochs = 1;
  spec.against_reference = true;
  struct Quiet : SweepSink {
    void on_progress(const StudyProgress&) override {}
    void on_run(const SweepRun&) override {}
  } sink;
  RunControl control;
  SweepStore store = SweepStore::create(folder, spec);
  run_sweep(store, test::small_dataset(), sink, control,
            [&](const RunSpec& run, const Dataset& data, EventSink& events, RunControl& order) {
              if (run.backend != launcher.name) return train(run, data, events, order);
              return run_in_processes(launcher, run, data, events, order);
            });
  return analyse(SweepStore::open(folder));
}

TEST(ExternalRun, ASweepJudgesATrainerAsTheComparisonDoes) {
  const test::TemporaryFolder folder;
  const auto honest = patched_trainer(folder, "");
  if (!honest) GTEST_SKIP() << "skipped: " << find_backend("python-numpy").why_not();
  const SweepAnalysis right = swept(folder / "honest", *honest);
  EXPECT_EQ(right.points.at(1).losses, Equivalence::equal) << right.reading.back();

  // Tells sequential's losses, hands over the initial weights, and is honest about their test loss.
  RunSpec spec = test::small_spec();
  spec.epochs = 2;
  spec.backend = "sequential";
  test::Remember reference;
  RunControl control;
  train(spec, test::small_dataset(), reference, control);
  const SweepAnalysis lie = swept(
      folder / "liar",
      *patched_trainer(folder,
                       "mlplab_run.learning_rate = lambda *x: 0.0\nhonest = mlplab_run.Run.say\n"
                       "def say(run, event, **members):\n    if event == 'epoch_done': members.update(loss_train={1: " +
                           std::to_string(reference.log.epochs[0].loss_train) +
                           ", 2: " + std::to_string(reference.log.epochs[1].loss_train) +
                           "}[members['epoch']])\n    honest(run, event, **members)\nmlplab_run.Run.say = say"));
  const auto says = [](const std::vector<std::string>& sentences, const std::string& words) {
    return std::ranges::any_of(sentences, [&](const std::string& one) { return one.find(words) != one.npos; });
  };
  EXPECT_EQ(lie.points.at(1).losses, Equivalence::differs) << "its weights do not have the reference's test loss";
  EXPECT_TRUE(says(lie.points.at(1).warnings, "do not bear out what it tells"));
  EXPECT_FALSE(says(lie.reading, "All points have the losses"));
  EXPECT_FALSE(says(lie.reading, "that of backend python-numpy"));

  const SweepAnalysis hasty =
      swept(folder / "hasty", *patched_trainer(folder,
                                               "kept = mlplab_run.Run.save\nmlplab_run.Run.save = lambda run, engine, "
                                               "epoch, steps: kept(run, engine, epoch + 1, steps)"));
  EXPECT_EQ(hasty.points.at(1).losses, Equivalence::not_compared);
  EXPECT_NE(hasty.points.at(1).losses, Equivalence::differs);
  EXPECT_TRUE(
      says(hasty.reading, "python-numpy (backend), whose losses could not be compared: nothing says that they"));
}

/// The text between ```LANGUAGE and ``` after the section's title.
std::string example(const std::string& language) {
  const std::string text = test::read_bytes(find_resources() / "../docs/file-formats.md");
  const std::size_t section = text.find("## Writing a trainer of your own");
  const std::string fence = "```" + language + "\n";
  const std::size_t begin = text.find(fence, section) + fence.size();
  return text.substr(begin, text.find("```", begin) - begin);
}

TEST(ExternalRun, TheExampleOfTheDocumentationTrains) {
  const BackendEntry& numpy = find_backend("python-numpy");
  if (const std::string reason = numpy.why_not(); !reason.empty()) GTEST_SKIP() << "skipped: " << reason;
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "my_trainer.py", example("python"));
  test::write_bytes(folder / "my-trainer.json", example("json"));
  std::vector<BackendEntry> table;
  add_external_backends(table, {}, folder.path());
  ASSERT_EQ(table.size(), 1U);
  ASSERT_EQ(table[0].name, "my-trainer") << table[0].why_not();
  // The Python that has NumPy, which need not be the first in PATH.
  const std::string python = program_of(numpy)->launch(test::small_spec(), "/tmp").command.front();
  Launcher mine = launcher_of(table[0], 0);
  mine.launch = [python, launch = mine.launch](const RunSpec& spec, const std::filesystem::path& exchange) {
    Launch changed = launch(spec, exchange);
    changed.command.front() = python;
    return changed;
  };
  Watched run(mine, 0);
  run.spec.model = make_mlp({36, 4}, Activation::relu);
  const RunEnded ended = run.train();
  ASSERT_EQ(ended.status, RunStatus::done) << ended.reason;
  RunSpec spec = run.spec;
  spec.backend = "sequential";
  test::Remember reference;
  RunControl control;
  train(spec, run.dataset, reference, control);
  ASSERT_EQ(run.sink.log.epochs.size(), reference.log.epochs.size());
  for (std::size_t e = 0; e < reference.log.epochs.size(); ++e)
    EXPECT_NEAR(run.sink.log.epochs[e].loss_train, reference.log.epochs[e].loss_train, same_loss);
}

}  // namespace
}  // namespace mlplab
