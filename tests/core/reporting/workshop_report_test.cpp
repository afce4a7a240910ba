// Timed kernels as charts, sentences and tables: each number is the one that was measured.
#include "core/reporting/workshop_report.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/files.h"
#include "core/reporting/charts/workshop_charts.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

Work product() { return plain_work(find_task("matrix_product")); }

/// The kernel takes 2 ms, the plain version 8 ms and a backend 1 ms at n = 64; none is measured at 128 but the kernel.
OperationStudy measured() {
  OperationStudy study;
  study.variants = {{.id = plain_kernel, .title = "the plain version, -O2"},
                    {.id = own_kernel, .title = "this kernel"},
                    {.id = "simd", .title = "SIMD"}};
  const auto point = [](const char* variant, int n, double time_s) {
    return MeasuredOperation{.variant = variant,
                             .n = n,
                             .repeats = 5,
                             .time_s = time_s,
                             .spread = 0.5,
                             .fastest_s = 0.9 * time_s,
                             .slowest_s = 1.4 * time_s};
  };
  study.points = {point(plain_kernel, 64, 8e-3), point(own_kernel, 64, 2e-3), point("simd", 64, 1e-3),
                  point(own_kernel, 128, 16e-3)};
  return study;
}

TEST(WorkshopCharts, TimesHaveTheRangeOfTheirRepeats) {
  const Chart chart = kernel_times_chart(product(), measured());
  ASSERT_EQ(chart.lines.size(), 3U);
  const ChartSeries& own = chart.lines[1];
  EXPECT_EQ(own.name, "this kernel");
  EXPECT_EQ(own.y, (std::vector<double>{2e-3, 16e-3}));
  EXPECT_EQ(own.error_low, (std::vector<double>{0.9 * 2e-3, 0.9 * 16e-3}));
  EXPECT_EQ(own.error_high, (std::vector<double>{1.4 * 2e-3, 1.4 * 16e-3}));
}

TEST(WorkshopCharts, RatesAreOperationsOverTimeUnderThePeak) {
  const Chart chart = kernel_rates_chart(product(), measured(), 5e9);
  ASSERT_EQ(chart.lines.size(), 4U);
  EXPECT_DOUBLE_EQ(chart.lines[1].y[0], 1e-9 * 2.0 * 64 * 64 * 64 / 2e-3);
  EXPECT_EQ(chart.lines[3].y, (std::vector<double>{5.0, 5.0}));
  EXPECT_TRUE(kernel_rates_chart(plain_work(find_task("transpose")), measured(), 5e9).lines.empty());
}

TEST(WorkshopCharts, TheRooflineHasOperationsPerByteOfTheArrays) {
  Ceilings ceilings;
  ceilings.peak_flop_per_s = 5e9;
  ceilings.readings = {{"memory", 1 << 20, 1e10}};
  const Chart chart = kernel_roofline_chart(product(), measured(), ceilings);
  ASSERT_EQ(chart.lines.size(), 3U);  // memory, the kernel, the plain version
  const ChartSeries& own = chart.lines[1];
  EXPECT_EQ(own.name, "this kernel");
  EXPECT_DOUBLE_EQ(own.x[0], 2.0 * 64 * 64 * 64 / (4.0 * 3 * 64 * 64));
  EXPECT_DOUBLE_EQ(own.y[0], 1e-9 * 2.0 * 64 * 64 * 64 / 2e-3);
  EXPECT_TRUE(kernel_roofline_chart(product(), measured(), {}).lines.empty());  // no peak was measured
}

TEST(WorkshopReport, SaysHowTheKernelStands) {
  const std::vector<std::string> all = timed_sentences(product(), measured(), {.peak_flop_per_s = 5e9});
  ASSERT_GE(all.size(), 2U);
  EXPECT_EQ(all[0],
            "At n = 64 this kernel takes 2.00 ms, 4.00 times as fast as the plain version; the fastest backend, SIMD, "
            "takes 1.00 ms.");
  EXPECT_NE(
      all[1].find("At n = 128 the kernel reaches 0.262 GFLOP/s, with 21.3 operations per byte that must move: 5.24 %"),
      std::string::npos)
      << all[1];
}

TEST(WorkshopReport, ChangesAreThoseOfTheChosenVersion) {
  const std::vector<Version> versions = {{"1", "m", "a\nb\n", {{64, 8e-3, 0.1}}},
                                         {"2", "m", "a\nc\n", {{64, 4e-3, 0.1}, {128, 9e-3, 0.1}}},
                                         {"3", "m", "a\nc\nd\n", {}}};
  EXPECT_TRUE(changes_in_words(versions, 1).empty());
  EXPECT_EQ(changes_in_words(versions, 2),
            (std::vector<std::string>{"2 lines changed from version 1 to 2:", "- b", "+ c"}));
  EXPECT_EQ(changes_in_words(versions, 3), (std::vector<std::string>{"1 line changed from version 2 to 3:", "+ d"}));
  EXPECT_TRUE(changes_in_words(versions, 4).empty());
  const Table table = version_table(versions);
  EXPECT_EQ(table.header, (std::vector<std::string>{"version", "date", "machine", "n = 64", "n = 128"}));
  EXPECT_EQ(table.rows[1], (std::vector<std::string>{"2", "2", "m", "4.00 ms", "9.00 ms"}));
  EXPECT_EQ(table.rows[2][3], "–");
}

TEST(WorkshopReport, CountsHaveTheTextOfTheirLines) {
  const test::TemporaryFolder folder;
  const Work work = new_work(find_task("transpose"), find_language("cuda"), folder.path() / "mine");
  test::write_bytes(work.source(), "first\n   y[j] = x[i];\n");
  CudaReport report;
  report.accesses = {{.at = {work.source().string(), 2}, .kind = "load", .space = "global", .asked = 16, .least = 4},
                     {.at = {"other.h", 2}, .kind = "store", .space = "global", .asked = 4, .least = 4}};
  const Table table = count_table(work, report);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"2", "y[j] = x[i];", "load, device memory: sectors of 32 bytes",
                                                     "16", "4", "4.00 ×"}));
  EXPECT_EQ(table.rows[1][0], "–");
  EXPECT_EQ(table.rows[1][1], "–");
}

}  // namespace
}  // namespace mlplab::workshop
