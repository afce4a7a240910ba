// The charts of the Scale page on an analysis made by hand: which curves there are and that they carry the numbers.
#include "core/reporting/charts/sweep_charts.h"

#include <QSignalSpy>
#include <QTest>
#include <algorithm>

#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/study/figures.h"
#include "ui/scale/sweep_table.h"

namespace mlplab {
namespace {

// 1, 2, 4 workers with 10 % serial work, and 8 on 4 cores; the machine's third worker is on a slow core.
SweepAnalysis example() {
  SweepAnalysis analysis;
  analysis.spec.axis = SweepAxis::workers;
  analysis.spec.base.backend = default_backend().name;
  analysis.spec.values = {"1", "2", "4", "8"};
  analysis.baseline = "1";
  analysis.machine.cores = "2 P-cores + 2 E-cores";
  analysis.machine.usable_cores = 4;
  analysis.machine.first_slow_worker = 3;
  std::vector<ScalingPoint> scaling;
  for (const int p : {1, 2, 4, 8}) {
    const double t = p == 8 ? 5.0 : 8.0 * (0.1 + 0.9 / p);
    scaling.push_back({p, {0.99 * t, t, 1.01 * t}, p == 8});
  }
  const auto speeds = speedups(scaling, 1);
  for (std::size_t i = 0; i < scaling.size(); ++i) {
    SweepPoint& point = analysis.points.emplace_back();
    point.value = std::to_string(scaling[i].workers);
    point.workers = scaling[i].workers;
    point.runs.resize(3);
    point.time = summarize(scaling[i].times_s);
    point.time_s = {point.time.median, point.time.median_ci};
    point.speed = {speeds[i].speedup, speeds[i].speedup_ci};
    point.efficiency.value = speeds[i].efficiency;
    point.karp_flatt.value = speeds[i].karp_flatt;
    point.oversubscribed = scaling[i].oversubscribed;
  }
  analysis.fit = fit_strong(scaling);
  return analysis;
}

const ChartSeries* find(const Chart& chart, const QString& part) {
  for (const ChartSeries& series : chart.lines) {
    if (QString::fromStdString(series.name).contains(part)) return &series;
  }
  return nullptr;
}

int column_of(const SweepTableModel& model, const Figure& figure) {
  const auto found = std::ranges::find(model.figures(), &figure);
  return SweepTableModel::first_figure + static_cast<int>(found - model.figures().begin());
}

class SweepChartsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void speedupHasMeasuredIdealFitAndErrorBars() {
    const Chart chart = sweep_charts(example(), {})[0];
    QCOMPARE(chart.unit, std::string("against 1 worker"));
    const ChartSeries& measured = chart.lines.front();
    QCOMPARE(measured.x, (std::vector<double>{1, 2, 4}));
    QVERIFY(std::abs(measured.y[1] - 1.0 / 0.55) < 1e-9);
    QCOMPARE(measured.error_low.size(), measured.y.size());
    QVERIFY(measured.error_low[1] < measured.y[1] && measured.error_high[1] > measured.y[1]);
    const ChartSeries* ideal = find(chart, QStringLiteral("ideal"));
    QVERIFY(ideal != nullptr);
    QCOMPARE(ideal->y.back(), 8.0);
    const ChartSeries* fit = find(chart, QStringLiteral("Amdahl"));
    QVERIFY(fit != nullptr);
    QVERIFY(std::abs(fit->y.back() - 1.0 / (0.1 + 0.9 / 8.0)) < 1e-6);
  }

  void oversubscribedPointsStandApart() {
    for (const Chart& chart : sweep_charts(example(), {})) {
      const ChartSeries* beyond = find(chart, QStringLiteral("oversubscribed"));
      QVERIFY2(beyond != nullptr, chart.title.c_str());
      QCOMPARE(beyond->x, std::vector<double>{8});
      QCOMPARE(beyond->marker, Marker::cross);
    }
  }

  void pointsThatTrainedSomethingElseStandApart() {
    SweepAnalysis analysis = example();
    analysis.points[1].losses = Equivalence::differs;
    const Chart chart = sweep_charts(analysis, {})[0];
    const ChartSeries* other = find(chart, QStringLiteral("other losses"));
    QVERIFY(other != nullptr);
    QCOMPARE(other->x, std::vector<double>{2});
    QCOMPARE(chart.lines.front().x, (std::vector<double>{1, 4}));
  }

  void theFirstSlowCoreIsMarked() {
    const Chart chart = sweep_charts(example(), {})[0];
    const ChartSeries* mark = find(chart, QStringLiteral("E-cores from worker 3"));
    QVERIFY(mark != nullptr);
    QCOMPARE(mark->x, (std::vector<double>{2.5, 2.5}));
  }

  void theGuessIsACurveThroughTheGuessedPoint() {
    const Guess guess{8, 4.0};
    const Chart chart = sweep_charts(example(), {guess, {}})[0];
    const ChartSeries* curve = find(chart, QStringLiteral("guess"));
    QVERIFY(curve != nullptr);
    QVERIFY(std::abs(curve->y.back() - 4.0) < 1e-9);
    QCOMPARE(Guess({2, 2.0}).serial_fraction(), 0.0);
    QCOMPARE(Guess({2, 0.5}).serial_fraction(), 1.0);
  }

  void publishedNumbersNameTheirMachine() {
    const PublishedStudy study = published_studies(find_resources()).at(0);
    const SweepExtras extras{{}, {overlay_of(study, study.scaling.at(0))}};
    const auto charts = sweep_charts(example(), extras);
    const ChartSeries* series = find(charts[0], QStringLiteral("Caldas 2025, C + OpenMP (i7 laptop)"));
    QVERIFY(series != nullptr);
    QVERIFY(std::abs(series->y[3] - 27.8810 / 5.0780) < 1e-9);
    const SpeedupPoint& point = extras.published[0].points[3];
    QCOMPARE(find(charts[1], QString::fromStdString(series->name))->y[3], 100.0 * point.efficiency);
    QCOMPARE(find(charts[2], QString::fromStdString(series->name))->y.back(),
             100.0 * extras.published[0].points.back().karp_flatt);
    QVERIFY(QString::fromStdString(charts[0].caption).contains(QStringLiteral("8 P-cores + 12 E-cores")));
    QVERIFY2(find(charts[3], QStringLiteral("Caldas")) == nullptr, "seconds of another machine are not laid beside");
  }

  void phasesAndLossesByEpochFollow() {
    SweepAnalysis analysis = example();
    const auto chart_of = [&](const char* id) {
      const std::vector<Chart> charts = sweep_charts(analysis, {});
      const auto found = std::ranges::find(charts, id, &Chart::id);
      return found == charts.end() ? Chart() : *found;
    };
    for (SweepPoint& point : analysis.points)
      for (SweepRun& run : point.runs) run.losses.clear(), run.wall_s = 0.0, run.test_time_s = not_known;
    QVERIFY(chart_of("loss").empty() && chart_of("accuracy").empty() && chart_of("phases").empty());
    SweepRun& run = analysis.points[1].runs.at(0);
    run.epoch_times_s = {2.0, 1.0};
    run.losses = {0.9, 0.4};
    run.losses_test = {not_known, 0.5};  // evaluated once
    run.test_time_s = 0.5;
    run.wall_s = 4.25;
    analysis.points[1].runs.resize(1);
    const auto line = [](const Chart& chart, const char* name) {
      const auto found = std::ranges::find(chart.lines, name, &ChartSeries::name);
      return found == chart.lines.end() ? std::vector<double>{-1.0} : found->y;
    };
    const Chart loss = chart_of("loss");
    QCOMPARE(line(loss, "2 workers"), (std::vector<double>{0.9, 0.4}));
    QCOMPARE(line(loss, "2 workers, test"), std::vector<double>{0.5});
    run.losses_test = {not_known, 5.0};
    QVERIFY2(*chart_of("loss").y.max >= 5.0, "a test loss above those of the training is on the chart");
    run.losses_test = {not_known, 0.5};
    QVERIFY2(chart_of("accuracy").empty(), "no accuracy of an epoch is known");
    run.accuracies = {0.25, 0.5};
    run.accuracies_test = {0.375, 0.75};
    QCOMPARE(line(chart_of("accuracy"), "2 workers"), (std::vector<double>{25.0, 50.0}));
    QCOMPARE(line(chart_of("accuracy"), "2 workers, test"), (std::vector<double>{37.5, 75.0}));
    QVERIFY2(chart_of("accuracy_validation").empty(), "nothing was held out");
    run.losses_validation = {0.8, 0.6};
    run.accuracies_validation = {not_known, 0.625};
    QCOMPARE(line(chart_of("loss_validation"), "2 workers"), (std::vector<double>{0.8, 0.6}));
    QCOMPARE(line(chart_of("accuracy_validation"), "2 workers"), std::vector<double>{62.5});
    const Chart phases = chart_of("phases");
    QCOMPARE(phases.y.unit, std::string("s"));
    const auto part = [&](const char* name) {
      const auto found = std::ranges::find(phases.bars, name, &BarSeries::name);
      return found == phases.bars.end() ? -1.0 : found->values.at(1);
    };
    QCOMPARE(part("training"), 3.0);
    QCOMPARE(part("test"), 0.5);
    QCOMPARE(part("starting and the rest"), 0.75);
    QCOMPARE(part("validation"), -1.0);
    for (const char* id : {"loss", "accuracy", "phases"})
      QVERIFY2(chart_of(id).caption.find("95 %") == std::string::npos, "an interval that is not drawn");
    QVERIFY(chart_of("speedup").caption.find("95 %") != std::string::npos);
    QCOMPARE(phases.y.title, std::string("time of a run"));
    analysis.points[1].runs[0].losses_test[1] = not_known;  // it was evaluated, and its loss is no number
    const Chart diverged = chart_of("phases");
    QCOMPARE(diverged.bars.at(1).values.at(1), 0.5);
    analysis.points[1].runs[0].tests_s = 1.0;  // of both epochs, as newer files tell it
    QCOMPARE(chart_of("phases").bars.at(1).values.at(1), 1.0);
  }

  void memoryAndThePartsOfAStepAreShownWhereTheyAreKnown() {
    SweepAnalysis analysis = example();
    SweepTableModel model;
    const auto show = [&] { model.set_analysis(std::make_shared<const SweepAnalysis>(analysis)); };
    const auto cell = [&](int row, const Figure& figure) {
      return model.index(row, column_of(model, figure)).data().toString();
    };
    const auto has = [&](const Figure& figure) { return std::ranges::count(model.figures(), &figure) == 1; };
    const auto step_chart = [&] {
      const std::vector<Chart> charts = sweep_charts(analysis, {});
      const auto found = std::ranges::find(charts, "step", &Chart::id);
      return found == charts.end() ? Chart() : *found;
    };
    show();
    QVERIFY(!has(figures::peak_memory) && !has(figures::step_kernel) && step_chart().empty());
    analysis.points[1].memory.peak_bytes = 123'456'789.0;
    analysis.points[1].step = {10, 5e-4, 1e-4, 3e-4, 0.0, 0.0, 1e-4, 0.0};
    show();
    QCOMPARE(cell(0, figures::peak_memory), QStringLiteral("–"));
    QCOMPARE(cell(1, figures::peak_memory), QStringLiteral("123"));
    QVERIFY(has(figures::step_h2d) && has(figures::step_kernel) && has(figures::step_host));
    QVERIFY2(!has(figures::step_d2h) && !has(figures::device_memory), "nothing of it");
    QCOMPARE(cell(1, figures::step_kernel), QStringLiteral("300"));  // µs, as its header says
    const std::vector<Chart> charts = sweep_charts(analysis, {});
    const auto memory = std::ranges::find(charts, "peak_memory_bytes", &Chart::id);
    QVERIFY(memory != charts.end());
    QCOMPARE(memory->unit, std::string("MB"));
    QCOMPARE(memory->lines.at(0).y, std::vector<double>{123.456789});
    const Chart chart = step_chart();
    QCOMPARE(chart.categories, std::vector<std::string>{"2 workers"});
    QCOMPARE(chart.bars.size(), std::size_t{3});
    QVERIFY(QString::fromStdString(chart.caption).contains(QStringLiteral("means of")));
  }

  void everyCaptionNamesDataImagesAndEpochs() {
    SweepAnalysis analysis = example();
    QVERIFY(QString::fromStdString(sweep_charts(analysis, {})[0].caption)
                .contains(QStringLiteral("number of images not known")));
    analysis.spec.warmup_epochs = 1;
    analysis.spec.base.epochs = 2;
    for (SweepRun& run : analysis.points[0].runs) {
      run.epoch_times_s = {9.0, 2.0, 3.0};  // the first is the warm-up
      run.images_per_s = 2000 / 2.5;
    }
    for (const Chart& chart : sweep_charts(analysis, {}))
      QVERIFY2(QString::fromStdString(chart.caption)
                   .contains(QStringLiteral("mnist, 2000 images, 2 epochs after 1 warm-up epoch")),
               chart.caption.c_str());
  }

  void otherAxesShowSpeedRateAccuracyAndTime() {
    SweepAnalysis analysis = example();
    analysis.spec.axis = SweepAxis::batch;
    analysis.fit = {};
    const auto charts = sweep_charts(analysis, {});
    QCOMPARE(charts.size(), std::size_t{4});
    QCOMPARE(charts[0].title, std::string("Relative speed"));
    QVERIFY(find(charts[0], QStringLiteral("ideal")) == nullptr);
    analysis.spec.axis = SweepAxis::backend;
    for (std::size_t i = 0; i < analysis.points.size(); ++i) {
      analysis.points[i].value = "backend" + std::to_string(i);
    }
    analysis.baseline = "backend0";
    const Chart bars = sweep_charts(analysis, {})[3];
    QCOMPARE(bars.bars.size(), std::size_t{4});
    QVERIFY(bars.lines.empty());
    QCOMPARE(bars.categories.size(), 4);
  }

  /// A caption names no batch, backend or seed that not all points have.
  void captionsSayTheValuesOfWhatVaries() {
    SweepAnalysis analysis = example();
    const auto caption = [&](SweepAxis axis, const std::vector<std::string>& values) {
      analysis.spec.axis = axis;
      analysis.spec.values = values;
      for (std::size_t i = 0; i < analysis.points.size(); ++i) analysis.points[i].value = values[i];
      analysis.baseline = values.front();
      return QString::fromStdString(sweep_charts(analysis, {}).front().caption);
    };
    analysis.spec.base.batch = 77;
    analysis.spec.base.seed = 99;
    const std::vector<std::string> four = {"5", "6", "7", "8"};
    QVERIFY(caption(SweepAxis::workers, four).contains(QStringLiteral("batch 77, seed 99")));
    QVERIFY(caption(SweepAxis::batch, four).contains(QStringLiteral("batch 5, 6, 7, 8, seed 99")));
    QVERIFY(caption(SweepAxis::seed, four).contains(QStringLiteral("batch 77, seed 5, 6, 7, 8")));
    QVERIFY(caption(SweepAxis::width, four).contains(QStringLiteral("width 5, 6, 7, 8, ")));
    const QString backends = caption(SweepAxis::backend, {"sequential", "simd", "openmp", "openblas"});
    for (const char* name : {"sequential", "simd", "openmp", "openblas"})
      QVERIFY2(backends.contains(QString::fromStdString(configuration_title(name))), name);
    const QString rates = caption(parse_axis("lr"), {"0.1", "0.2", "0.3", "0.4"});
    QVERIFY2(rates.contains(QStringLiteral("seed 99, learning rate 0.1, 0.2, 0.3, 0.4")), qPrintable(rates));
  }

  /// One run a value has no interval to draw, and throughput never has one.
  void aCaptionPromisesNoBarsThatAreNotDrawn() {
    SweepAnalysis analysis = example();
    const auto promises = [&](std::size_t chart) {
      return QString::fromStdString(sweep_charts(analysis, {})[chart].caption).contains(QStringLiteral("bars"));
    };
    QVERIFY2(promises(0), "speedups have intervals");
    for (SweepPoint& point : analysis.points) point.speed.interval = {};
    QVERIFY(!promises(0));
  }

  void settingsHavePointsOrBars() {
    SweepAnalysis analysis = example();
    analysis.spec.axis = parse_axis("lr");
    analysis.spec.values = {"0.01", "0.1", "0.3", "1"};
    for (std::size_t i = 0; i < analysis.points.size(); ++i) analysis.points[i].value = analysis.spec.values[i];
    analysis.baseline = "0.01";
    Chart chart = sweep_charts(analysis, {}).front();
    QVERIFY(chart.x.logarithmic && !chart.x.integers);
    QCOMPARE(chart.lines.front().x.front(), 0.01);
    QCOMPARE(chart.unit, std::string("against learning rate 0.01"));

    analysis.spec.axis = parse_axis("schedule");
    analysis.spec.values = suggested_values(analysis.spec.axis);
    for (std::size_t i = 0; i < analysis.points.size(); ++i) analysis.points[i].value = analysis.spec.values[i];
    analysis.baseline = "constant";
    chart = sweep_charts(analysis, {}).front();
    QCOMPARE(chart.categories, (std::vector<std::string>{"Constant", "Step decay", "Cosine", "One cycle"}));
    QVERIFY(chart.bars[0].color.index != chart.bars[1].color.index);
  }

  /// Curves, laws and crosses of each slice, in a colour of its own; one ideal, and no guess, which is of one sweep.
  void aSecondAxisMakesAFamilyOfCurves() {
    SweepAnalysis whole = example();
    whole.spec.across = {SweepAxis::batch, {"32", "64"}};
    whole.slices = {example(), example()};
    whole.points.clear();
    for (std::size_t slice = 0; slice < 2; ++slice) {
      for (SweepPoint& point : whole.slices[slice].points) {
        if (slice == 1) point.speed.value *= 0.5;
        whole.points.push_back(point);
        whole.points.back().across = across_of(whole.spec, slice);
      }
    }
    whole.slices[1].fit = {};
    const std::vector<Chart> charts = sweep_charts(whole, {.guess = Guess{4, 3.0}});
    const Chart& chart = charts.front();
    const ChartSeries *first = find(chart, QStringLiteral("batch 32")),
                      *second = find(chart, QStringLiteral("batch 64"));
    QVERIFY(first != nullptr && second != nullptr);
    QCOMPARE(first->x, (std::vector<double>{1, 2, 4}));
    QCOMPARE(second->y[1], 0.5 * first->y[1]);
    QVERIFY(first->color.index != second->color.index);
    QVERIFY(find(chart, QStringLiteral("batch 32, oversubscribed")) != nullptr);
    QVERIFY2(find(chart, QStringLiteral("batch 32, Amdahl")) != nullptr, "the law is that of its slice");
    QVERIFY(find(chart, QStringLiteral("batch 64, Amdahl")) == nullptr);
    QVERIFY(find(chart, QStringLiteral("guess")) == nullptr);
    QCOMPARE(std::ranges::count(chart.lines, "ideal", &ChartSeries::name), 1);
    QVERIFY(QString::fromStdString(chart.caption).contains(QStringLiteral("batch 32, 64, seed")));
    QCOMPARE(cells_of(whole).at(5).label, std::string("2 workers, batch 64"));
    QCOMPARE(cells_of(whole).at(5).name, std::string("2/64"));

    SweepTableModel model;
    model.set_analysis(std::make_shared<const SweepAnalysis>(whole));
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(model.index(5, SweepTableModel::value_column).data().toString(), QStringLiteral("2 / 64"));

    whole.spec.axis = SweepAxis::backend;
    for (std::size_t i = 0; i < whole.points.size(); ++i) whole.points[i].value = "backend" + std::to_string(i % 4);
    for (SweepAnalysis& slice : whole.slices) slice.spec.axis = SweepAxis::backend;
    whole.baseline = "backend0";
    const Chart bars = sweep_charts(whole, {}).front();
    QCOMPARE(bars.categories.size(), std::size_t{4});
    QCOMPARE(bars.bars.size(), std::size_t{2});
    QCOMPARE(bars.bars[1].name, std::string("batch 64"));
    QCOMPARE(bars.bars[1].values[1], 0.5 * bars.bars[0].values[1]);
  }

  /// One mark for each value: the mean over its seeds, from the lowest to the highest.
  void seedsAsTheSecondAxisAreOneMarkAValue() {
    SweepAnalysis whole = example();
    whole.spec.axis = parse_axis("lr");
    whole.spec.values = {"0.01", "0.1"};
    whole.spec.across = {SweepAxis::seed, {"1", "2", "3"}};
    whole.baseline = "0.01";
    whole.points.clear();
    SweepAnalysis slice = example();
    slice.points.resize(2);
    slice.spec = whole.spec;
    slice.spec.across.reset();
    for (std::size_t i = 0; i < 2; ++i) {
      slice.points[i].value = whole.spec.values[i];
      slice.points[i].accuracy_test.value = 0.5;
    }
    whole.slices = {slice, slice, slice};
    for (const SweepAnalysis& one : whole.slices)
      whole.points.insert(whole.points.end(), one.points.begin(), one.points.end());
    whole.each_over_seeds = {{3, 0.7, 0.6, 0.8, "0.01"}, {3, 0.9, 0.85, 0.95, "0.1"}};
    const std::vector<Chart> charts = sweep_charts(whole, {});
    const auto accuracy = std::ranges::find(charts, std::string(figures::accuracy.id), &Chart::id);
    QVERIFY(accuracy != charts.end());
    QCOMPARE(accuracy->lines.size(), std::size_t{1});
    QCOMPARE(accuracy->lines[0].name, std::string("mean of 3 seeds"));
    QCOMPARE(accuracy->lines[0].x, (std::vector<double>{0.01, 0.1}));
    QCOMPARE(accuracy->lines[0].y[1], 90.0);
    QCOMPARE(accuracy->lines[0].error_low[0], 60.0);
    QVERIFY(QString::fromStdString(accuracy->caption).contains(QStringLiteral("the lowest and the highest")));
    QVERIFY2(charts.front().lines.size() == 3, "times are those of each seed");

    whole.each_over_seeds[1].seeds = 2;  // the sweep goes on
    const std::vector<Chart> so_far = sweep_charts(whole, {});
    const auto then = std::ranges::find(so_far, std::string(figures::accuracy.id), &Chart::id);
    QCOMPARE(then->lines[0].name, std::string("mean of 2 to 3 seeds"));
  }

  void seedsShowTheirMeanMinimumAndMaximum() {
    SweepAnalysis analysis = example();
    analysis.spec.axis = SweepAxis::seed;
    analysis.spec.values = {"1", "2", "4", "8"};
    analysis.fit = {};
    analysis.over_seeds = AccuracyOverSeeds{4, 0.96, 0.95, 0.97};
    const Chart chart = sweep_charts(analysis, {})[2];
    QCOMPARE(chart.x.title, std::string("seed"));
    const ChartSeries* mean = find(chart, QStringLiteral("mean of 4 seeds"));
    QVERIFY(mean != nullptr);
    QCOMPARE(mean->y, std::vector<double>({96.0, 96.0}));
    QVERIFY(find(chart, QStringLiteral("minimum")) != nullptr && find(chart, QStringLiteral("maximum")) != nullptr);
    QVERIFY(QString::fromStdString(chart.caption).contains(QStringLiteral("seed 1, 2, 4, 8")));
  }

  void theTableShowsTheSameNumbers() {
    SweepTableModel model;
    model.set_analysis(std::make_shared<const SweepAnalysis>(example()));
    QCOMPARE(model.rowCount(), 4);
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(1, SweepTableModel::value_column), QStringLiteral("2"));
    QVERIFY2(cell(1, column_of(model, figures::speedup)).startsWith(QStringLiteral("1.82× (1.")),
             qPrintable(cell(1, column_of(model, figures::speedup))));
    QCOMPARE(cell(1, column_of(model, figures::efficiency)), QStringLiteral("90.9"));
    QCOMPARE(cell(0, model.columnCount() - 1), QStringLiteral("baseline"));
    QCOMPARE(cell(3, model.columnCount() - 1), QStringLiteral("oversubscribed"));
    // With little room the interval is in the tip; the view is told, as its columns are as wide as their texts.
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.set_compact(true);
    QCOMPARE(changed.size(), 1);
    QCOMPARE(cell(1, column_of(model, figures::speedup)), QStringLiteral("1.82×"));
    const QString tip = model.index(1, column_of(model, figures::speedup)).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.startsWith(QStringLiteral("1.82× (1.")), qPrintable(tip));
    SweepAnalysis noisy = example();
    noisy.points[1].speed = {1.05, {0.97, 1.12}};
    noisy.points[2].speed = {1.4, {0.8, 2.9}};
    model.set_analysis(std::make_shared<const SweepAnalysis>(noisy));
    QCOMPARE(cell(1, column_of(model, figures::speedup)), QStringLiteral("≈ 1×"));
    QCOMPARE(cell(2, column_of(model, figures::speedup)), QStringLiteral("uncertain"));
    SweepAnalysis part = example();
    for (SweepPoint& point : part.points) point.runs.assign(static_cast<std::size_t>(part.spec.repeats), SweepRun());
    model.set_analysis(std::make_shared<const SweepAnalysis>(part));
    QVERIFY(model.is_complete());
    part.points[2].runs.pop_back();
    model.set_analysis(std::make_shared<const SweepAnalysis>(part));
    QVERIFY2(!model.is_complete(), "the column of runs would be hidden");
  }

  void theTableHasTheJoulesAndMarksShortWindows() {
    SweepAnalysis analysis = example();
    for (SweepPoint& point : analysis.points) point.energy.why_not = "no meter";
    QVERIFY(!has_energy(analysis));
    analysis.points[1].energy = {
        .scopes = {"package 0"},
        .with_idle = {.epoch_j = 12.0, .relative_edp = 0.5, .uncertain = true, .relative_uncertain = true},
        .mean_w = 24.0,
        .short_windows = true};
    QVERIFY(has_energy(analysis));
    SweepTableModel model;
    model.set_analysis(std::make_shared<const SweepAnalysis>(analysis));
    const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
    QCOMPARE(cell(1, column_of(model, figures::energy)), QStringLiteral("≈ 12.0"));
    QCOMPARE(cell(1, column_of(model, figures::power)), QStringLiteral("≈ 24.0"));
    QCOMPARE(cell(1, column_of(model, figures::edp)), QStringLiteral("≈ 0.500"));
    QCOMPARE(cell(0, column_of(model, figures::energy)), QStringLiteral("–"));
  }

  void joulesAndTheirProductAreChartsWhereTheyAreKnown() {
    SweepAnalysis analysis = example();
    for (SweepPoint& point : analysis.points) point.energy.why_not = "no meter";
    QCOMPARE(sweep_charts(analysis, {}).size(), std::size_t{4});
    for (const std::size_t i : {0U, 1U})
      analysis.points[i].energy = {.scopes = {"package 0"},
                                   .with_idle = {.epoch_j = 12.0 - 2.0 * double(i),
                                                 .relative_edp = i == 0 ? 1.0 : 0.5,
                                                 .epoch_ci = {9.0, 13.0},
                                                 .relative_ci = i == 0 ? Interval{1.0, 1.0} : Interval{0.4, 0.6}},
                                   .mean_w = 24.0};
    std::vector<Chart> charts = sweep_charts(analysis, {});
    QCOMPARE(charts.size(), std::size_t{6});
    QCOMPARE(charts[4].title, std::string("Energy of an epoch"));
    const ChartSeries& joules = charts[4].lines.at(0);
    QCOMPARE(joules.x, (std::vector<double>{1, 2}));
    QCOMPARE(joules.y, (std::vector<double>{12.0, 10.0}));
    QCOMPARE(joules.error_low, (std::vector<double>{9.0, 9.0}));
    QVERIFY(QString::fromStdString(charts[4].caption)
                .contains(QStringLiteral("energy: package 0, with all that ran there")));
    QVERIFY(!QString::fromStdString(charts[4].unit).contains(QStringLiteral("≈")));
    QCOMPARE(charts[5].unit, std::string("against 1 worker"));
    QCOMPARE(charts[5].lines.at(0).y, (std::vector<double>{1.0, 0.5}));
    QCOMPARE(charts[5].lines.at(0).error_high, (std::vector<double>{1.0, 0.6}));
    analysis.points[1].energy.with_idle.uncertain = true;
    charts = sweep_charts(analysis, {});
    QCOMPARE(charts[4].unit, std::string("≈ J"));
    QVERIFY(QString::fromStdString(charts[4].caption).contains(QStringLiteral("≈: epochs below 5 s")));
    QCOMPARE(charts[5].unit, std::string("against 1 worker"));
    analysis.points[1].energy.with_idle.relative_uncertain = true;
    QCOMPARE(sweep_charts(analysis, {})[5].unit, std::string("≈ against 1 worker"));
    for (SweepPoint& point : analysis.points) point.energy.with_idle.relative_edp = not_known;
    QCOMPARE(sweep_charts(analysis, {}).size(), std::size_t{5});  // other meters than the baseline's
    analysis.points[1].energy.with_idle.edp_js = 24.0;
    charts = sweep_charts(analysis, {});
    QCOMPARE(charts[5].title, std::string("Energy-delay product"));  // in place of the ratio
    QCOMPARE(charts[5].lines.at(0).y, std::vector<double>{24.0});
  }

  /// One chart for both, in which what noise made negative is seen.
  void joulesWithIdleAndWithoutAreOneChart() {
    SweepAnalysis analysis = example();
    for (const std::size_t i : {0U, 1U})
      analysis.points[i].energy = {.scopes = {"package 0"},
                                   .with_idle = {.epoch_j = 12.0, .relative_edp = 1.0},
                                   .without_idle = {.epoch_j = 5.0, .relative_edp = 1.0},
                                   .mean_w = 24.0};
    const std::size_t count = sweep_charts(analysis, {}).size();
    const Chart chart = sweep_charts(analysis, {})[4];
    QCOMPARE(chart.lines.size(), std::size_t{2});
    QVERIFY(QString::fromStdString(chart.lines[0].name).endsWith(QStringLiteral(", with idle")));
    QVERIFY(QString::fromStdString(chart.lines[1].name).endsWith(QStringLiteral(", without idle")));
    QCOMPARE(chart.lines[1].y, (std::vector<double>{5.0, 5.0}));
    QVERIFY(chart.lines[0].line != chart.lines[1].line);
    QCOMPARE(chart.y.min, std::optional(0.0));
    analysis.points[1].energy.without_idle.uncertain = true;
    analysis.points[1].energy.without_idle.epoch_j = -1.0;
    const Chart doubtful = sweep_charts(analysis, {})[4];
    QCOMPARE(doubtful.unit, std::string("≈ J"));
    QVERIFY(doubtful.caption.find("the power of the idle machine is uncertain") != std::string::npos);
    QVERIFY(doubtful.caption.find("epochs below 5 s") == std::string::npos);
    QVERIFY(!doubtful.y.min.has_value());
    QVERIFY(y_limits(doubtful).lo < 0.0);
    for (SweepPoint& point : analysis.points) point.energy.without_idle = {};
    QCOMPARE(sweep_charts(analysis, {}).size(), count);
    QCOMPARE(sweep_charts(analysis, {})[4].lines.size(), std::size_t{1});
    QVERIFY(sweep_charts(analysis, {})[4].lines[0].name.find("idle") == std::string::npos);
  }

  void theTableHasWhatIsWithoutIdleWhereItIsKnown() {
    SweepAnalysis analysis = example();
    analysis.points[1].energy = {
        .scopes = {"package 0"}, .with_idle = {.epoch_j = 12.0, .edp_js = 24.0}, .mean_w = 24.0};
    SweepTableModel model;
    const auto show = [&] { model.set_analysis(std::make_shared<const SweepAnalysis>(analysis)); };
    show();
    QVERIFY(std::ranges::find(model.figures(), &figures::energy_without_idle) == model.figures().end());
    analysis.points[1].energy.without_idle = {.epoch_j = -0.5, .edp_js = -1.0, .uncertain = true};
    show();
    const auto cell = [&](int row, const Figure& figure) {
      return model.index(row, column_of(model, figure)).data().toString();
    };
    QCOMPARE(cell(1, figures::energy_without_idle), QStringLiteral("≈ −0.500"));
    QCOMPARE(cell(1, figures::edp_js_without_idle), QStringLiteral("≈ −1.00"));
    QVERIFY(std::ranges::find(model.figures(), &figures::relative_edp_without_idle) == model.figures().end());
    QCOMPARE(cell(0, figures::energy_without_idle), QStringLiteral("–"));
    QCOMPARE(cell(1, figures::edp_js), QStringLiteral("24.0"));
  }
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::SweepChartsTest)
#include "sweep_charts_test.moc"
