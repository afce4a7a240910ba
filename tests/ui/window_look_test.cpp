// What the window does around its pages: news that move nothing, and projector mode.
#include <QtTest>
#include <QtWidgets>

#include "tests/support/window_home.h"
#include "ui/draw/label_bar.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/page.h"

using namespace mlplab;

class WindowLookTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;

 private Q_SLOTS:
  void init() { home_ = std::make_unique<WindowHome>(); }

  void news_moves_nothing_and_is_whole() {
    MainWindow window(home_->options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QCoreApplication::processEvents();
    QMap<QWidget*, QRect> before;
    for (QWidget* widget : window.pages()[0]->findChildren<QWidget*>())
      if (widget->isVisible()) before[widget] = QRect(widget->mapTo(&window, QPoint(0, 0)), widget->size());
    QVERIFY(before.size() > 50);
    QString news;
    for (int i = 0; i < 40; ++i) news += QStringLiteral("one more word ");
    window.banner().tell(Banner::Kind::error, news, QStringLiteral("Resume"));
    QCoreApplication::processEvents();
    for (auto [widget, place] : before.asKeyValueRange())
      QVERIFY2(QRect(widget->mapTo(&window, QPoint(0, 0)), widget->size()) == place, widget->metaObject()->className());
    QVERIFY(window.banner().isVisible());
    for (const int width : {1024, 1300}) {
      window.resize(width, 768);
      QCoreApplication::processEvents();
      const Banner& banner = window.banner();
      QVERIFY(window.rect().contains(QRect(banner.mapTo(&window, QPoint(0, 0)), banner.size())));
      const auto labels = banner.findChildren<QLabel*>();
      const auto text = std::ranges::find_if(labels, [&](const QLabel* label) { return label->text() == news; });
      QVERIFY(text != labels.end());
      QVERIFY2((*text)->height() >= (*text)->heightForWidth((*text)->width()), "all of its lines");
    }
    QVERIFY(window.banner().action()->isVisible());
    window.banner().dismiss();
    QVERIFY(!window.banner().isVisible());
  }

  void projector_mode_has_the_screen_and_a_button_for_the_next_chart() {
    MainWindow window(home_->options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto next = [&]() -> QToolButton* {
      for (auto* tool : window.findChildren<QToolButton*>())
        if (tool->isVisible() && tool->defaultAction() == window.action(QStringLiteral("next_chart"))) return tool;
      return nullptr;
    };
    QVERIFY(next() == nullptr);
    window.set_projector(true);
    QVERIFY(window.isFullScreen());
    QVERIFY(next() != nullptr);
    const auto shown = [&] {
      QList<QWidget*> cards;
      for (auto* card : window.pages()[0]->findChildren<QFrame*>())
        if (card->isVisible() && card->property("role") == QStringLiteral("card")) cards << card;
      return cards;
    };
    const QList<QWidget*> first = shown();
    QVERIFY(!first.isEmpty());
    next()->click();
    QVERIFY(shown() != first);
    window.set_projector(false);
    QVERIFY(!window.isFullScreen());
    QVERIFY(next() == nullptr);
  }

  /// Row by row from left to right, in each column of cards: the keyboard never goes back up or to the left of where it
  /// is in a line.
  void the_keyboard_follows_reading_order() {
    MainWindow window(home_->options());
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QStringList wrong;
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      window.show_page(static_cast<int>(i));
      QCoreApplication::processEvents();
      Page* page = window.pages()[i];
      // Their forms make rows for the chosen backend and layer, which come after those that were there before.
      if (QStringList{QStringLiteral("train"), QStringLiteral("network")}.contains(page->id())) continue;
      const auto place = [&](const QWidget* widget) {
        return QRect(widget->mapTo(page, QPoint(0, 0)), widget->size());
      };
      const QWidget *last = nullptr, *at = page;
      int stops = 0;
      while ((at = at->nextInFocusChain()) != page) {
        const bool stop = page->isAncestorOf(at) && at->isVisible() && (at->focusPolicy() & Qt::TabFocus) != 0 &&
                          qobject_cast<const QAbstractScrollArea*>(at) == nullptr &&
                          at->objectName() != QLatin1String("qt_spinbox_lineedit");
        if (!stop) continue;
        ++stops;
        if (last != nullptr) {
          const QRect from = place(last), to = place(at);
          const bool one_line = std::min(from.bottom(), to.bottom()) - std::max(from.top(), to.top()) >
                                std::min(from.height(), to.height()) / 2;
          const bool back = one_line && to.right() <= from.left();
          const bool up = to.bottom() <= from.top() && to.left() < from.right();
          if (back || up)
            wrong << QStringLiteral("%1: from %2 '%3' to %4 '%5'")
                         .arg(page->id(), QLatin1String(last->metaObject()->className()), last->accessibleName(),
                              QLatin1String(at->metaObject()->className()), at->accessibleName());
        }
        last = at;
      }
      QVERIFY2(stops > 0, qPrintable(page->id()));
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
  }

  /// A path without a space has to be broken somewhere.
  void errors_under_the_labels_of_drawings_are_whole() {
    LabelBar bar;
    bar.resize(400, 60);
    bar.show();
    const QString error = QStringLiteral("cannot write ") + QStringLiteral("/folder-of-drawings").repeated(9);
    bar.showMessage(error, true);
    bar.adjustSize();
    bar.resize(400, bar.heightForWidth(400));
    QCoreApplication::processEvents();
    QLabel* message = nullptr;
    for (auto* label : bar.findChildren<QLabel*>())
      if (label->accessibleName() == QStringLiteral("Message")) message = label;
    QVERIFY(message != nullptr);
    QCOMPARE(message->accessibleDescription(), error);
    const QRect needed = message->fontMetrics().boundingRect(QRect(0, 0, message->width(), 1000),
                                                             Qt::TextWordWrap | Qt::AlignLeft, message->text());
    QVERIFY2(needed.width() <= message->width() && needed.height() <= message->height(),
             qPrintable(QStringLiteral("%1 × %2 in %3 × %4")
                            .arg(needed.width())
                            .arg(needed.height())
                            .arg(message->width())
                            .arg(message->height())));
  }
};

QTEST_MAIN(WindowLookTest)
#include "window_look_test.moc"
