// The reply to each request of a phone: the page, a place in the class, a guess or a drawing taken, a stream of the
// class's state, or a refusal. It knows no sockets. A further request is a branch in within_class() and a line in
// docs/class.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "core/class/class_session.h"
#include "core/class/http_reader.h"
#include "core/class/http_reply.h"
#include "core/class/rate_limit.h"

namespace mlplab {

/// The page's files, read once.
struct ClassFiles {
  std::string html, css, script;
};
/// From resources/class. Throws InputError.
ClassFiles read_class_files(const std::filesystem::path& resources);

struct ClassResult {
  HttpReply reply;
  std::optional<std::uint64_t> stream_of = {};  // a stream of events begins, for this person, in place of the reply
  std::function<HttpReply()> later = {};        // makes the reply in place of it where that takes a while: any thread
  bool proven = false;                          // the one who asked knows the code
};

class ClassApi {
 public:
  /// `host`: address and port as browsers send them; requests for another are refused, or a page from elsewhere could
  /// let its readers' browsers reach the class.
  ClassApi(ClassSession& session, ClassFiles files, std::string host);

  /// By one thread at a time.
  ClassResult reply_to(const HttpRequest& request, const std::string& address, double now_s);

 private:
  ClassResult within_class(const HttpRequest& request, const std::string& what, const std::string& address,
                           double now_s);
  ClassResult join(const nlohmann::json& json, const std::string& address, double now_s);
  ClassResult guess(const nlohmann::json& json, double now_s);
  ClassResult draw(const nlohmann::json& json, double now_s);
  ClassResult stream(const HttpRequest& request, double now_s);

  ClassSession& session_;
  ClassFiles files_;
  std::string host_;
  RateTable requests_, wrong_codes_, joins_;
};

}  // namespace mlplab
