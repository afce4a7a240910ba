// HTTP/1.1 requests out of a connection's bytes, with limits on their size: what is no request is refused with the
// right status. Boost.Beast's parser reads them; it is fed here, so that hostile bytes are tested without a socket.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mlplab {

struct HttpRequest {
  std::string method;  // 'GET' or 'POST'
  std::string path;    // begins with '/', without the query
  std::string query;   // behind '?'
  std::string host, origin, content_type;
  std::string body;
  bool keep_alive = true;
};

class HttpReader {
 public:
  enum class State { more, done, refused };

  HttpReader();
  ~HttpReader();
  HttpReader(const HttpReader&) = delete;
  HttpReader& operator=(const HttpReader&) = delete;

  /// Takes bytes in. After `done` the request is request(), and next() goes on with bytes that came with it.
  State feed(std::string_view bytes);
  State next();
  State state() const { return state_; }
  const HttpRequest& request() const { return request_; }
  /// The status that refuses it: 400, 405, 413, 414, 431 or 505.
  int status() const { return status_; }
  /// Whether bytes of an unfinished request are there.
  bool began() const;

 private:
  struct Parser;
  State refuse(int status);
  State parse();
  State finish();

  std::unique_ptr<Parser> parser_;
  std::string rest_;  // bytes that are not parsed yet
  State state_ = State::more;
  int status_ = 0;
  HttpRequest request_;
};

}  // namespace mlplab
