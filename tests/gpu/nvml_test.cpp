// The meter of a GPU's board over a made-up NVML, which takes the place of the driver's own.
#include "gpu/nvml.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/compute/backends.h"
#include "core/launch/energy_watch.h"
#include "host_cuda.h"

namespace mlplab::gpu {
namespace {

using SetEnergy = void (*)(int bus, unsigned long long millijoules, int result);

SetEnergy made_nvml() {
  void* const library = dlopen(MLPLAB_MADE_NVML, RTLD_NOW | RTLD_GLOBAL);
  return library == nullptr ? nullptr : reinterpret_cast<SetEnergy>(dlsym(library, "set_made_energy"));
}

TEST(BoardMeter, CountsJoulesSinceItWasOpened) {
  const SetEnergy set_energy = made_nvml();
  ASSERT_NE(set_energy, nullptr) << dlerror();
  set_energy(0, 500'000, 0);
  const EnergyMeters opened = board_energy_meter(0);
  ASSERT_EQ(opened.meters.size(), 1U) << opened.missing.front();
  EXPECT_TRUE(opened.missing.empty());
  EXPECT_EQ(opened.meters[0]->scope(), "GPU board 0");
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 0.0);
  set_energy(0, 512'345, 0);
  EXPECT_DOUBLE_EQ(opened.meters[0]->joules(), 12.345);
  set_energy(0, 400'000, 0);
  EXPECT_TRUE(std::isnan(opened.meters[0]->joules())) << "the driver was loaded anew";
  set_energy(0, 600'000, 0);
  EXPECT_TRUE(std::isnan(opened.meters[0]->joules()));
}

TEST(BoardMeter, SaysWhyThereIsNone) {
  const SetEnergy set_energy = made_nvml();
  ASSERT_NE(set_energy, nullptr) << dlerror();
  set_energy(0, 1, 3);
  EnergyMeters none = board_energy_meter(0);
  EXPECT_TRUE(none.meters.empty());
  ASSERT_EQ(none.missing.size(), 1U);
  EXPECT_EQ(none.missing[0], "GPU board 0 is not measured: it has no energy meter (boards before Volta have none)");
  set_energy(0, 1, 4);
  none = board_energy_meter(0);
  EXPECT_EQ(none.missing.at(0), "GPU board 0 is not measured: NVML says: made up");
}

TEST(BoardMeter, IsOfTheDeviceThatComputes) {
  const SetEnergy set_energy = made_nvml();
  ASSERT_NE(set_energy, nullptr) << dlerror();
  host_cuda::settings().devices = 2;
  set_energy(0, 100'000, 0);
  set_energy(1, 200'000, 0);
  const EnergyMeters second = meters_of("cuda")->energy({.values = {{"device", "1"}}});
  ASSERT_EQ(second.meters.size(), 1U) << second.missing.at(0);
  EXPECT_EQ(second.meters[0]->scope(), "GPU board 1");
  set_energy(0, 900'000, 0);
  set_energy(1, 203'000, 0);
  EXPECT_DOUBLE_EQ(second.meters[0]->joules(), 3.0);
  host_cuda::settings().devices = 1;
  const EnergyMeters absent = board_energy_meter(1);
  EXPECT_TRUE(absent.meters.empty());
  EXPECT_EQ(absent.missing.at(0).rfind("GPU board 1 is not measured: ", 0), 0U) << absent.missing.at(0);
}

TEST(BoardLoad, IsOfTheDeviceThatComputes) {
  ASSERT_NE(made_nvml(), nullptr) << dlerror();
  using SetLoad = void (*)(int bus, unsigned int percent, unsigned long long used, int result);
  const auto set_load = reinterpret_cast<SetLoad>(dlsym(dlopen(MLPLAB_MADE_NVML, RTLD_NOW), "set_made_load"));
  host_cuda::settings().devices = 2;
  set_load(0, 10, 1'000, 0);
  set_load(1, 93, 250'000, 0);
  EXPECT_EQ(
      meters_of("cuda")->load({.values = {{"device", "1"}}}),
      (DeviceLoad{
          .device = "GPU 1", .busy = 0.93, .memory_bytes = 250'000, .memory_all_bytes = 1'000'000, .why_not = ""}));
  set_load(1, 93, 250'000, 4);
  EXPECT_EQ(board_load(1), (DeviceLoad{.device = "GPU 1", .why_not = "NVML says: made up"}));
  set_load(1, 93, 250'000, 3);
  EXPECT_EQ(board_load(1), (DeviceLoad{.device = "GPU 1", .why_not = "its driver does not tell"}));
  host_cuda::settings().devices = 1;
}

TEST(BoardMeter, IsOfEachDeviceThatProcessesShareOut) {
  ASSERT_NE(made_nvml(), nullptr) << dlerror();
  made_nvml()(0, 1, 0);
  host_cuda::settings().devices = 2;
  const auto scopes_of = [](const std::vector<Compute>& computes) {
    std::vector<std::string> names;
    for (const auto& meter : open_rank_meters(computes).meters) names.push_back(meter->scope());
    return names;
  };
  const auto scopes = [&](const BackendOptions& options, int ranks) {
    return scopes_of(std::vector<Compute>(static_cast<std::size_t>(ranks), {"cuda", options}));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(scopes({}, 1), Names{"GPU board 0"});
  EXPECT_EQ(scopes({}, 2), (Names{"GPU board 0", "GPU board 1"}));
  EXPECT_EQ(scopes({}, 5), (Names{"GPU board 0", "GPU board 1"})) << "no board twice";
  EXPECT_EQ(scopes({.values = {{"device", "1"}}}, 5), Names{"GPU board 1"});
  // In a team of several kinds those that compute on a device take the devices in turn, whoever stands between them.
  const Compute cuda{"cuda", {}}, first{"cuda", {.values = {{"device", "0"}}}}, host{"sequential", {}};
  EXPECT_EQ(scopes_of({host, cuda}), Names{"GPU board 0"});
  EXPECT_EQ(scopes_of({cuda, host, cuda}), (Names{"GPU board 0", "GPU board 1"}));
  EXPECT_EQ(scopes_of({first, first, cuda}), Names{"GPU board 0"}) << "the third takes board 2 of 2, which is board 0";
  EXPECT_EQ(scopes_of({host, first, host, first}), Names{"GPU board 0"}) << "its joules count once";
  host_cuda::settings().devices = 1;
}

TEST(BoardMeter, IsThatOfEveryGpuBackend) {
  for (const BackendEntry& entry : backend_table())
    EXPECT_EQ(meters_of(entry.name) != nullptr, entry.kind == BackendKind::gpu) << entry.name;
}

}  // namespace
}  // namespace mlplab::gpu
