// The Compare page driven as a user would: a real comparison of two backends, stop, sweeps over workers, files.
#include "ui/compare/compare_page.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/lessons/lesson.h"
#include "core/machine/peak_memory.h"
#include "core/reporting/charts/comparison_charts.h"
#include "core/reporting/charts/looks.h"
#include "core/run/run_lock.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/difference.h"
#include "core/study/kinds/comparison.h"
#include "tests/ui/short_run.h"
#include "ui/compare/compare_setup.h"
#include "ui/compare/race_card.h"
#include "ui/compare/race_view.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/team_dialog.h"

namespace mlplab {
namespace {

constexpr int comparison_limit_ms = 60000;

RunSpec compared_run() { return short_run({.epochs = 2}); }

int has_backend(const std::string& name) { return find_configuration(name).why_not().empty() ? 1 : 0; }

class ComparePageTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    page_ = std::make_unique<ComparePage>(folder_->filePath(QStringLiteral("sweeps")).toStdString(), find_resources());
    page_->resize(1000, 700);
    page_->set_base(compared_run());
    page_->setup().set_repeats(2);
    page_->show();
    QTRY_VERIFY_WITH_TIMEOUT(!page_->session().comparison().rows.empty(), comparison_limit_ms);
    QTRY_VERIFY(page_->setup().start_button()->isEnabled());
  }
  void cleanup() {
    page_.reset();
    folder_.reset();
  }

  /// Its rungs are ticked and nothing else; once they have run, a chart has their factors. Rows with options stay.
  void aLadderIsOneClick() {
    const auto actions = page_->findChildren<QAction*>();
    QAction* const ladder = *std::ranges::find_if(
        actions, [](QAction* one) { return one->text().startsWith(QLatin1String("Tick a &ladder")); });
    const int before = page_->table()->model()->rowCount();
    ladder->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(page_->table()->model()->rowCount(), before + 1 + has_backend("openblas"),
                              comparison_limit_ms);
    ladder->trigger();
    QCOMPARE(page_->table()->model()->rowCount(), before + 1 + has_backend("openblas"));
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QTRY_VERIFY_WITH_TIMEOUT(page_->session().active(), comparison_limit_ms);
    QTRY_VERIFY_WITH_TIMEOUT(!page_->session().active(), comparison_limit_ms);
    for (const ComparisonRow& row : page_->session().comparison().rows) {
      const bool rung = row.backend == "sequential" || row.backend == "loops" || row.backend == "simd" ||
                        row.backend == "openmp" || names_options(row.backend) || row.backend.starts_with("cuda");
      QVERIFY2(row.done() == (rung && row.available), row.backend.c_str());
    }
    const std::optional<Chart> chart = ladder_chart(page_->session().comparison());
    QVERIFY(chart);
    QVERIFY(chart->bars.size() >= 4);
  }

  /// MNIST with small batches and a high rate: what rounds otherwise is soon beyond every bound, and whether that is
  /// all of it is looked at after the last run.
  void noRowIsCalledAnotherTrainingBeforeRoundingIsLookedAt() {
    ComparisonSpec spec;
    spec.base = compared_run();
    spec.base.data.train_limit = 5000;
    spec.base.data.test_limit = 10;
    spec.base.model = make_mlp({784, 32, 10}, Activation::relu);
    spec.base.batch = 8;
    spec.base.optimizer.learning_rate = 0.5;
    spec.backends = {"sequential", "simd"};
    spec.repeats = 1;
    bool called_other = false, waited = false;
    connect(&page_->session(), &ComparisonSession::updated, page_.get(), [&] {
      const Comparison& shown = page_->session().comparison();
      for (const ComparisonRow& row : shown.rows) called_other |= row.equivalent == Equivalence::differs;
      waited |= is_complete(shown) && !shown.rounding;
    });
    // A window that other programs keep from its turn may see the end of it alone.
    for (int attempt = 0; attempt < 5 && !waited; ++attempt) {
      page_->session().start(spec);
      QVERIFY(page_->session().active());
      QTRY_VERIFY_WITH_TIMEOUT(!page_->session().active(), comparison_limit_ms);
    }
    QVERIFY2(waited, "all runs were there, and rounding was not looked at yet");
    QVERIFY(!called_other);
    QVERIFY(page_->session().comparison().rounding.has_value());
    QVERIFY(!page_->session().comparison().goes_on);
  }

  /// Two members with other shares are another row; they train as one process does, and are there again later.
  void teamsAreRowsOfTheirOwn() {
    const auto action = [&](const char* text) {
      const auto actions = page_->findChildren<QAction*>();
      return *std::ranges::find_if(actions, [&](QAction* one) { return one->text().contains(QLatin1String(text)); });
    };
    const auto rows = [&] { return page_->table()->model()->rowCount(); };
    const int before = rows();
    for (const int share : {1, 3}) {
      action("Add a &team")->trigger();
      auto* dialog = page_->findChild<TeamDialog*>();
      QVERIFY(dialog != nullptr);
      for (const int member : {0, 1}) {
        auto* backend = qobject_cast<QComboBox*>(dialog->table()->cellWidget(member, 0));
        backend->setCurrentIndex(backend->findData(QStringLiteral("sequential")));
      }
      if (share == 3) dialog->shares()->setCurrentIndex(1);
      if (share == 3) qobject_cast<NumberBox*>(dialog->table()->cellWidget(0, 4))->setValue(share);
      for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("&Add this team")) button->click();
      QTRY_VERIFY(page_->findChild<TeamDialog*>() == nullptr);
    }
    QTRY_COMPARE(rows(), before + 2);
    choose({"sequential", "sequential+sequential", "sequential+sequential@3:1"});
    page_->setup().set_repeats(1);
    QSignalSpy ended(&page_->session(), &ComparisonSession::ended);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(ended.wait(comparison_limit_ms));
    for (const char* name : {"sequential+sequential", "sequential+sequential@3:1"}) {
      QVERIFY2(row(name)->done(), row(name)->reason.c_str());
      QCOMPARE(row(name)->equivalent, Equivalence::equal);
      QVERIFY(look_of_backend(name) != look_of_backend("sequential"));
    }
    QVERIFY(look_of_backend("sequential+sequential") != look_of_backend("sequential+sequential@3:1"));
    ComparePage later(folder_->filePath(QStringLiteral("later/sweeps")).toStdString(), find_resources());
    later.set_base(compared_run());
    later.show();
    QTRY_COMPARE_WITH_TIMEOUT(later.table()->model()->rowCount(), before + 2, comparison_limit_ms);
    // A lesson's teams go with it, and are not kept.
    Lesson lesson;
    lesson.comparison = LessonComparison{.epochs = 1, .backends = std::vector<std::string>{"simd+sequential"}};
    const auto back = later.way_back();
    QCOMPARE(later.take_lesson(lesson), QString());
    QTRY_COMPARE_WITH_TIMEOUT(later.table()->model()->rowCount(), before + 3, comparison_limit_ms);
    QCOMPARE(QSettings().value(QLatin1String(ComparePage::teams_setting)).toStringList().size(), 2);
    back();
    QTRY_COMPARE_WITH_TIMEOUT(later.table()->model()->rowCount(), before + 2, comparison_limit_ms);
    // Both selected and removed: rows with results stay until others are measured, the ones without go.
    later.table()->selectAll();
    const auto actions = later.findChildren<QAction*>();
    (*std::ranges::find_if(actions, [](QAction* one) {
      return one->text().contains(QStringLiteral("&Remove the selected"));
    }))->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(later.table()->model()->rowCount(), before, comparison_limit_ms);
    QVERIFY(QSettings().value(QLatin1String(ComparePage::teams_setting)).toStringList().isEmpty());
  }

  void everyBackendOfTheTableIsARow() {
    QCOMPARE(page_->table()->model()->rowCount(), static_cast<int>(configurations().size()));
    QVERIFY(page_->setup().start_button()->isEnabled());
    QVERIFY(!page_->session().active());
  }

  void theWholeBatchIsTheSameForAll() {
    RunSpec base = compared_run();
    base.batch = 64;
    base.batch_per_rank = 32;
    page_->set_base(base);
    QCOMPARE(page_->setup().spec({"sequential"}).base.batch_per_rank, 0);
    QCOMPARE(page_->setup().spec({"sequential"}).base.batch, 64);
    for (const SweepSpec& sweep : page_->setup().sweep_specs({"openmp"})) QCOMPARE(sweep.base.batch_per_rank, 0);
  }

  void publishedFiguresStandWithWhatIsDoubtfulInThem() {
    page_->setup().set_published(0);
    QVERIFY(page_->reading().contains(QStringLiteral("stands in the project's README")));
    QVERIFY2(!page_->reading().contains(QStringLiteral("0.995 s an epoch")), "that is said beside profiles");
    page_->setup().set_published(1);
    QVERIFY(page_->reading().contains(QStringLiteral("8.48 MJ")));
    QVERIFY(page_->reading().contains(QStringLiteral("no comparison of frameworks")));
    page_->setup().set_published(-1);
    QVERIFY(!page_->reading().contains(QStringLiteral("MJ")));
  }

  /// Columns where there are figures; else the reason once, beside the table.
  void joulesAreColumnsOrAReason() {
    choose({"sequential"});
    QSignalSpy ended(&page_->session(), &ComparisonSession::ended);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(ended.wait(comparison_limit_ms));
    Comparison comparison = page_->session().comparison();
    const auto shown = [&](double joules) {
      for (ComparisonRow& row : comparison.rows) {
        for (ComparisonRun& run : row.runs) {
          EnergyScope& scope = run.log.started.energy;
          scope.scopes = joules > 0.0 ? std::vector<std::string>{"package 0"} : std::vector<std::string>{};
          scope.missing = {"no meter was found"};
          for (EpochDone& epoch : run.log.epochs)
            epoch.energy = EpochEnergy{.train_j = {joules}, .eval_j = {1.0}, .train_window_s = 2.0};
        }
        const std::vector<ComparisonRun> runs = std::exchange(row.runs, {});
        for (const ComparisonRun& run : runs) add_run(row, run, comparison.spec.target_accuracy);
      }
      rebase(comparison, "sequential");
      page_->session().show(comparison);
    };
    shown(50.0);
    QTRY_VERIFY(page_->reading().contains(QStringLiteral("Energy: joules and mean power")));
    QVERIFY(!page_->table()->isColumnHidden(ComparisonTableModel::column_of(figures::energy)));
    QCOMPARE(page_->table()->model()->index(0, ComparisonTableModel::column_of(figures::power)).data().toString(),
             QStringLiteral("≈ 25.0"));
    ChartCard* last = page_->charts()[1];
    const auto place_of_joules = [&] { return last->choice()->findText(QStringLiteral("Energy of an epoch")); };
    QTRY_VERIFY(place_of_joules() > 0);
    last->choice()->setCurrentIndex(place_of_joules());
    QCOMPARE(last->data().title, std::string("Energy of an epoch"));
    QTRY_COMPARE(last->data().bars.at(0).values.at(0), 50.0);
    shown(0.0);
    QTRY_VERIFY(page_->reading().contains(QStringLiteral("energy: no figure, no meter was found")));
    QTRY_COMPARE(place_of_joules(), -1);
    QCOMPARE(page_->reading().count(QStringLiteral("no meter was found")), 1);
    QVERIFY(page_->table()->isColumnHidden(ComparisonTableModel::column_of(figures::energy)));
  }

  void comparesShowsAndSaves() {
    choose({"sequential", default_backend().name});
    QSignalSpy ended(&page_->session(), &ComparisonSession::ended);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(page_->session().active());
    QVERIFY(ended.wait(comparison_limit_ms));
    const ComparisonRow* reference = row("sequential");
    const ComparisonRow* other = row(default_backend().name);
    QVERIFY(reference->done() && other->done());
    QCOMPARE(static_cast<int>(other->equivalent), static_cast<int>(Equivalence::equal));
    QCOMPARE(reference->speed.value, 1.0);
    const QString times = QString::fromStdString(to_csv(page_->charts()[0]->data()));
    QCOMPARE(times.count(QLatin1Char('\n')), 3);
    QCOMPARE(page_->race().view()->race().lanes.size(), std::size_t{2});
    QCOMPARE(page_->race().label(), QStringLiteral("replayed"));
    QCOMPARE(page_->table()->model()->rowCount(), static_cast<int>(configurations().size()));
    QCOMPARE(reference->runs.size(), std::size_t{2});
    QCOMPARE(reference->memory.peak_bytes > 1e6, PeakMemory().bytes().has_value());
    QCOMPARE(page_->table()->model()->index(0, ComparisonTableModel::column_of(figures::peak_memory)).data().toString(),
             QString::fromStdString(figure_text(figures::peak_memory, cell_of(*reference))));
    QVERIFY(page_->table()->isColumnHidden(ComparisonTableModel::column_of(figures::device_memory)));
    QVERIFY(page_->table()->isColumnHidden(ComparisonTableModel::column_of(figures::step_kernel)));
    QVERIFY2(page_->reading().contains(QStringLiteral("fastest")), qPrintable(page_->reading()));
    QVERIFY(page_->reading().contains(QStringLiteral("Medians of 2 runs each")));
    for (int i = 0; i < page_->table()->model()->rowCount(); ++i)
      if (const std::string& name = page_->session().comparison().rows[static_cast<std::size_t>(i)].backend;
          name == "sequential" || name == default_backend().name)
        page_->table()->selectionModel()->select(page_->table()->model()->index(i, 0),
                                                 QItemSelectionModel::Select | QItemSelectionModel::Rows);
    const QString words = QString::fromStdString(difference_words(cell_of(*reference), cell_of(*other)));
    QVERIFY2(page_->reading().contains(words.toHtmlEscaped()), qPrintable(page_->reading()));
    page_->table()->clearSelection();
    page_->show_view(ComparePage::View::race);
    (void)page_->grab();
    const QStringList files = page_->save_all(folder_->path());
    int charts = 0;  // of energy, too, where there are meters
    for (const ChartCard* card : {page_->charts()[0], page_->charts()[1]})
      charts += static_cast<int>(card->all_data().size());
    QVERIFY(charts >= 2);
    QCOMPARE(files.size(), charts * 4 + 2);
    for (const QString& file : files) QVERIFY2(QFileInfo(file).size() > 50, qPrintable(file));

    // The next start has it, opened or not, and knows again what could be compared.
    ComparePage next(folder_->filePath(QStringLiteral("sweeps")).toStdString(), find_resources());
    QCOMPARE(next.save_all(folder_->path()).size(), files.size());
    QCOMPARE(next.reading(), page_->reading());
    QTRY_COMPARE_WITH_TIMEOUT(next.table()->model()->rowCount(), static_cast<int>(configurations().size()),
                              comparison_limit_ms);

    // In a second comparison with equal settings, rows that are not run again keep their results.
    choose({default_backend().name});
    page_->session().start(page_->setup().spec(page_->table_model().chosen()));
    QVERIFY(ended.wait(comparison_limit_ms));
    QVERIFY(row("sequential")->done());
    QVERIFY(row(default_backend().name)->done());

    // But not with those of other data, as where the folder has changed on the disk.
    const Comparison both = page_->session().comparison();
    Comparison changed = both;
    for (ComparisonRow& one : changed.rows)
      if (one.backend == "sequential") one.log.started.dataset_hash = "another";
    page_->session().show(changed);
    page_->session().start(page_->setup().spec(page_->table_model().chosen()));
    QVERIFY(ended.wait(comparison_limit_ms));
    QVERIFY(!row("sequential")->done());
    QVERIFY(row(default_backend().name)->done());

    // Nor with the times of another machine.
    Comparison elsewhere = both;
    elsewhere.machine.cpu = "abacus";
    page_->session().show(elsewhere);
    QTRY_VERIFY_WITH_TIMEOUT(page_->reading().contains(QStringLiteral("another machine: abacus")), comparison_limit_ms);
    page_->session().start(page_->setup().spec(page_->table_model().chosen()));
    QVERIFY(ended.wait(comparison_limit_ms));
    QVERIFY(!row("sequential")->done());
    QVERIFY(row(default_backend().name)->done());
    QTRY_VERIFY_WITH_TIMEOUT(!page_->reading().contains(QStringLiteral("another machine")), comparison_limit_ms);
  }

  void stopEndsSoonAndKeepsWhatIsDone() {
    RunSpec long_run = compared_run();
    long_run.epochs = 1000;
    page_->set_base(long_run);
    choose({"sequential"});
    QSignalSpy ended(&page_->session(), &ComparisonSession::ended);
    page_->session().start(page_->setup().spec(page_->table_model().chosen()));
    QTRY_VERIFY_WITH_TIMEOUT(!row("sequential")->log.epochs.empty(), comparison_limit_ms);
    QTRY_COMPARE(page_->race().label(), QStringLiteral("live"));
    page_->session().stop();
    QVERIFY(ended.wait(comparison_limit_ms));
    QVERIFY(!row("sequential")->done());
    QVERIFY(!row("sequential")->log.epochs.empty());
  }

  void aStopInALaterRoundKeepsTheRoundsBefore() {
    choose({"sequential"});
    page_->setup().set_repeats(100);
    QSignalSpy ended(&page_->session(), &ComparisonSession::ended);
    page_->session().start(page_->setup().spec(page_->table_model().chosen()));
    QTRY_VERIFY_WITH_TIMEOUT(row("sequential")->runs.size() >= 2, comparison_limit_ms);
    QVERIFY2(row("sequential")->done(), "its results stay while it runs again");
    page_->session().stop();
    QVERIFY(ended.wait(comparison_limit_ms));
    QVERIFY(row("sequential")->done());
    QVERIFY(row("sequential")->runs.size() < 100);
    QCOMPARE(row("sequential")->incomplete, std::string("the comparison was stopped"));

    // It goes on where it was stopped, and what was measured is still there.
    const auto there = row("sequential")->times_s;
    QVERIFY(page_->session().incomplete());
    Comparison shorter = page_->session().comparison();
    shorter.spec.repeats = static_cast<int>(there.size()) + 1;
    page_->session().show(shorter);
    QPushButton* resume = nullptr;
    for (auto* button : page_->setup().findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Re&sume") && button->isVisibleTo(page_.get())) resume = button;
    QVERIFY(resume != nullptr);
    QSignalSpy failed(page_.get(), &ComparePage::failed);
    {
      const auto other = RunLock::of_file(page_->session().file());  // as of another window that goes on with it
      resume->click();
      QVERIFY(!page_->session().active());
      QCOMPARE(failed.size(), 1);
      QVERIFY(failed.takeFirst()[0].toString().contains(QStringLiteral("another program is at work on")));
    }
    resume->click();
    QVERIFY2(page_->session().active(), failed.isEmpty() ? "" : qPrintable(failed[0][0].toString()));
    page_->session().setBaseline(QStringLiteral("simd"));
    QVERIFY(ended.wait(comparison_limit_ms));
    QCOMPARE(row("sequential")->runs.size(), there.size() + 1);
    const Comparison kept = read_comparison(page_->session().file());
    const auto in_file = std::ranges::find(kept.rows, std::string("sequential"), &ComparisonRow::backend);
    QVERIFY(in_file != kept.rows.end());
    QCOMPARE(in_file->times_s, row("sequential")->times_s);
    QCOMPARE(kept.spec.baseline, std::string("simd"));
    QCOMPARE(row("sequential")->times_s.front(), there.front());
    QVERIFY(row("sequential")->incomplete.empty());
    QVERIFY(!resume->isVisibleTo(page_.get()));
    page_->session().resume();
    QVERIFY2(!page_->session().active(), "nothing is missing");
  }

  void closingWhileComparingWaitsForTheThread() {
    RunSpec long_run = compared_run();
    long_run.epochs = 1000;
    page_->set_base(long_run);
    choose({"sequential"});
    page_->session().start(page_->setup().spec(page_->table_model().chosen()));
    QTest::qWait(50);
    page_.reset();  // must neither crash nor hang
  }

  void aWrongValueIsSaidAtItsField() {
    const CompareSetup& setup = page_->setup();
    page_->setup().set_sweep(QStringLiteral("1, none"), 1);
    QVERIFY(setup.sweep_form().error_of(QStringLiteral("values")).contains(QStringLiteral("'none'")));
    QVERIFY(setup.sweep_form().error_of(QStringLiteral("repeats")).isEmpty());
    for (const QString& name : setup.form().names()) QVERIFY2(setup.form().error_of(name).isEmpty(), qPrintable(name));
    QVERIFY(!setup.start_button()->isEnabled());
    page_->setup().set_sweep(QStringLiteral("1, 2"), 1);
    QVERIFY(setup.sweep_form().error_of(QStringLiteral("values")).isEmpty());
    RunSpec wrong = compared_run();
    wrong.batch = 0;  // set on another page: there is no field for it here
    page_->set_base(wrong);
    QVERIFY(setup.form().error_of({}).contains(QStringLiteral("batch")));
    for (const QString& name : setup.form().names()) QVERIFY2(setup.form().error_of(name).isEmpty(), qPrintable(name));
    page_->set_base(compared_run());
    QVERIFY(setup.form().error_of({}).isEmpty());
    QVERIFY(setup.start_button()->isEnabled());
  }

  void whatIsTypedIntoANumberFieldStays() {
    const CompareSetup& setup = page_->setup();
    page_->set_base(compared_run());
    for (const Form* form : {&setup.form(), &setup.sweep_form()}) {
      auto* repeats = qobject_cast<QSpinBox*>(form->editor_of(QStringLiteral("repeats")));
      QVERIFY(repeats != nullptr);
      repeats->selectAll();
      QTest::keyClicks(repeats, QStringLiteral("1e9"));
      QCOMPARE(repeats->text(), QStringLiteral("1e9"));
      QVERIFY(form->error_of(QStringLiteral("repeats")).contains(QStringLiteral("at most")));
      QVERIFY(!setup.start_button()->isEnabled());
      repeats->selectAll();
      QTest::keyClicks(repeats, QStringLiteral("2"));
      QVERIFY(form->error_of(QStringLiteral("repeats")).isEmpty());
      QVERIFY(setup.start_button()->isEnabled());
    }
  }

  void somethingElseMeasuringIsTold() {
    page_->set_busy_check([] { return QStringLiteral("busy"); });
    QSignalSpy failed(page_.get(), &ComparePage::failed);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(!page_->session().active());
    QCOMPARE(failed.size(), 1);
  }

  void machinesOfAHostfileAreAskedAbout() {
    int asked = 0;
    page_->set_hosts_check([&](const RunSpec&) {
      ++asked;
      return false;
    });
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(!page_->session().active());
    QCOMPARE(asked, 1);
  }

  void workersAreMeasuredByTheScalePagesSweeps() {
    SweepSpec sweep;
    sweep.base = compared_run();
    sweep.base.epochs = 1;
    sweep.base.backend = default_backend().name;
    sweep.values = {"1"};
    sweep.repeats = 1;
    QSignalSpy ended(&page_->sweeps(), &SweepQueue::ended);
    page_->sweeps().start({sweep});
    QVERIFY(page_->sweeps().active());
    QVERIFY(ended.wait(comparison_limit_ms));
    QCOMPARE(page_->sweeps().analyses().size(), std::size_t{1});
    QCOMPARE(page_->charts()[2]->data().lines[0].x, std::vector<double>{1});
    SweepQueue later(folder_->filePath(QStringLiteral("sweeps")).toStdString(), find_resources());
    later.find_kept(sweep.base);
    QCOMPARE(later.analyses().size(), std::size_t{1});
  }

 private:
  void choose(const std::vector<std::string>& names) {
    for (const ComparisonRow& r : page_->session().comparison().rows) {
      page_->table_model().set_chosen(r.backend, std::ranges::find(names, r.backend) != names.end());
    }
  }
  const ComparisonRow* row(const std::string& backend) const {
    const auto& rows = page_->session().comparison().rows;
    return &*std::ranges::find(rows, backend, &ComparisonRow::backend);
  }

  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<ComparePage> page_;
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::ComparePageTest)
#include "compare_page_test.moc"
