// The state that the window restores after it was closed or killed; and Undo takes back settings wherever they are
// typed.
#include <QtTest>
#include <QtWidgets>
#include <algorithm>
#include <fstream>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/load.h"
#include "core/run/run_record.h"
#include "core/study/comparison/published.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/charts/chart_card.h"
#include "ui/runs/run_table.h"
#include "ui/train/folder_sheet.h"
#include "ui/train/setup_changes.h"
#include "ui/train/setup_panel.h"
#include "ui/train/train_page.h"
#include "ui/widgets/banner.h"

using namespace mlplab;

class WindowStateTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;

  std::filesystem::path path(const char* name) const { return home_->filePath(QLatin1String(name)).toStdString(); }

  static RunSpec short_spec() { return short_run({.train = 200, .test = 50}); }

  /// Trains `count` runs that are kept, each with its own seed.
  static bool train(RunSession& session, int count) {
    for (int i = 0; i < count; ++i) {
      RunSpec spec = short_spec();
      spec.seed = static_cast<std::uint64_t>(i + 1);
      session.start(spec);
      if (!QTest::qWaitFor([&] { return !session.active(); }, 30000)) return false;
    }
    return true;
  }

 private Q_SLOTS:
  void init() { home_ = std::make_unique<WindowHome>(); }

  void runs_come_back_as_they_were() {
    KeptSession kept;
    std::filesystem::path removed;
    std::vector<BackendLook> looks;
    {
      RunSession session(path("runs"), find_resources());
      QVERIFY(train(session, 4));
      session.set_pinned(*session.runs()[0], true);
      session.set_visible(*session.runs()[1], false);
      removed = session.runs()[2]->folder;
      session.remove(*session.runs()[2]);
      kept = session.keep();
      for (const auto& run : session.runs()) looks.push_back({run->own_color, run->own_marker});
    }
    save_session(path("session.json"), kept);
    const std::optional<KeptSession> read = read_session(path("session.json"));
    QVERIFY(read && *read == kept);
    RunSession again(path("runs"), find_resources());
    again.restore(6, read);
    QCOMPARE(again.runs().size(), 3U);  // what was taken off the list stays off
    for (std::size_t i = 0; i < looks.size(); ++i)
      QVERIFY2((looks[i] == BackendLook{again.runs()[i]->own_color, again.runs()[i]->own_marker}),
               "a run keeps its colour, whatever was taken off the list");
    QCOMPARE(again.runs()[0]->number, 1);
    QVERIFY(again.runs()[0]->pinned);
    QVERIFY(!again.runs()[1]->visible);
    QCOMPARE(again.runs()[2]->number, 4);
    QVERIFY(train(again, 1));
    QCOMPARE(again.runs().back()->number, 5);  // no number is given twice
    // A run that was made elsewhere since is shown.
    std::filesystem::copy(removed, path("runs/9999-elsewhere"), std::filesystem::copy_options::recursive);
    RunSession last(path("runs"), find_resources());
    last.restore(6, again.keep());
    QCOMPARE(last.runs().size(), 5U);
    QCOMPARE(last.runs().back()->number, 6);
  }

  /// The table's figures are there at once, the curves a moment later; the curves cannot be lost meanwhile.
  void steps_of_restored_runs_come_later() {
    RunSpec spec = short_spec();
    spec.epochs = 3;
    for (const char* name : {"runs/2026-01-01-a", "runs/2026-01-02-b", "runs/2026-01-03-c"}) {
      RunRecorder recorder(path(name), spec);
      recorder.on_event(RunStarted{.spec = spec, .workers = 1, .steps_per_epoch = 1000, .first_epoch = 0});
      for (int step = 0; step < 2500; ++step) {
        recorder.on_event(
            StepDone{.epoch = step / 1000, .step = step, .epochs = step / 1000.0, .loss = 1.0 / (1 + step)});
        if (step % 1000 == 999) recorder.on_event(EpochDone{.epoch = step / 1000 + 1, .loss_train = 0.5});
      }
      recorder.on_event(RunEnded{.status = RunStatus::stopped, .epochs_done = 2});
    }
    const auto whole = [](const Run& run) { return run.log.steps == read_run(run.folder).log.steps; };
    RunSession session(path("runs"), find_resources());
    QSignalSpy updated(&session, &RunSession::updated);
    session.restore(6);
    QCOMPARE(session.runs().size(), 3U);
    QCOMPARE(session.reading(), 3);
    for (const auto& run : session.runs()) {
      QCOMPARE(run->log.epochs.size(), 2U);
      QVERIFY(run->log.ended);
    }
    session.remove(*session.runs()[1]);
    QVERIFY(updated.wait(20000));
    QCOMPARE(session.reading(), 0);
    for (const auto& run : session.runs()) {
      QCOMPARE(run->log.steps.size(), 2500U);
      QVERIFY(whole(*run));
    }
    // For a caller that cannot wait.
    RunSession at_once(path("runs"), find_resources());
    at_once.restore(6);
    at_once.finish_reading();
    QCOMPARE(at_once.reading(), 0);
    for (const auto& run : at_once.runs()) QVERIFY(whole(*run));
    // The charts of the window.
    MainWindow window(home_->options());
    window.show();
    QTRY_COMPARE(window.session().reading(), 0);
    const auto has_curve = [&] {
      const auto cards = window.pages()[0]->findChildren<ChartCard*>();
      return std::ranges::any_of(cards, [](const ChartCard* card) {
        return std::ranges::any_of(card->data().lines, [](const ChartSeries& series) { return series.x.size() > 10; });
      });
    };
    QTRY_VERIFY(has_curve());
  }

  /// As far as it can be read it is shown.
  void a_log_with_broken_steps_is_told() {
    RunSpec spec = short_spec();
    {
      RunRecorder recorder(path("runs/2026-01-01-a"), spec);
      recorder.on_event(RunStarted{.spec = spec, .workers = 1, .steps_per_epoch = 10, .first_epoch = 0});
      recorder.on_event(EpochDone{.epoch = 1, .loss_train = 0.5});
      recorder.on_event(RunEnded{.status = RunStatus::done, .epochs_done = 1});
    }
    std::ofstream(path("runs/2026-01-01-a") / "events.jsonl", std::ios::app)
        << R"({"accuracy":1,"epoch":0,"epochs":0.5,"event":"step_done","images_per_s":)"
        << "\n";
    RunSession session(path("runs"), find_resources());
    QSignalSpy warned(&session, &RunSession::warned);
    session.restore(6);
    QCOMPARE(session.runs().size(), 1U);
    QVERIFY(warned.wait(20000));
    QVERIFY(warned.first().first().toString().contains(QStringLiteral("events.jsonl, line 5")));
    QCOMPARE(session.reading(), 0);
    QCOMPARE(session.runs().front()->log.epochs.size(), 1U);
  }

  /// It is neither taken for one of this version nor written over.
  void a_file_of_another_version_is_put_aside() {
    RunSpec future = short_spec();
    save_session(path("session.json"), {.form = future, .runs = {}, .next_number = 1, .newest = {}});
    std::string form = read_file(path("session.json"));
    form.replace(form.find("\"batch\""), 7, "\"botch\"");
    const std::array<std::string, 3> contents{"{\"format\":\"mlplab-session-9\"}", "no JSON", form};
    for (const std::string& content : contents) {
      write_file_atomically(path("session.json"), content);
      const std::optional<KeptSession> read = read_session(path("session.json"));
      QVERIFY(!read || !read->form);
      MainWindow window(home_->options());
      QVERIFY(window.banner().message().contains(QStringLiteral("session.json.old")));
      window.show();
      window.close();
      QVERIFY(read_session(path("session.json")));
    }
    QCOMPARE(read_file(path("session.json.old")), contents[0]);
    QCOMPARE(read_file(path("session.json.old-2")), contents[1]);
    QCOMPARE(read_file(path("session.json.old-3")), contents[2]);
  }

  void of_two_windows_one_keeps_the_session() {
    auto first = std::make_unique<MainWindow>(home_->options());
    QVERIFY(first->banner().message().isEmpty() || first->banner().isHidden());
    const auto with_seed = [](std::uint64_t seed) {
      RunSpec spec = short_spec();
      spec.seed = seed;
      return spec;
    };
    first->setup().change_spec(with_seed(11));
    {
      MainWindow second(home_->options());
      QVERIFY(second.banner().message().contains(QStringLiteral("Another window")));
      second.setup().change_spec(with_seed(22));
      second.close();
    }
    first->close();
    first.reset();
    QCOMPARE(read_session(path("session.json"))->form->seed, std::uint64_t{11});
    MainWindow later(home_->options());  // the lock goes with its window
    QVERIFY(!later.banner().message().contains(QStringLiteral("Another window")));
    QCOMPARE(later.setup().spec().seed, std::uint64_t{11});
  }

  void the_lock_of_a_killed_window_counts_for_nothing() {
    QProcess killed;
    killed.start(QStringLiteral("sleep"), {QStringLiteral("60")});
    QVERIFY(killed.waitForStarted());
    const auto pid = std::to_string(killed.processId());
    const auto says_another = [&] {
      const std::string host = QSysInfo::machineHostName().toStdString();
      write_file_atomically(path("session.lock"), pid + "\nsleep\n" + host + "\n");
      MainWindow window(home_->options());
      return window.banner().message().contains(QStringLiteral("Another window"));
    };
    QVERIFY(says_another());  // it lives: the file is understood
    killed.kill();
    QVERIFY(killed.waitForFinished());
    QVERIFY(!says_another());
  }

  void what_was_shown_is_shown_again_and_no_two_look_alike() {
    RunSession session(path("runs"), find_resources());
    QVERIFY(train(session, 6));
    for (const auto& run : session.runs()) session.set_visible(*run, true);
    RunSession again(path("runs"), find_resources());
    again.restore(6, session.keep());
    QVERIFY(std::ranges::all_of(again.runs(), &Run::visible));
    // A hidden run gives its colour away; pinned, it is shown again.
    Run& hidden = *again.runs().front();
    again.set_visible(hidden, false);
    again.runs().back()->own_color = hidden.own_color;
    again.set_pinned(hidden, true);
    QVERIFY(hidden.visible);
    QVERIFY(!shares_look(hidden, again.runs()));
  }

  /// As a kill -9 leaves it: no part of the window learns of its end.
  void form_is_kept_before_the_window_closes() {
    MainWindow window(home_->options());
    window.show();
    RunSpec spec = short_spec();
    spec.seed = 4711;
    window.setup().change_spec(spec);
    const auto kept = [&] {
      const std::optional<KeptSession> session = read_session(path("session.json"));
      return session && session->form && session->form->seed == 4711;
    };
    QVERIFY(QTest::qWaitFor(kept, 10000));
    // In place of invalid settings, the last valid ones are kept.
    spec.epochs = -3;
    window.setup().change_spec(spec);
    window.close();
    QVERIFY(kept());
  }

  /// A run's folder is shown, settings fill the form, IDX files are its data, any other folder is looked into before it
  /// is. Errors are reported.
  void what_is_dropped_is_opened_and_is_among_the_recent() {
    MainWindow window(home_->options());
    window.show();
    QVERIFY(train(window.session(), 1));
    std::filesystem::copy(window.session().runs().front()->folder, path("elsewhere"));
    const auto drop = [&](const std::filesystem::path& dropped) {
      QMimeData data;
      data.setUrls({QUrl::fromLocalFile(QString::fromStdString(dropped.string()))});
      QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      QCoreApplication::sendEvent(&window, &enter);
      QDropEvent event({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
      QCoreApplication::sendEvent(&window, &event);
      return enter.isAccepted();
    };
    QVERIFY(drop(path("elsewhere")));
    QCOMPARE(window.session().runs().size(), 2U);
    QCOMPARE(window.session().runs().back()->folder, path("elsewhere"));
    RunSpec spec = short_spec();
    spec.batch = 32;
    write_file_atomically(path("run.json"), dump_json(nlohmann::json(spec)));
    QVERIFY(drop(path("run.json")));
    QVERIFY(window.setup().spec() == spec);
    std::filesystem::create_directory(path("digits"));
    write_file_atomically(path("digits") / "train-images-idx3-ubyte", "");
    QVERIFY(drop(path("digits")));
    QCOMPARE(window.setup().spec().data.source, path("digits").string());
    QCOMPARE(window.setup().spec().batch, 32);
    std::filesystem::create_directory(path("pictures"));
    QVERIFY(drop(path("pictures")));
    QVERIFY(qobject_cast<TrainPage*>(window.pages().front())->folder_sheet()->isVisible());
    QCOMPARE(window.setup().spec().data.source, path("digits").string());
    write_file_atomically(path("broken.json"), "{");
    QVERIFY(drop(path("broken.json")));
    QVERIFY(window.banner().message().contains(QStringLiteral("broken.json")));
    QCOMPARE(QSettings().value(QStringLiteral("recent/paths")).toStringList().size(), 4);
    QCOMPARE(QSettings().value(QStringLiteral("recent/paths")).toStringList().constFirst(),
             QString::fromStdString(path("pictures").string()));
  }

  void undo_in_a_field_is_that_of_the_settings() {
    MainWindow window(home_->options());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.activateWindow();
    SetupPanel& setup = window.setup();
    setup.show_more(true);
    const RunSpec before = setup.spec();
    for (const char* name : {"epochs", "optimizer.learning_rate", "seed", "batch"}) {
      QWidget* field = setup.form().editor_of(QLatin1String(name));
      if (field->focusProxy() != nullptr && qobject_cast<QAbstractSpinBox*>(field) == nullptr)
        field = field->focusProxy();  // beside a button
      field->setFocus();
      QTRY_VERIFY(field->hasFocus());
      QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
      QTest::keyClicks(field, QStringLiteral("7"));
      QVERIFY2(!(setup.spec() == before), name);
      QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
      QVERIFY2(setup.spec() == before, name);
      window.action(QStringLiteral("redo"))->trigger();
      QVERIFY2(!(setup.spec() == before), name);
      QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
      QVERIFY2(setup.spec() == before, name);
    }
  }

  void a_click_in_a_legend_hides_the_run_and_shows_it_again() {
    RunSession session(path("runs"), find_resources());
    auto* setup = new SetupPanel(find_resources());  // the page takes it
    TrainPage page(session, *setup);
    QVERIFY(train(session, 2));
    ChartView* view = page.charts().front()->view();
    QSignalSpy hidden(&session, &RunSession::runsChanged);
    Q_EMIT view->keyClicked(1);
    QVERIFY(!session.runs()[0]->visible);
    page.refresh_now();
    const auto& keys = view->data().keys;
    const auto hidden_one = std::ranges::find(keys, 1, &ChartSeries::key);
    QVERIFY(hidden_one != keys.end());
    QVERIFY(hidden_one->muted);
    Q_EMIT view->keyClicked(1);
    QVERIFY(session.runs()[0]->visible);
    QCOMPARE(hidden.count(), 2);
    // The form is held against the newest run that is shown.
    const auto* changes = setup->findChild<SetupChanges*>();
    QVERIFY(changes->text().contains(QStringLiteral("run 2")) && !changes->text().contains(QStringLiteral("run 1")));
    Q_EMIT view->keyClicked(2);
    QVERIFY(changes->text().contains(QStringLiteral("run 1")) && !changes->text().contains(QStringLiteral("run 2")));
  }

  void published_figures_that_cannot_be_read_are_told() {
    namespace fs = std::filesystem;
    const fs::path resources = path("resources"), published = resources / "published";
    fs::create_directory(resources);
    for (const fs::path& entry : entries_in(find_resources()))
      if (entry.filename() != "published") fs::create_symlink(fs::absolute(entry), resources / entry.filename());
    fs::copy(find_resources() / "published", published);
    const auto studies = published_studies(resources).size();
    write_file_atomically(published / "broken.json", R"({"format": "mlplab-published-1", "label": 3})");
    QCOMPARE(published_studies(resources).size(), studies);  // it costs itself
    WindowOptions options = home_->options();
    options.resources = resources;
    MainWindow window(options);
    window.show();
    QTRY_VERIFY2(window.banner().message().contains(QStringLiteral("broken.json")),
                 qPrintable(window.banner().message()));
  }

  void one_press_leaves_only_this_run() {
    RunSession session(path("runs"), find_resources());
    TrainPage page(session, *new SetupPanel(find_resources()));
    QVERIFY(train(session, 1));
    QVERIFY(train(session, 1));
    page.show();
    page.activateWindow();
    page.refresh_now();
    const auto tables = page.findChildren<QTableView*>();
    const auto found = std::ranges::find(tables, QStringLiteral("Table of runs"), &QTableView::accessibleName);
    QVERIFY(found != tables.end());
    QTableView* table = *found;
    table->setCurrentIndex(table->model()->index(1, 0));  // newest first: the older one
    table->setFocus();
    QTRY_VERIFY(table->hasFocus());
    QTest::keyClick(table, Qt::Key_O);
    QVERIFY(session.runs()[0]->visible);
    QVERIFY(!session.runs()[1]->visible);
    const auto press = [&](int row) {
      const QModelIndex cell = table->model()->index(row, RunTableModel::only_column);
      QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(cell).center());
    };
    const QSignalSpy told(&session, &RunSession::runsChanged);
    press(0);
    QVERIFY(!session.runs()[0]->visible);
    QVERIFY(session.runs()[1]->visible);
    press(0);  // again: the others are back
    QVERIFY(session.runs()[0]->visible);
    QVERIFY(session.runs()[1]->visible);
    QCOMPARE(told.count(), 2);  // once for all runs: tables and charts are made anew each time
  }
};

QTEST_MAIN(WindowStateTest)
#include "window_state_test.moc"
