// Folders of the workshop, the compiler's messages, versions, and comparisons of outputs.
#include "core/workshop/work.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/workshop/cases.h"
#include "core/workshop/timing.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/in_spanish.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing failed";
}

TEST(Work, OpensAsItWasMadeAndRefusesWhatIsNone) {
  const test::TemporaryFolder folder;
  const Work work = new_work(find_task("convolution"), find_language("openmp"), folder / "one");
  const Work opened = open_work(folder / "one");
  EXPECT_EQ(opened.task->name, "convolution");
  EXPECT_EQ(opened.language->name, "openmp");
  EXPECT_EQ(opened.fingerprint(), work.fingerprint());
  EXPECT_NE(refusal([&] { new_work(*work.task, *work.language, folder / "one"); }).find("not empty"),
            std::string::npos);
  EXPECT_NE(refusal([&] { open_work(folder.path()); }).find("workshop.json"), std::string::npos);
  for (const auto& [text, part] :
       {std::pair("{", "cannot be read"), std::pair(R"({"format": "mlplab-workshop-1"})", "task"),
        std::pair(R"({"format": "mlplab-workshop-1", "task": "sum", "language": "cpp"})", "vector_sum"),
        std::pair(R"({"format": "mlplab-workshop-1", "task": "transpose", "language": "fortran"})", "openmp"),
        std::pair(R"({"format": "mlplab-workshop-1", "task": "transpose", "language": "cpp", "flags": ["-fplugin=x"]})",
                  "-fplugin=x"),
        std::pair(R"({"format": "mlplab-workshop-1", "task": "transpose", "language": "cpp", "flags": 3})", "flags"),
        std::pair(R"({"format": "mlplab-workshop-1", "task": "transpose", "language": "cpp", "more": 1})", "more")}) {
    test::write_bytes(folder / "one/workshop.json", text);
    EXPECT_NE(refusal([&] { open_work(folder / "one"); }).find(part), std::string::npos) << text;
  }
}

TEST(Work, FlagsThatChooseCodeAreAllowedAndNoOthers) {
  for (const char* flag : {"-O3", "-march=native", "-mavx2", "-ffast-math", "-funroll-loops", "-fopenmp-simd"})
    EXPECT_EQ(why_no_flag(flag), "") << flag;
  for (const char* flag : {"-fplugin=a.so", "-B/tmp", "-o", "x.cpp", "-include", "-Wl,-rpath,/tmp", "-wrapper", "@file",
                           "-specs=x", "-fsanitize=address", "-O2;ls", "-fdump-tree-all", "-I/tmp", "-fprofile-use=x"})
    EXPECT_NE(why_no_flag(flag), "") << flag;
}

TEST(Work, IsInTheLanguageThatWasSet) {
  const test::TemporaryFolder folder;
  const test::InSpanish spanish;
  const Work work = new_work(find_task("transpose"), find_language("cpp"), folder / "una");
  EXPECT_NE(read_file(work.source()).find("traspuesta de una matriz"), std::string::npos);
  EXPECT_NE(read_file(work.folder / "NOTE.md").find("Qué probar"), std::string::npos);
}

TEST(Toolchain, MessagesHaveTheirLinesAndTheSignatureIsHeld) {
  const test::TemporaryFolder folder;
  const Work broken = work_with(folder.path(), "transpose", "cpp", "  y[0] = x[0]\n  return;");
  const Check check = check_work(broken);
  EXPECT_FALSE(check.compiled);
  ASSERT_FALSE(check.messages.empty());
  EXPECT_EQ(check.messages.front().file, "transpose.cpp");
  EXPECT_EQ(check.messages.front().kind, "error");
  EXPECT_EQ(check.messages.front().line, 2);
  const Work other = work_with_text(folder.path(), "transpose", "cpp",
                                    "void transpose(int rows, int columns, const double* x, float* y) {}\n");
  EXPECT_FALSE(check_work(other).right());
  const Work none = work_with_text(folder.path(), "transpose", "cpp", "int nothing;\n");
  const Check missing = check_work(none);
  ASSERT_FALSE(missing.faults.empty());
  EXPECT_NE(missing.faults.front().sentence.find("defines no function transpose"), std::string::npos);
  const std::vector<CompilerMessage> parsed =
      messages_in("In file included from x.h:1,\n/a/k.cpp:3:7: warning: unused\n/a/k.cpp:12:1: fatal error: no\n");
  ASSERT_EQ(parsed.size(), 2U);
  EXPECT_EQ(parsed[0].kind + parsed[0].file + std::to_string(parsed[0].line), "warningk.cpp3");
  EXPECT_EQ(parsed[1].kind + std::to_string(parsed[1].column), "error1");
}

TEST(Cases, NanThenInfinityThenTheError) {
  const Task& task = find_task("vector_sum");
  CheckCase one{{2}, Values::skewed, {}, empty_operands(task, {2})};
  const auto differs = [&](float expected, float found) {
    one.operands.floats(1)[0] = expected;
    Operands other = one.operands;
    other.floats(1)[0] = found;
    return difference(task, one, other).has_value();
  };
  constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  EXPECT_FALSE(differs(nan, nan));
  EXPECT_TRUE(differs(nan, 1.0F));
  EXPECT_TRUE(differs(1.0F, nan));
  EXPECT_FALSE(differs(infinity, infinity));
  EXPECT_TRUE(differs(infinity, -infinity));
  EXPECT_TRUE(differs(1e30F, infinity));
  EXPECT_FALSE(differs(1.0F, 1.0F + 1e-6F));
  EXPECT_TRUE(differs(1.0F, 1.001F));
  EXPECT_TRUE(differs(1.0F, -1.0F));
}

TEST(Cases, TheMapShrinksAndKeepsWhatIsWrong) {
  Difference difference{.shape = {100, 200}};
  difference.wrong.resize(20000);
  difference.wrong[99 * 200 + 199] = true;
  const std::vector<std::string> map = difference.map(10, 20);
  ASSERT_EQ(map.size(), 10U);
  EXPECT_EQ(map.back(), std::string(19, '.') + "#");
  EXPECT_EQ(map.front(), std::string(20, '.'));
  EXPECT_EQ(index_in_words({4, 5}, 15), "[3, 0]");
  EXPECT_EQ(index_in_words({2, 3, 4}, 23), "[1, 2, 3]");
}

TEST(Versions, StandSideBySideWithWhatChanged) {
  EXPECT_EQ(changed_lines("a\nb\nc", "a\nx\nc\nd"), (std::vector<std::string>{"- b", "+ x", "+ d"}));
  EXPECT_TRUE(changed_lines("a\nb", "a\nb").empty());
  const test::TemporaryFolder folder;
  const Work work = new_work(find_task("vector_sum"), find_language("cpp"), folder / "sum");
  OperationStudy study;
  study.points.push_back({.variant = own_kernel, .n = 64, .repeats = 3, .time_s = 0.5, .spread = 0.25});
  study.points.push_back({.variant = "sequential", .n = 64, .repeats = 3, .time_s = 9.0});
  keep_version(work, study);
  keep_version(work, study);  // the same kernel again
  ASSERT_EQ(read_versions(work).size(), 1U);
  test::write_bytes(work.source(), read_file(work.source()) + "// faster\n");
  study.points.front().time_s = 0.25;
  keep_version(work, study);
  const std::vector<Version> versions = read_versions(work);
  ASSERT_EQ(versions.size(), 2U);
  EXPECT_EQ(versions[0].points.front().time_s, 0.5);
  EXPECT_EQ(versions[1].points.front().time_s, 0.25);
  EXPECT_EQ(versions[1].points.size(), 1U);
  EXPECT_EQ(changed_lines(versions[0].fingerprint, versions[1].fingerprint), (std::vector<std::string>{"+ // faster"}));
  for (const char* line :
       {"{\n", R"({"date":"","machine":"","kernel":"","points":[{"n":64,"time_s":-1.0,"spread":0.1}]})"}) {
    test::write_bytes(work.folder / versions_file, line);
    EXPECT_NE(refusal([&] { read_versions(work); }).find("versions.jsonl"), std::string::npos) << line;
  }
}

/// Students read the words, the harness allocates the numbers.
TEST(Tasks, ShapesAreAsTheirWordsSay) {
  for (const Task& task : tasks()) {
    Sizes sizes;
    for (std::size_t i = 0; i < task.sizes.size(); ++i) sizes.push_back(101 + 2 * static_cast<int>(i));
    for (const Parameter& parameter : task.parameters) {
      const Sizes shape = shape_of(task, parameter, sizes);
      std::string words = parameter.shape_text.substr(1, parameter.shape_text.size() - 2) + ", ";
      std::size_t axis = 0;
      for (std::size_t end = words.find(", "); end != std::string::npos; end = words.find(", "), ++axis) {
        const std::string word = words.substr(0, end);
        words.erase(0, end + 2);
        ASSERT_LT(axis, shape.size()) << task.name << ", " << parameter.name;
        const auto named = std::ranges::find(task.sizes, word);
        if (named == task.sizes.end()) continue;  // '1', or a term
        EXPECT_EQ(shape[axis], sizes[static_cast<std::size_t>(named - task.sizes.begin())])
            << task.name << ", " << parameter.name << ": " << word;
      }
      EXPECT_EQ(axis, shape.size()) << task.name << ", " << parameter.name;
    }
  }
}

TEST(Tasks, ThePlainVersionHasTheSignature) {
  for (const Task& task : tasks()) {
    std::string text = read_file(plain_work(task).source());
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    std::string wanted = "extern\"C\"" + signature(task) + "{";
    std::erase_if(wanted, [](char c) { return c == ' '; });
    EXPECT_NE(text.find(wanted), std::string::npos) << task.name;
  }
}

}  // namespace
}  // namespace mlplab::workshop
