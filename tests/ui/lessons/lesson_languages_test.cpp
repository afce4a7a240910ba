// The shipped lessons in every language: the menu has those of the window's, each opens, and no step has to be
// scrolled.
#include <QtTest>
#include <QtWidgets>

#include "core/base/language.h"
#include "core/data/load.h"
#include "core/lessons/study_file.h"
#include "tests/support/window_home.h"
#include "ui/lessons/classroom.h"
#include "ui/lessons/lesson_panel.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/window_language.h"

using namespace mlplab;

class LessonLanguagesTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void they_open_whole_in_a_window_of_their_language_data() {
    QTest::addColumn<QString>("code");
    for (const std::string& code : languages_in(find_resources() / "translations"))
      QTest::newRow(code.c_str()) << QString::fromStdString(code);
  }
  void they_open_whole_in_a_window_of_their_language() {
    QFETCH(QString, code);
    const WindowHome home;
    WindowLanguage language(find_resources());
    language.choose(code);
    MainWindow window(home.options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QMenu* menu = nullptr;
    for (QMenu* candidate : window.findChildren<QMenu*>())
      if (candidate->actions().contains(window.action(QStringLiteral("lesson_open")))) menu = candidate;
    QVERIFY(menu != nullptr);
    Q_EMIT menu->aboutToShow();
    const std::vector<std::filesystem::path> lessons = lessons_in(find_resources() / "lessons", code.toStdString());
    QCOMPARE(lessons.size(), 8U);
    for (std::size_t i = 0; i < lessons.size(); ++i) {
      const Lesson lesson = read_lesson(lessons[i]);
      QCOMPARE(QString::fromStdString(lesson.language), code);
      QCOMPARE(menu->actions()[static_cast<int>(i)]->text(), QString::fromStdString(lesson.title));
      menu->actions()[static_cast<int>(i)]->trigger();
      const Classroom& classroom = window.classroom();
      QVERIFY2(classroom.active() && !window.banner().isVisible(), qPrintable(window.banner().message()));
      for (int step = 0; classroom.progress()->can_go(step); ++step) {
        window.classroom().show_step(step);
        QCoreApplication::processEvents();
        for (const auto* area : window.lesson_panel().findChildren<QScrollArea*>())
          QVERIFY2(area->verticalScrollBar()->maximum() == 0, qPrintable(window.lesson_panel().text()));
        for (const auto* label : window.lesson_panel().findChildren<QLabel*>())
          if (label->isVisible() && label->wordWrap() && label->text() == window.lesson_panel().task())
            QVERIFY2(label->heightForWidth(label->width()) <= label->height(),
                     qPrintable(label->text() + QStringLiteral(" %1 %2 %3")
                                                    .arg(label->heightForWidth(label->width()))
                                                    .arg(label->height())
                                                    .arg(label->width())));
      }
    }
    language.choose(QStringLiteral("en"));
  }

  void the_published_studies_open_in_both_sizes_data() { they_open_whole_in_a_window_of_their_language_data(); }
  void the_published_studies_open_in_both_sizes() {
    QFETCH(QString, code);
    const WindowHome home;
    WindowLanguage language(find_resources());
    language.choose(code);
    MainWindow window(home.options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const RunSpec before = window.setup().spec();
    QMenu* menu = nullptr;
    for (QMenu* candidate : window.findChildren<QMenu*>())
      if (candidate->objectName() == QStringLiteral("published_studies")) menu = candidate;
    QVERIFY(menu != nullptr);
    Q_EMIT menu->aboutToShow();
    QAction* full = menu->actions().first();
    const std::vector<StudyFile> studies = study_files(find_resources());
    std::size_t opened = 0;
    QStringList headings;
    for (const QAction* action : menu->actions())
      if (!action->isSeparator() && !action->isEnabled()) headings << action->text();
    QCOMPARE(headings, QStringList({"Caldas 2025", "Cantabria 2021", "Faces", "UNAM 2023"}));
    for (QAction* action : menu->actions()) {
      if (action == full || action->isSeparator() || !action->isEnabled()) continue;
      const StudyFile& study = studies.at(opened++);
      QCOMPARE(action->text(), QString::fromStdString(study.title));
      for (const StudySize size : {StudySize::laptop, StudySize::full}) {
        full->setChecked(size == StudySize::full);
        action->trigger();
        QVERIFY2(window.classroom().active() && !window.banner().isVisible(), qPrintable(window.banner().message()));
        const Lesson lesson = lesson_of(study, size);
        QCOMPARE(window.setup().spec(), lesson.settings);
        const Lesson now = window.classroom().snapshot();
        QCOMPARE(now.page, lesson.page);
        if (lesson.sweep && !now.sweep->values.empty())  // else those that suit this machine are the same
          QCOMPARE(now.sweep->values, lesson.sweep->values);
        if (lesson.sweep) QVERIFY2(now.sweep->published.starts_with(lesson.sweep->published), study.id.c_str());
        if (lesson.comparison) QCOMPARE(now.comparison->published, lesson.comparison->published);
        if (lesson.operations) QVERIFY2(now.operations == lesson.operations, study.id.c_str());
        if (lesson.profile) QCOMPARE(now.profile->published, lesson.profile->published);
        QCoreApplication::processEvents();
        for (const auto* area : window.lesson_panel().findChildren<QScrollArea*>())
          QVERIFY2(area->verticalScrollBar()->maximum() == 0, qPrintable(window.lesson_panel().text()));
      }
    }
    QCOMPARE(opened, studies.size());
    window.classroom().leave();
    QCOMPARE(window.setup().spec(), before);
    language.choose(QStringLiteral("en"));
  }

  /// From batches that are trained beside the window, and with room for it on a small screen; gone with the study.
  void a_study_says_about_how_long_it_takes() {
    const WindowHome home;
    MainWindow window(home.options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.open_study(find_study_file(find_resources(), "caldas-threads"), StudySize::laptop);
    QVERIFY2(window.classroom().active(), qPrintable(window.banner().message()));
    QVERIFY(!window.lesson_panel().task().contains(QStringLiteral("At most about")));
    QTRY_VERIFY_WITH_TIMEOUT(window.lesson_panel().task().contains(QStringLiteral("At most about")), 60000);
    QCoreApplication::processEvents();
    for (const auto* area : window.lesson_panel().findChildren<QScrollArea*>())
      QVERIFY2(area->verticalScrollBar()->maximum() == 0, qPrintable(window.lesson_panel().task()));
    window.open_study(find_study_file(find_resources(), "unam-products"), StudySize::laptop);
    QTRY_VERIFY(window.lesson_panel().task().contains(QStringLiteral("is left out there")));
    QVERIFY(!window.lesson_panel().task().contains(QStringLiteral("At most about")));
  }

  void what_a_language_lacks_is_english() {
    const QTemporaryDir home;
    const std::filesystem::path folder = home.path().toStdString();
    std::filesystem::create_directories(folder / "xx");
    std::filesystem::copy(find_resources() / "lessons/en", folder / "en");
    std::filesystem::copy(find_resources() / "lessons/es/3-batch.json", folder / "xx");
    std::vector<std::string> languages;
    for (const std::filesystem::path& lesson : lessons_in(folder, "xx"))
      languages.push_back(read_lesson(lesson).language);
    QCOMPARE(languages, (std::vector<std::string>{"en", "en", "es", "en", "en", "en", "en", "en"}));
    QCOMPARE(lessons_in(folder, "yy").size(), 8U);
  }
};

QTEST_MAIN(LessonLanguagesTest)
#include "lesson_languages_test.moc"
