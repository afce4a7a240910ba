// A check and a timing that are stopped: soon, without a process or a kept library left; the stages of a check; folders
// of a class.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/workshop/device.h"
#include "core/workshop/kept_check.h"
#include "core/workshop/limited_command.h"
#include "core/workshop/timing.h"
#include "core/workshop/words.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

/// Seconds from the stop, which comes `after_s` after the words of progress begin with `step`, to the end.
double stopped_after(const Work& work, const std::string& step, double after_s = 0.2) {
  std::atomic<double> begun_s = 0.0;
  CheckOptions options;
  options.limits.time_s = 60.0;
  options.progress = [&](const std::string& words) {
    if (words.starts_with(step) && begun_s == 0.0) begun_s = now_s();
  };
  options.limits.stop = [&] { return begun_s > 0.0 && now_s() > begun_s + after_s; };
  EXPECT_THROW(check_work(work, options), Stopped);
  EXPECT_GT(begun_s, 0.0) << step;
  return now_s() - begun_s - after_s;
}

constexpr const char* endless = "for (volatile int again = 0; again < 1;) {}";  // untranslated: C++

TEST(WorkshopStop, EndsARunningKernelSoon) {
  const test::TemporaryFolder folder;
  for (const char* language : {"cpp", "openmp"}) {
    const Work work = work_with(folder.path() / language, "vector_sum", language, endless);
    EXPECT_LT(stopped_after(work, "running"), 2.0) << language;
    EXPECT_FALSE(why_not_checked(work).empty());
  }
}

TEST(WorkshopStop, EndsAKernelInCudaSoon) {
  const test::TemporaryFolder folder;
  const Work work = work_with(folder.path(), "vector_sum", "cuda", endless);
  EXPECT_LT(stopped_after(work, "running"), 2.0);
}

/// The text of a kernel that the compiler works on for long.
TEST(WorkshopStop, EndsACompilerSoon) {
  const test::TemporaryFolder folder;
  std::string text =
      "template <int n> struct Deep { static constexpr long v = Deep<n - 1>::v + Deep<n / 2>::v; };\n"
      "template <> struct Deep<0> { static constexpr long v = 1; };\n"
      "constexpr long f(int n) { return n < 2 ? 1 : f(n - 1) + f(n - 2); }\n";
  for (int i = 0; i < 40; ++i) text += "static_assert(f(2" + std::to_string(i % 4 + 2) + ") > 0);\n";
  const Work work = work_with_text(folder.path(), "vector_sum", "cpp", text);
  EXPECT_LT(stopped_after(work, "compiling", 0.0), 2.0);
}

TEST(WorkshopStop, NothingIsStoppedThatNobodyStops) {
  const test::TemporaryFolder folder;
  const Work work = new_work(find_task("vector_sum"), find_language("cpp"), folder.path() / "sum");
  CheckOptions options;
  std::vector<std::string> steps;
  options.limits.stop = [] { return false; };
  options.progress = [&](const std::string& words) { steps.push_back(words); };
  EXPECT_TRUE(check_work(work, options).right());
  EXPECT_EQ(steps.size(), 4U);  // two builds, each compiled and run
}

std::string stages_in_words(const Work& work, const Check& check) {
  std::string text;
  for (const Stage& stage : stages(work, check)) {
    text += stage.state == Stage::State::passed ? '+' : stage.state == Stage::State::failed ? '-' : '?';
    text += stage.title + ": " + stage.words + "\n";
  }
  return text;
}

TEST(WorkshopStages, SayWhichBuildFoundWhat) {
  const test::TemporaryFolder folder;
  const Work work = new_work(find_task("vector_sum"), find_language("openmp"), folder.path() / "sum");
  Check check{.compiled = true, .cases = 8, .looked = {"plain", "addresses"}};
  check.faults = {{"address", "reads outside", 3, "addresses"}};
  EXPECT_EQ(stages_in_words(work, check),
            "+Compiled: without a warning\n+Right: 8 calls agree with the program's own loops\n"
            "-with AddressSanitizer and UndefinedBehaviorSanitizer: 1 fault\n"
            "?with ThreadSanitizer, 3 threads: not looked at\n");
  check.faults = {{"wrong", "is 1", 0, "plain"}, {"unwritten", "is not written", 0, "plain"}};
  EXPECT_NE(stages_in_words(work, check).find("-Right: 2 faults\n"), std::string::npos);
  Check refused;
  refused.messages = {{"error", "sum.cpp", 1, 1, "what"}, {"warning", "sum.cpp", 1, 1, "why"}};
  refused.faults = {{"compile", "the compiler refuses it", 1, "plain"}};
  EXPECT_NE(stages_in_words(work, refused).find("-Compiled: 1 error\n?Right: not looked at\n"), std::string::npos);
}

TEST(WorkshopStages, OfCudaHaveWhatWasCounted) {
  const test::TemporaryFolder folder;
  const Work work = new_work(find_task("transpose"), find_language("cuda"), folder.path() / "mine");
  const Check check = check_work(work);
  ASSERT_TRUE(check.right()) << faults_in_words(check);
  EXPECT_EQ(check.commands.size(), 2U * check.looked.size());  // compiled, linked
  std::vector<Stage> all = stages(work, check);
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[3].title, "on the GPU");
  if (!why_no_gpu().empty()) all.erase(all.begin() + 3);  // gpu_test.cpp
  for (const Stage& stage : all) EXPECT_EQ(stage.state, Stage::State::passed) << stage.title;
  EXPECT_EQ(all.back().words, "2 loads and stores");
}

TEST(WorkshopClass, AFolderThatCannotBeOpenedIsARow) {
  const test::TemporaryFolder folder;
  make_folder(folder / "class");
  new_work(find_task("vector_sum"), find_language("cpp"), folder / "class" / "ada");
  make_folder(folder / "class" / "empty");
  make_folder(folder / "class" / "bob");
  test::write_bytes(folder / "class" / "bob" / work_file, "{");
  const auto works = works_in(folder / "class");
  ASSERT_EQ(works.size(), 2U);
  const CheckedFolder ada = check_folder(works[0].string(), {}, {}), bob = check_folder(works[1].string(), {}, {});
  EXPECT_TRUE(ada.right());
  EXPECT_GT(ada.n, 0);
  EXPECT_FALSE(bob.right());
  EXPECT_NE(bob.why_not.find(work_file), std::string::npos) << bob.why_not;
  CheckOptions stopped;
  stopped.limits.stop = [] { return true; };
  EXPECT_THROW(check_folder(works[0].string(), stopped, {}), Stopped);
}

TEST(WorkshopMap, SaysTheRowsAndColumnsThatAreWrong) {
  const test::TemporaryFolder folder;
  const Work work = work_with(folder.path(), "matrix_product", "cpp",
                              "for (int i = 0; i < m; ++i) for (int j = 0; j < n - n % 4; ++j) { float s = 0;"
                              " for (int p = 0; p < k; ++p) s += a[i * k + p] * b[p * n + j]; c[i * n + j] = s; }");
  const Check check = check_work(work);
  ASSERT_TRUE(check.largest);
  const std::string words = map_in_words(work, *check.largest);
  EXPECT_EQ(words, "wrong numbers of c: 33 of 2145 (m = 33, n = 65, k = 17), in rows 0 to 32 and columns 64 to 64");
}

}  // namespace
}  // namespace mlplab::workshop
