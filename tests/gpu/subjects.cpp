// The subjects of tests/core/compute's tests here: each CUDA backend with its defaults, on the host. The placements are
// compared with each other in placement_test.cpp.
#include "tests/core/compute/subjects.h"

#include <gtest/gtest.h>

namespace mlplab {

std::vector<Subject> subjects() {
  std::vector<Subject> all;
  for (const BackendEntry& entry : backend_table()) {
    if (entry.kind != BackendKind::gpu) continue;
    std::string name = entry.name;
    for (char& c : name) c = c == '-' ? '_' : c;
    all.push_back(
        {name, [name = entry.name] { return make_backend(find_backend(name), {}); }, entry.name, /*emulated=*/true});
  }
  return all;
}

/// `cuda-tiled` has the same operations as `cuda`, whose engine also captures graphs; its own is run by
/// images_run_test.cpp.
std::vector<Subject> subjects_for_images() {
  std::vector<Subject> all = subjects();
  std::erase_if(all, [](const Subject& s) { return s.entry == "cuda-tiled"; });
  return all;
}

std::unique_ptr<Backend> reference_backend() { return make_backend(find_backend("sequential"), {}); }

std::string reproduce() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  return std::string("reproduce with: gpu_host_test --gtest_filter='") + test->test_suite_name() + "." + test->name() +
         "'";
}

}  // namespace mlplab
