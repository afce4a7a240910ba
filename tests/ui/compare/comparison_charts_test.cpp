// Charts and table of the Compare page on a comparison made by hand.
#include "core/reporting/charts/comparison_charts.h"

#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "core/data/load.h"
#include "core/reporting/comparison_report.h"
#include "core/study/figures.h"
#include "tests/core/study/comparison/made_comparison.h"
#include "ui/compare/comparison_table.h"
#include "ui/runs/run.h"

namespace mlplab {
namespace {

std::shared_ptr<const SweepAnalysis> made_sweep(const std::string& backend, double serial) {
  auto analysis = std::make_shared<SweepAnalysis>();
  analysis->spec.axis = SweepAxis::workers;
  analysis->spec.base.backend = backend;
  std::vector<ScalingPoint> points;
  for (const int p : {1, 2, 4}) {
    const double t = serial + (1.0 - serial) / p;
    points.push_back({p, {0.99 * t, t, 1.01 * t}, p == 4});
  }
  const auto speeds = speedups(points, 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    SweepPoint& point = analysis->points.emplace_back();
    point.value = std::to_string(points[i].workers);
    point.workers = points[i].workers;
    point.speed = {speeds[i].speedup, speeds[i].speedup_ci};
    point.efficiency.value = speeds[i].efficiency;
    point.oversubscribed = points[i].oversubscribed;
  }
  return analysis;
}

class ComparisonChartsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aBarForEveryRowThatIsDone() {
    const Chart chart = comparison_times_chart(made_comparison(), true, {});
    QCOMPARE(chart.categories, (std::vector<std::string>{"sequential", "simd"}));
    QVERIFY(chart.y.logarithmic);
    QCOMPARE(chart.bars.size(), std::size_t{2});
    QVERIFY(chart.bars[0].color.index != chart.bars[1].color.index);
    const Chart linear = comparison_times_chart(made_comparison(), false, {});
    QVERIFY(!linear.y.logarithmic);
    QCOMPARE(linear.bars[0].values[0], 6.0);
    QVERIFY2(QString::fromStdString(to_csv(linear)).count(QLatin1Char('\n')) == 3, "a head and a line a bar");
  }

  void joulesHaveABarForEveryRowThatHasThem() {
    Comparison comparison = made_comparison();
    const auto of_energy = [&] {
      std::vector<Chart> charts = comparison_charts(comparison, false, {});
      std::erase_if(charts, [](const Chart& chart) {
        return std::ranges::none_of(figures::of_energy, [&](const Figure* one) { return chart.id == one->id; });
      });
      return charts;
    };
    QVERIFY(of_energy().empty());
    comparison.rows[1].energy = {.scopes = {"package 0"},
                                 .with_idle = {.epoch_j = 7.0, .epoch_ci = {6.0, 8.0}, .uncertain = true},
                                 .mean_w = 3.0,
                                 .short_windows = true};
    const std::vector<Chart> charts = of_energy();
    QCOMPARE(charts.size(), std::size_t{2});  // of joules, and of images per joule: the baseline has none to relate
    QCOMPARE(charts[0].categories, std::vector<std::string>{"simd"});
    QCOMPARE(charts[0].bars.at(0).values, std::vector<double>{7.0});
    QCOMPARE(charts[0].bars.at(0).error_high, std::vector<double>{8.0});
    QCOMPARE(charts[0].unit, std::string("≈ J"));
    QVERIFY(QString::fromStdString(charts[0].caption).contains(QStringLiteral("≈: epochs below 5 s")));
    comparison.rows[1].energy.with_idle.relative_edp = 0.4;
    QCOMPARE(of_energy().at(1).bars.at(0).values, std::vector<double>{0.4});
    comparison.rows[0].energy = {.scopes = {"package 0"}, .with_idle = {.epoch_j = 9.0}, .mean_w = 3.0};
    comparison.rows[1].energy.without_idle = {.epoch_j = -0.25};
    const Chart both = of_energy().at(0);
    QVERIFY(!both.stacked);
    QCOMPARE(both.bars.size(), std::size_t{2});
    QCOMPARE(both.bars[0].name, std::string("With idle"));
    QCOMPARE(both.bars[0].values, (std::vector<double>{9.0, 7.0}));
    QVERIFY(std::isnan(both.bars[1].values[0]));  // not known, which is not 0
    QCOMPARE(both.bars[1].values[1], -0.25);
    QVERIFY(y_limits(both).lo < 0.0);
  }

  /// Phases add up to what was timed; without any beside training there is nothing to draw.
  void phasesAreOnTopOfOneAnother() {
    Comparison comparison = made_comparison();
    const auto chart_of = [&](const char* id) {
      const std::vector<Chart> charts = comparison_charts(comparison, false, {});
      const auto found = std::ranges::find(charts, id, &Chart::id);
      return found == charts.end() ? Chart() : *found;
    };
    for (ComparisonRow& row : comparison.rows)
      for (EpochDone& epoch : row.log.epochs) epoch.test_time_s = epoch.validation_time_s = 0.0;
    QVERIFY(chart_of("phases").empty());
    for (EpochDone& epoch : comparison.rows[1].log.epochs) epoch.test_time_s = 0.25, epoch.validation_time_s = 0.5;
    const Chart phases = chart_of("phases");
    QVERIFY(phases.stacked);
    QCOMPARE(phases.bars.size(), std::size_t{3});  // training, validation, test: what it took beside is not known
    const double per_second = phases.bars[0].values[0] / comparison.rows[0].time_s.value;
    const auto epochs = static_cast<double>(comparison.rows[1].log.epochs.size());
    QCOMPARE(phases.bars[1].values, (std::vector<double>{0.0, per_second * 0.5 * epochs}));
    QCOMPARE(phases.bars[2].values, (std::vector<double>{0.0, per_second * 0.25 * epochs}));
    QCOMPARE(phases.y.title, std::string("training and evaluation of a run"));
    comparison.rows[1].wall_s = 100.0;  // of one row alone, as where the other was measured by an older version
    QCOMPARE(chart_of("phases").bars.size(), std::size_t{3});
    QCOMPARE(chart_of("phases").y.title, phases.y.title);
    comparison.rows[0].wall_s = comparison.rows[0].time_s.value + 1.0;
    const Chart whole = chart_of("phases");
    QCOMPARE(whole.bars.size(), std::size_t{4});
    QCOMPARE(whole.y.title, std::string("time of a run"));
    const double unit = whole.bars[0].values[0] / comparison.rows[0].time_s.value;
    QVERIFY(std::abs(whole.bars[3].values[0] - unit) < 1e-9);
    QVERIFY(std::abs(whole.bars[3].values[1] + 0.75 * epochs * unit + whole.bars[0].values[1] - 100.0 * unit) < 1e-9);
    comparison.rows[0].wall_s = comparison.rows[1].wall_s = not_known;
    for (int round = 1; round < 3; ++round)
      add_run(comparison.rows[0], {round, made_run("sequential", 2.0 + round, 3), {}}, 0.97);
    for (const char* id : {"loss", "accuracy", "phases"})
      QVERIFY2(chart_of(id).caption.find("95 %") == std::string::npos, "an interval that is not drawn");
    QVERIFY(chart_of("time").caption.find("95 %") != std::string::npos);
    const Chart accuracy = chart_of("accuracy");
    QCOMPARE(accuracy.lines.size(), std::size_t{4});
    QCOMPARE(accuracy.y.unit, std::string("%"));
  }

  void repeatsHaveIntervalsInChartAndTable() {
    Comparison comparison = made_comparison();
    for (int round = 1; round < 3; ++round) {
      const double factor = 1.0 + 0.01 * round;
      add_run(comparison.rows[0], {round, made_run("sequential", 2.0 * factor, 3), {}}, 0.97);
      add_run(comparison.rows[1], {round, made_run("simd", 1.99 * factor, 3), {}}, 0.97);
    }
    comparison.rows[1].runs.front().log = made_run("simd", 1.99, 3);
    add_run(comparison.rows[1], {3, made_run("simd", 2.01, 3), {}}, 0.97);
    const Chart chart = comparison_times_chart(comparison, false, {});
    QVERIFY(chart.bars[0].error_low[0] < 6.06 && chart.bars[0].error_high[0] > 6.06);
    QVERIFY(QString::fromStdString(chart.caption).contains(QStringLiteral("95 % interval")));
    ComparisonSession session(find_resources());
    session.show(comparison);
    session.setBaseline(QStringLiteral("sequential"));
    ComparisonTableModel model(session);
    const QModelIndex time = model.index(0, ComparisonTableModel::time_column);
    const QModelIndex speed = model.index(1, ComparisonTableModel::relative_column);
    QVERIFY2(time.data().toString().startsWith(QStringLiteral("6.06 (5.")), qPrintable(time.data().toString()));
    QVERIFY(time.data(Qt::ToolTipRole).toString().contains(QStringLiteral("Median of 3 runs")));
    QVERIFY2(speed.data().toString().startsWith(QStringLiteral("≈ 1× (0.9")), qPrintable(speed.data().toString()));
    QVERIFY(speed.data(Qt::ToolTipRole).toString().contains(QStringLiteral("within noise")));
    model.set_compact(true);
    QCOMPARE(model.index(1, ComparisonTableModel::relative_column).data().toString(), QStringLiteral("≈ 1×"));
    QVERIFY(!model.to_csv().contains(QStringLiteral("±")));

    comparison.spec.target_accuracy = 0.5;
    session.show(comparison);
    model.refresh();
    QCOMPARE(model.headerData(ComparisonTableModel::target_column, Qt::Horizontal).toString(),
             QStringLiteral("to 50 %  s"));

    Comparison wild = made_comparison();
    for (int round = 1; round < 3; ++round) {
      add_run(wild.rows[0], {round, made_run("sequential", 2.0, 3), {}}, 0.97);
      add_run(wild.rows[1], {round, made_run("simd", round == 1 ? 0.05 : 9.0, 3), {}}, 0.97);
    }
    session.show(wild);
    session.setBaseline(QStringLiteral("sequential"));
    const QString unsure = model.index(1, ComparisonTableModel::relative_column).data().toString();
    QVERIFY2(unsure == QStringLiteral("uncertain"), qPrintable(unsure));  // which is no 'about the same'
  }

  void aPlanKeepsWhatIsMeasuredAndKnowsAnewWhatCanRun() {
    Comparison comparison = made_comparison();
    comparison.rows[0].available = false;  // where it was measured
    ComparisonSession session(find_resources());
    session.show(comparison);
    QSignalSpy updated(&session, &ComparisonSession::updated);
    ComparisonSpec all = comparison.spec;
    all.backends.clear();
    session.plan(all);
    QVERIFY(updated.wait(30000));
    const ComparisonRow* row = done_row(session.comparison(), "sequential");
    QVERIFY(row != nullptr && row->available);
  }

  void publishedTimesNameTheirMachineAndAreScaledToImagesAndEpochs() {
    const PublishedStudy study = published_studies(find_resources()).at(0);
    Comparison comparison = made_comparison();
    for (ComparisonRow& row : comparison.rows) row.log.started.train_examples = 2000;
    const Chart chart = comparison_times_chart(comparison, false, study);
    QVERIFY(QString::fromStdString(chart.caption).contains(QString::fromStdString(study.machine)));
    QVERIFY2(QString::fromStdString(chart.caption).contains(QStringLiteral("2000 images")), chart.caption.c_str());
    QCOMPARE(chart.lines.size(), std::size_t{1});
    // 10 epochs of 60000 images took 35.92 s there; 3 of 2,000 are a hundredth of that.
    QVERIFY(std::abs(chart.lines[0].y[0] - 0.3592) < 1e-9);
    QVERIFY(std::abs(*published_time_s(&study, comparison, "simd") - 0.3592) < 1e-9);
    QVERIFY(comparison_markdown(comparison, &study).find("0.359 s") != std::string::npos);
    for (ComparisonRow& row : comparison.rows) row.log.started.train_examples = 0;
    comparison.spec.base.data.train_limit = 0;
    const Chart unknown = comparison_times_chart(comparison, false, study);
    QVERIFY(unknown.lines.empty());
    QVERIFY2(QString::fromStdString(unknown.caption).contains(QStringLiteral("not shown")), unknown.caption.c_str());
    // Other data or another network are other work: the accuracies stay.
    for (ComparisonRow& row : comparison.rows) row.log.started.train_examples = 2000;
    for (const bool other_data : {true, false}) {
      Comparison other = comparison;
      if (other_data)
        other.spec.base.data.source = "shapes";
      else
        other.spec.base.model = make_mlp({784, 192, 10}, Activation::relu);
      const Chart chart_of_other = comparison_times_chart(other, false, study);
      QVERIFY(chart_of_other.lines.empty());
      QVERIFY2(QString::fromStdString(chart_of_other.caption)
                   .contains(other_data ? QStringLiteral("MNIST") : QStringLiteral("784-256-10")),
               chart_of_other.caption.c_str());
      QVERIFY(!published_time_s(&study, other, "simd"));
      QCOMPARE(published_words(study, other, "simd"), std::string("91.37 %"));
    }
    // A backend that cannot run here keeps its place and its published figures.
    ComparisonRow absent{.backend = "cuda-naive", .title = "CUDA, naive", .available = false};
    absent.reason = "no CUDA device";
    comparison.rows.push_back(absent);
    const Chart with_absent = comparison_times_chart(comparison, false, study);
    QCOMPARE(with_absent.categories.size(), chart.categories.size() + 1);
    QCOMPARE(with_absent.lines.at(0).x.back(), static_cast<double>(chart.categories.size()));
    ComparisonSession session(find_resources());
    session.show(comparison);
    ComparisonTableModel model(session);
    model.set_published(study);
    const int row = model.rowCount() - 1;
    QVERIFY2(
        model.index(row, ComparisonTableModel::published_column).data().toString().contains(QStringLiteral("81.32")),
        qPrintable(model.index(row, ComparisonTableModel::published_column).data().toString()));
    QVERIFY(model.index(row, model.text_column()).data().toString().contains(QStringLiteral("no CUDA device")));
  }

  void lossesOfAllAreOverlaid() {
    const Chart chart = course_charts(made_comparison()).front();
    QCOMPARE(chart.keys.size(), std::size_t{2});
    QVERIFY(chart.keys[0].line != chart.keys[1].line);
    QCOMPARE(chart.lines[1].x, std::vector<double>({1, 2, 3}));
  }

  void workersAreComparedAgainstTheirOwnSingleOne() {
    const std::vector<std::shared_ptr<const SweepAnalysis>> sweeps{made_sweep("openmp", 0.1), made_sweep("simd", 0.9)};
    const Chart speedup = workers_chart(sweeps, {}, figures::speedup);
    QCOMPARE(speedup.lines[0].x, std::vector<double>({1, 2}));
    QVERIFY(std::abs(speedup.lines[0].y[1] - 1.0 / 0.55) < 1e-9);
    QCOMPARE(speedup.lines[0].error_low.size(), std::size_t{2});
    QVERIFY2(QString::fromStdString(speedup.lines[1].name).contains(QStringLiteral("past the cores")),
             "oversubscribed points stand apart");
    QCOMPARE(speedup.lines.back().name, std::string("ideal"));
    const Chart efficiency = workers_chart(sweeps, published_studies(find_resources()).at(0), figures::efficiency);
    QVERIFY(std::abs(efficiency.lines[0].y[1] - 100.0 / 1.1) < 1e-9);
    QVERIFY(std::ranges::any_of(
        efficiency.lines, [](const ChartSeries& s) { return QString::fromStdString(s.name).contains("Python"); }));
  }

  void theTableSaysWhatIsDoneAndWhatCannotRun() {
    ComparisonSession session(find_resources());
    session.show(made_comparison());
    ComparisonTableModel model(session);
    QCOMPARE(model.rowCount(), 3);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(0, ComparisonTableModel::time_column), QStringLiteral("6.00"));
    QCOMPARE(cell(1, ComparisonTableModel::relative_column), QStringLiteral("200×"));
    QCOMPARE(cell(2, ComparisonTableModel::workers_column), QStringLiteral("no device: driver not found"));
    QVERIFY(model.is_text_row(2));
    QCOMPARE(model.chosen(), std::vector<std::string>({"sequential", "simd"}));
    QVERIFY(model.setData(model.index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(model.chosen(), std::vector<std::string>({"simd"}));
    QVERIFY(!(model.flags(model.index(2, 0)) & Qt::ItemIsUserCheckable));
    QVERIFY(model.to_csv().contains(QStringLiteral(",no device: driver not found,")));
    session.setBaseline(QStringLiteral("simd"));
    model.refresh();
    QCOMPARE(cell(1, ComparisonTableModel::relative_column), QStringLiteral("1.00×"));
  }
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::ComparisonChartsTest)
#include "comparison_charts_test.moc"
