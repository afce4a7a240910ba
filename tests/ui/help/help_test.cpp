// The manual: F1 opens the text of the page, every page has one in every language, each is a screenful. About: every
// library that the program is linked with has its line.
#include <QtTest>
#include <QtWidgets>

#include "core/base/language.h"
#include "core/data/load.h"
#include "core/machine/child_processes.h"
#include "core/machine/linked_libraries.h"
#include "tests/support/support.h"
#include "tests/support/window_home.h"
#include "ui/help/manual.h"
#include "ui/widgets/page.h"
#include "ui/window_language.h"

using namespace mlplab;

class HelpTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void f1_explains_each_page_in_a_screenful() {
    const WindowHome home;
    MainWindow window(home.options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      const Page& page = *window.pages()[i];
      window.show_page(static_cast<int>(i));
      QTest::keyClick(&window, Qt::Key_F1);
      auto* manual = window.findChild<Manual*>();
      QVERIFY(manual != nullptr && manual->isVisible());
      QCOMPARE(manual->topic(), page.id());
      const QString text = manual->text()->toPlainText();
      QVERIFY2(text.startsWith(page.title() + QLatin1Char('\n')), qPrintable(text));
      QVERIFY2(text.size() > 500, qPrintable(page.id()));
      QVERIFY2(manual->text()->document()->size().height() <= manual->text()->viewport()->height(),
               qPrintable(page.id() + QStringLiteral(" is longer than a screen")));
    }
    auto* manual = window.findChild<Manual*>();
    manual->show_topic(QStringLiteral("window"));
    QVERIFY(manual->text()->toPlainText().contains(QStringLiteral("Ctrl+R")));
    QVERIFY(manual->text()->document()->size().height() <= manual->text()->viewport()->height());
    QVERIFY(manual->width() <= 1024 && manual->height() <= 768);
  }

  /// In the window's language, where it is still a screenful.
  void other_languages_have_theirs() {
    const WindowHome home;
    for (const std::string& code : languages_in(find_resources() / "translations")) {
      WindowLanguage language(find_resources());
      language.choose(QString::fromStdString(code));
      MainWindow window(home.options());
      window.action(QStringLiteral("manual"))->trigger();
      auto* manual = window.findChild<Manual*>();
      QVERIFY(manual != nullptr);
      QStringList topics = {QStringLiteral("window")};
      for (const Page* page : window.pages()) topics << page->id();
      for (const QString& topic : topics) {
        manual->show_topic(topic);
        const QTextDocument& text = *manual->text()->document();
        const std::string file = "manual/" + code + "/" + topic.toStdString() + ".md";
        const QString heading = QString::fromStdString(test::read_bytes(find_resources() / file)).section('\n', 0, 0);
        QCOMPARE(QStringLiteral("# ") + text.firstBlock().text(), heading);
        QVERIFY2(text.size().height() <= manual->text()->viewport()->height(), file.c_str());
      }
      language.choose(QStringLiteral("en"));
    }
  }

  void a_missing_text_is_said() {
    Manual manual("/nowhere", {{QStringLiteral("train"), QStringLiteral("Train")}});
    QVERIFY2(manual.text()->toPlainText().contains(QStringLiteral("/nowhere/en/train.md")),
             qPrintable(manual.text()->toPlainText()));
  }

  void about_names_every_library_of_the_program() {
    const QString about = about_text();
    QVERIFY(about.contains(QStringLiteral("GPL-3.0-or-later")));
    for (const LinkedLibrary& library : linked_libraries()) {
      QVERIFY2(!library.licence.empty(), library.name.c_str());
      QVERIFY2(about.contains(QString::fromStdString(library.name)), library.name.c_str());
    }
    const auto version = [&](const char* name) {
      for (const LinkedLibrary& library : linked_libraries())
        if (library.name == name) return QString::fromStdString(library.version);
      return QStringLiteral("absent");
    };
    QCOMPARE(version("Qt"), QLatin1String(qVersion()));
    QCOMPARE(version("Qt Charts"), QLatin1String(qVersion()));
    QVERIFY2(QRegularExpression(QStringLiteral("^[1-9]\\.[0-9]+")).match(version("hwloc")).hasMatch() ||
                 version("hwloc") == QStringLiteral("absent"),
             qPrintable(version("hwloc")));
    QVERIFY(version("libdeflate").contains(QLatin1Char('.')));
    QVERIFY(version("xxHash").contains(QLatin1Char('.')));  // compiled in, no file of it is loaded
    // The libraries that the program itself needs; those of the system need no line.
    const std::string objdump = find_program("objdump").string(), program = std::string(MLPLAB_BIN) + "/mlplab";
    if (objdump.empty() || !QFileInfo::exists(QString::fromStdString(program)))
      QSKIP("no objdump, or the program is not built");
    const test::Ran ran = test::run_program({objdump, "-p", program}, 60.0);
    QVERIFY2(ran.code == 0, ran.err.c_str());
    int needed = 0;
    for (const QString& line : QString::fromStdString(ran.out).split(QLatin1Char('\n'))) {
      if (!line.trimmed().startsWith(QStringLiteral("NEEDED"))) continue;
      const QString file = line.trimmed().section(QLatin1Char(' '), -1);
      ++needed;
      const bool of_the_system =
          QRegularExpression(QStringLiteral("^(libc|libm|libgcc_s|libdl|libpthread|librt|ld-.*|lib[atu]san)\\.so"))
              .match(file)
              .hasMatch();
      QVERIFY2(of_the_system || !linked_library_name(file.toStdString()).empty(), qPrintable(file));
    }
    QVERIFY(needed > 5);
  }
};

QTEST_MAIN(HelpTest)
#include "help_test.moc"
