// Everything below runs after fork() and must not allocate, lock or throw: system calls on prepared memory only.
#include "core/machine/child_supervisor.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include "core/base/clock.h"
#include "core/machine/affinity.h"
#include "core/machine/scratch_folder.h"

namespace mlplab::supervision {
namespace {

constexpr double grace_s = 3.0;  // between SIGTERM and SIGKILL when our process is gone
constexpr int exec_failed = 127;

void close_from_to(unsigned first, unsigned last) {
  if (first > last) return;
  if (::syscall(SYS_close_range, first, last, 0U) == 0) return;
  constexpr unsigned most = 4096;  // an older kernel
  for (unsigned fd = first; fd <= last && fd < most; ++fd) ::close(static_cast<int>(fd));
}

/// Closes all but the standard three and `keep`.
void close_others(std::span<const int> keep) {
  unsigned first = 3;
  for (const int fd : keep) {
    if (fd < static_cast<int>(first)) continue;
    close_from_to(first, static_cast<unsigned>(fd) - 1);
    first = static_cast<unsigned>(fd) + 1;
  }
  close_from_to(first, ~0U);
}

void default_signals(void (*common)(int)) {
  for (int number = 1; number < 32; ++number) ::signal(number, SIG_DFL);
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGQUIT}) ::signal(number, common);
}

void report(int status, const Report& what) {
  [[maybe_unused]] const ssize_t written = ::write(status, &what, sizeof what);
}

/// Puts `from` at `to`, which other descriptors have been moved away from.
void place(int from, int to) {
  if (from == to)
    ::fcntl(to, F_SETFD, 0);
  else
    ::dup2(from, to);
}

[[noreturn]] void become(const Child& child, int index, int status, pid_t supervisor) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != supervisor) ::_exit(exec_failed);
  default_signals(SIG_DFL);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  place(child.in, 0);
  place(child.out, 1);
  place(child.err, 2);
  for (const int fd : child.keep) ::fcntl(fd, F_SETFD, 0);
  ::fcntl(status, F_SETFD, FD_CLOEXEC);
  ::execve(child.words[0], child.words, child.environment);
  report(status, {index, 0, errno});
  ::_exit(exec_failed);
}

/// SIGKILL to every process whose parent we are, orphans of our children included (we are their reaper).
void kill_children(std::span<const pid_t> pids) {
  for (const pid_t pid : pids)
    if (pid > 0) ::kill(-pid, SIGKILL);
  const int file = ::open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  char text[4096];
  pid_t pid = 0;
  ssize_t count = 0;
  while ((count = ::read(file, text, sizeof text)) > 0)
    for (ssize_t i = 0; i < count; ++i) {
      if (text[i] >= '0' && text[i] <= '9') {
        pid = pid * 10 + (text[i] - '0');
        continue;
      }
      if (pid > 0) ::kill(pid, SIGKILL);
      pid = 0;
    }
  ::close(file);
}

class Watch {
 public:
  Watch(std::span<pid_t> pids, int control, int status) : pids_(pids), control_(control), status_(status) {}

  /// Until the last child has ended.
  void run(int signals) {
    while (reap()) {
      pollfd wanted[] = {{signals, POLLIN, 0}, {control_, POLLIN, 0}};
      ::poll(wanted, control_ >= 0 ? 2 : 1, timeout_ms());
      if (wanted[0].revents != 0) {
        signalfd_siginfo info{};
        [[maybe_unused]] const ssize_t count = ::read(signals, &info, sizeof info);
      }
      if (control_ >= 0 && wanted[1].revents != 0) obey();
      if (kill_at_s_ > 0.0 && now_s() >= kill_at_s_) killing_ = true;
      if (killing_) kill_children(pids_);
    }
  }

  /// Whether our process is gone; it says so itself where it is not, by the kill_byte of its destructor. A process that
  /// is killed closes its descriptors one by one: its children may have seen theirs end, and be gone, while `control`
  /// is still open.
  bool orphaned() {
    while (control_ >= 0) {
      char byte = 0;
      const ssize_t count = ::read(control_, &byte, 1);
      if (count == 1 && byte == kill_byte) return false;
      if (count == 0) control_ = -1;
      if (count < 0 && errno != EINTR) return false;
    }
    return true;
  }

  /// Ends the processes that the children left behind.
  void kill_rest() const {
    constexpr timespec pause{0, 2'000'000};
    while (true) {
      kill_children({});
      int wait_status = 0;
      const pid_t pid = ::waitpid(-1, &wait_status, WNOHANG);
      if (pid < 0 && errno == ECHILD) return;
      if (pid == 0) ::nanosleep(&pause, nullptr);
    }
  }

 private:
  int timeout_ms() const {
    constexpr int again = 20;
    if (killing_) return again;
    return kill_at_s_ > 0.0 ? 100 : -1;
  }

  void obey() {
    char byte = 0;
    const ssize_t count = ::read(control_, &byte, 1);
    if (count < 0) return;
    if (count == 0) {  // our process is gone
      control_ = -1;
      kill_at_s_ = now_s() + grace_s;
    }
    if (count == 0 || byte == terminate_byte)
      for (const pid_t pid : pids_)
        if (pid > 0) ::kill(-pid, SIGTERM), ::kill(-pid, SIGCONT);  // a stopped one would not see it
    if (count == 1 && byte == kill_byte) killing_ = true;
  }

  /// False when no child is left.
  bool reap() {
    while (true) {
      int wait_status = 0;
      const pid_t pid = ::waitpid(-1, &wait_status, WNOHANG);
      if (pid <= 0) break;
      for (std::size_t i = 0; i < pids_.size(); ++i)
        if (pids_[i] == pid) {
          pids_[i] = -1;
          report(status_, {static_cast<int>(i), wait_status, 0});
        }
    }
    for (const pid_t pid : pids_)
      if (pid > 0) return true;
    return false;
  }

  std::span<pid_t> pids_;
  int control_, status_;
  double kill_at_s_ = 0.0;
  bool killing_ = false;
};

}  // namespace

void supervise(std::span<const Child> children, std::span<pid_t> pids, int control, int status,
               std::span<const int> keep, std::span<int> own, std::span<const Leftover> leftovers) {
  use_allowed_cpus();  // not those alone that a library has bound our thread to
  ::setpgid(0, 0);     // Ctrl-C in the terminal is for our process, which stops the run in good order
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  default_signals(SIG_IGN);
  sigset_t child_ended;
  ::sigemptyset(&child_ended);
  ::sigaddset(&child_ended, SIGCHLD);
  ::sigprocmask(SIG_SETMASK, &child_ended, nullptr);
  close_others(keep);
  const int signals = ::signalfd(-1, &child_ended, SFD_NONBLOCK | SFD_CLOEXEC);
  const pid_t self = ::getpid();
  for (std::size_t i = 0; i < children.size(); ++i) {
    pids[i] = ::_Fork();
    if (pids[i] == 0) become(children[i], static_cast<int>(i), status, self);
    if (pids[i] < 0) report(status, {static_cast<int>(i), 0, errno});
    if (pids[i] > 0) ::setpgid(pids[i], pids[i]);
  }
  // Only the children may hold their pipes now: an end must be seen when the last of them is gone.
  own.back() = signals;
  std::ranges::sort(own);
  for (const int fd : {0, 1, 2}) {
    const int null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null >= 0 && null != fd) {
      ::dup2(null, fd);
      ::close(null);
    }
  }
  close_others(own);
  Watch watch(pids, control, status);
  watch.run(signals);
  watch.kill_rest();
  ::close(status);  // our process sees that all is over
  if (watch.orphaned())
    for (const Leftover& leftover : leftovers) remove_tree(leftover.path);
  ::_exit(0);
}

}  // namespace mlplab::supervision
