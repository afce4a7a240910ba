// The Runs page on folders as the program leaves them: what is found, noted, compared, run again, deleted and brought
// back. All but the runs that are run again are written and not trained.
#include "ui/notebook/notebook_page.h"

#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "core/run/run_lock.h"
#include "core/run/run_record.h"
#include "tests/support/window_home.h"
#include "tests/ui/notebook/written_runs.h"
#include "ui/charts/chart_grid.h"
#include "ui/main_window.h"
#include "ui/notebook/run_comparison.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/display_numbers.h"

using namespace mlplab;

namespace {

using Column = NotebookModel::Column;

}  // namespace

class NotebookPageTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<RunSession> session_;
  std::unique_ptr<NotebookPage> page_;

  std::filesystem::path path(const char* name) const { return home_->filePath(QLatin1String(name)).toStdString(); }

  bool read_again() {
    QSignalSpy read(page_.get(), &NotebookPage::wasRead);
    page_->refresh();
    return read.wait(20000);
  }
  int rows() { return page_->model().rowCount(); }
  QString cell(int row, int column) { return page_->model().index(row, column).data().toString(); }

  /// Three runs that differ in batch, learning rate or seed, and one folder that is broken.
  void write_four() {
    write_run(path("runs/2026-11-20-100000-a"), written_spec(32, 0.1, 1), 0.90, 1.0);
    write_run(path("runs/2026-11-20-110000-b"), written_spec(64, 0.1, 1), 0.92, 2.0);
    write_run(path("runs/2026-11-20-120000-c"), written_spec(64, 0.5, 7), 0.80, 4.0);
    make_folder(path("runs/2026-11-20-130000-d"));
    write_file_atomically(path("runs/2026-11-20-130000-d/spec.json"), "{", false);
  }

 private Q_SLOTS:
  void init() {
    home_ = std::make_unique<WindowHome>();
    session_ = std::make_unique<RunSession>(path("runs"), find_resources());
    page_ = std::make_unique<NotebookPage>(*session_, folders_beside(path("runs")));
    page_->resize(1100, 700);
  }
  void cleanup() {
    page_.reset();
    session_.reset();
    home_.reset();
  }

  void everythingIsListedAndSorted() {
    write_four();
    page_->show();
    QTRY_COMPARE(rows(), 4);
    QCOMPARE(cell(0, Column::name_column), QStringLiteral("2026-11-20-130000-d"));  // the newest first
    QCOMPARE(cell(0, Column::state_column), QStringLiteral("unreadable"));
    QVERIFY(page_->model().index(0, Column::state_column).data(Qt::ToolTipRole).toString().contains("spec.json"));
    page_->choose({path("runs/2026-11-20-130000-d")});
    const auto said = page_->findChildren<QLabel*>();
    QVERIFY(std::ranges::any_of(said, [](const QLabel* label) { return label->text().contains("spec.json"); }));
    QCOMPARE(cell(1, Column::state_column), QStringLiteral("done"));
    page_->table()->sortByColumn(Column::accuracy_column, Qt::DescendingOrder);
    QCOMPARE(cell(0, Column::accuracy_column), QLocale().toString(92.0, 'f', 2));
    QCOMPARE(cell(2, Column::accuracy_column), QLocale().toString(80.0, 'f', 2));
    QCOMPARE(cell(3, Column::accuracy_column), QStringLiteral("–"));  // not known: last, whichever the order
    page_->table()->sortByColumn(Column::accuracy_column, Qt::AscendingOrder);
    QCOMPARE(cell(0, Column::accuracy_column), QLocale().toString(80.0, 'f', 2));
    QCOMPARE(cell(3, Column::accuracy_column), QStringLiteral("–"));
    // Order and columns are those of last time.
    page_->show_column(Column::network_column, false);
    NotebookPage next(*session_, folders_beside(path("runs")));
    QVERIFY(next.table()->isColumnHidden(Column::network_column));
    QCOMPARE(next.table()->horizontalHeader()->sortIndicatorSection(), int(Column::accuracy_column));
    next.show_column(Column::seed_column, true);
    next.show_usual_columns();
    QVERIFY(!next.table()->isColumnHidden(Column::network_column) && next.table()->isColumnHidden(Column::seed_column));
    QVERIFY(!NotebookPage(*session_, folders_beside(path("runs"))).table()->isColumnHidden(Column::network_column));
    const QStringList files = page_->save_all(home_->path());
    QCOMPARE(files.size(), 1);
    const QStringList lines = QString::fromStdString(read_file(files[0].toStdString())).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 6);  // header, four, and the end of the last
    QVERIFY(!lines[0].contains(QStringLiteral("network")));
    QVERIFY(lines[0].contains(QStringLiteral("accuracy_test")));
  }

  void menusThatAreFilledAnewDoNotPileUp() {
    const auto open_all = [this] {
      for (const QToolButton* button : page_->findChildren<QToolButton*>())
        if (button->menu() != nullptr) Q_EMIT button->menu()->aboutToShow();
      return page_->findChildren<QMenu*>().size();
    };
    const auto first = open_all();
    QVERIFY(first > 6);
    QCOMPARE(open_all(), first);
  }

  /// MLPLAB_TEST_RUNS=5000 makes 5000 runs, and prints how long reading and searching took.
  void wordsFindWhatHasAllOfThem() {
    const int asked = qEnvironmentVariableIntValue("MLPLAB_TEST_RUNS"), count = asked > 0 ? asked : 50;
    for (int i = 0; i < count; ++i) {
      const std::string name = QStringLiteral("runs/made-%1").arg(i, 5, 10, QLatin1Char('0')).toStdString();
      write_run(path(name.c_str()), written_spec(64, i % 2 == 0 ? 0.1 : 0.25, static_cast<std::uint64_t>(i)), 0.5, 1.0);
    }
    QElapsedTimer clock;
    clock.start();
    page_->show();
    QTRY_COMPARE_WITH_TIMEOUT(rows(), count, 60000);
    if (asked > 0) qInfo("%d runs listed after %lld ms", count, clock.elapsed());
    const auto found = [&](const char* words) {
      clock.restart();
      page_->search()->setText(QLatin1String(words));
      QCoreApplication::processEvents();
      if (asked > 0) qInfo("'%s' found after %lld ms", words, clock.elapsed());
      return rows();
    };
    page_->choose({path("runs/made-00003"), path("runs/made-00004")});
    QCOMPARE(found("batch lr 0.25"), count / 2);
    QCOMPARE(page_->chosen(), std::vector{path("runs/made-00003")});  // what is still shown stays chosen
    QCOMPARE(found("MADE"), count);
    QCOMPARE(found("no such thing"), 0);
    QCOMPARE(found(""), count);
    for (const char* way : {"repeats", "optimizer.learning_rate", "seed", ""}) {
      clock.restart();
      page_->set_grouping(QLatin1String(way));
      QCoreApplication::processEvents();
      if (asked > 0) qInfo("grouped by '%s' after %lld ms", way, clock.elapsed());
      const std::size_t groups = page_->model().groups().size();
      QCOMPARE(groups, way == QByteArray("seed") ? static_cast<std::size_t>(count) : *way == '\0' ? 0U : 2U);
    }
    page_->model().setData(page_->model().index(3, Column::notes_column), QStringLiteral("the Fan was off"));
    page_->model().setData(page_->model().index(4, Column::tags_column), QStringLiteral("fan, lesson"));
    QCOMPARE(found("fan"), 2);
    QCOMPARE(found("fan lesson"), 1);
  }

  void groupsHaveHeadingsThatFold() {
    write_four();
    page_->show();
    QTRY_COMPARE(rows(), 4);
    page_->set_grouping(QStringLiteral("batch"));
    NotebookModel& model = page_->model();
    const auto heading = [&](int row) {
      return model.is_heading(row) ? QString::fromStdString(model.group_at(row).title) : QString();
    };
    // The newest first, as the rows are: d (unreadable), c and b (batch 64), a (batch 32).
    QCOMPARE(rows(), 7);
    QCOMPARE(heading(0), QStringLiteral("unreadable"));
    QCOMPARE(heading(2), QStringLiteral("batch 64"));
    QCOMPARE(heading(5), QStringLiteral("batch 32"));
    QCOMPARE(cell(3, Column::name_column), QStringLiteral("2026-11-20-120000-c"));
    const QString figures = model.index(2, Column::name_column).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(figures.contains("2 runs") && figures.contains("median accuracy " + share_text(0.86, 2)),
             qPrintable(figures));
    QVERIFY(figures.contains(share_figure_text(0.80, 2)) && figures.contains(share_figure_text(0.92, 2)));
    // A heading cannot be chosen or edited; a click and Return fold it, and it keeps the focus.
    QVERIFY(!(model.flags(model.index(2, 0)) & (Qt::ItemIsSelectable | Qt::ItemIsEditable)));
    QVERIFY(!model.setData(model.index(2, Column::notes_column), QStringLiteral("none")));
    page_->choose({path("runs/2026-11-20-100000-a"), path("runs/2026-11-20-120000-c")});
    QTableView* table = page_->table();
    const int pin = table->columnViewportPosition(Column::kind_column) + 5;
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, {pin, table->rowViewportPosition(2) + 5});
    QCOMPARE(rows(), 5);
    QVERIFY(model.is_folded(model.group_at(2)));
    QCOMPARE(heading(3), QStringLiteral("batch 32"));
    QCOMPARE(table->currentIndex().row(), 2);
    QCOMPARE(page_->chosen(), std::vector{path("runs/2026-11-20-100000-a")});  // what is not seen is not acted on
    // Files have all that is listed, with its group.
    const QString file = page_->save_all(home_->path()).value(0);
    const QStringList lines = QString::fromStdString(read_file(file.toStdString())).split(QLatin1Char('\n'));
    QCOMPARE(lines.size(), 6);
    QVERIFY(lines[0].startsWith(QStringLiteral("group,")) && lines[2].startsWith(QStringLiteral("batch 64,")));
    page_->toggle(2);
    QCOMPARE(rows(), 7);
    // Sorted by accuracy, the group with the best run comes first, and search leaves out empty groups.
    table->sortByColumn(Column::accuracy_column, Qt::AscendingOrder);
    QCOMPARE(heading(0), QStringLiteral("batch 64"));
    page_->search()->setText(QStringLiteral("batch 32"));
    QTRY_COMPARE(rows(), 2);
    page_->search()->clear();
    // It is kept, and a way that does not group any more shows plain rows.
    QCOMPARE(NotebookPage(*session_, folders_beside(path("runs"))).model().grouping(), std::string("batch"));
    page_->set_grouping(QStringLiteral("no_such_setting"));
    QCOMPARE(rows(), 4);
    page_->set_grouping({});
    QCOMPARE(rows(), 4);
  }

  void notesTagsAndPinsAreOnTheDiskAtOnce() {
    write_four();
    page_->show();
    QTRY_COMPARE(rows(), 4);
    const std::filesystem::path run = page_->model().entry_at(3).path;
    const std::string events = read_file(run / "events.jsonl");
    // As a user does it: in the cell.
    QTableView* table = page_->table();
    const QModelIndex at = page_->model().index(3, Column::notes_column);
    table->setCurrentIndex(at);
    table->edit(at);
    auto* editor = table->findChild<QLineEdit*>();
    QVERIFY(editor != nullptr);
    QTest::keyClicks(editor, QStringLiteral("slow"));
    QTest::keyClick(editor, Qt::Key_Return);
    QTRY_COMPARE(read_notes(run).text, std::string("slow"));
    QVERIFY(page_->model().setData(page_->model().index(3, Column::tags_column), QStringLiteral("a, b")));
    QVERIFY(page_->model().setData(page_->model().index(3, Column::pin_column), true));
    QCOMPARE(page_->model().entry_at(0).path, run);  // what is pinned stands first
    QCOMPARE(read_notes(run), (Notes{"slow", {"a", "b"}, true}));
    QCOMPARE(read_file(run / "events.jsonl"), events);
    QVERIFY(read_again());
    QCOMPARE(cell(0, Column::tags_column), QStringLiteral("a, b"));
    // Notes that cannot be written are reported, and not shown as if they were.
    std::filesystem::remove_all(run);
    QSignalSpy failed(page_.get(), &Page::failed);
    QVERIFY(!page_->model().setData(page_->model().index(0, Column::notes_column), QStringLiteral("lost")));
    QCOMPARE(failed.count(), 1);
    QCOMPARE(cell(0, Column::notes_column), QStringLiteral("slow"));
  }

  void comparedRunsNameWhatDiffers() {
    write_four();
    page_->show();
    QTRY_COMPARE(rows(), 4);
    page_->choose({path("runs/2026-11-20-100000-a")});
    QVERIFY(!page_->button(QStringLiteral("compare"))->isEnabled());
    page_->choose({path("runs/2026-11-20-100000-a"), path("runs/2026-11-20-110000-b")});
    page_->button(QStringLiteral("compare"))->click();
    QVERIFY(page_->comparison()->isVisible());
    QTRY_COMPARE(page_->comparison()->model().rowCount(), 2);
    const RunComparisonModel& model = page_->comparison()->model();
    // Run, batch, backend, epochs, accuracy, its difference, time, its ratio; in the order of the table: b, then a.
    QCOMPARE(model.columnCount(), 8);
    QCOMPARE(model.alike(), (std::vector{2, 3}));  // backend and epochs
    QCOMPARE(model.headerData(1, Qt::Horizontal).toString(), QStringLiteral("batch"));
    QVERIFY(model.differs(model.index(1, 1)) && !model.differs(model.index(1, 2)));
    QCOMPARE(model.index(1, 5).data().toString(), QStringLiteral("−") + QLocale().toString(2.0, 'f', 2));
    QCOMPARE(model.index(1, 7).data().toString(), display_number(0.5));
    QCOMPARE(model.index(0, 5).data().toString(), QStringLiteral("–"));
    const Chart& loss = page_->comparison()->charts()->charts()[0]->data();
    QCOMPARE(loss.lines.size(), std::size_t{4});  // train and test of both
    QVERIFY(model.to_csv().contains(QStringLiteral("batch 32")));
    // One that cannot be read is none to compare.
    page_->choose({path("runs/2026-11-20-100000-a"), path("runs/2026-11-20-130000-d")});
    QVERIFY(!page_->button(QStringLiteral("compare"))->isEnabled());
  }

  void whatIsDeletedComesBack() {
    write_four();
    session_->restore(6);
    QCOMPARE(session_->runs().size(), std::size_t{3});
    page_->show();
    QTRY_COMPARE(rows(), 4);
    const std::filesystem::path a = path("runs/2026-11-20-100000-a"), b = path("runs/2026-11-20-110000-b");
    page_->choose({a, b});
    page_->button(QStringLiteral("delete"))->click();
    QCOMPARE(rows(), 2);
    QVERIFY(!std::filesystem::exists(a) && !std::filesystem::exists(b));
    QCOMPARE(session_->runs().size(), std::size_t{1});  // it is off the list of the page Train
    page_->button(QStringLiteral("undo"))->click();
    QCOMPARE(rows(), 4);
    QVERIFY(std::filesystem::exists(a / "spec.json") && std::filesystem::exists(b / "events.jsonl"));
    QVERIFY(!page_->button(QStringLiteral("undo"))->isEnabled());
    QCOMPARE(page_->chosen().size(), std::size_t{2});
    // A run that this or another program is training stays.
    const RunLock lock(a);
    page_->choose({a});
    QSignalSpy failed(page_.get(), &Page::failed);
    page_->button(QStringLiteral("delete"))->click();
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("being trained")));
    QCOMPARE(rows(), 4);
    QVERIFY(std::filesystem::exists(a / "spec.json"));
  }

  void aRunIsRunAgainAndShown() {
    write_four();
    page_->show();
    QTRY_COMPARE(rows(), 4);
    QSignalSpy wanted(page_.get(), &Page::pageWanted);
    page_->choose({path("runs/2026-11-20-120000-c")});
    page_->button(QStringLiteral("show"))->click();
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(session_->runs().back()->folder, path("runs/2026-11-20-120000-c"));
    page_->button(QStringLiteral("again"))->click();
    QVERIFY(session_->active());
    QVERIFY(session_->current()->spec == written_spec(64, 0.5, 7));
    QVERIFY(!page_->button(QStringLiteral("again"))->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(!session_->active(), 30000);
    QCOMPARE(session_->current()->log.ended->status, RunStatus::done);
    QTRY_COMPARE(rows(), 5);  // by itself
    QTRY_COMPARE(cell(0, Column::state_column), QStringLiteral("done"));
    // A run would disturb the measurement.
    page_->set_busy_check([] { return QStringLiteral("The Scale page is measuring."); });
    QSignalSpy failed(page_.get(), &Page::failed);
    page_->choose({path("runs/2026-11-20-120000-c")});
    page_->button(QStringLiteral("again"))->click();
    QCOMPARE(failed.count(), 1);
    QVERIFY(!session_->active());
  }

  void firstOpenedWhileAPageMeasuresItHasWhatWasReadAhead() {
    write_four();
    page_->read_ahead();
    QTRY_COMPARE(rows(), 4);
    page_->set_busy_check([] { return QStringLiteral("The Scale page is measuring."); });
    page_->show();
    settle();
    QCOMPARE(rows(), 4);
    page_ = std::make_unique<NotebookPage>(*session_, folders_beside(path("runs")));
    page_->set_busy_check([] { return QStringLiteral("The Scale page is measuring."); });
    page_->read_ahead();
    QTest::qWait(100);
    QVERIFY2(rows() == 0 && !page_->reading(), "nothing is read beside a measurement");
  }

  void copiesAreMadeBesideTheWindow() {
    write_four();
    page_->show();
    QTRY_COMPARE(rows(), 4);
    page_->choose({path("runs/2026-11-20-100000-a")});
    QSignalSpy saved(page_.get(), &Page::saved);
    page_->export_to(home_->filePath(QStringLiteral("copies")), false);
    QVERIFY(saved.wait(20000));
    QVERIFY(read_run(path("copies/2026-11-20-100000-a")).spec == written_spec(32, 0.1, 1));
    QVERIFY(read_file(path("copies/runs.csv")).find("2026-11-20-100000-a") != std::string::npos);
    QVERIFY(!std::filesystem::exists(path("copies/2026-11-20-110000-b")));
  }

  void theWindowHasIt() {
    write_four();
    MainWindow window(home_->options());
    window.show();
    auto* page = window.findChild<NotebookPage*>();
    QVERIFY(page != nullptr);
    window.action(QStringLiteral("page_runs"))->trigger();
    QVERIFY(page->isVisible());
    QTRY_COMPARE(page->model().rowCount(), 4);
    page->choose({path("runs/2026-11-20-110000-b")});
    page->button(QStringLiteral("show"))->click();
    QVERIFY(!page->isVisible());
    for (QToolButton* button : page->findChildren<QToolButton*>()) {
      const bool of_qt = qobject_cast<QLineEdit*>(button->parentWidget()) != nullptr;  // what clears a field
      QVERIFY(of_qt || !button->isVisibleTo(page) || !button->accessibleName().isEmpty());
    }
  }
};

QTEST_MAIN(NotebookPageTest)
#include "notebook_page_test.moc"
