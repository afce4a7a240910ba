// Lessons in the window: each shipped one taught from its first step to its last with mouse and keys, on few
// images (in English: other languages have the same but for their texts, see lesson_languages_test.cpp and
// tests/structure); what a lesson changes and that it takes nothing from the user; saving and opening again.
#include <QtTest>
#include <QtWidgets>
#include <algorithm>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/load.h"
#include "tests/support/window_home.h"
#include "tests/ui/lessons/hands.h"
#include "ui/compare/compare_page.h"
#include "ui/compare/compare_setup.h"
#include "ui/draw/draw_page.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/lessons/classroom.h"
#include "ui/lessons/lesson_dialog.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/profile/profile_page.h"
#include "ui/profile/profile_setup.h"
#include "ui/runs/kept_session.h"
#include "ui/scale/scale_page.h"
#include "ui/scale/sweep_setup.h"
#include "ui/train/setup_panel.h"
#include "ui/train/train_page.h"
#include "ui/widgets/banner.h"

using namespace mlplab;

namespace {

std::vector<std::filesystem::path> shipped_lessons() { return lessons_in(find_resources() / "lessons", "en"); }

/// `lesson` with few images and short measurements.
Lesson made_small(Lesson lesson) {
  lesson.settings.data.train_limit = 500;
  lesson.settings.data.test_limit = 100;
  lesson.settings.epochs = 1;
  lesson.settings.batch = std::min(lesson.settings.batch, 64);
  if (lesson.sweep) {
    lesson.sweep->values = {"1", "2"};
    lesson.sweep->repeats = 1;
    lesson.sweep->warmup_epochs = 0;
  }
  if (lesson.profile) lesson.profile = LessonProfile{{16}, 5, 1, lesson.profile->published};
  if (lesson.comparison) {
    lesson.comparison->epochs = lesson.comparison->repeats = 1;
  }
  return lesson;
}

}  // namespace

class LessonsTest : public TestWithWindow {
  Q_OBJECT

  QSize size() const override { return {1024, 768}; }

  std::filesystem::path file(const Lesson& lesson, const char* name = "lesson.json") {
    const std::filesystem::path path = home_->filePath(QLatin1String(name)).toStdString();
    write_lesson(path, lesson);
    return path;
  }
  static Lesson one_step(std::optional<LessonCheck> check = {}) {
    Lesson lesson;
    lesson.title = "One step";
    lesson.settings = SetupPanel::default_spec();
    lesson.settings.seed = 4711;
    lesson.steps = {{"Do it.", check}, {"That was it.", {}}};
    return made_small(lesson);
  }
  QString refusal(const std::filesystem::path& path) {
    try {
      window_->open_lesson(path);
      return {};
    } catch (const InputError& error) {
      return QString::fromUtf8(error.what());
    }
  }

 private Q_SLOTS:
  void initTestCase() { qputenv("XDG_CACHE_HOME", MLPLAB_BIN "/../workshop-tests"); }  // of compiled kernels

  void eight_are_shipped() {
    QCOMPARE(shipped_lessons().size(), 8U);
    QMenu* menu = nullptr;
    for (QMenu* candidate : window_->findChildren<QMenu*>())
      if (candidate->title() == QStringLiteral("Lesson")) menu = candidate;
    QVERIFY(menu != nullptr);
    Q_EMIT menu->aboutToShow();
    Q_EMIT menu->aboutToShow();  // they are there once
    for (std::size_t i = 0; i < 8; ++i)
      QCOMPARE(menu->actions()[static_cast<int>(i)]->text(),
               QString::fromStdString(read_lesson(shipped_lessons()[i]).title));
    menu->actions()[3]->trigger();
    QVERIFY(window_->classroom().active());
    QCOMPARE(window_->banner().isVisible(), false);
  }

  void every_shipped_lesson_opens_whole() {
    for (const std::filesystem::path& path : shipped_lessons()) {
      QCOMPARE(refusal(path), QString());
      QVERIFY2(window_->setup().valid(), path.c_str());
      QVERIFY2(!window_->banner().isVisible(), qPrintable(window_->banner().message()));
      QCOMPARE(window_->setup().spec(), read_lesson(path).settings);
    }
  }

  void each_is_taught_from_start_to_end_data() {
    QTest::addColumn<QString>("path");
    for (const std::filesystem::path& path : shipped_lessons())
      QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
  }
  void each_is_taught_from_start_to_end() {
    QFETCH(QString, path);
    const Lesson lesson = made_small(read_lesson(path.toStdString()));
    const RunSpec own = window_->setup().spec();
    window_->open_lesson(file(lesson));
    Hands hands(*window_);
    LessonPanel& panel = window_->lesson_panel();
    for (int step = 0; step < static_cast<int>(lesson.steps.size()); ++step) {
      const LessonProgress& progress = *window_->classroom().progress();
      QCOMPARE(progress.step(), step);
      const auto& text = lesson.steps[static_cast<std::size_t>(step)].text;
      QVERIFY2(panel.isVisible() && panel.text().endsWith(QString::fromStdString(text)), qPrintable(panel.text()));
      if (const auto& check = lesson.steps[static_cast<std::size_t>(step)].check) {
        QVERIFY2(!progress.done(step), qPrintable(QStringLiteral("step %1 is done before anything is").arg(step + 1)));
        QVERIFY(panel.task().startsWith(QStringLiteral("To do: ")));
        QVERIFY2(!panel.task().contains(QStringLiteral("optimizer.")), qPrintable(panel.task()));  // as in a file
        for (int time = 0; time < 5 && !progress.done(step); ++time) {
          hands.act(*check, time);
          if (QTest::currentTestFailed()) return;
        }
        QVERIFY2(progress.done(step), qPrintable(QStringLiteral("step %1: %2").arg(step + 1).arg(panel.task())));
        QVERIFY(panel.task().startsWith(QStringLiteral("Done: ")));
      } else {
        QCOMPARE(panel.task(), QString());
      }
      if (step % 2 == 0 || step + 1 == static_cast<int>(lesson.steps.size()))
        QTest::mouseClick(panel.next(), Qt::LeftButton);
      else
        QTest::keyClick(window_.get(), Qt::Key_Right, Qt::AltModifier);
    }
    QVERIFY(!window_->classroom().active());
    QVERIFY(!panel.isVisible());
    QCOMPARE(window_->setup().spec(), own);
  }

  void nothing_else_fulfils_a_check() {
    Hands hands(*window_);
    for (const LessonAct act :
         {LessonAct::run_ended, LessonAct::accuracy, LessonAct::setting_varied, LessonAct::digit_drawn,
          LessonAct::guess_entered, LessonAct::rate_searched, LessonAct::speedup_measured, LessonAct::profile_opened,
          LessonAct::comparison_done, LessonAct::workshop_checked, LessonAct::workshop_timed}) {
      LessonCheck check{act, act == LessonAct::setting_varied ? 2 : 1, 0.0, {}, {}};
      if (act == LessonAct::accuracy) check.at_least = 0.999999;
      if (act == LessonAct::setting_varied) check.setting = "batch";
      if (act == LessonAct::workshop_checked) check.finds = finds_nothing;
      if (act >= LessonAct::workshop_checked) check.kernel = "sum";
      Lesson lesson = one_step(check);
      lesson.kernels = {{"sum", "vector_sum", "openmp", {}}};
      window_->open_lesson(file(lesson));
      if (!check.kernel.empty()) QTest::mouseClick(window_->lesson_panel().begin(), Qt::LeftButton);
      for (const char* id : {"scale", "profile", "compare", "draw", "inspect", "runs", "workshop", "train"})
        hands.go_to(id);
      hands.type(window_->setup().form(), "optimizer.learning_rate", QStringLiteral("0.05"));
      if (act != LessonAct::run_ended) hands.run();
      QVERIFY2(!window_->classroom().progress()->done(0), to_string(act).c_str());
    }
    // A run from before the lesson that ends in it is nothing that the class did.
    window_->classroom().leave();
    RunSpec longer = one_step().settings;
    longer.epochs = 50;
    window_->setup().set_spec(longer);
    window_->stepEpoch();
    QVERIFY(QTest::qWaitFor([&] { return window_->session().current()->log.epochs.size() == 1; }, long_ms));
    window_->open_lesson(file(one_step(LessonCheck{LessonAct::run_ended, 1, 0.0, {}, {}})));
    QVERIFY(window_->session().active());
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([&] { return !window_->session().active(); }, long_ms));
    QVERIFY(!window_->classroom().progress()->done(0));
  }

  void controls_are_held_and_come_back() {
    Lesson lesson = one_step();
    lesson.page = "scale";
    lesson.sweep = LessonSweep{SweepAxis::batch, {"7", "8"}, 2, 0, 3};
    lesson.comparison = LessonComparison{4, 2, std::vector<std::string>{"sequential"}};
    lesson.profile = LessonProfile{{9}, 8, 7, {}};
    lesson.hidden = {"page.compare", "train.seed", "train.eval_every"};
    lesson.locked = {"train.batch", "scale.axis", "profile.steps", "train.options.pin"};
    SetupPanel& setup = window_->setup();
    auto* scale = window_->findChild<ScalePage*>();
    auto* compare = window_->findChild<ComparePage*>();
    RunSpec own = one_step().settings;
    own.seed = 99;
    setup.set_spec(own);
    scale->setup().set_spec({.base = own, .axis = SweepAxis::width, .values = {"5"}, .repeats = 9, .warmup_epochs = 4});
    compare->table_model().set_chosen("simd", false);
    QComboBox* scaling = qobject_cast<QComboBox*>(scale->setup().form().editor_of(QStringLiteral("scaling")));
    scale->setup().backend()->setCurrentIndex(scale->setup().backend()->findData(QStringLiteral("sequential")));
    scaling->setCurrentIndex(1);
    scale->setup().set_published(0);
    compare->setup().set_published(0);
    compare->setup().set_sweep(QStringLiteral("1, 3"), 7);
    const std::vector<std::string> ticked = compare->table_model().chosen();
    window_->show_page(0);
    const Lesson before = window_->classroom().snapshot();
    window_->open_lesson(file(lesson));

    QVERIFY(scale->isVisible());
    QCOMPARE(scaling->currentIndex(), 0);
    QCOMPARE(scale->setup().backend()->currentData().toString(), QString::fromStdString(lesson.settings.backend));
    scale->setup().set_published(-1);
    compare->setup().set_published(-1);
    compare->setup().set_sweep(QStringLiteral("2"), 1);
    const auto row = [](const Form& form, const char* name) { return form.editor_of(QLatin1String(name)); };
    QVERIFY(!row(scale->setup().form(), "axis")->isEnabled());
    scale->setup().refresh();  // sets it anew, as at the end of a measurement
    QVERIFY2(!row(scale->setup().form(), "axis")->isEnabled(), "the page undid the lock");
    QVERIFY(row(scale->setup().form(), "values")->isEnabled());
    QCOMPARE(scale->setup().spec().values, (std::vector<std::string>{"7", "8"}));
    QVERIFY(!compare->table_model().is_chosen("openmp") && compare->table_model().is_chosen("sequential"));
    QVERIFY(!window_->action(QStringLiteral("page_compare"))->isEnabled());
    QTest::keyClick(window_.get(), Qt::Key_4, Qt::ControlModifier);
    QVERIFY2(!compare->isVisible(), "a hidden page was opened");
    QTest::keyClick(window_.get(), Qt::Key_1, Qt::ControlModifier);
    QVERIFY(!row(setup.form(), "batch")->isEnabled() && row(setup.form(), "batch")->isVisible());
    QVERIFY(!row(setup.form(), "seed")->isVisible() && row(setup.form(), "epochs")->isVisible());
    setup.show_more(true);
    QVERIFY(!row(setup.form(), "eval_every")->isVisible() && row(setup.form(), "target_accuracy")->isVisible());
    setup.show_more(false);
    if (QWidget* pin = row(setup.form(), "options.pin")) QVERIFY(!pin->isEnabled());

    // The user's own settings are what the session's file keeps, also if the program ends now.
    Hands(*window_).type(setup.form(), "epochs", QStringLiteral("3"));
    QTest::qWait(600);
    const auto kept = read_session(home_->filePath(QStringLiteral("session.json")).toStdString());
    QVERIFY(kept && kept->form);
    QCOMPARE(*kept->form, own);
    QCOMPARE(window_->classroom().own_page(), 0);

    QTest::mouseClick(window_->lesson_panel().leave(), Qt::LeftButton);
    QVERIFY(window_->pages().front()->isVisible());
    QCOMPARE(window_->classroom().snapshot(), before);
    QCOMPARE(compare->table_model().chosen(), ticked);
    QCOMPARE(scaling->currentIndex(), 1);
    QCOMPARE(scale->setup().backend()->currentData().toString(), QStringLiteral("sequential"));
    QVERIFY(scale->setup().published() && compare->setup().published());
    QCOMPARE(row(compare->setup().sweep_form(), "values")->property("text").toString(), QStringLiteral("1, 3"));
    setup.show_more(true);
    QVERIFY(row(setup.form(), "batch")->isEnabled() && row(setup.form(), "seed")->isVisible());
    setup.show_more(false);
    QVERIFY(row(scale->setup().form(), "axis")->isEnabled());
    QTest::keyClick(window_.get(), Qt::Key_4, Qt::ControlModifier);
    QVERIFY(compare->isVisible());
  }

  void what_it_cannot_is_refused_and_changes_nothing() {
    const Lesson before = window_->classroom().snapshot();
    const auto refuses = [&](auto change, const char* said) {
      Lesson lesson = one_step();
      change(lesson);
      const QString sentence = refusal(file(lesson, "odd.json"));
      QVERIFY2(sentence.contains(QLatin1String("odd.json")) && sentence.contains(QLatin1String(said)),
               qPrintable(sentence));
      QVERIFY(!window_->classroom().active());
      QCOMPARE(window_->classroom().snapshot(), before);
    };
    refuses([](Lesson& l) { l.hidden = {"train.colour"}; }, "train.colour");
    refuses([](Lesson& l) { l.locked = {"batch"}; }, "'batch'");
    refuses([](Lesson& l) { l.locked = {"page.scale"}; }, "page.scale");
    refuses([](Lesson& l) { l.page = "games"; }, "games");
    refuses([](Lesson& l) { l.steps[0].check = LessonCheck{LessonAct::page_opened, 1, 0.0, "games", {}}; }, "games");
    refuses(
        [this](Lesson& l) {
          for (const Page* page : window_->pages()) l.hidden.push_back("page." + page->id().toStdString());
        },
        "hides all pages");
    refuses([](Lesson& l) { l.page = "scale", l.hidden = {"page.scale"}; }, "scale");
    const std::filesystem::path evil = home_->filePath(QStringLiteral("evil.json")).toStdString();
    nlohmann::json json = parse_json(to_text(one_step()));
    json["settings"]["backend"] = "python-numpy";
    write_file_atomically(evil, dump_json(json));
    window_->open_path(QString::fromStdString(evil.string()));  // as if it were dropped on the window
    QVERIFY2(window_->banner().message().contains(QStringLiteral("evil.json")),
             qPrintable(window_->banner().message()));
    QVERIFY(!window_->classroom().active());
    QCOMPARE(window_->classroom().snapshot(), before);
    Lesson strange = one_step();
    strange.profile = LessonProfile{{16}, 5, 1, "Nobody 1999"};
    QCOMPARE(refusal(file(strange)), QString());
    QVERIFY(window_->banner().message().contains(QStringLiteral("Nobody 1999")));
  }

  void texts_are_shown_as_they_are() {
    Lesson lesson = one_step();
    lesson.title = "<b>Bold</b> & <img src='/dev/zero'>";
    lesson.profile = LessonProfile{{16}, 5, 1, "<b>Nobody</b>"};
    QCOMPARE(refusal(file(lesson)), QString());
    QVERIFY(window_->banner().message().contains(QStringLiteral("<b>Nobody</b>")));
    int shown = 0;
    for (const QLabel* label : window_->findChildren<QLabel*>()) {
      if (!label->text().contains(QStringLiteral("<b>"))) continue;
      QCOMPARE(label->textFormat(), Qt::PlainText);
      QVERIFY2(!label->toolTip().contains(QStringLiteral("<img")), qPrintable(label->toolTip()));
      ++shown;
    }
    QVERIFY2(shown >= 2, "the title and the banner");
  }

  void no_key_leads_to_a_hidden_page() {
    Lesson lesson = one_step();
    for (const char* id : {"train", "network", "compare", "runs"}) lesson.hidden.push_back(std::string("page.") + id);
    window_->show_page(0);
    window_->open_lesson(file(lesson));
    auto* navigation = window_->findChild<QListWidget*>();
    for (QListWidget* list : window_->findChildren<QListWidget*>())
      if (list->accessibleName() == QStringLiteral("Pages")) navigation = list;
    const auto seen = [&] {
      return !navigation->item(navigation->currentRow())->isHidden() &&
             window_->pages()[static_cast<std::size_t>(navigation->currentRow())]->isVisible();
    };
    QVERIFY2(seen(), "the page that was shown is hidden by the lesson");
    navigation->setFocus();
    for (const Qt::Key key : {Qt::Key_Home, Qt::Key_End, Qt::Key_T, Qt::Key_C, Qt::Key_R, Qt::Key_N, Qt::Key_Up,
                              Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown}) {
      QTest::keyClick(navigation, key);
      QVERIFY2(seen(), qPrintable(QKeySequence(key).toString()));
    }
    window_->show_page(0);
    QVERIFY2(seen(), "show_page()");
    QVERIFY(window_->banner().message().contains(QStringLiteral("Train")));
    window_->classroom().leave();
    QTest::keyClick(navigation, Qt::Key_End);
    QCOMPARE(navigation->currentRow(), navigation->count() - 1);
  }

  void data_of_before_do_not_count_for_a_lessons() {
    const QDir folder(home_->filePath(QStringLiteral("mine")));
    for (const char* name : {"a", "b"}) {
      QVERIFY(QDir().mkpath(folder.filePath(QLatin1String(name))));
      for (int i = 0; i < 12; ++i) {
        QImage image(28, 28, QImage::Format_Grayscale8);
        image.fill(i * 9);
        QVERIFY(image.save(folder.filePath(QStringLiteral("%1/%2.png").arg(QLatin1String(name)).arg(i))));
      }
    }
    RunSpec own = one_step().settings;
    own.data.train_limit = own.data.test_limit = 0;
    own.data.source = folder.path().toStdString();
    own.batch = 4;
    window_->setup().set_spec(own);
    QTest::qWait(800);
    Lesson lesson = one_step();
    lesson.settings.batch = 400;
    lesson.settings.data.train_limit = 0;
    window_->open_lesson(file(lesson));
    QCOMPARE(window_->setup().form().error_of(QStringLiteral("batch")), QString());
    QVERIFY(window_->setup().valid());
    QTest::qWait(800);
    QVERIFY(window_->setup().valid());
  }

  void what_was_not_done_fulfils_nothing() {
    const auto done = [&] { return window_->classroom().progress()->done(0); };
    // A run that is stopped has not come to its end.
    Lesson lesson = one_step(LessonCheck{LessonAct::run_ended, 1, 0.0, {}, {}});
    lesson.settings.epochs = 50;
    window_->open_lesson(file(lesson));
    window_->stepEpoch();
    QVERIFY(QTest::qWaitFor(
        [&] { return window_->session().current() && window_->session().current()->log.epochs.size() == 1; }, long_ms));
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([&] { return !window_->session().active(); }, long_ms));
    QVERIFY2(!done(), "a run that was stopped counts");
    // One of before, gone on with, is not the class's.
    window_->open_lesson(file(one_step(LessonCheck{LessonAct::run_started, 1, 0.0, {}, {}})));
    window_->session().resume_run(*window_->session().runs().front());
    QVERIFY(QTest::qWaitFor([&] { return !window_->session().active(); }, long_ms));
    QVERIFY2(!done(), "a run of before counts");
    // The tick alone is no guess; a number is, also the one that stands there.
    window_->open_lesson(file(one_step(LessonCheck{LessonAct::guess_entered, 1, 0.0, "train", {}})));
    Hands hands(*window_);
    hands.go_to("train");
    for (QCheckBox* box : window_->setup().findChildren<QCheckBox*>())
      if (box->text().contains(QStringLiteral("uess first"))) box->click();
    QVERIFY2(!done(), "the tick alone counts");
    hands.guess(window_->pages().front());
    QVERIFY(done());
    // A study that the lesson itself opens does not count as opened by the class.
    lesson = one_step(LessonCheck{LessonAct::profile_opened, 1, 0.0, {}, {}});
    auto* published = qobject_cast<QComboBox*>(
        window_->findChild<ProfilePage*>()->setup().form().editor_of(QStringLiteral("published")));
    window_->classroom().leave();  // else the page of before it is shown first
    hands.go_to("profile");
    lesson.profile = LessonProfile{{16}, 5, 1, published->itemText(1).toStdString()};
    window_->open_lesson(file(lesson));
    QVERIFY2(!done(), "the lesson's own setting counts");
  }

  void a_moment_is_saved_and_opened_again() {
    RunSpec own = one_step().settings;
    own.optimizer.learning_rate = 0.37;
    own.data.validation_fraction = 0.25;
    window_->setup().set_spec(own);
    window_->findChild<ScalePage*>()->setup().set_spec({.base = own, .values = {"1", "2"}, .repeats = 9});
    window_->findChild<ComparePage*>()->table_model().set_chosen("simd", false);
    window_->show_page(1);
    window_->action(QStringLiteral("lesson_save"))->trigger();
    auto* dialog = window_->findChild<LessonDialog*>();
    QVERIFY(dialog != nullptr && !dialog->save_button()->isEnabled());
    QTest::keyClicks(dialog->title(), QStringLiteral("My lesson"));
    QTest::keyClicks(dialog->steps(), QStringLiteral("First."));
    for (int i = 0; i < 2; ++i) QTest::keyClick(dialog->steps(), Qt::Key_Return);
    QTest::keyClicks(dialog->steps(), QStringLiteral("Second."));
    QTreeWidgetItem* seed = dialog->controls()->findItems(QStringLiteral("train.seed"), Qt::MatchExactly).value(0);
    QVERIFY(seed != nullptr);
    seed->setCheckState(1, Qt::Checked);
    QTest::mouseClick(dialog->save_button(), Qt::LeftButton);
    auto* where = window_->findChild<QFileDialog*>();
    QVERIFY(where != nullptr);
    where->reject();
    QVERIFY2(dialog->isVisible(), "what was typed is lost");
    QTRY_VERIFY(window_->findChild<QFileDialog*>() == nullptr);
    dialog->title()->setText(QString(100, QChar(0x00e9)));  // 200 bytes
    QTest::mouseClick(dialog->save_button(), Qt::LeftButton);
    QVERIFY2(dialog->isVisible() && dialog->said().contains(QStringLiteral("120 bytes")), qPrintable(dialog->said()));
    QVERIFY(window_->findChild<QFileDialog*>() == nullptr);
    dialog->title()->setText(QStringLiteral("My lesson"));
    QTest::mouseClick(dialog->save_button(), Qt::LeftButton);
    where = window_->findChild<QFileDialog*>();
    QVERIFY(where != nullptr);
    const QString path = home_->filePath(QStringLiteral("mine.json"));
    Q_EMIT where->fileSelected(path);
    where->close();
    QVERIFY2(QFile::exists(path), qPrintable(window_->banner().message()));
    QVERIFY2(window_->banner().message().contains(QStringLiteral("Left out")),  // other programs were ticked
             qPrintable(window_->banner().message()));
    const Lesson saved = read_lesson(path.toStdString());
    QCOMPARE(saved.settings, own);
    QCOMPARE(saved.sweep->repeats, 9);
    QCOMPARE(saved.page, std::string("scale"));
    QCOMPARE(saved.hidden, std::vector<std::string>{"train.seed"});
    QCOMPARE(saved.steps.size(), 2U);

    window_->setup().set_spec(SetupPanel::default_spec());
    window_->open_path(path);
    QVERIFY(window_->classroom().active());
    QCOMPARE(window_->setup().spec(), own);
    Lesson again = window_->classroom().snapshot();
    QCOMPARE(again, saved);
  }

  void what_a_lesson_must_not_have_is_left_out_and_named() {
    RunSpec own = one_step().settings;
    own.init_model = "/home/ann/model.safetensors";
    window_->setup().set_spec(own);
    window_->action(QStringLiteral("lesson_save"))->trigger();
    auto* dialog = window_->findChild<LessonDialog*>();
    QTest::keyClicks(dialog->title(), QStringLiteral("T"));
    QTest::keyClicks(dialog->steps(), QStringLiteral("S"));
    QTest::mouseClick(dialog->save_button(), Qt::LeftButton);
    auto* where = window_->findChild<QFileDialog*>();
    const QString path = home_->filePath(QStringLiteral("mine.json"));
    Q_EMIT where->fileSelected(path);
    where->close();
    QVERIFY2(window_->banner().message().contains(QStringLiteral("model.safetensors")),
             qPrintable(window_->banner().message()));
    QVERIFY(read_lesson(path.toStdString()).settings.init_model.empty());
  }
};

QTEST_MAIN(LessonsTest)
#include "lessons_test.moc"
