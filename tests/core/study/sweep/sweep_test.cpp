// The sweep on disk and running: order, warm-up, cancel, resume, kill, failures, and once with real
// training.
#include "core/study/sweep/sweep.h"

#include <fstream>
#include <set>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/load.h"
#include "core/run/run_lock.h"
#include "core/study/sweep/sweep_analysis.h"
#include "tests/core/study/fake_training.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

double by_batch(const RunSpec& run) { return 100.0 / run.batch; }

TEST_F(SweepFolder, RunsInRoundsThatBeginElsewhereEachTime) {
  SweepStore store = SweepStore::create(folder_, batches());
  QuietSweep sink;
  RunControl control;
  EXPECT_EQ(run_sweep(store, dataset_, sink, control, fake_training(by_batch)).status, RunStatus::done);
  EXPECT_EQ(sink.order,
            (std::vector<std::string>{"16#0", "32#0", "64#0", "32#1", "64#1", "16#1", "64#2", "16#2", "32#2"}));
  EXPECT_TRUE(store.complete());
}

TEST(SweepRuns, AreInTheirLinesWithEveryMember) {
  SweepRun run;
  run.value = "4", run.across = "64", run.repeat = 2, run.started = "2026-11-21T14:30:05Z";
  run.workers = 4, run.host_threads = 5, run.batch = 16, run.device = "a CPU", run.dataset_hash = "ab";
  run.epoch_times_s = {0.5, 0.25}, run.time_s = 0.75, run.images_per_s = 8.0, run.test_time_s = 0.125;
  run.wall_s = 3.0, run.loss_epoch1 = 2.5, run.loss_train = 1.5, run.steps_per_epoch = 7;
  run.losses = {2.5, 1.5}, run.losses_test = {not_known, 1.25};
  run.accuracies = {0.25, 0.5}, run.accuracies_test = {0.375, 0.875};
  run.losses_validation = {3.0, 2.0}, run.accuracies_validation = {not_known, 0.75};
  run.tests_s = 0.25, run.validations_s = 0.0;
  run.verifications = {Verification::verified, Verification::refuted}, run.accuracy_test = 0.875;
  run.energy = RunEnergy{.scopes = {"package-0"}, .epoch_j = 9.0, .epoch_s = 10.0};
  run.warnings = {{.text = "hot"}}, run.session = "now", run.session_noise = {{.text = "busy"}}, run.failure = "no";
  const nlohmann::json json = run;
  EXPECT_EQ(dump_json(json),
            R"({"accuracies":[0.25,0.5],"accuracies_test":[0.375,0.875],"accuracies_validation":[null,0.75],)"
            R"("accuracy_test":0.875,"across":"64","batch":16,"dataset_hash":"ab","device":"a CPU","energy":)"
            R"({"epoch_j":9.0,"epoch_s":10.0,"scopes":["package-0"],"short_windows":false,"why_not":""},)"
            R"("epoch_times_s":[0.5,0.25],"failure":"no","host_threads":5,"images_per_s":8.0,"loss_epoch1":2.5,)"
            R"("loss_train":1.5,"losses":[2.5,1.5],"losses_test":[null,1.25],"losses_validation":[3.0,2.0],)"
            R"("repeat":2,"session":"now",)"
            R"("session_noise":["busy"],"started":"2026-11-21T14:30:05Z","steps_per_epoch":7,"test_time_s":0.125,)"
            R"("tests_s":0.25,"time_s":0.75,"validation_time_s":null,"validations_s":0.0,"value":"4",)"
            R"("verification":["verified","refuted"],)"
            R"("wall_s":3.0,"warnings":["hot"],"workers":4})");
  EXPECT_EQ(nlohmann::json(json.get<SweepRun>()), json);
}

TEST(SweepRuns, RefuseAnAccuracyOfAnEpochThatCannotBe) {
  nlohmann::json json = made_run("1", 0, 1, 1.0);
  json["accuracies_test"] = {0.5, 7.0};
  EXPECT_NE(message_of([&] { json.get<SweepRun>(); }).find("accuracies_test"), std::string::npos);
}

TEST_F(SweepFolder, ByEpochEachRunIsEvaluatedOnTheWay) {
  SweepSpec spec = batches();
  EXPECT_EQ(run_of(spec, 0).eval_every, run_of(spec, 0).epochs) << "the accuracy at the end alone";
  spec.by_epoch = true;
  spec.base.eval_every = 2;
  EXPECT_EQ(run_of(spec, 0).eval_every, 2);
  spec.base.eval_every = 1;
  EXPECT_TRUE(nlohmann::json(spec).get<SweepSpec>().by_epoch);
  spec.values = {"64"};
  spec.repeats = 1;
  spec.base.data = {.source = "shapes", .train_limit = 200, .test_limit = 50, .validation_fraction = 0.25};
  const Dataset dataset = load_dataset(spec.base.data, find_resources(), spec.base.seed);
  spec.base.model = make_mlp({dataset.features(), 8, dataset.classes()}, Activation::relu);
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  ASSERT_EQ(run_sweep(store, dataset, sink, control).status, RunStatus::done);
  const SweepRun& run = store.runs().front();
  const RunLog kept = log_of(SweepStore::open(folder_).runs().front(), run_of(spec, 0));
  ASSERT_EQ(kept.epochs.size(), 3U) << "the warm-up, too";
  for (const EpochDone& epoch : kept.epochs) {
    EXPECT_TRUE(epoch.loss_test && epoch.accuracy_test && epoch.loss_validation && epoch.accuracy_validation);
    EXPECT_GT(epoch.accuracy_train, 0.0);
  }
  EXPECT_EQ(kept.epochs.back().accuracy_test, run.accuracy_test);
  EXPECT_GT(run.tests_s.value_or(0.0), run.test_time_s) << "of three evaluations, not of one";
  EXPECT_GT(run.validations_s.value_or(0.0), run.validation_time_s);
}

TEST_F(SweepFolder, WarmUpIsTrainedButNotTimed) {
  SweepSpec spec = batches();
  spec.warmup_epochs = 1;
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  run_sweep(store, dataset_, sink, control, fake_training(by_batch));
  const SweepRun& run = store.runs().front();
  ASSERT_EQ(run.epoch_times_s.size(), 3U);
  EXPECT_DOUBLE_EQ(run.epoch_times_s[0], 62.5) << "the slow first epoch is kept, to be seen";
  EXPECT_DOUBLE_EQ(run.time_s, 6.25);
  EXPECT_DOUBLE_EQ(run.images_per_s, 1000 / 6.25);
  EXPECT_DOUBLE_EQ(run.loss_epoch1, 2.0);
  EXPECT_EQ(run.accuracy_test, 0.9);
}

TEST_F(SweepFolder, WeakScalingTimesAWholeStep) {
  SweepSpec spec = batches();
  spec.base.batch = 300;  // of the 1000 examples: three whole steps and a third of one
  spec.axis = SweepAxis::workers;
  spec.values = {"1"};
  spec.scaling = Scaling::weak;
  spec.base.batch = 300;
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  run_sweep(store, dataset_, sink, control, fake_training([](const RunSpec&) { return 10.0; }));
  EXPECT_DOUBLE_EQ(store.runs().front().time_s, 10.0 * 300 / 1000) << "not a quarter of the epoch";
  EXPECT_DOUBLE_EQ(SweepStore::open(folder_).runs().front().time_s, 3.0);
}

TEST_F(SweepFolder, OldWeakScalingTimesAreReadAsWholeSteps) {
  SweepSpec spec = batches();
  spec.axis = SweepAxis::workers;
  spec.values = {"1"};
  spec.scaling = Scaling::weak;
  spec.base.batch = 300;
  SweepStore store = SweepStore::create(folder_, spec);
  SweepRun run = made_run("1", 0, 1, 2.5);  // 10 s of 4 steps, one of them short
  run.batch = 300;
  run.images_per_s = 100.0;
  store.append(run);
  EXPECT_DOUBLE_EQ(SweepStore::open(folder_).runs().front().time_s, 3.0);
}

TEST_F(SweepFolder, CancelKeepsWhatIsDoneAndResumeRunsTheRestOnly) {
  QuietSweep first;
  {
    SweepStore store = SweepStore::create(folder_, batches());
    RunControl control;
    first.after_run = [&](const SweepRun&) {
      if (first.order.size() == 4) control.stop();
    };
    EXPECT_EQ(run_sweep(store, dataset_, first, control, fake_training(by_batch)).status, RunStatus::stopped);
  }
  SweepStore store = SweepStore::open(folder_);
  EXPECT_EQ(store.runs().size(), 4U);
  EXPECT_EQ(store.spec(), batches());
  EXPECT_FALSE(store.complete());
  QuietSweep second;
  RunControl control;
  EXPECT_EQ(run_sweep(store, dataset_, second, control, fake_training(by_batch)).status, RunStatus::done);
  EXPECT_EQ(second.order.size(), 5U);
  std::set<std::string> all(first.order.begin(), first.order.end());
  all.insert(second.order.begin(), second.order.end());
  EXPECT_EQ(all.size(), 9U) << "every run once";
  EXPECT_TRUE(SweepStore::open(folder_).complete());
}

TEST_F(SweepFolder, AStoppedRunLeavesNoLine) {
  SweepStore store = SweepStore::create(folder_, batches());
  RunControl control;
  QuietSweep sink;
  sink.at_progress = [&](const StudyProgress& progress) {
    if (progress.name == "32" && progress.run_fraction > 0.0) control.stop();
  };
  EXPECT_EQ(run_sweep(store, dataset_, sink, control, fake_training(by_batch)).status, RunStatus::stopped);
  EXPECT_EQ(sink.order, std::vector<std::string>{"16#0"});
}

SweepRun run_of_batch(const std::string& batch, int repeat) {
  SweepRun run = made_run(batch, repeat, 1, 1.0);
  run.batch = std::stoi(batch);
  return run;
}

TEST_F(SweepFolder, ALineCutOffByAKillIsMeasuredAgain) {
  {
    SweepStore store = SweepStore::create(folder_, batches());
    store.append(run_of_batch("16", 0));
  }
  std::ofstream(folder_ / "runs.jsonl", std::ios::app) << R"({"value":"32","repe)";
  SweepStore store = SweepStore::open(folder_);
  EXPECT_EQ(store.runs().size(), 1U);
  store.append(run_of_batch("32", 0));
  EXPECT_EQ(SweepStore::open(folder_).runs().size(), 2U) << "the new line does not continue the broken one";
}

TEST_F(SweepFolder, BrokenFilesAreSaid) {
  EXPECT_NE(message_of([&] { SweepStore::open(folder_); }).find("sweep.json"), std::string::npos);
  SweepStore::create(folder_, batches());
  EXPECT_NE(message_of([&] { SweepStore::create(folder_, batches()); }).find("holds a sweep already"),
            std::string::npos);
  std::ofstream(folder_ / "runs.jsonl") << "{}\n";
  EXPECT_NE(message_of([&] { SweepStore::open(folder_); }).find("line 1"), std::string::npos);
  std::ofstream(folder_ / "sweep.json") << "[]";
  EXPECT_THROW(SweepStore::open(folder_), InputError);
  EXPECT_THROW(find_sweep("no-such-sweep"), InputError);
}

TEST_F(SweepFolder, AnotherDataSetIsRefused) {
  SweepStore store = SweepStore::create(folder_, batches());
  SweepRun run = run_of_batch("16", 0);
  run.dataset_hash = "of other data";
  store.append(run);
  QuietSweep sink;
  RunControl control;
  EXPECT_NE(message_of([&] { run_sweep(store, dataset_, sink, control, fake_training(by_batch)); }).find("data set"),
            std::string::npos);
}

TEST_F(SweepFolder, AnotherDeviceIsRefusedAndItsRunIsNotKept) {
  const auto resumed = [&](const std::string& device, int repeat) {
    std::filesystem::remove_all(folder_);
    SweepSpec spec = batches();
    spec.against_reference = true;
    SweepStore store = SweepStore::create(folder_, spec);
    SweepRun run = run_of_batch("32", repeat);
    run.device = device;
    store.append(run);
    QuietSweep sink;
    RunControl control;
    const std::string said = message_of([&] { run_sweep(store, dataset_, sink, control, fake_training(by_batch)); });
    for (const SweepRun& kept : store.runs()) {
      const bool measured = kept.value == "32" && kept.repeat != reference_repeat;
      EXPECT_TRUE(!measured || said == "nothing was thrown" || kept.device == device);
    }
    return said;
  };
  EXPECT_EQ(resumed("imagined", 0), "nothing was thrown");
  EXPECT_EQ(resumed("the sequential one", reference_repeat), "nothing was thrown")
      << "the reference is another backend's";
  const std::string said = resumed("NVIDIA H200", 0);
  EXPECT_NE(said.find("the device NVIDIA H200, and here it is imagined"), std::string::npos) << said;
}

class OtherGround : public SweepFolder {
 protected:
  // sweep.json with members of its machine changed, and what resuming it says.
  std::string refusal(const std::function<void(nlohmann::json&)>& change) {
    std::filesystem::remove_all(folder_);
    SweepStore::create(folder_, batches());
    nlohmann::json json = parse_json(read_file(folder_ / "sweep.json"));
    change(json.at("machine"));
    std::ofstream(folder_ / "sweep.json") << json;
    SweepStore store = SweepStore::open(folder_);
    QuietSweep sink;
    RunControl control;
    return message_of([&] { run_sweep(store, dataset_, sink, control, fake_training(by_batch)); });
  }
};

TEST_F(OtherGround, MachineBuildAndQuotaMustBeTheSame) {
  EXPECT_EQ(refusal([](nlohmann::json&) {}), "nothing was thrown");
  const auto has = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  using Json = nlohmann::json;
  std::string said = refusal([](Json& machine) { machine["cpu"] = "Other 9000"; });
  EXPECT_TRUE(has(said, "processor") && has(said, "Other 9000")) << said;
  said = refusal([](Json& machine) { machine["cores"] = "96 cores"; });
  EXPECT_TRUE(has(said, "cores") && has(said, "96 cores")) << said;
  said = refusal([](Json& machine) { machine["compiler"] = "Other C++ 1"; });
  EXPECT_TRUE(has(said, "compiler") && has(said, "Other C++ 1")) << said;
  said = refusal([](Json& machine) { machine["build_flags"] = "-O0"; });
  EXPECT_TRUE(has(said, "build flags") && has(said, "-O0")) << said;
  said = refusal([](Json& machine) { machine["commit"] = "0123abc"; });
  EXPECT_TRUE(has(said, "commit") && has(said, "0123abc")) << said;
  said = refusal([](Json& machine) { machine["cpu_quota"] = 0.5; });
  EXPECT_TRUE(has(said, "quota") && has(said, "0.5")) << said;
  said = refusal([](Json& machine) { machine["logical_cpus"] = 4096; });
  EXPECT_TRUE(has(said, "logical CPUs") && has(said, "4096")) << said;
}

TEST_F(OtherGround, AFileOfAnotherFormatIsNamed) {
  SweepStore::create(folder_, batches());
  const auto file = folder_ / "sweep.json";
  nlohmann::json json = parse_json(read_file(file));
  json["format"] = "mlplab-sweep-9";
  std::ofstream(file) << json;
  try {
    SweepStore::open(folder_);
    ADD_FAILURE() << "nothing was refused";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("its format is not"), std::string::npos) << error.what();
  }
}

TEST_F(OtherGround, WhatAnOlderFileDoesNotSayIsSaid) {
  EXPECT_EQ(refusal([](nlohmann::json& machine) {
              machine.erase("cpu_quota");
              machine.erase("logical_cpus");
            }),
            "nothing was thrown");
  EXPECT_EQ(SweepStore::open(folder_).machine().unknown(),
            (std::vector<std::string>{"the logical CPUs", "the processor quota"}));
  EXPECT_TRUE(this_machine().unknown().empty());
}

/// Each run takes 20 ms of two CPUs, as the system's counters have it.
class ShortRuns : public SweepFolder {
 protected:
  SweepAnalysis swept(double own_share, int repeats, double step_s = 0.01) {
    std::filesystem::remove_all(folder_);
    SweepSpec spec = batches();
    spec.repeats = repeats;
    SweepStore store = SweepStore::create(folder_, spec);
    QuietSweep sink;
    RunControl control;
    NoiseReading now;
    now.cpus = 2;
    run_sweep(store, dataset_, sink, control, fake_training(by_batch), [&] {
      now.cpu_total_s += 2.0 * step_s;
      now.cpu_busy_s += 2.0 * step_s;
      now.own_s += own_share * 2.0 * step_s;
      return now;
    });
    return analyse(SweepStore::open(folder_));
  }
  static std::string all(const std::vector<std::string>& sentences) {
    std::string text;
    for (const std::string& sentence : sentences) text += sentence + "\n";
    return text;
  }
};

TEST_F(ShortRuns, AreJudgedForOtherProgramsTogether) {
  const SweepAnalysis noisy = swept(0.25, 20);
  EXPECT_NE(all(noisy.warnings).find("over the whole sweep: other programs kept 1.5 of 2 CPUs busy"), std::string::npos)
      << all(noisy.warnings);
  for (const SweepPoint& point : noisy.points) EXPECT_EQ(all(point.warnings).find("other programs"), std::string::npos);
  EXPECT_EQ(all(swept(1.0, 20).warnings).find("over the whole sweep"), std::string::npos) << "a quiet machine";
}

TEST_F(ShortRuns, OfWhichThereAreTooFewAreSaidNotToBeJudged) {
  const std::string said = all(swept(0.25, 2).warnings);
  EXPECT_NE(said.find("all its runs together were too short to judge for other programs"), std::string::npos) << said;
}

TEST_F(ShortRuns, AreWhatIsJudgedTogetherAndNoOthers) {
  const SweepAnalysis analysis = swept(0.25, 2, 1.0);
  EXPECT_NE(all(analysis.points[0].warnings).find("other programs kept 1.5 of 2 CPUs busy"), std::string::npos);
  EXPECT_EQ(all(analysis.warnings).find("over the whole sweep"), std::string::npos) << "each run says it";
}

TEST_F(SweepFolder, AFailingValueIsNotedAndTheOthersGoOn) {
  SweepStore store = SweepStore::create(folder_, batches());
  const TrainFunction good = fake_training(by_batch);
  const TrainFunction train_or_fail = [&](const RunSpec& spec, const Dataset& data, EventSink& sink,
                                          RunControl& control) {
    if (spec.batch != 32) return good(spec, data, sink, control);
    RunEnded ended;
    ended.status = RunStatus::failed;
    ended.failure = Failure::backend;
    ended.reason = "no memory";
    return ended;
  };
  QuietSweep sink;
  RunControl control;
  const SweepOutcome outcome = run_sweep(store, dataset_, sink, control, train_or_fail);
  EXPECT_EQ(outcome.status, RunStatus::done);
  EXPECT_EQ(outcome.failure, Failure::backend);
  EXPECT_EQ(outcome.reason, "no memory");
  EXPECT_EQ(store.runs().size(), 7U) << "six good runs and one failure";
  QuietSweep again;
  run_sweep(store, dataset_, again, control, good);
  EXPECT_EQ(again.order, (std::vector<std::string>{"32#0", "32#1", "32#2"})) << "resuming tries it again";
}

TEST_F(SweepFolder, ProgressGrowsToTheEnd) {
  SweepStore store = SweepStore::create(folder_, batches());
  QuietSweep sink;
  RunControl control;
  run_sweep(store, dataset_, sink, control, fake_training(by_batch));
  double before = 0.0;
  for (const StudyProgress& progress : sink.progresses) {
    EXPECT_GE(progress.fraction, before);
    EXPECT_EQ(progress.runs_total, 9);
    before = progress.fraction;
  }
  EXPECT_EQ(sink.progresses.front().runs_done, 0);
  EXPECT_EQ(sink.progresses.back().runs_done, 8);
  EXPECT_TRUE(std::isnan(sink.progresses.front().eta_s)) << "nothing to judge by yet";
  EXPECT_TRUE(std::isfinite(sink.progresses.back().eta_s));
}

TEST_F(SweepFolder, RealTraining) {
  SweepSpec spec = batches();
  spec.base.data.train_limit = 256;
  spec.base.data.test_limit = 64;
  spec.base.model = make_mlp({784, 8, 10}, Activation::relu);
  spec.base.epochs = 1;
  spec.values = {"32", "64"};
  spec.repeats = 2;
  const Dataset dataset = load_dataset(spec.base.data, find_resources(), 1);
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  EXPECT_EQ(run_sweep(store, dataset, sink, control).status, RunStatus::done);
  ASSERT_EQ(store.runs().size(), 4U);
  for (const SweepRun& run : store.runs()) {
    EXPECT_EQ(run.epoch_times_s.size(), 2U);
    EXPECT_GT(run.time_s, 0.0);
    EXPECT_EQ(run.dataset_hash, dataset.content_hash);
    EXPECT_EQ(run.loss_epoch1, store.find_done(run.value, 0)->loss_epoch1) << "repeats are the same training";
  }
}

TEST_F(SweepFolder, TheReferenceTrainsOnceAndFirstAndIsKept) {
  SweepSpec spec = batches();
  spec.base.backend = default_backend().name;
  spec.repeats = 2;
  spec.against_reference = true;
  SweepStore store = SweepStore::create(folder_, spec);
  std::vector<std::string> trained;
  const TrainFunction fake = [&, train = fake_training(by_batch)](const RunSpec& run, const Dataset& data,
                                                                  EventSink& sink, RunControl& control) {
    trained.push_back(run.backend + " " + std::to_string(run.batch));
    return train(run, data, sink, control);
  };
  QuietSweep sink;
  RunControl control;
  sink.after_run = [&](const SweepRun& run) {
    if (run.id() == "16#0") control.stop();
  };
  run_sweep(store, dataset_, sink, control, fake);
  const std::string reference = reference_entry().name;
  EXPECT_EQ(trained, (std::vector<std::string>{reference + " 16", reference + " 32", reference + " 64",
                                               spec.base.backend + " 16"}));
  SweepStore again = SweepStore::open(folder_);
  EXPECT_FALSE(again.complete());
  trained.clear();
  sink.after_run = {};
  RunControl another;
  run_sweep(again, dataset_, sink, another, fake);
  EXPECT_EQ(trained.size(), 5U) << "the reference is kept, and not trained again";
  EXPECT_TRUE(again.complete());
  EXPECT_EQ(sink.progresses.back().runs_total, 9);
  EXPECT_EQ(reference_points(spec).size(), 3U);
  spec.axis = SweepAxis::workers;
  EXPECT_EQ(reference_points(spec), (std::vector<std::size_t>{0})) << "all points compute the same";
}

/// A run of the sweep is the run that `train --seed N` makes: what a seed generates and holds out is its own too.
/// A training in which rounding decides: the points are right, and nothing can tell.
TEST_F(SweepFolder, WhereRoundingDecidesARightPointIsNotMarked) {
  SweepSpec spec;
  spec.base.backend = "sequential";
  spec.base.data = {.source = "mnist", .train_limit = 5000, .test_limit = 10};
  spec.base.model = make_mlp({784, 32, 10}, Activation::relu);
  spec.base.batch = 8, spec.base.epochs = 1;
  spec.base.optimizer.learning_rate = 0.5;
  spec.axis = SweepAxis::backend;
  spec.values = {"sequential", "simd"};
  spec.repeats = 1, spec.warmup_epochs = 0;
  const Dataset data = load_dataset(spec.base.data, find_resources(), spec.base.seed);
  SweepStore store = SweepStore::create(folder_, spec);
  struct Asked : QuietSweep {
    explicit Asked(const SweepStore& of) : store(of) {}
    void on_rounding() override {
      ++asked;
      EXPECT_TRUE(store.complete());
      EXPECT_EQ(analyse(store).points[1].losses, Equivalence::not_compared) << "it is looked at only now";
    }
    const SweepStore& store;
    int asked = 0;
  } sink(store);
  RunControl control;
  ASSERT_EQ(run_sweep(store, data, sink, control).status, RunStatus::done);
  EXPECT_EQ(sink.asked, 1);
  const SweepAnalysis analysis = analyse(SweepStore::open(folder_));
  const SweepPoint& point = analysis.points[1];
  const auto doubt = std::ranges::find_if(analysis.reading, [](const std::string& sentence) {
    return sentence.starts_with("Perhaps not the same training: simd (backend), whose losses could not be compared");
  });
  EXPECT_NE(doubt, analysis.reading.end());
  EXPECT_NE(point.losses, Equivalence::differs);
  EXPECT_EQ(point.losses, Equivalence::not_compared);
  ASSERT_FALSE(point.warnings.empty());
  EXPECT_TRUE(point.warnings.back().starts_with("run simd#0: rounding alone moves these losses by "))
      << point.warnings.back();
  run_sweep(store, data, sink, control);
  EXPECT_EQ(sink.asked, 1) << "it is kept";

  std::filesystem::remove(folder_ / "rounding.json");
  EXPECT_EQ(analyse(SweepStore::open(folder_)).points[1].losses, Equivalence::differs) << "as sweeps of before say";
  test::write_bytes(folder_ / "rounding.json", "[]");
  EXPECT_NE(message_of([&] { SweepStore::open(folder_); }).find("rounding.json does not say"), std::string::npos);
}

TEST_F(SweepFolder, SeedsHaveDataOfTheirOwn) {
  SweepSpec spec = over(SweepAxis::seed, {"1", "2"});
  spec.base.epochs = 1;
  spec.base.data = {.source = "shapes",
                    .train_limit = 64,
                    .test_limit = 9,
                    .validation_fraction = 0.25,
                    .image_size = {8, 8},
                    .channels = 1};
  spec.base.model = make_mlp({64, 9}, Activation::relu);
  spec.base.batch = 16;
  spec.warmup_epochs = 0;
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  EXPECT_EQ(run_sweep(store, {}, sink, control).status, RunStatus::done);
  ASSERT_EQ(store.runs().size(), 2U);
  for (const SweepRun& run : store.runs()) {
    RunSpec alone = spec.base;
    alone.seed = std::stoull(run.value);
    EXPECT_EQ(run.dataset_hash, load_dataset(alone.data, find_resources(), alone.seed).content_hash);
  }
  EXPECT_NE(store.runs()[0].dataset_hash, store.runs()[1].dataset_hash);
  EXPECT_NE(store.runs()[0].loss_epoch1, store.runs()[1].loss_epoch1);
  QuietSweep again;
  EXPECT_EQ(run_sweep(store, {}, again, control).status, RunStatus::done) << "nothing is left to do";
  EXPECT_TRUE(again.order.empty());
}

/// Each number of images is a data set of its own; the accuracy is said to be of one seed.
TEST_F(SweepFolder, SettingsOfTheDataHaveDataOfTheirOwn) {
  SweepSpec spec = over(parse_axis("train_limit"), {"32", "64"});
  spec.base.epochs = 1;
  spec.base.data = {.source = "shapes", .test_limit = 9, .image_size = {8, 8}, .channels = 1};
  spec.base.model = make_mlp({64, 9}, Activation::relu);
  spec.base.batch = 16;
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  EXPECT_EQ(run_sweep(store, {}, sink, control).status, RunStatus::done);
  const SweepAnalysis analysis = analyse(SweepStore::open(folder_));
  EXPECT_EQ(images_of(analysis), (std::pair<std::int64_t, std::int64_t>(32, 64)));
  EXPECT_TRUE(std::ranges::any_of(analysis.reading, [](const std::string& sentence) {
    return sentence.starts_with("The highest test accuracy after 2 epochs is that of training images ");
  })) << "and that it is of one seed";
}

TEST_F(SweepFolder, LevelledAccuraciesAreAllTheHighest) {
  SweepStore store = SweepStore::create(folder_, batches());
  for (const auto& [batch, accuracy] : {std::pair("16", 0.9), std::pair("32", 0.8), std::pair("64", 0.9)}) {
    SweepRun run = run_of_batch(batch, 0);
    run.accuracy_test = accuracy;
    store.append(run);
  }
  const SweepAnalysis analysis = analyse(store);
  EXPECT_TRUE(std::ranges::any_of(analysis.reading, [](const std::string& sentence) {
    return sentence.find("is that of batch 16 and batch 64: 90.00 %") != std::string::npos;
  }));
}

TEST_F(SweepFolder, MoreImagesThanThereAreAreNoPoint) {
  SweepSpec spec = batches();
  spec.base.data = {.source = "shapes", .test_limit = 9, .image_size = {8, 8}, .channels = 1};
  spec.base.model = make_mlp({64, 9}, Activation::relu);
  spec.axis = parse_axis("train_limit");
  spec.values = {"100", "1000000"};
  spec.repeats = 1;
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  EXPECT_EQ(run_sweep(store, {}, sink, control, fake_training([](const RunSpec&) { return 1.0; })).status,
            RunStatus::done);
  const SweepAnalysis analysis = analyse(store);
  EXPECT_EQ(analysis.points[0].runs.size(), 1U);
  EXPECT_EQ(analysis.points[1].failure, "there are 7200 training images, fewer than 1000000");
}

/// Each size is a data set of its own, with a network of its own; the phases are kept apart.
TEST_F(SweepFolder, ResolutionsHaveImagesOfTheirOwn) {
  SweepSpec spec = over(SweepAxis::resolution, {"8", "10x12"});
  spec.base.epochs = 1;
  spec.base.data = {.source = "shapes", .train_limit = 64, .test_limit = 9, .validation_fraction = 0.25, .channels = 1};
  spec.base.model = make_mlp({64, 9}, Activation::relu);
  spec.base.batch = 16;
  SweepStore store = SweepStore::create(folder_, spec);
  QuietSweep sink;
  RunControl control;
  EXPECT_EQ(run_sweep(store, {}, sink, control).status, RunStatus::done);
  ASSERT_EQ(store.runs().size(), 2U);
  EXPECT_NE(store.runs()[0].dataset_hash, store.runs()[1].dataset_hash);
  const SweepAnalysis analysis = analyse(SweepStore::open(folder_));
  for (const SweepPoint& point : analysis.points) {
    EXPECT_GT(point.test_time_s.value, 0.0);
    EXPECT_GT(point.validation_time_s.value, 0.0);
    EXPECT_EQ(point.failure, "");
  }
  QuietSweep again;
  EXPECT_EQ(run_sweep(store, {}, again, control).status, RunStatus::done) << "nothing is left to do";
  EXPECT_TRUE(again.order.empty());
}

/// Two that measure at once would disturb each other and write every run twice.
TEST_F(SweepFolder, OneProgramAtATime) {
  SweepStore store = SweepStore::create(folder_, batches());
  QuietSweep sink;
  RunControl control;
  const std::string before = test::read_bytes(folder_ / "runs.jsonl");
  {
    const RunLock other(folder_);
    EXPECT_THROW(run_sweep(store, dataset_, sink, control, fake_training(by_batch)), InputError);
    EXPECT_THROW(SweepStore::create(folder_, batches()), InputError);
  }
  EXPECT_EQ(test::read_bytes(folder_ / "runs.jsonl"), before);
  // Runs that another program has measured meanwhile are not measured again.
  SweepStore second = SweepStore::open(folder_);
  EXPECT_EQ(run_sweep(store, dataset_, sink, control, fake_training(by_batch)).status, RunStatus::done);
  const std::string whole = test::read_bytes(folder_ / "runs.jsonl");
  EXPECT_EQ(run_sweep(second, dataset_, sink, control, fake_training(by_batch)).status, RunStatus::done);
  EXPECT_EQ(test::read_bytes(folder_ / "runs.jsonl"), whole);
}

TEST_F(SweepFolder, FoldersAreNewAndPathsAbsolute) {
  SweepSpec spec = batches();
  const auto first = new_sweep_folder(folder_ / "sweeps", spec), second = new_sweep_folder(folder_ / "sweeps", spec);
  EXPECT_NE(first, second);
  EXPECT_TRUE(std::filesystem::is_directory(first) && std::filesystem::is_directory(second));
  spec.base.data.source = "pictures";
  SweepStore::create(first, spec);
  EXPECT_EQ(SweepStore::open(first).spec().base.data.source, std::filesystem::absolute("pictures").string());
}

}  // namespace
}  // namespace mlplab
