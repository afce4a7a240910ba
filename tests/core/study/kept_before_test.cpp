// Named teams in studies, and runs and studies of a version in which a team's processes were backends
// (tests/data/kept): they open, resume and compare as they did.
#include <gtest/gtest.h>

#include <string>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/launch/execute.h"
#include "core/run/run_record.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/equivalence.h"
#include "core/study/profile/profile_study.h"
#include "core/study/sweep/sweep_store.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

const fs::path kept = fs::path(MLPLAB_TEST_DATA) / "kept";

class KeptRun : public testing::TestWithParam<const char*> {};

TEST_P(KeptRun, OpensAndIsWrittenAsItWas) {
  const StoredRun run = read_run(kept / GetParam());
  const std::string name = GetParam() == std::string("open") ? "processes-shared" : GetParam();
  EXPECT_EQ(configuration_name(run.spec), name);
  EXPECT_EQ(run.log.epochs.size(), 3U);
  EXPECT_EQ(run.log.started.spec, run.spec);
  nlohmann::json before = parse_json(read_file(kept / GetParam() / "spec.json", 1 << 20));
  if (GetParam() == std::string("open")) before["backend_options"]["compute"] = run.spec.backend;
  EXPECT_EQ(dump_json(nlohmann::json(run.spec)), dump_json(before));
}

/// A fourth epoch, and the same losses in the first three of the run that is trained anew.
TEST_P(KeptRun, ResumesAndIsTheSameTraining) {
  StoredRun run = read_run(kept / GetParam());
  if (const std::string reason = why_not(run.spec); !reason.empty()) GTEST_SKIP() << "skipped: " << reason;
  run.spec.epochs = 4;
  const test::TemporaryFolder folder;
  fs::copy(kept / GetParam(), folder / "run", fs::copy_options::recursive);
  write_file_atomically(folder / "run/spec.json", dump_json(nlohmann::json(run.spec)), /*to_disk=*/false);
  test::Remember sink, anew;
  RunControl control;
  const RunOutcome resumed = execute_run({.resume = folder / "run", .resources = find_resources()}, sink, control);
  ASSERT_EQ(resumed.ended.status, RunStatus::done) << resumed.ended.reason;
  EXPECT_EQ(resumed.log.epochs.size(), 4U);
  const RunOutcome whole = execute_run({.spec = run.spec, .resources = find_resources()}, anew, control);
  ASSERT_EQ(whole.ended.status, RunStatus::done) << whole.ended.reason;
  EXPECT_EQ(compare_losses(whole.log, resumed.log), Equivalence::equal);
}

INSTANTIATE_TEST_SUITE_P(Kept, KeptRun,
                         testing::Values("sequential", "openmp", "processes-shared", "processes-pickled", "mpi",
                                         "open"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(KeptBefore, ASweepOverProcessesIsOneOverTheWorkersOfItsTeam) {
  const SweepStore store = SweepStore::open(kept / "sweep");
  EXPECT_TRUE(store.complete());
  EXPECT_EQ(configuration_name(store.spec().base), "processes-shared");
  EXPECT_EQ(store.spec().base.backend, "sequential");
  for (std::size_t point = 0; point < 2; ++point)
    EXPECT_EQ(workers_asked(run_of(store.spec(), point)), static_cast<int>(point) + 1);
}

TEST(KeptBefore, AComparisonHasItsRows) {
  Comparison comparison = read_comparison(kept / "comparison/measured.json");
  rebase(comparison, comparison.spec.baseline);
  int done = 0;
  for (const ComparisonRow& row : comparison.rows) {
    if (!row.done()) continue;
    ++done;
    EXPECT_EQ(configuration_name(row.log.started.spec), row.backend);
    EXPECT_EQ(row.equivalent, Equivalence::equal) << row.backend;
  }
  EXPECT_EQ(done, 2);
}

TEST(NamedTeams, AreRowsOfAComparisonAndPointsOfASweep) {
  if (const std::string reason = find_configuration("loops*1").why_not(); !reason.empty())
    GTEST_SKIP() << "skipped: " << reason;
  const test::TemporaryFolder folder;
  write_idx_folder(folder / "data", test::small_dataset());
  RunSpec base = test::small_spec();
  base.data.source = (folder / "data").string();
  base.epochs = 2;
  const Dataset data = load_dataset(base.data, {}, base.seed);
  Comparison comparison =
      plan_comparison({.base = base, .backends = {"loops+sequential@3:1", "sequential", "loops*1"}, .repeats = 1});
  ASSERT_EQ(comparison.rows.size(), 3U);
  EXPECT_EQ(comparison.rows[1].title, "C loops + Sequential, 3:1");
  EXPECT_EQ(comparison.rows[2].title, "C loops, one process of a team");
  RunControl control;
  EXPECT_EQ(run_comparison(comparison, data, control, {.noise = [] { return NoiseReading{}; }}), "");
  for (const ComparisonRow& row : comparison.rows) EXPECT_EQ(row.equivalent, Equivalence::equal) << row.backend;
  EXPECT_EQ(comparison.rows[1].workers, 2);
  const auto peak_of = [&](std::size_t row) { return comparison.rows[row].runs.at(0).memory.peak_bytes.value_or(0); };
  // Not known (0) where the processes of so short a run were gone before they were seen.
  constexpr std::int64_t least_of_a_process = 1 << 19;  // beyond what it shares with others
  if (peak_of(2) > 0) {
    EXPECT_GT(peak_of(2), peak_of(0) + least_of_a_process) << "its process is another one";
  }
  if (peak_of(1) > 0 && peak_of(2) > 0) {
    EXPECT_GT(peak_of(1), peak_of(2) + least_of_a_process) << "it has one process more";
  }
  if (const std::string missing = find_backend("cuda").why_not(); !missing.empty()) {
    const Comparison absent = plan_comparison({.base = base, .backends = {"sequential", "loops+cuda"}});
    EXPECT_FALSE(absent.rows[1].available);
    EXPECT_EQ(absent.rows[1].reason, missing) << "shown as absent before anything is trained";
  }
  SweepSpec sweep{.base = base};
  sweep.axis = SweepAxis::backend;
  sweep.values = {"sequential", "loops+sequential@3:1"};
  validate(sweep);
  EXPECT_EQ(to_string(run_of(sweep, 1).team->members), "loops,sequential");
  sweep.values = {"sequential", "loops+abacus"};
  EXPECT_THROW(validate(sweep), UsageError);
}

TEST(KeptBefore, AProfileNamesItsBackend) {
  const ProfileStudy study = read_profile_study(kept / "profile.json");
  ASSERT_EQ(study.points.size(), 1U);
  EXPECT_EQ(study.points[0].backend, "processes-shared");
  EXPECT_EQ(study.points[0].rows, 10);
}

}  // namespace
}  // namespace mlplab
