// `mlplab-cli compare` as a whole process.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/support/support.h"

namespace mlplab {
namespace {

using nlohmann::json;
using test::run_cli;

std::vector<std::string> tiny(std::vector<std::string> more = {}) {
  std::vector<std::string> words{"compare",
                                 "--train-limit",
                                 "640",
                                 "--test-limit",
                                 "200",
                                 "--network",
                                 "784-16-10",
                                 "--epochs",
                                 "2",
                                 "--workers",
                                 "2",
                                 "--backends",
                                 "sequential,openblas,simd,openmp"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Compare, PrintsOneListAndKeepsEverything) {
  const test::TemporaryFolder folder;
  const test::Ran ran = run_cli(tiny({"--json", "--published", "--out", (folder / "kept").string()}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "") << "no progress where stderr is no terminal";
  const json list = json::parse(ran.out);
  ASSERT_EQ(list.size(), 4U);
  for (const json& row : list) {
    const std::string name = row["backend"];
    if (!row["available"].get<bool>()) {
      EXPECT_NE(row["reason"], "") << name;
      continue;
    }
    EXPECT_EQ(row["equivalent"], true) << name;
    EXPECT_GT(row["train_time_s"].get<double>(), 0.0) << name;
    EXPECT_GT(row["relative_speed"].get<double>(), 0.0) << name;
    EXPECT_TRUE(std::filesystem::exists(folder / "kept/runs" / name / "events.jsonl")) << name;
  }
  EXPECT_EQ(json::parse(test::read_bytes(folder / "kept/comparison.json")), list);
  EXPECT_NE(test::read_bytes(folder / "kept/comparison.csv").find("relative_speed"), std::string::npos);
  EXPECT_NE(test::read_bytes(folder / "kept/comparison.md").find("Caldas"), std::string::npos);
  const test::Ran again = run_cli(tiny({"--out", (folder / "kept").string()}));
  EXPECT_EQ(again.code, 3) << "nothing is overwritten";
}

TEST(Compare, RefusesWhatItCannotDo) {
  EXPECT_EQ(run_cli({"compare", "--backends", "abacus"}).code, 2);
  EXPECT_EQ(run_cli({"compare", "--frobnicate"}).code, 2);
  EXPECT_EQ(run_cli(tiny({"--baseline", "abacus"})).code, 2);
  EXPECT_EQ(run_cli(tiny({"--target-accuracy", "97"})).code, 2);
  EXPECT_EQ(run_cli(tiny({"--data", "/nowhere"})).code, 3);
}

TEST(Compare, CtrlCKeepsTheRowsThatAreDone) {
  const test::TemporaryFolder folder;
  const int pid =
      test::start_cli({"compare", "--backends", "sequential,openblas,simd,openmp", "--network", "784-256-10",
                       "--train-limit", "2000", "--epochs", "100000", "--json", "--out", (folder / "kept").string()},
                      folder / "log");
  while (!std::filesystem::exists(folder / "kept/runs/sequential/events.jsonl") && test::running(pid))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(pid, SIGINT);
  EXPECT_EQ(test::wait_for(pid), 130) << test::read_bytes(folder / "log");
  const json list = json::parse(test::read_bytes(folder / "kept/comparison.json"));
  ASSERT_EQ(list.size(), 4U);
  EXPECT_NE(list[0]["reason"].get<std::string>().find("stopped"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
