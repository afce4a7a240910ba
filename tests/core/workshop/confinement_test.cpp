// A system that cannot confine processes is known before a kernel is to run there. A child that may not ask for filters
// stands for such a system: as in containers whose own filter refuses it.
#include "core/workshop/confinement.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace mlplab::workshop {
namespace {

/// Refuses the system call seccomp() in this process from here on.
bool refuse_filters() {
  sock_filter filter[] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                          BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
                          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
                          BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  const sock_fprog rules{std::size(filter), filter};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &rules, 0, 0) == 0;
}

TEST(Confinement, IsThereOrTheReasonIsSaid) {
  EXPECT_EQ(why_not_confined(), "");
  const pid_t child = ::fork();
  if (child == 0) {
    const bool refused = refuse_filters();
    ::_exit(!refused ? 2 : why_not_confined().find("confine their process") == std::string::npos ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0) << "2: the child could not be made such a system";
}

}  // namespace
}  // namespace mlplab::workshop
