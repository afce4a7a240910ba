// The comparison on a small data set: real runs of the backends of this build, which may be few.
#include "core/study/comparison/comparison.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/reporting/comparison_report.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/comparison/comparison_reading.h"
#include "core/study/equivalence.h"
#include "core/study/figures.h"
#include "core/study/kinds/comparison.h"
#include "tests/core/study/comparison/imagined.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// On the backends that compute in this process: the others are tested where they live.
ComparisonSpec here() {
  ComparisonSpec spec;
  spec.base = test::small_spec();
  spec.base.options.workers = 2;
  spec.target_accuracy = 0.3;
  spec.repeats = 1;
  for (const BackendEntry& entry : backend_table())
    if (entry.kind == BackendKind::cpu) spec.backends.push_back(entry.name);
  return spec;
}

TEST(Comparison, RoundsAlternateAndMediansHaveIntervals) {
  Imagined imagined([](const std::string& name, int nth) { return (name == slow() ? 4.0 : 2.0) * (1.0 + 0.01 * nth); });
  RunControl control;
  imagined.run(control);
  EXPECT_EQ(imagined.order, (std::vector<std::string>{slow(), fast(), fast(), slow(), slow(), fast()}));
  const ComparisonRow& row = imagined.comparison.rows[1];
  EXPECT_DOUBLE_EQ(row.time_s.value, 2.04);
  EXPECT_DOUBLE_EQ(row.log.train_time_s(), 2.04) << "the curves are those of the median run";
  EXPECT_LT(row.time_s.interval.low, 2.02);
  EXPECT_GT(row.time_s.interval.high, 2.06);
  EXPECT_DOUBLE_EQ(row.speed.value, 2.0);
  EXPECT_TRUE(is_difference(row.speed.interval));
  EXPECT_EQ(imagined.reading().find("Measured while"), std::string::npos) << imagined.reading();
  EXPECT_NE(imagined.reading().find(fast() + " is the fastest"), std::string::npos) << imagined.reading();
  EXPECT_NE(imagined.reading().find("Medians of 3 runs each"), std::string::npos);
  const auto json = comparison_json(imagined.comparison);
  EXPECT_EQ(json[1]["runs"], 3);
  EXPECT_DOUBLE_EQ(json[1]["epoch_time_s"], 1.02);
  EXPECT_DOUBLE_EQ(json[1]["ci_s"][0], 0.5 * row.time_s.interval.low) << "of an epoch";
  EXPECT_DOUBLE_EQ(json[1]["ci_s"][1], 0.5 * row.time_s.interval.high);
  EXPECT_EQ(json[1]["noise"], "");
}

TEST(Comparison, WhatIsWithinTheNoiseIsNotCalledFaster) {
  Imagined imagined([](const std::string& name, int nth) { return (name == slow() ? 1.05 : 1.0) + 0.03 * (nth - 2); });
  RunControl control;
  imagined.run(control);
  EXPECT_EQ(imagined.reading().find("is the fastest:"), std::string::npos) << imagined.reading();
  EXPECT_NE(imagined.reading().find("differ by less than the noise"), std::string::npos) << imagined.reading();
  const std::string speed = figure_text(figures::relative_speed, cell_of(imagined.comparison.rows[1]));
  EXPECT_EQ(speed.find("within noise ("), 0U) << speed;
  for (const Table& table : {comparison_table(imagined.comparison).shown})
    EXPECT_EQ(to_markdown(table).find("±"), std::string::npos) << "intervals are seldom symmetric";
}

TEST(Comparison, OneRunSaysThatItHasNoInterval) {
  Imagined imagined([](const std::string& name, int) { return name == slow() ? 4.0 : 1.0; });
  imagined.comparison.spec.repeats = 1;
  RunControl control;
  imagined.run(control);
  EXPECT_FALSE(imagined.comparison.rows[1].time_s.interval.known());
  EXPECT_TRUE(comparison_json(imagined.comparison)[1]["ci_s"].is_null());
  EXPECT_EQ(imagined.reading().find("is the fastest:"), std::string::npos) << imagined.reading();
  EXPECT_NE(imagined.reading().find("One run says nothing of the noise"), std::string::npos) << imagined.reading();
  EXPECT_NE(imagined.reading().find("One run each: there is no interval."), std::string::npos) << imagined.reading();
}

TEST(Comparison, OtherProgramsAreSaidFirst) {
  Imagined imagined([](const std::string&, int) { return 1.0; });
  imagined.others = 0.5;
  RunControl control;
  imagined.run(control);
  const std::vector<std::string> reading = read_comparison(imagined.comparison);
  ASSERT_FALSE(reading.empty());
  EXPECT_EQ(reading.front().find("Measured while other programs kept 0.50 of 2 CPUs busy"), 0U) << reading.front();
  EXPECT_NE(comparison_json(imagined.comparison)[0]["noise"].get<std::string>().find("0.50 of 2"), std::string::npos);

  Imagined before([](const std::string&, int) { return 1.0; });
  before.others = 0.5;
  int readings = 0;
  const auto noise = before.watch.noise;
  before.watch.noise = [&] {
    if (++readings > 2) before.others = 0.0;
    return noise();
  };
  before.run(control);
  EXPECT_EQ(noise_verdict(before.comparison).find("Measured while before the first run other programs kept 0.50"), 0U)
      << noise_verdict(before.comparison);
}

TEST(Comparison, AStopInALaterRoundKeepsWhatWasMeasuredAndSaysOnHowManyRunsItRests) {
  Imagined imagined([](const std::string&, int) { return 1.0; });
  RunControl control;
  imagined.after_run = [&] {
    if (imagined.order.size() == 3) control.stop();
  };
  imagined.run(control);
  EXPECT_EQ(imagined.comparison.rows[0].runs.size(), 1U);
  EXPECT_EQ(imagined.comparison.rows[1].runs.size(), 2U);
  EXPECT_TRUE(imagined.comparison.rows[0].reason.empty()) << "it has a result";
  EXPECT_NE(imagined.reading().find("Medians of 1 to 2 runs"), std::string::npos) << imagined.reading();
  const std::string text = comparison_markdown(imagined.comparison);
  EXPECT_NE(text.find(slow() + " rests on 1 of 3 runs: the comparison was stopped"), std::string::npos) << text;
}

TEST(Comparison, ARunThatDiffersInALaterRoundIsSeenAndNeverTheFastest) {
  Comparison comparison;
  comparison.spec.base.epochs = 2;
  for (const std::string& name : {slow(), fast()}) {
    ComparisonRow& row = comparison.rows.emplace_back();
    row.backend = row.title = name;
    row.available = true;
    for (int round = 0; round < 3; ++round)
      add_run(row, {.round = round, .log = made_log(name, name == slow() ? 4.0 : 1.0), .noise = {}}, 0.9);
  }
  rebase(comparison, slow());
  EXPECT_EQ(comparison.rows[1].equivalent, Equivalence::equal);
  comparison.rows[1].runs[2].log = made_log(fast(), 1.0, 0.51);
  rebase(comparison, slow());
  EXPECT_EQ(comparison.rows[1].equivalent, Equivalence::differs);
  for (const std::string& sentence : read_comparison(comparison))
    EXPECT_EQ(sentence.find(fast() + " is the fastest"), std::string::npos) << sentence;
}

/// Rows of one run for each of these times, the losses those of the first; `unverified`: of a program whose weights
/// nobody has seen.
Comparison made_of(const std::vector<std::pair<std::string, std::vector<double>>>& rows,
                   const std::string& unverified = "") {
  Comparison comparison;
  comparison.spec.base.epochs = 2;
  for (const auto& [name, times_s] : rows) {
    ComparisonRow& row = comparison.rows.emplace_back();
    row.backend = row.title = name;
    row.available = true;
    for (const double time_s : times_s) {
      RunLog log = made_log(name, time_s);
      if (name == unverified)
        for (EpochDone& epoch : log.epochs) epoch.verification = Verification::not_verified;
      add_run(row, {.round = static_cast<int>(row.runs.size()), .log = log, .noise = {}}, 0.9);
    }
  }
  rebase(comparison, comparison.rows.front().backend);
  return comparison;
}

std::string reading_of(const Comparison& comparison) {
  std::string text;
  for (const std::string& sentence : read_comparison(comparison)) text += sentence + "\n";
  return text;
}

// A program whose times are doubted, or whose weights nobody has seen, is never the fastest, with the sequential run
// beside it or without.
TEST(Comparison, ADoubtedRowIsRankedNowhere) {
  for (const char* first : {"sequential", "simd"}) {
    const Comparison comparison = made_of({{first, {1.0, 1.01, 1.0, 0.99, 1.0}},
                                           {"openmp", {0.5, 0.51, 0.5, 0.5, 0.49}},
                                           {"theirs", {0.01, 0.011, 0.01, 0.01, 0.01}}},
                                          "theirs");
    for (const ComparisonRow* row : ranked_rows(comparison)) EXPECT_NE(row->backend, "theirs") << first;
    EXPECT_EQ(ranked_rows(comparison).size(), 2U) << first;
    EXPECT_EQ(reading_of(comparison).find("theirs is the fastest"), std::string::npos) << reading_of(comparison);
    EXPECT_NE(reading_of(comparison).find("are not verified: theirs."), std::string::npos) << reading_of(comparison);
    EXPECT_TRUE(comparison.rows[1].speed.known());
    EXPECT_FALSE(comparison.rows[2].speed.known()) << first;
    EXPECT_EQ(comparison_table(comparison).shown.rows[2].back(), "not verified");
  }
}

TEST(Comparison, OverADoubtedBaselineThereAreNoSpeeds) {
  Comparison comparison = made_of({{"simd", {1.0, 1.01, 1.0}}, {"theirs", {0.01, 0.011, 0.01}}}, "theirs");
  rebase(comparison, "theirs");
  for (const ComparisonRow& row : comparison.rows) EXPECT_FALSE(row.speed.known()) << row.backend;
  EXPECT_EQ(reading_of(comparison).find("The times or weights of the baseline theirs are not verified"), 0U)
      << reading_of(comparison);
}

TEST(Comparison, AFileKeepsWhatARunWarnedOf) {
  const test::TemporaryFolder folder;
  Comparison comparison = made_of({{"simd", {1.0}}});
  comparison.spec.base = test::small_spec();
  comparison.rows[0].runs[0].log.started.spec = test::small_spec();
  comparison.rows[0].runs[0].log.warnings = {"its times are not verified"};
  save_comparison(folder / "comparison.json", comparison);
  EXPECT_EQ(read_comparison(folder / "comparison.json").rows[0].runs[0].log.warnings,
            comparison.rows[0].runs[0].log.warnings);
}

TEST(Comparison, WhatIsFasterThanTheSlowestIsToldApartFromIt) {
  const std::string text =
      reading_of(made_of({{slow(), {1.0, 1.01, 0.99}}, {fast(), {1.30, 1.31, 1.29}}, {"restless", {1.5, 0.8, 3.0}}}));
  EXPECT_NE(text.find(slow() + " and restless differ by less than the noise"), std::string::npos) << text;
  EXPECT_NE(text.find("as fast as " + fast()), std::string::npos) << text;
  EXPECT_EQ(text.find("as fast as restless"), std::string::npos) << text;
}

TEST(Comparison, WhatIsBeatenByAnotherIsNotAmongTheFastest) {
  const std::string text =
      reading_of(made_of({{"restless", {1.0, 0.5, 2.0}}, {slow(), {1.10, 1.11, 1.09}}, {fast(), {1.50, 1.51, 1.49}}}));
  EXPECT_NE(text.find("restless and " + slow() + " differ by less than the noise"), std::string::npos) << text;
}

TEST(Comparison, WhatWasNotComparedIsNotRankedAndNoBaseline) {
  Comparison comparison =
      made_of({{slow(), {10.0, 10.1, 9.9}}, {fast(), {2.0, 2.01, 1.99}}, {"unseen", {1.0, 1.01, 0.99}}}, "unseen");
  EXPECT_EQ(comparison.rows[2].equivalent, Equivalence::not_compared);
  std::string text = reading_of(comparison);
  EXPECT_NE(text.find(fast() + " is the fastest: "), std::string::npos) << text;
  EXPECT_NE(text.find("Not ranked, for the times that their programs tell or their weights are not verified: unseen."),
            std::string::npos)
      << text;
  EXPECT_EQ(text.find("train it too"), std::string::npos) << "it was trained: " << text;

  rebase(comparison, "unseen");
  text = reading_of(comparison);
  EXPECT_EQ(text.find("The times or weights of the baseline unseen are not verified"), 0U) << text;
  for (const ComparisonRow& row : comparison.rows) EXPECT_FALSE(row.speed.known()) << row.backend;

  comparison.rows[2].runs[0].log = made_log("unseen", 1.0, 0.6);
  rebase(comparison, "unseen");
  text = reading_of(comparison);
  EXPECT_EQ(text.find("The losses of the baseline unseen differ from the sequential backend's"), 0U) << text;
  rebase(comparison, slow());
  EXPECT_TRUE(comparison.rows[1].speed.known());
}

TEST(Comparison, OneThatNothingWasCheckedAgainstIsNotSaidToMissTheSequentialOne) {
  const std::string text = reading_of(made_of({{slow(), {10.0, 10.1, 9.9}}, {"unseen", {1.0, 1.01, 0.99}}}, "unseen"));
  EXPECT_EQ(text.find("train it too"), std::string::npos) << text;
  EXPECT_EQ(text.find("fastest"), std::string::npos) << text;
  EXPECT_NE(reading_of(made_of({{fast(), {1.0, 1.01, 0.99}}, {"other", {2.0, 2.01, 1.99}}})).find("train it too"),
            std::string::npos);
}

TEST(Comparison, TheTargetIsSaidAsItWasSet) {
  Comparison comparison = made_of({{slow(), {1.0}}});
  for (const auto& [target, words] :
       {std::pair{0.97, "time to 97 %"}, {0.995, "time to 99.5 %"}, {1.0, "time to 100 %"}}) {
    comparison.spec.target_accuracy = target;
    const std::vector<std::string> header = comparison_table(comparison).shown.header;
    EXPECT_NE(std::ranges::find(header, words), header.end()) << words;
  }
}

TEST(Comparison, PlanListsEveryBackendWithItsReason) {
  ComparisonSpec spec;
  spec.base = test::small_spec();
  const Comparison plan = plan_comparison(spec);
  ASSERT_EQ(plan.rows.size(), configurations().size());
  for (const ComparisonRow& row : plan.rows) {
    EXPECT_EQ(row.available, row.reason.empty()) << row.backend;
    EXPECT_FALSE(row.technology.empty()) << row.backend;
    EXPECT_FALSE(row.parallelism.empty()) << row.backend;
    EXPECT_EQ(row.workers > 0, row.available) << row.backend;
    EXPECT_FALSE(row.done());
  }
  EXPECT_EQ(plan.spec.baseline, plan.rows.front().backend);
}

TEST(Comparison, EveryRowTrainsAndIsTheSame) {
  Comparison comparison = plan_comparison(here());
  RunControl control;
  std::vector<std::string> progress;
  test::Remember sink;
  ComparisonHooks watch = hooks();
  watch.sink_for = [&](int row) { return row == 0 ? &sink : nullptr; };
  watch.on_progress = [&](const StudyProgress& p) { progress.push_back(p.name); };
  run_comparison(comparison, test::small_dataset(), control, watch);
  EXPECT_EQ(sink.log.epochs.size(), 4U) << "whoever looks on sees the run's events";
  for (const ComparisonRow& row : comparison.rows) {
    if (!row.available) continue;
    EXPECT_TRUE(row.done()) << row.backend << ": " << row.reason;
    EXPECT_EQ(row.equivalent, Equivalence::equal) << row.backend;
    EXPECT_GT(row.time_s.value, 0.0);
    EXPECT_GT(row.images_per_s.value, 0.0);
    ASSERT_TRUE(row.speed.known());
    EXPECT_DOUBLE_EQ(row.speed.value, comparison.rows.front().time_s.value / row.time_s.value);
    EXPECT_EQ(row.workers, find_backend(row.backend).workers_max() == 1 ? 1 : 2) << row.backend;
    ASSERT_TRUE(row.time_to_target_s.has_value()) << row.backend;
    EXPECT_LE(*row.time_to_target_s, row.time_s.value);
    EXPECT_EQ(row.log.epochs.size(), 4U) << "no run ends at the target";
    EXPECT_NE(std::ranges::find(progress, row.backend), progress.end());
  }
}

TEST(Comparison, AnotherBaselineChangesTheSpeedsOnly) {
  ComparisonSpec spec = here();
  spec.base.epochs = 1;
  Comparison comparison = plan_comparison(spec);
  RunControl control;
  run_comparison(comparison, test::small_dataset(), control, hooks());
  const std::string last = [&] {
    std::string name;
    for (const ComparisonRow& row : comparison.rows)
      if (row.done()) name = row.backend;
    return name;
  }();
  rebase(comparison, last);
  for (const ComparisonRow& row : comparison.rows)
    if (row.backend == last) {
      EXPECT_DOUBLE_EQ(row.speed.value, 1.0);
      EXPECT_EQ(row.equivalent, Equivalence::equal);
    }
  EXPECT_THROW(rebase(comparison, "abacus"), UsageError);
}

TEST(Comparison, ARunThatIsNotTheSameIsMarked) {
  Comparison comparison;
  const auto row = [](const std::string& name, double loss) {
    ComparisonRow made;
    made.backend = name;
    RunLog log;
    log.epochs.push_back(EpochDone{.epoch = 1, .loss_train = loss});
    log.ended = RunEnded{.status = RunStatus::done};
    add_run(made, {.round = 0, .log = log, .noise = {}}, 0.97);
    return made;
  };
  const std::string reference = reference_entry().name;
  comparison.rows = {row(reference, 0.5), row("near", 0.5 * (1 + 0.9 * loss_tolerance(1, 100))),
                     row("far", 0.5 * (1 + 1.1 * loss_tolerance(1, 100))), row("nan", std::nan(""))};
  rebase(comparison, reference);
  EXPECT_EQ(comparison.rows[0].equivalent, Equivalence::equal);
  EXPECT_EQ(comparison.rows[1].equivalent, Equivalence::equal);
  EXPECT_EQ(comparison.rows[2].equivalent, Equivalence::differs);
  EXPECT_EQ(comparison.rows[3].equivalent, Equivalence::differs);

  comparison.rows[1].runs.clear();
  rebase(comparison, reference);
  EXPECT_EQ(comparison.rows[1].equivalent, Equivalence::not_compared) << "a run that failed gets no mark";
  comparison.rows[0].runs.clear();
  rebase(comparison, reference);
  for (const ComparisonRow& r : comparison.rows) EXPECT_EQ(r.equivalent, Equivalence::not_compared) << r.backend;
}

/// MNIST with small batches and a high rate: what rounds otherwise is soon beyond every bound.
TEST(Comparison, WhereRoundingDecidesARightRowIsNotMarked) {
  ComparisonSpec spec = here();
  spec.base.data = {};
  spec.base.data.source = "mnist";
  spec.base.data.train_limit = 5000;
  spec.base.data.test_limit = 10;
  spec.base.model = make_mlp({784, 32, 10}, Activation::relu);
  spec.base.batch = 8, spec.base.epochs = 2;
  spec.base.optimizer.learning_rate = 0.5;
  const Dataset data = load_dataset(spec.base.data, find_resources(), spec.base.seed);
  Comparison comparison = plan_comparison(spec);
  RunControl control;
  int said = 0;
  ComparisonHooks watch = hooks();
  watch.on_rounding = [&] { ++said; };
  run_comparison(comparison, data, control, watch);
  EXPECT_EQ(said, 1);
  ASSERT_TRUE(comparison.rounding.has_value());
  EXPECT_EQ(comparison.rounding->why_not, "");
  const std::string reason = "rounding alone moves these losses by ";
  const ComparisonRow* rounded = nullptr;
  for (const ComparisonRow& row : comparison.rows) {
    EXPECT_NE(row.equivalent, Equivalence::differs) << row.backend;
    EXPECT_TRUE(row.rounding.empty() || row.rounding.starts_with(reason)) << row.rounding;
    EXPECT_EQ(row.rounding.empty(), !row.done() || row.equivalent == Equivalence::equal) << row.backend;
    if (!row.rounding.empty()) rounded = &row;
  }
  ASSERT_NE(rounded, nullptr);
  EXPECT_NE(reading_of(comparison).find(", for " + reason), std::string::npos) << reading_of(comparison);
  for (const ComparisonRow* row : ranked_rows(comparison)) EXPECT_NE(row, rounded);

  const std::optional<Rounding> measured = comparison.rounding;
  check_rounding(comparison, data, control, [&] { ++said; });
  EXPECT_EQ(said, 1) << "it is known already";
  EXPECT_EQ(comparison.rounding, measured);
  comparison.rounding.reset();
  rebase(comparison, comparison.spec.baseline);
  EXPECT_EQ(rounded->equivalent, Equivalence::differs) << "as files of before say";
  EXPECT_EQ(rounded->rounding, "");
}

TEST(Comparison, ARowThatFailsDoesNotEndTheOthersAndAStopKeepsWhatIsDone) {
  ComparisonSpec spec = here();
  spec.base.optimizer.learning_rate = 1000.0;
  spec.base.model = make_mlp({36, 16, 4}, Activation::relu, Loss::mean_squared_error);
  Comparison failing = plan_comparison(spec);
  RunControl control;
  run_comparison(failing, test::small_dataset(), control, hooks());
  for (const ComparisonRow& row : failing.rows) {
    if (!row.available) continue;
    EXPECT_FALSE(row.done());
    EXPECT_NE(row.reason.find("diverged"), std::string::npos) << row.backend << ": " << row.reason;
    EXPECT_FALSE(row.speed.known());
  }

  Comparison stopped = plan_comparison(here());
  test::Remember sink;
  sink.then = [&](const Event& event) {
    if (std::holds_alternative<EpochDone>(event)) control.stop();
  };
  ComparisonHooks watch = hooks();
  watch.sink_for = [&](int) { return &sink; };
  run_comparison(stopped, test::small_dataset(), control, watch);
  EXPECT_EQ(stopped.rows.front().reason, "stopped before its end");
  EXPECT_EQ(stopped.rows.front().log.epochs.size(), 1U) << "the epochs that it had are kept";
  RunControl another;
  sink.then = [&](const Event& event) {
    if (std::holds_alternative<RunEnded>(event)) another.stop();
  };
  run_comparison(stopped, test::small_dataset(), another, watch);
  EXPECT_TRUE(stopped.rows.front().done()) << "the row that had ended is kept";
  for (std::size_t i = 1; i < stopped.rows.size(); ++i)
    if (stopped.rows[i].available) {
      EXPECT_FALSE(stopped.rows[i].done());
      EXPECT_NE(stopped.rows[i].reason.find("stopped"), std::string::npos);
    }
}

TEST(Comparison, ReportsShowWhatIsKnownAndWhy) {
  Comparison comparison = plan_comparison(here());
  comparison.rows.resize(1);
  ComparisonRow absent;
  absent.backend = "cuda";
  absent.reason = "no CUDA device: driver not found";
  comparison.rows.push_back(absent);
  const PublishedStudy study = published_studies(find_resources()).at(0);
  const auto json = comparison_json(comparison);
  ASSERT_EQ(json.size(), 2U);
  for (const char* name : {"backend", "technology", "parallelism", "workers", "available", "reason", "train_time_s",
                           "images_per_s", "accuracy_test", "relative_speed", "time_to_target_s", "equivalent"})
    EXPECT_TRUE(json[0].contains(name)) << name;
  EXPECT_TRUE(json[0]["train_time_s"].is_null());
  EXPECT_EQ(json[1]["equivalent"], "not compared");
  EXPECT_EQ(comparison_table(comparison).shown.header.size() + 1,
            comparison_table(comparison, &study).shown.header.size());
  const std::string text = comparison_markdown(comparison, &study);
  EXPECT_NE(text.find("cuda is not available: no CUDA device"), std::string::npos) << text;
  EXPECT_NE(text.find(study.machine), std::string::npos) << "published numbers stand with their machine";
  EXPECT_NE(to_csv(comparison_table(comparison).exact).find("driver not found"), std::string::npos);
}

TEST(Comparison, PublishedImplementationsNameBackends) {
  const PublishedStudy study = published_studies(find_resources()).at(0);
  ASSERT_EQ(study.implementations.size(), 5U);
  const PublishedImplementation* openmp = published_for(study, "openmp");
  ASSERT_NE(openmp, nullptr);
  EXPECT_DOUBLE_EQ(openmp->total_s, 9.74);
  EXPECT_EQ(openmp->workers, 4);
  EXPECT_EQ(published_for(study, "sequential"), nullptr);
}

}  // namespace
}  // namespace mlplab
