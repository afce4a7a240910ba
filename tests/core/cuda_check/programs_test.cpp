// Whole programs (tests/data/cuda): right ones are not accused, planted faults are told at their lines, and counts are
// those that are known by hand. What is expected stands in the .cu file itself, behind its lines: '// expect: code',
// '// count: load global 4/4' (asked and least of each request), '// branches: 1/8' and '// idle: 0/256'. To add a
// program: a file.
#include <gtest/gtest.h>

#include <regex>
#include <set>
#include <sstream>

#include "core/base/files.h"
#include "core/cuda_check/check.h"
#include "tests/support/support.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> programs(const std::string& folder) {
  std::vector<fs::path> files;
  for (const fs::path& file : entries_in(fs::path(MLPLAB_TEST_DATA) / "cuda" / folder)) files.push_back(file);
  return files;
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) { return info.param.stem().string(); }

/// By line, the texts behind `word` in comments, split at commas.
std::multimap<int, std::string> notes(const fs::path& file, const std::string& word) {
  std::multimap<int, std::string> found;
  std::istringstream text(read_file(file));
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    const std::size_t at = line.find("// " + word + ": ");
    if (at == std::string::npos) continue;
    std::istringstream parts(line.substr(at + word.size() + 5));
    for (std::string part; std::getline(parts >> std::ws, part, ',');)
      found.emplace(number, part.substr(0, part.find(';')));
  }
  return found;
}

std::string as_text(const std::multimap<int, std::string>& lines) {
  std::string text;
  std::set<std::pair<int, std::string>> sorted(lines.begin(), lines.end());
  for (const auto& [line, what] : sorted) text += std::to_string(line) + ": " + what + "\n";
  return text;
}

class CudaPrograms : public testing::TestWithParam<fs::path> {
 protected:
  CudaCheck check() const { return check_cuda({.watched = {GetParam()}, .beside = {}, .folder = folder_.path()}); }
  TemporaryFolder folder_;
};

class RightCudaPrograms : public CudaPrograms {};
class WrongCudaPrograms : public CudaPrograms {};
class CountedCudaPrograms : public CudaPrograms {};

std::string told(const CudaReport& report) {
  std::string text;
  for (const CudaFinding& finding : report.findings)
    text += std::to_string(finding.at.line) + ": " + finding.code + ": " + sentence_of(finding) + "\n";
  return text;
}

TEST_P(RightCudaPrograms, AreNotAccused) {
  const CudaCheck checked = check();
  ASSERT_TRUE(checked.built) << checked.compiler;
  EXPECT_EQ(checked.compiler, "");
  EXPECT_EQ(checked.how_it_ended, "") << checked.errors;
  EXPECT_TRUE(checked.report.complete);
  EXPECT_EQ(told(checked.report), "");
  EXPECT_FALSE(checked.report.accesses.empty());
  EXPECT_FALSE(checked.report.launches.empty());
}
INSTANTIATE_TEST_SUITE_P(Each, RightCudaPrograms, testing::ValuesIn(programs("right")), name_of);

TEST_P(WrongCudaPrograms, AreToldAtTheirLines) {
  const CudaCheck checked = check();
  ASSERT_TRUE(checked.built) << checked.compiler;
  std::multimap<int, std::string> found;
  for (const CudaFinding& finding : checked.report.findings) {
    found.emplace(finding.at.line, finding.code);
    EXPECT_EQ(finding.at.file, GetParam().string()) << finding.code;
    EXPECT_NE(sentence_of(finding), finding.code);
  }
  EXPECT_EQ(as_text(found), as_text(notes(GetParam(), "expect"))) << told(checked.report) << checked.errors;
  // A program that looks at results of calls itself ends with a code.
  if (checked.report.complete && checked.report.signal == 0) {
    EXPECT_EQ(checked.how_it_ended, "");
  }
}
INSTANTIATE_TEST_SUITE_P(Each, WrongCudaPrograms, testing::ValuesIn(programs("wrong")), name_of);

/// 'load global 4/4', of the second one in its line 'load global #2 4/4'.
void expect_access(const CudaReport& report, int line, const std::string& note) {
  static const std::regex pattern(R"((\w+) (\w+) (?:#(\d) )?(\d+)/(\d+))");
  std::smatch words;
  ASSERT_TRUE(std::regex_match(note, words, pattern)) << note;
  const int nth = words[3].matched ? std::stoi(words[3]) : 1;
  for (const CudaAccess& access : report.accesses) {
    if (access.at.line != line || access.kind != words[1] || access.space != words[2] || access.nth != nth) continue;
    EXPECT_EQ(access.asked, std::stoll(words[4]) * access.requests) << "line " << line << ": " << note;
    EXPECT_EQ(access.least, std::stoll(words[5]) * access.requests) << "line " << line << ": " << note;
    EXPECT_EQ(access.worst, std::stoll(words[4])) << "line " << line << ": " << note;
    return;
  }
  ADD_FAILURE() << "nothing counted in line " << line << ": " << note;
}

template <class Count>
std::string shares(const std::vector<Count>& counts, const std::function<std::string(const Count&)>& share,
                   const std::multimap<int, std::string>& asked) {
  std::multimap<int, std::string> found;
  for (const Count& count : counts)
    if (asked.contains(count.at.line)) found.emplace(count.at.line, share(count));
  return as_text(found);
}

TEST_P(CountedCudaPrograms, AreCountedAsByHand) {
  const CudaCheck checked = check();
  ASSERT_TRUE(checked.built) << checked.compiler;
  EXPECT_EQ(told(checked.report), "");
  for (const auto& [line, note] : notes(GetParam(), "count")) expect_access(checked.report, line, note);
  const auto of = [](long long part, long long all) { return std::to_string(part) + "/" + std::to_string(all); };
  const auto branches = notes(GetParam(), "branches"), idle = notes(GetParam(), "idle");
  EXPECT_EQ(shares<CudaBranch>(
                checked.report.branches, [&](const auto& b) { return of(b.divergent, b.times); }, branches),
            as_text(branches));
  EXPECT_EQ(shares<CudaLaunch>(
                checked.report.launches, [&](const auto& l) { return of(l.idle, l.threads); }, idle),
            as_text(idle));
}
INSTANTIATE_TEST_SUITE_P(Each, CountedCudaPrograms, testing::ValuesIn(programs("counted")), name_of);

/// A program of these files; `beside` may be ''.
class CudaCheckOf : public testing::Test {
 protected:
  CudaCheck check(const std::string& watched, const std::string& beside = {}, double limit_s = 30) {
    CudaRun run{.watched = {folder_ / "task.cu"}, .beside = {}, .folder = folder_.path(), .limit_s = limit_s};
    write_bytes(folder_ / "task.cu", watched);
    if (!beside.empty()) run.beside.push_back(folder_ / "harness.cpp"), write_bytes(folder_ / "harness.cpp", beside);
    return check_cuda(run);
  }
  TemporaryFolder folder_;
};

TEST_F(CudaCheckOf, AHarnessNamesMemory) {
  const CudaCheck checked = check(
      "#include \"sizes.h\"\n__global__ void twice(float* x) { x[threadIdx.x + 1] *= 2; }\n"
      "void solve(float* x) {\n  twice<<<1, size>>>(x); }\n",
      "#include <cuda_runtime.h>\nvoid solve(float* x);\nint main() { float host[32] = {}, *x; cudaMalloc(&x, sizeof "
      "host);\n"
      "host_cuda::name_memory(x, \"x\"); cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice); solve(x); }\n");
  EXPECT_FALSE(checked.built);
  EXPECT_NE(checked.compiler.find("task.cu:1:10: fatal error: sizes.h"), std::string::npos) << checked.compiler;
  write_bytes(folder_ / "sizes.h", "const int size = 32;\n");
  const CudaCheck again = check(read_file(folder_ / "task.cu"), read_file(folder_ / "harness.cpp"));
  ASSERT_TRUE(again.built) << again.compiler;
  ASSERT_EQ(again.report.findings.size(), 1U) << told(again.report);
  EXPECT_EQ(sentence_of(again.report.findings.back()),
            "thread (31) of block (0) reads element 32 of x, whose last one is 31");
  EXPECT_EQ(again.report.launches.front().at.line, 4);
}

TEST_F(CudaCheckOf, MessagesOfTheCompilerAreAtTheirLines) {
  const CudaCheck checked = check("__global__ void k() {}\nint main() {\n  k<<<1,\n      2>>>();\n  unknown();\n}\n");
  EXPECT_FALSE(checked.built);
  EXPECT_NE(checked.compiler.find("task.cu:5:3: error"), std::string::npos) << checked.compiler;
}

TEST_F(CudaCheckOf, WhatTakesTooLongIsEndedAndSaidWhere) {
  const CudaCheck checked = check("int main() {\n  volatile int forever = 1;\n  while (forever) {\n  }\n}\n", "", 3);
  EXPECT_TRUE(checked.too_long);
  EXPECT_NE(checked.how_it_ended, "");
  ASSERT_EQ(checked.report.findings.size(), 1U);
  EXPECT_EQ(checked.report.findings.front().code, "told-to-end");
}

TEST_F(CudaCheckOf, FindsHeadersWhereAPackageHasThem) {
  const test::Environment own{{"MLPLAB_RESOURCES", folder_.path()}};
  EXPECT_THROW(find_host_cuda(), InputError);
  for (const char* room : {"host_check", "host_cuda"}) make_folder(folder_ / "cuda" / room / "words");
  EXPECT_EQ(find_host_cuda().headers.front(), folder_ / "cuda" / "host_check" / "words");
  EXPECT_TRUE(file_at(find_host_cuda().library));
}

TEST_F(CudaCheckOf, PrintsTooMuchAndIsEnded) {
  const CudaCheck checked = check("int main() {\n  for (;;) puts(\"0123456789012345678901234567890123456789\");\n}\n");
  EXPECT_TRUE(checked.too_long);
  EXPECT_LT(checked.output.size(), std::size_t{2} << 20U);
  EXPECT_EQ(checked.report.findings.size(), 1U) << told(checked.report);
}

TEST_F(CudaCheckOf, SaysNothingOfProgramsThatAreKilled) {
  const CudaCheck checked = check("#include <csignal>\nint main() { raise(SIGKILL); }\n");
  EXPECT_TRUE(checked.built);
  EXPECT_FALSE(checked.report.complete);
  EXPECT_NE(checked.how_it_ended.find("signal 9"), std::string::npos) << checked.how_it_ended;
}

TEST_F(CudaCheckOf, RefusesReportsThatAreNone) {
  write_bytes(folder_ / "report", "{\"record\":\"end\",\"signal\":0}\nnothing\n");
  EXPECT_THROW(read_cuda_report("/bin/true", folder_ / "report"), InputError);
  write_bytes(folder_ / "report", "{\"record\":\"new\"}\n");
  EXPECT_THROW(read_cuda_report("/bin/true", folder_ / "report"), InputError);
  write_bytes(folder_ / "report", "{\"record\":\"launch\",\"launches\":\"many\"}\n");
  EXPECT_THROW(read_cuda_report("/bin/true", folder_ / "report"), InputError);
  EXPECT_THROW(read_cuda_report("/bin/true", folder_ / "none"), InputError);
}

}  // namespace
}  // namespace mlplab::test
