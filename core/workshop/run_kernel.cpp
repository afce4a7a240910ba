#include "core/workshop/run_kernel.h"

#include <linux/seccomp.h>
#include <sys/personality.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "core/base/clock.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/machine/child_processes.h"
#include "core/machine/scratch_folder.h"

namespace mlplab::workshop {
namespace {

namespace fs = std::filesystem;
using mlplab_workshop::Case;
using mlplab_workshop::Head;

constexpr double grace_s = 5.0;  // after the limit that the process has set itself
constexpr std::size_t kept_output = 64'000;

/// The memory that the process maps: head, cases, then the arrays.
class Exchange {
 public:
  Exchange(const Head& head, const std::vector<Call>& calls, const Task& task) : task_(task) {
    std::vector<Case> cases;
    std::size_t end = sizeof(Head) + calls.size() * sizeof(Case);
    std::string arrays;
    for (const Call& call : calls) {
      Case one{};
      one.size_count = static_cast<int>(call.one->sizes.size());
      std::ranges::copy(call.one->sizes, one.sizes);
      one.array_count = static_cast<int>(task.parameters.size());
      one.threads = call.threads;
      for (std::size_t i = 0; i < task.parameters.size(); ++i) {
        const std::vector<std::byte>& bytes = call.one->operands.bytes(i);
        one.arrays[i] = {end + arrays.size(), bytes.size() / sizeof(float), task.parameters[i].is_output ? 1 : 0, 0};
        if (task.parameters[i].is_output)
          arrays.append(bytes.size(), '\0');
        else
          arrays.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      }
      one.calls = 1;
      cases.push_back(one);
    }
    text_.append(reinterpret_cast<const char*>(&head), sizeof head);
    text_.append(reinterpret_cast<const char*>(cases.data()), cases.size() * sizeof(Case));
    text_ += arrays;
  }
  void set_calls(int count) {
    for (std::size_t i = 0; i < case_count(); ++i) {
      Case one = case_at(text_, i);
      one.calls = count;
      std::memcpy(text_.data() + sizeof(Head) + i * sizeof(Case), &one, sizeof one);
    }
  }
  const std::string& text() const { return text_; }

  /// From what the process left in the file. Places of arrays are those that were written, whatever it did to them.
  void read(const std::string& left, KernelRun& run) const {
    if (left.size() != text_.size()) return;
    std::memcpy(&run.head, left.data(), sizeof(Head));
    for (std::size_t i = 0; i < case_count(); ++i) {
      CallResult result{case_at(left, i)};
      const Case sent = case_at(text_, i);
      std::vector<std::vector<std::byte>> arrays;
      for (std::size_t a = 0; a < task_.parameters.size(); ++a) {
        const auto* begin = reinterpret_cast<const std::byte*>(left.data()) + sent.arrays[a].offset;
        arrays.emplace_back(begin, begin + sent.arrays[a].count * sizeof(float));
      }
      result.found = Operands(std::move(arrays));
      result.seen.leak_place[mlplab_workshop::text_bytes - 1] = '\0';
      run.calls.push_back(std::move(result));
    }
    run.head.text[mlplab_workshop::text_bytes - 1] = '\0';
  }

 private:
  std::size_t case_count() const {
    Head head;
    std::memcpy(&head, text_.data(), sizeof head);
    return static_cast<std::size_t>(head.case_count);
  }
  static Case case_at(const std::string& text, std::size_t index) {
    Case one;
    std::memcpy(&one, text.data() + sizeof(Head) + index * sizeof(Case), sizeof one);
    return one;
  }

  const Task& task_;
  std::string text_;
};

/// Whether programs may be started without their memory in random places: some containers forbid it.
bool may_fix_addresses() {
  constexpr unsigned long only_ask = 0xffffffffUL;
  const int now = ::personality(only_ask);
  if (now < 0 || ::personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) return false;
  ::personality(static_cast<unsigned long>(now));
  return !find_program("setarch").empty();
}

ChildCommand command_for(const Build& build, const fs::path& process, const fs::path& folder, const fs::path& library,
                         const Limits& limits) {
  const std::string most = "hard_rss_limit_mb=" + std::to_string(limits.memory_bytes >> 20);
  const std::string largest = "max_allocation_size_mb=" + std::to_string(limits.memory_bytes >> 20);
  ChildCommand command;
  command.words = {process.string(), folder.string(), library.string()};
  if (build.fixed_addresses && may_fix_addresses()) command.words.insert(command.words.begin(), {"setarch", "-R"});
  command.environment = {
      {"LC_ALL", "C"},
      {"ASAN_OPTIONS",
       "detect_leaks=0:handle_abort=1:malloc_fill_byte=255:max_malloc_fill_size=1073741824:" + most + ":" + largest},
      {"UBSAN_OPTIONS", "print_stacktrace=0"},
      {"TSAN_OPTIONS", "halt_on_error=1:exitcode=66:" + most + ":" + largest},
      {"OMP_WAIT_POLICY", "passive"},
      {"CUDA_DEVICE_ORDER", "PCI_BUS_ID"},  // as first_gpu() counts them
      {"CUDA_CACHE_DISABLE", "1"}};
  command.without = {"LD_", "OMP_", "GOMP_", "MALLOC_", "GLIBC_TUNABLES"};
  return command;
}

}  // namespace

std::size_t KernelRun::done() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(calls, [](const CallResult& call) { return call.seen.state == mlplab_workshop::done; }));
}

KernelRun run_kernel(const Build& build, const fs::path& process, const fs::path& library,
                     const std::vector<Call>& calls, const Task& task, const Limits& limits, const Timing& timing) {
  Head head{};
  head.layout = mlplab_workshop::layout;
  head.case_count = static_cast<int>(calls.size());
  head.sanitized = build.sanitized ? 1 : 0;
  head.on_device = build.on_device ? 1 : 0;
  head.repeats = timing.repeats;
  head.repeat_s = timing.repeat_s;
  head.limit_s = limits.time_s;
  head.memory_bytes = limits.memory_bytes;
  head.output_bytes = limits.output_bytes;
  Exchange exchange(head, calls, task);
  exchange.set_calls(build.calls);
  const ScratchFolder scratch = ScratchFolder::in(temporary_folder());
  const fs::path file = scratch.path() / "exchange";
  write_file_atomically(file, exchange.text(), false);
  KernelRun run;
  {
    ChildProcesses child({command_for(build, process, scratch.path(), library, limits)}, {&scratch});
    const double end_s = now_s() + limits.time_s + grace_s;
    while (!child.over() && now_s() < end_s) {
      child.wait(100);
      if (limits.stop && limits.stop()) throw Stopped();  // and the child is killed
    }
    if (child.over() && !child.ends().empty()) {
      const ChildEnd& end = child.ends().front();
      if (end.exec_error != 0) throw BackendError(end.sentence(process.string()));
      run.ended = !end.failed();
      if (WIFSIGNALED(end.wait_status)) run.signal = WTERMSIG(end.wait_status);
    } else {
      run.signal = SIGKILL;
    }
  }
  exchange.read(read_file(file), run);
  if (file_at(scratch.path() / "output")) run.output = read_beginning(scratch.path() / "output", kept_output);
  if (run.head.fault == mlplab_workshop::not_confined)
    throw BackendError(
        say("kernels run only where the system can confine their process, and this one does not: %1", run.head.text));
  if (run.head.fault == mlplab_workshop::no_device)
    throw BackendError(say("the GPU cannot be opened for a kernel's process: %1", run.head.text));
  return run;
}

std::string why_not_confined() {
#if defined(__x86_64__) || defined(__aarch64__)
  const unsigned refuse = SECCOMP_RET_ERRNO;
  if (::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &refuse) == 0) return {};
  const std::string why = std::strerror(errno);
#else
  const std::string why = std::strerror(ENOSYS);
#endif
  return say("kernels run only where the system can confine their process, and this one does not: %1", why);
}

}  // namespace mlplab::workshop
