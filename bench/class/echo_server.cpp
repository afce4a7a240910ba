#include "bench/class/echo_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/base/typed_number.h"

namespace mlplab {
namespace {

std::string usual_reply() {
  const std::string body =
      R"({"token":"0","seat":0,"drawn":1,"label":7,"epoch":1,"network":"784-256-10","probabilities":[)" +
      std::string(200, ' ') + "]}";
  return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// How long the first request of these bytes is; 0 where it is not whole yet.
std::size_t first_request(const std::string& bytes) {
  const std::size_t end = bytes.find("\r\n\r\n");
  if (end == std::string::npos) return 0;
  const std::string name = "Content-Length: ";
  const std::size_t at = bytes.find(name);
  std::size_t length = end + 4;
  if (at < end) {
    const std::size_t from = at + name.size();
    length += typed_whole<std::size_t>(bytes.substr(from, bytes.find("\r\n", from) - from)).value_or(0);
  }
  return bytes.size() >= length ? length : 0;
}

}  // namespace

std::uint16_t EchoServer::start() {
  listener_ = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
  socklen_t size = sizeof address;
  auto* any = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_, any, size) != 0 || ::listen(listener_, 400) != 0 || ::getsockname(listener_, any, &size) != 0)
    throw InputError("the echo cannot listen on 127.0.0.1");
  std::thread([this] { serve(); }).detach();
  return ntohs(address.sin_port);
}

void EchoServer::serve() {
  while (true) {
    std::vector<pollfd> all{{listener_, POLLIN, 0}};
    for (const auto& [socket, bytes] : read_) all.push_back({socket, POLLIN, 0});
    ::poll(all.data(), all.size(), -1);
    for (const pollfd& one : all) {
      if (one.revents == 0) continue;
      if (one.fd == listener_) {
        read_[::accept(listener_, nullptr, nullptr)] = {};
      } else {
        read(one.fd);
      }
    }
  }
}

void EchoServer::read(int socket) {
  static const std::string reply = usual_reply();
  char bytes[16384];
  const ssize_t n = ::recv(socket, bytes, sizeof bytes, 0);
  if (n <= 0) {
    read_.erase(socket);
    ::close(socket);
    return;
  }
  std::string& text = read_[socket];
  text.append(bytes, static_cast<std::size_t>(n));
  for (std::size_t length = first_request(text); length > 0; length = first_request(text)) {
    text.erase(0, length);
    (void)::send(socket, reply.data(), reply.size(), MSG_NOSIGNAL);
  }
}

}  // namespace mlplab
