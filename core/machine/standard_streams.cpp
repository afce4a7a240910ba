#include "core/machine/standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {

void open_standard_streams() {
  // Ascending: open() takes the lowest number that is free.
  for (const int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0 || errno != EBADF) continue;
    [[maybe_unused]] const int opened = ::open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY);
  }
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

int check_output(int code) {
  // printf and std::cout share a buffer, but not what they remember of failures.
  const bool arrived = std::cout.flush() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (arrived) return code;
  if (stdout_reader_is_gone()) return reader_gone_exit_code;
  throw InputError(say("the output could not be written (is stdout closed, or the disk full?)"));
}

bool stdout_reader_is_gone() {
  pollfd wanted{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&wanted, 1, 0) > 0 && (wanted.revents & POLLERR) != 0;
}

}  // namespace mlplab
