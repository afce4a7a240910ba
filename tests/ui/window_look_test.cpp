// The window around its pages: news that move nothing, and projector mode.
#include <QtTest>
#include <QtWidgets>

#include "core/model/network_file.h"
#include "tests/support/window_home.h"
#include "ui/design/network_page.h"
#include "ui/draw/label_bar.h"
#include "ui/network/network_drawing.h"
#include "ui/runs/run.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/page.h"
#include "ui/widgets/page_list.h"

using namespace mlplab;

namespace {

/// The widgets that the keyboard reaches on a page, in its order.
QList<const QWidget*> stops_of(const Page& page) {
  QList<const QWidget*> stops;
  const QWidget* at = &page;
  while ((at = at->nextInFocusChain()) != &page) {
    if (page.isAncestorOf(at) && at->isVisible() && (at->focusPolicy() & Qt::TabFocus) != 0 &&
        at->objectName() != QLatin1String("qt_spinbox_lineedit"))
      stops << at;
  }
  return stops;
}

/// Where the next stop is above the last one, or on its left in one line; in words.
QStringList out_of_order(const Page& page, const QString& state) {
  const auto place = [&](const QWidget* widget) { return QRect(widget->mapTo(&page, QPoint(0, 0)), widget->size()); };
  const auto words = [](const QWidget* widget) {
    return QStringLiteral("%1 '%2'").arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName());
  };
  const QList<const QWidget*> stops = stops_of(page);
  QStringList wrong;
  if (stops.isEmpty()) wrong << page.id() + QStringLiteral(": nothing is reached");
  for (int i = 1; i < stops.size(); ++i) {
    const QWidget *last = stops[i - 1], *at = stops[i];
    if (last->isAncestorOf(at)) continue;  // from a list that scrolls to what is in it
    const QRect from = place(last), to = place(at);
    const bool one_line = std::min(from.bottom(), to.bottom()) - std::max(from.top(), to.top()) >
                          std::min(from.height(), to.height()) / 2;
    const bool back = one_line && to.right() <= from.left();
    const bool up = to.bottom() <= from.top() && to.left() < from.right();
    if (back || up) wrong << QStringLiteral("%1 %2: from %3 to %4").arg(page.id(), state, words(last), words(at));
  }
  return wrong;
}

/// The widgets that a click reaches but no key.
QStringList out_of_reach(const Page& page, const QString& state) {
  QStringList wrong;
  for (const QWidget* widget : page.findChildren<QWidget*>()) {
    const bool acts =
        qobject_cast<const QAbstractButton*>(widget) != nullptr || qobject_cast<const QComboBox*>(widget) != nullptr ||
        qobject_cast<const QAbstractSpinBox*>(widget) != nullptr || qobject_cast<const QLineEdit*>(widget) != nullptr ||
        qobject_cast<const QSlider*>(widget) != nullptr ||
        (qobject_cast<const QAbstractItemView*>(widget) != nullptr &&
         qobject_cast<const QHeaderView*>(widget) == nullptr);
    const bool own = qobject_cast<const QAbstractItemView*>(widget->parentWidget()) == nullptr;  // a table's corner
    if (acts && own && widget->isVisible() && widget->focusProxy() == nullptr &&
        (widget->focusPolicy() & Qt::TabFocus) == 0)
      wrong << QStringLiteral("%1 %2: no key comes to %3 '%4'")
                   .arg(page.id(), state, QLatin1String(widget->metaObject()->className()), widget->accessibleName());
  }
  return wrong;
}

}  // namespace

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

  /// The first stays, however many come: the banner is as high with one as with forty.
  void warnings_of_a_run_are_counted_and_all_can_be_seen() {
    MainWindow window(home_->options());
    window.resize(1024, 768);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    Banner& banner = window.banner();
    const auto warned = [&](int i) { Q_EMIT window.session().warned(QStringLiteral("warning number %1").arg(i)); };
    warned(1);
    QCOMPARE(banner.message(), QStringLiteral("warning number 1"));
    QVERIFY(!banner.action()->isVisible());
    warned(1);  // said twice is said once
    QVERIFY(!banner.action()->isVisible());
    warned(2);
    QCOMPARE(banner.message(), QStringLiteral("warning number 1"));
    QCOMPARE(banner.action()->text(), QStringLiteral("And one more…"));
    QCoreApplication::processEvents();
    const QRect place = banner.geometry();
    for (int i = 3; i <= 40; ++i) warned(i);
    QCoreApplication::processEvents();
    QCOMPARE(banner.geometry(), place);
    QCOMPARE(banner.message(), QStringLiteral("warning number 1"));
    QCOMPARE(banner.action()->text(), QStringLiteral("And 39 more…"));
    QVERIFY(banner.action()->toolTip().contains(QStringLiteral("warning number 2\n")));
    QVERIFY(banner.accessibleName().contains(QStringLiteral("39")));
    banner.action()->click();
    QVERIFY2(banner.isVisible(), "its list is beside it");
    const QPlainTextEdit* all = nullptr;
    for (const auto* edit : window.findChildren<QPlainTextEdit*>())
      if (edit->window()->windowTitle() == QStringLiteral("Warnings of the run")) all = edit;
    QVERIFY(all != nullptr && all->isVisible() && !all->window()->isModal());
    warned(41);
    QCOMPARE(all->toPlainText().split(QStringLiteral("\n\n")).size(), 41);
    QVERIFY(all->toPlainText().endsWith(QStringLiteral("warning number 41")));
    all->window()->close();
    banner.tell(Banner::Kind::info, QStringLiteral("other news"), QStringLiteral("Open"), [] {});
    QCOMPARE(banner.action()->toolTip(), QString());
    banner.action()->click();
    QVERIFY(!banner.isVisible());
    warned(1);
    QVERIFY2(!banner.action()->isVisible(), "closed, they begin anew");
    banner.add_warning(QStringLiteral("of the next run"), 7);
    QCOMPARE(banner.warnings(), QStringList{QStringLiteral("of the next run")});
    const QString pictures = qEnvironmentVariable("MLPLAB_BANNER_PICTURES");
    for (const bool dark : {false, true}) {
      if (pictures.isEmpty()) break;
      if (dark) window.action(QStringLiteral("toggle_theme"))->trigger();
      for (const char* message : {"the 300 training examples leave out 1 of the 10 classes (the first is '7'), which "
                                  "the network cannot learn",
                                  "the numbers of test images are few", "the machine is busy: 3.1 of 2 processors"})
        banner.add_warning(QString::fromLatin1(message), 8);
      QTest::qWait(400);
      window.grab().save(pictures + (dark ? "/banner-dark.png" : "/banner-light.png"));
      banner.action()->click();
      QTest::qWait(200);
      for (QWidget* top : QApplication::topLevelWidgets())
        if (top->isVisible() && top->windowTitle() == QStringLiteral("Warnings of the run")) {
          top->grab().save(pictures + (dark ? "/warnings-dark.png" : "/warnings-light.png"));
          top->close();
        }
      QTest::qWait(50);
    }
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
    window.showNormal();  // the screen of the tests has another size
    window.resize(1024, 768);
    QTest::qWait(50);
    settle();
    const auto* menus = window.findChild<QMenuBar*>();
    const QList<QWidget*> bar = menus->parentWidget()->findChildren<QWidget*>(Qt::FindDirectChildrenOnly);
    for (const QWidget* one : bar) {
      QVERIFY(!one->isVisible() || menus->parentWidget()->rect().contains(one->geometry()));
      for (const QWidget* other : bar)
        QVERIFY2(
            one == other || !one->isVisible() || !other->isVisible() || !one->geometry().intersects(other->geometry()),
            qPrintable(one->accessibleName() + QStringLiteral(" is over ") + other->accessibleName()));
    }
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

  /// None is cut, in a window that came to projector mode and in one that began in it.
  void all_pages_are_in_the_list() {
    QFETCH(bool, at_once);
    MainWindow window(home_->options());
    const auto project = [&] {
      window.set_projector(true);
      window.showNormal();       // the screen of the tests has another size
      window.resize(1280, 720);  // as a projector's
    };
    if (at_once) project();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    settle();  // it is not painted before: a size that differs from the expected one begins another look
    const auto* pages = window.findChild<PageList*>();
    const auto names_are_whole = [&] {
      for (int i = 0; i < pages->count(); ++i)
        if (pages->sizeHintForIndex(pages->model()->index(i, 0)).width() > pages->viewport()->width()) return false;
      return true;
    };
    QVERIFY(names_are_whole());
    if (!at_once) project();
    QTest::qWait(50);
    settle();
    QVERIFY(names_are_whole());
    const QRect last = pages->visualItemRect(pages->item(pages->count() - 1));
    QVERIFY(pages->visualItemRect(pages->item(0)).top() >= 0 && last.bottom() <= pages->viewport()->height());
    QVERIFY(last.height() > pages->fontMetrics().height());
    window.set_projector(false);
    window.resize(1280, 800);
    settle();
    QVERIFY(names_are_whole());
  }
  void all_pages_are_in_the_list_data() {
    QTest::addColumn<bool>("at_once");
    QTest::newRow("came to it") << false;
    QTest::newRow("began in it") << true;
  }

  /// Beside a scroll bar a text needs another line, for which there is no room without the bar: it stayed.
  void a_setup_with_room_for_it_has_no_scroll_bar() {
    MainWindow window(home_->options());
    window.resize(1366, 740);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    int seen = 0;
    for (const int epochs : {2, 100, 1000, 10000}) {
      RunSpec spec = window.findChild<SetupPanel*>()->spec();
      spec.epochs = epochs;
      spec.batch = epochs;
      window.findChild<SetupPanel*>()->change_spec(spec);
      for (std::size_t i = 0; i < window.pages().size(); ++i) {
        window.show_page(static_cast<int>(i));
        QTest::qWait(20);
        for (const auto* area : window.pages()[i]->findChildren<QScrollArea*>()) {
          if (!area->isVisible() || !area->widget()->hasHeightForWidth()) continue;
          ++seen;
          const auto fits = [area] {
            return !area->verticalScrollBar()->isVisible() ||
                   area->widget()->heightForWidth(area->width()) > area->height();
          };
          QVERIFY2(QTest::qWaitFor(fits, 2000), qPrintable(window.pages()[i]->id()));
        }
      }
    }
    QVERIFY(seen > 0);
  }

  /// Row by row from left to right, in each column of cards: the keyboard never goes back up or to the left of where it
  /// is in a line. The forms that make rows for the chosen backend or layer are tried with each.
  void the_keyboard_follows_reading_order() {
    MainWindow window(home_->options());
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    QStringList wrong;
    const auto look_at = [&](const Page& page, const QString& state) {
      const auto faults = [&] { return out_of_order(page, state) + out_of_reach(page, state); };
      const bool settled = QTest::qWaitFor([&] { return faults().isEmpty(); }, 1000);  // rows that come move others
      if (!settled) wrong += faults();
    };
    for (std::size_t i = 0; i < window.pages().size(); ++i) {
      window.show_page(static_cast<int>(i));
      look_at(*window.pages()[i], {});
    }
    auto& setup = *window.findChild<SetupPanel*>();
    window.show_page(0);
    for (auto* tool : setup.findChildren<QToolButton*>())
      if (tool->accessibleName() == QStringLiteral("More settings")) tool->setChecked(true);
    QCoreApplication::processEvents();
    int most = 0;
    for (const BackendEntry& entry : backend_table()) {
      RunSpec spec = setup.spec();
      spec.options = {};
      spec.backend = entry.name;
      setup.change_spec(spec);
      most = std::max(most, static_cast<int>(stops_of(*window.pages()[0]).size()));
      look_at(*window.pages()[0], QString::fromStdString(entry.name));
    }
    QVERIFY2(most > 25, "some backend has options");
    auto& design = *window.findChild<NetworkPage*>();
    window.action(QStringLiteral("page_network"))->trigger();
    for (const std::string& name : network_names(home_->options().resources)) {
      const ModelSpec model = find_network(name, home_->options().resources).model;
      setup.open_network(model);
      design.drawing().choose(0);
      for (std::size_t layer = 0; layer < std::min<std::size_t>(model.layers.size(), 8); ++layer) {
        QTest::keyClick(&design.drawing(), Qt::Key_Down);
        look_at(design, QString::fromStdString(name) + QLatin1Char(' ') + QString::number(layer));
      }
    }
    wrong.removeDuplicates();
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
