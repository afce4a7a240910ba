// The life of a measuring session: the job's results arrive before its end is reported, whatever way it ends.
#include "ui/runs/measuring_session.h"

#include <QSignalSpy>
#include <QTest>
#include <chrono>
#include <stdexcept>

using namespace mlplab;

namespace {

enum class Way { to_the_end, until_stopped, with_a_reason, by_an_exception };

/// Counts to ten, or on until it is stopped.
class Counter : public MeasuringSession {
 public:
  Counter() : MeasuringSession(nullptr) {}
  void start(Way way, std::atomic<bool>* finished = nullptr) {
    launch(std::make_unique<Counting>(*this, way, finished));
  }

  std::vector<int> counted;
  QStringList told;

 private:
  void tell_values() { told << (active() ? QStringLiteral("told while active") : QStringLiteral("values")); }

  struct Counting : Job {
    Counting(Counter& owner, Way wanted, std::atomic<bool>* flag) : session(owner), way(wanted), finished(flag) {}
    void count(int i) {
      leave([this, i] { session.counted.push_back(i); });
    }
    std::string work() override {
      for (int i = 0; i < 10; ++i) count(i);
      while (way == Way::until_stopped && !control.stopped()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      if (way == Way::by_an_exception) throw std::runtime_error("it broke");
      return way == Way::with_a_reason ? "it was cut short" : "";
    }
    void finish() override {
      for (int i = 0; i < 2; ++i) leave([] {}, &Counter::tell_values);  // and it is told once
      count(-1);
      std::this_thread::sleep_for(std::chrono::milliseconds(150));  // the window looks meanwhile
      if (finished != nullptr) *finished = true;
    }
    Counter& session;
    Way way;
    std::atomic<bool>* finished;
  };
};

const std::vector<int> all{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1};

}  // namespace

class MeasuringSessionTest : public QObject {
  Q_OBJECT

  static void listen(Counter& session) {
    connect(&session, &MeasuringSession::stateChanged, &session, [&session] {
      session.told << (session.state() == MeasuringSession::State::running    ? QStringLiteral("running")
                       : session.state() == MeasuringSession::State::stopping ? QStringLiteral("stopping")
                                                                              : QStringLiteral("idle"));
    });
    connect(&session, &MeasuringSession::failed, &session, [&session](const QString& why) { session.told << why; });
    connect(&session, &MeasuringSession::ended, &session, [&session] { session.told << QStringLiteral("ended"); });
  }

 private Q_SLOTS:
  void every_value_arrives_and_then_the_end() {
    Counter session;
    listen(session);
    for (int round = 1; round <= 2; ++round) {
      session.counted.clear();
      session.told.clear();
      session.start(Way::to_the_end);
      QVERIFY(session.active());
      QTRY_VERIFY(!session.active());
      QCOMPARE(session.counted, all);
      QCOMPARE(session.told, (QStringList{"running", "idle", "values", "ended"}));
    }
  }

  void why_it_ended_early_is_told() {
    for (const auto& [way, reason] :
         {std::pair(Way::with_a_reason, "it was cut short"), {Way::by_an_exception, "it broke"}}) {
      Counter session;
      listen(session);
      session.start(way);
      QTRY_VERIFY(!session.active());
      QCOMPARE(session.counted, all);
      QCOMPARE(session.told, (QStringList{"running", "idle", "values", QLatin1String(reason), "ended"}));
    }
  }

  void stopping_keeps_what_is_measured() {
    Counter session;
    listen(session);
    session.stop();
    QVERIFY2(session.told.isEmpty(), "there was nothing to stop");
    session.start(Way::until_stopped);
    QTRY_COMPARE(session.counted.size(), std::size_t{10});
    session.stop();
    session.stop();
    QCOMPARE(session.state(), MeasuringSession::State::stopping);
    QTRY_VERIFY(!session.active());
    QCOMPARE(session.counted, all);
    QCOMPARE(session.told, (QStringList{"running", "stopping", "idle", "values", "ended"}));
  }

  void its_end_waits_for_the_job() {
    std::atomic<bool> finished = false;
    {
      Counter session;
      session.start(Way::until_stopped, &finished);
    }
    QVERIFY(finished);
  }
};

QTEST_MAIN(MeasuringSessionTest)
#include "measuring_session_test.moc"
