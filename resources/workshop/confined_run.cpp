// Runs a program of a student's that is linked with what checks it: confined_run FOLDER PROGRAM. FOLDER is as in
// harness.cpp; the program gets `exchange` and a file for its report, PROGRAM.report, as descriptors. It is confined
// (confine.h) before it is loaded, and can undo nothing: this process, which it cannot reach, watches its time and
// memory. To pass one more file: a member of Given and its line in run().
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "confine.h"
#include "exchange.h"
#include "given.h"
#include "landlock.h"

namespace mlplab_workshop {
namespace {

constexpr int exit_with_fault = 97, program_descriptor = 100;
constexpr std::uint64_t room_for_guards = std::uint64_t{4} << 30;  // addresses around each allocation of the device

Head* head = nullptr;

int give_up(Fault fault, const char* why) {
  head->fault = fault;
  std::strncpy(head->text, why, sizeof head->text - 1);
  return exit_with_fault;
}

/// A descriptor with this number; from here on no other one can get a number as high as the program's.
bool give(const char* path, int flags, int number) {
  const int opened = ::open(path, flags | O_CLOEXEC, 0600);
  const bool given = opened >= 0 && ::dup3(opened, number, number == program_descriptor ? O_CLOEXEC : 0) == number;
  if (opened >= 0) ::close(opened);
  return given;
}

/// In the child: becomes the program, or says why it cannot.
[[noreturn]] void become(const std::string& folder, const char* program) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  char* words[] = {const_cast<char*>(program), nullptr};
  const int error = [&] {
    // No later descriptor gets the program's number, so the one call that starts programs works once.
    if (!limit(RLIMIT_NOFILE, program_descriptor)) return errno;
    if (const int refused = read_only(readable_for(program, folder)); refused != 0) return refused;
    Head own = *head;
    own.memory_bytes += room_for_guards;
    return confine(own, SIGTERM, 1, program_descriptor);
  }();
  if (error == 0) {
    head->confined = 1;  // from here on nothing is trusted
    ::syscall(SYS_execveat, program_descriptor, "", words, environ, AT_EMPTY_PATH);
    give_up(not_loaded, std::strerror(errno));
  } else {
    give_up(not_confined, std::strerror(error));
  }
  ::_exit(exit_with_fault);
}

std::uint64_t memory_of(pid_t child) {
  std::ifstream file("/proc/" + std::to_string(child) + "/statm");
  std::uint64_t mapped = 0, used = 0;
  file >> mapped >> used;
  return used * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

double now_s() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// How the child ended; in time it is told to, and then made to.
int watch(pid_t child) {
  constexpr useconds_t pause_us = 10'000;
  const double end_s = now_s() + head->limit_s;
  int status = 0;
  bool told = false;
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) break;
    if (memory_of(child) > head->memory_bytes) {
      head->fault = too_much_memory;
      ::kill(child, SIGKILL);
    } else if (now_s() > end_s + 1.0) {
      ::kill(child, SIGKILL);
    } else if (now_s() > end_s && !told) {
      told = true;
      head->fault = out_of_time;
      ::kill(child, SIGTERM);  // it notes where it was
    }
    ::usleep(pause_us);
  }
  return status;
}

int run(const std::string& folder, const char* program) {
  const std::string exchange = folder + "/exchange", output = folder + "/output",
                    report = program + std::string(report_ending);
  const bool given = give("/dev/null", O_RDWR, 0) && give(exchange.c_str(), O_RDWR, exchange_descriptor) &&
                     give(report.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, report_descriptor) &&
                     give(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 1) && ::dup2(1, 2) == 2 &&
                     give(program, O_RDONLY, program_descriptor) && ::chdir(folder.c_str()) == 0;
  struct stat status {};
  if (!given || ::fstat(exchange_descriptor, &status) != 0) return 1;
  void* mapped = ::mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ | PROT_WRITE, MAP_SHARED,
                        exchange_descriptor, 0);
  if (mapped == MAP_FAILED) return 1;
  head = static_cast<Head*>(mapped);
  if (head->layout != layout) return 1;
  ::setenv("MLPLAB_CUDA_REPORT", std::to_string(report_descriptor).c_str(), 1);
  const pid_t child = ::fork();
  if (child < 0) return give_up(not_confined, std::strerror(errno));
  if (child == 0) become(folder, program);
  const int end = watch(child);
  if (WIFSIGNALED(end) && WTERMSIG(end) == SIGXFSZ) {
    ::signal(SIGXFSZ, SIG_DFL);
    ::raise(SIGXFSZ);  // it printed too much: this process ends as a kernel of the harness would
  }
  if (WIFSIGNALED(end) && head->fault == none) head->fault = signalled, head->signal = WTERMSIG(end);
  head->touched_array = -1;
  return head->fault == none && WIFEXITED(end) ? WEXITSTATUS(end) : exit_with_fault;
}

}  // namespace
}  // namespace mlplab_workshop

int main(int count, char** words) { return count == 3 ? mlplab_workshop::run(words[1], words[2]) : 1; }
