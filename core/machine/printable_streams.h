// The one place through which the programs write to stdout and stderr for people.
#pragma once

#include <iostream>
#include <mutex>
#include <streambuf>
#include <string>

namespace mlplab {

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
