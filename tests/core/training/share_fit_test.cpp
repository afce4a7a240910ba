#include "core/training/share_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "core/base/random.h"

namespace mlplab {
namespace {

double slowest_of(const std::vector<double>& fixed_s, const std::vector<double>& row_s, const std::vector<int>& rows) {
  return slowest_s({.fixed_s = fixed_s, .row_s = row_s, .rows = rows});
}

/// The best of all ways to share out `batch` rows, tried one by one.
double best_of_all(const std::vector<double>& fixed_s, const std::vector<double>& row_s, int batch) {
  double best = INFINITY;
  std::vector<int> rows(fixed_s.size(), 0);
  const auto fill = [&](auto&& next, std::size_t rank, int left) -> void {
    if (rank + 1 == rows.size()) {
      rows[rank] = left;
      best = std::min(best, slowest_of(fixed_s, row_s, rows));
      return;
    }
    for (rows[rank] = 0; rows[rank] <= left; ++rows[rank]) next(next, rank + 1, left - rows[rank]);
  };
  fill(fill, 0, batch);
  return best;
}

TEST(FitRows, IsTheBestOfAllWays) {
  Random random(1, RandomStream::rounding, 0);
  for (int trial = 0; trial < 60; ++trial) {
    std::vector<double> fixed_s, row_s;
    for (int rank = 0; rank < 3; ++rank) {
      fixed_s.push_back(static_cast<double>(random.next() % 50));
      row_s.push_back(0.1 + static_cast<double>(random.next() % 100) / (trial % 2 == 0 ? 10.0 : 1.0));
    }
    for (const int batch : {1, 2, 7, 17}) {
      const std::vector<int> rows = fit_rows(fixed_s, row_s, batch);
      ASSERT_EQ(std::accumulate(rows.begin(), rows.end(), 0), batch);
      ASSERT_GE(*std::ranges::min_element(rows), 0);
      ASSERT_NEAR(slowest_of(fixed_s, row_s, rows), best_of_all(fixed_s, row_s, batch), 1e-9) << "batch " << batch;
    }
  }
}

TEST(FitRows, EqualRanksHaveEqualShares) {
  EXPECT_EQ(fit_rows(std::vector<double>(4, 1e-4), std::vector<double>(4, 1e-6), 64),
            (std::vector<int>{16, 16, 16, 16}));
}

TEST(FitRows, ARankThatIsTooSlowHasNone) {
  EXPECT_EQ(fit_rows(std::vector<double>{0.0, 10.0}, std::vector<double>{0.1, 0.001}, 64), (std::vector<int>{64, 0}));
  EXPECT_EQ(fit_rows(std::vector<double>{1.0}, std::vector<double>{0.5}, 3), (std::vector<int>{3}));
}

TEST(ShareFit, TheCeilingCountsTheExchange) {
  ShareFit fit{.fixed_s = {0.0, 0.0}, .row_s = {1.0, 1.0}, .exchange_s = 1.0, .alone_s = 10.0, .rows = {4, 4}};
  EXPECT_DOUBLE_EQ(slowest_s(fit), 4.0);
  EXPECT_DOUBLE_EQ(ceiling_of(fit), 2.0);
  fit.rows = {8, 0};
  EXPECT_DOUBLE_EQ(ceiling_of(fit), 10.0 / 9.0) << "a rank without rows takes no time";
}

}  // namespace
}  // namespace mlplab
