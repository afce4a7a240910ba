// What needs a real GPU, or the truth about there being none. Every operation and engine of the CUDA backends is run on
// the device by tests/core/compute, which takes each usable backend of the table.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "core/base/error.h"
#include "core/compute/backend_table.h"
#ifdef MLPLAB_HAS_GPU
#include "gpu/ladder.h"
#endif

namespace mlplab {
namespace {

std::vector<BackendEntry> gpu_entries() {
  std::vector<BackendEntry> entries;
  for (const BackendEntry& entry : backend_table())
    if (entry.kind == BackendKind::gpu) entries.push_back(entry);
  return entries;
}

TEST(GpuBackends, AreListedWithADeviceOrAReason) {
  ASSERT_EQ(gpu_entries().size(), 3U);
  for (const BackendEntry& entry : gpu_entries()) {
    const std::string reason = entry.why_not();
    if (reason.empty()) {
      EXPECT_NE(entry.device().find("compute capability"), std::string::npos) << entry.name;
      continue;
    }
    try {
      make_backend(entry, {});
      FAIL() << entry.name << " was made although it cannot run";
    } catch (const BackendError& error) {
      EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
    }
  }
}

/// cuBLASLt is half a gigabyte: listing backends, with which every start and every rank begins, leaves it alone.
TEST(GpuBackends, AreListedWithoutOpeningNvidiasLibrary) {
  for (const BackendEntry& entry : gpu_entries()) entry.why_not();
  std::ifstream maps("/proc/self/maps");
  const std::string all{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_NE(all.find("gpu_device_test"), std::string::npos);
  EXPECT_EQ(all.find("cublasLt"), std::string::npos);
}

#ifdef MLPLAB_HAS_GPU
/// Tensor cores and cuBLASLt, too, which the host cannot run.
TEST(GpuDevice, EveryRungOfTheLadderIsRight) {
  for (const BackendEntry& entry : gpu_entries())
    if (const std::string reason = entry.why_not(); !reason.empty()) GTEST_SKIP() << "skipped: " << reason;
  const gpu::LadderShape shapes[] = {{"odd", false, true, 333, 171, 145},
                                     {"transposed", true, false, 170, 266, 119},
                                     {"small", false, false, 3, 5, 7}};
  for (const gpu::LadderShape& shape : shapes)
    for (const gpu::LadderResult& result : gpu::climb(shape, {.repeats = 1, .time_s = 0.0}))
      EXPECT_EQ(result.error.find("wrong result"), std::string::npos) << result.rung << ": " << result.error;
}
#endif

}  // namespace
}  // namespace mlplab
