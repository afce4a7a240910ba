#include "core/class/http_reply.h"

#include <array>

#include "core/base/json.h"

namespace mlplab {
namespace {

constexpr const char* line_end = "\r\n";
constexpr std::array<std::string_view, 4> safety = {"Cache-Control: no-store", "X-Content-Type-Options: nosniff",
                                                    "Referrer-Policy: no-referrer",
                                                    "Cross-Origin-Resource-Policy: same-origin"};
constexpr std::string_view content_policy[] = {"default-src 'none'", "script-src 'self'",     "style-src 'self'",
                                               "connect-src 'self'", "img-src data:",         "base-uri 'none'",
                                               "form-action 'none'", "frame-ancestors 'none'"};

std::string head(int status, std::string_view type) {
  std::string text = "HTTP/1.1 " + std::to_string(status) + (status == 200 ? " OK" : " Refused") + line_end;
  for (const std::string_view line : safety) text += std::string(line) + line_end;
  text += "Content-Security-Policy: ";
  for (const std::string_view rule : content_policy) text += std::string(rule) + "; ";
  return text + line_end + "Content-Type: " + std::string(type) + line_end;
}

}  // namespace

HttpReply refusal(int status, std::string_view code) {
  return {.status = status, .body = dump_json(nlohmann::json{{"error", code}})};
}

std::string bytes_of(const HttpReply& reply) {
  std::string text = head(reply.status, reply.type);
  if (reply.status == 405) text += std::string("Allow: GET, POST") + line_end;  // untranslated: HTTP
  if (reply.status == 429 || reply.status == 503) text += std::string("Retry-After: 2") + line_end;
  text += "Content-Length: " + std::to_string(reply.body.size()) + line_end;
  text += std::string("Connection: ") + (reply.keep_alive ? "keep-alive" : "close") + line_end;
  return text + line_end + reply.body;
}

std::string stream_head() {
  return head(200, "text/event-stream") + "Connection: close" + line_end + line_end + "retry: 2000\n\n";
}

std::string stream_event(std::string_view json) { return "data: " + std::string(json) + "\n\n"; }

}  // namespace mlplab
