// A kernel cannot start processes, write files, reach the network or other processes, or outlive its limits, whoever
// stops or kills the program that checks it.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/workshop/check.h"
#include "tests/core/workshop/kernels.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

const char* const right_sum = "\n  float total = 0;\n  for (int i = 0; i < n; ++i) total += x[i];\n  sum[0] = total;";

const char* const blocked_and_waiting =
    "//@ #include <csignal>\n//@ #include <unistd.h>\n  sigset_t all;\n  sigfillset(&all);\n"
    "  sigprocmask(SIG_BLOCK, &all, nullptr);\n  for (;;) pause();";

/// A kernel of vector_sum that does `body` first.
Check check_of(const std::string& body, double time_s = 20.0) {
  const test::TemporaryFolder folder;
  CheckOptions options;
  options.limits.time_s = time_s;
  options.limits.memory_bytes = std::uint64_t{1} << 30;
  return check_work(work_with(folder.path(), "vector_sum", "cpp", body + right_sum), options);
}

TEST(Limits, WhatIsForbiddenFailsAndNothingElse) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "precious", "1");
  const std::string has_landlock = ::syscall(444, nullptr, 0, 1U) >= 1 ? "true" : "false";
  const std::string precious = "\"" + (folder / "precious").string() + "\"";
  const Check check = check_of(R"(
//@ #include <csignal>
//@ #include <cstdio>
//@ #include <cstdlib>
//@ #include <fcntl.h>
//@ #include <sys/resource.h>
//@ #include <sys/socket.h>
//@ #include <sys/stat.h>
//@ #include <unistd.h>
//@ static bool early = open("early", O_CREAT | O_WRONLY, 0600) >= 0;
  int worked = early;
  if (fork() >= 0) worked |= 2;
  if (vfork() >= 0) worked |= 4;
  if (open("new", O_CREAT | O_WRONLY, 0600) >= 0) worked |= 8;
  if (open()" + precious + R"(, O_RDWR) >= 0) worked |= 16;
  if (unlink()" + precious + R"() == 0 || rename()" +
                               precious + R"(, "other") == 0) worked |= 32;
  if (chmod()" + precious + R"(, 0) == 0 || truncate()" +
                               precious + R"(, 0) == 0) worked |= 64;
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0) worked |= 128;
  if (kill(getppid(), SIGSTOP) == 0 || kill(-1, SIGCONT) == 0) worked |= 256;
  if (system("true") == 0) worked |= 512;
  if (mkdir("folder", 0700) == 0 || setsid() >= 0 || setpgid(0, 0) == 0) worked |= 1024;
  rlimit more{RLIM_INFINITY, RLIM_INFINITY};
  if (setrlimit(RLIMIT_CPU, &more) == 0) worked |= 2048;
  char* program[] = {nullptr};
  if (execve("/bin/true", program, program) == 0) worked |= 4096;
  if (std::FILE* file = std::fopen("file", "w")) { std::fclose(file); worked |= 8192; }
  if ()" + has_landlock + R"( && open()" +
                               precious + R"(, O_RDONLY) >= 0) worked |= 16384;
  if (access("/usr/include", R_OK) != 0) worked |= 32768;
  if (worked != 0) { sum[0] = float(worked); return; })");
  EXPECT_TRUE(check.right()) << faults_in_words(check);
  EXPECT_EQ(test::read_bytes(folder / "precious"), "1");
}

TEST(Limits, ADiskThatIsFilled) {
  const Check check = check_of(R"(
//@ #include <fstream>
//@ #include <string>
  const std::string block(1 << 20, 'x');
  for (int file = 0; file < 64; ++file) {
    std::ofstream out("file" + std::to_string(file));
    for (int i = 0; i < 1024 && out; ++i) out << block << std::flush;
    if (out) { sum[0] = 1e30f; return; }
  })");
  EXPECT_TRUE(check.right()) << faults_in_words(check);  // not one byte was written
}

TEST(Limits, EndlessOutput) {
  EXPECT_EQ(first_code(check_of("//@ #include <cstdio>\n  for (;;) std::puts(\"I am a kernel\");")), "output");
}

TEST(Limits, MemoryWithoutEnd) {
  const Check check = check_of("  std::vector<std::vector<float>> all;\n  for (;;) all.emplace_back(10000000);");
  EXPECT_EQ(first_code(check), "memory") << faults_in_words(check);
}

TEST(Limits, WaitingWithoutEndEvenWhereSignalsAreBlocked) {
  const Check check = check_of(blocked_and_waiting, 1.0);
  EXPECT_EQ(first_code(check), "time") << faults_in_words(check);
}

TEST(Limits, AKernelThatStopsItself) {
  EXPECT_EQ(first_code(check_of("//@ #include <csignal>\n  raise(SIGSTOP);", 1.0)), "time");
}

TEST(Limits, ThreadsWithoutEnd) {
  const Check check = check_of(
      "//@ #include <thread>\n//@ #include <unistd.h>\n  for (;;) std::thread([] { pause(); }).detach();", 1.0);
  EXPECT_FALSE(check.right());
}

TEST(Limits, LeavingAndFallingEndInASentence) {
  const Check left = check_of("//@ #include <unistd.h>\n  _exit(0);");
  EXPECT_EQ(first_code(left), "crash") << faults_in_words(left);
  const Check deep = check_of(
      "//@ static float down(const float* x, int n) {\n//@   volatile float room[1000] = {};\n"
      "//@   return room[n % 7] + down(x, n + 1) + x[0];\n//@ }\n  sum[0] = down(x, n);");
  EXPECT_EQ(first_code(deep), "crash") << faults_in_words(deep);
  EXPECT_GT(deep.faults.front().line, 0) << faults_in_words(deep);
}

/// Checks a kernel that never ends in a child of this test, and sends it `signal` while the kernel runs. Seconds until
/// no process of the check is left but the child itself.
double seconds_left(int signal, double time_s, const std::string& language = "cpp") {
  const test::TemporaryFolder folder;
  const Work work = work_with(folder.path(), "vector_sum", language, blocked_and_waiting);
  const std::string mark = (folder / "cache").string();
  std::optional<test::Environment> own(test::Environment::Values{{"XDG_CACHE_HOME", mark}});
  const Build& build = work.language->builds.front();
  process_for(*work.language, build);  // so that only a kernel has its name among its words
  bool is_running = false;
  const pid_t child = ::fork();
  if (child == 0) {
    ::setenv("TMPDIR", folder.path().c_str(), 1);
    CheckOptions options;
    options.limits.time_s = time_s;
    check_work(work, options);
    ::_exit(0);
  }
  own.reset();
  const auto kernels = [&] {
    const std::string program = (folder / "mlplab-run-").string();  // in CUDA, of the program that it starts
    return test::processes_with(mark + "/mlplab/workshop/process-" + build.id).size() +
           (is_running ? test::processes_with(program).size() : 0);
  };
  const double start_s = now_s();
  while (kernels() == 0 && now_s() - start_s < 60.0) ::usleep(20'000);
  EXPECT_GT(kernels(), 0U);
  is_running = true;
  ::usleep(500'000);  // it is confined by then
  ::kill(child, signal);
  const double sent_s = now_s();
  while (kernels() > 0 && now_s() - sent_s < 60.0) ::usleep(20'000);
  const double left_s = now_s() - sent_s;
  ::kill(child, SIGKILL);
  test::wait_for(child);
  return left_s;
}

TEST(Limits, HoldWhileTheProgramIsStopped) { EXPECT_LT(seconds_left(SIGSTOP, 2.0), 20.0); }

TEST(Limits, TheKernelEndsWithTheProgram) { EXPECT_LT(seconds_left(SIGKILL, 300.0), 20.0); }

TEST(LimitsOfCuda, HoldWhileTheProgramIsStopped) { EXPECT_LT(seconds_left(SIGSTOP, 2.0, "cuda"), 20.0); }

TEST(LimitsOfCuda, TheKernelEndsWithTheProgram) { EXPECT_LT(seconds_left(SIGKILL, 300.0, "cuda"), 20.0); }

}  // namespace
}  // namespace mlplab::workshop
