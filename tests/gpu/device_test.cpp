// Tests that need a real GPU, or check what the program says where there is none. Every operation and engine of the
// CUDA backends is run on the device by tests/core/compute, which takes each usable backend of the table.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/base/error.h"
#include "core/compute/backend_table.h"
#ifdef MLPLAB_HAS_GPU
#include "gpu/cudnn.h"
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
  EXPECT_EQ(all.find("libcudnn"), std::string::npos);
}

/// A library that is chosen and not here is one sentence with what to do; before anything else, a device included.
TEST(GpuBackends, SayWhichLibraryIsMissing) {
  int checked = 0;
  for (const BackendEntry& entry : gpu_entries())
    for (const auto& [option, value, library] :
         {std::tuple{"product", "cublaslt", "libcublasLt.so"}, {"convolution", "cudnn+tf32", "libcudnn.so"}}) {
      BackendOptions options;
      options.values[option] = value;
      const auto is_it = [&](const BackendOption& each) {
        return each.name == option && std::ranges::find(each.values, value) != each.values.end();
      };
      if (!std::ranges::any_of(entry.options, is_it)) continue;  // built without its header, as its help says
      ++checked;
      try {
        entry.check(options);
      } catch (const BackendError& error) {
        const std::string text = error.what();
        const std::size_t begin = text.find(library), end = text.find_first_of(" ;", begin);
        ASSERT_NE(text.find(std::string("was not found (") + library), std::string::npos) << text;
        EXPECT_NE(text.find("LD_LIBRARY_PATH"), std::string::npos) << text;
        EXPECT_EQ(dlopen(text.substr(begin, end - begin).c_str(), RTLD_LAZY), nullptr) << text;
      }
    }
  if (checked == 0) GTEST_SKIP() << "skipped: built without CUDA or without NVIDIA's headers";
}

#ifdef MLPLAB_HAS_GPU
/// Wherever cuDNN is: a library that is none, and one of another program.
TEST(GpuBackends, SayWhyCudnnCannotBeUsed) {
  if (!gpu::built_with_cudnn()) GTEST_SKIP() << "skipped: " << gpu::cudnn_why_not();
  EXPECT_EQ(gpu::cudnn_why_not("libcudnn-of-nobody.so.9"),
            "cuDNN was not found (libcudnn-of-nobody.so.9; install it or name its folder in LD_LIBRARY_PATH)");
  EXPECT_EQ(gpu::cudnn_why_not("libm.so.6"), "libm.so.6 lacks the function cudnnCreate");
}

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
