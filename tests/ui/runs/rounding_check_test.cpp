// The mark of a right run in a training in which rounding decides, from 'or rounding' to 'not compared'.
#include "ui/runs/rounding_check.h"

#include <QtTest>
#include <filesystem>

#include "core/data/load.h"
#include "tests/ui/runs/runs_test.h"
#include "ui/runs/run_table.h"
#include "ui/train/setup_panel.h"

using namespace mlplab;

namespace {

RunSpec wild_spec(const std::string& backend) {
  RunSpec spec = SetupPanel::default_spec();
  spec.backend = backend;
  spec.options = {};
  spec.data.train_limit = 5000;
  spec.data.test_limit = 10;
  spec.model = make_mlp({784, 32, 10}, Activation::relu);
  spec.batch = 8, spec.epochs = 2;
  spec.optimizer.learning_rate = 0.5;
  return spec;
}

}  // namespace

class RoundingCheckTest : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::filesystem::path runs() const { return folder_.filePath(QStringLiteral("runs")).toStdString(); }

 private Q_SLOTS:
  void a_right_run_is_looked_at_when_nothing_else_is_computed() {
    RunSession session(runs(), find_resources());
    QString busy = QStringLiteral("a page is measuring");
    RoundingCheck check(session, [&] { return session.active() ? QStringLiteral("a run goes on") : busy; });
    QSignalSpy ended(&session, &RunSession::ended);
    for (const char* backend : {"sequential", "simd"}) {
      session.start(wild_spec(backend));
      QVERIFY(ended.wait(60000));
    }
    RunTableModel model(session.runs());
    const auto shown = [&](int role) {
      model.reset();
      return model.index(0, RunTableModel::same_start_column).data(role).toString();
    };
    QCOMPARE(shown(Qt::DisplayRole), QStringLiteral("≠ differs from 1"));
    QVERIFY2(!check.active(), "a page is measuring");

    busy.clear();
    Q_EMIT session.stateChanged();
    QVERIFY(check.active());
    QCOMPARE(shown(Qt::DisplayRole), QStringLiteral("≠ or rounding …"));
    QVERIFY2(shown(Qt::ToolTipRole).contains(QStringLiteral("checks whether rounding alone explains that")),
             qPrintable(shown(Qt::ToolTipRole)));
    busy = QStringLiteral("a page is measuring");
    Q_EMIT session.stateChanged();
    QTRY_VERIFY(!check.active());
    QVERIFY2(!session.runs()[1]->rounding, "it was ended, and nothing is known");
    QCOMPARE(shown(Qt::DisplayRole), QStringLiteral("≠ or rounding …"));

    busy.clear();
    QTRY_VERIFY_WITH_TIMEOUT(session.runs()[1]->rounding, 60000);
    QTRY_VERIFY(!session.runs()[1]->rounding_is_open);
    QCOMPARE(shown(Qt::DisplayRole), QStringLiteral("not compared"));
    QVERIFY2(shown(Qt::ToolTipRole).startsWith(QStringLiteral("Rounding alone moves these losses by ")),
             qPrintable(shown(Qt::ToolTipRole)));
    QVERIFY(!check.active());
  }

  void what_was_found_out_is_there_after_a_restart() {
    RunSession session(runs(), find_resources());
    session.restore(10);
    QCOMPARE(session.runs().size(), 2U);
    QCOMPARE(same_starts(session.runs())[1].start, SameStart::not_compared);
    QVERIFY(runs_with_open_rounding(session.runs()).empty());
    std::filesystem::remove(session.runs()[1]->folder / "rounding.json");
    RunSession before(runs(), find_resources());
    before.restore(10);
    QCOMPARE(same_starts(before.runs())[1].start, SameStart::different);
    QCOMPARE(runs_with_open_rounding(before.runs()).size(), 1U);
  }

  void what_is_the_same_within_rounding_is_not_called_equal() {
    RunList runs;
    runs.push_back(made_run(1, "sequential", {0.5, 0.3}));
    runs.push_back(made_run(2, "simd", {0.5005, 0.3}));
    runs[1]->rounding = Rounding{.moved = {0.0005, 0.001}, .draws = 1};
    QCOMPARE(same_starts(runs)[1].start, SameStart::within_rounding);
    RunTableModel model(runs);
    model.reset();
    const QModelIndex cell = model.index(0, RunTableModel::same_start_column);
    QCOMPARE(cell.data().toString(), QStringLiteral("≈ equal to 1"));
    QVERIFY2(cell.data(Qt::ToolTipRole).toString().startsWith(QStringLiteral("Rounding alone moves these losses by ")),
             qPrintable(cell.data(Qt::ToolTipRole).toString()));
  }

  void an_error_stays_marked_and_is_looked_at_once() {
    RunList runs;
    runs.push_back(made_run(1, "sequential", {0.5, 0.3}));
    runs.push_back(made_run(2, "simd", {0.6, 0.3}));
    QCOMPARE(runs_with_open_rounding(runs).size(), 1U);
    runs[1]->rounding = Rounding{.moved = {0.001}, .draws = 8};
    QVERIFY(runs_with_open_rounding(runs).empty());
    QCOMPARE(same_starts(runs)[1].start, SameStart::different);
    runs[1]->rounding = Rounding{.why_not = "it is too large"};
    QVERIFY(runs_with_open_rounding(runs).empty());
    QCOMPARE(same_starts(runs)[1].start, SameStart::different);
    QCOMPARE(same_starts(runs)[1].rounding, std::string("it is too large"));
    runs[1]->log.ended.reset();
    runs[1]->rounding.reset();
    QVERIFY2(runs_with_open_rounding(runs).empty(), "it goes on");
  }
};

QTEST_MAIN(RoundingCheckTest)
#include "rounding_check_test.moc"
