#include "core/machine/affinity.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>

#include "core/compute/backend_table.h"
#include "core/launch/train.h"
#include "core/machine/topology.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

int cpus_allowed() {
  cpu_set_t set;
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : -1;
}

TEST(PinnedThread, StaysOnItsCpuAndIsFreedAgain) {
  const int before = cpus_allowed();
  const int cpu = machine_topology().placement().back();
  {
    const PinnedThread pin(cpu);
    ASSERT_TRUE(pin.pinned());
    EXPECT_EQ(cpus_allowed(), 1);
    EXPECT_EQ(sched_getcpu(), cpu);
  }
  EXPECT_EQ(cpus_allowed(), before);
  const PinnedThread nowhere(-1);
  EXPECT_FALSE(nowhere.pinned());
  EXPECT_EQ(cpus_allowed(), before);
}

/// As OpenMP's library does, before main(), where OMP_PROC_BIND is set.
TEST(AllowedCpus, AreThoseOfTheStartWhateverALibraryBindsTheThreadTo) {
  const std::vector<int> at_first = allowed_cpus();
  EXPECT_EQ(static_cast<int>(at_first.size()), cpus_allowed());
  const PinnedThread bound(at_first.front());
  EXPECT_EQ(cpus_allowed(), 1);
  EXPECT_EQ(allowed_cpus(), at_first);
  EXPECT_EQ(machine_topology().logical_cpus(), static_cast<int>(at_first.size()));
  EXPECT_LE(usable_cpus(), static_cast<int>(at_first.size()));
  use_allowed_cpus();
  EXPECT_EQ(cpus_allowed(), static_cast<int>(at_first.size()));
}

TEST(PinnedThread, MayHaveSeveralCpus) {
  const PinnedThread pin(allowed_cpus());
  EXPECT_TRUE(pin.pinned());
  EXPECT_FALSE(PinnedThread(std::vector<int>{}).pinned());
}

TEST(Pinning, ChangesNoNumberOfARunAndLeavesTheCallerFree) {
  const Dataset data = test::small_dataset();
  for (const BackendEntry& entry : backend_table()) {
    const auto pin = std::ranges::find(entry.options, "pin", &BackendOption::name);
    if (pin == entry.options.end() || !entry.why_not().empty()) continue;
    const auto last_loss = [&](const std::string& value) {
      RunSpec spec = test::small_spec(entry.name);
      spec.options = {.workers = 3, .values = {{"pin", value}}};
      test::Remember sink;
      RunControl control;
      EXPECT_EQ(train(spec, data, sink, control).status, RunStatus::done);
      return sink.log.epochs.back().loss_train;
    };
    const int before = cpus_allowed();
    EXPECT_EQ(last_loss("cores"), last_loss("none")) << entry.name;
    EXPECT_EQ(cpus_allowed(), before);
  }
}

}  // namespace
}  // namespace mlplab
