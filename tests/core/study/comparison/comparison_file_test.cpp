#include "core/study/comparison/comparison_file.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/reporting/comparison_report.h"
#include "core/study/comparison/comparison_reading.h"
#include "core/study/store.h"
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
    EXPECT_EQ(read.rows[i].time_s.value, made.rows[i].time_s.value);
    EXPECT_EQ(read.rows[i].speed.value, made.rows[i].speed.value);
    EXPECT_TRUE(read.rows[i].speed.known());
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
  EXPECT_TRUE(read.rows[1].speed.known());
  EXPECT_EQ(ranked_rows(read).size(), 2U);
  const std::vector<std::string> reading = read_comparison(read);
  EXPECT_TRUE(std::ranges::any_of(reading, [](const std::string& sentence) {
    return sentence.starts_with(
        "The same within rounding: simd, for rounding alone moves these losses by 0.50 % up to");
  }));
  rebase(read, "simd");
  EXPECT_TRUE(read.rows[0].speed.known()) << "a baseline that is the same within rounding is one";
  read.rows.push_back(made_row("loops", 0.5, 3));
  rebase(read, "sequential");
  EXPECT_EQ(read.rows.back().equivalent, Equivalence::equal);
  for (const std::string& sentence : read_comparison(read))
    EXPECT_EQ(sentence.find("All that were checked"), std::string::npos) << "one of them is not equal: " << sentence;
  const Table table = comparison_table(read, nullptr).exact;
  const auto same = std::ranges::find(table.header, std::string("equivalent")) - table.header.begin();
  EXPECT_EQ(table.rows.at(1).at(static_cast<std::size_t>(same)), "within rounding");
  EXPECT_EQ(table.rows.back().at(static_cast<std::size_t>(same)), "equal");
  made.rounding.reset();
  save_comparison(folder / "old.json", made);
  read = read_comparison(folder / "old.json");
  EXPECT_FALSE(read.rounding.has_value());
  ASSERT_FALSE(is_complete(read));
  rebase(read, "sequential");
  EXPECT_EQ(read.rows[1].equivalent, Equivalence::not_compared);
  EXPECT_EQ(read.rows[1].rounding, "it is not measured yet whether rounding accounts for its other losses");
  read.spec.repeats = 1;
  ASSERT_TRUE(is_complete(read));
  rebase(read, "sequential");
  EXPECT_EQ(read.rows[1].equivalent, Equivalence::differs) << "as comparisons of before say";
  read.goes_on = true;
  rebase(read, "sequential");
  EXPECT_EQ(read.rows[1].equivalent, Equivalence::not_compared) << "its runs are all there, and rounding comes now";
}

std::string lines_of(const std::filesystem::path& file) { return test::read_bytes(file); }

/// `now` without members that `before` has not: figures that came later.
nlohmann::ordered_json as_before(const nlohmann::ordered_json& now, const nlohmann::ordered_json& before) {
  nlohmann::ordered_json same = now;
  if (now.is_array() && before.is_array())
    for (std::size_t i = 0; i < std::min(now.size(), before.size()); ++i) same[i] = as_before(now[i], before[i]);
  if (!now.is_object() || !before.is_object()) return same;
  for (const auto& [name, value] : now.items()) {
    if (before.contains(name))
      same[name] = as_before(value, before.at(name));
    else
      same.erase(name);
  }
  return same;
}

/// The numbers that the program shows of a kept one, as far as `before` has them.
std::string shown(const std::filesystem::path& file, const std::string& before) {
  Comparison comparison = read_comparison(file);
  rebase(comparison, comparison.spec.baseline);
  return dump_json(as_before(comparison_json(comparison), nlohmann::ordered_json::parse(before)), 2) + "\n";
}

TEST(ComparisonFile, OfBeforeHasTheSameNumbersAndBecomesLines) {
  const std::filesystem::path kept = std::filesystem::path(MLPLAB_TEST_DATA) / "kept/comparison-1";
  std::string numbers = test::read_bytes(kept / "comparison.json");
  const std::string no_interval = "[\n        null,\n        null\n      ]";  // that program wrote it so
  for (std::size_t at = 0; (at = numbers.find(no_interval)) != std::string::npos;)
    numbers.replace(at, no_interval.size(), "null");
  EXPECT_EQ(shown(kept / "measured.json", numbers), numbers) << "as the program that kept it showed them";
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "measured.json";
  test::write_bytes(file, test::read_bytes(kept / "measured.json"));
  Comparison comparison = read_comparison(file);
  ASSERT_EQ(comparison.rows.size(), 3U);
  EXPECT_EQ(comparison.rows[0].runs.size(), 2U);
  ComparisonStore store(file);
  store.keep(comparison);
  EXPECT_EQ(whole_lines(lines_of(file)).size(), 5U) << "what is measured, and two runs of two rows";
  EXPECT_EQ(shown(file, numbers), numbers);
  test::write_bytes(folder / "indented.json", dump_json(parse_json(test::read_bytes(kept / "measured.json")), 1));
  EXPECT_EQ(shown(folder / "indented.json", numbers), numbers);
}

TEST(ComparisonFile, IsAppendedTo) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "new/c.json";
  Comparison made = made_comparison();
  ComparisonStore store(file);
  auto added = [&, before = std::string()](const Comparison& comparison) mutable {
    store.keep(comparison);
    const std::string now = lines_of(file);
    EXPECT_TRUE(now.starts_with(before)) << "nothing is written again";
    const std::size_t lines = whole_lines(now).size() - whole_lines(before).size();
    before = now;
    return lines;
  };
  EXPECT_EQ(added(made), 3U);
  EXPECT_EQ(added(made), 0U);
  add_run(made.rows[0], {.round = 1, .log = made_run("sequential", 2.5, 3), .noise = {}}, 0.97);
  made.noise_during = {{Finding::others_busy, 0.5, 2}};
  EXPECT_EQ(added(made), 1U) << "a run, and what was found meanwhile";
  EXPECT_EQ(read_comparison(file).noise_during, made.noise_during);
  made.rows[1].incomplete = "run 2: it broke";
  made.rows[2].workers = 3;
  EXPECT_EQ(added(made), 1U);
  made.spec.baseline = "simd";
  made.rounding = Rounding{.moved = {0.0, 0.03}};
  EXPECT_EQ(added(made), 1U);

  // Another program goes on with what a kill has left.
  test::write_bytes(file, lines_of(file) + "{\"run\":{\"backend\":\"si");
  Comparison read = read_comparison(file);
  EXPECT_EQ(read.spec.baseline, "simd");
  EXPECT_EQ(read.rounding, made.rounding);
  EXPECT_EQ(read.rows[1].incomplete, "run 2: it broke");
  EXPECT_EQ(read.rows[2].workers, 3);
  EXPECT_EQ(read.rows[0].times_s, (std::vector<double>{6.0, 7.5}));
  store = ComparisonStore(file);
  read.rows.push_back(made_row("openmp", 1.0, 3));  // a row that was not planned
  add_run(read.rows[3], {.round = 1, .log = made_run("openmp", 1.5, 3), .noise = {}}, 0.97);
  EXPECT_EQ(added(read), 2U);
  read = read_comparison(file);
  ASSERT_EQ(read.rows.size(), 4U);
  EXPECT_EQ(read.rows[0].runs.size(), 2U);
  EXPECT_EQ(read.rows[3].runs.size(), 2U);
}

TEST(ComparisonFile, OfAnotherVersionIsRefused) {
  const test::TemporaryFolder folder;
  write_file_atomically(folder / "newer.json", "{\"format\":\"mlplab-comparison-9\"}");
  EXPECT_THROW(read_comparison(folder / "newer.json"), InputError);
  EXPECT_THROW(ComparisonStore(folder / "newer.json").keep(made_comparison()), InputError) << "and not replaced";
  for (const char* text : {"", "no JSON", "[]\n", "{\"format\":5}\n", "{\"format\":\"mlplab-comparison-2\"}\n"}) {
    write_file_atomically(folder / "none.json", text);
    EXPECT_THROW(read_comparison(folder / "none.json"), InputError) << text;
  }
}

}  // namespace
}  // namespace mlplab
