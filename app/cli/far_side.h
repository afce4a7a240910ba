// The connection to MLP Lab on another machine, by ssh. Passwords are never asked for (BatchMode): keys and known hosts
// are the user's own affair with ssh.
#pragma once

#include <string>

#include "core/launch/remote/frames.h"
#include "core/run/remote_host.h"

namespace mlplab {

inline constexpr const char* facts_order = "facts";  // 'mlplab-cli serve' answers with its machine and backends
inline constexpr const char* data_folder = "data/";  // before the names of files of a data set

class FarSide {
 public:
  /// Starts 'PROGRAM serve' there. Throws BackendError with the reason, and what to do about it, where there is no
  /// answer, no program, or one of another version.
  explicit FarSide(RemoteHost host);
  FrameStream& frames() { return *frames_; }
  /// Ends the connection, and has the last line that ssh and the program there have said on stderr.
  std::string last_words();

 private:
  class Ssh;
  // Never destroyed: threads read and write there when the process ends.
  Ssh* ssh_;
  FrameStream* frames_;
};

}  // namespace mlplab
