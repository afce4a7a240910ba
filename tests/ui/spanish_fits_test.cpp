// In every language: on a small screen (1024 × 768) no word of any page is cut off, beside what is made to shrink.
#include <QtTest>
#include <QtWidgets>

#include "core/base/language.h"
#include "core/data/load.h"
#include "tests/support/window_home.h"
#include "tests/ui/cut_words.h"
#include "tests/ui/painted_texts.h"
#include "ui/widgets/page.h"
#include "ui/window_language.h"

using namespace mlplab;

class SpanishFitsTest : public QObject {
  Q_OBJECT

  static QStringList cut_of(MainWindow& window) {
    QStringList wrong;
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      window.show_page(static_cast<int>(i));
      settle();
      for (const QString& cut : cut_words(window, window.theme()))
        wrong << window.pages()[i]->id() + QStringLiteral(": ") + cut;
      // The chosen page's title is bold, which the list does not count with.
      const QString title = window.pages()[i]->title();
      const std::vector<PaintedText> painted = painted_texts(window);
      if (std::ranges::find(painted, title, &PaintedText::text) == painted.end())
        wrong << QStringLiteral("the list of pages, chosen: '%1'").arg(title);
      const auto lists = window.findChildren<QListWidget*>();
      for (const QListWidget* list : lists) {
        if (list->property("role") != QStringLiteral("navigation") || !list->isVisible()) continue;
        for (int row = 0; row < list->count(); ++row)
          if (!list->item(row)->isHidden() &&
              list->sizeHintForIndex(list->model()->index(row, 0)).width() > list->viewport()->width())
            wrong << QStringLiteral("the list of pages: '%1'").arg(list->item(row)->text());
      }
    }
    wrong.removeDuplicates();
    return wrong;
  }

 private Q_SLOTS:
  void no_word_is_cut_off_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<bool>("projector");
    for (const std::string& code : languages_in(find_resources() / "translations")) {
      QTest::addRow("%s", code.c_str()) << QString::fromStdString(code) << false;
      QTest::addRow("%s, projector", code.c_str()) << QString::fromStdString(code) << true;
    }
  }
  void no_word_is_cut_off() {
    QFETCH(QString, code);
    QFETCH(bool, projector);
    const WindowHome home;
    WindowLanguage language(find_resources());
    language.choose(code);
    {
      MainWindow window(home.options());
      window.set_projector(projector);
      window.showNormal();
      window.resize(1024, 768);
      window.show();
      QVERIFY(QTest::qWaitForWindowExposed(&window));
      const QStringList wrong = cut_of(window);
      QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }
    language.choose(QStringLiteral("en"));
  }
};

QTEST_MAIN(SpanishFitsTest)
#include "spanish_fits_test.moc"
