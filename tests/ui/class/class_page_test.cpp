// The page Class in a window, with phones that are sockets: off until it is pressed, guesses hidden before the end and
// kept with the run that they were for, the wall of drawings.
#include "ui/class/class_page.h"

#include <QtTest>
#include <QtWidgets>

#include "core/base/clock.h"
#include "core/base/files.h"
#include "core/class/kept_round.h"
#include "core/data/drawn_set.h"
#include "core/data/load.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/window_home.h"
#include "tests/ui/phones/phone.h"
#include "tests/ui/short_run.h"
#include "ui/charts/chart_card.h"
#include "ui/class/class_panel.h"
#include "ui/class/guess_view.h"
#include "ui/class/qr_code.h"
#include "ui/class/wall_view.h"
#include "ui/network/confusion_view.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"

using namespace mlplab;
using test::Phone;

namespace {

RunSpec class_run() {
  return short_run({.train = 4000, .test = 200, .hidden = 16, .epochs = 2, .backend = default_backend().name});
}

QString texts_of(const QWidget& place) {
  QString all;
  for (const QLabel* label : place.findChildren<QLabel*>()) all += label->text() + QLatin1Char('\n');
  return all;
}

/// Phones wait for their replies, so they are not on the window's thread.
template <class Act>
void on_phone(Act act) {
  std::atomic<bool> done = false;
  std::thread thread([&] {
    act();
    done = true;
  });
  const bool in_time = QTest::qWaitFor([&] { return done.load(); }, 30000);
  thread.join();
  QVERIFY(in_time);
}

}  // namespace

class ClassPageTest : public TestWithWindow {
  Q_OBJECT

  void opened() override {
    window_->setup().set_spec(class_run());
    page_ = window_->findChild<ClassPage*>();
    QVERIFY(page_ != nullptr);
  }

  ClassPage* page_ = nullptr;

  void press_class() {
    window_->action(QStringLiteral("page_class"))->trigger();
    page_->panel().network()->setCurrentIndex(page_->panel().network()->count() - 1);  // this machine alone
    QTest::mouseClick(page_->panel().button(), Qt::LeftButton);
    QVERIFY(page_->server().running());
  }
  /// To be looked at: MLPLAB_CLASS_IMAGES=DIR.
  void save_images(const QString& name) {
    const QString folder = qEnvironmentVariable("MLPLAB_CLASS_IMAGES");
    if (folder.isEmpty()) return;
    window_->resize(1024, 768);
    for (const ThemeChoice theme : {ThemeChoice::light, ThemeChoice::dark}) {
      window_->set_theme_choice(theme);
      settle();
      window_->grab().save(QStringLiteral("%1/%2-%3.png").arg(folder, name, to_string(theme)));
    }
  }
  ClassSession& session() { return *page_->server().session(); }
  std::unique_ptr<Phone> phone() { return std::make_unique<Phone>(page_->server().port(), session().code()); }

 private Q_SLOTS:
  void isOffUntilItIsPressed() {
    window_->action(QStringLiteral("page_class"))->trigger();
    QVERIFY(!page_->server().running());
    QVERIFY(page_->server().session() == nullptr);
    press_class();
    const std::uint16_t port = page_->server().port();
    QVERIFY(texts_of(page_->panel()).contains(page_->server().address()));
    QTest::mouseClick(page_->panel().button(), Qt::LeftButton);
    QVERIFY(!page_->server().running());
    QVERIFY(!Phone(port).connect());
  }

  void endsWithTheWindow() {
    press_class();
    const std::uint16_t port = page_->server().port();
    window_.reset();
    QVERIFY(!Phone(port).connect());
  }

  /// While it is hidden nothing of it is drawn.
  void itCatchesUpWhenItIsShown() {
    press_class();
    window_->action(QStringLiteral("page_train"))->trigger();
    const auto ada = phone();
    on_phone([&] { QVERIFY(ada->join("Ada")); });
    QTRY_COMPARE(session().counts(now_s()).joined, std::size_t(1));
    window_->action(QStringLiteral("page_class"))->trigger();
    QVERIFY(texts_of(page_->panel()).contains(QStringLiteral("1 here, 1 joined")));
  }

  void theQrCodeHasTheAddress() {
    if (!why_no_qr_code().isEmpty()) QSKIP(qPrintable(why_no_qr_code()));
    const QImage image = qr_image(QStringLiteral("http://192.168.1.5:8420/K7PX2MQ4"));
    QCOMPARE(image.width(), image.height());
    QVERIFY(image.width() >= 25);
    for (const QPoint corner : {QPoint(0, 0), QPoint(image.width() - 7, 0), QPoint(0, image.height() - 7)}) {
      QCOMPARE(image.pixelColor(corner), QColor(Qt::black));  // the three marks by which cameras find it
      QCOMPARE(image.pixelColor(corner + QPoint(1, 1)), QColor(Qt::white));
      QCOMPARE(image.pixelColor(corner + QPoint(3, 3)), QColor(Qt::black));
    }
    QVERIFY(qr_image(QStringLiteral("http://192.168.1.5:8420/K7PX2MQ5")) != image);
  }

  void guessesAreHiddenUntilTheEndAndKeptWithTheRun() {
    press_class();
    page_->guesses().ask();
    const auto ada = phone(), bob = phone();
    const int round = session().round()->id();
    QVERIFY(session().round()->question().kind == GuessKind::accuracy);
    on_phone([&] {
      QVERIFY(ada->join("<b>Ada</b>") && bob->join(""));
      QCOMPARE(ada->post("guess", {{"token", ada->token}, {"round", round}, {"value", 93.5}}).status, 200);
      QCOMPARE(bob->post("guess", {{"token", bob->token}, {"round", round}, {"value", 12}}).status, 200);
    });
    QTRY_VERIFY(texts_of(page_->guesses()).contains(QStringLiteral("2 of 2 have guessed")));
    QVERIFY(page_->guesses().chart()->data().empty());
    QVERIFY(!texts_of(page_->guesses()).contains(QStringLiteral("Ada")));

    window_->run();  // the measurement closes the round
    QTRY_VERIFY_WITH_TIMEOUT(!page_->guesses().kept().empty(), 30000);
    on_phone([&] {
      QCOMPARE(ada->post("guess", {{"token", ada->token}, {"round", round}, {"value", 50}}).status, 409);
    });
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), 60000);
    const std::filesystem::path file = window_->session().current()->folder / "class.json";
    const std::optional<KeptRound> kept = read_round(file);
    QVERIFY(kept.has_value());
    QCOMPARE(kept->guesses, (std::vector<ClassGuess>{{"<b>Ada</b>", 93.5}, {"", 12}}));
    const Chart& chart = page_->guesses().chart()->data();
    QCOMPARE(chart.lines.size(), std::size_t{4});
    QVERIFY(chart.lines[0].x.front() <= 12 && chart.lines[0].x.back() >= 93.5);
    QCOMPARE(std::ranges::max(chart.lines[0].y), 1.0);
    QCOMPARE(chart.lines[1].x[0], 100.0 * *window_->session().current()->log.last_accuracy_test());
    QVERIFY(texts_of(page_->guesses()).contains(QStringLiteral("Nearest: <b>Ada</b>")));

    save_images(QStringLiteral("guesses"));
    const auto before = std::filesystem::last_write_time(file);
    window_->run();  // the next run has no round of its own, and leaves that of the first
    QTRY_VERIFY_WITH_TIMEOUT(window_->session().runs().size() == 2 && !window_->session().active(), 60000);
    QVERIFY(!anything_at(window_->session().current()->folder / "class.json"));
    QVERIFY(std::filesystem::last_write_time(file) == before);
  }

  void aPageWithoutAQuestionSaysSo() {
    press_class();
    auto* question = page_->guesses().findChild<QComboBox*>();
    QCOMPARE(question->count(), 4);
    for (int i = 0; i < question->count(); ++i) {
      question->setCurrentIndex(i);
      page_->guesses().ask();
      const auto round = session().round();
      QVERIFY(round.has_value() && !round->closed());
      QVERIFY(round->question().low < round->question().high);
      page_->guesses().close_round();
    }
  }

  void theWallHasTheDrawingsOfTheClass() {
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active() && window_->session().weights() != nullptr, 60000);
    press_class();
    const auto digits = test::drawn_digits(MLPLAB_TEST_DATA);
    const auto ada = phone();
    on_phone([&] {
      QVERIFY(ada->join("<b>Ada</b>"));
      for (std::size_t i = 0; i < 6; ++i)
        QCOMPARE(ada->post("draw", test::drawing_of(digits[i].strokes, ada->token, digits[i].label)).status, 200);
    });
    WallView& wall = page_->wall();
    QTest::qWait(100);
    QCOMPARE(wall.list()->count(), 0);  // nothing is painted out of sight
    page_->show_view(ClassPage::View::drawings);
    QTRY_COMPARE(wall.list()->count(), 6);
    QCOMPARE(wall.confusion()->confusion().total(), 6);
    QVERIFY(wall.list()->item(0)->toolTip().contains(QStringLiteral("Ada")));
    QVERIFY(wall.confusion()->confusion() == session().wall().confusion(10));

    save_images(QStringLiteral("drawings"));
    wall.list()->setFocus();
    wall.list()->item(2)->setSelected(true);
    QTest::keyClick(wall.list(), Qt::Key_Delete);
    QCOMPARE(wall.confusion()->confusion().total(), 5);
    QCOMPARE(wall.list()->item(2)->text(), QStringLiteral("hidden"));
    const std::filesystem::path set = home_->filePath(QStringLiteral("set")).toStdString();
    QVERIFY(wall.keep(set));
    QCOMPARE(read_drawn_set(set).size(), std::size_t{5});
    const Dataset tested = load_dataset({.source = set.string()}, find_resources(), 1);
    QCOMPARE(tested.test.size(), std::size_t{5});
    QCOMPARE(tested.train.size(), std::size_t{60000});
    QVERIFY(!anything_at(set / "train"));  // some digits were not drawn
    QTest::keyClick(wall.list(), Qt::Key_Delete);
    QCOMPARE(wall.confusion()->confusion().total(), 6);

    for (auto* button : wall.findChildren<QToolButton*>())
      if (button->text() == QStringLiteral("Lock")) button->click();
    on_phone([&] { QCOMPARE(ada->post("draw", test::drawing_of(digits[0].strokes, ada->token, 1)).status, 409); });
    QCOMPARE(wall.list()->count(), 6);
    QToolButton* undo = nullptr;
    for (auto* button : wall.findChildren<QToolButton*>())
      if (button->text() == QStringLiteral("Undo")) undo = button;
    QVERIFY(undo != nullptr && !undo->isEnabled());
    wall.list()->item(2)->setSelected(true);
    QTest::keyClick(wall.list(), Qt::Key_Delete);
    for (auto* button : wall.findChildren<QToolButton*>())
      if (button->text() == QStringLiteral("Clear")) button->click();
    QCOMPARE(wall.list()->count(), 0);
    QCOMPARE(wall.confusion()->confusion().total(), 0);
    QVERIFY(undo->isEnabled());
    undo->click();
    QCOMPARE(wall.list()->count(), 6);
    QCOMPARE(wall.list()->item(2)->text(), QStringLiteral("hidden"));
    QCOMPARE(wall.confusion()->confusion().total(), 5);
    QVERIFY(!undo->isEnabled());
  }

  void anotherClassFindsTheWallUnlocked() {
    press_class();
    page_->show_view(ClassPage::View::drawings);
    QToolButton* lock = nullptr;
    for (auto* button : page_->wall().findChildren<QToolButton*>())
      if (button->text() == QStringLiteral("Lock")) lock = button;
    QVERIFY(lock != nullptr);
    lock->click();
    page_->show_view(ClassPage::View::guesses);
    for (int more = 0; more < 2; ++more) {  // the second one's session may lie where the first one's did
      page_->server().start(QStringLiteral("127.0.0.1"));
      QVERIFY(!lock->isChecked());
    }
    page_->show_view(ClassPage::View::drawings);
    QVERIFY(!lock->isChecked());
  }

  /// With each digit among them the drawings are a training set, too.
  void aRunTrainsOnTheDrawings() {
    press_class();
    const auto digits = test::drawn_digits(MLPLAB_TEST_DATA);
    const auto ada = phone();
    on_phone([&] {
      QVERIFY(ada->join(""));
      for (int label = 0; label < 10; ++label) {
        const auto one = std::ranges::find(digits, label, &test::DrawnDigit::label);
        QCOMPARE(ada->post("draw", test::drawing_of(one->strokes, ada->token, label)).status, 200);
      }
    });
    const std::filesystem::path set = home_->filePath(QStringLiteral("set")).toStdString();
    QVERIFY(page_->wall().keep(set));
    RunSpec spec = class_run();
    spec.data = {.source = (set / "train").string()};
    spec.batch = 10;
    window_->session().start(spec);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), 60000);
    const RunEnded& ended = *window_->session().current()->log.ended;
    QVERIFY2(ended.status == RunStatus::done, ended.reason.c_str());
    const std::shared_ptr<const Dataset> trained_on = window_->session().dataset_of(spec);
    QVERIFY(trained_on != nullptr);
    QCOMPARE(trained_on->train.size(), std::size_t{10});
    QCOMPARE(trained_on->test.size(), std::size_t{10000});
  }

  /// A round that was asked for by mistake.
  void theRoundBeforeComesBackWithItsMeasurement() {
    press_class();
    GuessView& view = page_->guesses();
    QToolButton* undo = nullptr;
    for (auto* button : view.findChildren<QToolButton*>())
      if (button->text() == QStringLiteral("Undo")) undo = button;
    QVERIFY(undo != nullptr && !undo->isEnabled());
    view.ask();
    const auto ada = phone();
    const int first = session().round()->id();
    on_phone([&] {
      QVERIFY(ada->join("Ada"));
      QCOMPARE(ada->post("guess", {{"token", ada->token}, {"round", first}, {"value", 93.5}}).status, 200);
    });
    QVERIFY(!undo->isEnabled());
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(!view.kept().empty(), 30000);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), 60000);
    const std::filesystem::path kept = view.kept();
    const QString reading = texts_of(view);
    QVERIFY(reading.contains(QStringLiteral("Nearest: Ada")));
    view.ask();
    QVERIFY(view.kept().empty());
    QVERIFY(undo->isEnabled());
    undo->click();
    QCOMPARE(session().round()->id(), first);
    QCOMPARE(view.kept(), kept);
    QCOMPARE(texts_of(view), reading);
    undo->click();
    QVERIFY(session().round()->id() != first && !session().round()->closed());
    QVERIFY(view.kept().empty());
  }

  /// Snapshots of the weights are for drawings: none comes while nobody is there, some come while somebody draws.
  void weightsAreTakenForThoseWhoDraw() {
    RunSpec spec = class_run();
    spec.epochs = 100000;
    spec.data.train_limit = 0;  // an epoch, whose end brings weights too, takes a while
    spec.model = make_mlp({784, 512, 10}, Activation::relu);
    window_->setup().set_spec(spec);
    press_class();
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(window_->session().state() == RunSession::State::running, 60000);
    QSignalSpy weights(&window_->session(), &RunSession::weightsChanged);
    QTest::qWait(2500);
    const qsizetype epochs = static_cast<qsizetype>(window_->session().current()->log.epochs.size());
    QVERIFY2(weights.count() <= epochs + 1, qPrintable(QString::number(weights.count())));
    const auto ada = phone();
    on_phone([&] { QVERIFY(ada->join("")); });
    weights.clear();
    const auto before = window_->session().current()->log.epochs.size();
    QTest::qWait(3500);
    QVERIFY(weights.count() >= 2 + static_cast<qsizetype>(window_->session().current()->log.epochs.size() - before));
    window_->session().stop();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), 60000);
  }

  void phonesFollowTheRun() {
    press_class();
    const auto ada = phone();
    on_phone([&] { QVERIFY(ada->join("")); });
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), 60000);
    const double accuracy = *window_->session().current()->log.last_accuracy_test();
    const auto shown = [&] { return parse_json(session().phone_state()).at("run").at("accuracy"); };
    QTRY_VERIFY(!shown().empty() && shown().back() == accuracy);
    QVERIFY(session().predictor().predict_strokes({{20, {{9, 9}}}}).label >= 0);
  }

  /// In the smallest window with and without a class.
  void fitsASmallWindow() {
    window_->resize(1024, 768);
    window_->action(QStringLiteral("page_class"))->trigger();
    QVERIFY(page_->minimumSizeHint().width() <= 1024);
    press_class();
    QTest::qWait(50);
    QCOMPARE(window_->size(), QSize(1024, 768));
  }
};

QTEST_MAIN(ClassPageTest)
#include "class_page_test.moc"
