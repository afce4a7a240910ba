// The race: where each run is at a moment, who is first, and the card that plays it.
#include "ui/compare/race.h"

#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include "tests/core/study/comparison/made_comparison.h"
#include "ui/charts/chart_plot.h"
#include "ui/compare/race_card.h"
#include "ui/compare/race_view.h"

namespace mlplab {
namespace {

class RaceTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void everyRunIsOnTheSameClock() {
    const Race race = race_of(made_comparison());
    QCOMPARE(race.lanes.size(), std::size_t{2});
    QCOMPARE(race.end_s(), 6.0);
    QCOMPARE(epochs_at(race.lanes[0], 0.0), 0.0);
    QCOMPARE(epochs_at(race.lanes[0], 3.0), 1.5);
    QVERIFY(std::abs(epochs_at(race.lanes[0], 3.25) - 1.625) < 1e-12);
    QCOMPARE(epochs_at(race.lanes[0], 100.0), 3.0);
    QCOMPARE(epochs_at(race.lanes[1], 3.0), 3.0);
    QCOMPARE(*finish_s(race.lanes[1]), 0.03);
  }

  void placesAreGivenAtTheLine() {
    const Race race = race_of(made_comparison());
    QCOMPARE(place_at(race, 1, 0.02), 0);
    QCOMPARE(place_at(race, 1, 0.04), 1);
    QCOMPARE(place_at(race, 0, 5.9), 0);
    QCOMPARE(place_at(race, 0, 6.0), 2);
  }

  void aRunThatIsGoingOnHasNoFinish() {
    Comparison comparison = made_comparison();
    comparison.rows[0].log.epochs.resize(1);
    comparison.rows[0].log.steps.resize(6);
    const Race race = race_of(comparison);
    QVERIFY(!finish_s(race.lanes[0]));
    QCOMPARE(epochs_at(race.lanes[0], 100.0), 1.5);
  }

  void theCardReplaysAndScrubs() {
    RaceCard card;
    card.resize(600, 300);
    card.show();
    QVERIFY(card.label().isEmpty());
    card.set_race(race_of(made_comparison()), {});
    QCOMPARE(card.label(), QStringLiteral("replayed"));
    QCOMPARE(card.view()->clock_s(), 6.0);
    card.slider()->setValue(card.slider()->maximum() / 2);
    QCOMPARE(card.view()->clock_s(), 3.0);
    card.seek(1.0);
    card.play();
    QVERIFY(card.playing());
    QTRY_VERIFY(card.view()->clock_s() > 1.05);
    card.pause();
    const double stopped_s = card.view()->clock_s();
    QTest::qWait(100);
    QCOMPARE(card.view()->clock_s(), stopped_s);
  }

  void theLiveClockFollowsTheRun() {
    RaceCard card;
    card.show();
    card.set_race(race_of(made_comparison()), 2.0);
    QVERIFY(card.live());
    QCOMPARE(card.label(), QStringLiteral("live"));
    QCOMPARE(card.view()->clock_s(), 2.0);
    card.play();
    QVERIFY2(!card.playing(), "the run moves the clock");
  }

  void theImageIsSaved() {
    QTemporaryDir folder;
    RaceCard card;
    card.set_race(race_of(made_comparison()), {});
    card.save_image(folder.filePath(QStringLiteral("race.png")));
    QVERIFY(!QImage(folder.filePath(QStringLiteral("race.png"))).isNull());
  }

  void theImageSaysWhatItIs() {
    RaceView view;
    Race race = race_of(made_comparison());
    QVERIFY(race.caption.contains(QStringLiteral("784-256-10")));
    view.set_race(race);
    const QImage image = view.image(900);
    int dark = 0;  // the title, in the text's colour
    for (int y = 0; y < 60; ++y) {
      for (int x = 0; x < image.width(); ++x) {
        dark += image.pixelColor(x, y) == light_theme().text ? 1 : 0;
        for (const RaceLane& lane : race.lanes)
          QVERIFY(image.pixelColor(x, y) != series_color(light_theme(), lane.color));
      }
    }
    QVERIFY2(dark > 50, qPrintable(QString::number(dark)));
    race.caption = QStringLiteral("something else");
    view.set_race(race);
    QVERIFY(view.image(900) != image);
  }
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::RaceTest)
#include "race_test.moc"
