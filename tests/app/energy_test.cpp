// The energy of mlplab-cli train on made-up meters: figures, and why there are none.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "core/base/json.h"
#include "tests/support/report_numbers.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::run_cli;

class CliEnergy : public testing::Test {
 protected:
  CliEnergy() {
    std::filesystem::create_directories(tree_ / "intel-rapl:0");
    test::write_bytes(tree_ / "intel-rapl:0" / "name", "package-0\n");
    test::write_bytes(tree_ / "intel-rapl:0" / "max_energy_range_uj", "1000000000\n");
    test::write_bytes(counter_, "5\n");
  }
  test::Ran train(std::vector<std::string> more) {
    std::vector<std::string> words{"train",
                                   "--backend",
                                   "sequential",
                                   "--train-limit",
                                   "320",
                                   "--test-limit",
                                   "100",
                                   "--network",
                                   "784-16-10",
                                   "--epochs",
                                   "2",
                                   "--out",
                                   (out_ / std::to_string(++runs_)).string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_cli(words);
  }
  test::TemporaryFolder tree_, out_;
  test::Environment meters_{{"MLPLAB_POWERCAP", tree_.path()}};
  std::filesystem::path counter_ = tree_ / "intel-rapl:0" / "energy_uj";
  int runs_ = 0;
};

TEST_F(CliEnergy, IsInTheSummaryAndInTheKeptRun) {
  const test::Ran ran = train({"--json", "--idle-power", "0.1"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto energy = parse_json(ran.out).at("energy");
  EXPECT_EQ(energy["scopes"], parse_json(R"(["package 0"])"));
  EXPECT_EQ(energy["why_not"], "");
  EXPECT_EQ(energy["epochs"], 2);
  EXPECT_EQ(energy["train_j"], 0.0) << "the counter stands still";
  EXPECT_EQ(energy["idle_w"], 0.0);
  EXPECT_EQ(energy["short_windows"], true);
  const std::string events = test::read_bytes(out_ / "1" / "events.jsonl");
  EXPECT_NE(events.find(R"("scopes":["package 0"])"), std::string::npos);
  EXPECT_NE(events.find(R"("train_j":[0.0])"), std::string::npos);
  const test::Ran text = train({});
  EXPECT_NE(text.out.find("energy (package 0, with all that ran there): 0 J per epoch"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("shorter than 5 s are uncertain"), std::string::npos) << text.out;
}

/// Columns where there are figures; their windows are shorter than 5 s, and the cells say so.
TEST_F(CliEnergy, IsInTheTablesOfSweepAndCompare) {
  const std::vector<std::string> small{"--train-limit", "320", "--test-limit", "100", "--network", "784-16-10",
                                       "--epochs",      "1",   "--repeats",    "1"};
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.end(), small.begin(), small.end());
    return run_cli(words);
  };
  const test::Ran sweep = run({"sweep", "--backend", "sequential", "--batch", "16,32", "--out", (out_ / "s").string()});
  ASSERT_EQ(sweep.code, 0) << sweep.err;
  for (const char* words : {"J per epoch", "mean W", "relative EDP", "≈ 0", "Energy: joules and mean power",
                            "(package 0, with all that ran there)", "relative to batch 16", "shorter than 5 s"})
    EXPECT_NE(sweep.out.find(words), std::string::npos) << words << " in\n" << sweep.out;
  const auto again = run_cli({"sweep", "--resume", (out_ / "s").string(), "--json"});
  const auto point = parse_json(again.out).at("points").at(0).at("energy");
  EXPECT_EQ(point["epoch_j"], 0.0) << "the counter stands still, also in the kept sweep";
  EXPECT_EQ(point["short_windows"], true);
  EXPECT_TRUE(point["relative_edp"].is_null()) << "nothing by nothing is no ratio";
  EXPECT_GE(point["without_idle"]["idle_time_s"], 5.0) << "long enough to be certain, if nobody says how long";
  const test::Ran compare = run({"compare", "--backends", "sequential", "--idle-power", "0.1"});
  ASSERT_EQ(compare.code, 0) << compare.err;
  for (const char* words : {"J per epoch", "≈ 0", "relative to sequential"})
    EXPECT_NE(compare.out.find(words), std::string::npos) << words << " in\n" << compare.out;
  std::filesystem::remove_all(tree_ / "intel-rapl:0");
  const std::string reason = "energy: no figure, this ";
  for (const test::Ran& ran :
       {run({"sweep", "--backend", "sequential", "--batch", "16,32", "--out", (out_ / "t").string()}),
        run({"compare", "--backends", "sequential,simd"})}) {
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("J per epoch"), std::string::npos) << "no number, no column";
    const std::size_t first = ran.out.find(reason);
    ASSERT_NE(first, std::string::npos) << ran.out;
    EXPECT_EQ(ran.out.find(reason, first + 1), std::string::npos) << "the reason stands once";
  }
}

/// A power that was not asked for is not known.
TEST_F(CliEnergy, OfTheIdleMachineIsInStudies) {
  const std::string folder = (out_ / "s").string();
  const std::vector<std::string> sweep{"sweep", "--backend",    "sequential", "--batch",   "16,32",     "--train-limit",
                                       "320",   "--test-limit", "100",        "--network", "784-16-10", "--epochs",
                                       "1",     "--repeats",    "1"};
  const auto with = [](std::vector<std::string> words, const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  const test::Ran ran = run_cli(with(sweep, {"--out", folder, "--idle-power", "0.2"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* words : {"J without idle", "EDP J·s without idle", "Without idle: less the idle machine's 0 W",
                            "too: the idle machine was measured for", "less than 5 s", "≈ 0"})
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << " in\n" << ran.out;
  const test::Ran again = run_cli({"sweep", "--resume", folder, "--json"});
  const auto own = parse_json(again.out).at("points").at(0).at("energy").at("without_idle");
  EXPECT_EQ(own["epoch_j"], 0.0) << "the counter stands still";
  EXPECT_EQ(own["idle_w"], parse_json("[0.0, 0.0]"));
  EXPECT_EQ(own["uncertain"], true);
  EXPECT_GE(own["idle_time_s"], 0.2);
  const test::Ran without = run_cli(with(sweep, {"--out", folder + "-0", "--idle-power", "0", "--json"}));
  const auto point = parse_json(without.out).at("points").at(0);
  for (const char* name : {"epoch_j", "edp_js", "relative_edp", "idle_w"})
    EXPECT_TRUE(point.at("energy").at("without_idle").at(name).is_null()) << name;
  EXPECT_TRUE(point.at("epoch_j_without_idle").is_null());
  EXPECT_EQ(point.at("edp_js"), 0.0);
  const test::Ran csv = run_cli({"sweep", "--resume", folder + "-0", "--csv"});
  const test::ReadTable table = test::read_csv(csv.out);
  const auto column = std::ranges::find(table.header, "epoch_j_without_idle") - table.header.begin();
  EXPECT_EQ(table.rows.at(0).at(static_cast<std::size_t>(column)), "") << "not known is not 0";
}

/// Ctrl-C while it waits, which would take ten minutes: no run begins, and the study can go on.
TEST_F(CliEnergy, AStopEndsTheMeasurementOfTheIdleMachine) {
  for (const bool sweep : {true, false}) {
    const std::filesystem::path folder = out_ / (sweep ? "sweep" : "compare"), log = out_ / "log";
    const std::string option = sweep ? "--backend" : "--backends";
    const int pid = test::start_cli({sweep ? "sweep" : "compare", option, "sequential", "--batch",
                                     sweep ? "16,32" : "16", "--train-limit", "320", "--test-limit", "100", "--network",
                                     "784-16-10", "--repeats", "1", "--out", folder.string(), "--idle-power", "600"},
                                    log);
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    EXPECT_TRUE(test::running(pid)) << "it waits: " << test::read_bytes(log);
    ::kill(pid, SIGINT);
    EXPECT_EQ(test::wait_for(pid), 130) << test::read_bytes(log);
    EXPECT_NE(test::read_bytes(log).find("stopped; go on with"), std::string::npos) << test::read_bytes(log);
    EXPECT_TRUE(!sweep || test::read_bytes(folder / "runs.jsonl").empty());
    EXPECT_FALSE(std::filesystem::exists(folder / "runs"));
  }
}

/// Programs that tests start have to obey the permissions of files, also where root runs the tests.
TEST_F(CliEnergy, WhatMayNotBeReadIsNoFigure) {
  std::filesystem::permissions(counter_, std::filesystem::perms::none);
  const test::Ran ran = train({});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("energy: no figure, package 0 is readable by root only: " + counter_.string()),
            std::string::npos)
      << ran.out;
  const auto energy = parse_json(train({"--json"}).out).at("energy");
  for (const char* name : {"train_j", "epoch_j", "image_j", "mean_w", "edp_js", "ed2p_js2", "idle_w"})
    EXPECT_TRUE(energy[name].is_null()) << name;
  EXPECT_NE(energy["why_not"].get<std::string>().find("sudo chmod a+r"), std::string::npos);
}

TEST_F(CliEnergy, NoMeterSaysWhy) {
  std::filesystem::remove_all(tree_ / "intel-rapl:0");
  const test::Ran ran = train({});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("energy: no figure, this "), std::string::npos) << ran.out;
  EXPECT_NE(ran.out.find(tree_.path().string()), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace mlplab
