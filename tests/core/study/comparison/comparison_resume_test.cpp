// A comparison that was stopped goes on.
#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/study/comparison/comparison_file.h"
#include "tests/core/study/comparison/imagined.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// Stops after `runs` of six, keeps the comparison, and reads it again.
Comparison broken_off(Imagined& imagined, int runs, const std::filesystem::path& file) {
  RunControl control;
  imagined.after_run = [&imagined, &control, runs] {
    if (static_cast<int>(imagined.order.size()) == runs) control.stop();
  };
  imagined.run(control);
  imagined.after_run = {};
  imagined.order.clear();
  save_comparison(file, imagined.comparison);
  return read_comparison(file);
}

TEST(Comparison, GoesOnWithTheRunsThatItLacks) {
  const test::TemporaryFolder folder;
  Imagined imagined([](const std::string& name, int) { return name == slow() ? 4.0 : 1.0; });
  imagined.others = 0.5;
  imagined.comparison = broken_off(imagined, 3, folder / "c.json");
  EXPECT_EQ(runs_of(imagined.comparison).done, 3);
  EXPECT_EQ(runs_of(imagined.comparison).total, 6);
  EXPECT_EQ(imagined.comparison.rows[0].incomplete, "the comparison was stopped");
  const std::vector<double> before = imagined.comparison.rows[1].times_s;
  const std::vector<Finding> noise = imagined.comparison.noise_during;
  EXPECT_FALSE(noise.empty());
  imagined.others = 0.0;
  std::vector<std::string> progress;
  imagined.watch.on_progress = [&](const StudyProgress& at) {
    if (at.run_fraction == 0.0) progress.push_back(at.name + " " + std::to_string(at.runs_done));
    EXPECT_EQ(at.runs_total, 6);
  };
  RunControl control;
  imagined.run(control);
  EXPECT_EQ(imagined.order, (std::vector<std::string>{slow(), slow(), fast()})) << "nothing is trained twice";
  EXPECT_EQ(progress, (std::vector<std::string>{slow() + " 3", slow() + " 4", fast() + " 5"}));
  EXPECT_TRUE(is_complete(imagined.comparison));
  for (const ComparisonRow& row : imagined.comparison.rows) {
    EXPECT_EQ(row.runs.size(), 3U);
    EXPECT_EQ(row.incomplete, "");
  }
  std::vector<double> after = imagined.comparison.rows[1].times_s;
  after.resize(before.size());
  EXPECT_EQ(after, before) << "what was there stays";
  EXPECT_EQ(imagined.comparison.noise_during, noise) << "the noise of before is still noise";
  imagined.order.clear();
  imagined.run(control);
  EXPECT_TRUE(imagined.order.empty()) << "a complete one has nothing to do";
}

TEST(Comparison, GoesOnOnItsOwnMachineWithItsOwnDataAlone) {
  const test::TemporaryFolder folder;
  Imagined imagined([](const std::string&, int) { return 1.0; });
  const Comparison kept = broken_off(imagined, 3, folder / "c.json");
  const auto refusal = [&] {
    RunControl control;
    try {
      imagined.run(control);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  imagined.watch.file = "c.json";
  for (std::string MeasuredMachine::*fact :
       {&MeasuredMachine::cpu, &MeasuredMachine::build_flags, &MeasuredMachine::commit}) {
    imagined.comparison = kept;
    imagined.comparison.machine.*fact = "another one";
    EXPECT_NE(refusal().find("the comparison in c.json was measured with"), std::string::npos);
  }
  imagined.comparison = kept;
  for (ComparisonRow& row : imagined.comparison.rows) row.log.started.dataset_hash = "another one";
  EXPECT_NE(refusal().find("has changed since the comparison in c.json began"), std::string::npos) << refusal();
  EXPECT_TRUE(imagined.order.empty()) << "before anything is trained";

  // A device is known once it has computed.
  imagined.comparison = kept;
  for (ComparisonRow& row : imagined.comparison.rows) row.log.started.device = "another GPU";
  EXPECT_EQ(refusal(), "");
  EXPECT_NE(imagined.comparison.rows[0].incomplete.find("the device another GPU, and here it is"), std::string::npos)
      << imagined.comparison.rows[0].incomplete;
  EXPECT_EQ(imagined.comparison.rows[0].runs.size(), kept.rows[0].runs.size()) << "its times are no figures";
}

}  // namespace
}  // namespace mlplab
