// The connection to another machine carries lines, files and signs of life, each with its length before it, so that a
// file may hold any byte. A side that hears nothing for a while takes the other for gone.
#pragma once

#include <mutex>
#include <optional>
#include <string>

namespace mlplab {

inline constexpr double beat_every_s = 2.0;

/// A line of the event stream or an order where `file` is ''; else a file with its bytes.
struct Frame {
  std::string file, bytes;
};

class FrameStream {
 public:
  /// Descriptors to read from and to write to; they stay the caller's.
  FrameStream(int in, int out) : in_(in), out_(out) {}

  /// Any thread may send. False where the other side is gone.
  bool send_line(const std::string& line) { return send("L " + std::to_string(line.size()), line); }
  bool send_file(const std::string& name, const std::string& bytes) {
    return send("F " + std::to_string(bytes.size()) + " " + name, bytes);
  }
  bool send_beat() { return send("B 0", ""); }

  /// The next line or file; nothing where the other side has ended. Throws BackendError where nothing, not even a sign
  /// of life, came for `silence_s` ('silent'), and InputError for what is no frame, with its beginning.
  std::optional<Frame> receive(double silence_s);

 private:
  bool send(const std::string& head, const std::string& bytes);
  /// False at the end.
  bool fill(double silence_s);

  int in_, out_;
  std::mutex sending_;
  std::string got_;  // read, and not yet part of a frame
};

}  // namespace mlplab
