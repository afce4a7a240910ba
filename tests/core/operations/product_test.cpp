// Every variant against plain sums at odd sizes; the check by itself finds one wrong number, also in a large product.
#include "core/operations/product.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/operations/loops.h"

namespace mlplab {
namespace {

TEST(Product, EveryVariantIsRightAtOddSizes) {
  for (const int n : {1, 2, 3, 5, 17, 31, 65, 67, 101})
    for (const Variant& variant : product_variants(3)) {
      if (!variant.why_not.empty() || !variant.make) continue;
      EXPECT_EQ(variant.make(n)->difference(), "") << variant.id << " at " << n;
    }
}

/// Above 192 whole rows are compared and not single numbers; n⁴ steps would take too long.
TEST(Product, EveryVariantIsRightAtALargeOddSize) {
  for (const Variant& variant : product_variants(2)) {
    if (!variant.why_not.empty() || !variant.make || variant.order > 3) continue;
    EXPECT_EQ(variant.make(263)->difference(), "") << variant.id;
  }
}

TEST(Product, OneWrongNumberIsFound) {
  for (const int n : {31, 200}) {
    const std::vector<float> a = product_operand(n, 0), b = product_operand(n, 1);
    std::vector<float> c(a.size());
    loops::product_naive(n, a.data(), b.data(), c.data());
    EXPECT_EQ(product_difference(n, a, b, c), "");
    const std::size_t place = static_cast<std::size_t>(n) * 7 + 5;
    const float right = c[place];
    c[place] += 1.0F;
    EXPECT_NE(product_difference(n, a, b, c).find("row 7"), std::string::npos);
    c[place] = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(product_difference(n, a, b, c).find("row 7, column 5"), std::string::npos);
    c[place] = right;
    std::swap(c[3], c[4]);
    if (c[3] != c[4]) {
      EXPECT_NE(product_difference(n, a, b, c), "");
    }
  }
}

TEST(Product, SumsStayWhereFloatsAreExact) {
  EXPECT_LT(9.0 * 9.0 * most_product_n, 16777216.0);
  EXPECT_NE(product_operand(16, 0), product_operand(16, 1));
}

TEST(Product, SizesDouble) {
  EXPECT_EQ(doubled_sizes(4096).size(), 11U);
  EXPECT_EQ(doubled_sizes(20), (std::vector<int>{4, 8, 16}));
}

TEST(Product, TheOneThatComputesRowsAgainGrowsFaster) {
  for (const Variant& variant : product_variants())
    EXPECT_EQ(variant.order, variant.id == "rows-again" ? 4 : 3) << variant.id;
}

TEST(Product, SidesOutOfRangeAreRefused) {
  const std::vector<Variant> naive = chosen_variants(product_variants(), {"naive"});
  EXPECT_THROW((void)naive.at(0).make(0), UsageError);
  EXPECT_THROW((void)naive.at(0).make(most_product_n + 1), UsageError);
}

/// Rungs that the GPU's ladder measures by itself keep its figures and its reasons.
TEST(Product, ALaddersRungsAreVariants) {
  int climbs = 0;
  const BackendEntry entry{.name = "made",
                           .kind = BackendKind::gpu,
                           .why_not = [] { return std::string(); },
                           .device = [] { return std::string("a GPU"); }};
  const ProductLadder ladder{"made",
                             [] {
                               return std::vector<std::string>{"right", "wrong", "absent"};
                             },
                             [&](int, int, double) -> std::vector<ProductRung> {
                               ++climbs;
                               return {{.name = "right", .time_s = 0.25, .spread = 0.1},
                                       {.name = "wrong", .why_not = "row 1 is not that", .wrong = true},
                                       {.name = "absent", .why_not = "no such library"}};
                             }};
  const OperationStudy study = measure_variants(ladder_variants(entry, ladder), {16},
                                                {.repeats = 3, .time_s = 0.0, .limit_s = 5.0}, RunControl());
  EXPECT_EQ(climbs, 1);
  ASSERT_EQ(study.points.size(), 3U);
  EXPECT_EQ(study.points[0].time_s, 0.25);
  EXPECT_EQ(study.points[0].spread, 0.1);
  EXPECT_EQ(study.points[0].repeats, 3);
  EXPECT_TRUE(study.points[1].wrong);
  EXPECT_EQ(study.points[1].why_not, "row 1 is not that");
  EXPECT_FALSE(study.points[2].wrong);
  EXPECT_EQ(study.points[2].why_not, "no such library");
  EXPECT_EQ(study.variants[0].device, "a GPU");
}

}  // namespace
}  // namespace mlplab
