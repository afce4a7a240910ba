#include "core/machine/standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace mlplab {

void open_standard_streams() {
  // Ascending: open() takes the lowest number that is free.
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    [[maybe_unused]] const int opened = ::open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
}

bool stdout_reader_is_gone() {
  pollfd wanted{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&wanted, 1, 0) > 0 && (wanted.revents & POLLERR) != 0;
}

}  // namespace mlplab
