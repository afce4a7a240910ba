// `mlplab-cli compare` as a whole process.
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/run/run_lock.h"
#include "core/study/comparison/comparison_file.h"
#include "tests/support/json_lines.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using nlohmann::json;
using test::run_cli;

std::vector<std::string> compare_words(std::vector<std::string> more = {}) {
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
                                 "--repeats",
                                 "2",
                                 "--backends",
                                 "sequential,openblas,simd,openmp"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(Compare, PrintsOneListAndKeepsEverything) {
  const test::TemporaryFolder folder;
  const test::Ran ran = run_cli(compare_words({"--json", "--published", "--out", (folder / "kept").string()}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(ran.err, "") << "no progress where stderr is no terminal";
  const json list = parse_json(ran.out);
  ASSERT_EQ(list.size(), 4U);
  for (const json& row : list) {
    const std::string name = row["backend"];
    if (!row["available"].get<bool>()) {
      EXPECT_NE(row["reason"], "") << name;
      continue;
    }
    EXPECT_EQ(row["equivalent"], "equal") << name;
    EXPECT_GT(row["train_time_s"].get<double>(), 0.0) << name;
    EXPECT_GT(row["relative_speed"].get<double>(), 0.0) << name;
    EXPECT_EQ(row["runs"], 2) << name;
    EXPECT_LE(row["ci_s"][0].get<double>(), row["epoch_time_s"].get<double>()) << name;
    EXPECT_GE(row["ci_s"][1].get<double>(), row["epoch_time_s"].get<double>()) << name;
    EXPECT_TRUE(std::filesystem::exists(folder / "kept/runs" / name / "events.jsonl")) << name;
    EXPECT_TRUE(std::filesystem::exists(folder / "kept/runs/round-2" / name / "events.jsonl")) << name;
  }
  EXPECT_EQ(parse_json(test::read_bytes(folder / "kept/comparison.json")), list);
  EXPECT_NE(test::read_bytes(folder / "kept/comparison.csv").find("relative_speed"), std::string::npos);
  EXPECT_NE(test::read_bytes(folder / "kept/comparison.md").find("Caldas"), std::string::npos);
  const std::string latex = test::read_bytes(folder / "kept/comparison.tex");
  EXPECT_TRUE(latex.starts_with("\\begin{tabular}{l")) << latex;
  EXPECT_NE(latex.find("$\\surd$ equal"), std::string::npos) << latex;
  const test::Ran again = run_cli(compare_words({"--out", (folder / "kept").string()}));
  EXPECT_EQ(again.code, 3) << "nothing is overwritten";
}

TEST(Compare, SaysWhetherTwoDiffer) {
  const test::Ran ran = run_cli(compare_words({"--between", "sequential,simd"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("95 % confidence"), std::string::npos) << ran.out;
  EXPECT_EQ(run_cli(compare_words({"--between", "sequential,simd", "--json"})).code, 2)
      << "nothing is left out silently";
  const test::Ran wrong = run_cli(compare_words({"--between", "sequential,cuda"}));
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("--between: there is no 'cuda'"), std::string::npos) << wrong.err;
}

TEST(Compare, ALadderSaysWhereASpeedupComesFrom) {
  std::vector<std::string> words = compare_words({"--ladder"});
  EXPECT_EQ(run_cli(words).code, 2) << "the rungs are the backends";
  words.erase(std::ranges::find(words, "--backends"), std::ranges::find(words, "--ladder"));
  const test::Ran ran = run_cli(words);
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("Where the speed comes from"), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find("| simd(first-layer=dense) ", ran.out.find("Where the speed comes from")), std::string::npos)
      << ran.out;
  words.emplace_back("--json");
  for (const json& row : parse_json(run_cli(words).out))
    EXPECT_EQ(row["rung_factor"].is_number(), row["backend"] != "sequential" && row["done"].get<bool>()) << row;
}

TEST(Compare, OneProgramAtATimeMeasuresInAFolder) {
  const test::TemporaryFolder folder;
  const RunLock other(folder.path());
  const test::Ran ran = run_cli(compare_words({"--out", folder.path().string()}), 60.0);
  EXPECT_EQ(ran.code, 3) << ran.err;
  EXPECT_NE(ran.err.find("another program is at work on " + folder.path().string()), std::string::npos) << ran.err;
  EXPECT_FALSE(std::filesystem::exists(folder / "runs"));
}

TEST(Compare, RefusesWhatItCannotDo) {
  EXPECT_EQ(run_cli({"compare", "--backends", "abacus"}).code, 2);
  EXPECT_EQ(run_cli({"compare", "--frobnicate"}).code, 2);
  EXPECT_EQ(run_cli(compare_words({"--baseline", "abacus"})).code, 2);
  EXPECT_EQ(run_cli(compare_words({"--target-accuracy", "97"})).code, 2);
  EXPECT_EQ(run_cli(compare_words({"--repeats", "0"})).code, 2);
  EXPECT_EQ(run_cli(compare_words({"--data", "/nowhere"})).code, 3);
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
  const json list = parse_json(test::read_bytes(folder / "kept/comparison.json"));
  ASSERT_EQ(list.size(), 4U);
  EXPECT_NE(list[0]["reason"].get<std::string>().find("stopped"), std::string::npos);
}

TEST(Compare, AKillCostsTheRunInProgressAlone) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "kept/measured.json", runs = folder / "kept/runs";
  const int pid = test::start_cli({"compare", "--backends", "sequential", "--network", "784-16-10", "--train-limit",
                                   "640", "--epochs", "2", "--repeats", "100000", "--out", (folder / "kept").string()},
                                  folder / "log");
  while (!file_at(runs / "round-4/sequential/events.jsonl") && test::running(pid))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  ::kill(pid, SIGKILL);
  test::wait_for(pid);
  std::size_t begun = 0;
  for (const std::filesystem::path& one : entries_in(runs)) begun += one.filename() == "sequential" ? 1 : 0;
  for (const std::filesystem::path& round : entries_in(runs)) begun += anything_at(round / "sequential") ? 1 : 0;
  EXPECT_GE(begun, 4U);
  EXPECT_GE(read_comparison(file).rows.at(0).runs.size() + 1, begun) << test::read_bytes(folder / "log");
}

/// The begin of a kept comparison: its first `runs` runs and the half of another, as if it had been killed there.
std::string cut_off(const std::filesystem::path& file, std::size_t runs) {
  const std::string all = test::read_bytes(file);
  const std::vector<std::string_view> lines = whole_lines(all);
  std::string begin;
  for (std::size_t i = 0; i <= runs; ++i) begin += std::string(lines.at(i)) + "\n";
  test::write_bytes(file, begin + std::string(lines.at(runs + 1).substr(0, 100)));
  return begin;
}

std::string backend_of(const json& line) { return line.contains("run") ? line["run"]["backend"] : json(""); }

TEST(Compare, GoesOnWhereItWasKilled) {
  const test::TemporaryFolder folder;
  const std::string kept = (folder / "kept").string();
  ASSERT_EQ(run_cli(compare_words({"--out", kept})).code, 0);
  const auto available =
      static_cast<std::size_t>(std::ranges::count_if(parse_json(test::read_bytes(folder / "kept/comparison.json")),
                                                     [](const json& row) { return row["available"].get<bool>(); }));
  const std::string before = cut_off(folder / "kept/measured.json", available);
  const test::Ran ran = run_cli({"compare", "--resume", kept, "--json"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_TRUE(test::read_bytes(folder / "kept/measured.json").starts_with(before)) << "what was there stays";
  const json after = test::read_json_lines(folder / "kept/measured.json");
  for (const json& row : after[0]["rows"]) {
    if (!row["available"].get<bool>()) continue;
    const std::string name = row["backend"];
    EXPECT_EQ(std::ranges::count(after, name, backend_of), 2) << name;
    EXPECT_TRUE(std::filesystem::exists(folder / "kept/runs/round-2" / (name + "-2") / "events.jsonl"))
        << "beside what was broken off";
  }
  for (const json& row : parse_json(ran.out)) EXPECT_EQ(row["runs"], row["available"].get<bool>() ? 2 : 0) << row;
  const test::Ran again = run_cli({"compare", "--resume", kept, "--json"});
  EXPECT_TRUE(again.out == ran.out) << "a complete one is shown";
  const std::string written = test::read_bytes(folder / "kept/comparison.json");
  EXPECT_EQ(run_cli({"compare", "--resume", kept, "--baseline", "simd"}).code, 0);
  EXPECT_TRUE(test::read_bytes(folder / "kept/comparison.json") == written) << "against whatever baseline";

  EXPECT_EQ(run_cli({"compare", "--resume", folder.path().string()}).code, 3) << "no comparison";
  const test::Ran other = run_cli({"compare", "--resume", kept, "--epochs", "3"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("leave out --epochs"), std::string::npos) << other.err;
  EXPECT_EQ(run_cli({"compare", "--resume", kept, "--repeats", "3"}).code, 2);
  cut_off(folder / "kept/measured.json", available);
  json elsewhere = test::read_json_lines(folder / "kept/measured.json");
  elsewhere[0]["measured_on"]["cpu"] = "abacus";
  test::write_json_lines(folder / "kept/measured.json", elsewhere);
  const test::Ran refused = run_cli({"compare", "--resume", kept});
  EXPECT_EQ(refused.code, 3);
  EXPECT_NE(refused.err.find("measured with the processor abacus"), std::string::npos) << refused.err;
  EXPECT_EQ(test::read_json_lines(folder / "kept/measured.json"), elsewhere) << "nothing is lost";
}

/// The backends as `backends --json` has them.
json listed() { return parse_json(run_cli({"backends", "--json"}).out); }

json entry_of(const json& list, const std::string& name) {
  for (const json& entry : list)
    if (entry["name"] == name) return entry;
  return {};
}

TEST(Compare, TrainsTheTrainersOfOtherPrograms) {
  const json list = listed();
  std::string names = "sequential";
  for (const char* name : {"python-numpy", "python-multiprocessing"}) {
    const json entry = entry_of(list, name);
    ASSERT_FALSE(entry.is_null()) << name << " is listed, also where it cannot run";
    EXPECT_EQ(entry["kind"], "external");
    names += "," + std::string(name);
  }
  if (const json numpy = entry_of(list, "python-numpy"); !numpy["available"].get<bool>())
    GTEST_SKIP() << "skipped: " << numpy["reason"];
  const test::Ran ran = run_cli({"compare", "--train-limit", "640", "--test-limit", "200", "--network", "784-16-10",
                                 "--epochs", "2", "--workers", "3", "--repeats", "1", "--json", "--backends", names});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json rows = parse_json(ran.out);
  ASSERT_EQ(rows.size(), 3U);
  for (const json& row : rows) {
    EXPECT_EQ(row["equivalent"], "equal") << dump_json(row, 2);
    EXPECT_NEAR(row["loss_train"][1].get<double>(), rows[0]["loss_train"][1].get<double>(), 5e-5) << row["backend"];
    EXPECT_EQ(row["accuracy_test"], rows[0]["accuracy_test"]) << row["backend"];
  }
  EXPECT_EQ(entry_of(list, "python-numpy")["workers_max"], 1);
  EXPECT_EQ(rows[2]["workers"], 3);
}

TEST(Compare, ATrainerOfTheUsersIsStartedByAnExplicitChoiceOnly) {
  const test::TemporaryFolder folder;
  const auto trainers = folder / "mlplab/trainers";
  std::filesystem::create_directories(trainers);
  const auto marker = folder / "started";
  test::write_bytes(trainers / "mine.json", R"({"format": "mlplab-trainer-1", "name": "mine", "title": "Mine",
    "technology": "Shell", "program": ["sh"], "arguments": ["{here}/run.sh"], "check": ["{here}/run.sh"]})");
  test::write_bytes(trainers / "run.sh", "echo x > '" + marker.string() + "'; echo 'no legs' >&2; exit 1");
  test::write_bytes(trainers / "torn.json", "{");
  const test::Environment own{{"XDG_CONFIG_HOME", folder.path()}};
  const json list = listed();
  run_cli({"train", "--backend", "sequential", "--train-limit", "200", "--test-limit", "10", "--epochs", "1", "--out",
           (folder / "run").string()});
  EXPECT_FALSE(std::filesystem::exists(marker)) << "it was only listed";
  EXPECT_EQ(entry_of(list, "mine")["available"], true);
  EXPECT_EQ(entry_of(list, "torn.json")["available"], false);
  EXPECT_NE(entry_of(list, "torn.json")["reason"].get<std::string>().find("torn.json"), std::string::npos);
  const test::Ran unknown = run_cli({"train", "--backend", "mine", "--backend-option", "speed=9"});
  EXPECT_EQ(unknown.code, 2) << unknown.err;
  EXPECT_FALSE(std::filesystem::exists(marker));
  const test::Ran ran = run_cli(
      {"train", "--backend", "mine", "--train-limit", "200", "--epochs", "1", "--out", (folder / "run2").string()});
  EXPECT_TRUE(std::filesystem::exists(marker));
  EXPECT_EQ(ran.code, 4) << ran.err;
  EXPECT_NE(ran.err.find("no legs"), std::string::npos) << ran.err;
}

}  // namespace
}  // namespace mlplab
