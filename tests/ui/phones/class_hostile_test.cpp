// The list of hostile requests over real connections: each gets its status, the class stays as it was, and a phone that
// behaves is replied to meanwhile.
#include <QtTest>
#include <thread>

#include "core/base/clock.h"
#include "core/class/class_limits.h"
#include "core/data/load.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/support.h"
#include "tests/ui/phones/phone.h"
#include "ui/phones/class_server.h"

using namespace mlplab;
using test::Phone;

namespace {

const GuessQuestion factor{.kind = GuessKind::factor, .low = 1, .high = 100, .about = {}};

}  // namespace

class ClassHostileTest : public QObject {
  Q_OBJECT

  std::unique_ptr<ClassServer> server_;
  std::unique_ptr<Phone> good_;
  int round_ = 0;

  int status_of(const std::string& bytes) {
    Phone phone(server_->port());
    if (!phone.connect()) return -1;
    (void)phone.send(bytes);
    return phone.reply().status;
  }
  std::string within(const std::string& what) const { return "/" + server_->session()->code() + "/" + what; }
  void expect_the_class_goes_on() {
    QCOMPARE(good_->post("guess", {{"token", good_->token}, {"round", round_}, {"value", 5}}).status, 200);
    Phone other(server_->port(), server_->session()->code());
    QCOMPARE(other.get(within("state")).status, 200);
    QCOMPARE(server_->session()->counts(now_s()).joined, 1U);
    QCOMPARE(server_->session()->counts(now_s()).guesses, 1U);
    QVERIFY(server_->session()->wall().drawings().empty());
  }

 private Q_SLOTS:
  void init() {
    server_ = std::make_unique<ClassServer>(find_resources());
    server_->start(QStringLiteral("127.0.0.1"));
    round_ = server_->session()->open_round(factor);
    good_ = std::make_unique<Phone>(server_->port(), server_->session()->code());
    QVERIFY(good_->join("Ada"));
  }
  void cleanup() {
    good_.reset();
    server_.reset();
  }

  void requestsGetTheirStatus() {
    const Phone made(server_->port());
    const std::string json = "Content-Type: application/json\r\n";
    QCOMPARE(status_of("\x16\x03\x01\x02 hello\r\n\r\n"), 400);
    QCOMPARE(status_of("GET / HTTP/1.1\r\nbroken\r\n\r\n"), 400);
    QCOMPARE(status_of("GET / HTTP/1.1\r\n\r\n"), 421);
    QCOMPARE(status_of("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), 421);
    QCOMPARE(status_of(made.head_of("GET", "/../../etc/passwd") + "\r\n"), 400);
    QCOMPARE(status_of(made.head_of("GET", "/%2e%2e/etc/passwd") + "\r\n"), 400);
    QCOMPARE(status_of(made.head_of("GET", "/etc/passwd") + "\r\n"), 403);
    QCOMPARE(status_of(made.head_of("GET", "/AAAAAAAA/state") + "\r\n"), 403);
    QCOMPARE(status_of(made.head_of("PUT", within("state")) + "\r\n"), 405);
    QCOMPARE(status_of(made.head_of("GET", "/" + std::string(400, 'a')) + "\r\n"), 414);
    QCOMPARE(status_of(made.head_of("GET", "/") + "X: " + std::string(9000, 'a') + "\r\n\r\n"), 431);
    QCOMPARE(status_of(made.head_of("POST", within("draw")) + json + "Content-Length: 65537\r\n\r\n"), 413);
    QCOMPARE(status_of(made.head_of("POST", within("draw")) + json + "Content-Length: 300000\r\n\r\n" +
                       std::string(300000, 'x')),
             413);
    QCOMPARE(status_of(made.head_of("POST", within("draw")) + json + "Transfer-Encoding: chunked\r\n\r\n" +
                       "20000\r\n" + std::string(0x20000, 'x') + "\r\n0\r\n\r\n"),
             413);
    QCOMPARE(status_of(made.head_of("POST", within("join")) + "Content-Length: 2\r\n\r\n{}"), 415);
    QCOMPARE(status_of(made.head_of("POST", within("join")) + json + "Origin: http://evil.example\r\n" +
                       "Content-Length: 2\r\n\r\n{}"),
             403);
    QCOMPARE(status_of(made.head_of("POST", within("join")) + json + "Content-Length: 2\r\n\r\n{]"), 400);
    expect_the_class_goes_on();
  }

  void markupInANameStaysText() {
    server_->session()->close_round();
    round_ = server_->session()->open_round(factor);
    Phone phone(server_->port(), server_->session()->code());
    QVERIFY(phone.join("<img src=x onerror=1>"));
    QCOMPARE(phone.post("guess", {{"token", phone.token}, {"round", round_}, {"value", 5}}).status, 200);
    server_->session()->close_round();
    QCOMPARE(server_->session()->round()->guesses()[0].name, std::string("<img src=x onerror=1>").substr(0, 24));
    const test::PhoneReply page = phone.get("/");
    QVERIFY(page.head.find("default-src 'none'") != std::string::npos);
    QVERIFY(page.head.find("Cookie") == std::string::npos);
  }

  void connectionsAreBoundedAndTheOldestStrangersGo() {
    std::vector<std::unique_ptr<Phone>> idle;
    for (std::size_t i = 0; i < class_limits::connections_per_address + 100; ++i) {
      idle.push_back(std::make_unique<Phone>(server_->port()));
      QVERIFY(idle.back()->connect());
    }
    const auto ended = [&] { return std::ranges::count_if(idle, [](const auto& phone) { return phone->ended(); }); };
    QTRY_VERIFY_WITH_TIMEOUT(ended() >= 100, 4000);  // long before their time is over
    QVERIFY(ended() <= 102);
    QVERIFY(idle.front()->ended());
    QVERIFY(!idle.back()->ended());
    QVERIFY(!good_->ended());  // which is older than all of them, and knows the code
    expect_the_class_goes_on();
  }

  /// Thousands of connections that say nothing: the oldest go, and the class is replied to all the while.
  void idleConnectionsKeepNobodyOut() {
    std::vector<std::unique_ptr<Phone>> idle;
    for (int i = 0; i < 1500; ++i) {
      idle.push_back(std::make_unique<Phone>(server_->port()));
      if (!idle.back()->connect()) idle.pop_back();
      if (i % 300 == 299) {
        const double begin = now_s();
        expect_the_class_goes_on();
        QVERIFY2(now_s() - begin < 2, "the class waited for connections of strangers");
      }
      if (idle.size() >= 700) idle.erase(idle.begin());  // this process may open 1024 files
    }
  }

  void aFloodFromOneConnectionHoldsNobodyUp() {
    Phone flood(server_->port(), server_->session()->code());
    QVERIFY(flood.connect());
    std::string bytes;
    for (int i = 0; i < 400; ++i) bytes += flood.head_of("GET", within("state")) + "\r\n";
    std::atomic<bool> stop = false;
    std::thread sender([&] {
      while (!stop && flood.send(bytes)) continue;
    });
    std::thread reader([&] {
      while (flood.receive()) continue;
    });
    // The rate of this address is used up, for every phone behind it: they are told so, at once.
    QTest::qWait(1500);
    const double begin = now_s();
    const int status = good_->get(within("state")).status;
    QVERIFY2(now_s() - begin < 2, "the class waited for a flood");
    QVERIFY(status == 200 || status == 429);
    stop = true;
    flood.hang_up();
    sender.join();
    reader.join();
  }

  void slowClientsAreEnded() {
    Phone slow(server_->port()), silent(server_->port());
    QVERIFY(slow.connect() && silent.connect());
    const double begin = now_s();
    std::thread dripping([&] {
      for (int i = 0; i < 60 && slow.send(i == 0 ? "GET / HTTP/1.1\r\n" : "a"); ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(250));
    });
    QCOMPARE(slow.reply().status, 408);
    QVERIFY(now_s() - begin < class_limits::request_s + 3);
    QVERIFY(!silent.receive());
    QVERIFY(now_s() - begin < class_limits::request_s + 5);
    dripping.join();
    expect_the_class_goes_on();
  }

  void aPhoneThatLeavesInTheMiddleChangesNothing() {
    for (int i = 0; i < 50; ++i) {
      Phone phone(server_->port(), server_->session()->code());
      QVERIFY(phone.connect());
      const std::string bytes = phone.bytes_of_post("draw", {{"token", good_->token}, {"strokes", {{1, 2, 3, 4}}}});
      (void)phone.send(bytes.substr(0, bytes.size() * static_cast<std::size_t>(i) / 50));
    }
    expect_the_class_goes_on();
    const std::string token = good_->token;  // one that has sent all and does not wait: its drawing is on the wall
    Phone phone(server_->port(), server_->session()->code());
    QVERIFY(phone.connect());
    (void)phone.send(phone.bytes_of_post("draw", {{"token", token}, {"strokes", {{10, 10, 100, 100}}}}));
    QTRY_COMPARE(server_->session()->wall().drawings().size(), std::size_t{1});
    phone.hang_up();
    QCOMPARE(good_->get(within("state")).status, 200);
  }

  void aStreamThatNobodyReadsIsEnded() {
    Phone stream(server_->port(), server_->session()->code());
    stream.token = good_->token;
    QVERIFY(stream.listen());
    QTRY_COMPARE(server_->session()->counts(now_s()).present, 1U);
    ClassWatch watch{.network = "784-64-10", .epochs = 3};
    watch.epoch.assign(20000, 0.123456789);
    watch.loss = watch.accuracy = watch.epoch;
    for (int i = 0; i < 30; ++i) {
      watch.epochs = 3 + i;
      server_->session()->set_watch(watch);
      QTest::qWait(200);
    }
    std::size_t bytes = 0;
    while (stream.receive()) bytes = stream.text().size();
    QVERIFY2(bytes < 20U << 20U, "the server kept what nobody read");
    QCOMPARE(good_->get("/").status, 200);
  }
};

QTEST_GUILESS_MAIN(ClassHostileTest)
#include "class_hostile_test.moc"
