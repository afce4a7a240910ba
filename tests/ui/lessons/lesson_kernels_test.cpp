// Kernels of lessons in the window: begun only when it is pressed for, in folders of the user's own, never run by the
// lesson; and what is said where they cannot be checked or begun.
#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "core/data/load.h"
#include "tests/support/support.h"
#include "tests/support/window_home.h"
#include "tests/ui/lessons/hands.h"
#include "ui/widgets/banner.h"

using namespace mlplab;

class LessonKernelsTest : public TestWithWindow {
  Q_OBJECT

  QSize size() const override { return {1024, 768}; }

  void open(const char* lesson) {
    window_->open_lesson(find_resources() / "lessons/en" / (std::string(lesson) + ".json"));
  }
  void press(QAbstractButton* button) { QTest::mouseClick(button, Qt::LeftButton); }

 private Q_SLOTS:
  void initTestCase() { qputenv("XDG_CACHE_HOME", MLPLAB_BIN "/../workshop-tests"); }  // of compiled kernels

  void nothing_is_made_before_it_is_pressed_for() {
    auto* page = window_->findChild<WorkshopPage*>();
    const std::filesystem::path base = page->setup().base();
    open("8-gpu-kernel");
    QVERIFY(page->isVisible() && !page->work() && !anything_at(base));
    QPushButton* begin = window_->lesson_panel().begin();
    QVERIFY(begin->isVisible());
    press(begin);
    QVERIFY(page->work() && folder_at(base / "transpose"));
    QCOMPARE(page->work()->folder.filename().string(), std::string("transpose"));
    QCOMPARE(page->work()->language->name, std::string("cuda"));
    QVERIFY2(!page->session().active() && !page->session().checked(), "a lesson runs nothing");
    page->editor().edit().replace_text(QStringLiteral("// mine\n"));
    press(begin);
    QVERIFY2(page->work()->folder != base / "transpose", "what was written is overwritten");
    QCOMPARE(read_file(base / "transpose/transpose.cu"), std::string("// mine\n"));
    window_->classroom().show_step(2);
    QVERIFY2(!begin->isVisible(), "the step is about no kernel");
    window_->classroom().show_step(3);
    press(begin);
    QCOMPARE(page->work()->folder.filename().string(), std::string("tile"));
    QVERIFY(page->editor().edit().toPlainText().contains(QStringLiteral("__shared__")));
  }

  void a_kernel_is_not_begun_while_another_is_checked() {
    open("7-parallel-loop");
    auto* page = window_->findChild<WorkshopPage*>();
    press(window_->lesson_panel().begin());
    const std::filesystem::path folder = page->work()->folder;
    press(page->setup().button(QStringLiteral("check")));
    QVERIFY(page->session().active());
    press(window_->lesson_panel().begin());
    QCOMPARE(page->work()->folder, folder);
    QVERIFY(window_->banner().message().contains(QStringLiteral("is busy")));
    QVERIFY2(!anything_at(folder.parent_path() / "sum-2"), "a folder that nobody sees");
    QVERIFY(QTest::qWaitFor([&] { return !page->session().active(); }, 3 * long_ms));
    QVERIFY(window_->classroom().progress()->done(0));
  }

  void what_cannot_be_checked_here_is_said_with_the_reason() {
    {
      const test::Environment nothing_there{{"PATH", "/nowhere"}};
      open("7-parallel-loop");
    }
    QVERIFY(window_->classroom().active());
    QVERIFY(window_->banner().isVisible());
    for (const char* part : {"cannot be checked here", "install the package g++"})
      QVERIFY2(window_->banner().message().contains(QLatin1String(part)), qPrintable(window_->banner().message()));
    open("4-threads");
    QVERIFY2(!window_->banner().isVisible(), qPrintable(window_->banner().message()));
  }

  void a_lesson_of_kernels_needs_its_page() {
    Lesson lesson = read_lesson(find_resources() / "lessons/en/7-parallel-loop.json");
    lesson.page.clear();
    lesson.hidden.emplace_back("page.workshop");
    try {
      window_->classroom().open(lesson, "odd.json");
      QFAIL("it was opened");
    } catch (const InputError& error) {
      QVERIFY2(std::string(error.what()).find("hides it") != std::string::npos, error.what());
    }
  }
};

QTEST_MAIN(LessonKernelsTest)
#include "lesson_kernels_test.moc"
