// The limits of a student's kernel. It cannot start programs or processes, write or remove files, use the network, send
// signals to others, outlive its limits. The kernel of the system enforces it; nothing here depends on who watches. To
// forbid one more system call: its line in forbidden().
#pragma once

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <fstream>
#include <vector>

#include "exchange.h"

namespace mlplab_workshop {

#if defined(__x86_64__)
constexpr unsigned this_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned this_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr unsigned this_architecture = 0;
#endif

/// System calls that are refused whatever their arguments.
inline std::vector<int> forbidden() {
  std::vector<int> calls = {SYS_execve,
                            SYS_execveat,
                            SYS_socket,
                            SYS_socketpair,
                            SYS_connect,
                            SYS_bind,
                            SYS_ptrace,
                            SYS_setsid,
                            SYS_setpgid,
                            SYS_setrlimit,
                            SYS_timer_delete,
                            SYS_unlinkat,
                            SYS_renameat,
                            SYS_renameat2,
                            SYS_mkdirat,
                            SYS_linkat,
                            SYS_symlinkat,
                            SYS_fchmod,
                            SYS_fchmodat,
                            SYS_fchown,
                            SYS_fchownat,
                            SYS_truncate,
                            SYS_ftruncate,
                            SYS_mknodat,
                            SYS_fallocate,
                            SYS_mount,
                            SYS_umount2,
                            SYS_chroot,
                            SYS_shmget,
                            SYS_msgget,
                            SYS_tkill,
                            SYS_rt_sigqueueinfo,
                            SYS_rt_tgsigqueueinfo,
                            SYS_process_vm_writev,
                            SYS_memfd_create,
                            SYS_bpf,
                            SYS_perf_event_open,
                            SYS_timer_settime,
                            SYS_utimensat,
                            SYS_setxattr,
                            SYS_unshare,
                            SYS_setns};
#ifdef SYS_fork
  for (const int call : {SYS_fork, SYS_vfork, SYS_open, SYS_creat, SYS_unlink, SYS_rename, SYS_mkdir, SYS_rmdir,
                         SYS_link, SYS_symlink, SYS_chmod, SYS_chown, SYS_mknod})
    calls.push_back(call);
#endif
  for (const int call : {424 /* pidfd_send_signal */, 425 /* io_uring_setup */, 437 /* openat2 */})
    calls.push_back(call);
  return calls;
}

/// The low half of argument `index` of a system call (both machines above are little-endian).
constexpr unsigned argument(int index) {
  return static_cast<unsigned>(offsetof(seccomp_data, args)) + 8U * static_cast<unsigned>(index);
}

/// Refuses system calls in all threads from here on. `program`: a descriptor that may be started all the same; < 0:
/// none. `may_write`: files that are there may be opened for reading and writing. 0, or the error.
inline int forbid_calls(int program, bool may_write) {
  if (this_architecture == 0) return ENOSYS;
  std::vector<sock_filter> filter;
  const auto load = [&](unsigned offset) { filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset)); };
  const auto end = [&](unsigned action) { filter.push_back(BPF_STMT(BPF_RET | BPF_K, action)); };
  const auto jump = [&](int kind, unsigned value, int yes, int no) {
    filter.push_back(BPF_JUMP(static_cast<unsigned short>(BPF_JMP | kind | BPF_K), value,
                              static_cast<unsigned char>(yes), static_cast<unsigned char>(no)));
  };
  const unsigned refused = SECCOMP_RET_ERRNO | EPERM, unknown = SECCOMP_RET_ERRNO | ENOSYS;
  // `call` passes where the check of its argument ends at the next but one of these lines.
  const auto on = [&](int call, int lines) { jump(BPF_JEQ, static_cast<unsigned>(call), 0, lines); };
  load(offsetof(seccomp_data, arch));
  jump(BPF_JEQ, this_architecture, 1, 0);
  end(SECCOMP_RET_KILL_PROCESS);
  load(offsetof(seccomp_data, nr));
  jump(BPF_JGE, 0x40000000U, 0, 1);  // the other numbers of x86-64 (x32)
  end(SECCOMP_RET_KILL_PROCESS);
  if (program >= 0) {
    on(SYS_execveat, 4);
    load(argument(0));
    jump(BPF_JEQ, static_cast<unsigned>(program), 1, 0);
    end(refused);
    end(SECCOMP_RET_ALLOW);
  }
  for (const int call : forbidden()) {
    on(call, 1);
    end(refused);
  }
  // Threads are made with the memory of this process, other processes without; clone3's flags cannot be seen.
  on(435 /* clone3 */, 1);
  end(unknown);
  on(SYS_clone, 4);
  load(argument(0));
  jump(BPF_JSET, CLONE_THREAD, 1, 0);
  end(refused);
  end(SECCOMP_RET_ALLOW);
  // Files may be read.
  const unsigned writing = static_cast<unsigned>(O_WRONLY | O_CREAT | O_TRUNC | (may_write ? 0 : O_RDWR));
  on(SYS_openat, 4);
  load(argument(2));
  jump(BPF_JSET, writing, 0, 1);
  end(refused);
  end(SECCOMP_RET_ALLOW);
  // Signals only to itself, as abort() does; limits may be read.
  for (const int call : {SYS_kill, SYS_tgkill}) {
    on(call, 4);
    load(argument(0));
    jump(BPF_JEQ, static_cast<unsigned>(::getpid()), 1, 0);
    end(refused);
    end(SECCOMP_RET_ALLOW);
  }
  on(SYS_prlimit64, 4);
  load(argument(2));
  jump(BPF_JEQ, 0, 1, 0);
  end(refused);
  end(SECCOMP_RET_ALLOW);
  end(SECCOMP_RET_ALLOW);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  const sock_fprog rules{static_cast<unsigned short>(filter.size()), filter.data()};
  const long set = ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &rules);
  return set == 0 ? 0 : set > 0 ? EBUSY : errno;
}

/// Ends this process after `limit_s`, whoever stops or ignores what: `soft` first, which tells where it was.
inline bool set_alarm(double limit_s, int signal) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = signal;
  timer_t timer;
  if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return false;
  itimerspec when{};
  when.it_value.tv_sec = static_cast<time_t>(limit_s);
  when.it_value.tv_nsec = static_cast<long>((limit_s - static_cast<double>(when.it_value.tv_sec)) * 1e9);
  return ::timer_settime(timer, 0, &when, nullptr) == 0;
}

inline bool limit(int resource, rlim_t most) {
  const rlimit both{most, most};
  return ::setrlimit(static_cast<__rlimit_resource_t>(resource), &both) == 0;
}

/// Bytes that this process has mapped for itself to be written: the sixth number of statm, in pages.
inline rlim_t data_bytes() {
  unsigned long pages = 0, number = 0;
  std::ifstream file("/proc/self/statm");
  for (int place = 0; place < 6 && file >> number; ++place) pages = number;
  return pages * static_cast<rlim_t>(::sysconf(_SC_PAGESIZE));
}

/// Addresses say nothing where a GPU's driver reserves them by the terabyte; there, what can be written is limited,
/// beside what the driver has already.
inline bool limit_memory(const Head& head) {
  if (head.sanitized != 0) return true;
  return head.on_device != 0 ? limit(RLIMIT_DATA, data_bytes() + head.memory_bytes)
                             : limit(RLIMIT_AS, head.memory_bytes);
}

/// All of it; `program`: see forbid_calls(). 0, or the error. On a GPU only read_only() keeps files from being written,
/// and must have succeeded.
inline int confine(const Head& head, int soft_signal, int cpus, int program = -1) {
  const double hard_s = head.limit_s + 1.0;
  const bool limited = limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, head.output_bytes) &&
                       limit(RLIMIT_CPU, static_cast<rlim_t>(hard_s * cpus) + 1) && limit_memory(head) &&
                       set_alarm(head.limit_s, soft_signal) && set_alarm(hard_s, SIGKILL);
  return limited ? forbid_calls(program, head.on_device != 0) : errno;
}

}  // namespace mlplab_workshop
