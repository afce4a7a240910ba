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
  const int rungs = 3;  // naive, shared tiles, register tiles
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
        std::vector<float> values(expected.size(), -1.0F);
        p.c = values.data();
        check(processors == 0 ? product_shared(stream.get(), p) : product_tiled(stream.get(), p, processors),
              "product");
        stream.wait();
        EXPECT_TRUE(close(expected, values, 1e-5))
            << c.m << "x" << c.n << "x" << c.k << " variant " << variant << " processors " << processors;
      }
    }
}

}  // namespace
}  // namespace mlplab::gpu
