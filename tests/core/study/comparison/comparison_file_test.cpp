#include "core/study/comparison/comparison_file.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/reporting/comparison_report.h"
#include "core/study/comparison/comparison_reading.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(ComparisonFile, ComesBackWithAllFigures) {
  const test::TemporaryFolder folder;
  Comparison made = made_comparison();
  rebase(made, "sequential");
  made.noise_before = {
      {Finding::others_busy, 0.5, 2}, {.code = Finding::governor, .text = "powersave"}, {.text = "odd"}};
  made.machine = this_machine();
  made.machine.cpu = "abacus";
  made.rows[0].runs[0].wall_s = made.rows[0].wall_s = 7.5;
  auto& steps = made.rows[0].runs[0].log.steps;
  for (int i = 0; i < 1000; ++i) steps.push_back(StepDone(steps.back()));  // a long run
  const std::filesystem::path file = new_comparison_file(folder / "comparisons");
  save_comparison(file, made);
  EXPECT_EQ(kept_comparisons(folder / "comparisons", 5), std::vector{file});
  Comparison read = read_comparison(file);
  ASSERT_EQ(read.rows.size(), made.rows.size());
  rebase(read, "sequential");
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read.rows[i].train_time_s, made.rows[i].train_time_s);
    EXPECT_EQ(read.rows[i].relative_speed, made.rows[i].relative_speed);
    EXPECT_TRUE(read.rows[i].relative_speed.has_value());
    EXPECT_EQ(read.rows[i].log.epochs, made.rows[i].log.epochs);
    EXPECT_GT(read.rows[i].log.steps.size(), 10);
    EXPECT_LE(read.rows[i].log.steps.size(), 200);
  }
  EXPECT_EQ(read.rows[2].reason, made.rows[2].reason);
  EXPECT_EQ(read.noise_before, made.noise_before);
  EXPECT_EQ(read.machine, made.machine);
  EXPECT_EQ(read.rows[0].wall_s, 7.5) << "of the run whose figures are shown";
  EXPECT_TRUE(std::isnan(read.rows[1].wall_s)) << "as in older files";
  EXPECT_EQ(read.spec.base, made.spec.base);
}

TEST(ComparisonFile, KeepsWhatRoundingMakesOfARow) {
  const test::TemporaryFolder folder;
  Comparison made = made_comparison();
  made.rows[1].runs[0].log.epochs[1].loss_train *= 1.05;
  made.rounding = Rounding{.moved = {0.0, 0.03}};
  save_comparison(folder / "new.json", made);
  Comparison read = read_comparison(folder / "new.json");
  EXPECT_EQ(read.rounding, made.rounding);
  rebase(read, "sequential");
  EXPECT_EQ(read.rows[1].equivalent, Equivalence::not_compared);
  EXPECT_EQ(read.rows[1].rounding,
            "rounding alone moves these losses by 3.0 % up to epoch 2: they cannot tell whether the same was computed");
  made.rows[1].runs[0].log.epochs[1].loss_train /= 1.04;
  made.rounding = Rounding{.moved = {0.0, 0.005}};
  save_comparison(folder / "within.json", made);
  read = read_comparison(folder / "within.json");
  rebase(read, "sequential");
  EXPECT_EQ(read.rows[1].equivalent, Equivalence::within_rounding);
  EXPECT_TRUE(read.rows[1].relative_speed.has_value());
  EXPECT_EQ(ranked_rows(read).size(), 2U);
  const std::vector<std::string> reading = read_comparison(read);
  EXPECT_TRUE(std::ranges::any_of(reading, [](const std::string& sentence) {
    return sentence.starts_with(
        "The same within rounding: simd, for rounding alone moves these losses by 0.50 % up to");
  }));
  rebase(read, "simd");
  EXPECT_TRUE(read.rows[0].relative_speed.has_value()) << "a baseline that is the same within rounding is one";
  read.rows.push_back(made_row("loops", 0.5, 3));
  rebase(read, "sequential");
  EXPECT_EQ(read.rows.back().equivalent, Equivalence::equal);
  for (const std::string& sentence : read_comparison(read))
    EXPECT_EQ(sentence.find("All that were checked"), std::string::npos) << "one of them is not equal: " << sentence;
  const Table table = comparison_table_exact(read, nullptr);
  const auto same = std::ranges::find(table.header, std::string("equivalent")) - table.header.begin();
  EXPECT_EQ(table.rows.at(1).at(static_cast<std::size_t>(same)), "within rounding");
  EXPECT_EQ(table.rows.back().at(static_cast<std::size_t>(same)), "equal");
  made.rounding.reset();
  save_comparison(folder / "old.json", made);
  read = read_comparison(folder / "old.json");
  EXPECT_FALSE(read.rounding.has_value());
  rebase(read, "sequential");
  EXPECT_EQ(read.rows[1].equivalent, Equivalence::differs);
}

TEST(ComparisonFile, OfAnotherVersionIsRefused) {
  const test::TemporaryFolder folder;
  write_file_atomically(folder / "newer.json", "{\"format\":\"mlplab-comparison-9\"}");
  EXPECT_THROW(read_comparison(folder / "newer.json"), InputError);
}

}  // namespace
}  // namespace mlplab
