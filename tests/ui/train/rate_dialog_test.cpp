// The learning-rate finder of the page Train driven as a user would: search, stop, use, and what stands in its way.
#include "ui/train/rate_dialog.h"

#include <QtTest>
#include <QtWidgets>

#include "core/launch/configurations.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/main_window.h"
#include "ui/train/rate_session.h"
#include "ui/train/setup_panel.h"
#include "ui/train/train_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/form_parts.h"

using namespace mlplab;

namespace {

constexpr int search_limit_ms = 60000;

RunSpec searched_run() { return short_run({.train = 640, .hidden = 32, .epochs = 2}); }

}  // namespace

class RateDialogTest : public TestWithWindow {
  Q_OBJECT

  void opened() override { window_->setup().set_spec(searched_run()); }

  TrainPage& page() { return *qobject_cast<TrainPage*>(window_->pages().front()); }
  RateDialog& dialog() { return *page().rate_dialog(); }
  QToolButton* find_button() {
    for (QToolButton* button : window_->setup().findChildren<QToolButton*>())
      if (button->text() == QStringLiteral("Find…")) return button;
    return nullptr;
  }
  void open() { QTest::mouseClick(find_button(), Qt::LeftButton); }
  bool search() {
    QSignalSpy ended(&page().rates(), &RateSession::ended);
    QTest::mouseClick(dialog().start_bar()->button(), Qt::LeftButton);
    return page().rates().active() && ended.wait(search_limit_ms);
  }

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void finds_a_rate_and_takes_it_into_the_settings() {
    QVERIFY(find_button());
    open();
    QVERIFY(dialog().isVisible());
    QVERIFY(!dialog().isModal());
    QVERIFY(!dialog().use_button()->isEnabled());
    QVERIFY(search());
    const RateSearch& found = page().rates().search();
    QVERIFY2(found.suggestion.rate, found.suggestion.reason.c_str());
    QVERIFY2(dialog().reading().startsWith(QStringLiteral("Suggested learning rate 0.")),
             qPrintable(dialog().reading()));
    const Chart& chart = dialog().chart()->data();
    QVERIFY(chart.x.logarithmic);
    QVERIFY2(QString::fromStdString(chart.caption).contains(QStringLiteral("one batch per rate")),
             chart.caption.c_str());
    QCOMPARE(chart.lines.size(), std::size_t{3});
    QCOMPARE(chart.lines[0].x.size(), found.points.size());
    QCOMPARE(chart.lines[2].x, std::vector<double>{*found.suggestion.rate});
    QVERIFY(dialog().use_button()->isEnabled());
    const RunSpec before = window_->setup().spec();
    QTest::mouseClick(dialog().use_button(), Qt::LeftButton);
    QCOMPARE(window_->setup().spec().optimizer.learning_rate, *found.suggestion.rate);
    QVERIFY(!dialog().reading().contains(QStringLiteral("search again")));
    window_->setup().undo();
    QVERIFY(window_->setup().spec() == before);
    RunSpec other = before;
    other.batch = 32;
    window_->setup().change_spec(other);
    QVERIFY2(dialog().reading().contains(QStringLiteral("search again")), qPrintable(dialog().reading()));
  }

  void the_runs_and_their_weights_stay_as_they_are() {
    QSignalSpy trained(&window_->session(), &RunSession::ended);
    window_->run();
    QVERIFY(trained.wait(search_limit_ms));
    const auto weights = window_->session().weights();
    const std::vector<float> before = weights->parameters;
    const std::size_t runs = window_->session().runs().size();
    open();
    QVERIFY(search());
    QCOMPARE(window_->session().runs().size(), runs);
    QVERIFY(window_->session().weights() == weights);
    QVERIFY(window_->session().weights()->parameters == before);
  }

  void nothing_else_measures_meanwhile() {
    RunSpec spec = searched_run();
    spec.data.train_limit = 0;
    spec.model = make_mlp({784, 2000, 10}, Activation::relu);  // takes its time
    spec.batch = 256;
    window_->setup().set_spec(spec);
    open();
    QSignalSpy ended(&page().rates(), &RateSession::ended);
    QTest::mouseClick(dialog().start_bar()->button(), Qt::LeftButton);
    QVERIFY(page().measuring());
    QVERIFY(!window_->action(QStringLiteral("run"))->isEnabled());
    window_->run();
    QVERIFY(!window_->session().active());
    QTRY_VERIFY_WITH_TIMEOUT(!page().rates().search().points.empty(), search_limit_ms);
    QTest::mouseClick(dialog().start_bar()->button(), Qt::LeftButton);  // it stops now
    QVERIFY(ended.wait(search_limit_ms));
    QVERIFY2(dialog().reading().contains(QStringLiteral("stopped before its end")), qPrintable(dialog().reading()));
    QVERIFY(!dialog().use_button()->isEnabled());
    QVERIFY(window_->action(QStringLiteral("run"))->isEnabled());
  }

  void a_run_that_goes_on_is_told_of() {
    RunSpec spec = searched_run();
    spec.epochs = 100'000;
    window_->setup().set_spec(spec);
    window_->run();
    QVERIFY(window_->session().active());
    open();
    QTest::mouseClick(dialog().start_bar()->button(), Qt::LeftButton);
    QVERIFY(!page().rates().active());
    QVERIFY2(window_->banner().message().contains(QStringLiteral("A run is going on")),
             qPrintable(window_->banner().message()));
    window_->session().stop();
  }

  void what_cannot_be_searched_says_why() {
    open();
    RunSpec spec = searched_run();
    spec.batch = 0;
    window_->setup().set_spec(spec);
    QVERIFY(!find_button()->isEnabled());
    QVERIFY(!dialog().start_bar()->button()->isEnabled());
  }

  void processes_search_too() {
    RunSpec spec = searched_run();
    set_configuration(spec, {.name = "processes-shared", .options = {}});
    if (!find_configuration("processes-shared").why_not().empty()) QSKIP("no processes here");
    window_->setup().set_spec(spec);
    open();
    QVERIFY(search());
    QVERIFY2(page().rates().search().points.size() > 20, qPrintable(dialog().reading()));
    QVERIFY(dialog().use_button()->isEnabled());
  }

  void closing_it_stops_the_search() {
    RunSpec spec = searched_run();
    spec.data.train_limit = 0;
    spec.model = make_mlp({784, 2000, 10}, Activation::relu);
    window_->setup().set_spec(spec);
    open();
    QSignalSpy ended(&page().rates(), &RateSession::ended);
    QTest::mouseClick(dialog().start_bar()->button(), Qt::LeftButton);
    dialog().reject();
    QVERIFY(!dialog().isVisible());
    QVERIFY(!page().rates().active() || ended.wait(search_limit_ms));
    open();
    QVERIFY(dialog().isVisible());
  }

  /// For looking at: MLPLAB_RATE_PICTURE=folder.
  void is_drawn() {
    const QString folder = qEnvironmentVariable("MLPLAB_RATE_PICTURE");
    open();
    QVERIFY(search());
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
      window_->set_theme_choice(choice);
      QTest::qWait(50);
      const QImage image = dialog().grab().toImage();
      QVERIFY(!image.isNull());
      if (!folder.isEmpty()) {
        image.save(QDir(folder).filePath(choice == ThemeChoice::dark ? QStringLiteral("rate-dark.png")
                                                                     : QStringLiteral("rate-light.png")));
        window_->grab().save(QDir(folder).filePath(choice == ThemeChoice::dark ? QStringLiteral("window-dark.png")
                                                                               : QStringLiteral("window-light.png")));
      }
    }
  }
};

QTEST_MAIN(RateDialogTest)
#include "rate_dialog_test.moc"
