// Cells of the run table, the same-start check, and the charts made of runs.
#include "ui/runs/run_table.h"

#include <QtTest>

#include "tests/ui/runs/runs_test.h"
#include "ui/charts/chart_plot.h"
#include "ui/runs/run_charts.h"

using namespace mlplab;

class RunTableTest : public QObject {
  Q_OBJECT

  static std::string backend(std::size_t index) { return backend_table()[index % backend_table().size()].name; }

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void cells() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5, 0.4, 0.3}));
    RunTableModel model(runs);
    model.reset();
    const auto cell = [&](int column) { return model.index(0, column).data().toString(); };
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(cell(RunTableModel::run_column), QStringLiteral("1"));
    QCOMPARE(cell(RunTableModel::workers_column), QStringLiteral("2"));
    QCOMPARE(cell(RunTableModel::epoch_time_column), QStringLiteral("0.550 ± 0.025"));
    QCOMPARE(cell(RunTableModel::accuracy_column), QStringLiteral("92.0"));
    QCOMPARE(cell(RunTableModel::same_start_column), QStringLiteral("–"));
    QVERIFY(model.to_csv().contains(QStringLiteral("0.55,")));
  }

  void csv_quotes_what_needs_it() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5}));
    runs.back()->folder = "/runs/\"best\", 2";
    RunTableModel model(runs);
    model.reset();
    QVERIFY2(model.to_csv().endsWith(QStringLiteral(",\"/runs/\"\"best\"\", 2\"\n")), qPrintable(model.to_csv()));
  }

  void newest_run_is_on_top() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5}));
    runs.push_back(made_run(2, backend(0), {0.5}));
    RunTableModel model(runs);
    model.reset();
    QCOMPARE(model.run_at(0)->number, 2);
    QCOMPARE(model.row_of(*runs[0]), 1);
    QVERIFY(model.run_at(2) == nullptr);
  }

  void same_start_compares_with_the_first_backend() {
    RunList runs;
    runs.push_back(made_run(1, backend(1), {0.50002, 0.3}));
    runs.push_back(made_run(2, backend(0), {0.5, 0.3}));
    runs.push_back(made_run(3, backend(1), {0.51, 0.3}));
    QCOMPARE(same_start(*runs[1], runs), SameStart::reference);
    QCOMPARE(same_start(*runs[0], runs), SameStart::equal);
    QCOMPARE(same_start(*runs[2], runs), SameStart::different);
    runs[0]->log.epochs[1].loss_train = 0.301;
    QCOMPARE(same_start(*runs[0], runs), SameStart::different);  // every epoch counts
    runs[2]->log.epochs[0].loss_train = std::numeric_limits<double>::quiet_NaN();
    QCOMPARE(same_start(*runs[2], runs), SameStart::different);
  }

  void other_settings_are_not_compared() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {0.5}));
    runs.push_back(made_run(2, backend(1), {0.7}));
    runs[1]->spec.seed = 99;
    QCOMPARE(same_start(*runs[1], runs), SameStart::unknown);
    runs[1]->spec.seed = runs[0]->spec.seed;
    runs[1]->spec.epochs = 50;  // how long does not matter for epoch 1
    QCOMPARE(same_start(*runs[1], runs), SameStart::different);
    runs[0]->spec.optimizer.schedule = runs[1]->spec.optimizer.schedule = ScheduleKind::cosine;
    QCOMPARE(same_start(*runs[1], runs), SameStart::unknown);
  }

  void runs_of_one_backend_look_different() {
    RunList runs;
    for (int i = 0; i < 3; ++i) {
      auto run = made_run(i + 1, backend(1), {0.5});
      assign_look(*run, runs);
      runs.push_back(std::move(run));
    }
    auto other = made_run(4, backend(0), {0.5});
    assign_look(*other, runs);
    QCOMPARE(runs[0]->color.index, runs[1]->color.index);  // a backend keeps its colour
    QVERIFY(runs[0]->color.shade != runs[1]->color.shade);
    QVERIFY(runs[0]->marker != runs[1]->marker);
    QVERIFY(runs[1]->marker != runs[2]->marker);
    QVERIFY(other->color.index != runs[0]->color.index);
    QVERIFY(series_color(light_theme(), runs[0]->color) != series_color(light_theme(), runs[1]->color));
  }

  void charts_hold_the_runs() {
    RunList runs;
    runs.push_back(made_run(1, backend(0), {2.0, 0.4, 0.3, 0.25}));
    runs.push_back(made_run(2, backend(1), {2.0, 0.4, 0.3, 0.25}, 0.001));
    const ChartData loss = loss_chart(runs);
    QCOMPARE(loss.lines.size(), 4U);
    QCOMPARE(loss.lines[0].line, LineStyle::solid);
    QCOMPARE(loss.lines[1].line, LineStyle::dashed);
    QVERIFY(loss.lines[1].marker != Marker::none);
    QCOMPARE(loss.lines[1].y,
             (std::vector<double>{2.2, 0.44000000000000006, 0.33000000000000002, 0.27500000000000002}));
    const ChartData accuracy = accuracy_chart(runs);
    QCOMPARE(accuracy.lines[1].highlight, 3);  // the best epoch is the last
    const ChartData times = epoch_time_chart(runs);
    QCOMPARE(times.bars.size(), 2U);
    QVERIFY(times.y.logarithmic);  // 500 times apart
    QCOMPARE(times.y.unit, QStringLiteral("ms"));
    QCOMPARE(times.bars[1].values[0], 1.0);
    const ChartData rate = throughput_chart(runs);
    QVERIFY(std::abs(rate.lines[0].y.back() - 1.0 / 0.5) < 0.01);  // k images/s, 1000 images in 0.5 s
    runs[0]->visible = false;
    QCOMPARE(loss_chart(runs).lines.size(), 2U);
    QVERIFY(loss_chart(runs).caption.contains(QStringLiteral("784-256-10")));
  }

  void durations() {
    QCOMPARE(display_duration(42.4), QStringLiteral("0:42"));
    QCOMPARE(display_duration(3723), QStringLiteral("1:02:03"));
    QCOMPARE(display_rate(1930000), QStringLiteral("1.93 M"));
    QCOMPARE(display_rate(508000), QStringLiteral("508 k"));
    QCOMPARE(display_rate(0), QStringLiteral("–"));
  }
};

QTEST_MAIN(RunTableTest)
#include "run_table_test.moc"
