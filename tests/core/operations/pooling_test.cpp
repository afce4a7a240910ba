// The formula against counting, the reference against numbers by hand, and every variant against the reference.
#include "core/operations/pooling.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/operations/loops.h"
#include "core/operations/windows.h"

namespace mlplab {
namespace {

/// Positions at which a window lies within the padded image, counted one by one.
int counted(const PoolingCase& c) {
  int outputs = 0;
  for (int begin = -c.padding; begin + c.kernel <= c.n + c.padding; begin += c.stride) ++outputs;
  return outputs;
}

std::vector<PoolingCase> odd_cases() {
  std::vector<PoolingCase> cases;
  for (const int n : {1, 2, 3, 5, 7, 8, 13, 31, 67})
    for (const int kernel : {1, 2, 3, 5})
      for (const int stride : {1, 2, 3, 6})
        for (const int padding : {0, 1, 2})
          if (kernel <= n + 2 * padding) cases.push_back({n, kernel, stride, padding});
  return cases;
}

WindowWork largest_in(const PoolingCase& c) {
  return {.kind = WindowKind::largest, .kernel = c.kernel, .stride = c.stride, .padding = c.padding, .filter = {}};
}

std::string words(const PoolingCase& c) {
  return "n " + std::to_string(c.n) + ", kernel " + std::to_string(c.kernel) + ", stride " + std::to_string(c.stride) +
         ", padding " + std::to_string(c.padding);
}

TEST(Pooling, TheFormulaIsWhatCountingGives) {
  for (const PoolingCase& c : odd_cases()) {
    const int outputs = counted(c);
    EXPECT_EQ(pooling_outputs(c), outputs) << words(c);
    const PoolingCount count = count_windows(c);
    EXPECT_EQ(count.windows, std::int64_t{outputs} * outputs) << words(c);
    const int end = -c.padding + (outputs - 1) * c.stride + c.kernel;  // of the last window
    EXPECT_EQ(count.unread, c.n + c.padding - end) << words(c);
    std::int64_t blind = 0;
    const std::vector<float> image = pooling_image(c.n);
    for (std::int64_t i = 0; i < count.windows; ++i) {
      const SeenWindow window = seen_window(largest_in(c), {c.n, c.n, image}, i);
      bool sees = false;
      for (const char padding : window.is_padding) sees |= padding == 0;
      if (!sees) ++blind;
    }
    EXPECT_EQ(count.in_padding, blind) << words(c);
  }
}

TEST(Pooling, ImpossibleCasesAreRefusedAtTheirField) {
  const auto field_of = [](const PoolingCase& c) -> std::string {
    try {
      check_pooling(c);
    } catch (const UsageError& error) {
      return error.field();
    }
    return "";
  };
  EXPECT_EQ(field_of({0, 1, 1, 0}), "n");
  EXPECT_EQ(field_of({most_pooling_n + 1, 2, 2, 0}), "n");
  EXPECT_EQ(field_of({8, 0, 1, 0}), "kernel");
  EXPECT_EQ(field_of({8, 2, 0, 0}), "stride");
  EXPECT_EQ(field_of({8, 2, 1, -1}), "padding");
  EXPECT_EQ(field_of({4, 7, 1, 1}), "kernel");
  EXPECT_EQ(field_of({4, 6, 1, 1}), "");
}

TEST(Pooling, TheSentenceHasTheNumbersOfTheFormula) {
  EXPECT_EQ(pooling_sentence({8, 2, 2, 0}), "(n + 2p − k)/s + 1 = (8 + 2·0 − 2)/2 + 1 = 4: 4 × 4 = 16 windows.");
  EXPECT_EQ(
      pooling_sentence({7, 2, 2, 0}),
      "⌊(n + 2p − k)/s⌋ + 1 = ⌊(7 + 2·0 − 2)/2⌋ + 1 = 3: 3 × 3 = 9 windows. What is left over in the division, 1, "
      "are the last rows and columns: no window sees them.");
  EXPECT_NE(pooling_sentence({8, 2, 2, 2}).find("Windows that see nothing but padding: 20;"), std::string::npos)
      << pooling_sentence({8, 2, 2, 2});
  EXPECT_NE(pooling_sentence({8, 3, 1, 0}).find("overlap"), std::string::npos);
  EXPECT_NE(pooling_sentence({8, 2, 3, 0}).find("seen by none"), std::string::npos);
}

TEST(Pooling, TheReferenceByHand) {
  const std::vector<float> image = {1, 2, 3,  //
                                    4, 9, 6,  //
                                    7, 8, 5};
  EXPECT_EQ(pooled({3, 2, 1, 0}, image), (std::vector<float>{9, 9, 9, 9}));
  EXPECT_EQ(pooled({3, 2, 2, 0}, image), (std::vector<float>{9}));
  EXPECT_EQ(pooled({3, 2, 2, 1}, image), (std::vector<float>{1, 3, 7, 9}));
}

TEST(Pooling, TheImageHasTheStudysNumbers) {
  const std::vector<float> image = pooling_image(64);
  EXPECT_EQ(*std::ranges::min_element(image), 0.0F);
  EXPECT_EQ(*std::ranges::max_element(image), 9.0F);
  EXPECT_EQ(image, pooling_image(64));
}

/// Also the backends of this build, where they can do the case.
TEST(Pooling, EveryVariantIsRightAtEverySize) {
  for (const PoolingCase& c : odd_cases())
    for (const Variant& variant : pooling_variants(c, 3)) {
      if (!variant.why_not.empty()) continue;
      std::unique_ptr<Operation> operation;
      try {
        operation = variant.make(c.n);
      } catch (const UsageError&) {
        EXPECT_GE(c.padding, c.kernel) << variant.id << ": " << words(c);
        continue;
      }
      EXPECT_EQ(operation->difference(), "") << variant.id << ": " << words(c);
    }
}

TEST(Pooling, AnotherFilterThanTheIdentityIsFound) {
  const PoolingCase c{5, 2, 1, 0};
  const std::vector<float> image = pooling_image(c.n);
  const std::vector<float> doubled = {2, 0, 0, 2};
  std::vector<float> y(16);
  loops::pool_by_identity(loops::IdentityProduct::tile, true, c, image.data(), doubled.data(), y.data());
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_EQ(y[i], 2.0F * pooled(c, image)[i]);
}

TEST(Pooling, VariantsHaveNamesOfTheirOwn) {
  std::vector<std::string> ids;
  for (const Variant& variant : pooling_variants({8, 2, 2, 0})) {
    EXPECT_EQ(std::ranges::count(ids, variant.id), 0) << variant.id;
    EXPECT_FALSE(variant.title.empty());
    ids.push_back(variant.id);
  }
  for (const char* id : {"elements", "elements-copied", "three-loops", "three-loops-copied", "loops", "tile",
                         "tile-copied", "direct", "rows-first", "threads", "sequential"})
    EXPECT_EQ(std::ranges::count(ids, id), 1) << id;
}

}  // namespace
}  // namespace mlplab
