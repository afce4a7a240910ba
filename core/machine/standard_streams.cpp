#include "core/machine/standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <iostream>
#include <string_view>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/printable.h"

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

PrintableBuffer::int_type PrintableBuffer::overflow(int_type letter) {
  if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
  const char one = traits_type::to_char_type(letter);
  return xsputn(&one, 1) == 1 ? letter : traits_type::eof();
}

std::streamsize PrintableBuffer::xsputn(const char* text, std::streamsize count) {
  const std::lock_guard lock(mutex_);
  begun_.append(text, static_cast<std::size_t>(count));
  const std::size_t whole = begun_.size() - unfinished_bytes(begun_);
  const std::string clean = printable(std::string_view(begun_).substr(0, whole));
  begun_.erase(0, whole);
  const auto length = static_cast<std::streamsize>(clean.size());
  return target_.sputn(clean.data(), length) == length ? count : 0;
}

PrintableStreams::PrintableStreams()
    : out_(std::cout.rdbuf()), errors_(std::cerr.rdbuf()), printable_out_(*out_), printable_errors_(*errors_) {
  std::cout.rdbuf(&printable_out_);
  std::cerr.rdbuf(&printable_errors_);
}

PrintableStreams::~PrintableStreams() {
  std::cout.rdbuf(out_);
  std::cerr.rdbuf(errors_);
}

}  // namespace mlplab
