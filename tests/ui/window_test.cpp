// The window driven through a whole session, and how long its event loop stalls while a run goes at full speed.
#include <QtTest>
#include <QtWidgets>
#include <algorithm>

#include "core/base/json.h"
#include "core/data/load.h"
#include "core/model/network_file.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/charts/chart_export.h"
#include "ui/compare/compare_page.h"
#include "ui/draw/draw_page.h"
#include "ui/inspect/inspect_page.h"
#include "ui/layers/layers_page.h"
#include "ui/profile/profile_page.h"
#include "ui/profile/profile_setup.h"
#include "ui/runs/run_table.h"
#include "ui/scale/scale_page.h"
#include "ui/train/setup_panel.h"
#include "ui/train/step_sheet.h"
#include "ui/train/train_page.h"
#include "ui/widgets/banner.h"
#include "ui/window_size.h"

using namespace mlplab;

namespace {

RunSpec window_spec(int epochs) {
  return short_run({.train = 2000, .test = 200, .hidden = 32, .epochs = epochs, .backend = default_backend().name});
}

/// The steps that a paused run has told of, once no more arrive: what was under way when it paused comes a little
/// later. 0: it went on.
std::int64_t steps_done(const RunSession& session) {
  const StepDone* latest = session.current()->log.latest();
  return latest == nullptr ? 0 : latest->step;
}

std::int64_t settled_steps(const RunSession& session) {
  for (int tries = 0; tries < 50; ++tries) {
    const std::int64_t steps = steps_done(session);
    QTest::qWait(200);
    if (steps_done(session) == steps) return steps;
  }
  return 0;
}

}  // namespace

class WindowTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;

  /// A run writes a file under another name and renames it once it is whole: such a file may be gone, as after a kill.
  /// Any other fault is thrown.
  static void copy_in_use(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::filesystem::create_directories(to);
    for (const auto& entry : std::filesystem::directory_iterator(from)) {
      std::error_code error;
      if (entry.is_directory(error)) {
        copy_in_use(entry.path(), to / entry.path().filename());
        continue;
      }
      std::filesystem::copy_file(entry.path(), to / entry.path().filename(), error);
      if (error && error != std::errc::no_such_file_or_directory)
        throw std::filesystem::filesystem_error("copy a run", entry.path(), error);
    }
  }

  /// A folder of runs with one that a killed program left behind after its first epoch of three.
  std::filesystem::path folder_with_a_killed_run() {
    MainWindow window(home_->options());
    window.session().start(window_spec(3), RunSession::Begin::after_one_epoch);
    const auto left = [&] {
      const Run* run = window.session().current();
      return run->log.epochs.size() == 1 && std::filesystem::exists(run->folder / "checkpoint.safetensors");
    };
    if (!QTest::qWaitFor(left, 30000)) return {};
    // Copied while it runs, its lock with it.
    const std::filesystem::path folder = window.session().current()->folder;
    const std::filesystem::path killed = folder.parent_path().parent_path() / "killed";
    std::filesystem::create_directories(killed);
    copy_in_use(folder, killed / folder.filename());
    const bool locked = std::filesystem::exists(killed / folder.filename() / ".running");  // held by nobody
    window.close();
    return locked ? killed : std::filesystem::path();
  }

 private Q_SLOTS:
  void init() { home_ = std::make_unique<WindowHome>(); }

  void a_whole_session() {
    auto window = std::make_unique<MainWindow>(home_->options());
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    RunSession& session = window->session();
    window->setup().set_spec(window_spec(100000));
    QVERIFY(window->action(QStringLiteral("run"))->isEnabled());
    QVERIFY(!window->action(QStringLiteral("stop"))->isEnabled());

    QTest::keyClick(window.get(), Qt::Key_R, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(session.state(), RunSession::State::running, 30000);
    QTRY_VERIFY(session.current()->log.epochs.size() >= 2);
    QTRY_VERIFY(!window->findChild<TrainPage*>()->charts().front()->data().lines.front().x.empty());
    QTest::keyClick(window.get(), Qt::Key_Space);
    QCOMPARE(session.state(), RunSession::State::paused);
    const std::int64_t steps = settled_steps(session);
    QVERIFY2(steps > 0, "a paused run went on");
    window->action(QStringLiteral("step_batch"))->trigger();
    QTRY_COMPARE(steps_done(session), steps + 1);
    QTRY_COMPARE(session.state(), RunSession::State::paused);
    window->findChild<StepSheet*>()->reject();
    window->activateWindow();  // offscreen the sheet took the keys
    QVERIFY(QTest::qWaitForWindowActive(window.get()));

    QTest::keyClick(window.get(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(window->findChild<ScalePage*>()->isVisible());
    QTest::keyClick(window.get(), Qt::Key_3, Qt::ControlModifier);
    QVERIFY(window->findChild<ProfilePage*>()->isVisible());
    QTest::keyClick(window.get(), Qt::Key_4, Qt::ControlModifier);
    QVERIFY(window->findChild<ComparePage*>()->isVisible());
    QTest::keyClick(window.get(), Qt::Key_5, Qt::ControlModifier);
    QCOMPARE(window->pages()[4]->id(), QStringLiteral("draw"));
    QVERIFY(window->pages()[4]->isVisible());
    window->pages()[4]->show_example(ExampleSize::quick);
    window->session().proceed();
    QSignalSpy weights(&session, &RunSession::weightsChanged);
    QTRY_VERIFY(weights.count() >= 2);
    QTest::keyClick(window.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(window->findChild<TrainPage*>()->isVisible());

    const QStringList files = window->export_all(home_->path());
    QCOMPARE(files.size(), 4 * chart_formats().size() + 1 + 3);  // and the drawing of the network
    for (const QString& file : files) QVERIFY2(QFileInfo(file).size() > 50, qPrintable(file));
    QVERIFY(window->banner().message().contains(home_->path()));

    window->resize(1024, 768);
    window->set_theme_choice(ThemeChoice::dark);
    QTest::qWait(100);
    const QImage dark = window->grab().toImage();
    QCOMPARE(dark.size(), QSize(1024, 768));
    QVERIFY(dark.pixelColor(512, 4).lightness() < 60);
    window->set_projector(true);
    settle();
    QVERIFY(!window->setup().isVisible());
    window->set_projector(false);
    settle();
    QVERIFY(window->setup().isVisible());

    const std::filesystem::path folder = session.current()->folder;
    QVERIFY(session.active());
    window->close();
    window.reset();
    const StoredRun stored = read_run(folder);
    QVERIFY(stored.log.ended && stored.log.ended->status == RunStatus::stopped);
  }

  void settings_and_runs_come_back() {
    {
      MainWindow window(home_->options());
      window.show();
      RunSpec spec = window_spec(1);
      spec.seed = 77;
      window.setup().set_spec(spec);
      window.run();
      QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), RunSession::State::idle, 30000);
      window.show_page(1);
      window.resize(1111, 700);
      window.close();
    }
    MainWindow again(home_->options());
    QCOMPARE(again.setup().spec().seed, 77U);
    QCOMPARE(again.session().runs().size(), 1U);
    QVERIFY(again.session().weights());
    QCOMPARE(again.size(), QSize(1111, 700));
    again.show();
    QVERIFY(again.pages()[1]->isVisible());
    QVERIFY(!again.session().active());
  }

  void a_convolutional_run_is_kept_and_opened_and_predictions() {
    RunSpec spec = window_spec(1);
    spec.data.train_limit = 500;
    spec.model = find_network("lenet5", find_resources()).model;
    {
      MainWindow window(home_->options());
      window.show();
      window.setup().set_spec(spec);
      QVERIFY(window.setup().valid());
      window.session().start(window.setup().spec());
      QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), RunSession::State::idle, 30000);
      QVERIFY(window.session().current()->log.ended->status == RunStatus::done);
      window.close();
    }
    MainWindow again(home_->options());
    again.show();
    QCOMPARE(again.session().runs().size(), 1U);
    QCOMPARE(again.session().runs().front()->spec.model.name(), std::string("lenet5"));
    again.action(QStringLiteral("page_draw"))->trigger();  // hidden until now, it did not follow the weights
    again.pages()[4]->show_example(ExampleSize::quick);
    QTRY_VERIFY(again.findChild<DrawPage*>()->prediction().has_value());
    // The kept run's predictions, and from one of its images to what each layer makes of it.
    again.action(QStringLiteral("page_inspect"))->trigger();
    auto* inspect = again.findChild<InspectPage*>();
    QVERIFY2(QTest::qWaitFor([&] { return inspect->shown() != nullptr && !inspect->busy(); }, 10000),
             qPrintable(inspect->sentence()));
    QCOMPARE(inspect->shown()->confusion.total(), std::int64_t{200});
    inspect->findChild<QSpinBox*>()->setValue(42);
    for (QToolButton* button : inspect->findChildren<QToolButton*>())
      if (button->text().startsWith(QStringLiteral("Look inside"))) button->click();
    auto* layers = again.findChild<LayersPage*>();
    QVERIFY(layers->isVisible());
    QTRY_COMPARE(layers->findChild<QSpinBox*>()->value(), 42);
    again.close();
  }

  void the_very_first_start_trains_by_itself() {
    WindowOptions first = home_->options();
    first.start_by_itself = true;
    MainWindow window(first);
    window.show();
    QTRY_VERIFY_WITH_TIMEOUT(window.session().current() && !window.session().current()->log.steps.empty(), 30000);
    QVERIFY(window.session().current()->spec == SetupPanel::demonstration());
    QVERIFY2(window.setup().spec() == SetupPanel::demonstration(), "the form beside it says what it is");
    window.close();
  }

  void a_run_that_closing_cut_off_is_offered_again() {
    const WindowOptions options = home_->options();
    {
      MainWindow window(options);
      window.show();
      RunSpec spec = SetupPanel::default_spec();
      spec.data.train_limit = 2000, spec.data.test_limit = 100;
      spec.epochs = 100'000;
      window.session().start(spec);
      QTRY_VERIFY_WITH_TIMEOUT(window.session().current() && window.session().current()->log.epochs.size() > 1, 60000);
      window.close();
    }
    {
      MainWindow window(options);
      window.show();
      QVERIFY(window.session().interrupted() != nullptr);
      QVERIFY2(window.banner().isVisible() && window.banner().message().contains(QStringLiteral("cut off after epoch")),
               qPrintable(window.banner().message()));
      window.session().resume_run(*window.session().interrupted());
      QTRY_VERIFY_WITH_TIMEOUT(window.session().current()->log.epochs.size() > 3, 60000);
      window.session().stop();
      QTRY_VERIFY_WITH_TIMEOUT(!window.session().active(), 60000);
      window.close();
    }
    MainWindow window(options);
    QVERIFY2(window.session().interrupted() == nullptr, "stopped by its user, nothing was cut off");
  }

  void a_killed_run_is_offered_again() {
    WindowOptions later = home_->options();
    later.runs_folder = folder_with_a_killed_run();
    QVERIFY(!later.runs_folder.empty());
    {
      MainWindow looked_at_only(later);
      QVERIFY(looked_at_only.session().interrupted() != nullptr);
    }
    MainWindow window(later);
    window.show();
    QVERIFY(window.session().interrupted() != nullptr);
    QVERIFY(window.banner().action()->isVisible());
    window.banner().action()->click();
    QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), RunSession::State::idle, 30000);
    QCOMPARE(window.session().current()->log.epochs.size(), 3U);
    QVERIFY(window.session().current()->log.ended->status == RunStatus::done);
  }

  void a_killed_run_that_is_off_the_list_is_not_offered_any_more() {
    WindowOptions later = home_->options();
    later.runs_folder = folder_with_a_killed_run();
    QVERIFY(!later.runs_folder.empty());
    {
      MainWindow window(later);
      window.show();
      QVERIFY(window.banner().action()->isVisible());
      window.session().remove(*window.session().interrupted());
      QVERIFY(window.banner().isHidden());
      window.banner().action()->click();  // as one that was on its way
      QVERIFY(!window.session().active());
    }
    MainWindow window(later);
    window.show();
    QVERIFY(window.banner().action()->isVisible());
    window.setup().set_spec(window_spec(1));
    window.stepBatch();  // another run takes its place
    QVERIFY(window.banner().isHidden());
    window.close();
  }

  void a_row_menu_does_not_outlive_its_run() {
    MainWindow window(home_->options());
    window.show();
    window.session().start(window_spec(1));
    QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), RunSession::State::idle, 30000);
    auto* table = window.findChild<TrainPage*>()->table();
    Q_EMIT table->customContextMenuRequested(table->visualRect(table->model()->index(0, 0)).center());
    const QPointer<QMenu> menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu && menu->isVisible());
    window.session().remove(*window.session().current());
    QVERIFY(!menu || !menu->isVisible());
  }

  /// The second click comes before the menu, already closed, is deleted.
  void a_double_click_on_a_row_menu_chooses_once() {
    MainWindow window(home_->options());
    window.show();
    for (int i = 0; i < 2; ++i) {
      window.session().start(window_spec(1));
      QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), RunSession::State::idle, 30000);
    }
    const std::size_t before = window.session().runs().size();
    auto* table = window.findChild<TrainPage*>()->table();
    Q_EMIT table->customContextMenuRequested(table->visualRect(table->model()->index(0, 0)).center());
    const QPointer<QMenu> menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    QVERIFY(menu && menu->isVisible());
    QAction* remove = menu->actions().last();
    QVERIFY(remove->isEnabled());
    int chosen = 0;
    connect(remove, &QAction::triggered, this, [&chosen] { ++chosen; });
    QTest::mouseDClick(menu->windowHandle(), Qt::LeftButton, {}, menu->actionGeometry(remove).center());
    QCOMPARE(chosen, 1);
    QCOMPARE(window.session().runs().size(), before - 1);
  }

  void errors_are_told_in_the_banner() {
    MainWindow window(home_->options());
    window.show();
    RunSpec spec = window_spec(1);
    spec.data.source = home_->filePath(QStringLiteral("nothing-here")).toStdString();
    window.session().start(spec);
    QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), RunSession::State::idle, 30000);
    QVERIFY(window.banner().message().contains(QStringLiteral("nothing-here")));
    QVERIFY(window.export_all(QStringLiteral("/proc/no/such/folder")).isEmpty());
    QVERIFY(window.banner().message().contains(QStringLiteral("cannot create")));
    QVERIFY(QApplication::activeModalWidget() == nullptr);
  }

  void every_page_is_reached_by_its_number() {
    MainWindow window(home_->options());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QStringList ids;
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      const Page* page = window.pages()[i];
      QTest::keyClick(&window, static_cast<Qt::Key>(Qt::Key_0 + (i + 1) % 10),
                      i < 10 ? Qt::ControlModifier : Qt::ControlModifier | Qt::ShiftModifier);
      for (const Page* other : window.pages()) QCOMPARE(other->isVisible(), other == page);
      QVERIFY2(QFile::exists(QStringLiteral(":/icons/%1.svg").arg(page->id())), qPrintable(page->id()));
      QVERIFY2(!ids.contains(page->id()) && !page->title().isEmpty(), qPrintable(page->id()));
      ids << page->id();
    }
  }

  /// As one reads: what a page shows, then its setup.
  void the_keyboard_goes_through_a_page_from_left_to_right() {
    MainWindow window(home_->options());
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      window.show_page(static_cast<int>(i));
      QCoreApplication::processEvents();
      Page* page = window.pages()[i];
      const bool no_setup = QStringList{QStringLiteral("draw"), QStringLiteral("layers"), QStringLiteral("inspect"),
                                        QStringLiteral("runs")}
                                .contains(page->id());
      int edge = -1;
      const QWidget* at = page;
      while ((at = at->nextInFocusChain()) != page) {
        if (!page->isAncestorOf(at) || !at->isVisible() || !(at->focusPolicy() & Qt::TabFocus)) continue;
        const bool setup = at->mapTo(page, QPoint(0, 0)).x() > page->width() - 290;
        if (no_setup) continue;
        QVERIFY2(edge < 1 || setup, qPrintable(page->id() + QLatin1Char(' ') + at->accessibleName()));
        edge = setup ? 1 : 0;
      }
      QVERIFY(no_setup || edge == 1);
    }
  }

  /// The settings that differ are long, but the table is there for its figures.
  void the_table_of_runs_has_room_for_its_figures() {
    MainWindow window(home_->options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    for (int i = 0; i < 4; ++i) {
      RunSpec spec = window_spec(i + 1);
      spec.optimizer.learning_rate = 0.1 + 0.01 * i;
      spec.optimizer.schedule = i % 2 == 0 ? ScheduleKind::one_cycle : ScheduleKind::cosine;
      spec.seed = static_cast<std::uint64_t>(1000 + i);
      window.setup().set_spec(spec);
      window.run();
      QTRY_VERIFY_WITH_TIMEOUT(
          window.session().runs().size() == static_cast<std::size_t>(i + 1) && !window.session().active(), 60000);
    }
    const auto* page = window.findChild<TrainPage*>();
    const QTableView* table = nullptr;
    for (const QTableView* one : page->findChildren<QTableView*>())
      if (one->model()->columnCount() == RunTableModel::column_count) table = one;
    QVERIFY(table != nullptr);
    for (const int column :
         {RunTableModel::differs_column, RunTableModel::epoch_time_column, RunTableModel::accuracy_column})
      QVERIFY2(!table->isColumnHidden(column), qPrintable(QString::number(column)));
    QTRY_VERIFY2(
        table->horizontalHeader()->length() <= table->viewport()->width(), qPrintable([&] {
          QString text =
              QStringLiteral("%1 of %2:").arg(table->horizontalHeader()->length()).arg(table->viewport()->width());
          for (int i = 0; i < RunTableModel::column_count; ++i)
            text += QStringLiteral(" %1=%2").arg(i).arg(table->columnWidth(i));
          return text;
        }()));
    // Enlarged it has the page, and the projector, which hides it, finds it at its place.
    EnlargingCard* card = nullptr;
    for (QWidget* each = table->parentWidget(); each != nullptr && card == nullptr; each = each->parentWidget())
      card = qobject_cast<EnlargingCard*>(each);
    QVERIFY(card != nullptr);
    const int height = table->height();
    card->enlarge(true);
    QTRY_VERIFY2(table->height() > page->height() - 100, qPrintable(QString::number(table->height())));
    QTest::keyClick(&window, Qt::Key_Escape);
    QTRY_COMPARE(table->height(), height);
    card->enlarge(true);
    QTest::keyClick(&window, Qt::Key_F11);
    QTRY_VERIFY(!card->enlarged() && !card->isVisible());
    QTest::keyClick(&window, Qt::Key_F11);
    QTRY_VERIFY(card->isVisible());
    QTRY_COMPARE(table->height(), height);
  }

  void the_wheel_changes_a_field_once_it_is_chosen() {
    MainWindow window(home_->options());
    window.resize(1024, 600);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.setup().set_spec(window_spec(5));
    const RunSpec before = window.setup().spec();
    const auto roll = [&](QWidget* field) {
      const QPoint at = field->rect().center();
      QWheelEvent wheel(at, field->mapToGlobal(at), {}, {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                        false);
      QApplication::sendEvent(field, &wheel);
    };
    window.pages()[0]->setFocus();
    window.setup().show_more(true);
    QList<QWidget*> fields;
    for (QWidget* field : window.setup().findChildren<QWidget*>())
      if (field->isVisible() && (qobject_cast<QAbstractSpinBox*>(field) || qobject_cast<QComboBox*>(field)))
        fields << field;
    QVERIFY(fields.size() > 5);
    for (QWidget* field : fields) {
      if (field->hasFocus()) field->clearFocus();
      roll(field);
      QVERIFY2(window.setup().spec() == before, qPrintable(field->accessibleName()));
      QVERIFY2(!field->hasFocus(), qPrintable(field->accessibleName()));
    }
    QWidget* epochs = window.setup().form().editor_of(QStringLiteral("epochs"));
    epochs->setFocus();
    roll(epochs);
    QCOMPARE(window.setup().spec().epochs, 4);
  }

  void one_measurement_at_a_time_and_closing_ends_it() {
    MainWindow window(home_->options());
    window.show();
    auto& scale = *window.findChild<ScalePage*>();
    auto& profile = *window.findChild<ProfilePage*>();
    SweepSpec sweep;
    sweep.base = window_spec(1000);
    sweep.base.backend = "sequential";
    sweep.axis = SweepAxis::batch;
    sweep.values = {"20"};
    scale.session().start(sweep);
    QVERIFY(scale.measuring());
    ProfileStudySpec study;
    study.base = window_spec(1);
    profile.setup().set_spec(study);
    profile.setup().start_button()->click();
    QVERIFY(!profile.measuring());
    const QAction* run = window.action(QStringLiteral("run"));
    QVERIFY2(!run->isEnabled() && run->toolTip().contains(scale.title()), qPrintable(run->toolTip()));
    QVERIFY(!window.action(QStringLiteral("step_epoch"))->isEnabled());
    window.run();
    window.stepBatch();
    QVERIFY(!window.session().active());
    QVERIFY2(window.banner().message().contains(scale.title()), qPrintable(window.banner().message()));
    window.close();
    QVERIFY(scale.session().state() != SweepSession::State::running);
    QTRY_VERIFY_WITH_TIMEOUT(!scale.measuring(), 30000);
    QVERIFY(scale.session().incomplete());
    QVERIFY(run->isEnabled());
  }

  /// Names and reasons of files are in labels: one that guesses its format would take them for markup.
  void no_label_guesses_its_format() {
    const auto window = std::make_unique<MainWindow>(home_->options());
    window->show();
    for (int page = 0; page < static_cast<int>(window->pages().size()); ++page) {
      window->findChild<QListWidget*>()->setCurrentRow(page);
      QCoreApplication::processEvents();
      for (const QLabel* label : window->findChildren<QLabel*>())
        if (label->isVisible()) QVERIFY2(label->textFormat() != Qt::AutoText, qPrintable(label->text()));
    }
  }

  void the_first_window_fits_the_screen() {
    QCOMPARE(first_window_size({1920, 1050}), QSize(1280, 800));
    const QSize small = first_window_size({1024, 768});
    QVERIFY(small.width() < 1024 && small.height() < 768 - 20 && small.width() > 1000 && small.height() > 700);
    QCOMPARE(least_window_size({1024, 768}), QSize(860, 600));
    const QSize tiny = first_window_size({640, 400});
    QVERIFY(tiny.width() <= 640 && tiny.height() <= 400);
    QCOMPARE(least_window_size({640, 400}), tiny);
  }

  /// On a screen of 1280x800 at a scale of 2, and on smaller ones, every part of each page can be reached.
  void on_a_small_screen_pages_scroll() {
    MainWindow window(home_->options());
    window.show();
    window.resize(860, 600);
    QApplication::processEvents();
    auto* stack = window.findChild<QStackedWidget*>();
    const auto* area = qobject_cast<QScrollArea*>(stack->parentWidget()->parentWidget()->parentWidget());
    QVERIFY(area != nullptr);
    QCOMPARE(stack->size(), area->maximumViewportSize());
    QVERIFY(!area->verticalScrollBar()->isVisible() && !area->horizontalScrollBar()->isVisible());
    const QSize least = stack->size();
    window.fit_screen({640, 400});
    window.resize(628, 356);
    QApplication::processEvents();
    QCOMPARE(window.size(), QSize(628, 356));
    QVERIFY(area->verticalScrollBar()->isVisible() && area->horizontalScrollBar()->isVisible());
    const auto* menus = window.findChild<QMenuBar*>();
    QVERIFY2(menus->width() < menus->sizeHint().width(), "those without room are behind a button, not under another");
    QVERIFY2(stack->width() >= least.width() && stack->height() >= least.height() - 40,
             qPrintable(QStringLiteral("%1x%2").arg(stack->width()).arg(stack->height())));
    window.resize(628, 640);
    QApplication::processEvents();
    QVERIFY(!area->verticalScrollBar()->isVisible() && area->horizontalScrollBar()->isVisible());
    window.resize(860, 600);
    QApplication::processEvents();
    QCOMPARE(stack->size(), least);
  }

  /// At the smallest size too; and the icon of Run in the menu is not that of the button on the accent.
  void the_top_bar_keeps_its_menus() {
    MainWindow window(home_->options());
    window.show();
    const auto* menus = window.findChild<QMenuBar*>();
    const auto style_of = [&window](const QString& name) {
      for (const QToolButton* tool : window.findChildren<QToolButton*>())
        if (tool->defaultAction() == window.action(name)) return tool->toolButtonStyle();
      return Qt::ToolButtonFollowStyle;
    };
    for (const QSize& size : {window.minimumSize(), QSize(1280, 800), window.minimumSize()}) {
      window.resize(size);
      QCoreApplication::processEvents();
      for (const QAction* menu : menus->actions())
        QVERIFY2(menus->rect().contains(menus->actionGeometry(const_cast<QAction*>(menu))), qPrintable(menu->text()));
      QCOMPARE(style_of(QStringLiteral("run")), Qt::ToolButtonTextBesideIcon);
      QCOMPARE(style_of(QStringLiteral("rewind")),
               size.width() < 1000 ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
    }
    const auto ink = [](const QIcon& icon) { return icon.pixmap(24, 24).toImage().pixelColor(10, 12); };
    QAction* run = window.action(QStringLiteral("run"));
    for (QToolButton* tool : window.findChildren<QToolButton*>())
      if (tool->defaultAction() == run) QCOMPARE(ink(tool->icon()), window.theme().on_accent);
    QCOMPARE(ink(run->icon()), window.theme().text);
  }

  /// Reports, and asserts only that there was something to report: times depend on the machine.
  void event_loop_stalls_at_full_speed() {
    MainWindow window(home_->options());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    RunSpec spec = SetupPanel::default_spec();
    spec.epochs = 100000;
    window.setup().set_spec(spec);
    window.run();
    QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), RunSession::State::running, 30000);
    std::vector<double> gaps_ms;
    QElapsedTimer clock;
    clock.start();
    qint64 last = clock.nsecsElapsed();
    QTimer probe;
    probe.setTimerType(Qt::PreciseTimer);
    connect(&probe, &QTimer::timeout, this, [&] {
      const qint64 now = clock.nsecsElapsed();
      gaps_ms.push_back(static_cast<double>(now - last) / 1e6);
      last = now;
    });
    probe.start(1);
    QTest::qWait(1000);
    QTRY_VERIFY_WITH_TIMEOUT(gaps_ms.size() > 100, 30000);
    probe.stop();
    window.session().stop();
    QTRY_COMPARE_WITH_TIMEOUT(window.session().state(), RunSession::State::idle, 10000);
    std::ranges::sort(gaps_ms);
    const double p99 = gaps_ms[gaps_ms.size() * 99 / 100];
    double stalled = 0;
    for (const double gap : gaps_ms) stalled += gap > 33 ? 1 : 0;
    qInfo("event loop while training at full speed: p50 %.1f ms, p99 %.1f ms, max %.1f ms, %.0f of %zu gaps over 33 ms",
          gaps_ms[gaps_ms.size() / 2], p99, gaps_ms.back(), stalled, gaps_ms.size());
  }
};

QTEST_MAIN(WindowTest)
#include "window_test.moc"
