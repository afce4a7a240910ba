// `sweep` as a whole process: its results, its axes, and what it refuses.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/machine/peak_memory.h"
#include "refused.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using nlohmann::json;
using test::expect_refused;
using test::run_cli;

TEST(CliSweep, PrintsTheAgreedAnalysisAndGoesOnWhereItWasLeft) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> words{
      "sweep",     "--batch",       "64,128", "--backend",    "sequential", "--network",
      "784-16-10", "--train-limit", "256",    "--test-limit", "50",         "--epochs",
      "1",         "--repeats",     "2",      "--warmup",     "0",          "--json"};
  std::vector<std::string> first = words;
  first.insert(first.end(), {"--out", (folder / "sweep").string()});
  const test::Ran ran = run_cli(first);
  ASSERT_EQ(ran.code, 0) << ran.err;
  const json result = parse_json(ran.out);
  EXPECT_EQ(result["axis"], "batch");
  ASSERT_EQ(result["points"].size(), 2U);
  for (const json& point : result["points"]) {
    for (const char* name : {"value", "runs", "median_s", "ci_s", "speedup", "efficiency", "karp_flatt"})
      EXPECT_TRUE(point.contains(name)) << name;
    EXPECT_EQ(point["runs"].size(), 2U);
    EXPECT_GT(point["median_s"].get<double>(), 0.0);
  }
  for (const char* name : {"model", "f", "f_ci", "r2", "limit", "why"})
    EXPECT_TRUE(result["fit"].contains(name)) << name;
  const test::Ran again = run_cli({"sweep", "--resume", (folder / "sweep").string(), "--json"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(parse_json(again.out)["points"], result["points"]) << "a finished sweep is read, not measured again";
  const test::Ran between =
      run_cli({"sweep", "--resume", (folder / "sweep").string(), "--json", "--between", "64,128"});
  ASSERT_EQ(between.code, 0) << between.err;
  const json difference = parse_json(between.out)["between"];
  EXPECT_EQ(difference["values"], json({"64", "128"}));
  EXPECT_NEAR(difference["ratio"].get<double>(), result["points"][1]["speedup"].get<double>(), 1e-12);
  EXPECT_EQ(difference["ci"], result["points"][1]["speedup_ci"]) << "the same question, asked of the baseline";
  expect_refused(run_cli({"sweep", "--resume", (folder / "sweep").string(), "--between", "64,65"}), 2, "64, 128");
  expect_refused(run_cli({"sweep", "--resume", (folder / "sweep").string(), "--csv", "--between", "64,128"}), 2,
                 "leave out --csv");
  const test::Ran latex = run_cli({"sweep", "--resume", (folder / "sweep").string(), "--latex"});
  EXPECT_TRUE(latex.out.starts_with("\\begin{tabular}{rr") && latex.out.ends_with("\\end{tabular}\n")) << latex.out;
  EXPECT_NE(latex.out.find("\n  64 & "), std::string::npos) << latex.out;
  expect_refused(run_cli({"sweep", "--resume", (folder / "sweep").string(), "--latex", "--csv"}), 2, "choose one");
  const test::Ran seeds =
      run_cli({"sweep", "--seed", "3,5", "--backend", "sequential", "--network", "784-8-10", "--train-limit", "200",
               "--test-limit", "50", "--json", "--out", (folder / "seeds").string()});
  ASSERT_EQ(seeds.code, 0) << seeds.err;
  const auto over = parse_json(seeds.out);
  EXPECT_EQ(over["axis"], "seed");
  EXPECT_EQ(over["repeats"], 1) << "one run of each seed tells its accuracy";
  EXPECT_EQ(over["warmup_epochs"], 0);
  EXPECT_EQ(over["accuracy_over_seeds"]["seeds"], 2);
  EXPECT_EQ(over["points"][1]["value"], 5);
  EXPECT_LE(over["accuracy_over_seeds"]["min"], over["accuracy_over_seeds"]["max"]);
  expect_refused(run_cli({"sweep", "--seed", "1,-2"}), 2, "-2");
  expect_refused(run_cli({"sweep", "--batch", "8,16", "--batch-per-rank", "8"}), 2, "say one of them");
  for (const std::string option : {"first-layer=dense", "nonsense=1"})
    expect_refused(run_cli({"sweep", "--backend", "simd,sequential", "--backend-option", option}), 2,
                   "each with its own defaults");
  expect_refused(run_cli({"sweep", "--backend", "simd,sequential", "--processes", "2"}), 2,
                 "each with its own defaults");
  expect_refused(run_cli({"sweep", "--workers", "1,x"}), 2, "x");
  expect_refused(run_cli({"sweep", "--resume", (folder / "none").string()}), 3, "none");
}

/// The parts of a step are known where it was asked for them, the memory always.
TEST(CliSweep, ProfilesTheStepsOfItsRunsWhereAsked) {
  const test::TemporaryFolder folder;
  const auto sweep = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"sweep", "--backend",    "sequential", "--batch",   "16,32",    "--train-limit",
                                   "320",   "--test-limit", "50",         "--network", "784-8-10", "--repeats",
                                   "1",     "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const test::Ran ran = run_cli(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return parse_json(ran.out).at("points").at(0);
  };
  const json profiled = sweep({"--profile-steps", "3", "--out", (folder / "profiled").string()});
  EXPECT_GT(profiled["step_kernel_s"].get<double>(), 0.0);
  EXPECT_EQ(profiled["step_h2d_s"], 0.0) << "a CPU backend copies nothing to itself";
  const bool tells = PeakMemory().bytes().has_value();
  EXPECT_EQ(profiled["peak_memory_bytes"].is_number(), tells);
  EXPECT_TRUE(profiled["device_memory_bytes"].is_null());
  const test::Ran table = run_cli({"sweep", "--resume", (folder / "profiled").string()});
  EXPECT_EQ(table.out.find("peak MB") != std::string::npos, tells) << table.out;
  EXPECT_NE(table.out.find("kernel s"), std::string::npos) << table.out;
  EXPECT_EQ(table.out.find("host-to-device"), std::string::npos) << table.out;
  EXPECT_TRUE(sweep({"--out", (folder / "plain").string()})["step_kernel_s"].is_null());
}

/// Two lists are two axes; a setting needs --values; three axes are refused.
TEST(CliSweep, TakesASettingAndASecondAxis) {
  const test::TemporaryFolder folder;
  const auto sweep = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"sweep", "--backend", "sequential", "--network", "784-8-10", "--train-limit", "200",
                                 "--test-limit", "50", "--repeats", "1"});
    return run_cli(words);
  };
  const test::Ran two = sweep({"--batch", "50,100", "--width", "4,8", "--json", "--out", (folder / "two").string()});
  ASSERT_EQ(two.code, 0) << two.err;
  const json result = parse_json(two.out);
  EXPECT_EQ(result["axis"], "batch");
  EXPECT_EQ(result["across"], (json{{"axis", "width"}, {"values", {"4", "8"}}}));
  ASSERT_EQ(result["points"].size(), 4U);
  EXPECT_EQ(result["points"][3]["value"], 100);
  EXPECT_EQ(result["points"][3]["across"], 8);
  EXPECT_EQ(result["fits"].size(), 2U);
  const test::Ran csv = run_cli({"sweep", "--resume", (folder / "two").string(), "--csv"});
  EXPECT_EQ(csv.out.substr(0, 17), "batch,width,runs,") << csv.out;
  const test::Ran between = run_cli({"sweep", "--resume", (folder / "two").string(), "--between", "50/4,100/8"});
  EXPECT_EQ(between.code, 0) << between.err;

  const test::Ran rates = sweep({"--axis", "lr", "--values", "0.1,0.5", "--across", "seed", "--across-values", "1,2,3",
                                 "--json", "--out", (folder / "rates").string()});
  ASSERT_EQ(rates.code, 0) << rates.err;
  const json over = parse_json(rates.out);
  EXPECT_EQ(over["axis"], "optimizer.learning_rate");
  ASSERT_EQ(over["accuracy_over_seeds_of_values"].size(), 2U);
  EXPECT_EQ(over["accuracy_over_seeds_of_values"][1]["value"], 0.5);
  EXPECT_EQ(over["accuracy_over_seeds_of_values"][1]["seeds"], 3);

  expect_refused(sweep({"--batch", "8,16", "--width", "4,8", "--seed", "1,2"}), 2, "two axes at most");
  expect_refused(sweep({"--axis", "lr"}), 2, "--values");
  expect_refused(sweep({"--axis", "lr", "--values", "0.1,fast"}), 2, "fast");
  expect_refused(sweep({"--axis", "momentum", "--values", "0.1,0.9"}), 2, "changes nothing");
  expect_refused(sweep({"--axis", "nonsense"}), 2, "valid are workers");
  expect_refused(sweep({"--axis", "batch", "--batch", "8,16", "--across", "batch"}), 2, "both axes are batch");
  expect_refused(sweep({"--batch", "8,16", "--across-values", "1,2"}), 2, "--across");
}

}  // namespace
}  // namespace mlplab
