// Work beside the window: which results are reported, in which order, and which are not.
#include "ui/widgets/background.h"

#include <QtTest>
#include <semaphore>

using namespace mlplab;

class BackgroundTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_goes_on_is_finished_and_then_comes_the_newest() {
    Background background;
    std::binary_semaphore begun(0), go_on(0);
    QList<int> told;
    const auto work = [&](int number) {
      return
          [&, number](const std::atomic<bool>&) -> Background::Finish { return [&told, number] { told << number; }; };
    };
    background.ask([&](const std::atomic<bool>&) -> Background::Finish {
      begun.release();
      go_on.acquire();
      return [&told] { told << 1; };
    });
    begun.acquire();
    for (int number = 2; number <= 5; ++number) background.ask(work(number));
    QVERIFY(background.busy() && told.isEmpty());
    go_on.release();
    QTRY_VERIFY(!background.busy());
    QCOMPARE(told, (QList<int>{1, 5}));
  }

  void what_is_forgotten_is_stopped_and_never_told() {
    Background background;
    std::binary_semaphore begun(0);
    bool told = false, told_next = false;
    background.ask([&](const std::atomic<bool>& stop) -> Background::Finish {
      begun.release();
      while (!stop) std::this_thread::yield();
      return [&told] { told = true; };
    });
    begun.acquire();
    background.forget();
    QVERIFY(!background.busy());
    background.ask([&](const std::atomic<bool>& stop) -> Background::Finish {
      const bool stopped = stop;
      return [&told_next, stopped] { told_next = !stopped; };
    });
    QTRY_VERIFY(told_next);
    QVERIFY(!told);
  }

  void its_end_stops_what_goes_on() {
    std::binary_semaphore begun(0);
    bool told = false;
    {
      Background background;
      background.ask([&](const std::atomic<bool>& stop) -> Background::Finish {
        begun.release();
        while (!stop) std::this_thread::yield();
        return [&told] { told = true; };
      });
      begun.acquire();
    }
    QCoreApplication::processEvents();
    QVERIFY(!told);
  }
};

QTEST_MAIN(BackgroundTest)
#include "background_test.moc"
