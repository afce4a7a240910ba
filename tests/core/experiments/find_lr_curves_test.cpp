// The curve of a learning-rate search on every backend of the table: that of sequential. A new backend is covered
// without a line here.
#include <gtest/gtest.h>

#include <cmath>

#include "core/compute/backend_table.h"
#include "core/experiments/find_lr.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

RateSearchSpec small_search(const std::string& backend, OptimizerKind optimizer) {
  RateSearchSpec spec;
  spec.base = test::small_spec(backend);
  spec.base.optimizer.kind = optimizer;
  spec.from = 1e-4;
  spec.steps = 40;  // over several epochs of 12 whole batches
  return spec;
}

TEST(FindLrCurves, AreThoseOfSequentialOnEveryBackend) {
  const Dataset data = test::small_dataset();
  RunControl control;
  int compared = 0;
  for (const OptimizerKind optimizer : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam}) {
    const RateSearch reference = find_learning_rate(small_search("sequential", optimizer), data, control);
    ASSERT_GT(reference.points.size(), 20U) << reference.ended;
    for (const BackendEntry& entry : backend_table()) {
      if (!entry.why_not().empty() || entry.launch || entry.name == "sequential") continue;
      const RateSearch search = find_learning_rate(small_search(entry.name, optimizer), data, control);
      // What is near its end blows up, and blows up the last digits too.
      ASSERT_GE(search.points.size() + 1, reference.points.size()) << entry.name;
      for (std::size_t i = 0; i < reference.points.size() && reference.points[i].rate < 0.3; ++i) {
        EXPECT_EQ(search.points[i].rate, reference.points[i].rate);
        EXPECT_NEAR(search.points[i].loss, reference.points[i].loss, 1e-3 * std::fabs(reference.points[i].loss))
            << entry.name << ", " << to_string(optimizer) << ", step " << i;
      }
      ++compared;
    }
  }
  EXPECT_GE(compared, 3);
}

}  // namespace
}  // namespace mlplab
