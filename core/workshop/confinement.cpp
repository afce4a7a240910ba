#include "core/workshop/confinement.h"

#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/language.h"

namespace mlplab::workshop {

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
