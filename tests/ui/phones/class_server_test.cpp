// The class's server with real connections and no window: off until it is started, one address, and a class of sixty
// phones that guess and draw at once while a run trains.
#include "ui/phones/class_server.h"

#include <sys/resource.h>

#include <QtTest>
#include <atomic>
#include <thread>

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "core/machine/threads.h"
#include "core/statistics/statistics.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/support.h"
#include "tests/ui/phones/phone.h"
#include "tests/ui/short_run.h"
#include "ui/phones/class_networks.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_session.h"

using namespace mlplab;
using test::Phone;

namespace {

const QString here = QStringLiteral("127.0.0.1");
const GuessQuestion speedup{.kind = GuessKind::speedup, .workers = 2, .low = 0.1, .high = 64, .about = {}};

RunSpec long_run() {
  RunSpec spec = short_run({.train = 20000, .test = 1000, .hidden = 64, .epochs = 1000, .backend = "simd"});
  spec.batch = 16;
  return spec;
}

}  // namespace

class ClassServerTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void isOffUntilItIsStartedAndAfterItsEnd() {
    ClassServer server(find_resources());
    QVERIFY(!server.running());
    QVERIFY(server.session() == nullptr);
    server.start(here);
    const quint16 port = server.port();
    const std::string code = server.session()->code();
    QCOMPARE(server.address_with_code(), QStringLiteral("http://127.0.0.1:%1/%2").arg(port).arg(code.c_str()));
    QCOMPARE(Phone(port).get("/").status, 200);
    server.stop();
    QVERIFY(!Phone(port).connect());
    QVERIFY(server.session() != nullptr);  // what the class did can still be kept
    server.start(here);
    QVERIFY(server.session()->code() != code);
    QCOMPARE(Phone(server.port()).get("/" + code + "/state").status, 403);
  }

  void listensOnTheChosenAddressAlone() {
    ClassServer server(find_resources());
    server.start(QStringLiteral("127.0.0.2"), 0);  // any port: another program's class may have the usual one
    QVERIFY(!Phone(server.port()).connect());
  }

  void anAddressOfNobodyIsRefusedInASentence() {
    ClassServer server(find_resources());
    try {
      server.start(QStringLiteral("192.0.2.7"));
      QFAIL("it listens where this machine is not");
    } catch (const InputError& error) {
      QVERIFY2(QString::fromUtf8(error.what()).contains(QStringLiteral("192.0.2.7")), error.what());
    }
    QVERIFY(!server.running());
    ClassServer without(std::filesystem::path("/nowhere"));
    QVERIFY_THROWS_EXCEPTION(InputError, without.start(here));
  }

  void thisMachineIsOfferedLast() {
    const std::vector<ClassNetwork> networks = class_networks();
    QVERIFY(!networks.empty());
    QVERIFY(networks.back().this_machine);
    QCOMPARE(std::ranges::count(networks, true, &ClassNetwork::this_machine), 1);
  }

  void beginsAndEndsManyTimes() {
    ClassServer server(find_resources());
    for (int i = 0; i < 60; ++i) {
      server.start(here);
      std::atomic<bool> done = false;
      std::thread phone([&, port = server.port(), code = server.session()->code()] {
        Phone one(port, code, 2), stream(port, code, 2);
        if (one.join("")) stream.token = one.token;
        (void)stream.listen();
        done = true;
        (void)stream.hears("never");
      });
      for (int k = 0; k < 20 && (i % 2 == 0 || !done); ++k) {
        server.session()->set_asked(k % 10);
        QTest::qWait(i % 7);
      }
      server.stop();
      phone.join();
    }
    QVERIFY(!server.running());
  }

  /// Beside a training its thread gets its turn a tenth of a second later; here it gets none until the test lets it.
  void endsWithoutWaitingForItsThread() {
    ClassServer server(find_resources());
    server.start(here);
    const quint16 port = server.port();
    ClassSession& session = *server.session();
    const int round = session.open_round(speedup);
    Phone phone(port, session.code());
    std::atomic<QThread*> thread = nullptr;
    session.set_changed([&](bool) { thread = QThread::currentThread(); });
    QVERIFY(phone.join("Ada"));
    QVERIFY(thread != nullptr && thread != QThread::currentThread());
    QObject held;
    held.moveToThread(thread);
    QSemaphore holds, let_go;
    const auto hold = [&] {
      QMetaObject::invokeMethod(&held, [&] {
        holds.release();
        let_go.tryAcquire(1, 20000);  // else a stop that waits would wait for ever
      });
    };
    hold();
    holds.acquire();
    QVERIFY(phone.send(phone.bytes_of_post("guess", {{"token", phone.token}, {"round", round}, {"value", 2}})));
    hold();  // and in that turn it finds the guess
    let_go.release();
    holds.acquire();
    const QPointer<QThread> ends(thread.load());
    server.stop();
    QVERIFY(!server.running());
    QVERIFY2(ends != nullptr && !ends->isFinished(), "it did not wait");
    QVERIFY(!Phone(port).connect());
    let_go.release();
    QTRY_VERIFY(ends->isFinished());
    QCOMPARE(phone.reply().status, 0);
    QCOMPARE(session.counts(now_s()).guesses, 0U);
    server.start(here, port);
    QCOMPARE(server.port(), port);
  }

  void theNextClassGetsThePortAtOnce() {
    ClassServer server(find_resources());
    server.start(here);
    const quint16 port = server.port();
    for (int i = 0; i < 20; ++i) {
      Phone phone(port, server.session()->code());
      QVERIFY(phone.join("Ada"));
      server.stop();
      server.start(here, port);
      QCOMPARE(server.port(), port);
    }
  }

  void aStreamTellsWhatChanges() {
    ClassServer server(find_resources());
    server.start(here);
    Phone phone(server.port(), server.session()->code());
    QVERIFY(phone.join("Ada"));
    QVERIFY(phone.listen());
    QVERIFY(phone.hears("\"round\":null"));
    QSignalSpy changed(&server, &ClassServer::changed);
    server.session()->open_round(speedup);
    QVERIFY(phone.hears("\"kind\":\"speedup\""));
    server.session()->set_watch({.network = "784-64-10", .epochs = 3, .epoch = {1}, .loss = {0.25}, .accuracy = {0.5}});
    QVERIFY(phone.hears("0.25"));
    QVERIFY(changed.wait(5000));
    QCOMPARE(server.session()->counts(now_s()).present, 1U);
    server.stop();
    while (phone.receive()) continue;  // ends with the class
  }

  /// Its work comes last while a run trains; the window's own thread stays as it was.
  void itsThreadLetsOthersGoFirst() {
#if defined(__linux__)
    const int before = niceness();
    ClassServer server(find_resources());
    server.start(here);
    QCOMPARE(Phone(server.port()).get("/").status, 200);
    int found = 0;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
      if (read_file(task.path() / "comm") != "class server\n") continue;
      ++found;
      QCOMPARE(::getpriority(PRIO_PROCESS, static_cast<id_t>(std::stoi(task.path().filename().string()))), 19);
    }
    QVERIFY(found >= 1);  // threads that it starts have its name until they have one of their own
    QCOMPARE(niceness(), before);
#endif
  }

  void sixtyPhonesGuessAndDrawWhileARunTrains() {
    constexpr int phones = 60, drawings = 10;
    const test::TemporaryFolder folder;
    RunSession run(folder / "runs", find_resources());
    ClassServer server(find_resources());
    server.start(here);
    ClassSession& session = *server.session();
    connect(&run, &RunSession::weightsChanged, &server, [&](const std::shared_ptr<const TrainingState>& state) {
      session.predictor().set(state, state == nullptr ? std::nullopt : preparation_for(*state, nullptr));
    });
    run.setStateWanted(true);
    run.start(long_run());
    QTRY_VERIFY_WITH_TIMEOUT(session.predictor().predict_strokes({{20, {{9, 9}}}}).label >= 0, 60000);

    const int round = session.open_round(speedup);
    const std::vector<test::DrawnDigit> digits = test::drawn_digits(MLPLAB_TEST_DATA);
    std::vector<std::vector<double>> times_s(phones);
    std::atomic<int> joined = 0, heard = 0, guessed = 0, drawn = 0, finished = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < phones; ++i)
      threads.emplace_back([&, i] {
        Phone phone(server.port(), session.code()), stream(server.port(), session.code());
        if (phone.join("phone " + std::to_string(i))) ++joined;
        stream.token = phone.token;
        if (stream.listen() && stream.hears("\"speedup\"")) ++heard;
        if (phone.post("guess", {{"token", phone.token}, {"round", round}, {"value", 1 + 0.1 * i}}).status == 200)
          ++guessed;
        for (int k = 0; k < drawings; ++k) {
          const test::DrawnDigit& digit = digits[static_cast<std::size_t>(i * drawings + k) % digits.size()];
          const double begin = now_s();
          const test::PhoneReply reply = phone.post("draw", test::drawing_of(digit.strokes, phone.token, digit.label));
          times_s[static_cast<std::size_t>(i)].push_back(now_s() - begin);
          if (reply.status == 200 && reply.json().at("probabilities").size() == 10) ++drawn;
        }
        ++finished;
      });
    QTRY_COMPARE_WITH_TIMEOUT(finished.load(), phones, 100000);
    for (std::thread& thread : threads) thread.join();
    QVERIFY(run.state() == RunSession::State::running);
    QCOMPARE(joined.load(), phones);
    QCOMPARE(heard.load(), phones);
    QCOMPARE(guessed.load(), phones);
    QCOMPARE(drawn.load(), phones * drawings);

    session.close_round();
    std::vector<double> values;
    for (const ClassGuess& guess : session.round()->guesses()) values.push_back(guess.value);
    std::ranges::sort(values);
    QCOMPARE(values.size(), std::size_t{phones});
    for (int i = 0; i < phones; ++i) QCOMPARE(values[static_cast<std::size_t>(i)], std::round(10 + i) / 10);
    const DrawingWall wall = session.wall();
    QCOMPARE(wall.drawings().size(), std::size_t{phones * drawings});
    std::map<std::string, int> by_name;
    for (const ClassDrawing& drawing : wall.drawings()) ++by_name[drawing.name];
    QCOMPARE(by_name.size(), std::size_t{phones});
    QVERIFY(std::ranges::all_of(by_name, [&](const auto& entry) { return entry.second == drawings; }));
    QCOMPARE(wall.confusion(10).total(), phones * drawings);
    std::vector<double> all;
    for (const auto& list : times_s) all.insert(all.end(), list.begin(), list.end());
    qInfo("%zu predictions while training: median %s ms, p99 %s ms; %lld of %lld correct", all.size(),
          significant(1e3 * median(all)).c_str(), significant(1e3 * quantile(all, 0.99)).c_str(),
          static_cast<long long>(wall.confusion(10).right()), static_cast<long long>(wall.confusion(10).total()));
    run.stop();
    QTRY_VERIFY_WITH_TIMEOUT(!run.active(), 60000);
  }
};

QTEST_GUILESS_MAIN(ClassServerTest)
#include "class_server_test.moc"
