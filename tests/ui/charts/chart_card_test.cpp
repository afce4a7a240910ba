// A card of a chart: what a person writes on it, and the whole page for it.
#include "ui/charts/chart_card.h"

#include <QtTest>
#include <QtWidgets>
#include <cmath>

#include "tests/ui/charts/two_runs.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/chart_grid.h"
#include "ui/charts/note_edit.h"
#include "ui/widgets/page.h"

using namespace mlplab;

namespace {

/// Two charts side by side.
class PageOfTwo : public Page {
 public:
  PageOfTwo() : Page(QStringLiteral("two"), QStringLiteral("Two")), grid(new ChartGrid) {
    auto* column = new QVBoxLayout(this);
    column->addWidget(grid);
    for (int i = 0; i < 2; ++i) grid->add_chart({0, i})->set_data(two_runs());
  }
  void set_theme(const Theme& theme) override { grid->set_theme(theme); }
  ChartGrid* grid;
};

}  // namespace

class ChartCardTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  /// A person's words leave with the image, at their place in the data; not with the numbers, nor on another axis.
  void aNoteIsWrittenAtAPlaceAndLeavesWithTheImage() {
    ChartCard card;
    card.resize(500, 320);
    const Chart chart = two_runs();
    card.set_data(chart);
    card.show();
    QVERIFY(QTest::qWaitForWindowExposed(&card));
    const QImage bare = chart_image(card.data(), {});
    ChartView* const view = card.view();
    const auto edit = [&] { return view->findChild<QLineEdit*>(); };
    const auto write = [&](const QString& text, int key) {
      QVERIFY(edit() != nullptr);
      QTest::keyClicks(edit(), text);
      QTest::keyClick(edit(), static_cast<Qt::Key>(key));
      QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    };
    card.writeNote();
    const QPoint place = view->mapFromScene(view->plot().position_of(4.0, 6.0));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place);
    write(QStringLiteral("nothing comes of Escape"), Qt::Key_Escape);
    QVERIFY(edit() == nullptr);
    QVERIFY(card.data().notes.empty());
    card.writeNote();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place);
    write(QStringLiteral("here it learns"), Qt::Key_Return);
    QCOMPARE(card.data().notes.size(), 1U);
    QVERIFY2(view->hasFocus(), "the next key would be another control's");
    QVERIFY(std::abs(card.data().notes[0].x - 4.0) < 0.1 && std::abs(card.data().notes[0].y - 6.0) < 0.1);
    const QImage noted = chart_image(card.data(), {});
    QVERIFY(noted != bare);
    QCOMPARE(card.all_data()[0].notes, card.data().notes);
    QCOMPARE(QString::fromStdString(to_csv(card.data())), QString::fromStdString(to_csv(chart)));
    // By keyboard alone, in the middle where no line stands.
    card.writeNote();
    QTest::keyClick(view, Qt::Key_Return);
    write(QStringLiteral("the middle"), Qt::Key_Return);
    QCOMPARE(card.data().notes.size(), 2U);
    QVERIFY(std::abs(card.data().notes[1].x - 5.0) < 0.2);
    // A line at exactly the number that was written; the axis reaches it.
    card.drawAcross();
    write(QStringLiteral("high up"), Qt::Key_Return);
    QVERIFY2(edit() != nullptr, "no number, and yet it is gone");
    edit()->clear();
    write(QStringLiteral("12.25 our goal"), Qt::Key_Return);
    QCOMPARE(card.data().notes.size(), 3U);
    QCOMPARE(card.data().notes[2].y, 12.25);
    QVERIFY(view->plot().range().y_max >= 12.25);
    QVERIFY(!line_across(QStringLiteral("0 none"), {.logarithmic = true}) && line_across(QStringLiteral("0 none"), {}));
    QVERIFY(!line_across(QStringLiteral("inf"), {}));
    Chart other = chart;
    other.x.title = "seconds";
    card.set_data(other);
    QCOMPARE(card.data().notes.size(), 1U);  // 4 epochs are not 4 seconds, but our goal is as high as it was
    QVERIFY(card.data().notes[0].across);
    card.set_data(chart);
    QCOMPARE(card.data().notes.size(), 3U);
    // The axes become others while somebody writes: the words stay with those that were seen.
    card.writeNote();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, place);
    card.set_data(other);
    write(QStringLiteral("of the epochs"), Qt::Key_Return);
    QCOMPARE(card.data().notes.size(), 1U);
    Chart in_ms = chart;
    in_ms.y.unit = "ms";
    card.set_data(in_ms);
    QVERIFY2(card.data().notes.empty(), "nor is a goal in s one in ms");
    card.set_data(chart);
    QCOMPARE(card.data().notes.size(), 4U);
    card.removeNotes();
    QCOMPARE(chart_image(card.data(), {}), bare);
  }

  /// Words about one measurement do not stand on another, wherever a curve of that name is drawn.
  void aNoteStandsOnWhatItIsAbout() {
    const Chart chart = two_runs();
    const ChartNote note = tied({.x = 4.0, .y = 6.1, .text = "long"}, chart);
    QCOMPARE(note.series, std::string("long"));
    QVERIFY(placed(note, chart) == note);
    Chart more = chart;
    more.lines.insert(more.lines.begin(), line(QStringLiteral("another"), {1, 2}, {3, 2}));
    more.lines.back().y.push_back(0.5), more.lines.back().x.push_back(11);
    QVERIFY2(placed(note, more).has_value(), "a further run, and a longer curve");
    Chart again = chart;
    for (double& y : again.lines[1].y) y *= 1.01;
    QVERIFY2(!placed(note, again), "measured again");
    QVERIFY2(placed(tied({.y = 3.0, .text = "3 goal", .across = true}, chart), again), "a goal is of no measurement");
    Chart bars;
    bars.categories = {"a", "b", "c"};
    bars.bars = {{.name = "time", .values = {1.0, 2.0, 3.0}}};
    const ChartNote of_c = tied({.x = 2.2, .y = 2.5, .text = "c"}, bars);
    QVERIFY(placed(of_c, bars) == of_c);
    Chart without_b = bars;
    without_b.categories = {"a", "c"};
    without_b.bars[0].values = {1.0, 3.0};
    QVERIFY(placed(of_c, without_b).has_value());
    QVERIFY(std::abs(placed(of_c, without_b)->x - 1.2) < 1e-9);
    without_b.categories = {"a", "d"};
    QVERIFY(!placed(of_c, without_b));
    // A line at 0 is not on a logarithmic axis, and does not stretch it.
    Chart logarithmic = chart;
    logarithmic.y.min.reset();
    logarithmic.y.logarithmic = true;
    const ChartLimits before = y_limits(logarithmic);
    logarithmic.notes = {{.y = 0.0, .text = "0", .across = true}};
    QVERIFY(y_limits(logarithmic).lo == before.lo);
  }

  /// A chart over the whole page, from the mouse, the keyboard and the menu, and back to where it was.
  void aCardIsEnlargedToThePageAndGoesBack() {
    PageOfTwo two;
    QWidget& page = two;
    page.resize(900, 500);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    page.activateWindow();
    ChartCard* const card = two.grid->charts()[0];
    ChartCard* const other = two.grid->charts()[1];
    const QRect before(card->mapTo(&page, QPoint()), card->size()),
        beside(other->mapTo(&page, QPoint()), other->size());
    const auto now = [&] { return QRect(card->mapTo(&page, QPoint()), card->size()); };
    const auto twice = [&] {
      QTest::mouseDClick(card->view()->viewport(), Qt::LeftButton, {}, card->view()->viewport()->rect().center());
      QCoreApplication::processEvents();
    };
    twice();
    QVERIFY(card->enlarged());
    QVERIFY2(now().width() > 850 && now().height() > 450, qPrintable(QStringLiteral("%1").arg(now().width())));
    QCOMPARE(page.childAt(beside.center())->window(), card->window());
    QVERIFY2(card->isAncestorOf(page.childAt(beside.center())), "the other chart is seen through it");
    page.resize(1000, 600);
    QCoreApplication::processEvents();
    QVERIFY2(now().width() > 950, "it does not follow the page");
    page.resize(900, 500);
    QSet<QWidget*> met;  // the keyboard does not get under it
    for (int i = 0; i < 12; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      QVERIFY(card->isAncestorOf(QApplication::focusWidget()));
      met.insert(QApplication::focusWidget());
    }
    QVERIFY(met.size() >= 3);
    card->writeNote();  // Escape ends the innermost thing
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QVERIFY(card->enlarged());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QCoreApplication::processEvents();
    QVERIFY(!card->enlarged());
    QCOMPARE(now(), before);
    QCOMPARE(QRect(other->mapTo(&page, QPoint()), other->size()), beside);
    // A zoom ends first.
    card->view()->zoom(2.0, card->view()->plot().plot_area().center());
    twice();
    QVERIFY(!card->enlarged() && !card->view()->plot().zoomed());
    QTest::keyClick(card->view(), Qt::Key_Return);
    QVERIFY(card->enlarged());
    // The projector has one chart alone, another way; the next chart hides this one, which goes back first.
    Theme theme = light_theme();
    theme.projector = true;
    two.grid->set_theme(theme);
    QVERIFY(card->enlarged() && card->isVisible() && !other->isVisible());
    two.grid->show_next();
    QVERIFY(!card->enlarged() && !card->isVisible() && other->isVisible());
    two.grid->show_next();
    QVERIFY(card->isVisible() && !other->isVisible());
    theme.projector = false;
    two.grid->set_theme(theme);
    QCoreApplication::processEvents();
    QCOMPARE(now(), before);
    card->enlarge(true);  // and the page ends meanwhile
  }
};

QTEST_MAIN(ChartCardTest)
#include "chart_card_test.moc"
