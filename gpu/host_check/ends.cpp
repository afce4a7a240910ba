// The ends of a checked program: the counts are written when it ends by itself; where it crashes or is told to end, why
// and at which line.
#include <ucontext.h>

#include <array>
#include <csignal>
#include <cstdlib>

#include "block.h"
#include "counts.h"
#include "now.h"
#include "report.h"
#include "watch.h"

namespace host_check {
namespace {

constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM, SIGXCPU};

std::uintptr_t place_of_fault(const void* context) {
#ifdef __x86_64__
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#else
  static_cast<void>(context);
  return 0;
#endif
}

void write_end(int code) {
  write_counts();
  Line("end").add("signal", static_cast<long long>(code)).write();
}

/// Whether the running thread of a kernel has left its stack behind.
bool is_off_stack(const void* context) {
#ifdef __x86_64__
  if (!now.in_kernel) return false;
  const auto top = static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RSP]);
  const host_cuda::Fiber* fiber = host_cuda::running->current_thread().fiber;
  return fiber != nullptr && !fiber->holds(top);
#else
  static_cast<void>(context);
  return false;
#endif
}

/// The line of the instruction itself where that is the program's; abort() and the like are elsewhere.
void on_signal(int code, siginfo_t* /*info*/, void* context) {
  std::signal(code, SIG_DFL);
  Finding finding;
  finding.code = code == SIGTERM || code == SIGXCPU ? "told-to-end" : is_off_stack(context) ? "stack" : "crash";
  const bool own = code == SIGSEGV || code == SIGBUS || code == SIGFPE;
  finding.at = own ? site_of(place_of_fault(context) + 1) : now.step != 0 ? site_of(now.step) : 0;
  finding.count = code;
  if (now.in_kernel) finding.spot = spot_here(), finding.space = "kernel";
  report(finding);
  write_end(code);
  std::raise(code);
}

}  // namespace

void watch_ends() {
  static std::array<unsigned char, 65536> stack;
  stack_t other{};
  other.ss_sp = stack.data(), other.ss_size = stack.size();
  ::sigaltstack(&other, nullptr);
  struct sigaction action {};
  action.sa_sigaction = &on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int code : signals) ::sigaction(code, &action, nullptr);
  std::atexit([] { write_end(0); });
}

}  // namespace host_check
