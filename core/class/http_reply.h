// Replies of the class's server as bytes. Every one forbids the browser to guess types, to keep it, to show it in
// another page and to run anything but the server's own files; none sets a cookie.
#pragma once

#include <string>
#include <string_view>

namespace mlplab {

struct HttpReply {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  bool keep_alive = true;
};

/// {"error": "code"}: a word that the page has a sentence for.
HttpReply refusal(int status, std::string_view code);
std::string bytes_of(const HttpReply& reply);
/// The head of a stream of events, which ends with the connection.
std::string stream_head();
/// One event: `json` has no new line.
std::string stream_event(std::string_view json);

}  // namespace mlplab
