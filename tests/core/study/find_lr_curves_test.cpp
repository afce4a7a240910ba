// The curve of a learning-rate search on every backend of the table, those in other processes included: that of
// sequential. A new backend is covered without a line here.
#include <gtest/gtest.h>

#include <cmath>

#include "core/compute/backend_table.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/study/find_lr.h"
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
  const test::TemporaryFolder folder;  // where ranks find them too
  write_idx_folder(folder / "data", test::small_dataset());
  DataSpec source;
  source.source = (folder / "data").string();
  const Dataset data = load_dataset(source, {}, /*seed=*/1);
  const auto search_of = [&](const std::string& backend, OptimizerKind optimizer) {
    RateSearchSpec spec = small_search(backend, optimizer);
    spec.base.data = source;
    RunControl control;
    return find_learning_rate(spec, data, control);
  };
  int compared = 0;
  for (const OptimizerKind optimizer : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam}) {
    const RateSearch reference = search_of("sequential", optimizer);
    ASSERT_GT(reference.points.size(), 20U) << reference.ended;
    for (const BackendEntry& entry : backend_table()) {
      if (!entry.why_not().empty() || entry.name == "sequential") continue;
      const RateSearch search = search_of(entry.name, optimizer);
      // Near its end the training diverges, and small differences grow with it.
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
