// `mlplab-cli train` in a job that mpirun has started: what goes wrong with one rank ends them all, with one sentence.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "core/compute/backend_table.h"
#include "core/data/idx.h"
#include "core/launch/processes/transport.h"
#include "core/machine/child_processes.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr double job_limit_s = 30.0;  // a job that hangs would do so for ever

class Jobs : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = find_transport(mpi_transport).why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
    write_idx_folder(folder_ / "data", test::small_dataset());
  }
  std::vector<std::string> train(const std::string& data = "data") const {
    return {std::string(MLPLAB_BIN) + "/mlplab-cli",
            "train",
            "--data",
            (folder_ / data).string(),
            "--backend",
            "sequential",
            "--network",
            "36-4",
            "--epochs",
            "1",
            "--out",
            (folder_ / "out").string()};
  }
  /// Two ranks, each with its own command line.
  static test::Ran job(const std::vector<std::string>& first, const std::vector<std::string>& second) {
    // The command of every job (core/launch/processes/mpi_backend.cpp).
    std::vector<std::string> words = {"/usr/bin/env", "PMIX_MCA_gds=hash", "HWLOC_COMPONENTS=-gl",
                                      "mpirun",       "--oversubscribe",   "--bind-to",
                                      "none",         "--tag-output"};
    if (::geteuid() == 0) words.insert(words.end(), {"--allow-run-as-root"});
    words.insert(words.end(), {"-n", "1"});
    words.insert(words.end(), first.begin(), first.end());
    words.insert(words.end(), {":", "-n", "1"});
    words.insert(words.end(), second.begin(), second.end());
    return test::run_program(words, job_limit_s);
  }
  static test::Ran job(const std::vector<std::string>& both) { return job(both, both); }
  test::TemporaryFolder folder_;
};

std::vector<std::string> with(std::vector<std::string> words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
  return words;
}

/// One sentence of ours, and the exit code that one process would have.
void expect_job_refused(const test::Ran& ran, int code, const std::string& because) {
  EXPECT_EQ(ran.code, code) << ran.err;
  EXPECT_NE(ran.err.find(because), std::string::npos) << ran.err;
  const std::string ours = "mlplab-cli: ";
  std::size_t sentences = 0;
  for (std::size_t at = ran.err.find(ours); at != std::string::npos; at = ran.err.find(ours, at + 1)) ++sentences;
  EXPECT_EQ(sentences, 1U) << ran.err;
}

TEST_F(Jobs, TrainTogether) {
  const test::Ran ran = job(train());
  EXPECT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(fs::exists(folder_ / "out" / "spec.json"));
}

TEST_F(Jobs, EventsThatCannotBeWrittenEndAllRanks) {
  expect_job_refused(job(with(train(), {"--events", (folder_ / "none" / "events").string()})), 3,
                     "cannot write the events to");
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

/// Whichever rank mpirun asks for it.
TEST_F(Jobs, HaveTheExitCodeOfTheirFailure) {
  ASSERT_EQ(job(train()).code, 0);
  for (int i = 0; i < 3; ++i) expect_job_refused(job(train()), 3, "holds a run already");
}

TEST_F(Jobs, AFailureOfOneRankIsOfItsKindAndLeavesNoRun) {
  expect_job_refused(job(train(), train("none")), 3, "rank 1: there is no data set");
  write_idx_folder(folder_ / "other", test::small_dataset(100));
  expect_job_refused(job(train(), train("other")), 3, "rank 1: this rank has read other data than rank 0");
  expect_job_refused(job(train(), with(train(), {"--idle-power", "1"})), 2, "rank 1: --idle-power");
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

/// On a machine of a hostfile where the program is not whole.
TEST_F(Jobs, AStartedRankWithoutResourcesEndsTheOther) {
  const std::vector<std::string> rank = rank_command(test::small_spec(), folder_ / "exchange");
  std::vector<std::string> second = {"/usr/bin/env", "MLPLAB_RESOURCES=" + (folder_ / "none").string()};
  second.insert(second.end(), rank.begin(), rank.end());
  const test::Ran ran = job(rank, second);
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find((folder_ / "none").string()), std::string::npos) << ran.err;
}

/// In the midst of making its engine, where the other waits for it in a collective operation.
TEST_F(Jobs, ARankWithoutMemoryEndsTheOther) {
  const std::vector<std::string> transport = {"/usr/bin/env", "MLPLAB_MPI_SUM=allreduce"};  // no shared memory
  const auto job_of = [&](const std::string& network) {
    std::vector<std::string> first = transport, second = {"/bin/sh", "-c", "ulimit -v 460000; exec \"$@\"", "sh"};
    second.insert(second.end(), transport.begin(), transport.end());
    std::vector<std::string> words = train();
    *std::ranges::find(words, "36-4") = network;
    first.insert(first.end(), words.begin(), words.end());
    second.insert(second.end(), words.begin(), words.end());
    return job(first, second);
  };
  if (job_of("36-4").code != 0) GTEST_SKIP() << "skipped: MPI itself takes more memory here";
  fs::remove_all(folder_ / "out");
  const test::Ran ran = job_of("36-4000-3000-4");
  EXPECT_EQ(ran.code, 4) << ran.err;
  EXPECT_NE(ran.err.find("rank 1: not enough memory"), std::string::npos) << ran.err;
}

/// As in an interactive session of a batch system: mpirun refuses to be started by what another has started, as it
/// knows from the environment.
TEST_F(Jobs, AComparisonInAJobStartsItsOwnProcesses) {
  const std::vector<std::string> words = {std::string(MLPLAB_BIN) + "/mlplab-cli",
                                          "sweep",
                                          "--backend",
                                          "mpi",
                                          "--values",
                                          "1,2",
                                          "--repeats",
                                          "1",
                                          "--epochs",
                                          "1",
                                          "--network",
                                          "36-4",
                                          "--data",
                                          (folder_ / "data").string(),
                                          "--out",
                                          (folder_ / "sweep").string()};
  std::vector<std::string> all = {"/usr/bin/env", "PMIX_MCA_gds=hash", "HWLOC_COMPONENTS=-gl",
                                  "mpirun",       "--bind-to",         "none"};
  if (::geteuid() == 0) all.emplace_back("--allow-run-as-root");
  all.insert(all.end(), {"-n", "1"});
  all.insert(all.end(), words.begin(), words.end());
  const test::Ran ran = test::run_program(all, 60.0);
  EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
  EXPECT_EQ(ran.err.find("recursive"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace mlplab
