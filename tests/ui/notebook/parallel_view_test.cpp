// Parallel coordinates on the page Runs: brushed by mouse and keys, the table follows, what leaves as a file, and what
// stands in their place where there is nothing to draw.
#include <QtTest>
#include <QtWidgets>

#include "tests/support/window_home.h"
#include "tests/ui/notebook/written_runs.h"
#include "ui/notebook/notebook_page.h"
#include "ui/notebook/parallel_card.h"
#include "ui/runs/run_session.h"

using namespace mlplab;

namespace {

/// Batches, seeds and optimizers of a grid; learning rates and results that no two runs have in common.
std::vector<NotebookEntry> made_entries(int count) {
  std::vector<NotebookEntry> entries;
  for (int i = 0; i < count; ++i) {
    const auto spread = [i](double by) { return std::fmod(i * by, 1.0); };
    RunSpec spec = written_spec(32 << (i % 4), 0.001 * std::pow(10.0, 3 * spread(0.61803)), 1 + i % 7);
    spec.optimizer.kind = i % 3 == 0 ? OptimizerKind::sgd : i % 3 == 1 ? OptimizerKind::momentum : OptimizerKind::adam;
    spec.optimizer.weight_decay = 1e-5 * (i % 11);
    NotebookEntry entry;
    entry.path = "/made/" + std::to_string(i);
    entry.name = "made-" + std::to_string(i);
    entry.when = QStringLiteral("2026-11-20 %1").arg(i, 6, 10, QLatin1Char('0')).toStdString();
    entry.spec = std::make_shared<const RunSpec>(spec);
    entry.batch = spec.batch;
    entry.epochs = entry.epochs_done = 1;
    entry.time_s = 1.0 + 30 * spread(0.41421);
    entry.loss_train = 0.1 + spread(0.73205);
    entry.loss_test = *entry.loss_train + 0.2 * spread(0.23607);
    entry.accuracy_test = 0.7 + 0.29 * spread(0.64575);
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace

class ParallelViewTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<RunSession> session_;
  std::unique_ptr<NotebookPage> page_;

  std::filesystem::path path(const char* name) const { return home_->filePath(QLatin1String(name)).toStdString(); }
  ParallelView& view() { return *page_->parallel()->view(); }
  int rows() { return page_->model().rowCount(); }
  int axis(const char* id) { return view().plot().find(id); }
  QPoint on_axis(const char* id, double place) {
    return QPointF(view().plot().x(axis(id)), view().plot().y(place)).toPoint();
  }
  void placed() {
    QTRY_VERIFY(!page_->placing());
    settle();
  }
  void drag(const QPoint& from, const QPoint& to) {
    QTest::mousePress(&view(), Qt::LeftButton, {}, from);
    QTest::mouseMove(&view(), (from + to) / 2);
    QTest::mouseMove(&view(), to);
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, to);
  }
  void key(int which, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&view(), static_cast<Qt::Key>(which), modifiers);
  }
  QColor pixel(const QPointF& at) { return view().grab().toImage().pixelColor(at.toPoint()); }
  /// On the line of a run, behind an axis.
  QPointF on_line(int left, std::size_t run) {
    const ParallelPlot& plot = view().plot();
    const auto y = [&](int at) { return plot.y(plot.axis(at).place_of(plot.axis(at).values[run])); };
    const double share = 0.7;
    return {plot.x(left) + share * (plot.x(left + 1) - plot.x(left)), y(left) + share * (y(left + 1) - y(left))};
  }
  /// A sample of them: something is on their places.
  bool every_line_is_drawn() {
    const QImage image = view().grab().toImage();
    const auto drawn = [&](const QPoint& at) {
      for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
          if (image.pixelColor(at + QPoint(x, y)) != light_theme().card) return true;
      return false;
    };
    for (std::size_t run = 0; run < view().runs().size(); run += 7)
      for (int left = 0; left + 1 < view().plot().axes(); ++left)
        if (!drawn(on_line(left, run).toPoint())) return false;
    return true;
  }
  QString words() {
    settle();
    QString all;
    for (const QLabel* label : page_->parallel()->findChildren<QLabel*>())
      if (label->isVisibleTo(page_->parallel())) all += label->text() + QLatin1Char('\n');
    return all;
  }
  QString cell(int row, int column) { return page_->model().index(row, column).data().toString(); }

  /// Batches 32, 64, 64, 128; the last one failed before its first evaluation. And a folder that is broken.
  void write_five() {
    write_run(path("runs/2026-11-20-100000-a"), written_spec(32, 0.1, 1), 0.90, 1.0);
    write_run(path("runs/2026-11-20-110000-b"), written_spec(64, 0.1, 1), 0.92, 2.0);
    write_run(path("runs/2026-11-20-120000-c"), written_spec(64, 0.5, 1), 0.80, 4.0);
    const auto d = write_run(path("runs/2026-11-20-130000-d"), written_spec(128, 5.0, 1), 0.1, 8.0);
    RunStarted started;
    started.spec = written_spec(128, 5.0, 1);
    started.steps_per_epoch = 4;
    EpochDone epoch;
    epoch.epoch = 1;
    epoch.loss_train = std::numeric_limits<double>::quiet_NaN();
    epoch.epoch_time_s = epoch.train_time_s = 8.0;
    RunEnded ended{.status = RunStatus::failed, .reason = "it diverged", .epochs_done = 1, .train_time_s = 8.0};
    std::string lines = hello_line() + "\n";
    for (const Event& event : {Event(started), Event(epoch), Event(ended)}) lines += to_line(event) + "\n";
    write_file_atomically(d / "events.jsonl", lines, false);
    make_folder(path("runs/2026-11-20-140000-e"));
    write_file_atomically(path("runs/2026-11-20-140000-e/spec.json"), "{", false);
  }
  void show_five() {
    write_five();
    page_->show();
    QTRY_COMPARE(rows(), 5);
    page_->button(QStringLiteral("parallel"))->click();
    placed();
  }

 private Q_SLOTS:
  void init() {
    home_ = std::make_unique<WindowHome>();
    session_ = std::make_unique<RunSession>(path("runs"), find_resources());
    page_ = std::make_unique<NotebookPage>(*session_, folders_beside(path("runs")));
    page_->resize(1100, 700);
    page_->set_theme(light_theme());
  }
  void cleanup() {
    page_.reset();
    session_.reset();
    home_.reset();
  }

  void aBrushChoosesTheRowsOfTheTable() {
    show_five();
    QVERIFY(page_->parallel()->isVisible());
    QVERIFY(axis("batch") >= 0 && axis("optimizer.learning_rate") >= 0 && axis("accuracy_test") >= 0);
    QCOMPARE(axis("seed"), -1);
    QVERIFY(words().contains(tr("4 of 4 runs")));
    QVERIFY2(
        words().contains(QStringLiteral("1 that did not run")) && words().contains(QStringLiteral("1 that cannot")),
        qPrintable(words()));
    drag(on_axis("batch", 0.2), on_axis("batch", 0.8));  // 64 alone, of 32 to 128
    QCOMPARE(view().count_within(), 2);
    QTRY_COMPARE(rows(), 2);
    QCOMPARE(cell(0, NotebookModel::batch_column), QStringLiteral("64"));
    QVERIFY(words().contains(QStringLiteral("2 of 4 runs")) && words().contains(QStringLiteral("batch: ")));
    // A second axis at once.
    drag(on_axis("accuracy_test", 1.0), on_axis("accuracy_test", 0.7));
    QTRY_COMPARE(rows(), 1);
    QCOMPARE(page_->model().entry_at(0).name, std::string("2026-11-20-110000-b"));
    // A click clears the brush of its axis, and the button all.
    QTest::mouseClick(&view(), Qt::LeftButton, {}, on_axis("batch", 0.5));
    QCOMPARE(view().brushes().size(), std::size_t{1});
    drag(on_axis("batch", 0.2), on_axis("batch", 0.8));
    const auto buttons = page_->parallel()->findChildren<QToolButton*>();
    auto* clear = *std::ranges::find(buttons, QStringLiteral("Clear brushes"), &QToolButton::text);
    QVERIFY(clear->isVisible());
    clear->click();
    QTRY_COMPARE(rows(), 5);  // with what is no line
    QVERIFY(!clear->isVisible());
  }

  void runsWithoutAValueAreBelowTheAxis() {
    show_five();
    const ParallelAxis& accuracy = view().plot().axis(axis("accuracy_test"));
    QVERIFY(accuracy.lacks_values());
    drag(on_axis("accuracy_test", 0.0), on_axis("accuracy_test", 1.0));
    QCOMPARE(view().count_within(), 3);  // not the one that failed
    drag(on_axis("accuracy_test", no_value_place), on_axis("accuracy_test", no_value_place) + QPoint(0, 6));
    QCOMPARE(view().count_within(), 1);
    QTRY_COMPARE(rows(), 1);
    QCOMPARE(page_->model().entry_at(0).name, std::string("2026-11-20-130000-d"));
    QVERIFY(!view().plot().axis(axis("loss_train")).has_value(0) ||
            !view().plot().axis(axis("loss_train")).has_value(3));
  }

  void theKeysBrushMoveAndHide() {
    show_five();
    view().setFocus();
    const int batch = axis("batch");
    for (int i = 0; i < 20; ++i) key(Qt::Key_Left);
    QCOMPARE(view().current(), 0);
    for (int i = 0; i < batch; ++i) key(Qt::Key_Right);
    QVERIFY(view().accessibleDescription().contains(QStringLiteral("batch: no brush")));
    for (int i = 0; i < 6; ++i) key(Qt::Key_Down);  // 1.0 to 0.7: without 128
    QCOMPARE(view().count_within(), 3);
    QTRY_COMPARE(rows(), 3);
    for (int i = 0; i < 6; ++i) key(Qt::Key_Up, Qt::ShiftModifier);  // from 0.3: without 32
    QCOMPARE(view().count_within(), 2);
    QVERIFY(view().accessibleDescription().contains(QStringLiteral("2 of 4 runs")));
    key(Qt::Key_Home);
    QCOMPARE(view().count_within(), 3);
    key(Qt::Key_End);  // the whole axis is no brush
    QVERIFY(view().brushes().empty());
    key(Qt::Key_Down);
    key(Qt::Key_Right);
    key(Qt::Key_Down);
    QCOMPARE(view().brushes().size(), std::size_t{2});
    key(Qt::Key_Escape);
    QCOMPARE(view().brushes().size(), std::size_t{1});
    key(Qt::Key_Escape);  // there is none on this axis: all
    QVERIFY(view().brushes().empty());
    // Runs without a value are reached from the bottom of an axis.
    while (view().current() != axis("accuracy_test")) key(Qt::Key_Right);
    for (int i = 0; i < 30; ++i) key(Qt::Key_Down);
    QCOMPARE(view().count_within(), 1);  // the least
    key(Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(view().count_within(), 2);
    key(Qt::Key_Escape);
    // Another order and fewer axes, kept.
    while (view().current() != batch) key(Qt::Key_Left);
    key(Qt::Key_Right, Qt::ControlModifier);
    QCOMPARE(axis("batch"), batch + 1);
    QCOMPARE(view().current(), batch + 1);
    while (view().current() != axis("loss_test")) key(Qt::Key_Right);
    key(Qt::Key_Delete);
    QCOMPARE(axis("loss_test"), -1);
    page_ = std::make_unique<NotebookPage>(*session_, folders_beside(path("runs")));
    page_->resize(1100, 700);
    page_->show();
    QTRY_COMPARE(rows(), 5);
    QVERIFY(page_->parallel()->isVisible());
    placed();
    QCOMPARE(axis("batch"), batch + 1);
    QCOMPARE(axis("loss_test"), -1);
  }

  void aTitleIsDraggedToAnotherPlace() {
    show_five();
    const int batch = axis("batch"), last = view().plot().axes() - 1;
    drag(view().plot().title(batch).center().toPoint(), view().plot().title(last).center().toPoint());
    QCOMPARE(axis("batch"), last);
    QVERIFY(view().brushes().empty());
  }

  void aHiddenAxisChoosesNothing() {
    show_five();
    drag(on_axis("batch", 0.2), on_axis("batch", 0.8));
    QTRY_COMPARE(rows(), 2);
    view().setFocus();
    while (view().current() != axis("batch")) key(Qt::Key_Left);
    key(Qt::Key_Delete);
    QTRY_COMPARE(rows(), 5);
    QCOMPARE(view().count_within(), 4);
    QVERIFY(!words().contains(QStringLiteral("batch: ")));
  }

  void theViewFollowsTheSearch() {
    show_five();
    drag(on_axis("batch", 0.2), on_axis("batch", 0.8));
    QTRY_COMPARE(rows(), 2);
    page_->search()->setText(QStringLiteral("lr 0.1"));  // batches 32 and 64
    QTRY_COMPARE(view().runs().size(), std::size_t{2});
    QCOMPARE(view().count_within(), 1);  // the brush is of values: 64 is within it on an axis with other ends
    QTRY_COMPARE(rows(), 1);
    page_->search()->setText(QStringLiteral("110000"));
    QTRY_VERIFY(view().runs().axes.empty());
    QTRY_COMPARE(rows(), 1);  // a run that no axis leaves out
    page_->search()->clear();
    QTRY_COMPARE(rows(), 2);
    page_->show_parallel(false);
    QCOMPARE(rows(), 5);
  }

  void thereIsASentenceWhereNothingCanBeDrawn() {
    page_->show();
    page_->show_parallel(true);
    placed();
    QVERIFY(view().accessibleDescription().contains(QStringLiteral("No run is listed")));
    drag({50, 50}, {50, 90});
    key(Qt::Key_Down);
    QVERIFY(view().brushes().empty());
    QVERIFY(page_->parallel()->save_all(home_->path()).isEmpty());
    page_->grab();
    write_run(path("runs/2026-11-20-100000-a"), written_spec(32, 0.1, 1), 0.90, 1.0);
    page_->refresh();
    QTRY_COMPARE(rows(), 1);
    QTRY_VERIFY(view().accessibleDescription().contains(QStringLiteral("One run")));
    write_run(path("runs/2026-11-20-110000-b"), written_spec(32, 0.1, 1), 0.92, 1.0);
    page_->refresh();
    QTRY_COMPARE(rows(), 2);
    QTRY_VERIFY(view().accessibleDescription().contains(QStringLiteral("same settings")));
  }

  void whatLeavesHasWhatIsSeen() {
    show_five();
    drag(on_axis("batch", 0.2), on_axis("batch", 0.8));
    QTRY_COMPARE(rows(), 2);
    const QStringList files = page_->save_all(home_->path());
    QCOMPARE(files.size(), 5);  // the table, then png, svg, pdf, csv
    for (const QString& file : files) QVERIFY2(QFileInfo(file).size() > 100, qPrintable(file));
    const QImage image(home_->filePath(QStringLiteral("parallel-coordinates.png")));
    QVERIFY(!image.isNull() && image.width() > 1000);
    const QString svg =
        QString::fromStdString(read_file(path("parallel-coordinates.svg"))).remove(QRegularExpression("<[^>]*>"));
    QVERIFY(svg.contains(QStringLiteral("learning rate")) && svg.contains(QStringLiteral("2 of 4 runs")) &&
            svg.contains(QStringLiteral("batch: ")));
    const QString csv = QString::fromStdString(read_file(path("parallel-coordinates.csv")));
    QCOMPARE(csv.count(QLatin1Char('\n')), 5);
    QVERIFY(csv.startsWith(QStringLiteral("path,name,complete,within_brushes,")));
    QCOMPARE(csv.count(QStringLiteral("-a,1,0,")) + csv.count(QStringLiteral("-b,1,1,")) +
                 csv.count(QStringLiteral("-c,1,1,")) + csv.count(QStringLiteral("-d,0,0,")),
             4);
    QSignalSpy failed(page_.get(), &Page::failed);
    QVERIFY_EXCEPTION_THROWN(page_->parallel()->save(QStringLiteral("/no/such/folder/a.png")), InputError);
  }

  void itHasThePageAndGoesBack() {
    show_five();
    const int high = view().height();
    page_->parallel()->enlarge_action()->trigger();
    settle();
    QVERIFY(page_->parallel()->enlarged() && view().height() > high);
    view().setFocus();
    drag(on_axis("batch", 0.2), on_axis("batch", 0.8));
    key(Qt::Key_Escape);  // first the brush
    QVERIFY(view().brushes().empty() && page_->parallel()->enlarged());
    page_->parallel()->enlarge(false);
    settle();
    QCOMPARE(view().height(), high);
    page_->parallel()->enlarge(true);
    page_->show_parallel(false);
    settle();
    QVERIFY(!page_->parallel()->isVisible() && page_->table()->isVisible());
    page_->show_parallel(true);
    settle();
    QVERIFY(view().isVisible() && !page_->parallel()->enlarged());
  }

  void aLineIsNamedAndChosen() {
    show_five();
    const ParallelPlot& plot = view().plot();
    const std::vector<bool> all(view().runs().size(), true);
    int run = -1;
    QPointF at;
    for (double place = 0; place <= 1 && run < 0; place += 0.01) {
      at = {(plot.x(0) + plot.x(1)) / 2, plot.y(place)};
      run = plot.run_at(at, all);
    }
    QVERIFY(run >= 0);
    QTest::mouseClick(&view(), Qt::LeftButton, {}, at.toPoint());
    QCOMPARE(page_->chosen(), std::vector{view().runs().paths[static_cast<std::size_t>(run)]});
    QCOMPARE(plot.run_at(at, std::vector<bool>(view().runs().size(), false)),
             -1);  // outside of the brushes it is faint
  }

  void linesOutsideFadeAndTheOthersKeepTheirColour() {
    show_five();
    std::size_t first = 0;  // of batch 32
    while (view().runs().names[first] != "2026-11-20-100000-a") ++first;
    const QPointF at = on_line(axis("batch"), first);
    const QColor before = pixel(at);
    drag(on_axis("batch", 0.4), on_axis("batch", 1.0));
    QVERIFY(!view().within()[first]);
    QVERIFY2(contrast_ratio(pixel(at), light_theme().card) < contrast_ratio(before, light_theme().card),
             qPrintable(before.name() + pixel(at).name()));
    key(Qt::Key_Escape);
  }

  /// Prints how long 5000 runs take; no time passes or fails.
  void fiveThousandRunsAreBrushed() {
    page_->show();
    page_->show_parallel(true);
    settle();
    QElapsedTimer clock;
    const std::vector<NotebookEntry> entries = made_entries(5000);
    std::vector<const NotebookEntry*> pointers;
    for (const NotebookEntry& entry : entries) pointers.push_back(&entry);
    clock.start();
    (void)parallel_runs(pointers);
    qInfo("the axes of 5000 runs after %lld ms", clock.restart());
    page_->model().set_entries(made_entries(5000));
    qInfo("5000 runs listed after %lld ms", clock.restart());
    placed();
    clock.restart();
    view().grab();
    qInfo("drawn after %lld ms", clock.restart());
    QCOMPARE(view().runs().size(), std::size_t{5000});
    QTest::mousePress(&view(), Qt::LeftButton, {}, on_axis("batch", 0.2));
    qint64 most = 0, all = 0;
    constexpr int steps = 20;
    for (int i = 1; i <= steps; ++i) {
      const QPoint at = on_axis("batch", 0.2 + 0.6 * i / steps);
      clock.restart();
      QMouseEvent move(QEvent::MouseMove, at, view().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
      QCoreApplication::sendEvent(&view(), &move);
      view().repaint();
      most = std::max(most, clock.elapsed());
      all += clock.elapsed();
    }
    QTest::mouseRelease(&view(), Qt::LeftButton, {}, on_axis("batch", 0.8));
    qInfo("a step of a brush over 5000 runs: %lld ms on average, %lld ms at most", all / steps, most);
    QCOMPARE(view().count_within(), 2500);  // batches of 64 and 128, not of 32 and 256
    QVERIFY(every_line_is_drawn());
    clock.restart();
    QTRY_COMPARE(rows(), 2500);
    qInfo("the table follows after %lld ms", clock.elapsed());
    key(Qt::Key_Escape);
    QCOMPARE(view().count_within(), 5000);
    QVERIFY(every_line_is_drawn());
  }
};

QTEST_MAIN(ParallelViewTest)
#include "parallel_view_test.moc"
