// A server that reads requests and sends a reply of a drawing's size, without looking at either: what any server would
// cost. One thread waits for all connections.
#pragma once

#include <poll.h>

#include <cstdint>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace mlplab {

class EchoServer {
 public:
  /// The port; it goes on until the process ends.
  std::uint16_t start();

 private:
  void serve();
  void read(int socket);

  int listener_ = -1;
  std::map<int, std::string> read_;  // of each connection, not yet replied to
};

}  // namespace mlplab
