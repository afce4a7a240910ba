// The kernels of the shipped lessons: begun as they are, each has the finding that its step asks for, at its line;
// mended as the text says, each is right. What a check is for the steps of the lesson is told by the same check.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/files.h"
#include "core/data/load.h"
#include "core/lessons/lesson_kernel.h"
#include "core/workshop/run_kernel.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/mended_kernels.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

Lesson lesson_named(const std::string& name) { return read_lesson(find_resources() / "lessons/en" / (name + ".json")); }

const LessonKernel& kernel_in(const Lesson& lesson, const std::string& name) {
  return *std::ranges::find(lesson.kernels, name, &LessonKernel::name);
}

/// The lines of the source with `part`, from 1.
std::vector<int> lines_with(const Work& work, const std::string& part) {
  std::vector<int> lines;
  const std::vector<std::string> all = parts_of(read_file(work.source()), '\n');
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].find(part) != std::string::npos) lines.push_back(static_cast<int>(i) + 1);
  return lines;
}

/// A lesson's progress at its first step with this check.
LessonProgress at_step(const Lesson& lesson, const std::string& kernel, const std::string& finds) {
  LessonProgress progress(lesson);
  for (int step = 0; progress.can_go(step); ++step) {
    const auto& check = lesson.steps[static_cast<std::size_t>(step)].check;
    if (check && check->act == LessonAct::workshop_checked && check->kernel == kernel && check->finds == finds) {
      progress.set_step(step);
      return progress;
    }
  }
  ADD_FAILURE() << lesson.title << " asks for no check of " << kernel << " that finds " << finds;
  return progress;
}

class OfALesson : public ::testing::TestWithParam<test::MendedKernel> {};

TEST_P(OfALesson, IsFoundAtItsLineAndRightOnceItIsMended) {
  const test::TemporaryFolder folder;
  const test::MendedKernel& of_lesson = GetParam();
  const Lesson lesson = lesson_named(of_lesson.lesson);
  const LessonKernel& kernel = kernel_in(lesson, of_lesson.kernel);
  const Work work = begin_kernel(kernel, folder / "mine");
  ASSERT_EQ(lines_with(work, of_lesson.at).size(), 1U);
  const Check begun = check_work(work);
  const auto fault = std::ranges::find(begun.faults, of_lesson.finds, &Fault::code);
  ASSERT_NE(fault, begun.faults.end()) << faults_in_words(begun);
  EXPECT_EQ(fault->line, lines_with(work, of_lesson.at).front()) << faults_in_words(begun);
  LessonProgress finding = at_step(lesson, of_lesson.kernel, of_lesson.finds);
  LessonProgress mending = at_step(lesson, of_lesson.kernel, finds_nothing);
  EXPECT_FALSE(mending.tell(checked_event(work, work.fingerprint(), begun)));
  EXPECT_TRUE(finding.tell(checked_event(work, work.fingerprint(), begun)));

  const std::string text = test::mended(of_lesson, read_file(work.source()));
  ASSERT_NE(text, "") << "the changes do not fit the text";
  test::write_bytes(work.source(), text);
  const Check right = check_work(work);
  EXPECT_TRUE(right.right()) << faults_in_words(right);
  EXPECT_TRUE(right.notes.empty()) << right.notes.front();
  finding = at_step(lesson, of_lesson.kernel, of_lesson.finds);
  EXPECT_FALSE(finding.tell(checked_event(work, work.fingerprint(), right)));
  EXPECT_TRUE(mending.tell(checked_event(work, work.fingerprint(), right)));
}

INSTANTIATE_TEST_SUITE_P(Lessons, OfALesson, ::testing::ValuesIn(test::mended_kernels()), [](const auto& one) {
  return std::string(1, one.param.lesson[0]) + "_" + one.param.kernel;  // untranslated: a name of a test
});

TEST(LessonKernels, EveryOneOfAShippedLessonIsInTheTable) {
  std::size_t kernels = 0;
  for (const std::filesystem::path& file : lessons_in(find_resources() / "lessons", "en"))
    for (const LessonKernel& kernel : read_lesson(file).kernels) {
      ++kernels;
      EXPECT_NE(test::find_mended(kernel.name), nullptr) << file << ": " << kernel.name;
    }
  EXPECT_EQ(kernels, test::mended_kernels().size());
}

/// The first kernel of the lesson on the GPU asks for too many sectors for the step that is about them, though right.
TEST(LessonKernels, CoalescingIsCounted) {
  const test::TemporaryFolder folder;
  const Lesson lesson = lesson_named("8-gpu-kernel");
  const Work first = begin_kernel(kernel_in(lesson, "transpose"), folder.path());
  test::write_bytes(first.source(), test::mended(*test::find_mended("transpose"), read_file(first.source())) +
                                        "// untranslated: __shared__\n");
  const Check check = check_work(first);
  ASSERT_TRUE(check.right()) << faults_in_words(check);
  LessonEvent event = checked_event(first, first.fingerprint(), check);
  EXPECT_GT(event.kernel->sectors_ratio, 4.0);  // the store alone: almost 8
  EXPECT_EQ(event.kernel->text.find("__shared__"), std::string::npos) << "a comment computes nothing";
  LessonProgress tiles = at_step(lesson, "tile", finds_nothing);
  EXPECT_FALSE(tiles.tell(event));
  event.kernel->text += "__shared__";
  EXPECT_FALSE(tiles.tell(event)) << "the sectors are not few";
  event.kernel->sectors_ratio = 1.1;
  EXPECT_TRUE(tiles.tell(event));
}

TEST(LessonKernels, BeginInAFolderOfTheirOwnAndRunNothing) {
  const test::TemporaryFolder folder;
  const LessonKernel kernel{"sum", "vector_sum", "cpp", {"#error \"compiled\"", "int x;"}};
  const Work first = begin_kernel(kernel, folder / "new/deep"), second = begin_kernel(kernel, folder / "new/deep");
  EXPECT_EQ(first.folder.filename(), "sum");
  EXPECT_NE(second.folder, first.folder);
  EXPECT_TRUE(read_file(second.source()).ends_with("#error \"compiled\"\nint x;\n"));
  EXPECT_EQ(read_file(first.source()).find("slow"), std::string::npos) << "it is not the plain version";
  EXPECT_EQ(open_work(first.folder).fingerprint(), first.fingerprint());
  const LessonKernel plain{"plain", "vector_sum", "openmp", {}};
  EXPECT_NE(read_file(begin_kernel(plain, folder.path()).source()).find("right and slow"), std::string::npos);
}

TEST(LessonKernels, AreForThisMachineOrTheReasonIsSaid) {
  Lesson lesson = lesson_named("7-parallel-loop");
  EXPECT_EQ(why_not_here(lesson), "");
  const test::Environment bare{{"PATH", "/nowhere"}};
  EXPECT_NE(why_not_here(lesson).find("g++"), std::string::npos);
  lesson.kernels.clear();
  EXPECT_EQ(why_not_here(lesson), "") << "it needs no compiler";
}

}  // namespace
}  // namespace mlplab::workshop
