// A user's actions on a chart (zoom, read values, click the legend); none of them shows or saves a value that was not
// measured.
#include <QtTest>
#include <QtWidgets>
#include <cmath>
#include <limits>

#include "tests/ui/charts/two_runs.h"
#include "ui/charts/chart_card.h"
#include "ui/charts/chart_curves.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_marks.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/chart_view.h"

using namespace mlplab;

namespace {

QStringList names_at(const Chart& chart, double x) {
  QStringList names;
  for (const ChartReading& r : readings_at(chart, x)) names << QString::fromStdString(r.name);
  return names;
}

/// A view on the screen with its axes laid out.
struct ShownChartUse {
  explicit ShownChartUse(const Chart& chart) {
    view.resize(420, 260);
    view.set_data(chart);
    view.show();
    QCoreApplication::processEvents();
  }
  QRectF plot() const { return view.plot().plot_area(); }
  QPoint at(double right, double up) const {
    const QRectF area = plot();
    return view.mapFromScene(QPointF(area.left() + right * area.width(), area.bottom() - up * area.height()));
  }
  void wheel(const QPoint& where, int notches) {
    QWheelEvent event(where, view.viewport()->mapToGlobal(where), {}, QPoint(0, 120 * notches), Qt::NoButton,
                      Qt::NoModifier, Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(view.viewport(), &event);
  }
  void drag(const QPoint& from, const QPoint& to, Qt::KeyboardModifiers keys = {}) {
    QTest::mousePress(view.viewport(), Qt::LeftButton, keys, from);
    QMouseEvent move(QEvent::MouseMove, to, view.viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, keys);
    QCoreApplication::sendEvent(view.viewport(), &move);
    QTest::mouseRelease(view.viewport(), Qt::LeftButton, keys, to);
  }
  ChartView view;
};

}  // namespace

class ChartUseTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void no_value_where_a_run_has_none() {
    const Chart chart = two_runs();
    QCOMPARE(names_at(chart, 3.2), (QStringList{QStringLiteral("short"), QStringLiteral("long")}));
    QCOMPARE(names_at(chart, 8.0), QStringList{QStringLiteral("long")});  // the other one ended after epoch 5
    QCOMPARE(names_at(chart, 0.2), QStringList());
    ChartView view;
    view.set_data(chart);
    QVERIFY(!view.values_at(8.0).contains(QStringLiteral("short")));
    Chart holes = chart;
    holes.lines[0].y[2] = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(!view.values_at(3.0).contains(QStringLiteral("–")));
  }

  void values_say_where_they_were_measured() {
    Chart chart;
    chart.x.title = "workers";
    ChartSeries ideal = line(QStringLiteral("ideal"), {1, 8}, {1, 8});
    ideal.role = ChartSeries::Role::computed;
    ChartSeries mark = line(QStringLiteral("slow cores"), {4.5, 4.5}, {0, 8});
    mark.role = ChartSeries::Role::guide;
    chart.lines = {line(QStringLiteral("measured"), {1, 2, 4, 8}, {1, 1.9, 3.5, 6}), ideal, mark};
    const std::vector<ChartReading> at_three_and_more = readings_at(chart, 3.4);
    QCOMPARE(at_three_and_more.size(), 2U);
    QCOMPARE(at_three_and_more[0].x, 4.0);
    QCOMPARE(at_three_and_more[1].y, 3.4);  // between its two ends, which are all it consists of
    ChartView view;
    view.set_data(chart);
    QVERIFY2(view.values_at(3.4).contains(QStringLiteral("measured: 3.50 (at 4.00)")), qPrintable(view.values_at(3.4)));
  }

  void bars_without_a_value_are_not_read() {
    Chart chart;
    chart.categories = {"1", "2"};
    chart.bars.push_back({.name = "a", .values = {1, std::numeric_limits<double>::quiet_NaN()}});
    chart.bars.push_back({.name = "b", .values = {3}});
    QCOMPARE(names_at(chart, 0.0).size(), 2);
    QCOMPARE(names_at(chart, 1.0), QStringList());
  }

  void files_hold_what_was_measured_and_say_what_was_not() {
    Chart chart;
    chart.x.title = "workers";
    chart.y.title = "speedup";
    ChartSeries beyond = line(QStringLiteral("beyond"), {4, 8}, {3, 2});
    beyond.joined = 1;
    ChartSeries mark = line(QStringLiteral("mark"), {4.5, 4.5}, {0, 8});
    mark.role = ChartSeries::Role::guide;
    ChartSeries smooth = line(QStringLiteral("train"), {1}, {5});
    smooth.note = "mean of three";
    chart.lines = {beyond, mark, smooth};
    QCOMPARE(to_csv(chart), std::string("series,workers,speedup\nbeyond,8,2\n\"train, mean of three\",1,5\n"));
    ChartTableModel table;
    table.set_data(chart);
    QCOMPARE(table.rowCount(), 2);
    QCOMPARE(table.index(1, 0).data().toString(), QStringLiteral("train, mean of three"));
  }

  void wheel_zooms_at_the_pointer_and_a_double_click_shows_all() {
    ShownChartUse shown(two_runs());
    const ChartRange all = shown.view.plot().range();
    const QPoint at = shown.at(0.25, 0.5);
    const QPointF before = shown.view.plot().value_at(shown.view.mapToScene(at));
    shown.wheel(at, 2);
    const ChartRange zoomed = shown.view.plot().range();
    QVERIFY(zoomed.x_max - zoomed.x_min < 0.7 * (all.x_max - all.x_min));
    QVERIFY(zoomed.y_max - zoomed.y_min < 0.7 * (all.y_max - all.y_min));
    const QPointF after = shown.view.plot().value_at(shown.view.mapToScene(at));
    QVERIFY(std::abs(after.x() - before.x()) < 0.3 && std::abs(after.y() - before.y()) < 0.3);
    shown.view.set_data(two_runs());  // new numbers of a live run
    QCOMPARE(shown.view.plot().range(), zoomed);
    QTest::mouseDClick(shown.view.viewport(), Qt::LeftButton, {}, at);
    QCOMPARE(shown.view.plot().range(), all);
    shown.wheel(at, -3);  // there is nothing beyond
    QCOMPARE(shown.view.plot().range(), all);
  }

  void over_an_axis_the_wheel_zooms_that_axis() {
    ShownChartUse shown(two_runs());
    const ChartRange all = shown.view.plot().range();
    shown.wheel(shown.view.mapFromScene(QPointF(shown.plot().left() - 5, shown.plot().center().y())), 2);
    QCOMPARE(shown.view.plot().range().x_max, all.x_max);
    QVERIFY(shown.view.plot().range().y_max < all.y_max);
  }

  void rectangle_is_shown_and_moved() {
    ShownChartUse shown(two_runs());
    shown.drag(shown.at(0.2, 0.8), shown.at(0.6, 0.3));
    const ChartRange range = shown.view.plot().range();
    QVERIFY(std::abs(range.x_min - 2.0) < 0.15 && std::abs(range.x_max - 6.0) < 0.15);
    QVERIFY(shown.view.plot().zoomed());
    shown.drag(shown.at(0.5, 0.5), shown.at(0.25, 0.5), Qt::ShiftModifier);
    QVERIFY(std::abs(shown.view.plot().range().x_min - 3.0) < 0.2);
    QTest::keyClick(&shown.view, Qt::Key_Home);
    QVERIFY(!shown.view.plot().zoomed());
    QTest::keyClick(&shown.view, Qt::Key_Plus);
    QVERIFY(shown.view.plot().zoomed());
    const double from = shown.view.plot().range().x_min;
    QTest::keyClick(&shown.view, Qt::Key_Right);
    QVERIFY(shown.view.plot().range().x_min > from);
  }

  /// Thinned out for its pixels, and as fine as there are points when one looks closer.
  void a_curve_is_on_the_screen_and_finer_in_a_zoom() {
    std::vector<double> x, y;
    for (int i = 0; i < 8000; ++i) x.push_back(i), y.push_back(std::sin(i * 3.14159265 / 4));
    Chart chart;
    chart.lines = {line(QStringLiteral("wave"), x, y)};
    chart.lines[0].color = {0, 0};
    chart.lines[0].in_legend = false;
    ShownChartUse shown(chart);
    const auto crossings = [](ShownChartUse& on) {
      const QImage image = on.view.viewport()->grab().toImage();
      const QRectF area = on.plot();
      const int row = on.view.mapFromScene(on.view.plot().position_of(0, 0.25)).y();
      int count = 0;
      bool before = false;
      for (int at = int(area.left()) + 2; at < int(area.right()) - 1; ++at) {
        const QColor pixel = image.pixelColor(at, row), wanted = series_color(light_theme(), {0, 0});
        const bool ink = std::abs(pixel.red() - wanted.red()) + std::abs(pixel.green() - wanted.green()) < 60;
        count += ink && !before ? 1 : 0;
        before = ink;
      }
      return count;
    };
    QVERIFY(crossings(shown) > 0);
    shown.view.zoom(40.0, shown.plot().center(), Qt::Horizontal);
    QVERIFY2(crossings(shown) > 45, qPrintable(QString::number(crossings(shown))));  // 25 periods of eight points
    shown.view.show_all();
    QVERIFY(crossings(shown) > 0);
  }

  /// Points outside of a zoom are not drawn at its edge, nor intervals beyond the plot.
  void a_zoom_shows_nothing_of_what_lies_outside() {
    const auto painted = [](ShownChartUse& shown, int x, int top, int bottom) {
      shown.view.zoom(1.0, shown.plot().center());  // the line under the pointer goes
      const QImage image = shown.view.viewport()->grab().toImage();
      const QColor wanted = series_color(light_theme(), {0, 0});
      for (int y = std::max(0, top); y < std::min(bottom, image.height()); ++y)
        for (int dx = -3; dx <= 3; ++dx) {
          const QColor at = image.pixelColor(std::clamp(x + dx, 0, image.width() - 1), y);
          if (std::abs(at.red() - wanted.red()) + std::abs(at.green() - wanted.green()) +
                  std::abs(at.blue() - wanted.blue()) <
              60)
            return true;
        }
      return false;
    };
    for (const bool logarithmic : {true, false}) {
      Chart chart;
      chart.x.min = 0.0, chart.x.max = 4.0;
      chart.y.logarithmic = logarithmic;
      chart.lines = {line(QStringLiteral("points"), {1, 2, 3}, {1, 900, 1000})};
      chart.lines[0].color = {0, 0};
      chart.lines[0].line = LineStyle::none;
      chart.lines[0].marker = Marker::circle;
      chart.lines[0].in_legend = false;
      chart.lines[0].error_low = {0.5, 1, 2};
      chart.lines[0].error_high = {2, 1000, 1100};
      chart.notes = {{.y = 5.0, .text = "five", .across = true}};
      ShownChartUse shown(chart);
      const QRectF area = shown.plot();
      const int x = shown.at(0.25, 0.0).x(), second = shown.at(0.5, 0.0).x(), bottom = shown.at(0.0, 0.0).y();
      QVERIFY(painted(shown, x, int(area.top()), bottom + 4));
      shown.view.zoom(3.0, QPointF(area.center().x(), area.top()), Qt::Vertical);
      QVERIFY(shown.view.plot().range().y_min > 5.0);
      QVERIFY2(!painted(shown, x, int(area.top()), bottom + 4), "a marker at the edge");
      QVERIFY(painted(shown, second, int(area.top()), bottom));
      QVERIFY2(!painted(shown, second, bottom + 4, shown.view.height()), "an interval over the axis");
      Chart bare = chart;
      bare.notes.clear();
      ShownChartUse without(bare);
      without.view.zoom(3.0, QPointF(area.center().x(), area.top()), Qt::Vertical);
      QCOMPARE(without.view.plot().range(), shown.view.plot().range());
      QCOMPARE(shown.view.viewport()->grab().toImage(), without.view.viewport()->grab().toImage());
    }
  }

  void logarithmic_axes_zoom_by_factors() {
    Chart chart = two_runs();
    chart.y.min.reset();
    chart.y.logarithmic = true;
    ShownChartUse shown(chart);
    const ChartRange all = shown.view.plot().range();
    shown.drag(shown.at(0.0, 0.5), shown.at(1.0, 1.0));
    QVERIFY(std::abs(shown.view.plot().range().y_min / std::sqrt(all.y_min * all.y_max) - 1) < 0.05);
  }

  /// A bar as long as the axis' first power of ten is seen, not taken for one that is missing.
  void the_shortest_bar_of_a_logarithmic_axis_is_seen() {
    for (const double shortest : {8.0, 10.0, 10.2, 12.9}) {
      Chart chart;
      chart.y.logarithmic = true;
      chart.categories = {"1", "2"};
      chart.bars = {{.name = "1", .color = {1, 0}, .values = {shortest, 1500}}};
      const ShownChartUse shown(chart);
      const ChartPlot& plot = shown.view.plot();
      const QPoint top = shown.view.mapFromScene(plot.position_of(0.0, shortest));
      const QImage image = shown.view.viewport()->grab().toImage();
      const QColor color = series_color(light_theme(), {1, 0});
      for (const int below : {1, 4}) QCOMPARE(image.pixelColor(top + QPoint(0, below)).name(), color.name());
      if (shortest >= 10.0) QVERIFY(plot.range().y_min > 1.0);  // nor a whole decade of nothing
    }
  }

  /// One label alone would tell no scale.
  void a_low_chart_names_two_powers_of_a_logarithmic_axis() {
    Chart chart;
    chart.y.logarithmic = true;
    chart.categories = {"1", "2"};
    chart.bars = {{.name = "1", .color = {1, 0}, .values = {20, 1500}}};
    ShownChartUse shown(chart);
    for (int height = 400; height >= 60; height -= 10) {
      shown.view.resize(400, height);
      QCoreApplication::processEvents();
      const QImage image = shown.view.viewport()->grab().toImage();
      const QPoint ten = shown.view.mapFromScene(shown.view.plot().position_of(0.0, 10.0));
      const QPoint thousand = shown.view.mapFromScene(shown.view.plot().position_of(0.0, 1000.0));
      if (ten.y() - thousand.y() < 16) break;
      const int left = shown.view.mapFromScene(shown.plot().topLeft()).x();
      for (const int y : {ten.y(), thousand.y()}) {
        bool inked = false;
        for (int x = left - 16; x < left - 6; ++x)
          for (int beside = -3; beside <= 3; ++beside)
            inked = inked || image.pixelColor(x, y + beside) != image.pixelColor(1, 1);
        QVERIFY2(inked, qPrintable(QStringLiteral("no label at %1 of height %2").arg(y).arg(height)));
      }
    }
  }

  void upright_line_follows_pointer_and_keys() {
    ShownChartUse shown(two_runs());
    QTest::mouseMove(shown.view.viewport(), shown.at(0.4, 0.5));
    QMouseEvent move(QEvent::MouseMove, shown.at(0.4, 0.5), shown.view.viewport()->mapToGlobal(shown.at(0.4, 0.5)),
                     Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(shown.view.viewport(), &move);
    QVERIFY(shown.view.cross_x().has_value());
    QVERIFY(std::abs(*shown.view.cross_x() - 4.0) < 0.1);
    QTest::keyClick(&shown.view, Qt::Key_Right);
    QVERIFY(*shown.view.cross_x() > 4.1);
  }

  /// As in projector mode. The axes of Qt Charts would make other labels while Qt goes through a list of them all.
  void a_larger_font_of_the_program_leaves_the_labels_alone() {
    ShownChartUse s(two_runs());
    const QFont usual = QApplication::font();
    const auto restore = qScopeGuard([&] { QApplication::setFont(usual); });
    const QList<QGraphicsItem*> before = s.view.scene()->items();
    QVERIFY(before.size() > 10);
    for (const double points : {30.0, 6.0}) {
      QFont other = usual;
      other.setPointSizeF(points);
      QApplication::setFont(other);
      QCOMPARE(s.view.scene()->font(), usual);
      QCOMPARE(s.view.scene()->items(), before);
    }
  }

  void legend_entry_is_clicked() {
    Chart chart = two_runs();
    chart.lines[0].key = 7;
    chart.lines[1].key = 8;
    ShownChartUse shown(chart);
    const QSignalSpy spy(&shown.view, &ChartView::keyClicked);
    std::optional<QPoint> first;
    for (int x = 0; x < 200 && !first; ++x) {
      if (shown.view.plot().legend_key_at(QPointF(x, 10)) == 7) first = shown.view.mapFromScene(QPointF(x, 10));
    }
    QVERIFY(first.has_value());
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, *first);
    QCOMPARE(spy.count(), 1);
    QCOMPARE(spy.at(0).at(0).toInt(), 7);
    QTest::mouseClick(shown.view.viewport(), Qt::LeftButton, {}, shown.at(0.5, 0.5));
    QCOMPARE(spy.count(), 1);
  }

  void axis_is_chosen_and_remembered() {
    ChartCard card;
    card.remember_axis_as(QStringLiteral("test/0"));
    card.set_data(two_runs());
    QVERIFY(!card.data().y.logarithmic);
    QAction* log = nullptr;
    for (QAction* action : card.menu()->actions()) {
      if (action->text().contains(QStringLiteral("ogarithmic"))) log = action;
    }
    QVERIFY(log && log->isVisible() && log->isEnabled());
    log->trigger();
    QVERIFY(card.data().y.logarithmic && !card.data().y.min);
    card.set_data(two_runs());  // new numbers
    QVERIFY(card.data().y.logarithmic);
    ChartCard next;  // after a new start
    next.remember_axis_as(QStringLiteral("test/0"));
    next.set_data(two_runs());
    QVERIFY(next.data().y.logarithmic);
    QVERIFY(unit_words(next.data()).find("log scale") != std::string::npos);
    log->trigger();
    QVERIFY(!card.data().y.logarithmic);
    QSettings().remove(QStringLiteral("charts/axis/test"));
  }

  void of_several_charts_the_header_offers_the_choice() {
    ChartCard card;
    Chart first = two_runs(), second = two_runs();
    first.title = "Throughput", second.title = "Energy";
    card.set_data(first);
    QVERIFY(card.choice()->isHidden());
    card.set_data(std::vector{first, second});
    QVERIFY(!card.choice()->isHidden());
    QCOMPARE(card.data().title, std::string("Throughput"));
    card.choice()->setCurrentIndex(1);
    QCOMPARE(card.data().title, std::string("Energy"));
    second.unit = "new numbers";
    card.set_data(std::vector{first, second});
    QCOMPARE(card.data().unit, second.unit);  // what was chosen stays
    QTemporaryDir folder;
    QCOMPARE(save_cards({&card}, folder.path()).size(), 2 * int(chart_formats().size()));
    Chart between = first;
    between.title = "Accuracy";
    card.set_data(std::vector{first, between, second});
    QCOMPARE(card.data().title, std::string("Energy"));  // also at another place of the list
    card.set_data(first);
    QCOMPARE(card.data().title, std::string("Throughput"));
    QVERIFY(card.choice()->isHidden());
  }

  /// The number of the entries that there is no room for is inside of the chart, and whole.
  void the_rest_of_a_legend_has_room() {
    Chart chart;
    for (int i = 0; i < 8; ++i)
      chart.lines.push_back({.name = "a line with a name of some length, number " + std::to_string(i)});
    const Theme theme = light_theme();
    const QRectF area(0, 0, 200, 100);
    for (const double width : {90.0, 200.0, 300.0, 460.0}) {
      const LegendLayout layout = lay_out_legend(chart, theme, QRectF(0, 0, width, 100), 3);
      QCOMPARE(layout.left_out + layout.boxes.size(), chart.lines.size());
      QVERIFY(layout.left_out > 0);
      QFont font = QGuiApplication::font();
      font.setPointSizeF(theme.small_pt);
      const QFontMetricsF metrics(font);
      QVERIFY2(layout.rest.x() + metrics.horizontalAdvance(QStringLiteral("+%1").arg(layout.left_out)) <= width,
               qPrintable(QString::number(width)));
      for (const LegendLayout::Box& box : layout.boxes) QVERIFY(box.whole().right() <= width);
    }
    chart.lines.resize(1);
    QCOMPARE(lay_out_legend(chart, theme, area, 1).left_out, std::size_t{0});
  }

  void below_zero_there_is_no_logarithm() {
    Chart chart = two_runs();
    chart.lines[0].y[0] = -1;
    QVERIFY(!may_be_logarithmic(chart));
  }

  void what_lies_outside_is_marked_and_stays_in_the_plot() {
    Chart chart = two_runs();
    chart.lines[1].y.assign(10, 1e6);
    chart.y.max = 5.0;
    const QColor color = series_color(light_theme(), chart.lines[1].color);
    const auto pixels = [&color](const QImage& image) {
      int count = 0;
      for (int y = image.height() / 6; y < image.height(); ++y) {  // below the legend, which has the colour too
        for (int x = 0; x < image.width(); ++x) count += image.pixelColor(x, y) == color ? 1 : 0;
      }
      return count;
    };
    QVERIFY(pixels(chart_image(chart, {})) > 40);
    chart.lines[1].role = ChartSeries::Role::computed;  // nobody measured what is left out here
    QCOMPARE(pixels(chart_image(chart, {})), 0);
  }

  void lines_are_cut_at_the_edges() {
    const QRectF area(0, 0, 10, 10);
    QCOMPARE(cut_line({-5, 5}, {15, 5}, area), QLineF(0, 5, 10, 5));
    QCOMPARE(cut_line({5, 5}, {5, -1e9}, area), QLineF(5, 5, 5, 0));
    QVERIFY(cut_line({-5, -5}, {-5, 20}, area).isNull());
    QVERIFY(cut_line({-5, 12}, {12, 30}, area).isNull());
  }

  /// Long ones are drawn in pieces.
  void a_long_curve_is_one_line_with_its_dashes() {
    const Theme theme = make_theme(ThemeChoice::light, false);
    for (const LineStyle style : {LineStyle::solid, LineStyle::dashed}) {
      Chart chart = two_runs();
      chart.lines.resize(1);
      ChartSeries& line = chart.lines[0];
      line.line = style;
      line.x.clear(), line.y.clear();
      QPainterPath path;
      for (int i = 0; i < 500; ++i) {
        line.x.push_back(2 * i), line.y.push_back(100 + 60 * std::sin(i / 20.0) + 15 * std::sin(i * 2.0));
        if (i == 0)
          path.moveTo(line.x.back(), line.y.back());
        else
          path.lineTo(line.x.back(), line.y.back());
      }
      QImage seen(1000, 200, QImage::Format_RGB32), whole(seen.size(), seen.format());
      for (QImage* image : {&seen, &whole}) image->fill(Qt::white);
      QPainter painter(&seen), at_once(&whole);
      for (QPainter* each : {&painter, &at_once}) each->setRenderHint(QPainter::Antialiasing);
      paint_curves(painter, chart, thinned_curves(chart, 0, 1000, 1000),
                   {theme, QRectF(0, 0, 1000, 200), [](double x, double y) { return QPointF(x, y); }});
      QPen pen = painter.pen();
      if (style != LineStyle::solid) pen.setDashOffset(0);
      at_once.setPen(pen);
      at_once.drawPath(path);
      painter.end(), at_once.end();
      int ink = 0, differing = 0;
      for (int y = 0; y < seen.height(); ++y)
        for (int x = 0; x < seen.width(); ++x) {
          const int one = qGray(seen.pixel(x, y)), other = qGray(whole.pixel(x, y));
          ink += other < 250 ? 1 : 0;
          differing += std::abs(one - other) > 60 ? 1 : 0;
        }
      QVERIFY(ink > 5000);
      QVERIFY2(500 * differing < ink, qPrintable(QStringLiteral("%1 of %2 pixels").arg(differing).arg(ink)));
    }
  }

  /// Drawn once and repeated, or line by line where the pixels do not come out even: as dense.
  void a_pattern_is_the_same_at_every_scale() {
    const auto drawn = [](Fill fill, qreal scale) {
      QImage image(240, 240, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      painter.setRenderHint(QPainter::Antialiasing);
      painter.scale(scale, scale);
      QPainterPath shape;
      shape.addRect(7, 5, 250, 250);
      fill_shape(painter, shape, Qt::black, fill, Qt::white);
      painter.end();
      return image.copy(20, 20, 216, 216);
    };
    const auto gray_of = [&](Fill fill, qreal scale) {
      const QImage image = drawn(fill, scale);
      double sum = 0.0;
      for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) sum += qGray(image.pixel(x, y));
      return sum / (double{1} * image.width() * image.height());
    };
    // Pixels that are not as those so far to the right or below.
    const auto differing = [&](Fill fill, qreal scale, int right, int below) {
      const QImage image = drawn(fill, scale);
      int count = 0;
      for (int y = 0; y + below < image.height(); ++y)
        for (int x = 0; x + right < image.width(); ++x)
          count += std::abs(qGray(image.pixel(x, y)) - qGray(image.pixel(x + right, y + below))) > 4 ? 1 : 0;
      return count;
    };
    QCOMPARE(gray_of(Fill::plain, 1.0), 0.0);
    for (const Fill fill : {Fill::rising, Fill::falling, Fill::grid, Fill::lines, Fill::dots})
      for (const qreal scale : {1.0, 2.0}) {
        const int period = static_cast<int>(6 * scale);
        QCOMPARE(differing(fill, scale, period, 0) + differing(fill, scale, 0, period), 0);
        QVERIFY(differing(fill, scale, 0, period / 2) > 1000);
        const double repeated = gray_of(fill, scale), lines = gray_of(fill, scale + 0.003);
        QVERIFY2(repeated > 20.0 && std::abs(repeated - lines) < 0.04 * lines,
                 qPrintable(QStringLiteral("%1: %2, %3").arg(static_cast<int>(fill)).arg(repeated).arg(lines)));
      }
  }

  /// SVG files have no clipping in Qt 6.4: the curve itself must end where the plot does.
  void saved_curves_end_at_the_plot() {
    Chart chart = two_runs();
    chart.lines[1].y = {1, 1e4, 1, 1e5, 1, 1, 1, 1, 1, 1};
    chart.y.max = 5.0;
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("chart.svg"));
    save_chart(chart, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString svg = QString::fromUtf8(file.readAll());
    const QRegularExpression coordinate(QStringLiteral("[ML](-?[0-9.e+]+),(-?[0-9.e+]+)"));
    int seen = 0;
    for (auto match = coordinate.globalMatch(svg); match.hasNext(); ++seen) {
      const double y = match.next().captured(2).toDouble();
      QVERIFY2(y > -1000 && y < 1000, qPrintable(QString::number(y)));
    }
    QVERIFY(seen > 10);
  }

  /// The first of them has the edge of the image beside it.
  void slanted_names_are_not_cut_by_the_edge() {
    Chart chart;
    for (int i = 0; i < 9; ++i) chart.categories.push_back("Sequential, the first");
    chart.bars.push_back({.name = "time", .values = std::vector<double>(9, 1.0)});
    ChartView view;
    view.set_theme(light_theme(true));
    view.set_data(chart);
    view.resize(450, 600);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const QImage seen = view.grab().toImage();
    for (int y = seen.height() / 2; y < seen.height(); ++y) {
      QVERIFY2(seen.pixel(0, y) == seen.pixel(0, 0), qPrintable(QStringLiteral("row %1").arg(y)));
    }
  }

  /// Where a title stands there is nothing without it.
  void axis_titles_overprint_nothing_data() {
    QTest::addColumn<bool>("log_x");
    QTest::addColumn<bool>("log_y");
    QTest::addColumn<bool>("words");
    QTest::newRow("linear") << false << false << false;
    QTest::newRow("logarithmic") << true << true << false;
    QTest::newRow("slanted names") << false << true << true;
  }
  void axis_titles_overprint_nothing() {
    QFETCH(bool, log_x);
    QFETCH(bool, log_y);
    QFETCH(bool, words);
    Chart chart;
    chart.x = {"batch", {}, log_x, 0, false, {}, {}};
    chart.y = {"time", "ms", log_y, 0, false, {}, {}};
    if (words) {
      for (int i = 0; i < 12; ++i) {
        chart.categories.push_back("a backend with a long name " + std::to_string(i));
      }
      chart.bars.push_back({.name = "time", .values = std::vector<double>(12, 3000.0)});
    } else {
      chart.lines.push_back(line(QStringLiteral("a"), {1, 10, 100, 1000}, {1, 100, 10000, 1e6}));
    }
    Chart bare = chart;
    bare.x.title = bare.y.title = bare.y.unit = {};
    const QImage with = chart_image(chart, {}), without = chart_image(bare, {});
    int title = 0, overprinted = 0;
    for (int y = 0; y < with.height(); ++y) {
      for (int x = 0; x < with.width(); ++x) {
        if (with.pixel(x, y) == without.pixel(x, y)) continue;
        ++title;
        overprinted += without.pixelColor(x, y) != light_theme().card ? 1 : 0;
      }
    }
    QVERIFY2(title > 200, qPrintable(QString::number(title)));
    QCOMPARE(overprinted, 0);
  }
};

QTEST_MAIN(ChartUseTest)
#include "chart_use_test.moc"
