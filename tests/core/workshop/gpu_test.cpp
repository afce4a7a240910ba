// Kernels in CUDA as nvcc compiles them for a GPU. Where there is none, all up to the device is tested, and that its
// absence is told; where there is one, the plain kernels are right on it, timed and trained with.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/compute/backend_table.h"
#include "core/operations/measure.h"
#include "core/workshop/backend.h"
#include "core/workshop/device.h"
#include "core/workshop/kept_check.h"
#include "core/workshop/timing.h"
#include "core/workshop/toolchain.h"
#include "core/workshop/words.h"
#include "resources/workshop/device.h"
#include "resources/workshop/exchange.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

const Language& cuda() { return find_language("cuda"); }

class CompiledForAGpu : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (nvcc().empty()) GTEST_SKIP() << "skipped: " << why_no_nvcc();
  }
  test::TemporaryFolder folder;
};

TEST_P(CompiledForAGpu, ThePlainVersionIsALibraryThatWantsADevice) {
  const Work work = plain_work(find_task(GetParam()), "cuda");
  const Build& build = timed_build(cuda());
  const std::filesystem::path library = folder / "kernel.so";
  const Compiled compiled = compile_kernel(work, build, folder.path(), library);
  ASSERT_TRUE(compiled.ok) << compiled.fault;
  EXPECT_TRUE(compiled.messages.empty());
  if (why_no_gpu().empty()) return;
  const std::vector<CheckCase> cases = check_cases(*work.task);
  try {
    run_kernel(build, process_for(cuda(), build), library, {{&cases.front(), 0}}, *work.task, {});
    ADD_FAILURE() << "it ran without a GPU";
  } catch (const BackendError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("the GPU cannot be opened for a kernel's process: "))
        << error.what();
  }
}

/// Without a device every call fails at once, and is timed all the same.
TEST(DeviceClock, TellsTheCallsOfCudaApart) {
  if (nvcc().empty()) GTEST_SKIP() << "skipped: " << why_no_nvcc();
  const test::TemporaryFolder folder;
  const Work work = plain_work(find_task("transpose"), "cuda");
  const std::filesystem::path file = folder / "kernel.so";
  ASSERT_TRUE(compile_kernel(work, timed_build(cuda()), folder.path(), file).ok);
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(library, nullptr) << ::dlerror();
  mlplab_workshop::DeviceFunctions device;
  ASSERT_TRUE(device.find(library));
  const auto call = reinterpret_cast<void (*)(void* const*, const int*)>(::dlsym(library, "mlplab_call"));
  ASSERT_NE(call, nullptr);
  std::vector<float> x(6, 1.0F), y(6, -1.0F);
  void* const arrays[] = {x.data(), y.data()};
  const int sizes[] = {2, 3};
  const auto parts_of_a_call = [&](int on) {
    device.clock(on);
    call(arrays, sizes);
    return std::vector<double>(device.parts(), device.parts() + mlplab_workshop::part_count);
  };
  for (const double part_s : parts_of_a_call(0)) EXPECT_EQ(part_s, 0.0);
  const std::vector<double> parts = parts_of_a_call(1);
  EXPECT_GT(parts[mlplab_workshop::device_memory], 0.0);
  EXPECT_GT(parts[mlplab_workshop::copies_to_device], 0.0);
  EXPECT_GT(parts[mlplab_workshop::copies_to_host], 0.0);
  EXPECT_EQ(parts[mlplab_workshop::kernels] > 0.0, why_no_gpu().empty());
  EXPECT_EQ(device.failure() == nullptr, why_no_gpu().empty());
}

/// g++, which compiles it for the host, sees no difference.
TEST(Nvcc, RefusesAFunctionOfTheHostInAKernelAtItsLine) {
  if (nvcc().empty()) GTEST_SKIP() << "skipped: " << why_no_nvcc();
  const test::TemporaryFolder folder;
  std::string text = read_file(plain_work(find_task("vector_sum"), "cuda").source());
  const std::string old = "part += x[i];", kernel = "__global__ void sum_kernel";
  ASSERT_NE(text.find(old), std::string::npos);
  text.replace(text.find(old), old.size(), "part += same(x[i]);  // HERE");
  text.replace(text.find(kernel), kernel.size(), "static float same(float v) { return v; }\n" + kernel);
  const Work work = work_with_text(folder.path(), "vector_sum", "cuda", text);
  const Compiled compiled = compile_kernel(work, timed_build(cuda()), folder.path(), folder / "kernel.so");
  EXPECT_FALSE(compiled.ok);
  ASSERT_FALSE(compiled.messages.empty()) << compiled.fault;
  EXPECT_EQ(compiled.messages.front().line, marked_line(work)) << compiled.messages.front().text;
  if (!why_no_gpu().empty()) return;
  const Check check = check_work(work);
  EXPECT_EQ(first_code(check), "compile");
  EXPECT_EQ(check.faults.front().build + std::to_string(check.faults.front().line),
            "gpu" + std::to_string(marked_line(work)));
}

std::vector<std::string> task_names() {
  std::vector<std::string> names;
  for (const Task& task : tasks()) names.push_back(task.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, CompiledForAGpu, testing::ValuesIn(task_names()),
                         [](const auto& one) { return one.param; });

TEST(Nvcc, MessagesHaveTheirLines) {
  const std::vector<CompilerMessage> messages = messages_in(
      "kernel.cu(12): error: identifier \"p\" is undefined\n  p[0] = 1;\n  ^\n\n"
      "/a (b)/kernel.cu(7): warning #177-D: variable \"x\" was declared but never referenced\n"
      "kernel.cu:3:5: warning: unused variable\n1 error detected in the compilation of \"kernel.cu\".\n");
  ASSERT_EQ(messages.size(), 3U);
  EXPECT_EQ(messages[0].kind + messages[0].file + std::to_string(messages[0].line), "errorkernel.cu12");
  EXPECT_EQ(messages[0].text, "identifier \"p\" is undefined");
  EXPECT_EQ(messages[1].kind + messages[1].file + std::to_string(messages[1].line), "warningkernel.cu7");
  EXPECT_EQ(messages[2].column, 5);
}

TEST(Driver, NamesTheGpuAndItsCapability) {
  EXPECT_EQ(gpu_in("NVIDIA H100 80GB HBM3, 9.0\nNVIDIA T4, 7.5\n").name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(gpu_in("NVIDIA B200, 10.0\n").capability, "100");
  EXPECT_EQ(gpu_in("A, B and C, 8.6").name, "A, B and C");
  for (const char* other : {"", "No devices were found\n", "NVIDIA T4, [N/A]\n", "NVIDIA T4, 7\n", "NVIDIA T4\n"})
    EXPECT_TRUE(gpu_in(other).name.empty()) << other;
}

TEST(WithoutAGpu, TheStageOfTheDeviceSaysWhyItWasNotLookedAt) {
  if (why_no_gpu().empty()) GTEST_SKIP() << "there is a GPU";
  const Work work = plain_work(find_task("vector_sum"), "cuda");
  const Check check = check_work(work);
  ASSERT_TRUE(check.right()) << faults_in_words(check);
  EXPECT_FALSE(why_not_checked(work).empty()) << "what was not on the GPU must not be kept for it";
  const std::vector<Stage> all = stages(work, check);
  const auto stage = std::ranges::find(all, "on the GPU", &Stage::title);
  ASSERT_NE(stage, all.end());
  EXPECT_EQ(stage->state, Stage::State::not_looked);
  EXPECT_NE(stage->words.find(why_no_gpu()), std::string::npos) << stage->words;
}

/// These need a GPU and nvcc.
class OnAGpu : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string why = why_no_gpu(); !why.empty()) GTEST_SKIP() << "skipped: no CUDA device: " << why;
  }
  test::TemporaryFolder folder;
};

TEST_F(OnAGpu, EveryPlainVersionIsRightAndTimed) {
  for (const Task& task : tasks()) {
    const Work work = new_work(task, cuda(), folder / task.name);
    const Check check = check_work(work);
    ASSERT_TRUE(check.right()) << task.name << ": " << faults_in_words(check);
    EXPECT_EQ(check.looked, (std::vector<std::string>{"host", "gpu"}));
    std::vector<Variant> variants = kernel_variants(work, 1);
    variants.resize(2);
    const OperationStudy study = measure_variants(variants, {task.timed.front()}, {}, RunControl());
    for (const char* id : {own_kernel, plain_kernel}) {
      const MeasuredOperation* point = study.find(id, task.timed.front());
      ASSERT_NE(point, nullptr);
      EXPECT_EQ(point->why_not, "") << task.name;
      ASSERT_TRUE(point->parts) << task.name;
      EXPECT_GT(point->parts->kernels_s, 0.0) << task.name;
      EXPECT_GT(point->parts->to_device_s, 0.0) << task.name;
      EXPECT_GT(point->parts->to_host_s, 0.0) << task.name;
      EXPECT_GE(point->parts->other_s, 0.0) << task.name;
    }
  }
}

TEST_F(OnAGpu, AKernelTrainsLikeSequential) {
  const Work work = new_work(find_task("matrix_product"), cuda(), folder / "product");
  ASSERT_TRUE(check_work(work).right());
  const BackendEntry entry = workshop_backends().entry("workshop:" + work.folder.string());
  EXPECT_EQ(entry.why_not(), "");
  EXPECT_EQ(entry.technology, "CUDA");
  EXPECT_NE(entry.device().find(first_gpu().name), std::string::npos);
  const std::unique_ptr<Backend> own = entry.make({}), reference = make_backend(reference_entry(), {});
  const int m = 33, n = 10, k = 65;
  std::vector<float> a(m * k), b(n * k), bias(n), found(m * n, NAN), expected(m * n, NAN);
  Random random(1, RandomStream::operations, 0);
  for (std::vector<float>* values : {&a, &b, &bias})
    for (float& value : *values) value = random.symmetric();
  Gemm g{.transpose_b = true, .m = m, .n = n, .k = k, .a = a.data(), .lda = k, .b = b.data(), .ldb = k, .ldc = n};
  g.bias = bias.data();
  g.c = found.data();
  own->gemm(g);
  g.c = expected.data();
  reference->gemm(g);
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-4) << i;
}

}  // namespace
}  // namespace mlplab::workshop
