// A change of theme or to projector mode: what is seen changes at once and the other pages when they are opened, and
// nothing is ever left in the old look.
#include <QtTest>
#include <QtWidgets>

#include "core/data/load.h"
#include "tests/support/window_home.h"
#include "tests/ui/cut_words.h"
#include "ui/widgets/page.h"
#include "ui/window_language.h"

using namespace mlplab;

namespace {

/// How many of a thousand pixels are another colour.
double differing(const QImage& a, const QImage& b) {
  if (a.size() != b.size()) return 1000;
  int differing = 0;
  for (int y = 0; y < a.height(); ++y) {
    const auto* row_a = reinterpret_cast<const QRgb*>(a.constScanLine(y));
    const auto* row_b = reinterpret_cast<const QRgb*>(b.constScanLine(y));
    for (int x = 0; x < a.width(); ++x) {
      const QRgb p = row_a[x], q = row_b[x];
      if (p == q) continue;
      const int most =
          std::max({std::abs(qRed(p) - qRed(q)), std::abs(qGreen(p) - qGreen(q)), std::abs(qBlue(p) - qBlue(q))});
      differing += most > 8 ? 1 : 0;
    }
  }
  return 1000.0 * differing / (double{1} * a.width() * a.height());
}

}  // namespace

class WindowThemeTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;

 private Q_SLOTS:
  void init() { home_ = std::make_unique<WindowHome>(); }

  /// A page that was hidden when the look changed looks as if it had been open.
  void every_page_is_in_the_new_look_when_it_is_opened() {
    MainWindow window(home_->options());
    const auto look = [&](ThemeChoice theme, bool projector) {
      window.set_projector(projector);
      window.set_theme_choice(theme);
      window.showNormal();  // the screen of the tests is too small for projector mode
      window.resize(1280, 800);
    };
    const auto image_of = [&](std::size_t page) {
      window.show_page(static_cast<int>(page));
      settle();
      QTest::qWait(60);  // a frame: what was measured meanwhile is shown then
      if (QWidget* focused = QApplication::focusWidget()) focused->clearFocus();
      return window.grab().toImage().convertToFormat(QImage::Format_RGB32);
    };
    look(ThemeChoice::light, false);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QList<QImage> old;  // and now each page has had a look
    for (std::size_t i = 0; i < window.pages().size(); ++i) old << image_of(i);
    QList<QImage> expected;
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      look(ThemeChoice::light, false);
      image_of(i);
      look(ThemeChoice::dark, true);
      expected << image_of(i);
    }
    look(ThemeChoice::light, false);
    for (std::size_t i = 0; i < window.pages().size(); ++i) image_of(i);
    image_of(2);
    look(ThemeChoice::dark, true);  // two changes, one after the other
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      const QImage seen = image_of(i);
      const QString page = window.pages()[i]->id();
      QVERIFY2(differing(seen, old[static_cast<int>(i)]) > 20.0, qPrintable(page));
      const double wrong = differing(seen, expected[static_cast<int>(i)]);
      if (wrong >= 1.0) {
        seen.save(QDir::temp().filePath(QStringLiteral("theme-seen.png")));
        expected[static_cast<int>(i)].save(QDir::temp().filePath(QStringLiteral("theme-expected.png")));
      }
      QVERIFY2(wrong < 1.0, qPrintable(QStringLiteral("%1: %2 of 1000 pixels").arg(page).arg(wrong)));
    }
  }

  /// A dialog that was open while the look changed looks as one that was opened after it.
  void dialogs_end_in_the_new_look() {
    QFETCH(QString, action);
    const auto look = [](MainWindow& window, ThemeChoice theme, bool projector) {
      window.set_projector(projector);
      window.set_theme_choice(theme);
      window.showNormal();  // the screen of the tests is too small for projector mode
      window.resize(1280, 800);
      settle();
      QTest::qWait(60);
      settle();
    };
    const auto opened = [&](MainWindow& window) -> QDialog* {
      window.action(action)->trigger();
      settle();
      for (auto* dialog : window.findChildren<QDialog*>())
        if (dialog->isVisible()) return dialog;
      return nullptr;
    };
    const auto image_of = [](QDialog* dialog) {
      if (dialog == nullptr) return QImage();
      dialog->resize(1100, 700);  // room for all columns
      settle();
      QTest::qWait(60);
      if (QWidget* focused = dialog->focusWidget()) focused->clearFocus();
      return dialog->grab().toImage().convertToFormat(QImage::Format_RGB32);
    };
    const auto expected_in = [&](ThemeChoice theme, bool projector) {
      MainWindow window(home_->options());
      window.show();
      look(window, theme, projector);
      return image_of(opened(window));
    };
    const auto is_as = [](const QImage& seen, const QImage& expected) {
      const double wrong = differing(seen, expected);
      if (wrong < 1.0) return true;
      seen.save(QDir::temp().filePath(QStringLiteral("dialog-seen.png")));
      expected.save(QDir::temp().filePath(QStringLiteral("dialog-expected.png")));
      qWarning("%g of 1000 pixels", wrong);
      return false;
    };
    const QImage light = expected_in(ThemeChoice::light, false), large = expected_in(ThemeChoice::dark, true);
    QVERIFY(differing(light, large) > 100.0);
    MainWindow window(home_->options());
    window.show();
    look(window, ThemeChoice::light, false);
    QDialog* dialog = opened(window);
    QVERIFY(dialog != nullptr);
    QVERIFY(is_as(image_of(dialog), light));
    look(window, ThemeChoice::dark, true);
    QVERIFY(is_as(image_of(dialog), large));
    look(window, ThemeChoice::light, false);
    QVERIFY(is_as(image_of(dialog), light));
  }
  void dialogs_end_in_the_new_look_data() {
    QTest::addColumn<QString>("action");
    for (const char* action : {"manual", "shortcuts", "about", "step_changes"}) QTest::newRow(action) << action;
  }

  /// So that opening one soon after is as quick as at any other time.
  void hidden_pages_get_the_look_in_their_turn() {
    MainWindow window(home_->options());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto dressed = [&] {
      return std::ranges::count_if(window.pages(), [](const Page* page) {
        return page->font().pointSizeF() == QApplication::font().pointSizeF();
      });
    };
    const auto all = static_cast<std::ptrdiff_t>(window.pages().size());
    QCOMPARE(dressed(), all);
    window.set_projector(true);
    QVERIFY2(dressed() < all, "not all in one turn");
    QTRY_COMPARE(dressed(), all);
  }

  void nothing_is_painted_before_it_has_the_look() {
    MainWindow window(home_->options());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.action(QStringLiteral("manual"))->trigger();
    window.action(QStringLiteral("shortcuts"))->trigger();
    auto* of_hidden_page = new QDialog(window.pages().back());
    of_hidden_page->show();
    settle();
    const QList<QDialog*> dialogs = window.findChildren<QDialog*>();
    QCOMPARE(std::ranges::count_if(dialogs, &QWidget::isVisible), 3);
    const auto has_look = [](const QWidget* widget) {
      return widget->font().pointSizeF() == QApplication::font().pointSizeF();
    };
    window.set_projector(true);
    for (const QDialog* dialog : dialogs) QVERIFY2(!dialog->updatesEnabled() && !has_look(dialog), "not in one turn");
    QTRY_VERIFY(window.updatesEnabled());
    for (const QDialog* dialog : dialogs) {
      QTRY_VERIFY(dialog->updatesEnabled());
      QVERIFY(has_look(dialog) && dialog->testAttribute(Qt::WA_WState_Polished));
    }
    // A page that is opened before its turn.
    const auto page = static_cast<int>(window.pages().size()) - 1;
    QVERIFY(!has_look(window.pages().back()));
    window.show_page(page);
    QVERIFY2(!window.updatesEnabled(), "the look comes in turns here, too");
    QTRY_VERIFY(window.updatesEnabled());
    QVERIFY(has_look(window.pages().back()));
    for (QDialog* dialog : dialogs) dialog->close();
  }

  void a_window_that_is_hidden_between_two_looks_is_painted_again() {
    MainWindow window(home_->options());
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.set_theme_choice(ThemeChoice::dark);
    QVERIFY(!window.updatesEnabled());
    window.hide();
    window.set_theme_choice(ThemeChoice::light);
    window.show();
    QTRY_VERIFY(window.updatesEnabled());
  }

  /// Neither in a window that began in it nor in one that came to it, with pages that were open before.
  void no_word_is_cut_in_projector_mode() {
    QFETCH(bool, at_once);
    QFETCH(QString, language);
    WindowLanguage words(find_resources());
    words.choose(language);
    const auto english = qScopeGuard([&] { words.choose(QStringLiteral("en")); });
    MainWindow window(home_->options());
    const auto look = [&](bool projector) {
      window.set_projector(projector);
      window.showNormal();
      window.resize(1024, 768);
    };
    look(at_once);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    for (std::size_t i = 0; i < window.pages().size(); ++i) window.show_page(static_cast<int>(i));
    settle();
    look(true);
    QStringList wrong;
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      window.show_page(static_cast<int>(i));
      settle();
      QWidget& page = *window.pages()[i];
      for (const QString& cut : cut_words(page, window.theme()))
        wrong << window.pages()[i]->id() + QStringLiteral(": ") + cut;
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }
  void no_word_is_cut_in_projector_mode_data() {
    QTest::addColumn<bool>("at_once");
    QTest::addColumn<QString>("language");
    QTest::newRow("came to it") << false << QStringLiteral("en");
    QTest::newRow("began in it") << true << QStringLiteral("en");
    QTest::newRow("in Spanish") << false << QStringLiteral("es");
  }

  /// It takes its look from what is seen, and a page that was not opened since is exported as any other.
  void what_is_exported_needs_no_page_to_be_open() {
    MainWindow window(home_->options());
    window.show();
    window.set_theme_choice(ThemeChoice::dark);
    QVERIFY(!window.save_all(home_->filePath(QStringLiteral("charts"))).isEmpty());
  }
};

QTEST_MAIN(WindowThemeTest)
#include "window_theme_test.moc"
