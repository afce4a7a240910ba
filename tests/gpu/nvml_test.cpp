// The meter of a GPU's board over a made-up NVML, which takes the place of the driver's own.
#include "gpu/nvml.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/compute/backend_table.h"

namespace mlplab::gpu {
namespace {

using SetEnergy = void (*)(unsigned long long millijoules, int result);

SetEnergy made_nvml() {
  void* const library = dlopen(MLPLAB_MADE_NVML, RTLD_NOW | RTLD_GLOBAL);
  return library == nullptr ? nullptr : reinterpret_cast<SetEnergy>(dlsym(library, "set_made_energy"));
}

TEST(BoardMeter, CountsJoulesSinceItWasOpened) {
  const SetEnergy set_energy = made_nvml();
  ASSERT_NE(set_energy, nullptr) << dlerror();
  set_energy(500'000, 0);
  const EnergyMeters opened = board_energy_meter();
  ASSERT_EQ(opened.meters.size(), 1U) << opened.missing.front();
  EXPECT_TRUE(opened.missing.empty());
  EXPECT_EQ(opened.meters[0]->scope(), "GPU board");
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 0.0);
  set_energy(512'345, 0);
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 12.345);
  set_energy(400'000, 0);
  EXPECT_TRUE(std::isnan(opened.meters[0]->joules())) << "the driver was loaded anew";
  set_energy(600'000, 0);
  EXPECT_TRUE(std::isnan(opened.meters[0]->joules()));
}

TEST(BoardMeter, SaysWhyThereIsNone) {
  const SetEnergy set_energy = made_nvml();
  ASSERT_NE(set_energy, nullptr) << dlerror();
  set_energy(1, 3);
  EnergyMeters none = board_energy_meter();
  EXPECT_TRUE(none.meters.empty());
  ASSERT_EQ(none.missing.size(), 1U);
  EXPECT_EQ(none.missing[0], "the GPU board is not measured: it has no energy meter (boards before Volta have none)");
  set_energy(1, 4);
  none = board_energy_meter();
  EXPECT_EQ(none.missing.at(0), "the GPU board is not measured: NVML says: made up");
}

TEST(BoardMeter, IsThatOfEveryGpuBackend) {
  for (const BackendEntry& entry : backend_table())
    EXPECT_EQ(static_cast<bool>(entry.energy_meters), entry.kind == BackendKind::gpu) << entry.name;
}

}  // namespace
}  // namespace mlplab::gpu
