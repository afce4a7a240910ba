// A batch of each worker: the run is that of the whole batch, and compares with every other run of it.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/data/idx.h"
#include "core/launch/configurations.h"
#include "core/launch/demand.h"
#include "core/launch/execute.h"
#include "core/launch/processes/group.h"
#include "core/study/equivalence.h"
#include "core/study/same_start.h"
#include "core/study/sweep/sweep_spec.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// A run with 8 examples per process, on 2 processes by default.
RunSpec shared(int workers = 2) {
  RunSpec spec = test::small_spec("processes-shared");
  set_workers(spec, workers);
  spec.batch_per_rank = 8;
  return spec;
}

TEST(RankBatch, TheWholeGrowsWithTheWorkers) {
  for (const int workers : {1, 2, 5}) {
    RunSpec spec = shared(workers);
    fit_batch(spec);
    EXPECT_EQ(spec.batch, 8 * workers);
  }
  RunSpec whole = test::small_spec("processes-shared");
  fit_batch(whole);
  EXPECT_EQ(whole.batch, 16) << "nothing was asked for";
  RunSpec job = shared();
  fit_job(job, 7);
  fit_batch(job);
  EXPECT_EQ(job.batch, 56) << "the ranks of a job are counted, whatever the spec says";
}

TEST(RankBatch, ThreadsShareABatchTooAndOneWorkerDoesNot) {
  RunSpec spec = shared();
  test::train_by(spec, "sequential", 2);
  EXPECT_FALSE(shares_batch(spec));
  EXPECT_THROW(fit_batch(spec), UsageError);
  test::train_by(spec, "openmp", 2);
  if (!find_backend("openmp").why_not().empty() || find_backend("openmp").workers_max() < 2)
    GTEST_SKIP() << "skipped: openmp has no second worker here";
  fit_batch(spec);
  EXPECT_EQ(spec.batch, 16);
}

TEST(RankBatch, TheProductOfLargeNumbersIsRefusedAndNotWrapped) {
  RunSpec spec = shared(1'000'000);
  spec.batch_per_rank = 65'536;
  fit_batch(spec);
  EXPECT_THROW(validate(spec), UsageError);
}

TEST(RankBatch, TheSpecKeepsWhatWasChosen) {
  RunSpec spec = shared();
  EXPECT_EQ(parse_json(dump_json(nlohmann::json(spec))).get<RunSpec>(), spec);
  spec.batch_per_rank = 0;
  EXPECT_FALSE(nlohmann::json(spec).contains("batch_per_rank")) << "other programs read the specs of most runs";
  spec.batch_per_rank = -1;
  EXPECT_THROW(validate(spec), UsageError);
}

/// Nine workers would be another run: what goes on keeps its batch.
TEST(RankBatch, ARunHasTheLossesOfOneProcessWithTheWholeBatch) {
  if (const std::string reason = find_configuration("processes-shared").why_not(); !reason.empty())
    GTEST_SKIP() << "skipped: " << reason;
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset());
  RunSpec spec = shared();
  spec.batch = 64;  // which the choice replaces
  spec.data.source = folder / "data";
  spec.epochs = 2;
  RunControl control;
  test::Remember sink;
  const RunOutcome ours =
      execute_run({.spec = spec, .keep = RunRequest::Keep::always, .folder = folder / "run"}, sink, control);
  ASSERT_EQ(ours.ended.status, RunStatus::done) << ours.ended.reason;
  EXPECT_EQ(ours.log.started.spec.batch, 16);
  EXPECT_EQ(ours.log.started.spec.batch_per_rank, 8);
  RunSpec alone = spec;
  test::train_by(alone, "sequential");
  alone.batch = 16;
  alone.batch_per_rank = 0;
  test::Remember other;
  const RunOutcome theirs = execute_run({.spec = alone}, other, control);
  ASSERT_EQ(theirs.log.epochs.size(), 2U);
  EXPECT_NEAR(ours.log.epochs[0].loss_train, theirs.log.epochs[0].loss_train, 1e-5);
  const std::vector<StartedRun> runs{{.spec = &ours.log.started.spec, .log = &ours.log, .number = 1},
                                     {.spec = &theirs.log.started.spec, .log = &theirs.log, .number = 2}};
  const auto references = references_of(runs);
  ASSERT_TRUE(references[0].has_value()) << "they are held against one another: the whole batch is the same";
  EXPECT_EQ(*references[0], 1U);
}

TEST(RankBatch, InASweepOverWorkersTheBatchGrowsAndThePointsAreNotOneTraining) {
  SweepSpec sweep;
  sweep.base = shared();
  sweep.values = {"1", "4"};
  EXPECT_EQ(run_of(sweep, 0).batch, 8);
  EXPECT_EQ(run_of(sweep, 1).batch, 32);
  EXPECT_FALSE(losses_must_agree(sweep));
  EXPECT_EQ(reference_of(sweep, 1).batch, 32) << "the sequential one trains the same whole batch";
  EXPECT_EQ(reference_of(sweep, 1).batch_per_rank, 0);
  sweep.against_reference = true;
  EXPECT_EQ(reference_points(sweep).size(), 2U) << "each batch has a reference of its own";
  sweep.axis = SweepAxis::batch;
  EXPECT_EQ(run_of(sweep, 1).batch, 4);
  EXPECT_EQ(run_of(sweep, 1).batch_per_rank, 0);
  sweep.base.batch_per_rank = 0;
  sweep.axis = SweepAxis::workers;
  EXPECT_TRUE(losses_must_agree(sweep));
}

}  // namespace
}  // namespace mlplab
