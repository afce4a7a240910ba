// The terminal program in job scripts, shells and batch systems: OpenMP's binding, a stopped process, limits.
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <fstream>

#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/compute/backend_table.h"
#include "core/data/idx.h"
#include "core/launch/configurations.h"
#include "core/machine/affinity.h"
#include "core/run/run_record.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class Surroundings : public testing::Test {
 protected:
  Surroundings() { write_idx_folder(folder_ / "data", test::small_dataset()); }
  std::vector<std::string> train(const std::string& backend, int epochs = 1) {
    return {"train",
            "--data",
            (folder_ / "data").string(),
            "--network",
            "36-4",
            "--backend",
            backend,
            "--epochs",
            std::to_string(epochs),
            "--out",
            (folder_ / ("run" + std::to_string(++count_))).string()};
  }
  fs::path run() const { return folder_ / ("run" + std::to_string(count_)); }
  /// Under a shell that has said `before`.
  static test::Ran shell(const std::string& before, const std::vector<std::string>& words, double limit_s = 60.0) {
    std::string line = before + " exec " + MLPLAB_BIN + "/mlplab-cli";
    for (const std::string& word : words) line += " '" + word + "'";
    return test::run_program({"/bin/bash", "-c", line}, limit_s);
  }
  test::TemporaryFolder folder_;
  int count_ = 0;
};

int cpus_of_process(int pid) {
  cpu_set_t set;
  return sched_getaffinity(pid, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
}

/// The usual line of a job script: OpenMP's library then binds the first thread before main().
TEST_F(Surroundings, OpenMpsBindingTakesNoCpuFromAnybody) {
  const int cpus = static_cast<int>(allowed_cpus().size());
  if (cpus < 2) GTEST_SKIP() << "skipped: one CPU";
  for (const char* name : {"openblas", "openmp", "onednn", "openmp-loops", "processes-shared"}) {
    if (const BackendEntry* entry = known_backend(name); entry == nullptr || !entry->why_not().empty()) continue;
    const auto workers = [&](const std::string& setting) {
      std::vector<std::string> words = train(name);
      words.emplace_back("--json");
      const test::Ran ran = shell(setting, words);
      EXPECT_EQ(ran.code, 0) << ran.err;
      return parse_json(ran.out)["workers"].get<int>();
    };
    EXPECT_EQ(workers("OMP_PROC_BIND=true OMP_PLACES=cores"), workers("")) << name;
  }
}

TEST_F(Surroundings, ProcessesHaveAllCpusWhateverOpenMpBinds) {
  const int cpus = static_cast<int>(allowed_cpus().size());
  if (cpus < 2) GTEST_SKIP() << "skipped: one CPU";
  if (!find_configuration("processes-shared").why_not().empty()) GTEST_SKIP() << "skipped: no processes";
  const test::Environment bound{{"OMP_PROC_BIND", "true"}};
  std::vector<std::string> words = train("processes-shared", 100'000);
  words.insert(words.end(), {"--workers", "2"});
  const int pid = test::start_cli(words, folder_ / "log");
  std::vector<int> ranks;
  for (const double begin_s = now_s(); ranks.size() < 2 && now_s() - begin_s < 30.0; ::usleep(20'000)) {
    ranks.clear();
    for (const int found : test::processes_with(folder_.path().string()))
      if (found != pid &&
          test::read_bytes("/proc/" + std::to_string(found) + "/cmdline").find("rank") != std::string::npos)
        ranks.push_back(found);
  }
  ::usleep(300'000);  // past its first lines, in which it is bound
  EXPECT_GE(ranks.size(), 2U);
  for (const int rank : ranks) EXPECT_EQ(cpus_of_process(rank), cpus);
  EXPECT_EQ(cpus_of_process(pid), cpus);
  ::kill(pid, SIGTERM);
  test::wait_for(pid);
}

TEST_F(Surroundings, AStoppedProcessSaysThatTheTimesAreNotItsOwn) {
  std::vector<std::string> words = train("sequential", 100'000);
  words[4] = "36-20000-4";  // epochs of which most is training, and not writing
  const int pid = test::start_cli(words, folder_ / "log");
  const auto log = [&] { return fs::exists(run() / "events.jsonl") ? test::read_bytes(run() / "events.jsonl") : ""; };
  const auto wait_for_text = [&](const std::string& text, double limit_s) {
    for (const double begin_s = now_s(); now_s() - begin_s < limit_s; ::usleep(20'000))
      if (log().find(text) != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(wait_for_text("epoch_done", 30.0));
  // In the midst of an epoch: as it ends the weights are written, and a stop there takes no epoch's time. On a busy
  // machine the log is read late, so that a stop can still fall there: then the next one.
  const auto first_step_of_an_epoch = [&] {
    const std::string text = log();
    const std::size_t epoch = text.rfind("epoch_done"), step = text.find("step_done", epoch);
    return step != std::string::npos && text.find("step_done", step + 1) == std::string::npos;
  };
  bool said = false;
  for (int stops = 0; stops < 10 && !said; ++stops) {
    for (const double begin_s = now_s(); !first_step_of_an_epoch() && now_s() - begin_s < 10.0;) ::usleep(1'000);
    ::kill(pid, SIGSTOP);
    ::usleep(1'200'000);
    ::kill(pid, SIGCONT);
    said = wait_for_text("did not run for", 5.0);
  }
  EXPECT_TRUE(said) << log().substr(0, 2000);
  ::kill(pid, SIGTERM);
  test::wait_for(pid);
}

/// As batch systems limit a job: refused before it begins, and the limit is named.
TEST_F(Surroundings, ALimitOfMemoryIsSeenBeforeTheRunBegins) {
  std::vector<std::string> words = train("sequential");
  words[4] = "36-1000000-4";
  const test::Ran ran = shell("ulimit -v 900000;", words);
  EXPECT_EQ(ran.code, 2) << ran.err;
  EXPECT_NE(ran.err.find("ulimit -v"), std::string::npos) << ran.err;
  EXPECT_FALSE(fs::exists(run()));
}

/// Its own threads would look for memory for ever, and keep a program from ending that has never multiplied with it.
TEST_F(Surroundings, OpenBlasHoldsNobodyUpWhereAddressesAreFew) {
  if (const BackendEntry* entry = known_backend("openblas"); entry == nullptr || !entry->why_not().empty())
    GTEST_SKIP() << "skipped: no OpenBLAS";
  for (const int kib : {250'000, 300'000, 350'000, 400'000, 500'000})
    for (const char* backend : {"sequential", "openblas"}) {
      std::vector<std::string> words = train(backend);
      words.insert(words.end(), {"--workers", "1"});
      fs::remove_all(run());
      const test::Ran ran = shell("ulimit -v " + std::to_string(kib) + ";", words);
      EXPECT_LT(ran.code, 5) << backend << " under " << kib << ": " << ran.err;
      if (ran.code != 0) {
        EXPECT_NE(ran.err.find("; "), std::string::npos) << "what to do: " << ran.err;
      }
    }
}

/// Under a low limit it would end in a signal, in the midst of the code that it writes for the processor.
TEST_F(Surroundings, OneDnnSaysThatAddressesAreFew) {
  if (const BackendEntry* entry = known_backend("onednn"); entry == nullptr || !entry->why_not().empty())
    GTEST_SKIP() << "skipped: no oneDNN";
  for (const int kib : {150'000, 175'000, 275'000, 287'500, 300'000, 350'000}) {
    fs::remove_all(run());
    const test::Ran ran = shell("ulimit -v " + std::to_string(kib) + ";", train("onednn"));
    EXPECT_LT(ran.code, 5) << "under " << kib << ": " << ran.err;
    if (ran.code != 0) {
      EXPECT_NE(ran.err.find("; "), std::string::npos) << "what to do: " << ran.err;
      EXPECT_FALSE(fs::exists(run())) << "of a run that never began";
    }
  }
}

/// OPENBLAS_NUM_THREADS is set while OpenBLAS is loaded, and what the user has said goes on to what is started.
TEST_F(Surroundings, WhatIsStartedHasTheUsersOpenBlas) {
  const char* here = std::getenv("OPENBLAS_NUM_THREADS");
  const test::Ran ran = test::run_program({"/bin/sh", "-c", "echo ${OPENBLAS_NUM_THREADS-none}"});
  EXPECT_EQ(ran.out, std::string(here == nullptr ? "none" : here) + "\n");
}

TEST_F(Surroundings, ATerminalThatIsClosedStopsTheRunInOrder) {
  const int pid = test::start_cli(train("sequential", 100'000), folder_ / "log");
  const auto log = [&] { return fs::exists(run() / "events.jsonl") ? test::read_bytes(run() / "events.jsonl") : ""; };
  for (const double begin_s = now_s(); log().find("epoch_done") == std::string::npos && now_s() - begin_s < 30.0;)
    ::usleep(20'000);
  ::kill(pid, SIGHUP);
  test::wait_for(pid);
  EXPECT_NE(log().find("\"stopped\""), std::string::npos);
}

/// Settings that a user has made for other Python programs.
TEST_F(Surroundings, PythonsSettingsDoNotKeepATrainerFromStarting) {
  if (const std::string reason = find_backend("python-numpy").why_not(); !reason.empty())
    GTEST_SKIP() << "skipped: " << reason;
  for (const char* setting : {"PYTHONSAFEPATH=1", "PYTHONOPTIMIZE=2", "PYTHONWARNINGS=error"}) {
    const test::Ran ran = shell(setting, train("python-numpy"));
    EXPECT_EQ(ran.code, 0) << setting << ": " << ran.err;
  }
}

/// Another user's limits do not hold for root.
std::string as_nobody(int processes) {
  return "ulimit -u " + std::to_string(processes) + "; exec setpriv --reuid=65534 --regid=65534 --clear-groups";
}

TEST_F(Surroundings, WhatCouldNotBeStartedIsSaid) {
  if (::geteuid() != 0) GTEST_SKIP() << "skipped: only root can become another user";
  fs::permissions(folder_.path(), fs::perms::all);
  const std::string reach =
      as_nobody(100) + " /bin/sh -c 'test -x " MLPLAB_BIN "/mlplab-cli && test -w " + folder_.path().string() + "'";
  if (test::run_program({"/bin/bash", "-c", reach}, 60.0).code != 0)
    GTEST_SKIP() << "skipped: another user cannot reach the program or the folder for temporary files";
  for (const int processes : {1, 2, 3, 4, 5, 6, 8})
    for (const char* backend : {"openmp", "openmp-loops", "onednn", "openblas", "processes-shared"}) {
      if (const BackendEntry* entry = known_backend(backend); entry == nullptr || !entry->why_not().empty()) continue;
      std::vector<std::string> words = train(backend, 2);
      words.insert(words.end(), {"--workers", "12"});
      std::string line =
          "export TMPDIR='" + folder_.path().string() + "'; " + as_nobody(processes) + " " + MLPLAB_BIN + "/mlplab-cli";
      for (const std::string& word : words) line += " '" + word + "'";
      const test::Ran ran = test::run_program({"/bin/bash", "-c", line}, 60.0);
      if (ran.err.find("setpriv") != std::string::npos) continue;  // not even that: the user runs something already
      EXPECT_TRUE(ran.code == 1 || ran.code == 4) << backend << " with " << processes << ": " << ran.code << ran.err;
      EXPECT_TRUE(ran.err.find("could be started") != std::string::npos ||
                  ran.err.find("could not be started") != std::string::npos)
          << backend << ": " << ran.err;
      EXPECT_NE(ran.err.find("ulimit -u"), std::string::npos) << backend << ": " << ran.err;
      EXPECT_FALSE(fs::exists(run())) << backend << " with " << processes;
    }
}

TEST_F(Surroundings, TheLimitOfProcessorTimeStopsTheRunInOrder) {
  std::vector<std::string> words = train("sequential", 100'000);
  words[4] = "36-2000-4";
  const test::Ran ran = shell("ulimit -t 3;", words);
  EXPECT_EQ(ran.code, 130) << ran.err;
  EXPECT_NE(ran.err.find("is nearly used up"), std::string::npos) << ran.err;
  EXPECT_NE(ran.err.find("(ulimit -t); then it ends"), std::string::npos) << ran.err;
  EXPECT_TRUE(read_checkpoint(run()).state != nullptr);
}

}  // namespace
}  // namespace mlplab
