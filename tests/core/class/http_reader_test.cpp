// HTTP out of bytes: requests cut anywhere, several in a row, and every way of not being one, with its status.
#include "core/class/http_reader.h"

#include <gtest/gtest.h>

#include <random>

#include "core/class/class_limits.h"
#include "core/class/http_reply.h"

namespace mlplab {
namespace {

using State = HttpReader::State;

const std::string get = "GET /K7PX2MQ4/state?token=1 HTTP/1.1\r\nHost: a:80\r\n\r\n";

std::string post(const std::string& body, const std::string& more = {}) {
  return "POST /x HTTP/1.1\r\nHost: a:80\r\nContent-Type: application/json\r\n" + more +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

int status_of(const std::string& bytes) {
  HttpReader reader;
  return reader.feed(bytes) == State::refused ? reader.status() : 0;
}

TEST(HttpReader, ReadsARequestCutAnywhere) {
  const std::string bytes = post(R"({"a":1})", "Origin: http://a:80\r\n");
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    HttpReader reader;
    (void)reader.feed(std::string_view(bytes).substr(0, cut));
    if (cut < bytes.size()) {
      EXPECT_EQ(reader.state(), State::more) << cut;
      EXPECT_EQ(reader.began(), cut > 0) << cut;
    }
    ASSERT_EQ(reader.feed(std::string_view(bytes).substr(cut)), State::done) << cut;
    EXPECT_EQ(reader.request().method, "POST");
    EXPECT_EQ(reader.request().path, "/x");
    EXPECT_EQ(reader.request().host, "a:80");
    EXPECT_EQ(reader.request().origin, "http://a:80");
    EXPECT_EQ(reader.request().body, R"({"a":1})");
    EXPECT_TRUE(reader.request().keep_alive);
  }
}

TEST(HttpReader, ReadsOneRequestAfterTheOther) {
  HttpReader reader;
  ASSERT_EQ(reader.feed(get + post("{}") + get.substr(0, 10)), State::done);
  EXPECT_EQ(reader.request().query, "token=1");
  ASSERT_EQ(reader.next(), State::done);
  EXPECT_EQ(reader.request().body, "{}");
  ASSERT_EQ(reader.next(), State::more);
  EXPECT_TRUE(reader.began());
  EXPECT_EQ(reader.feed(get.substr(10)), State::done);
}

TEST(HttpReader, RefusesWhatIsNoRequestWithTheRightStatus) {
  const std::string rest = " HTTP/1.1\r\nHost: a\r\n";
  EXPECT_EQ(status_of("\x16\x03\x01\x02\x03 TLS hello\r\n\r\n"), 400);
  EXPECT_EQ(status_of(std::string("GET /\0 HTTP/1.1\r\n\r\n", 19)), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nno colon\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), 400);
  EXPECT_EQ(status_of("GET / HTTP/9.9\r\n\r\n"), 505);
  EXPECT_EQ(status_of("DELETE /" + rest + "\r\n"), 405);
  EXPECT_EQ(status_of("OPTIONS *" + rest + "\r\n"), 405);
  EXPECT_EQ(status_of("GET http://elsewhere/" + rest + "\r\n"), 400);
  EXPECT_EQ(status_of("GET /../../etc/passwd" + rest + "\r\n"), 400);
  EXPECT_EQ(status_of("GET /%2e%2e/etc/passwd" + rest + "\r\n"), 400);
  EXPECT_EQ(status_of("GET /" + std::string(300, 'a') + rest + "\r\n"), 414);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nX: " + std::string(class_limits::header_bytes, 'a') + "\r\n\r\n"), 431);
  EXPECT_EQ(status_of("GET / HTTP/1.1\r\nX: " + std::string(2 * class_limits::header_bytes, 'a')), 431);
  EXPECT_EQ(status_of("POST /x" + rest + "Content-Length: 99999999999999999999\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST /x" + rest + "Content-Length: -1\r\n\r\n"), 400);
  EXPECT_EQ(status_of("POST /x" + rest + "Content-Length: 65537\r\n\r\n"), 413);
  EXPECT_EQ(status_of("POST /x" + rest + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"), 400);
}

TEST(HttpReader, TakesABodyUpToTheLimitAndNoByteMore) {
  EXPECT_EQ(status_of(post(std::string(class_limits::body_bytes, ' '))), 0);
  EXPECT_EQ(status_of(post(std::string(class_limits::body_bytes + 1, ' '))), 413);
  HttpReader chunked;  // whose length nobody says before
  std::string bytes = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  State state = chunked.feed(bytes);
  for (int i = 0; i < 70 && state == State::more; ++i)
    state = chunked.feed("400\r\n" + std::string(1024, 'x') + "\r\n");
  EXPECT_EQ(state, State::refused);
  EXPECT_EQ(chunked.status(), 413);
}

TEST(HttpReader, AFloodBehindARequestIsRefused) {
  HttpReader reader;
  ASSERT_EQ(reader.feed(get), State::done);
  State state = State::done;
  for (int i = 0; i < 100 && state != State::refused; ++i) state = reader.feed(std::string(4096, 'x'));
  EXPECT_EQ(state, State::refused);
  EXPECT_EQ(reader.feed(get), State::refused);
}

TEST(HttpReader, RandomBytesNeverPassNorHang) {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string bytes = round % 2 == 0 ? post(R"({"a":1})") : get;
    for (int i = 0; i < 1 + round % 5; ++i) bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
    HttpReader reader;
    for (std::size_t i = 0; i < bytes.size() && reader.state() == State::more; i += 7)
      (void)reader.feed(std::string_view(bytes).substr(i, 7));
    EXPECT_EQ(reader.state() == State::refused, reader.status() >= 400);
    EXPECT_EQ(reader.state() == State::done, reader.request().path.starts_with('/'));
  }
}

TEST(HttpReply, SaysItsLengthAndForbidsTheRest) {
  const std::string bytes = bytes_of({.status = 429, .body = "{}", .keep_alive = false});
  EXPECT_TRUE(bytes.starts_with("HTTP/1.1 429 Refused\r\n"));
  EXPECT_TRUE(bytes.ends_with("\r\n\r\n{}"));
  for (const char* part : {"Content-Length: 2\r\n", "nosniff", "default-src 'none'", "no-store", "Connection: close"})
    EXPECT_NE(bytes.find(part), std::string::npos) << part;
  EXPECT_EQ(bytes.find("Cookie"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
