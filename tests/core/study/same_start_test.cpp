#include "core/study/same_start.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "core/compute/backend_table.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

struct Made {
  RunSpec spec;
  RunLog log;
};

Made run_on(const std::string& backend, int epochs = 2) {
  Made made{.log = made_run(backend, 1.0, epochs)};
  made.spec = made.log.started.spec;
  made.log.started.dataset_hash = "d1";
  return made;
}

std::vector<StartedRun> listed(const std::vector<Made>& runs) {
  std::vector<StartedRun> list;
  for (const Made& run : runs) list.push_back({&run.spec, &run.log, static_cast<int>(list.size())});
  return list;
}

/// Whether a second run with this change is held against one without it.
bool is_held(const std::function<void(Made&)>& change, const std::function<void(Made&)>& both = {}) {
  std::vector<Made> runs{run_on("sequential"), run_on("sequential")};
  for (Made& run : runs)
    if (both) both(run);
  change(runs[1]);
  return references_of(listed(runs))[1] == 0U;
}

TEST(SameStart, OnlyWhatOughtToHaveTheSameLossesIsCompared) {
  EXPECT_TRUE(is_held([](Made&) {}));
  EXPECT_TRUE(is_held([](Made& run) { run.spec.options.workers = 7; }));
  EXPECT_TRUE(is_held([](Made& run) { run.spec.data.test_limit = 10; }));
  EXPECT_TRUE(is_held([](Made& run) { run.spec.epochs = 9; }));
  EXPECT_FALSE(is_held([](Made& run) { run.spec.epochs = 9; },
                       [](Made& run) { run.spec.optimizer.schedule = ScheduleKind::one_cycle; }))
      << "the learning rates of the first epoch differ already";
  EXPECT_FALSE(is_held([](Made& run) { run.log.started.dataset_hash = "d2"; })) << "the images changed in between";
  EXPECT_FALSE(is_held([](Made& run) { run.spec.seed = 2; }));
  EXPECT_FALSE(is_held([](Made& run) { run.spec.batch = 7; }));
  EXPECT_FALSE(
      is_held([](Made& run) { run.spec.data.train_limit = 7; }, [](Made& run) { run.log.started.train_examples = 0; }))
      << "how many there were is not known";
  EXPECT_TRUE(
      is_held([](Made& run) { run.spec.data.train_limit = 7; }, [](Made& run) { run.log.started.train_examples = 7; }))
      << "a limit that leaves all of them";
  EXPECT_FALSE(is_held([](Made& run) { run.spec.data.train_limit = run.log.started.train_examples = 7; },
                       [](Made& run) { run.log.started.train_examples = 9; }));
  EXPECT_FALSE(is_held([](Made& run) { run.spec.optimizer.learning_rate = 0.01; }));
  EXPECT_FALSE(is_held([](Made& run) { run.log.epochs.clear(); }));
}

TEST(SameStart, TheReferenceIsTheFirstBackendsOldestRun) {
  const std::string first = reference_entry().name;
  std::vector<Made> runs{run_on("of somebody else"), run_on(first), run_on(first)};
  for (const auto& reference : references_of(listed(runs))) EXPECT_EQ(reference, 1U);
  EXPECT_EQ(references_of(listed({runs[0]}))[0], std::nullopt) << "alone";
  // Against one that did not run to its end nothing is compared.
  runs[1].log.ended->status = RunStatus::failed;
  for (const auto& reference : references_of(listed(runs))) EXPECT_EQ(reference, 2U);
  runs[2].log.ended.reset();
  for (const auto& reference : references_of(listed(runs))) EXPECT_EQ(reference, 0U);
  runs[1].log.ended = runs[2].log.ended = runs[0].log.ended;
  // A rank's own statistics are another computation: others are not held against it.
  for (Made& run : runs) run.spec.model = {.input = {1, 2, 2}, .layers = {{BatchNorm{}}, {Dense{3}}}};
  for (const std::size_t i : {1U, 2U}) test::train_by(runs[i].spec, "processes-shared", 0, {{"batch-norm", "local"}});
  for (const auto& reference : references_of(listed(runs))) EXPECT_EQ(reference, 1U) << "of one process there are none";
  runs[1].log.started.workers = runs[2].log.started.workers = 2;
  for (const auto& reference : references_of(listed(runs))) EXPECT_EQ(reference, 0U);
}

TEST(SameStart, EachGroupOfManyHasAReferenceOfItsOwn) {
  std::vector<Made> runs;
  for (int i = 0; i < 9; ++i) {
    runs.push_back(run_on("sequential"));
    runs.back().spec.seed = static_cast<std::uint64_t>(i % 3);
  }
  runs[4].log.epochs.clear();
  const auto references = references_of(listed(runs));
  for (std::size_t i = 0; i < runs.size(); ++i)
    EXPECT_EQ(references[i], i == 4 ? std::nullopt : std::optional(i % 3)) << i;
}

TEST(SameStart, ARunThatDivergedSaysWhere) {
  Made run = run_on("sequential", 3);
  run.spec.model = make_mlp({4, 10}, Activation::relu);
  EXPECT_EQ(diverged_epoch(run.spec, run.log), 0);
  run.log.epochs[1].loss_train = 2.01 * std::log(10.0);
  EXPECT_EQ(diverged_epoch(run.spec, run.log), 2);
  run.spec.model.loss = Loss::mean_squared_error;
  EXPECT_EQ(diverged_epoch(run.spec, run.log), 0) << "what guessing costs is not known";
  run.log.steps.back().epoch = 3;
  run.log.steps.back().loss = NAN;
  EXPECT_EQ(diverged_epoch(run.spec, run.log), 4) << "in the midst of the one that was not completed";
}

}  // namespace
}  // namespace mlplab
