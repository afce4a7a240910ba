// Equal runs have equal files: the loss and the accuracy of a run on every backend, exported as a chart's numbers, are
// those of the sequential one, point by point.
#include <QTemporaryDir>
#include <QTest>

#include "core/base/files.h"
#include "core/compute/backend_table.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/launch/execute.h"
#include "core/run/run_record.h"
#include "tests/support/support.h"
#include "ui/charts/chart_export.h"
#include "ui/runs/run_charts.h"

using namespace mlplab;

class ExportedCurvesTest : public QObject {
  Q_OBJECT

  const QTemporaryDir home_;

  std::filesystem::path path(const std::string& name) const {
    return home_.filePath(QString::fromStdString(name)).toStdString();
  }

  /// The runs as the window has them: read from where they are kept.
  RunList trained_on(const std::string& backend) const {
    RunRequest request;
    request.spec = test::small_spec(backend);
    request.spec.batch = 8;  // 25 steps per epoch, of which ten are points of the curve
    request.spec.data.source = path("data").string();
    request.spec.options.workers = 2;
    if (const BackendEntry& entry = find_backend(backend); entry.workers_max() < 2) request.spec.options.workers = 1;
    request.resources = find_resources();
    request.keep = RunRequest::Keep::always;
    request.runs = path("runs");
    test::Remember events;
    RunControl control;
    const RunOutcome outcome = execute_run(request, events, control);
    RunList runs;
    if (outcome.ended.status != RunStatus::done) return runs;
    auto run = std::make_unique<Run>();
    StoredRun stored = read_run(outcome.folder);
    run->number = 1;
    run->spec = stored.spec;
    run->log = std::move(stored.log);
    runs.push_back(std::move(run));
    return runs;
  }

  /// The numbers of the chart's file, line by line; the names of the columns begin it.
  std::vector<std::vector<double>> exported(const Chart& chart) const {
    const QString file = home_.filePath(QStringLiteral("chart.csv"));
    save_chart(chart, file);
    std::vector<std::vector<double>> lines;
    for (const QString& line : QString::fromStdString(read_file(file.toStdString())).split(QLatin1Char('\n'))) {
      std::vector<double> numbers;
      for (const QString& cell : line.split(QLatin1Char(','))) {
        bool ok = false;
        const double number = cell.toDouble(&ok);
        if (ok) numbers.push_back(number);
      }
      if (!numbers.empty()) lines.push_back(std::move(numbers));
    }
    return lines;
  }

 private Q_SLOTS:
  void of_every_backend_are_those_of_the_sequential_one() {
    write_idx_folder(path("data"), test::small_dataset());
    const RunList reference = trained_on("sequential");
    QCOMPARE(reference.size(), std::size_t{1});
    const auto loss = exported(run_loss_chart(drawn_runs(reference))),
               accuracy = exported(run_accuracy_chart(drawn_runs(reference)));
    QVERIFY2(loss.size() > 20 && accuracy.size() > 20, "ten points an epoch, and the tests");
    int compared = 0;
    for (const BackendEntry& entry : backend_table()) {
      if (!entry.why_not().empty() || entry.name == "sequential") continue;
      const RunList runs = trained_on(entry.name);
      if (runs.empty()) continue;  // this run is not for it
      ++compared;
      for (const auto& [own, expected, bound] : {std::tuple(exported(run_loss_chart(drawn_runs(runs))), loss, 0.002),
                                                 {exported(run_accuracy_chart(drawn_runs(runs))), accuracy, 10.0}}) {
        QVERIFY2(own.size() == expected.size(), entry.name.c_str());
        for (std::size_t i = 0; i < own.size(); ++i) {
          QVERIFY2(own[i].size() == expected[i].size(), entry.name.c_str());
          QVERIFY2(own[i].front() == expected[i].front(), entry.name.c_str());  // the same points of an epoch
          for (std::size_t j = 1; j < own[i].size(); ++j)
            QVERIFY2(std::abs(own[i][j] - expected[i][j]) <= bound, entry.name.c_str());
        }
      }
    }
    QVERIFY2(compared >= 3, "threads, vectors and processes at least");
  }
};

QTEST_MAIN(ExportedCurvesTest)
#include "exported_curves_test.moc"
