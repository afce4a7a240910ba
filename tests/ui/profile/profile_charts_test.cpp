// The charts of the Profile page on a study made by hand: the five parts in one order, shares, overlays, tables.
#include "core/reporting/charts/profile_charts.h"

#include <QTest>

#include "core/reporting/charts/looks.h"
#include "made_study.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/chart_words.h"

namespace mlplab {
namespace {

class ProfileChartsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void barsStackThePartsByBatch() {
    const Chart chart = parts_chart(made_study(), {});
    QCOMPARE(chart.categories, (std::vector<std::string>{"16", "64", "256"}));
    QVERIFY(chart.stacked);
    QCOMPARE(chart.bars.size(), std::size_t{6});
    const auto looks = part_looks();
    double sum = 0.0;
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
      QCOMPARE(chart.bars[i].name, looks[i].name);
      QCOMPARE(chart.bars[i].fill, looks[i].fill);
      sum += chart.bars[i].values[1];
    }
    QVERIFY2(std::abs(sum - 100.0) < 1e-9, "µs that add up to the step");
    QVERIFY(QString::fromStdString(chart.unit).contains(QStringLiteral("µs")));
  }

  void patternsTellThePartsApartWithoutColour() {
    const auto looks = part_looks();
    for (std::size_t i = 0; i < looks.size(); ++i) {
      for (std::size_t k = i + 1; k < looks.size(); ++k) QVERIFY(looks[i].fill != looks[k].fill);
    }
  }

  void whatNobodyRecordedIsASegmentOfItsOwn() {
    ProfileStudy study = made_study();
    study.points[0].profile.host_s -= 4e-6;
    study.points[0].profile.unrecorded_s = 4e-6;
    const Chart ring = ring_chart(study, {});
    QCOMPARE(ring.ring.back().name, std::string("unrecorded"));
    QVERIFY(std::abs(ring_shares(ring.ring).back() - 4.0) < 1e-9);
    for (const PartLook& look : part_looks())
      QVERIFY(look.part == ProfilePart::unrecorded || look.color.index != ring.ring.back().color.index);
    QVERIFY2(QString::fromStdString(to_csv(parts_chart(study, {}))).contains(QStringLiteral("unrecorded")),
             "a row of the chart's table");
  }

  /// Nor is what nobody measured a share of 0 %: the parts have their names alone.
  void whatIsNotMeasuredHasNoShare() {
    const Chart ring = ring_chart({}, {});
    QCOMPARE(ring.ring.size(), part_looks().size());
    for (const double share : ring_shares(ring.ring)) QVERIFY2(std::isnan(share), "it would be read as 0 %");
    QVERIFY2(ring.empty(), "there is nothing to save");
    QVERIFY2(!chart_words(ring).contains(QStringLiteral("0 %")), qPrintable(chart_words(ring)));
  }

  void aRooflineHasItsCeilingsAndAPointAnOperation() {
    ProfileStudy study = made_study();
    ProfilePoint& point = study.points[0];
    point.model = ModelSpec{.input = {1, 1, 3}, .layers = {{Dense{4}}, {Dense{2}}}};
    point.rows = 5;
    point.profile.nodes = {{1e-6, 0.0, 1e-6}, {1e-6, 1e-6, 1e-6}};
    study.ceilings = Ceilings{.workers = 2,
                              .peak_flop_per_s = 1e11,
                              .readings = {{"L1 cache", 24576, 2e11}, {"memory", 1 << 26, 1e10}},
                              .absent = {}};
    const Chart chart = roofline_chart(study, {});
    QCOMPARE(chart.lines.size(), std::size_t{2 + 5});
    QCOMPARE(chart.keys.size(), std::size_t{3});
    const ChartSeries& memory = chart.lines[1];
    QCOMPARE(memory.name, std::string("memory"));
    QCOMPARE(memory.x[1], 10.0);  // where 10 GB/s feed 100 GFLOP/s
    QVERIFY(std::abs(memory.y[0] - 10.0 * memory.x[0]) < 1e-12);
    QCOMPARE(memory.y[1], 100.0);
    QCOMPARE(memory.y[2], 100.0);
    QCOMPARE(chart.lines[2].name, std::string("layers.0, forward"));
    QCOMPARE(chart.lines[2].x, std::vector<double>{120.0 / 204.0});
    QVERIFY(std::abs(chart.lines[2].y[0] - 0.12) < 1e-12);
    bool named = false;
    for (const ChartReading& r : readings_at(chart, 1.02 * 120.0 / 204.0))
      named = named || r.name == chart.lines[2].name;
    QVERIFY2(named, "the pointer reads a single point on a logarithmic axis");
    study.ceilings.reset();
    QVERIFY(roofline_chart(study, {}).lines.empty());
  }

  void sharesAddUpToAHundred() {
    ProfileChoice choice;
    choice.percent = true;
    const Chart chart = parts_chart(made_study(), choice);
    double sum = 0.0;
    for (const BarSeries& bars : chart.bars) sum += bars.values[0];
    QVERIFY(std::abs(sum - 100.0) < 1e-9);
    QCOMPARE(*chart.y.max, 100.0);
  }

  void placementsAreComparedAtOneBatch() {
    ProfileStudy study = made_study();
    study.points = {made_point(16, "resident"), made_point(64, "resident"), made_point(16, "pinned"),
                    made_point(64, "pinned")};
    ProfileChoice choice;
    choice.point = 3;
    QCOMPARE(parts_chart(study, choice).categories, (std::vector<std::string>{"16", "64"}));
    choice.over_placements = true;
    QCOMPARE(parts_chart(study, choice).categories, (std::vector<std::string>{"resident", "pinned"}));
    QCOMPARE(point_title(study, study.points[3]), std::string("batch 64 · pinned"));
    const Chart rate = profile_rate_chart(study, {});
    QCOMPARE(rate.lines.size(), std::size_t{2});
    QVERIFY(rate.lines[0].marker != rate.lines[1].marker);
  }

  void theRingSplitsPartsByOperation() {
    ProfileChoice choice;
    Chart chart = ring_chart(made_study(), choice);
    QCOMPARE(chart.ring.size(), std::size_t{6});
    QCOMPARE(ring_shares(chart.ring)[2], 57.0);
    QVERIFY(QString::fromStdString(chart.ring_center).contains(QStringLiteral("100 µs")));
    choice.operations = true;
    chart = ring_chart(made_study(), choice);
    QCOMPARE(chart.ring.size(), std::size_t{10});
    double kernel = 0.0;
    for (const RingSlice& slice : chart.ring)
      kernel += slice.within == look_of(ProfilePart::kernel).name ? slice.value : 0.0;
    QVERIFY(std::abs(kernel - 20.0) < 1e-9);
    QVERIFY(QString::fromStdString(to_csv(chart)).contains(QStringLiteral("copy results,57,57")));
    ChartTableModel table;
    table.set_data(chart);
    QCOMPARE(table.rowCount(), 10);
    QVERIFY(!chart_image(chart, {}).isNull());
  }

  void everyCaptionNamesDataImagesAndEpochs() {
    ProfileStudy study = made_study();
    QVERIFY(QString::fromStdString(parts_chart(study, {}).caption).contains(QStringLiteral("data not known")));
    for (ProfilePoint& point : study.points) point.data = "mnist", point.images = 60000, point.epochs = 1;
    for (const Chart& chart : profile_charts(study, {}))
      QVERIFY2(QString::fromStdString(chart.caption).contains(QStringLiteral("mnist, 60000 images, 1 epoch")),
               chart.caption.c_str());
  }

  void failedPointsAreLeftOut() {
    ProfileStudy study = made_study();
    study.points[1].failure = "out of memory";
    QCOMPARE(measured_points(study), std::vector<int>({0, 2}));
    QCOMPARE(parts_chart(study, {}).categories, (std::vector<std::string>{"64", "256"}));
    QCOMPARE(profile_time_chart(study, {}).lines[0].x, std::vector<double>({64, 256}));
  }

  void publishedSharesNameTheirMachineAndLendNoSeconds() {
    ProfileChoice choice;
    choice.overlay = ProfileOverlay{"Someone 2025 (laptop)", "a laptop", {made_point(16)}};
    QCOMPARE(parts_chart(made_study(), choice).categories.size(), 3);
    choice.percent = true;
    const Chart chart = parts_chart(made_study(), choice);
    QVERIFY(QString::fromStdString(chart.categories.back()).endsWith(QStringLiteral(", published")));
    QVERIFY2(QString::fromStdString(chart.unit).contains(QStringLiteral("Someone 2025")),
             "in full, and not under a bar");
    QVERIFY(QString::fromStdString(chart.caption).contains(QStringLiteral("a laptop")));
  }

  void anEmptyStudyMakesEmptyCharts() {
    for (const Chart& chart : profile_charts({}, {})) {
      QVERIFY(chart.lines.empty());
      QVERIFY(chart.empty() || !chart.bars.empty());
    }
  }
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::ProfileChartsTest)
#include "profile_charts_test.moc"
