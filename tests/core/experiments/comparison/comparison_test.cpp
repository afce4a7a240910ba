// The comparison on a small data set: real runs of the backends of this build, which may be few.
#include "core/experiments/comparison/comparison.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/data/load.h"
#include "core/experiments/equivalence.h"
#include "core/reporting/comparison_report.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// On the backends that compute in this process: the others are tested where they live.
ComparisonSpec here() {
  ComparisonSpec spec;
  spec.base = test::small_spec();
  spec.base.options.workers = 2;
  spec.target_accuracy = 0.3;
  for (const BackendEntry& entry : backend_table())
    if (entry.kind == BackendKind::cpu) spec.backends.push_back(entry.name);
  return spec;
}

TEST(Comparison, PlanListsEveryBackendWithItsReason) {
  ComparisonSpec spec;
  spec.base = test::small_spec();
  const Comparison plan = plan_comparison(spec);
  ASSERT_EQ(plan.rows.size(), backend_table().size());
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
  run_comparison(
      comparison, test::small_dataset(), control, [&](int row) { return row == 0 ? &sink : nullptr; },
      [&](const ComparisonProgress& p) { progress.push_back(p.backend); });
  EXPECT_EQ(sink.log.epochs.size(), 4U) << "whoever looks on sees the run's events";
  for (const ComparisonRow& row : comparison.rows) {
    if (!row.available) continue;
    EXPECT_TRUE(row.done()) << row.backend << ": " << row.reason;
    EXPECT_EQ(row.equivalent, Equivalence::equal) << row.backend;
    EXPECT_GT(row.train_time_s, 0.0);
    EXPECT_GT(row.images_per_s, 0.0);
    ASSERT_TRUE(row.relative_speed.has_value());
    EXPECT_DOUBLE_EQ(*row.relative_speed, comparison.rows.front().train_time_s / row.train_time_s);
    EXPECT_EQ(row.workers, find_backend(row.backend).workers_max() == 1 ? 1 : 2) << row.backend;
    ASSERT_TRUE(row.time_to_target_s.has_value()) << row.backend;
    EXPECT_LE(*row.time_to_target_s, row.train_time_s);
    EXPECT_EQ(row.log.epochs.size(), 4U) << "no run ends at the target";
    EXPECT_NE(std::ranges::find(progress, row.backend), progress.end());
  }
}

TEST(Comparison, AnotherBaselineChangesTheSpeedsOnly) {
  ComparisonSpec spec = here();
  spec.base.epochs = 1;
  Comparison comparison = plan_comparison(spec);
  RunControl control;
  run_comparison(comparison, test::small_dataset(), control);
  const std::string last = [&] {
    std::string name;
    for (const ComparisonRow& row : comparison.rows)
      if (row.done()) name = row.backend;
    return name;
  }();
  rebase(comparison, last);
  for (const ComparisonRow& row : comparison.rows)
    if (row.backend == last) {
      EXPECT_DOUBLE_EQ(row.relative_speed.value_or(0), 1.0);
      EXPECT_EQ(row.equivalent, Equivalence::equal);
    }
  EXPECT_THROW(rebase(comparison, "abacus"), UsageError);
}

TEST(Comparison, ARunThatIsNotTheSameIsMarked) {
  Comparison comparison;
  const auto row = [](const std::string& name, double loss) {
    ComparisonRow made;
    made.backend = name;
    made.log.epochs.push_back(EpochDone{.epoch = 1, .loss_train = loss});
    made.log.ended = RunEnded{.status = RunStatus::done};
    return made;
  };
  const std::string reference = backend_table().front().name;
  comparison.rows = {row(reference, 0.5), row("near", 0.5 * (1 + 0.9 * loss_tolerance(1, 100))),
                     row("far", 0.5 * (1 + 1.1 * loss_tolerance(1, 100))), row("nan", std::nan(""))};
  rebase(comparison, reference);
  EXPECT_EQ(comparison.rows[0].equivalent, Equivalence::equal);
  EXPECT_EQ(comparison.rows[1].equivalent, Equivalence::equal);
  EXPECT_EQ(comparison.rows[2].equivalent, Equivalence::differs);
  EXPECT_EQ(comparison.rows[3].equivalent, Equivalence::differs);

  comparison.rows[1].log.ended->status = RunStatus::failed;
  rebase(comparison, reference);
  EXPECT_EQ(comparison.rows[1].equivalent, Equivalence::not_compared) << "a run that failed gets no mark";
  comparison.rows[0].log.ended->status = RunStatus::stopped;
  rebase(comparison, reference);
  for (const ComparisonRow& r : comparison.rows) EXPECT_EQ(r.equivalent, Equivalence::not_compared) << r.backend;
}

TEST(Comparison, ARowThatFailsDoesNotEndTheOthersAndAStopKeepsWhatIsDone) {
  ComparisonSpec spec = here();
  spec.base.optimizer.learning_rate = 1000.0;
  spec.base.model = make_mlp({36, 16, 4}, Activation::relu, Loss::mean_squared_error);
  Comparison failing = plan_comparison(spec);
  RunControl control;
  run_comparison(failing, test::small_dataset(), control);
  for (const ComparisonRow& row : failing.rows) {
    if (!row.available) continue;
    EXPECT_FALSE(row.done());
    EXPECT_NE(row.reason.find("diverged"), std::string::npos) << row.backend << ": " << row.reason;
    EXPECT_FALSE(row.relative_speed.has_value());
  }

  Comparison stopped = plan_comparison(here());
  test::Remember sink;
  sink.then = [&](const Event& event) {
    if (std::holds_alternative<EpochDone>(event)) control.stop();
  };
  run_comparison(stopped, test::small_dataset(), control, [&](int) { return &sink; });
  EXPECT_EQ(stopped.rows.front().reason, "stopped before its end");
  EXPECT_EQ(stopped.rows.front().log.epochs.size(), 1U) << "the epochs that it had are kept";
  RunControl another;
  sink.then = [&](const Event& event) {
    if (std::holds_alternative<RunEnded>(event)) another.stop();
  };
  run_comparison(stopped, test::small_dataset(), another, [&](int) { return &sink; });
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
  EXPECT_EQ(comparison_table(comparison).header.size() + 1, comparison_table(comparison, &study).header.size());
  const std::string text = comparison_markdown(comparison, &study);
  EXPECT_NE(text.find("cuda is not available: no CUDA device"), std::string::npos) << text;
  EXPECT_NE(text.find(study.machine), std::string::npos) << "published numbers stand with their machine";
  EXPECT_NE(to_csv(comparison_table_exact(comparison)).find("driver not found"), std::string::npos);
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
