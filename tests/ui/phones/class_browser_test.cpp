// The page in a real browser of a phone's size, by touch: join by the code, guess, draw a digit and see its prediction,
// in both languages and themes. MLPLAB_PHONE_IMAGES=DIR saves what the phones show.
#include <QtTest>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/numbers.h"
#include "core/data/load.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/support.h"
#include "tests/ui/short_run.h"
#include "ui/phones/class_server.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_session.h"

using namespace mlplab;

class ClassBrowserTest : public QObject {
  Q_OBJECT

  test::TemporaryFolder folder_;
  std::unique_ptr<RunSession> run_;

 private Q_SLOTS:
  void initTestCase() {
    RunSpec spec = short_run({.train = 10000, .test = 500, .hidden = 64, .epochs = 3, .backend = "simd"});
    spec.batch = 16;
    run_ = std::make_unique<RunSession>(folder_ / "runs", find_resources());
    run_->setStateWanted(true);
    run_->start(spec);
    QTRY_VERIFY_WITH_TIMEOUT(!run_->active() && run_->weights() != nullptr, 60000);
  }

  void aPhoneTakesPart_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QString>("guess");
    QTest::addColumn<QString>("said");
    QTest::newRow("English") << "en-US"
                             << "light"
                             << "5.5"
                             << "The network says %1 (";
    QTest::newRow("Spanish") << "es-MX"
                             << "dark"
                             << "5,5"
                             << "La red dice %1 (";
  }

  void aPhoneTakesPart() {
    QFETCH(QString, language);
    QFETCH(QString, theme);
    QFETCH(QString, guess);
    QFETCH(QString, said);
    ClassServer server(find_resources());
    server.start(QStringLiteral("127.0.0.1"));
    ClassSession& session = *server.session();
    session.predictor().set(run_->weights(), preparation_for(*run_->weights(), nullptr));
    session.set_asked(7);
    session.set_watch({.network = "784-64-10",
                       .running = true,
                       .epochs = 3,
                       .epoch = {1, 2},
                       .loss = {0.5, 0.3},
                       .accuracy = {0.9, 0.93}});
    session.open_round({.kind = GuessKind::speedup, .workers = 8, .low = 0.1, .high = 64, .about = "<b>openmp</b>"});
    const auto digits = test::drawn_digits(MLPLAB_TEST_DATA);
    const auto seven = std::ranges::find_if(digits, [&](const test::DrawnDigit& digit) {
      return digit.label == 7 && session.predictor().predict_strokes(digit.strokes).label == 7;
    });
    QVERIFY(seven != digits.end());
    nlohmann::json strokes = nlohmann::json::array();
    for (const Stroke& stroke : seven->strokes) {
      nlohmann::json line = nlohmann::json::array();
      for (const PenPoint& point : stroke.points) line.push_back({point.x, point.y});
      strokes.push_back(line);
    }
    const nlohmann::json spec = {
        {"url", server.address().toStdString()}, {"code", session.code()},
        {"language", language.toStdString()},    {"name", "<i>Ñandú</i>"},
        {"guess", guess.toStdString()},          {"strokes", strokes},
        {"said", said.arg(7).toStdString()},     {"width", 320},
        {"theme", theme.toStdString()},          {"shots", qEnvironmentVariable("MLPLAB_PHONE_IMAGES").toStdString()}};
    test::write_bytes(folder_ / "spec.json", dump_json(spec));
    QProcess browser;
    browser.start(QStringLiteral("python3"),
                  {QStringLiteral(MLPLAB_BROWSER_SCRIPT), QString::fromStdString((folder_ / "spec.json").string())});
    QTRY_VERIFY_WITH_TIMEOUT(browser.state() == QProcess::NotRunning, 150000);
    const QByteArray words = browser.readAllStandardOutput() + browser.readAllStandardError();
    if (browser.exitCode() == 77) QSKIP(words.trimmed().constData());
    QVERIFY2(browser.exitCode() == 0, words.constData());

    session.close_round();
    QCOMPARE(session.round()->guesses(), (std::vector<ClassGuess>{{"<i>Ñandú</i>", 5.5}}));
    const DrawingWall wall = session.wall();
    QCOMPARE(wall.drawings().size(), std::size_t{1});
    QCOMPARE(wall.drawings()[0].name, std::string("<i>Ñandú</i>"));
    QCOMPARE(wall.drawings()[0].asked, 7);
    QCOMPARE(wall.drawings()[0].label, 7);
    QCOMPARE(session.counts(0).joined, 1U);
  }
};

QTEST_GUILESS_MAIN(ClassBrowserTest)
#include "class_browser_test.moc"
