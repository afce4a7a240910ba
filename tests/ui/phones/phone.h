// A phone of the class for tests and benchmarks: plain sockets that wait, so that many phones are many threads, and so
// that bytes are sent that no client library would send.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <string>

#include "core/base/json.h"
#include "core/base/typed_number.h"
#include "core/data/stroke_raster.h"

namespace mlplab::test {

struct PhoneReply {
  int status = 0;  // 0: none came
  std::string head, body;
  nlohmann::json json() const { return parse_json_or_null(body); }
};

class Phone {
 public:
  explicit Phone(std::uint16_t port, std::string code = {}, int wait_s = 20)
      : port_(port), code_(std::move(code)), wait_s_(wait_s) {}
  ~Phone() { hang_up(); }
  Phone(const Phone&) = delete;
  Phone& operator=(const Phone&) = delete;

  bool connect() {
    hang_up();
    socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
    const timeval limit{wait_s_, 0};
    const int on = 1;
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    ::setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port_);
    ::inet_pton(AF_INET, "127.0.0.1", &address.sin_addr);
    return ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  }
  void hang_up() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
    rest_.clear();
  }
  bool send(const std::string& bytes) {
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t n = ::send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) return false;
      sent += static_cast<std::size_t>(n);
    }
    return true;
  }
  /// Some bytes more into text(); false at the end of the connection.
  bool receive() {
    char bytes[4096];
    const ssize_t n = ::recv(socket_, bytes, sizeof bytes, 0);
    if (n > 0) rest_.append(bytes, static_cast<std::size_t>(n));
    return n > 0;
  }
  /// Whether the other side has ended the connection; does not wait.
  bool ended() const {
    char byte = 0;
    const ssize_t n = ::recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK);
  }
  const std::string& text() const { return rest_; }
  /// The next whole reply.
  PhoneReply reply() {
    PhoneReply reply;
    std::size_t end = 0;
    while ((end = rest_.find("\r\n\r\n")) == std::string::npos)
      if (!receive()) return reply;
    reply.head = rest_.substr(0, end);
    rest_.erase(0, end + 4);
    const std::string name = "Content-Length: ";
    const std::size_t at = reply.head.find(name);
    const std::size_t line = reply.head.find("\r\n", at);
    const auto length = typed_whole<std::size_t>(reply.head.substr(at + name.size(), line - at - name.size()));
    while (rest_.size() < length.value_or(0))
      if (!receive()) return reply;
    reply.body = rest_.substr(0, length.value_or(0));
    rest_.erase(0, reply.body.size());
    reply.status = typed_whole<int>(reply.head.substr(9, 3)).value_or(0);
    return reply;
  }

  std::string head_of(const std::string& method, const std::string& path) const {
    return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port_) + "\r\n";
  }
  PhoneReply get(const std::string& path) {
    if (socket_ < 0 && !connect()) return {};
    return send(head_of("GET", path) + "\r\n") ? reply() : PhoneReply{};
  }
  std::string bytes_of_post(const std::string& what, const nlohmann::json& json) const {
    const std::string body = dump_json(json);
    return head_of("POST", "/" + code_ + "/" + what) +
           "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }
  PhoneReply post(const std::string& what, const nlohmann::json& json) {
    if (socket_ < 0 && !connect()) return {};
    return send(bytes_of_post(what, json)) ? reply() : PhoneReply{};
  }
  /// Takes a place in the class; false where that was refused.
  bool join(const std::string& name) {
    const nlohmann::json json = post("join", {{"name", name}}).json();
    if (!json.is_object() || !json.contains("token")) return false;
    token = json.at("token").get<std::string>();
    return true;
  }
  /// Begins the stream of events on this connection.
  bool listen() { return connect() && send(head_of("GET", "/" + code_ + "/events?token=" + token) + "\r\n"); }
  /// Whether the stream brings this text before the time to wait is over.
  bool hears(const std::string& part) {
    while (rest_.find(part) == std::string::npos)
      if (!receive()) return false;
    return true;
  }

  std::string token;

 private:
  std::uint16_t port_;
  std::string code_;
  int wait_s_;
  int socket_ = -1;
  std::string rest_;
};

/// A drawn digit as the page sends it.
inline nlohmann::json drawing_of(const std::vector<Stroke>& strokes, const std::string& token, int asked) {
  nlohmann::json lines = nlohmann::json::array();
  for (const Stroke& stroke : strokes) {
    nlohmann::json line = nlohmann::json::array();
    for (const PenPoint& point : stroke.points) {
      line.push_back(std::round(10 * double{point.x}) / 10);  // as the page rounds
      line.push_back(std::round(10 * double{point.y}) / 10);
    }
    lines.push_back(line);
  }
  return {{"token", token}, {"strokes", lines}, {"asked", asked}};
}

}  // namespace mlplab::test
