// The Profile page driven as a user would: a real study, stop, wrong input, a run's profile, files.
#include "ui/profile/profile_page.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>

#include "core/data/load.h"
#include "made_study.h"
#include "ui/profile/profile_setup.h"
#include "ui/profile/timeline_card.h"
#include "ui/profile/timeline_view.h"

namespace mlplab {
namespace {

constexpr int profile_limit_ms = 60000;

ProfileStudySpec small_study() {
  ProfileStudySpec spec;
  spec.base.backend = "sequential";
  spec.base.data.train_limit = 400;
  spec.base.data.test_limit = 100;
  spec.base.model = make_mlp({784, 8, 10}, Activation::relu);
  spec.base.epochs = 1;
  spec.batches = {20, 40};
  spec.steps = 4;
  return spec;
}

class ProfilePageTest : public QObject {
  Q_OBJECT

  QToolButton* roofline() const {
    for (auto* tool : page_->findChildren<QToolButton*>())
      if (tool->text() == QStringLiteral("Roofline")) return tool;
    return nullptr;
  }

 private Q_SLOTS:
  void init() {
    folder_ = std::make_unique<QTemporaryDir>();
    training_ = std::make_unique<RunSession>(folder_->filePath(QStringLiteral("runs")).toStdString(), find_resources());
    page_ = std::make_unique<ProfilePage>(*training_, folder_->filePath(QStringLiteral("profiles")).toStdString(),
                                          find_resources());
    page_->resize(1000, 700);
  }
  void cleanup() {
    page_.reset();
    training_.reset();
    folder_.reset();
  }

  void measuresShowsAndSaves() {
    page_->show();
    page_->setup().set_spec(small_study());
    QSignalSpy ended(&page_->session(), &ProfileSession::ended);
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, page_.get(), [&] { ++ticks; });
    timer.start(5);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(page_->session().active());
    QCOMPARE(page_->setup().start_button()->text().remove(QLatin1Char('&')), QStringLiteral("Stop"));
    QVERIFY(ended.wait(profile_limit_ms));
    QVERIFY2(ticks > 0, "the event loop runs while the study's thread measures");
    QCOMPARE(page_->session().study().points.size(), std::size_t{2});
    for (const ProfilePoint& point : page_->session().study().points) QCOMPARE(point.failure, std::string());
    QCOMPARE(page_->charts()[0]->data().categories, (std::vector<std::string>{"20", "40"}));
    QCOMPARE(page_->charts()[1]->data().ring.size(), std::size_t{6});
    QVERIFY(!page_->timeline().view()->empty());
    QVERIFY(!page_->reading().isEmpty());
    QVERIFY(page_->recorded_label().isEmpty());
    const QStringList files = page_->save_all(folder_->path());
    const int charts = roofline()->isEnabled() ? 6 : 5;
    QCOMPARE(files.size(), charts * 4 + 2);
    for (const QString& file : files) QVERIFY2(QFileInfo(file).size() > 50, qPrintable(file));

    // The next start has it without having been asked to save it.
    ProfilePage next(*training_, folder_->filePath(QStringLiteral("profiles")).toStdString(), find_resources());
    QCOMPARE(next.save_all(folder_->path()).size(), charts * 4 + 2);  // not opened yet
    QCOMPARE(next.session().study().points.size(), std::size_t{2});
    QVERIFY(next.recorded_label().isEmpty());
    QCOMPARE(page_->kept().size(), std::size_t{1});
    QVERIFY2(next.kept() == page_->kept(), "a lab report has what was measured before, too");

    const std::filesystem::path study = folder_->filePath(QStringLiteral("study.json")).toStdString();
    page_->session().save(study);
    const ProfileStudy measured = page_->session().study();
    page_->session().show({});
    page_->open(study);
    QVERIFY2(page_->kept() == std::vector{study}, "and not what the list showed before");
    QCOMPARE(page_->session().study().points.size(), measured.points.size());
    QCOMPARE(page_->session().study().points[1].batch, 40);
  }

  /// It takes the bars' place; a study without ceilings says why there is none, and shows the bars.
  void theRooflineIsThereWhereTheMachineWasMeasured() {
    ProfileStudy study = made_study();
    for (ProfilePoint& point : study.points) {
      point.model = ModelSpec{.input = {1, 1, 3}, .layers = {{Dense{4}}, {Dense{2}}}};
      point.rows = 5;
      point.profile.nodes = {{1e-6, 0.0, 1e-6}, {1e-6, 1e-6, 1e-6}};
    }
    study.ceilings = Ceilings{
        .workers = 2, .peak_flop_per_s = 1e11, .readings = {{"memory", 1 << 26, 1e10}}, .absent = {"no L1 was read"}};
    page_->show();
    page_->session().show(study);
    QVERIFY(roofline()->isEnabled());
    roofline()->click();
    QCOMPARE(page_->charts()[0]->data().title, std::string("Roofline"));
    QVERIFY(page_->reading().contains(QStringLiteral("no L1 was read")));
    study.ceilings.reset();
    page_->session().show(study);
    QVERIFY(!roofline()->isEnabled());
    QVERIFY(roofline()->toolTip().contains(QStringLiteral("ceilings")));
    QCOMPARE(page_->charts()[0]->data().title, std::string("Step time"));
    QVERIFY(!page_->reading().contains(QStringLiteral("no L1 was read")));
  }

  void whatIsDoubtfulInPublishedSharesIsRead() {
    page_->show();
    page_->session().show(made_study());
    QVERIFY(!page_->reading().contains(QStringLiteral("0.995 s an epoch")));
    page_->setup().set_published(0);
    QVERIFY2(page_->reading().contains(QStringLiteral("0.995 s an epoch")), qPrintable(page_->reading()));
    page_->setup().set_published(-1);
    QVERIFY(!page_->reading().contains(QStringLiteral("0.995 s an epoch")));
  }

  void stopKeepsWhatIsMeasured() {
    page_->show();
    ProfileStudySpec spec = small_study();
    spec.base.epochs = 50;
    spec.batches = {20, 21, 22, 23, 24, 25, 26, 27, 28, 29};
    QSignalSpy ended(&page_->session(), &ProfileSession::ended);
    connect(&page_->session(), &ProfileSession::studyChanged, page_.get(), [this] {
      if (!page_->session().study().points.empty()) page_->session().stop();
    });
    page_->session().start(spec);
    QVERIFY(ended.wait(profile_limit_ms));
    const std::size_t kept = page_->session().study().points.size();
    QVERIFY(kept >= 1 && kept < 10);
  }

  void closingWhileMeasuringWaitsForTheThread() {
    ProfileStudySpec spec = small_study();
    spec.base.epochs = 1000;
    page_->session().start(spec);
    QTest::qWait(50);
    page_.reset();  // must neither crash nor hang
  }

  void wrongValuesAreSaidAndNotMeasured() {
    page_->show();
    page_->setup().set_spec(small_study());
    page_->setup().batches()->setText(QStringLiteral("16, many"));
    QVERIFY(page_->setup().form().error_of(QStringLiteral("batches")).contains(QStringLiteral("'many'")));
    QVERIFY(!page_->setup().start_button()->isEnabled());
    page_->setup().batches()->setText(QStringLiteral("16, 32"));
    QVERIFY(page_->setup().form().error_of(QStringLiteral("batches")).isEmpty());
    QVERIFY(page_->setup().start_button()->isEnabled());
  }

  void aWrongValueIsSaidAtItsFieldOnly() {
    page_->setup().set_spec(small_study());
    const Form& form = page_->setup().form();
    page_->setup().batches()->setText(QStringLiteral("0"));
    for (const QString& name : form.names()) QCOMPARE(form.error_of(name).isEmpty(), name != QStringLiteral("batches"));
    page_->setup().batches()->clear();
    for (const QString& name : form.names()) QCOMPARE(form.error_of(name).isEmpty(), name != QStringLiteral("batches"));
    page_->setup().batches()->setText(QStringLiteral("16"));
    page_->setup().backend()->setCurrentIndex(0);  // a heading
    for (const QString& name : form.names()) {
      QCOMPARE(form.error_of(name).isEmpty(), name != QStringLiteral("base.backend"));
    }
    QVERIFY(form.error_of({}).isEmpty());
  }

  void whatIsTypedIntoANumberFieldStays() {
    page_->show();
    page_->setup().set_spec(small_study());
    const Form& form = page_->setup().form();
    auto* steps = qobject_cast<QSpinBox*>(form.editor_of(QStringLiteral("steps")));
    QVERIFY(steps != nullptr);
    steps->selectAll();
    QTest::keyClicks(steps, QStringLiteral("1e9"));
    QCOMPARE(steps->text(), QStringLiteral("1e9"));
    QVERIFY(form.error_of(QStringLiteral("steps")).contains(QStringLiteral("at most")));
    QVERIFY(!page_->setup().start_button()->isEnabled());
    steps->selectAll();
    QTest::keyClicks(steps, QStringLiteral("4"));
    QVERIFY(page_->setup().start_button()->isEnabled());
  }

  void somethingElseMeasuringIsTold() {
    page_->set_busy_check([] { return QStringLiteral("busy"); });
    QSignalSpy failed(page_.get(), &ProfilePage::failed);
    page_->show();
    page_->setup().set_spec(small_study());
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(!page_->session().active());
    QCOMPARE(failed.size(), 1);
  }

  void machinesOfAHostfileAreAskedAbout() {
    std::vector<RunSpec> asked;
    page_->set_hosts_check([&](const RunSpec& base) {
      asked.push_back(base);
      return false;
    });
    page_->show();
    page_->setup().set_spec(small_study());
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(!page_->session().active());
    QCOMPARE(asked.size(), std::size_t{1});
    QCOMPARE(asked.front().backend, small_study().base.backend);
  }

  void aRecordedStudyIsLabelled() {
    ProfileStudy study = made_study();
    study.recorded = "recorded on another machine, 2026-01-02";
    page_->show();
    page_->session().show(study);
    QVERIFY(page_->recorded_label().contains(QStringLiteral("recorded on another machine")));
    QVERIFY(QString::fromStdString(page_->charts()[0]->data().caption)
                .contains(QStringLiteral("recorded on another machine")));
    QCOMPARE(page_->choice().point, 0);  // batch 64
    page_->session().show(made_study());
    QVERIFY(page_->recorded_label().isEmpty());
  }

  void aProfiledRunCanBeShown() {
    Run run;
    run.number = 7;
    run.spec.backend = "sequential";
    run.log.apply(RunStarted{.spec = run.spec, .device = "a device", .workers = 1, .train_examples = 100});
    run.log.apply(ProfileSample{.epoch = 0, .batch = 64, .profile = made_profile(), .unprofiled_step_s = 1e-4});
    const ProfileStudy study = study_of_run(run.log, "here");
    QCOMPARE(study.points.size(), std::size_t{1});
    QCOMPARE(study.points[0].batch, 64);
    QCOMPARE(study.points[0].profile.wall_s, 100e-6);
  }

 private:
  std::unique_ptr<QTemporaryDir> folder_;
  std::unique_ptr<RunSession> training_;
  std::unique_ptr<ProfilePage> page_;
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::ProfilePageTest)
#include "profile_page_test.moc"
