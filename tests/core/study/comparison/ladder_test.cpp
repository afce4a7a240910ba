#include "core/study/comparison/ladder.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/compute/backend_table.h"
#include "core/reporting/charts/comparison_charts.h"
#include "core/reporting/comparison_report.h"
#include "core/study/comparison/comparison_reading.h"
#include "tests/core/study/comparison/made_comparison.h"

namespace mlplab {
namespace {

/// Three runs around `epoch_s`.
ComparisonRow rung_row(const std::string& name, double epoch_s, int workers = 1) {
  ComparisonRow row = made_row(name, epoch_s, 3);
  for (const double of : {0.9, 1.1})
    add_run(row, {.round = 1, .log = made_run(name, of * epoch_s, 3), .noise = {}}, 0.97);
  row.workers = workers;
  return row;
}

Comparison climbed() {
  Comparison comparison;
  comparison.spec.base.epochs = 3;
  comparison.rows = {rung_row("sequential", 2.0), rung_row("loops", 0.5),
                     rung_row("simd", 0.1),       rung_row("openmp", 0.025, 4),
                     rung_row("openblas/1", 0.4), rung_row("simd(first-layer=dense)", 0.2)};
  rebase(comparison, "sequential");
  return comparison;
}

std::vector<std::string> rung_names(const Comparison& comparison) {
  std::vector<std::string> names;
  for (const Rung& rung : ladder_of(comparison)) names.push_back(rung.row->backend);
  return names;
}

ComparisonRow& row_named(Comparison& comparison, const std::string& name) {
  return *std::ranges::find(comparison.rows, name, &ComparisonRow::backend);
}

TEST(Ladder, FactorsMultiplyToTheWhole) {
  const Comparison comparison = climbed();
  EXPECT_EQ(rung_names(comparison), (std::vector<std::string>{"sequential", "loops", "openblas/1",
                                                              "simd(first-layer=dense)", "simd", "openmp"}));
  const std::vector<Rung> rungs = ladder_of(comparison);
  EXPECT_FALSE(rungs[0].factor) << "there is none below";
  double product = 1.0;
  for (std::size_t i = 1; i < rungs.size(); ++i) {
    product *= *rungs[i].factor;
    EXPECT_NEAR(*rungs[i].total, product, 1e-9 * product) << rungs[i].row->backend;
    EXPECT_EQ(rungs[i].whys.size(), 1U);
    ASSERT_TRUE(rungs[i].interval.known());
    EXPECT_LE(rungs[i].interval.low, *rungs[i].factor);
    EXPECT_GE(rungs[i].interval.high, *rungs[i].factor);
  }
  EXPECT_NEAR(product, 80.0, 1e-9);
  EXPECT_EQ(rungs.back().whys, std::vector<std::string>{"4 threads"});
}

/// The reading with four threads that take `epoch_s` an epoch, in `runs`; one thread takes 0.1 s.
std::string read_with_threads(double epoch_s, std::size_t runs = 3) {
  Comparison comparison = climbed();
  row_named(comparison, "openmp") = runs == 1 ? made_row("openmp", epoch_s, 3) : rung_row("openmp", epoch_s, 4);
  row_named(comparison, "openmp").workers = 4;
  rebase(comparison, "sequential");
  std::string all;
  for (const std::string& sentence : read_comparison(comparison)) all += sentence + "\n";
  return all;
}

TEST(Ladder, ReadingSaysWhatOfItIsParallelism) {
  const auto says = [](const std::string& all, const std::string& words) {
    return all.find(words) != std::string::npos;
  };
  const std::string faster = read_with_threads(0.025), alike = read_with_threads(0.099);
  const std::string slower = read_with_threads(0.4), once = read_with_threads(0.025, 1);
  EXPECT_TRUE(says(faster, "Of the speed of openmp over Sequential, 4.00× (")) << faster;
  EXPECT_TRUE(says(faster, "are due to 4 threads")) << faster;
  EXPECT_TRUE(says(alike, "What 4 threads add to openmp is less than the noise: 1.01× (")) << alike;
  EXPECT_TRUE(says(slower, "The 4 threads of openmp are slower than one: 0.250× (")) << slower;
  for (const std::string* all : {&alike, &slower, &once}) EXPECT_FALSE(says(*all, "due to")) << *all;
  for (const std::string* all : {&faster, &slower, &once}) EXPECT_FALSE(says(*all, "less than the noise")) << *all;
}

/// A rung that was not measured: the one above has done its step, too, but nobody's threads.
TEST(Ladder, AFactorSaysAllThatLiesBetween) {
  Comparison comparison = climbed();
  std::erase_if(comparison.rows, [](const ComparisonRow& row) { return row.backend == "openblas/1"; });
  ASSERT_EQ(ladder_of(comparison).size(), 5U);
  EXPECT_EQ(ladder_of(comparison)[2].whys.size(), 2U);
  comparison.rows.push_back(rung_row("cuda-naive", 0.01));
  std::erase_if(comparison.rows, [](const ComparisonRow& row) { return row.backend == "openmp"; });
  rebase(comparison, "sequential");
  EXPECT_EQ(ladder_of(comparison).back().row->backend, "cuda-naive");
  EXPECT_EQ(ladder_of(comparison).back().whys.size(), 1U);
}

/// Nothing that is no rung gets a factor: other losses, options that make it another, no run, more threads than one.
TEST(Ladder, HasOnlyWhatItsNamesSay) {
  if (const std::string why = find_backend("openmp").why_not(); !why.empty()) GTEST_SKIP() << why;
  const auto without = [](const std::string& name, const auto& change) {
    Comparison comparison = climbed();
    change(row_named(comparison, name));
    const std::vector<std::string> names = rung_names(comparison);
    return std::ranges::find(names, name) == names.end() && names.size() == 5;
  };
  EXPECT_TRUE(without("loops", [](ComparisonRow& row) { row.equivalent = Equivalence::differs; }));
  EXPECT_TRUE(without("loops", [](ComparisonRow& row) { row.equivalent = Equivalence::not_compared; }));
  EXPECT_TRUE(without("loops", [](ComparisonRow& row) { row.runs.clear(); }));
  EXPECT_TRUE(without("openblas/1", [](ComparisonRow& row) { row.workers = 2; }));
  EXPECT_TRUE(without("simd", [](ComparisonRow& row) {
    row.log.started.spec.options.values["first-layer"] = "dense";  // the base's option
  }));
  EXPECT_TRUE(without("openmp", [](ComparisonRow& row) {
    row.log.started.spec.options.values["conv"] = "direct";  // which is nothing that threads do
  }));
  EXPECT_TRUE(
      without("simd(first-layer=dense)", [](ComparisonRow& row) { row.log.started.spec.options.values.clear(); }));
}

/// A convolution's first layer skips no pixels: that is no step, and no reason.
TEST(Ladder, NothingIsSkippedWhereNoDenseLayerSeesThePixels) {
  Comparison comparison = climbed();
  ModelSpec& model = comparison.spec.base.model;
  model = {.input = {1, 28, 28}};
  model.layers = {{Conv2d{4, {{3, 3}, {1, 1}, {1, 1}}, true}}, {Dense{10}}};
  for (ComparisonRow& row : comparison.rows) row.log.started.spec.model = model;
  EXPECT_EQ(rung_names(comparison), (std::vector<std::string>{"sequential", "loops", "openblas/1", "simd", "openmp"}));
  for (const Rung& rung : ladder_of(comparison))
    for (const std::string& why : rung.whys) EXPECT_EQ(why.find("skipped"), std::string::npos) << why;
  EXPECT_EQ(ladder_of(comparison)[3].whys.size(), 1U);
  const std::vector<std::string> names = ladder_names(comparison.spec.base);
  EXPECT_EQ(std::ranges::find(names, "simd(first-layer=dense)"), names.end());
}

TEST(Ladder, NeedsItsFoot) {
  Comparison comparison = climbed();
  row_named(comparison, "sequential").runs.clear();
  EXPECT_TRUE(ladder_of(comparison).empty());
  comparison = climbed();
  comparison.rows.resize(2);
  EXPECT_TRUE(ladder_of(comparison).empty()) << "two rungs are a relative speed";
  EXPECT_TRUE(ladder_table(comparison).shown.rows.empty());
  EXPECT_FALSE(ladder_chart(comparison));
}

TEST(Ladder, TableAndChartHaveItsFactors) {
  const Comparison comparison = climbed();
  const Table table = ladder_table(comparison).shown;
  ASSERT_EQ(table.rows.size(), 6U);
  EXPECT_EQ(table.rows[1][2], "4.00×");
  EXPECT_EQ(table.rows[5][4], "80.0×");
  const std::optional<Chart> chart = ladder_chart(comparison);
  ASSERT_TRUE(chart);
  ASSERT_EQ(chart->bars.size(), 5U);
  const Rung rung = ladder_of(comparison)[5];
  EXPECT_EQ(chart->bars[4].values[4], *rung.factor);
  ASSERT_TRUE(rung.interval.known());
  EXPECT_EQ(chart->bars[4].error_low.at(4), rung.interval.low);
  EXPECT_EQ(chart->bars[4].error_high.at(4), rung.interval.high);
  EXPECT_TRUE(chart->y.logarithmic);
  EXPECT_NE(comparison_markdown(comparison).find("Where the speed comes from"), std::string::npos);
}

/// Their rows have names, titles and runs of their own.
TEST(Ladder, RungsThatNameOptionsAreRows) {
  if (const std::string why = find_backend("openmp").why_not(); !why.empty()) GTEST_SKIP() << why;
  ComparisonSpec spec;
  spec.backends = {"simd", "simd(first-layer=dense)"};
  const Comparison comparison = plan_comparison(spec);
  ASSERT_EQ(comparison.rows.size(), 2U);
  EXPECT_EQ(comparison.rows[1].backend, "simd(first-layer=dense)");
  EXPECT_NE(comparison.rows[1].title, comparison.rows[0].title);
  EXPECT_EQ(run_of(spec, "simd(first-layer=dense)").options.values.at("first-layer"), "dense");
  EXPECT_FALSE(run_of(spec, "simd").options.values.contains("first-layer"));
  set_workers(spec.base, 2);  // of those that run in parallel
  EXPECT_EQ(run_of(spec, "simd(first-layer=dense)").options.workers, 0);
  EXPECT_EQ(run_of(spec, "openmp(pin=cores)").options.workers, 2);
  spec.backends = {"simd(first-layer=thin)"};
  EXPECT_THROW(plan_comparison(spec), UsageError);
  const std::vector<std::string> names = ladder_names({});
  EXPECT_EQ(names.front(), "sequential");
  EXPECT_NE(std::ranges::find(names, "simd(first-layer=dense)"), names.end());
}

}  // namespace
}  // namespace mlplab
