// Ticks, decimation, and files that really hold the curve.
#include <QtTest>
#include <QtWidgets>
#include <cmath>
#include <limits>

#include "core/base/error.h"
#include "core/reporting/ticks.h"
#include "ui/charts/chart_card.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_plot.h"
#include "ui/charts/chart_words.h"
#include "ui/widgets/display_numbers.h"

using namespace mlplab;

namespace {

Chart sample() {
  Chart chart;
  chart.title = "Time per epoch";
  chart.unit = "ms";
  chart.x = {"epoch", {}, false, 0, true, 0.0, 10.0};
  chart.y = {"time", "ms", false, 0, false, 0.0, {}};
  ChartSeries series;
  series.name = "2 · OpenMP, test";
  series.color = {3, 0};
  series.marker = Marker::square;
  for (int i = 0; i <= 10; ++i) {
    series.x.push_back(i);
    series.y.push_back(0.1 * i * i + 1.0 / 3.0);
  }
  chart.lines.push_back(series);
  chart.caption = "MLP Lab, made in a test";
  return chart;
}

int pixels_like(const QImage& image, const QColor& wanted) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      const QColor c = image.pixelColor(x, y);
      if (std::abs(c.red() - wanted.red()) + std::abs(c.green() - wanted.green()) + std::abs(c.blue() - wanted.blue()) <
          24) {
        ++count;
      }
    }
  }
  return count;
}

}  // namespace

class ChartTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void labels_of_powers_read_well() {
    const std::string s = "s";
    QCOMPARE(tick_words(1e-5, s), QStringLiteral("10 µs"));
    QCOMPARE(tick_words(1e-8, s), QStringLiteral("10 ns"));
    QCOMPARE(tick_words(0.1, s), QStringLiteral("100 ms"));
    QCOMPARE(tick_words(10.0, s), QStringLiteral("10 s"));
    QCOMPARE(tick_words(1e-5, {}), QStringLiteral("10⁻⁵"));
    QCOMPARE(tick_words(1e7, {}), QStringLiteral("10⁷"));
    QCOMPARE(tick_words(0.001, {}), QLocale().toString(0.001));
    QCOMPARE(tick_words(64.0, {}), QStringLiteral("64"));
    QCOMPARE(tick_words(0.25, "ms"), QLocale().toString(0.25));
  }

  void svg_names_fonts_that_browsers_know() {
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    save_chart(sample(), path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString svg = QString::fromUtf8(file.readAll());
    QVERIFY(svg.count(QStringLiteral("font-family=")) > 0);
    QCOMPARE(svg.count(QStringLiteral("font-family=")), svg.count(QStringLiteral(", sans-serif\"")));
  }

  /// The screen shows the present chart: removed bars leave nothing behind.
  void bars_that_went_are_gone_from_the_screen() {
    Chart both;
    both.title = "Time per epoch";
    both.categories = {"1", "2", "3"};
    both.bars.push_back({.name = "1", .color = {1, 0}, .values = {3, 4, 5}});
    both.bars.push_back({.name = "2", .color = {3, 0}, .values = {9, 8, 7}});
    Chart one = both;
    one.bars.pop_back();
    ChartView view;
    QCOMPARE(view.viewportUpdateMode(), QGraphicsView::FullViewportUpdate);  // what is seen under X11 alone
    view.resize(360, 240);
    view.set_data(both);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto on_screen = [&view] {
      QCoreApplication::processEvents();
      return view.screen()->grabWindow(view.winId()).toImage().convertToFormat(QImage::Format_RGB32);
    };
    const QImage before = on_screen();
    view.set_data(one);
    const QImage after = on_screen();
    QVERIFY(after != before);
    QCOMPARE(after, view.grab().toImage().convertToFormat(QImage::Format_RGB32));
  }

  void ticks_are_round_data() {
    QTest::addColumn<double>("lo");
    QTest::addColumn<double>("hi");
    QTest::addColumn<double>("step");
    QTest::addColumn<double>("top");
    QTest::addColumn<int>("decimals");
    QTest::newRow("loss") << 0.0 << 0.43 << 0.1 << 0.5 << 1;
    QTest::newRow("accuracy") << 91.3 << 100.0 << 2.0 << 100.0 << 0;
    QTest::newRow("milliseconds") << 0.0 << 128.0 << 50.0 << 150.0 << 0;
    QTest::newRow("tiny") << 0.0 << 0.0031 << 0.001 << 0.004 << 3;
  }

  void ticks_are_round() {
    QFETCH(double, lo);
    QFETCH(double, hi);
    const TickScale scale = round_ticks(lo, hi, 5);
    QTEST(scale.step, "step");
    QTEST(scale.max, "top");
    QTEST(scale.decimals, "decimals");
    QVERIFY(scale.min <= lo && std::abs(std::remainder(scale.min, scale.step)) < 1e-9);
  }

  void ticks_of_integers_and_nonsense() {
    QCOMPARE(round_ticks(0, 3, 8, true).step, 1.0);
    QVERIFY(round_ticks(5, 5, 4).max > round_ticks(5, 5, 4).min);
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(round_ticks(nan, nan, 4).max > round_ticks(nan, nan, 4).min);
    const TickScale inside = ticks_inside(0, 7, 8, true);
    QCOMPARE(inside.max, 7.0);
    QCOMPARE(inside.step, 1.0);
  }

  void decimation_keeps_peaks() {
    std::vector<double> x, y;
    for (int i = 0; i < 100000; ++i) {
      x.push_back(i / 10000.0);
      y.push_back(std::sin(i * 0.01));
    }
    y[33333] = 25.0;
    y[77777] = -17.0;
    y[50000] = std::numeric_limits<double>::quiet_NaN();
    const std::vector<ChartPoint> kept = decimate(x, y, 0, 10, 400);
    QVERIFY(kept.size() <= 2U * 401U);
    QVERIFY(kept.size() > 600);
    double lowest = 0, highest = 0, last = -1;
    for (const ChartPoint& p : kept) {
      QVERIFY(p.x >= last);
      last = p.x;
      lowest = std::min(lowest, p.y);
      highest = std::max(highest, p.y);
    }
    QCOMPARE(highest, 25.0);
    QCOMPARE(lowest, -17.0);
    QCOMPARE(decimate({1, 2, 3}, {4, 5, 6}, 0, 10, 400).size(), 3U);
  }

  void csv_is_exact() {
    QLocale::setDefault(QLocale(QLocale::German));  // files stay in the C locale
    const QString csv = QString::fromStdString(to_csv(sample()));
    QLocale::setDefault(QLocale::c());
    const QStringList lines = csv.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 12);
    QCOMPARE(lines[0], QStringLiteral("series,epoch,time / ms"));
    QVERIFY(lines[1].startsWith(QStringLiteral("\"2 · OpenMP, test\",0,0.333333333333333")));
    const double read_back = QLocale::c().toDouble(lines[4].section(QLatin1Char(','), -1));
    QCOMPARE(read_back, sample().lines[0].y[3]);  // to the last digit
  }

  void csv_of_bars_has_categories_and_errors() {
    Chart chart;
    chart.x.title = "batch";
    chart.y = {"time", "s", false, 0, false, {}, {}};
    chart.categories = {"16", "32"};
    chart.bars = {{"kernel", {1, 0}, {1.5, 2.5}, {1.0, 2.0}, {2.0, 3.0}}};
    QCOMPARE(to_csv(chart), std::string("series,batch,time / s,low,high\nkernel,16,1.5,1,2\nkernel,32,2.5,2,3\n"));
  }

  void image_holds_the_curve() {
    const Chart chart = sample();
    const QColor color = series_color(light_theme(), chart.lines[0].color);
    const QImage image = chart_image(chart, {{160, 100}, 200});
    QCOMPARE(image.size(), QSize(1260, 787));
    const int with_curve = pixels_like(image, color);
    Chart empty = chart;
    empty.lines.clear();
    QVERIFY2(with_curve > 3000, qPrintable(QString::number(with_curve)));
    QCOMPARE(pixels_like(chart_image(empty, {{160, 100}, 200}), color), 0);
    QCOMPARE(image.pixelColor(2, 2), light_theme().card);  // light ground, whatever the screen shows
  }

  void image_shows_text() {
    // The caption and the axis titles are drawn: images without them differ.
    Chart other = sample();
    other.caption = "another caption altogether";
    QVERIFY(chart_image(sample(), {}) != chart_image(other, {}));
    other = sample();
    other.y.unit = "hours";
    QVERIFY(chart_image(sample(), {}) != chart_image(other, {}));
  }

  void bars_errors_and_log_axes_are_drawn() {
    Chart chart;
    chart.title = "Speedup";
    chart.x = {"threads", {}, true, 0, false, 1.0, 16.0};
    chart.y = {"speedup", {}, true, 0, false, {}, {}};
    ChartSeries ideal;
    ideal.name = "ideal";
    ideal.line = LineStyle::dashed;
    ideal.x = ideal.y = {1, 2, 4, 8, 16};
    ChartSeries measured = ideal;
    measured.line = LineStyle::none;
    measured.marker = Marker::circle;
    measured.color = {1, 0};
    measured.y = {1, 1.9, 3.4, 5.8, 8.1};
    measured.error_low = {1, 1.7, 3.0, 5.0, 7.0};
    measured.error_high = {1, 2.0, 3.6, 6.4, 9.0};
    chart.lines = {ideal, measured};
    const QColor color = series_color(light_theme(), {1, 0});
    const int with_errors = pixels_like(chart_image(chart, {}), color);
    QVERIFY(with_errors > 200);
    chart.lines[1].error_low.clear();
    chart.lines[1].error_high.clear();
    QVERIFY(pixels_like(chart_image(chart, {}), color) < with_errors);

    Chart stacked;
    stacked.stacked = true;
    stacked.categories = {"16", "32", "64"};
    stacked.bars = {{"host", {0, 0}, {1, 2, 3}, {}, {}}, {"kernel", {2, 0}, {3, 2, 1}, {}, {}}};
    const QImage image = chart_image(stacked, {});
    const int host = pixels_like(image, series_color(light_theme(), {0, 0}));
    const int kernel = pixels_like(image, series_color(light_theme(), {2, 0}));
    QVERIFY(host > 10000);
    QVERIFY(std::abs(host - kernel) < host / 5);  // six units each
  }

  void files_of_every_format() {
    const QTemporaryDir folder;
    for (const QString& format : chart_formats()) {
      const QString path = folder.filePath(QStringLiteral("chart.") + format);
      save_chart(sample(), path);
      QVERIFY2(QFileInfo(path).size() > 100, qPrintable(format));
    }
    QFile svg(folder.filePath(QStringLiteral("chart.svg")));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(svg.readAll());
    QVERIFY(text.contains(QStringLiteral("<path")) || text.contains(QStringLiteral("<polyline")));
    QVERIFY(text.contains(series_color(light_theme(), {3, 0}).name()));
    QVERIFY(text.contains(QStringLiteral("Time per epoch")));
    QFile pdf(folder.filePath(QStringLiteral("chart.pdf")));
    QVERIFY(pdf.open(QIODevice::ReadOnly));
    QVERIFY(pdf.readAll().startsWith("%PDF"));
  }

  void unwritable_file_is_one_sentence() {
    const QTemporaryDir folder;
    QFile blocker(folder.filePath(QStringLiteral("file")));
    QVERIFY(blocker.open(QIODevice::WriteOnly));
    const QString path = folder.filePath(QStringLiteral("file/chart.png"));
    try {
      save_chart(sample(), path);
      QFAIL("saved into a folder that is a file");
    } catch (const InputError& error) {
      QVERIFY(QString::fromUtf8(error.what()).contains(path));
    }
    QVERIFY_EXCEPTION_THROWN(save_chart(sample(), folder.filePath(QStringLiteral("chart.bmp"))), UsageError);
  }

  void card_shows_the_same_numbers_as_a_table() {
    ChartCard card;
    card.set_theme(dark_theme());
    card.set_data(sample());
    card.resize(400, 260);
    card.show();
    QVERIFY(!card.table_shown());
    card.showTable(true);
    QVERIFY(card.table_shown());
    const auto* table = card.findChild<QTableView*>();
    QCOMPARE(table->model()->rowCount(), 11);
    QCOMPARE(table->model()->index(3, 2).data().toString(), display_number(sample().lines[0].y[3]));
    card.copyNumbers();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(to_csv(sample())));
    QVERIFY(card.view()->values_at(3.1).contains(display_number(sample().lines[0].y[3])));
    QVERIFY(!card.view()->accessibleName().isEmpty());
  }

  void numbers_have_three_digits() {
    QLocale::setDefault(QLocale::c());
    QCOMPARE(display_number(0.0271828), QStringLiteral("0.0272"));
    QCOMPARE(display_number(1.0), QStringLiteral("1.00"));
    QCOMPARE(display_number(98.76), QStringLiteral("98.8"));
    QCOMPARE(display_number(123456), QStringLiteral("123000"));
    QCOMPARE(display_number(std::numeric_limits<double>::infinity()), QStringLiteral("–"));
  }
};

QTEST_MAIN(ChartTest)
#include "chart_test.moc"
