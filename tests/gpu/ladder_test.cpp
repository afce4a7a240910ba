// The ladder of matrix products: every rung that the host can run is right at odd shapes, and a wrong one is found. The
// rung on tensor cores exists on the device only; there the ladder itself verifies it before it is timed.
#include "gpu/ladder.h"

#include <gtest/gtest.h>

#include "gpu/kernels/product_tiled.h"
#include "gpu/memory.h"
#include "host_cuda.h"
#include "tests/support/compare.h"

namespace mlplab::gpu {
namespace {

class Ladder : public ::testing::Test {
 protected:
  void SetUp() override { host_cuda::start_again(); }
};

TEST_F(Ladder, EveryRungIsVerified) {
  const std::vector<LadderShape> shapes = {{"odd", false, true, 33, 17, 45}, {"ab", true, false, 70, 66, 19}};
  for (const LadderShape& shape : shapes) {
    const std::vector<LadderResult> results = climb(shape, {.repeats = 2, .time_s = 0.0});
    ASSERT_EQ(results.size(), ladder_rungs().size());
    for (const LadderResult& result : results) {
      if (result.rung.find("cuBLASLt") == 0) {
        EXPECT_FALSE(result.error.empty()) << "the host has no cuBLASLt, and says so";
        continue;
      }
      EXPECT_EQ(result.error, "") << result.rung;
      EXPECT_GT(result.flops, 0.0);
    }
  }
}

/// Else it would time how fast the host launches: a product is 32 of one graph, two in each of two repeats and before.
TEST_F(Ladder, TimesGraphs) {
  const LadderShape shape{"small", false, true, 3, 5, 4};
  climb(shape, {.repeats = 2, .time_s = 0.0});
  const int rungs = 4;  // naive, shared tiles, register tiles, tensor cores
  EXPECT_EQ(host_cuda::counts().graphs, rungs * 4);
  EXPECT_EQ(host_cuda::counts().kernels, rungs * (2 + 4 * 32));
}

TEST_F(Ladder, HasTheShapesOfTheNetworkAndSquares) {
  std::vector<std::string> names;
  for (const LadderShape& shape : ladder_shapes()) names.push_back(shape.name);
  for (const char* name :
       {"forward/batch:64", "weight-gradient/batch:512", "output/batch:16", "square:256", "square:4096"})
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
}

/// Each tile shape of the register-tiled product, chosen by the number of multiprocessors passed in, and the shared
/// tiles: the same numbers, at sizes on both sides of a tile's edge.
TEST_F(Ladder, EveryTileShapeIsRight) {
  const Stream stream;
  struct Case {
    int m, n, k;
  };
  for (const Case& c : {Case{1, 1, 1}, {16, 16, 64}, {17, 15, 65}, {64, 64, 16}, {65, 130, 33}, {129, 127, 9}})
    for (int variant = 0; variant < 4; ++variant) {
      MatrixProduct p;
      p.transpose_a = (variant & 1) != 0, p.transpose_b = (variant & 2) != 0;
      p.m = c.m, p.n = c.n, p.k = c.k;
      p.lda = p.transpose_a ? c.m : c.k, p.ldb = p.transpose_b ? c.k : c.n, p.ldc = c.n;
      const std::vector<float> a = skewed(std::size_t(c.m) * c.k, 1), b = skewed(std::size_t(c.n) * c.k, 2);
      std::vector<float> expected(std::size_t(c.m) * c.n);
      for (int i = 0; i < c.m; ++i)
        for (int j = 0; j < c.n; ++j) {
          double sum = 0.0;
          for (int q = 0; q < c.k; ++q)
            sum += double{a[p.transpose_a ? q * c.m + i : i * c.k + q]} * b[p.transpose_b ? j * c.k + q : q * c.n + j];
          expected[std::size_t(i) * c.n + j] = static_cast<float>(sum);
        }
      p.a = a.data(), p.b = b.data();
      // 1: the largest tile; more and more: the smaller ones; 0 stands for the shared tiles.
      for (const int processors : {0, 1, 2, 4, 9, 100}) {
        for (const bool tensor_cores : {false, true}) {
          if (tensor_cores && processors != 1 && processors != 100) continue;  // the largest and the smallest
          std::vector<float> values(expected.size(), -1.0F);
          p.c = values.data();
          const auto product = tensor_cores ? product_in_large_tiles : product_tiled;
          check(
              processors == 0 ? product_shared(stream.get(), p) : product(stream.get(), p, {processors, tensor_cores}),
              "product");
          stream.wait();
          EXPECT_TRUE(close(expected, values, 1e-5)) << c.m << "x" << c.n << "x" << c.k << " variant " << variant
                                                     << " processors " << processors << " tensor " << tensor_cores;
        }
      }
    }
}

/// The largest error of any element, of the sum of its products' sizes, against sums in double.
double largest_error(const std::vector<float>& a, const std::vector<float>& b, const MatrixProduct& p) {
  double largest = 0.0;
  for (int i = 0; i < p.m; ++i)
    for (int j = 0; j < p.n; ++j) {
      double sum = 0.0, sizes = 0.0;
      for (int q = 0; q < p.k; ++q) {
        const double product = double{a[std::size_t(i) * p.k + q]} * b[std::size_t(j) * p.k + q];
        sum += product, sizes += std::fabs(product);
      }
      largest = std::max(largest, std::fabs(p.c[std::size_t(i) * p.n + j] - sum) / sizes);
    }
  return largest;
}

/// Numbers of one sign are the worst case: what tensor cores cut off adds up.
TEST_F(Ladder, TensorCoresInPartsAreAsExactAsSinglePrecision) {
  const Stream stream;
  for (const int k : {16, 784, 2304}) {
    MatrixProduct p;
    p.transpose_b = true;
    p.m = 32, p.n = 33, p.k = k;
    p.lda = p.ldb = k, p.ldc = p.n;
    for (const bool one_sign : {false, true}) {
      std::vector<float> a = skewed(std::size_t(p.m) * k, 1), b = skewed(std::size_t(p.n) * k, 2);
      if (one_sign)
        for (auto* values : {&a, &b})
          for (float& value : *values) value = std::fabs(value);
      std::vector<float> c(std::size_t(p.m) * p.n);
      p.a = a.data(), p.b = b.data(), p.c = c.data();
      double errors[2];
      for (const bool tensor_cores : {false, true}) {
        check(product_in_large_tiles(stream.get(), p, {1, tensor_cores}), "product");
        stream.wait();
        errors[tensor_cores] = largest_error(a, b, p);
      }
      EXPECT_LE(errors[1], 1.2 * errors[0]) << "sums over " << k << ", of one sign: " << one_sign;
    }
  }
}

}  // namespace
}  // namespace mlplab::gpu
