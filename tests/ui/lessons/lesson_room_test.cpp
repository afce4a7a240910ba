// The room that a lesson leaves: its strip in one line, charts of its own runs alone, no guess before it is asked for,
// and a page that stays when it is finished.
#include <QtTest>
#include <QtWidgets>

#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/lessons/classroom.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/main_window.h"
#include "ui/runs/kept_session.h"
#include "ui/runs/run_session.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/form.h"
#include "ui/widgets/page.h"

using namespace mlplab;

namespace {

constexpr int lesson_limit_ms = 60000;

RunSpec lesson_run() { return short_run({.train = 100, .test = 50}); }

Lesson three_steps() {
  Lesson lesson;
  lesson.title = "Three steps";
  lesson.settings = lesson_run();
  lesson.settings.seed = 4711;
  lesson.steps = {{"Press Run.", LessonCheck{LessonAct::run_ended, 1, 0.0, {}, {}}},
                  {"Guess.", LessonCheck{LessonAct::guess_entered, 1, 0.0, "train", {}}},
                  {"That was it.", {}}};
  return lesson;
}

}  // namespace

class LessonRoomTest : public TestWithWindow {
  Q_OBJECT

  QSize size() const override { return {1024, 768}; }
  void opened() override { window_->setup().set_spec(lesson_run()); }

  void open(const Lesson& lesson) {
    const std::filesystem::path file = home_->filePath(QStringLiteral("lesson.json")).toStdString();
    write_lesson(file, lesson);
    window_->open_lesson(file);
  }
  Run& train() {
    QSignalSpy ended(&window_->session(), &RunSession::ended);
    window_->run();
    if (!ended.wait(lesson_limit_ms)) qFatal("the run did not end");
    return *window_->session().runs().back();
  }
  bool guess_is_seen() { return window_->setup().form().editor_of(QStringLiteral("guess"))->isVisible(); }

 private Q_SLOTS:
  void the_strip_folds_to_one_line() {
    open(three_steps());
    LessonPanel& panel = window_->lesson_panel();
    const int whole = panel.height();
    QTest::mouseClick(panel.fold_button(), Qt::LeftButton);
    QVERIFY(panel.folded());
    QVERIFY2(panel.height() <= panel.next()->height() + 20, qPrintable(QString::number(panel.height())));
    QTRY_VERIFY(panel.next()->isVisible() && panel.leave()->isVisible() &&
                panel.rect().contains(panel.next()->geometry()));
    bool task_seen = false;
    const auto* buttons = panel.next()->parentWidget();
    for (const QLabel* label : panel.findChildren<QLabel*>())
      task_seen = task_seen || (label->isVisible() && label->text() == panel.task() &&
                                label->width() >= label->fontMetrics().horizontalAdvance(panel.task()));
    QVERIFY2(task_seen, "what is to be done has no place");
    QVERIFY2(buttons->rect().contains(panel.next()->geometry()), "the buttons are cut");
    QTest::mouseClick(panel.next(), Qt::LeftButton);
    QCOMPARE(window_->classroom().progress()->step(), 1);
    QVERIFY2(panel.folded() && panel.height() < whole, "the next step unfolded it");
    QTest::keyClick(window_.get(), Qt::Key_Up, Qt::AltModifier);
    QVERIFY(!panel.folded());
    QCOMPARE(panel.height(), whole);
    QTest::keyClick(window_.get(), Qt::Key_Up, Qt::AltModifier);
    open(three_steps());
    QVERIFY2(!panel.folded(), "another lesson begins with its text");
  }

  void runs_of_before_are_set_apart_and_come_back() {
    train(), train(), train();
    RunSession& session = window_->session();
    const auto run = [&](std::size_t at) -> Run& { return *session.runs()[at]; };
    session.set_visible(run(1), false);
    session.set_pinned(run(2), true);
    open(three_steps());
    QVERIFY2(!run(0).visible && !run(1).visible && run(2).visible, "the pinned one alone is to be compared with");
    QVERIFY(train().visible);
    // A program that ends now has taken nothing from the user.
    QTest::qWait(600);
    const auto kept = read_session(home_->filePath(QStringLiteral("session.json")).toStdString());
    QVERIFY(kept);
    QCOMPARE(kept->runs.size(), 4U);
    QVERIFY(kept->runs[0].visible && !kept->runs[1].visible && kept->runs[2].visible && kept->runs[3].visible);
    window_->classroom().leave();
    QVERIFY(run(0).visible && !run(1).visible && run(2).visible && run(3).visible);

    open(three_steps());
    QVERIFY(!run(0).visible && !run(3).visible);
    session.set_visible(run(0), true);
    session.set_visible(run(0), false);  // by hand: it is to stay so
    window_->classroom().leave();
    QVERIFY(!run(0).visible && run(3).visible);
  }

  /// Each sets the former's runs apart, and what was before the first comes back.
  void one_lesson_follows_another() {
    train();
    RunSession& session = window_->session();
    const RunSpec own = window_->setup().spec();
    window_->show_page(2);
    Lesson lesson = three_steps();
    lesson.page = "draw";
    open(lesson);
    train();
    lesson.page.clear();
    lesson.settings.seed = 4712;
    open(lesson);
    QVERIFY2(window_->pages()[2]->isVisible(), "it names no page");
    lesson.hidden = {"page." + window_->pages()[2]->id().toStdString()};
    open(lesson);
    QVERIFY2(!window_->pages()[2]->isVisible() && window_->banner().isHidden(), "nobody asked for the hidden page");
    QCOMPARE(window_->setup().spec().seed, std::uint64_t{4712});
    QVERIFY(!session.runs()[0]->visible && !session.runs()[1]->visible);
    window_->classroom().leave();
    QVERIFY(session.runs()[0]->visible && session.runs()[1]->visible);
    QVERIFY(window_->setup().spec() == own);
    QVERIFY(window_->pages()[2]->isVisible());
  }

  /// More runs than the palette has colours: those of the lesson take none of a run that comes back.
  void a_run_that_comes_back_has_its_colour() {
    for (int i = 0; i < 5; ++i) train();
    std::vector<SeriesColor> before;
    for (const auto& run : window_->session().runs()) before.push_back(run->own_color);
    open(three_steps());
    for (int i = 0; i < 5; ++i) train();
    window_->classroom().leave();
    for (std::size_t i = 0; i < before.size(); ++i) QVERIFY(window_->session().runs()[i]->own_color == before[i]);
  }

  void a_guess_is_asked_for_from_its_step_on() {
    open(three_steps());
    QVERIFY2(!guess_is_seen(), "before its step");
    for (const int step : {1, 2}) {
      window_->classroom().show_step(step);
      QTRY_VERIFY(guess_is_seen());
    }
    window_->classroom().show_step(0);
    QTRY_VERIFY(!guess_is_seen());
    window_->classroom().show_step(1);
    window_->classroom().leave();
    QTRY_VERIFY(!guess_is_seen());
  }

  void finish_stays_on_the_page_and_leaving_goes_back() {
    for (const bool finish : {true, false}) {
      window_->show_page(0);
      open(three_steps());
      window_->classroom().show_step(2);
      window_->show_page(1);
      LessonPanel& panel = window_->lesson_panel();
      if (finish)
        QTest::mouseClick(panel.next(), Qt::LeftButton);
      else
        QTest::mouseClick(panel.leave(), Qt::LeftButton);
      QVERIFY(!window_->classroom().active());
      QVERIFY(window_->pages()[finish ? 1 : 0]->isVisible());
      QCOMPARE(window_->setup().spec(), lesson_run());
    }
  }
};

QTEST_MAIN(LessonRoomTest)
#include "lesson_room_test.moc"
