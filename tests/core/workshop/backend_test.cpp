// At work: kernels as backends. They compute what sequential computes, run only after their check, and never by being
// looked up.
#include "core/workshop/backend.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/workshop/kept_check.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/compare.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

/// Says 'called' on stdout with each call, and 'loaded' when its library is.
std::string telling(const std::string& task) {
  std::string text = read_file(plain_work(find_task(task)).source());
  text.insert(text.find(") {") + 3, "\n  std::fputs(\"called\\n\", stdout);\n  std::fflush(stdout);");
  return "#include <cstdio>\nstatic int loaded = (std::fputs(\"loaded\\n\", stdout), std::fflush(stdout));\n" + text;
}

std::string name_of(const Work& work) { return "workshop:" + work.folder.string(); }

/// c of a 1 × 1 product of ones, by a kernel's backend.
float one_times_one(const Work& work) {
  const std::unique_ptr<Backend> backend = make_backend(find_backend(name_of(work)), {});
  const float one = 1.0F;
  float c = 0.0F;
  Gemm g;
  g.m = g.n = g.k = 1;
  g.a = g.b = &one, g.c = &c, g.lda = g.ldb = g.ldc = 1;
  backend->gemm(g);
  return c;
}

/// In a window a kernel is trained with, changed and trained with again: the program has loaded the first one.
TEST(WorkshopBackend, AChangedKernelIsTheOneThatComputes) {
  const test::TemporaryFolder folder;
  const std::string text = read_file(plain_work(find_task("matrix_product")).source());
  const Work work = work_with_text(folder.path(), "matrix_product", "cpp", text);
  ASSERT_TRUE(check_work(work).right());
  EXPECT_EQ(one_times_one(work), 1.0F);
  std::string changed = text;  // within the tolerance, so that it is right and can be told apart
  const std::string line = "c[i * n + j] = sum;";
  const std::size_t at = changed.find(line);
  ASSERT_NE(at, std::string::npos);
  test::write_bytes(work.source(), changed.replace(at, line.size(), "c[i * n + j] = sum * 1.000002f;"));
  ASSERT_TRUE(check_work(work).right());
  EXPECT_EQ(one_times_one(work), 1.000002F);
  test::write_bytes(work.source(), text);
  ASSERT_TRUE(check_work(work).right());
  EXPECT_EQ(one_times_one(work), 1.0F);
}

struct Case {
  bool transpose_a, transpose_b, bias;
  Activation activation;
  int gap;  // floats between rows
  float beta;
};

/// Whether the kernel was called, of what stdout has.
bool calls_kernel(Backend& backend, const Case& c, std::string& difference) {
  constexpr int m = 7, n = 5, k = 11;
  const auto sized = [&](int rows, int columns) { return static_cast<std::size_t>(rows) * (columns + c.gap); };
  const std::vector<float> a = skewed(c.transpose_a ? sized(k, m) : sized(m, k), 1),
                           b = skewed(c.transpose_b ? sized(n, k) : sized(k, n), 2, -1.0F), bias = skewed(n, 3);
  std::vector<float> results[2] = {skewed(sized(m, n), 4), skewed(sized(m, n), 4)};
  Gemm g;
  g.transpose_a = c.transpose_a, g.transpose_b = c.transpose_b, g.m = m, g.n = n, g.k = k;
  g.a = a.data(), g.lda = (c.transpose_a ? m : k) + c.gap;
  g.b = b.data(), g.ldb = (c.transpose_b ? k : n) + c.gap;
  g.bias = c.bias ? bias.data() : nullptr, g.activation = c.activation, g.ldc = n + c.gap, g.beta = c.beta;
  g.c = results[0].data();
  make_backend(reference_entry(), {})->gemm(g);
  g.c = results[1].data();
  testing::internal::CaptureStdout();
  backend.gemm(g);
  const bool called = testing::internal::GetCapturedStdout().find("called") != std::string::npos;
  if (const auto equal = close(results[0], results[1], 1e-5); !equal) difference = equal.message();
  return called;
}

TEST(WorkshopBackend, ComputesWhatSequentialComputesWithTheKernel) {
  const test::TemporaryFolder folder;
  const std::vector<Case> cases = {
      {false, true, true, Activation::relu, 0, 0.0F},       {false, true, true, Activation::tanh, 0, 0.0F},
      {false, true, true, Activation::relu, 2, 0.0F},       {true, false, false, Activation::identity, 0, 0.0F},
      {true, false, false, Activation::identity, 3, 0.0F},  {false, false, false, Activation::identity, 0, 0.0F},
      {false, false, false, Activation::identity, 0, 1.0F}, {true, true, true, Activation::sigmoid, 1, 0.0F}};
  const std::map<std::string, std::vector<bool>> called = {
      {"matrix_product", {true, true, true, true, true, true, false, true}},
      {"dense_forward", {true, false, false, false, false, false, false, false}},
      {"weight_gradient", {false, false, false, true, false, false, false, false}}};
  for (const auto& [task, expected] : called) {
    const Work work = work_with_text(folder.path(), task, "cpp", telling(task));
    const Check check = check_work(work);
    ASSERT_TRUE(check.right()) << faults_in_words(check);
    const std::unique_ptr<Backend> backend = make_backend(find_backend(name_of(work)), {});
    for (std::size_t i = 0; i < cases.size(); ++i) {
      std::string difference;
      EXPECT_EQ(calls_kernel(*backend, cases[i], difference), expected[i]) << task << ", case " << i;
      EXPECT_EQ(difference, "") << task << ", case " << i;
    }
  }
}

TEST(WorkshopBackend, RunsNothingUntilItIsMadeAndOnlyWhatWasChecked) {
  const test::TemporaryFolder folder;
  const Work work = work_with_text(folder.path(), "dense_forward", "cpp", telling("dense_forward"));
  const auto refusal = [](const Work& of) -> std::string {
    testing::internal::CaptureStdout();
    std::string sentence;
    try {
      find_backend(name_of(of)).workers_max();
      make_backend(find_backend(name_of(of)), {});
    } catch (const BackendError& error) {
      sentence = error.what();
    }
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
    return sentence;
  };
  EXPECT_NE(refusal(work).find("has not passed a check on this machine"), std::string::npos);
  ASSERT_TRUE(check_work(work).right());
  testing::internal::CaptureStdout();
  const BackendEntry& entry = find_backend(name_of(work));
  EXPECT_EQ(entry.why_not() + entry.device().substr(0, 0), "");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  // A copy is another folder, which was not checked, whatever it brings along.
  const std::filesystem::path copy = folder.path() / "copy";
  std::filesystem::copy(work.folder, copy);
  EXPECT_NE(refusal(open_work(copy)).find("has not passed a check"), std::string::npos);
  test::write_bytes(work.source(), read_file(work.source()) + "\n");
  EXPECT_NE(refusal(work).find("has changed since it was checked"), std::string::npos);
  // A wrong one is forgotten, also where the text was right before.
  test::write_bytes(work.source(),
                    "extern \"C\" " + signature(*work.task) + " { y[0] = x[0] * 0 + w[0] + bias[0]; }\n");
  EXPECT_FALSE(check_work(work).right());
  EXPECT_NE(refusal(work).find("has not passed a check"), std::string::npos);
}

TEST(WorkshopBackend, SaysWhatCannotTrain) {
  const test::TemporaryFolder folder;
  const Work sum = new_work(find_task("vector_sum"), find_language("cpp"), folder.path() / "sum");
  EXPECT_NE(find_backend(name_of(sum)).why_not().find("vector_sum"), std::string::npos);
  EXPECT_NE(find_backend("workshop:" + folder.path().string()).why_not().find("workshop.json"), std::string::npos);
  const Work forward = new_work(find_task("dense_forward"), find_language("openmp"), folder.path() / "a+b=c@2" / "7");
  const BackendEntry& entry = find_backend(name_of(forward));
  EXPECT_EQ(entry.name, name_of(forward));  // whatever characters its path has
  RunSpec spec = test::small_spec();
  test::train_by(spec, name_of(forward));
  EXPECT_EQ(spec.backend, name_of(forward));
  EXPECT_FALSE(spec.team);
  ModelSpec model = make_mlp({4, 3, 2}, Activation::tanh);
  EXPECT_NE(entry.why_not_train(model, {}, {}), "");
  model = make_mlp({4, 3, 2}, Activation::relu);
  EXPECT_EQ(entry.why_not_train(model, {}, {}), "");
}

}  // namespace
}  // namespace mlplab::workshop
