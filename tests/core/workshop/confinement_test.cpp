// A system that cannot confine processes is known before a kernel is to run there. A child that may not ask for filters
// stands for such a system: as in containers whose own filter refuses it. And what a process may that computes on a
// GPU, whose driver opens files of its own for writing.
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

#include "core/workshop/run_kernel.h"
#include "resources/workshop/confine.h"
#include "resources/workshop/landlock.h"
#include "tests/support/support.h"

namespace mlplab::workshop {
namespace {

bool has_landlock() { return ::syscall(444, nullptr, 0, 1U) >= 1; }

/// In a child: confined as for a GPU whose only file is `driver`. The first thing that is not as it should be.
int tries(const std::string& driver, const std::string& precious) {
  using namespace mlplab_workshop;
  const auto opens = [](const std::string& file, int flags) { return ::open(file.c_str(), flags, 0600) >= 0; };
  Head head{};
  head.on_device = 1, head.limit_s = 20.0, head.memory_bytes = 1U << 28, head.output_bytes = 1U << 16;
  if (read_only({"/usr", "/proc/self", folder_of(precious)}, {driver}) != 0) return 1;
  if (confine(head, SIGTERM, 1) != 0) return 2;
  if (!opens(driver, O_RDWR)) return 3;
  if (!opens(precious, O_RDONLY)) return 4;
  if (opens(precious, O_RDWR) || opens(precious, O_WRONLY)) return 5;
  if (opens(driver, O_RDWR | O_TRUNC) || opens(folder_of(precious) + "/new", O_RDWR | O_CREAT)) return 6;
  // Addresses by the terabyte, and no more memory that can be written than there may be.
  const std::size_t reserved = std::size_t{1} << 40, wanted = std::size_t{1} << 29;
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  if (::mmap(nullptr, reserved, PROT_NONE, flags, -1, 0) == MAP_FAILED) return 7;
  if (::mmap(nullptr, wanted, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED) return 8;
  return 0;
}

TEST(Confinement, ForAGpuOnlyTheDriversFilesCanBeWritten) {
  if (!has_landlock()) {
    EXPECT_EQ(mlplab_workshop::read_only({"/usr"}, {"/dev/null"}), EOPNOTSUPP);
    return;
  }
  const test::TemporaryFolder folder;
  for (const char* name : {"driver", "precious"}) test::write_bytes(folder / name, "1");
  const pid_t child = ::fork();
  if (child == 0) ::_exit(tries((folder / "driver").string(), (folder / "precious").string()));
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0) << "see tries()";
  EXPECT_EQ(test::read_bytes(folder / "precious"), "1");
}

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
