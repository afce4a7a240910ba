#include "core/class/http_reader.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "core/class/class_limits.h"

namespace mlplab {
namespace {

namespace http = boost::beast::http;

std::string text_of(boost::beast::string_view view) { return {view.data(), view.size()}; }

int status_of(const boost::system::error_code& error) {
  if (error == http::error::body_limit) return 413;
  if (error == http::error::header_limit || error == http::error::buffer_overflow) return 431;
  if (error == http::error::bad_version) return 505;
  return 400;
}

/// Letters, digits and the few signs that addresses of the class have: no '%', no '..', nothing that is a path.
bool plain_target(std::string_view target) {
  if (target.empty() || target.front() != '/' || target.find("..") != std::string_view::npos) return false;
  return target.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/-_.?=&") ==
         std::string_view::npos;
}

}  // namespace

struct HttpReader::Parser {
  http::request_parser<http::string_body> parser;
  bool began = false;

  Parser() {
    parser.header_limit(class_limits::header_bytes);
    parser.body_limit(class_limits::body_bytes);
    parser.eager(true);
  }
};

HttpReader::HttpReader() : parser_(std::make_unique<Parser>()) {}
HttpReader::~HttpReader() = default;

bool HttpReader::began() const { return state_ == State::more && (parser_->began || !rest_.empty()); }

HttpReader::State HttpReader::refuse(int status) {
  status_ = status;
  rest_.clear();
  return state_ = State::refused;
}

HttpReader::State HttpReader::feed(std::string_view bytes) {
  if (state_ == State::refused) return state_;
  // One request and a header more: a phone does not send the next one before it has its reply.
  if (rest_.size() + bytes.size() > class_limits::body_bytes + 2 * class_limits::header_bytes) return refuse(413);
  rest_ += bytes;
  return state_ == State::done ? state_ : parse();
}

HttpReader::State HttpReader::next() {
  if (state_ != State::done) return state_;
  parser_ = std::make_unique<Parser>();
  request_ = {};
  state_ = State::more;
  return rest_.empty() ? state_ : parse();
}

HttpReader::State HttpReader::parse() {
  while (!rest_.empty() && !parser_->parser.is_done()) {
    boost::system::error_code error;
    const std::size_t taken = parser_->parser.put(boost::asio::buffer(rest_.data(), rest_.size()), error);
    parser_->began = parser_->began || taken > 0;
    rest_.erase(0, taken);
    if (error == http::error::need_more) {
      // The parser wants a whole header: a longer one than its limit never comes to an end.
      return rest_.size() > class_limits::header_bytes ? refuse(431) : state_;
    }
    if (error) return refuse(status_of(error));
  }
  return parser_->parser.is_done() ? finish() : state_;
}

HttpReader::State HttpReader::finish() {
  const auto& message = parser_->parser.get();
  const http::verb method = message.method();
  if (message.version() < 10 || message.version() > 11) return refuse(505);
  if (method != http::verb::get && method != http::verb::post) return refuse(405);
  const std::string target = text_of(message.target());
  if (target.size() > class_limits::target_bytes) return refuse(414);
  if (!plain_target(target) || message.count(http::field::host) > 1) return refuse(400);
  const std::size_t query = target.find('?');
  request_.method = text_of(message.method_string());
  request_.path = target.substr(0, query);
  request_.query = query == std::string::npos ? "" : target.substr(query + 1);
  request_.host = text_of(message[http::field::host]);
  request_.origin = text_of(message[http::field::origin]);
  request_.content_type = text_of(message[http::field::content_type]);
  request_.body = message.body();
  request_.keep_alive = message.keep_alive();
  return state_ = State::done;
}

}  // namespace mlplab
