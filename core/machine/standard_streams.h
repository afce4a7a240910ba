// stdin, stdout and stderr as a program finds them, which may be closed, full or without a reader; and the one place
// through which the programs write to stdout and stderr for people.
#pragma once

#include <mutex>
#include <streambuf>
#include <string>

namespace mlplab {

/// To be called first in main(). A program started with some of the three closed would get their numbers for its own
/// files: what it prints would go there. Here nothing comes from a closed stdin, and writing to a closed stdout fails.
/// SIGPIPE and SIGXFSZ are ignored: writing for a reader that is gone, or beyond the largest file that the user may
/// have, fails, too.
void open_standard_streams();

/// 128 + SIGPIPE, as the shell says of a program that it ended.
inline constexpr int reader_gone_exit_code = 141;

/// To be called last in main(), with its exit code: `code` where all that was printed has arrived,
/// reader_gone_exit_code where its reader has gone. Throws InputError where stdout is full or closed.
int check_output(int code);

/// Nobody reads the pipe behind stdout any more (`| head`).
bool stdout_reader_is_gone();

/// Writes printable() of what it gets to `target`. A character that comes in parts waits for its rest.
class PrintableBuffer : public std::streambuf {
 public:
  explicit PrintableBuffer(std::streambuf& target) : target_(target) {}

 protected:
  int_type overflow(int_type letter) override;
  std::streamsize xsputn(const char* text, std::streamsize count) override;
  int sync() override { return target_.pubsync(); }

 private:
  std::streambuf& target_;
  std::mutex mutex_;   // threads share the streams
  std::string begun_;  // of a character
};

/// While it lives, nothing that a terminal obeys passes through std::cout and std::cerr, whatever file or program it
/// comes from; JSON stays the same JSON. To be made first in main(). A line that is drawn over itself is written past
/// them (app/cli/live_line.cpp).
class PrintableStreams {
 public:
  PrintableStreams();
  ~PrintableStreams();
  PrintableStreams(const PrintableStreams&) = delete;
  PrintableStreams& operator=(const PrintableStreams&) = delete;

 private:
  std::streambuf *out_, *errors_;  // as they were
  PrintableBuffer printable_out_, printable_errors_;
};

}  // namespace mlplab
