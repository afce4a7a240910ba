// Kernels under the ceilings, against numbers that were computed by hand, and against the counts of the profile's
// roofline for the layers that they stand for.
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/json.h"
#include "core/model/network.h"
#include "core/reporting/kernel_report.h"
#include "core/workshop/timing.h"
#include "tests/support/in_spanish.h"

namespace mlplab::workshop {
namespace {

constexpr std::size_t kib = 1024, mib = kib * kib;

Ceilings made_ceilings() {
  return {.workers = 2,
          .peak_flop_per_s = 100e9,
          .readings = {{"L1 cache", 24 * kib, 200e9}, {"memory", 64 * mib, 10e9}},
          .absent = {"the L2 cache was not measured"}};
}

struct Counted {
  const char* task;
  Sizes sizes;
  double flop;     // of the whole call
  double numbers;  // of all arrays
};

TEST(KernelRoofline, OperationsAndBytesAreThoseCountedByHand) {
  const Counted counted[] = {
      {"matrix_product", {2, 3, 4}, 48, 8 + 12 + 6},               // 6 sums of 4 products
      {"dense_forward", {2, 3, 4}, 48, 6 + 12 + 4 + 8},            // 8 sums of 3 products
      {"weight_gradient", {2, 3, 4}, 48, 8 + 6 + 12},              // 12 sums of 2 products
      {"softmax_loss", {5, 3}, 60, 15 + 5 + 15 + 5},               // 15 outputs
      {"max_pooling", {1, 4, 6, 2, 2}, 24, 24 + 6},                // 6 windows of 4 numbers
      {"convolution", {1, 2, 4, 5, 3, 3}, 648, 40 + 54 + 3 + 18},  // 18 outputs of 2 · 9 products
      {"vector_sum", {7}, 7, 7 + 1},
      {"transpose", {3, 5}, 0, 15 + 15}};
  EXPECT_EQ(std::size(counted), tasks().size());
  for (const Counted& one : counted) {
    EXPECT_EQ(find_task(one.task).operations(one.sizes), one.flop) << one.task;
    EXPECT_EQ(bytes_at_least(find_task(one.task), one.sizes), 4.0 * one.numbers) << one.task;
  }
}

/// Forward operations of a network's only layer, for `rows` examples.
double flops_of_layer(const Shape& input, Layer layer, int rows) {
  return rows * network_of(ModelSpec{.input = input, .layers = {{std::move(layer)}}}).flops.at(0);
}

TEST(KernelRoofline, OperationsAreThoseOfTheLayersInTheProfile) {
  EXPECT_EQ(find_task("dense_forward").operations({5, 7, 4}), flops_of_layer({1, 1, 7}, Dense{4}, 5));
  Conv2d convolution;
  convolution.channels = 4;
  convolution.window = {{3, 3}, {1, 1}};
  EXPECT_EQ(find_task("convolution").operations({2, 3, 8, 9, 4, 3}), flops_of_layer({3, 8, 9}, convolution, 2));
  MaxPool pooling;
  pooling.window = {{2, 2}, {2, 2}};
  EXPECT_EQ(find_task("max_pooling").operations({3, 8, 10, 2, 2}), flops_of_layer({1, 8, 10}, pooling, 3));
}

OperationStudy study_of(std::vector<std::pair<int, double>> times) {
  OperationStudy study;
  for (const auto& [n, time_s] : times) {
    study.points.push_back({.variant = "sequential", .n = n, .repeats = 3, .time_s = 1.0});
    study.points.push_back({.variant = own_kernel, .n = n, .repeats = 3, .time_s = time_s});
  }
  study.points.push_back({.variant = own_kernel, .n = 4096, .why_not = "wrong result", .time_s = 1.0});
  return study;
}

TEST(KernelRoofline, APointIsWhereItsTimePutsIt) {
  const std::vector<KernelPoint> points = roofline_points(find_task("matrix_product"), study_of({{64, 1e-5}}));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points[0].flop, 524288.0);  // 2 · 64³
  EXPECT_EQ(points[0].bytes, 49152.0);  // 3 · 64² · 4
  EXPECT_DOUBLE_EQ(points[0].intensity(), 32.0 / 3.0);
  EXPECT_DOUBLE_EQ(points[0].flop_per_s(), 52.4288e9);
  const KernelCeiling ceiling = ceiling_of(made_ceilings(), points[0]);
  EXPECT_EQ(ceiling.name, "memory");  // 10.67 · 10e9 is above the peak, which is the roof there
  EXPECT_DOUBLE_EQ(ceiling.allowed, 100e9);
  EXPECT_DOUBLE_EQ(ceiling.share, 0.524288);
  const Table table = kernel_roofline_table(points, made_ceilings());
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0], (std::vector<std::string>{"64", "0.524", "0.0492", "10.7", "0.0100", "52.4", "4.92", "52 %",
                                                     "memory", "52 %"}));
}

TEST(KernelRoofline, TheLowestCeilingAboveIsTheOneThatBinds) {
  const auto at = [](double intensity, double flop_per_s) {
    return ceiling_of(made_ceilings(), {.n = 1, .flop = intensity, .bytes = 1.0, .time_s = intensity / flop_per_s});
  };
  EXPECT_EQ(at(0.25, 2e9).name, "memory");
  EXPECT_DOUBLE_EQ(at(0.25, 2e9).share, 0.8);  // of 2.5 GFLOP/s
  EXPECT_EQ(at(0.25, 5e9).name, "L1 cache");
  EXPECT_DOUBLE_EQ(at(0.25, 5e9).share, 0.1);  // of 50 GFLOP/s
  EXPECT_EQ(at(0.25, 60e9).name, "peak");
  EXPECT_DOUBLE_EQ(at(0.25, 60e9).share, 0.6);
  EXPECT_EQ(at(8.0, 120e9).name, "");
}

TEST(KernelRoofline, WhatComputesNothingIsHeldAgainstReadingAlone) {
  const std::vector<KernelPoint> points = roofline_points(find_task("transpose"), study_of({{128, 2.62144e-5}}));
  ASSERT_EQ(points.size(), 1U);
  EXPECT_DOUBLE_EQ(points[0].bytes_per_s(), 5e9);  // 2 · 128² · 4 bytes
  EXPECT_EQ(ceiling_of(made_ceilings(), points[0]).name, "memory");
  EXPECT_DOUBLE_EQ(ceiling_of(made_ceilings(), points[0]).share, 0.5);
  const std::vector<std::string> row = kernel_roofline_table(points, made_ceilings()).rows.at(0);
  EXPECT_EQ(row[1] + row[3] + row[5] + row[7], "––––");
  EXPECT_EQ(ceiling_of(made_ceilings(), {.n = 1, .bytes = 1.0, .time_s = 1e-12}).name, "") << "no multiply-adds in it";
  EXPECT_NE(kernel_roofline_sentences(points, made_ceilings()).at(0).find("moves 5.00 GB/s at least"),
            std::string::npos);
  EXPECT_TRUE(kernel_roofline_json(points, made_ceilings()).at("roofline").at(0).at("of_peak").is_null());
}

TEST(KernelRoofline, IsSaidInWordsAndAsData) {
  const std::vector<KernelPoint> points =
      roofline_points(find_task("vector_sum"), study_of({{4096, 1e-6}, {65536, 65536e-9}}));
  const std::vector<std::string> said = kernel_roofline_sentences(points, made_ceilings());
  ASSERT_EQ(said.size(), 4U);
  EXPECT_EQ(said[0],
            "At n = 65536 the kernel reaches 1.00 GFLOP/s, with 0.250 operations per byte that must move: 1.00 % of "
            "the measured peak of 2 threads (100 GFLOP/s).");
  EXPECT_EQ(said[1],
            "The lowest ceiling above it is that of memory, which allows 2.50 GFLOP/s there: the kernel reaches 40.0 % "
            "of it.");
  EXPECT_EQ(said[3], "the L2 cache was not measured.");
  const nlohmann::ordered_json json = kernel_roofline_json(points, made_ceilings());
  EXPECT_EQ(json.at("why_no_roofline"), "");
  EXPECT_EQ(json.at("ceilings").at("peak_flop_per_s"), 100e9);
  ASSERT_EQ(json.at("roofline").size(), 2U);
  EXPECT_EQ(json.at("roofline").at(1).at("flop"), 65536.0);
  EXPECT_EQ(json.at("roofline").at(1).at("bytes_at_least"), 262148.0);
  EXPECT_EQ(json.at("roofline").at(1).at("lowest_ceiling"), "memory");
  const test::InSpanish spanish;
  EXPECT_NE(kernel_roofline_sentences(points, made_ceilings()).at(1).find("memoria"), std::string::npos);
}

TEST(KernelRoofline, WhatWasNotMeasuredIsAbsent) {
  const std::vector<KernelPoint> points = roofline_points(find_task("vector_sum"), study_of({{4096, 1e-6}}));
  const Ceilings none{.workers = 1, .absent = {"this build has nothing that measures the machine"}};
  const std::vector<std::string> said = kernel_roofline_sentences(points, none);
  ASSERT_EQ(said.size(), 2U);
  EXPECT_EQ(said[0].find("peak"), std::string::npos) << said[0];
  EXPECT_EQ(said[1], "Its place under the ceilings is not known: this build has nothing that measures the machine.");
  const std::vector<std::string> row = kernel_roofline_table(points, none).rows.at(0);
  EXPECT_EQ(row[7] + row[8] + row[9], "–––");
  const nlohmann::ordered_json json = kernel_roofline_json(points, none);
  EXPECT_TRUE(json.at("ceilings").is_null());
  EXPECT_TRUE(json.at("roofline").at(0).at("of_peak").is_null());
  EXPECT_TRUE(json.at("roofline").at(0).at("lowest_ceiling").is_null());
  EXPECT_EQ(json.at("why_no_roofline"), none.absent.front());
  EXPECT_NE(why_no_roofline(points, {}), "") << "nor were they asked for";
  EXPECT_NE(why_no_roofline({}, made_ceilings()), "");
  EXPECT_TRUE(kernel_roofline_sentences({}, made_ceilings()).empty());
}

}  // namespace
}  // namespace mlplab::workshop
