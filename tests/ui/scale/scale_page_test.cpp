// The Scale page driven as a user would: a real sweep, cancel, resume, another baseline, a kept sweep, wrong input.
#include "ui/scale/scale_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>

#include "core/data/load.h"
#include "core/study/difference.h"
#include "core/study/kinds/scaling.h"
#include "ui/scale/sweep_setup.h"

namespace mlplab {
namespace {

constexpr int sweep_limit_ms = 60000;

// Small runs over the batch size, which every build can do.
SweepSpec small_sweep(int examples = 400) {
  SweepSpec spec;
  spec.base.backend = "sequential";
  spec.base.data.train_limit = static_cast<std::size_t>(examples);
  spec.base.data.test_limit = 100;
  spec.base.model = make_mlp({784, 8, 10}, Activation::relu);
  spec.base.epochs = 1;
  spec.axis = SweepAxis::batch;
  spec.values = {"20", "40"};
  spec.repeats = 2;
  return spec;
}

class ScalePageTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    const std::filesystem::path root = folder_->path().toStdString();
    training_ = std::make_unique<RunSession>(root / "runs", find_resources());
    page_ = std::make_unique<ScalePage>(*training_, root / "sweeps", find_resources());
    page_->resize(1000, 700);
    page_->show();
  }
  void cleanup() {
    page_.reset();
    training_.reset();
    folder_.reset();
  }

  void measuresAndShows() {
    page_->setup().set_spec(small_sweep());
    QSignalSpy ended(&page_->session(), &SweepSession::ended);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(page_->session().active());
    QVERIFY(ended.wait(sweep_limit_ms));
    QVERIFY(!page_->session().incomplete());
    QCOMPARE(page_->table()->model()->rowCount(), 2);
    const auto lists = page_->findChildren<QComboBox*>();
    const auto kept = std::ranges::find(lists, QStringLiteral("Kept sweeps"), &QComboBox::accessibleName);
    QVERIFY(kept != lists.end());
    QVERIFY((*kept)->isVisibleTo(page_.get()));
    QCOMPARE((*kept)->currentData().toString().toStdString(), page_->session().folder().string());
    QCOMPARE((*kept)->currentText().toStdString(), page_->session().folder().filename().string());
    const ChartSeries& time = page_->charts()[3]->data().lines.front();
    QCOMPARE(time.x, (std::vector<double>{20, 40}));
    QVERIFY(time.y[0] > 0.0);
    // A page that nobody has opened yet has the same to export.
    ScalePage other(*training_, page_->session().sweeps_folder(), find_resources());
    std::size_t charts = 0;  // of energy, too, where there are meters
    for (const ChartCard* card : page_->charts()) charts += card->all_data().size();
    QVERIFY(charts >= 4);
    QCOMPARE(other.save_all(folder_->path()).size(), 4 * static_cast<int>(charts));
    QVERIFY(page_->reading().contains(QStringLiteral("The shortest time is that of batch")));
    QVERIFY(page_->reading().contains(QStringLiteral("Select two rows")));
    page_->table()->selectAll();  // both rows
    const QString words = QString::fromStdString(
        difference_words(cells_of(*page_->session().analysis()).at(0), cells_of(*page_->session().analysis()).at(1)));
    QVERIFY2(page_->reading().contains(words.toHtmlEscaped()), qPrintable(page_->reading()));
    QVERIFY(!page_->reading().contains(QStringLiteral("Select two rows")));
    page_->table()->clearSelection();
    QVERIFY(!page_->reading().contains(words.toHtmlEscaped()));
    QVERIFY(page_->setup().start_button()->text().remove(QLatin1Char('&')) == QStringLiteral("Measure"));
  }

  void theGuessIsKept() {
    SweepSpec spec = small_sweep();
    spec.axis = SweepAxis::workers;
    spec.base.backend = default_backend().name;
    spec.values = {"1", "8"};
    page_->setup().set_spec(spec);
    page_->setup().set_guess(Guess{8, 5.5});
    ScalePage next(*training_, page_->session().sweeps_folder(), find_resources());
    next.show();
    next.setup().set_base(spec.base);
    QVERIFY(next.setup().guess().has_value());
    QCOMPARE(next.setup().guess()->speedup, 5.5);
    QCOMPARE(next.setup().guess()->workers, 8);
    page_->setup().set_guess({});
    ScalePage last(*training_, page_->session().sweeps_folder(), find_resources());
    last.show();
    QVERIFY(!last.setup().guess().has_value());
  }

  void aNewGuessIsNotDrawnOverAnOldSweep() {
    SweepSpec spec = small_sweep();
    spec.axis = SweepAxis::workers;
    spec.base.backend = default_backend().name;
    spec.values = {"1", "2"};
    spec.repeats = 1;
    page_->setup().set_spec(spec);
    page_->setup().set_guess(Guess{2, 1.5});
    QSignalSpy ended(&page_->session(), &SweepSession::ended);
    page_->setup().start_button()->click();
    QVERIFY(ended.wait(sweep_limit_ms));
    QVERIFY2(page_->reading().contains(QStringLiteral("The guess: 1.50×")), qPrintable(page_->reading()));
    QVERIFY2(!page_->setup().guess(), "it would go with the next sweep, too");
    page_->setup().set_guess(Guess{2, 1.8});
    QVERIFY2(page_->reading().contains(QStringLiteral("The guess: 1.50×")), qPrintable(page_->reading()));
    ScalePage next(*training_, page_->session().sweeps_folder(), find_resources());
    next.show();
    QVERIFY2(next.reading().contains(QStringLiteral("The guess: 1.50×")), qPrintable(next.reading()));
  }

  void cancelKeepsWhatIsDoneAndResumeFinishes() {
    SweepSpec spec = small_sweep(4000);
    spec.repeats = 6;
    page_->setup().set_spec(spec);
    QSignalSpy ended(&page_->session(), &SweepSession::ended);
    connect(&page_->session(), &SweepSession::analysed, page_.get(), [this] {
      if (!page_->session().analysis()->points[0].runs.empty()) page_->session().stop();
    });
    page_->session().start(spec);
    QVERIFY(ended.wait(sweep_limit_ms));
    QVERIFY(page_->session().incomplete());
    const std::size_t kept = page_->session().analysis()->points[0].runs.size();
    QVERIFY(kept >= 1 && kept < 6);
    disconnect(&page_->session(), &SweepSession::analysed, page_.get(), nullptr);
    QPushButton* resume = nullptr;
    for (QPushButton* button : page_->setup().findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("Re&sume")) resume = button;
    QVERIFY(resume);
    page_->set_busy_check([] { return QStringLiteral("busy"); });
    resume->click();
    QVERIFY(!page_->session().active());  // as Measure does, it waits for what goes on
    page_->set_busy_check({});
    page_->set_hosts_check([](const RunSpec&) { return false; });
    resume->click();
    QVERIFY(!page_->session().active());
    page_->set_hosts_check({});
    resume->click();
    QVERIFY(ended.wait(sweep_limit_ms));
    QVERIFY(!page_->session().incomplete());
    QCOMPARE(page_->session().analysis()->points[0].runs.size(), std::size_t{6});
  }

  void theBaselineCanBeChanged() {
    QSignalSpy ended(&page_->session(), &SweepSession::ended);
    page_->session().start(small_sweep());
    QVERIFY(ended.wait(sweep_limit_ms));
    QCOMPARE(page_->session().analysis()->points[0].speed.value, 1.0);
    page_->session().setBaseline(QStringLiteral("40"));
    QCOMPARE(page_->session().analysis()->points[1].speed.value, 1.0);
    QVERIFY(QString::fromStdString(page_->charts()[0]->data().unit).contains(QStringLiteral("batch 40")));
  }

  void aNewPageShowsTheLastSweep() {
    QSignalSpy ended(&page_->session(), &SweepSession::ended);
    page_->session().start(small_sweep());
    QVERIFY(ended.wait(sweep_limit_ms));
    ScalePage other(*training_, page_->session().sweeps_folder(), find_resources());
    other.show();
    QVERIFY(other.session().analysis() != nullptr);
    QCOMPARE(other.session().folder(), page_->session().folder());
    QCOMPARE(other.reading(), page_->reading());
  }

  void wrongValuesAreSaidAndNotMeasured() {
    page_->setup().set_spec(small_sweep());
    QLineEdit* values = page_->setup().findChild<QLineEdit*>();
    QVERIFY(values != nullptr);
    for (QLineEdit* edit : page_->setup().findChildren<QLineEdit*>()) {
      if (edit->text() == QStringLiteral("20, 40")) values = edit;
    }
    values->setText(QStringLiteral("20, zero"));
    QVERIFY(page_->setup().form().error_of(QStringLiteral("values")).contains(QStringLiteral("'zero'")));
    QVERIFY(!page_->setup().start_button()->isEnabled());
    values->setText(QStringLiteral("20, 30"));
    QVERIFY(page_->setup().form().error_of(QStringLiteral("values")).isEmpty());
    QVERIFY(page_->setup().start_button()->isEnabled());
  }

  void aWrongValueIsSaidAtItsFieldOnly() {
    const Form& form = page_->setup().form();
    const auto faulty = [&form] {
      QStringList names;
      for (const QString& name : form.names()) {
        if (!form.error_of(name).isEmpty()) names << name;
      }
      if (!form.error_of({}).isEmpty()) names << QStringLiteral("elsewhere");
      return names;
    };
    const auto wrong = [&](auto change) {
      SweepSpec spec = small_sweep();
      change(spec);
      page_->setup().set_spec(spec);
      return faulty();
    };
    QCOMPARE(wrong([](SweepSpec&) {}), QStringList());
    QCOMPARE(wrong([](SweepSpec& s) { s.values = {"20", "0"}; }), QStringList{"values"});
    QCOMPARE(wrong([](SweepSpec& s) { s.values = {"20", "100000"}; }), QStringList{"values"});
    QCOMPARE(wrong([](SweepSpec& s) {
               s.axis = SweepAxis::width;
               s.base.model = make_mlp({784, 10}, Activation::relu);
             }),
             QStringList{"axis"});
    QCOMPARE(wrong([](SweepSpec& s) { s.base.optimizer.learning_rate = 0.0; }), QStringList{"elsewhere"});
  }

  /// '1e9' stays with what is wrong with it, and does not become 19.
  void whatIsTypedIntoANumberFieldStays() {
    page_->setup().set_spec(small_sweep());
    const Form& form = page_->setup().form();
    auto* repeats = qobject_cast<QSpinBox*>(form.editor_of(QStringLiteral("repeats")));
    QVERIFY(repeats != nullptr);
    repeats->selectAll();
    QTest::keyClicks(repeats, QStringLiteral("1e9"));
    QCOMPARE(repeats->text(), QStringLiteral("1e9"));
    QCOMPARE(form.error_of(QStringLiteral("repeats")), QStringLiteral("100 at most"));
    QVERIFY(!page_->setup().start_button()->isEnabled());
    repeats->selectAll();
    QTest::keyClicks(repeats, QStringLiteral("many"));
    QVERIFY(form.error_of(QStringLiteral("repeats")).contains(QStringLiteral("'many' is not a whole number")));
    repeats->selectAll();
    QTest::keyClicks(repeats, QStringLiteral("3"));
    QVERIFY(form.error_of(QStringLiteral("repeats")).isEmpty());
    QVERIFY(page_->setup().start_button()->isEnabled());
    QCOMPARE(page_->setup().spec().repeats, 3);
  }

  void theBackendIsChosenHere() {
    RunSpec base = small_sweep().base;
    base.options.values["conv"] = "direct";  // of that backend
    SweepSetup& setup = page_->setup();
    setup.set_spec(small_sweep());
    setup.set_base(base);
    QCOMPARE(setup.spec().base.backend, std::string("sequential"));
    QCOMPARE(setup.spec().base.options.values.size(), std::size_t{1});
    const std::string other = default_backend().name;
    if (other == "sequential") QSKIP("the only backend of this build");
    setup.backend()->setCurrentIndex(setup.backend()->findData(QString::fromStdString(other)));
    QCOMPARE(setup.spec().base.backend, other);
    QVERIFY2(setup.spec().base.options.values.empty(), "they are another's");
    base.batch = 50;
    setup.set_base(base);
    QCOMPARE(setup.spec().base.backend, other);
    QCOMPARE(setup.spec().base.batch, 50);
    auto* axis = qobject_cast<QComboBox*>(setup.form().editor_of(QStringLiteral("axis")));
    axis->setCurrentIndex(axis->findData(QString::fromStdString(to_string(SweepAxis::backend))));
    QVERIFY2(!setup.backend()->isEnabled(), "they are the values");
  }

  void aBatchOfEachWorkerIsOfThoseItWasSetUpFor() {
    SweepSetup& setup = page_->setup();
    SweepSpec spec = small_sweep();
    spec.base.backend = "openmp";
    if (!find_backend("openmp").why_not().empty()) QSKIP("no threads in this build");
    spec.base.batch = 64;
    spec.base.batch_per_rank = 32;
    spec.axis = SweepAxis::workers;
    spec.values = {"1", "2"};
    setup.set_spec(spec);
    QCOMPARE(setup.spec().base.batch_per_rank, 32);
    auto* axis = qobject_cast<QComboBox*>(setup.form().editor_of(QStringLiteral("axis")));
    axis->setCurrentIndex(axis->findData(QString::fromStdString(to_string(SweepAxis::width))));
    QCOMPARE(setup.spec().base.batch_per_rank, 0);
    QCOMPARE(setup.spec().base.batch, 64);
    axis->setCurrentIndex(axis->findData(QString::fromStdString(to_string(SweepAxis::batch))));
    setup.backend()->setCurrentIndex(setup.backend()->findData(QStringLiteral("sequential")));
    QCOMPARE(setup.spec().base.batch_per_rank, 0);
  }

  void imagesOfOtherSizesAreMeasured() {
    SweepSpec spec = small_sweep();
    spec.axis = SweepAxis::resolution;
    spec.values = {"8", "14"};
    spec.repeats = 1;
    page_->setup().set_spec(spec);
    QSignalSpy ended(&page_->session(), &SweepSession::ended), failed(&page_->session(), &SweepSession::failed);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(ended.wait(sweep_limit_ms));
    QCOMPARE(failed.count(), 0);
    for (const SweepPoint& point : page_->session().analysis()->points) {
      QCOMPARE(QString::fromStdString(point.failure), QString());
      QCOMPARE(point.runs.size(), std::size_t{1});
    }
  }

  /// A second axis is chosen, faulted at its own row, measured, and kept when the sweep is opened again.
  void aSecondAxisIsMeasuredWithTheFirst() {
    SweepSetup& setup = page_->setup();
    SweepSpec spec = small_sweep();
    spec.values = {"32", "64"};
    spec.repeats = 2;
    setup.set_spec(spec);
    const QString axis_row = QStringLiteral("across.axis"), values_row = QStringLiteral("across.values");
    auto* second = qobject_cast<QComboBox*>(setup.form().editor_of(axis_row));
    auto* values = qobject_cast<QLineEdit*>(setup.form().editor_of(values_row));
    QVERIFY(!values->isVisibleTo(&setup));
    second->setCurrentIndex(second->findText(QStringLiteral("hidden width")));
    QVERIFY(values->isVisibleTo(&setup));
    QVERIFY2(!values->text().isEmpty(), "values that suit");
    values->setText(QStringLiteral("8, broad"));
    QVERIFY(setup.form().error_of(values_row).contains(QStringLiteral("broad")));
    second->setCurrentIndex(second->findText(QStringLiteral("batch size")));
    QVERIFY(setup.form().error_of(axis_row).contains(QStringLiteral("both axes")));
    second->setCurrentIndex(second->findText(QStringLiteral("hidden width")));
    values->setText(QStringLiteral("8, 9"));
    QCOMPARE(setup.form().error_of(values_row), QString());
    QVERIFY(setup.spec().across.has_value());
    QSignalSpy ended(&page_->session(), &SweepSession::ended), failed(&page_->session(), &SweepSession::failed);
    QTest::mouseClick(setup.start_button(), Qt::LeftButton);
    QVERIFY(ended.wait(sweep_limit_ms));
    QCOMPARE(failed.count(), 0);
    const std::shared_ptr<const SweepAnalysis> analysis = page_->session().analysis();
    QCOMPARE(analysis->points.size(), std::size_t{4});
    for (const SweepPoint& point : analysis->points) QCOMPARE(point.runs.size(), std::size_t{2});
    const SweepSpec kept = analysis->spec;
    page_->session().open(page_->session().folder());
    QCOMPARE(page_->session().analysis()->spec, kept);
    setup.set_spec(small_sweep());
    QVERIFY(!setup.spec().across.has_value());
    setup.set_spec(kept);
    QCOMPARE(setup.spec().across, kept.across);
    const LessonSweep lesson = setup.lesson_part();
    QCOMPARE(lesson.across, kept.across);
    setup.set_spec(small_sweep());
    setup.take_lesson(lesson);
    QCOMPARE(setup.spec().across, kept.across);
  }

  void seedsAreRunOnceEachAndOtherAxesAsOftenAsBefore() {
    SweepSetup& setup = page_->setup();
    SweepSpec spec = small_sweep();
    spec.repeats = 4;
    spec.warmup_epochs = 2;
    setup.set_spec(spec);
    auto* axis = qobject_cast<QComboBox*>(setup.form().editor_of(QStringLiteral("axis")));
    axis->setCurrentIndex(axis->findData(QString::fromStdString(to_string(SweepAxis::seed))));
    QCOMPARE(setup.spec().repeats, 1);
    QCOMPARE(setup.spec().warmup_epochs, 0);
    QCOMPARE(setup.spec().values.size(), std::size_t{5});
    axis->setCurrentIndex(axis->findData(QString::fromStdString(to_string(SweepAxis::batch))));
    QCOMPARE(setup.spec().repeats, 4);
    QCOMPARE(setup.spec().warmup_epochs, 2);
  }

  /// The terminal's options are of no use to who reads the form.
  void noErrorNamesATerminalsOption() {
    SweepSpec spec = small_sweep();
    spec.axis = SweepAxis::workers;
    spec.values = {"1", "2"};
    page_->setup().set_spec(spec);
    QString said;
    for (const QString& name : page_->setup().form().names()) said += page_->setup().form().error_of(name);
    QVERIFY2(said.contains(QStringLiteral("one worker")), qPrintable(said));
    QVERIFY2(!said.contains(QStringLiteral("--")), qPrintable(said));
  }

  /// The start button and the reading stay visible in projector mode; the form comes back as it was.
  void projectorModeKeepsMeasuringAndTheReading() {
    page_->setup().set_spec(small_sweep());
    const Form& form = page_->setup().form();
    const QPushButton* start = page_->setup().start_button();
    QTest::qWait(50);  // the form takes the room that its sentences need
    const QPoint before = start->mapTo(page_.get(), QPoint(0, 0));
    page_->set_theme(light_theme(true));
    QCoreApplication::processEvents();
    QVERIFY(start->isVisible() && start->isEnabled());
    QVERIFY(!form.editor_of(QStringLiteral("values"))->isVisible());
    bool reading = false;
    for (const QLabel* label : page_->findChildren<QLabel*>())
      reading =
          reading || (label->isVisible() && label->accessibleName() == QStringLiteral("What the measurements say"));
    QVERIFY(reading);
    page_->set_theme(light_theme());
    QCoreApplication::processEvents();
    QVERIFY(form.editor_of(QStringLiteral("values"))->isVisible());
    QTRY_COMPARE(start->mapTo(page_.get(), QPoint(0, 0)), before);
  }

  void whatCannotRunIsTold() {
    QSignalSpy failed(page_.get(), &ScalePage::failed);
    QSignalSpy ended(&page_->session(), &SweepSession::ended);
    SweepSpec spec = small_sweep();
    spec.base.data.source = "/no/such/folder";
    page_->session().start(spec);
    QVERIFY(ended.wait(sweep_limit_ms));
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed[0][0].toString().contains(QStringLiteral("/no/such/folder")));
  }

  void aGuessAndPublishedNumbersAreDrawn() {
    page_->setup().set_guess(Guess{2, 1.5});
    page_->setup().set_published(0);
    const auto& lines = page_->charts()[0]->data().lines;
    const auto has = [&](const QString& part) {
      return std::ranges::any_of(lines,
                                 [&](const ChartSeries& s) { return QString::fromStdString(s.name).contains(part); });
    };
    QVERIFY(has(QStringLiteral("guess")));
    QVERIFY(has(QStringLiteral("Caldas 2025")));
    QVERIFY(page_->reading().contains(QStringLiteral("Measured on: Laptop")));
    QVERIFY2(page_->reading().contains(QStringLiteral("falls to a quarter")), "what is doubtful is read, not hovered");
    page_->setup().set_published(2);  // the first of the next study, with tables of its own
    QVERIFY(page_->reading().contains(QStringLiteral("global batch")));
    QVERIFY(page_->reading().contains(QStringLiteral("8.48 MJ")));
    QVERIFY(!page_->reading().contains(QStringLiteral("falls to a quarter")));
  }

  void theWindowStaysResponsiveWhileMeasuring() {
    SweepSpec spec = small_sweep(4000);
    QSignalSpy ended(&page_->session(), &SweepSession::ended);
    page_->session().start(spec);
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, page_.get(), [&] { ++ticks; });
    timer.start(5);
    QVERIFY(ended.wait(sweep_limit_ms));
    QVERIFY2(ticks > 3, "the event loop ran while the sweep's thread measured");
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<RunSession> training_;
  std::unique_ptr<ScalePage> page_;
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::ScalePageTest)
#include "scale_page_test.moc"
