// The race: where each run is at a moment, who is first, and the card that plays it.
#include "ui/compare/race.h"

#include <QSlider>
#include <QTemporaryDir>
#include <QTest>

#include "core/base/error.h"
#include "core/base/files.h"
#include "made_comparison.h"
#include "ui/charts/chart_plot.h"
#include "ui/compare/kept_comparisons.h"
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

  void thePictureIsSaved() {
    QTemporaryDir folder;
    RaceCard card;
    card.set_race(race_of(made_comparison()), {});
    card.save(folder.filePath(QStringLiteral("race.png")));
    QVERIFY(!QImage(folder.filePath(QStringLiteral("race.png"))).isNull());
  }

  void comparisonsAreKept() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    Comparison made = made_comparison();
    rebase(made, "sequential");
    made.noise_before = {"other programs used 50 %"};
    made.machine = "abacus";
    for (int i = 0; i < 1000; ++i) {  // a long run
      made.rows[0].runs[0].log.steps.push_back(made.rows[0].runs[0].log.steps.back());
    }
    const std::filesystem::path file = new_comparison_file(root);
    save_comparison(file, made);
    QVERIFY(new_comparison_file(root) != file);
    QCOMPARE(kept_comparisons(root, 5), std::vector{file});
    Comparison read = read_comparison(file);
    QCOMPARE(read.rows.size(), made.rows.size());
    rebase(read, "sequential");
    for (std::size_t i = 0; i < 2; ++i) {
      QCOMPARE(read.rows[i].train_time_s, made.rows[i].train_time_s);
      QCOMPARE(*read.rows[i].relative_speed, *made.rows[i].relative_speed);
      QCOMPARE(read.rows[i].log.epochs, made.rows[i].log.epochs);
      QVERIFY(read.rows[i].log.steps.size() > 10 && read.rows[i].log.steps.size() <= 200);
    }
    QCOMPARE(read.rows[2].reason, made.rows[2].reason);
    QCOMPARE(read.noise_before, made.noise_before);
    QCOMPARE(read.machine, made.machine);
    QVERIFY(read.spec.base == made.spec.base);
    write_file_atomically(file, "{\"format\":\"mlplab-comparison-9\"}");
    QVERIFY_EXCEPTION_THROWN(read_comparison(file), InputError);
  }

  void thePictureSaysWhatItIs() {
    RaceView view;
    Race race = race_of(made_comparison());
    QVERIFY(race.caption.contains(QStringLiteral("784-256-10")));
    view.set_race(race);
    const QImage picture = view.picture(900);
    int dark = 0;  // the title, in the text's colour
    for (int y = 0; y < 60; ++y) {
      for (int x = 0; x < picture.width(); ++x) {
        dark += picture.pixelColor(x, y) == light_theme().text ? 1 : 0;
        for (const RaceLane& lane : race.lanes)
          QVERIFY(picture.pixelColor(x, y) != series_color(light_theme(), lane.color));
      }
    }
    QVERIFY2(dark > 50, qPrintable(QString::number(dark)));
    race.caption = QStringLiteral("something else");
    view.set_race(race);
    QVERIFY(view.picture(900) != picture);
  }
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::RaceTest)
#include "race_test.moc"
