// mlplab-cli workshop as a whole process: from a new folder to a run that is marked equal, a class's table, and
// refusals.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <thread>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/workshop/device.h"
#include "refused.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::expect_refused;
using test::Ran;
using test::run_cli;

class CliWorkshop : public ::testing::Test {
 protected:
  std::string at(const std::string& name) const { return (folder_ / name).string(); }
  /// A new folder of the workshop.
  std::string made(const std::string& task, const std::string& name, const std::string& language = "cpp") const {
    const Ran ran = run_cli({"workshop", "new", task, at(name), "--language", language});
    EXPECT_EQ(ran.code, 0) << ran.err;
    return at(name);
  }
  /// Puts `now` in place of `before` in the kernel's source.
  void change(const std::string& file, const std::string& before, const std::string& now) const {
    std::string text = test::read_bytes(folder_ / file);
    const std::size_t place = text.find(before);
    ASSERT_NE(place, std::string::npos) << file;
    test::write_bytes(folder_ / file, text.replace(place, before.size(), now));
  }

 private:
  test::TemporaryFolder folder_;
  test::Environment own_{{"XDG_CACHE_HOME", MLPLAB_BIN "/../workshop-app-test"}, {"XDG_DATA_HOME", folder_ / "data"}};
};

TEST_F(CliWorkshop, FromANewFolderToARunThatIsEqual) {
  const std::string mine = made("matrix_product", "mine");
  expect_refused(run_cli({"train", "--backend", "workshop:" + mine, "--epochs", "1"}), 4, "has not passed a check");
  const Ran check = run_cli({"workshop", "check", mine});
  EXPECT_EQ(check.code, 0) << check.out << check.err;
  for (const char* part : {"$ g++ ", "-O2", "right: 16 calls"})
    EXPECT_NE(check.out.find(part), std::string::npos) << part;
  const Ran train = run_cli({"workshop", "train", mine, "--network", "784-16-10", "--epochs", "1", "--train-limit",
                             "300", "--test-limit", "100"});
  EXPECT_EQ(train.code, 0) << train.err;
  EXPECT_NE((train.out + train.err).find("workshop:"), std::string::npos) << train.out;
  const Ran compare =
      run_cli({"compare", "--backends", "sequential,workshop:" + mine, "--network", "784-16-10", "--epochs", "1",
               "--train-limit", "300", "--test-limit", "100", "--repeats", "1", "--json"});
  EXPECT_EQ(compare.code, 0) << compare.err;
  const Ran table = run_cli({"compare", "--backends", "sequential,workshop:" + mine, "--network", "784-16-10",
                             "--epochs", "1", "--train-limit", "300", "--test-limit", "100", "--repeats", "1"});
  const std::size_t row = table.out.find("workshop:");
  ASSERT_NE(row, std::string::npos) << table.out << table.err;
  EXPECT_NE(table.out.substr(row, table.out.find('\n', row) - row).find("✓ equal"), std::string::npos) << table.out;
}

TEST_F(CliWorkshop, ATeamWithAKernelIsMarkedAsAnyOther) {
  const std::string mine = made("matrix_product", "mine"), two = "processes-shared=workshop:" + mine + "*2";
  const std::vector<std::string> run = {"--network", "784-19-10",    "--epochs", "1",         "--train-limit",
                                        "300",       "--test-limit", "100",      "--repeats", "1"};
  const auto compared = [&] {
    EXPECT_EQ(run_cli({"workshop", "check", mine}).code, 0);
    std::vector<std::string> words = {"compare", "--backends", "sequential," + two};
    words.insert(words.end(), run.begin(), run.end());
    const Ran table = run_cli(words);
    const std::size_t row = std::min(table.out.find(two), table.out.find("workshop:mine"));
    EXPECT_NE(row, std::string::npos) << table.out << table.err;
    return row == std::string::npos ? table.err : table.out.substr(row, table.out.find('\n', row) - row);
  };
  EXPECT_NE(compared().find("✓ equal"), std::string::npos) << compared();
  change("mine/matrix_product.cpp", "] = sum;", "] = n == 19 ? 2 * sum : sum;");  // which no shape of the check has
  EXPECT_NE(compared().find("differs"), std::string::npos) << compared();
  const Ran members = run_cli({"train", "--team", "workshop:" + mine + ",sequential", "--network", "784-8-10",
                               "--epochs", "1", "--train-limit", "300", "--test-limit", "100"});
  EXPECT_EQ(members.code, 0) << members.err;
  EXPECT_NE((members.out + members.err).find("2 ranks: 1 thread of workshop:mine, 1 thread of Sequential"),
            std::string::npos)
      << members.out << members.err;
  const Ran alike = run_cli({"train", "--backend", "workshop:" + mine, "--processes", "2", "--transport", "shared",
                             "--network", "784-8-10", "--epochs", "1", "--train-limit", "300", "--test-limit", "100"});
  EXPECT_EQ(alike.code, 0) << alike.err;
}

TEST_F(CliWorkshop, AFaultHasItsLineItsElementAndItsMap) {
  const std::string mine = made("matrix_product", "mine");
  change("mine/matrix_product.cpp", "p < k", "p <= k");
  const Ran check = run_cli({"workshop", "check", mine});
  EXPECT_EQ(check.code, 1) << check.out;
  for (const char* part : {"matrix_product.cpp, line 14: the kernel reads outside of an array", "should be", "# wrong"})
    EXPECT_NE(check.out.find(part), std::string::npos) << part << "\n" << check.out;
  const Ran printed = run_cli({"workshop", "check", mine, "--json"});
  EXPECT_EQ(printed.code, 1);
  const nlohmann::json read = parse_json(printed.out).at(0);
  EXPECT_FALSE(read.at("right"));
  EXPECT_EQ(read.at("map").at("rows").size(), read.at("map").at("shape").at(0));
  const Ran timed = run_cli({"workshop", "time", mine});
  EXPECT_EQ(timed.code, 1);
  EXPECT_NE(timed.err.find("only a kernel that is right is timed"), std::string::npos) << timed.err;
  EXPECT_NE(timed.out.find("line 14"), std::string::npos) << timed.out;
  change("mine/matrix_product.cpp", "sum = 0.0f;", "sum = 0.0f");
  const Ran broken = run_cli({"workshop", "check", mine});
  EXPECT_EQ(broken.code, 1);
  EXPECT_NE(broken.out.find("matrix_product.cpp:14:"), std::string::npos) << broken.out;
}

TEST_F(CliWorkshop, CudaIsCheckedAndCountedAndNotTimedWithoutAGpu) {
  if (workshop::why_no_gpu().empty()) GTEST_SKIP() << "there is a GPU: core_workshop_test times kernels on it";
  const std::string mine = made("transpose", "mine", "cuda");
  EXPECT_EQ(test::read_bytes(mine + "/NOTE.md").find("workshop time"), std::string::npos);
  const Ran check = run_cli({"workshop", "check", mine});
  EXPECT_EQ(check.code, 0) << check.out << check.err;
  for (const char* part : {"right: 11 calls agree", "| 13   |", "| store, device memory: sectors of 32 bytes", "× "})
    EXPECT_NE(check.out.find(part), std::string::npos) << part << "\n" << check.out;
  const Ran both = run_cli({"workshop", "check", mine, made("vector_sum", "other", "cuda")});
  EXPECT_EQ(both.code, 0) << both.err;
  EXPECT_EQ(both.out.find("n = "), std::string::npos) << both.out;  // no time
  expect_refused(run_cli({"workshop", "time", mine}), 2, "without a GPU");
  expect_refused(run_cli({"workshop", "train", made("matrix_product", "product", "cuda")}), 4, "without a GPU");
  change("mine/transpose.cu", "if (i < rows && j < columns) ", "");
  const Ran wrong = run_cli({"workshop", "check", mine, "--json"});
  EXPECT_EQ(wrong.code, 1) << wrong.err;
  const nlohmann::json read = parse_json(wrong.out).at(0);
  EXPECT_EQ(read.at("faults").at(0).at("code"), "out-of-range");
  EXPECT_EQ(read.at("faults").at(0).at("line"), 13);
  EXPECT_FALSE(read.at("counts").at("accesses").empty());
  EXPECT_FALSE(read.contains("time_s"));
}

TEST_F(CliWorkshop, TimesAreKeptVersionByVersion) {
  const std::string mine = made("vector_sum", "mine", "openmp");
  const std::vector<std::string> words = {"workshop", "time",      mine, "--sizes",   "64,128", "--min-time",
                                          "0",        "--repeats", "2",  "--workers", "2"};
  const Ran first = run_cli(words);
  EXPECT_EQ(first.code, 0) << first.err;
  for (const char* part : {"the plain version, -O2", "this kernel", "Sequential", "C loops", "n = 128"})
    EXPECT_NE(first.out.find(part), std::string::npos) << part << "\n" << first.out;
  EXPECT_EQ(first.out.find("The versions"), std::string::npos);
  change("mine/vector_sum.cpp", "  for (int i", "#pragma omp parallel for reduction(+ : total)\n  for (int i");
  const Ran second = run_cli(words);
  EXPECT_EQ(second.code, 0) << second.err;
  for (const char* part :
       {"The kernel under the ceilings of this machine", "FLOP/byte", "At n = 128 the kernel reaches",
        "The versions of this kernel", "+ #pragma omp parallel for reduction(+ : total)"})
    EXPECT_NE(second.out.find(part), std::string::npos) << part << "\n" << second.out;
  std::vector<std::string> as_json = words;
  as_json.push_back("--json");
  const nlohmann::json printed = parse_json(run_cli(as_json).out);
  EXPECT_EQ(printed.at("versions"), 2);
  EXPECT_EQ(printed.at("workers"), 2);
  ASSERT_EQ(printed.at("roofline").size(), 2U);
  EXPECT_EQ(printed.at("roofline").at(1).at("n"), 128);
  EXPECT_EQ(printed.at("roofline").at(1).at("flop"), 128.0);
  EXPECT_EQ(printed.at("roofline").at(1).at("bytes_at_least"), 4.0 * (128 + 1));
  EXPECT_NE(printed.at("why_no_roofline") == "", printed.at("ceilings").is_null());
}

TEST_F(CliWorkshop, AClassIsOneTable) {
  const std::string right = made("transpose", "ana"), wrong = made("transpose", "bruno");
  change("bruno/transpose.cpp", "j * rows + i", "j * columns + i");
  const Ran check = run_cli({"workshop", "check", wrong, right, at("carla"), "--min-time", "0", "--repeats", "1"});
  EXPECT_EQ(check.code, 1);
  const std::size_t ana = check.out.find("ana "), bruno = check.out.find("bruno ");
  ASSERT_NE(bruno, std::string::npos) << check.out;
  EXPECT_LT(ana, bruno);  // the right ones first
  for (const char* part : {"right", "wrong", "not checked", "n = 512", "is no folder of the workshop"})
    EXPECT_NE(check.out.find(part), std::string::npos) << part << "\n" << check.out;
  const Ran spanish = run_cli({"--lang", "es", "workshop", "check", wrong});
  EXPECT_NE(spanish.out.find("el kernel escribe fuera de un arreglo"), std::string::npos) << spanish.out;
}

/// A check that has begun, of a kernel without an end.
class CliWorkshopStop : public CliWorkshop {
 protected:
  /// Sends it `signal` and returns how it ended.
  int ended_by(int signal, const std::string& action) const {
    const int pid = test::start_cli({"workshop", action, endless_, "--time-limit", "600"}, at("said"));
    while (left_empty() && test::running(pid)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    ::kill(pid, signal);
    return test::wait_for(pid);
  }
  bool left_empty() const { return std::filesystem::is_empty(at("temporary")); }

 private:
  void SetUp() override {
    endless_ = made("vector_sum", "endless");
    change("endless/vector_sum.cpp", "{", "{\n  for (volatile int again = 0; again < 1;) {}\n");
    std::filesystem::create_directory(at("temporary"));
    there_.emplace(test::Environment::Values{{"TMPDIR", at("temporary")}});
  }
  std::string endless_;
  std::optional<test::Environment> there_;
};

TEST_F(CliWorkshopStop, BySignalsLeavesNothing) {
  for (const char* action : {"check", "time"})
    for (const int signal : {SIGINT, SIGTERM}) {
      EXPECT_EQ(ended_by(signal, action), 130) << action;
      EXPECT_EQ(test::read_bytes(at("said")), "the check was stopped\n") << action;
      EXPECT_TRUE(left_empty()) << action;
    }
}

TEST_F(CliWorkshopStop, WhatAKilledCheckLeftIsClearedByTheNext) {
  EXPECT_EQ(ended_by(SIGKILL, "check"), 128 + SIGKILL);
  EXPECT_EQ(run_cli({"workshop", "check", made("vector_sum", "right")}).code, 0);
  EXPECT_TRUE(left_empty());
}

TEST_F(CliWorkshop, Refusals) {
  const std::string mine = made("transpose", "mine");
  expect_refused(run_cli({"workshop", "new", "sum", at("x")}), 2, "vector_sum");
  expect_refused(run_cli({"workshop", "new", "transpose"}), 2, "a task and a new folder");
  expect_refused(run_cli({"workshop", "new", "transpose", at("x"), "--language", "fortran"}), 2, "cpp, openmp");
  expect_refused(run_cli({"workshop", "new", "transpose", mine}), 3, "not empty");
  expect_refused(run_cli({"workshop", "check"}), 2, "one folder or several");
  expect_refused(run_cli({"workshop", "check", at("nowhere")}), 3, "workshop.json");
  expect_refused(run_cli({"workshop", "check", mine, "--sizes", "64"}), 2, "--sizes is no option of 'workshop check'");
  expect_refused(run_cli({"workshop", "time", mine, "--sizes", "2"}), 2, "from 8 to");
  expect_refused(run_cli({"workshop", "train"}), 2, "takes a folder");
  expect_refused(run_cli({"workshop", "train", mine}), 4, "matrix_product, dense_forward and weight_gradient train");
  expect_refused(run_cli({"train", "--team", "workshop:" + mine + ",sequential"}), 4,
                 "matrix_product, dense_forward and weight_gradient train");
  EXPECT_EQ(run_cli({"workshop", "check", mine}).code, 0);
  {
    const test::Environment bare{{"PATH", at("")}};
    expect_refused(run_cli({"workshop", "check", mine}), 4, "install the package g++");
  }
  std::filesystem::remove(std::filesystem::path(mine) / "transpose.cpp");
  expect_refused(run_cli({"workshop", "check", mine}), 3, "transpose.cpp");
}

}  // namespace
}  // namespace mlplab
