// The page Operations driven as a user would: windows of a pooling, wrong values, both measurements, stop, files.
#include "ui/operations/operations_page.h"

#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <optional>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/gray_image.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "core/model/optimizer.h"
#include "core/notebook/entry.h"
#include "core/operations/faces/face_finder.h"
#include "core/operations/product.h"
#include "core/reporting/charts/operations_charts.h"
#include "core/reporting/operations_report.h"
#include "tests/support/drawn_faces.h"
#include "tests/support/support.h"
#include "tests/ui/short_run.h"
#include "ui/charts/chart_card.h"
#include "ui/operations/embedding_card.h"
#include "ui/operations/operations_setup.h"
#include "ui/operations/operations_table.h"
#include "ui/operations/windows_card.h"
#include "ui/runs/load_strip.h"
#include "ui/runs/run_session.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/guess_field.h"

namespace mlplab {
namespace {

constexpr int operations_limit_ms = 60000;

/// The form makes five sizes of it, and repeats of the usual length.
OperationPlan small_plan(LaboratoryKind kind) {
  return {.kind = kind, .sizes = {4, 8}, .timing = {.repeats = 2, .time_s = 0.0, .limit_s = 1.0}};
}

QString cell(const QAbstractItemModel* model, int row, int column) {
  return model->index(row, column).data().toString();
}

class OperationsPageTest : public QObject {
  Q_OBJECT

  QSpinBox* box(const char* row) const {
    return qobject_cast<QSpinBox*>(page_->setup().form().editor_of(QLatin1String(row)));
  }
  void choose(LaboratoryKind kind) { page_->setup().set_plan(small_plan(kind)); }
  /// The entries of the list of kept measurements.
  QStringList listed() const {
    QStringList names;
    for (const auto* list : page_->findChildren<QComboBox*>())
      if (list->accessibleName() == QStringLiteral("Kept measurements"))
        for (int i = 0; i < list->count(); ++i) names.push_back(list->itemText(i));
    return names;
  }
  void measure(LaboratoryKind kind) {
    choose(kind);
    QSignalSpy ended(&page_->session(), &OperationsSession::ended);
    page_->session().start(small_plan(kind));
    QVERIFY(page_->session().active());
    QVERIFY(ended.wait(operations_limit_ms));
  }
  void press_start() {
    QSignalSpy ended(&page_->session(), &OperationsSession::ended);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(page_->session().active());
    QVERIFY(ended.wait(operations_limit_ms));
  }

 private Q_SLOTS:
  void init() {
    page_ = std::make_unique<OperationsPage>(find_resources());
    page_->resize(1000, 700);
    page_->show();
  }
  void cleanup() { page_.reset(); }

  void whatWasMeasuredIsThereAfterClosing() {
    const QTemporaryDir home;
    const std::filesystem::path folder = home.filePath(QStringLiteral("operations")).toStdString();
    const auto texts = [](OperationsPage& page) {
      QStringList all;
      for (int row = 0; row < page.table().model()->rowCount(); ++row)
        for (int column = 0; column < page.table().model()->columnCount(); ++column)
          all << cell(page.table().model(), row, column);
      return all;
    };
    std::vector<QStringList> before;
    page_->keep_in(folder);
    for (const LaboratoryKind kind : {LaboratoryKind::pooling, LaboratoryKind::product}) {
      measure(kind);
      before.push_back(texts(*page_));
      QVERIFY(!page_->reading().contains(QStringLiteral("Measured on")));
    }
    page_ = std::make_unique<OperationsPage>(find_resources());
    page_->keep_in(folder);
    for (const LaboratoryKind kind : {LaboratoryKind::pooling, LaboratoryKind::product}) {
      choose(kind);
      QCOMPARE(texts(*page_), before[static_cast<std::size_t>(kind)]);
      QVERIFY2(page_->reading().contains(QStringLiteral("Measured on")), qPrintable(page_->reading()));
    }
    // A damaged file costs itself alone, and is not lost.
    const std::vector<std::filesystem::path> files = page_->session().kept(LaboratoryKind::product);
    QCOMPARE(files.size(), std::size_t{1});
    const std::string whole = read_file(files.front());
    write_file_atomically(files.front(), whole.substr(0, whole.size() / 2));
    page_ = std::make_unique<OperationsPage>(find_resources());
    QSignalSpy told(page_.get(), &Page::failed);
    page_->keep_in(folder);
    QCOMPARE(told.size(), 1);
    QVERIFY2(told[0][0].toString().contains(QString::fromStdString(files.front().filename().string())),
             qPrintable(told[0][0].toString()));
    choose(LaboratoryKind::pooling);
    QCOMPARE(texts(*page_), before[0]);
    QCOMPARE(entries_in(folder).size(), std::size_t{2});
  }

  /// As runs, sweeps and the rest are: each stays, and can be shown again.
  void everyMeasurementIsKept() {
    const QTemporaryDir home;
    const std::filesystem::path folder = home.filePath(QStringLiteral("operations")).toStdString();
    page_->keep_in(folder);
    measure(LaboratoryKind::pooling);
    const std::filesystem::path first = page_->session().file_of(LaboratoryKind::pooling);
    const QString time = cell(page_->table().model(), 0, OperationsTableModel::time_column);
    measure(LaboratoryKind::pooling);
    const QString latest = QString::fromStdString(page_->session().file_of(LaboratoryKind::pooling).stem().string());
    QCOMPARE(listed(), (QStringList{latest, QString::fromStdString(first.stem().string())}));
    measure(LaboratoryKind::product);
    QCOMPARE(listed().size(), 1);
    QCOMPARE(page_->session().kept(LaboratoryKind::pooling).size(), std::size_t{2});
    QCOMPARE(page_->kept(), std::vector{page_->session().file_of(LaboratoryKind::product)});
    page_->session().open(first);  // as the page Runs asks for it
    QCOMPARE(page_->setup().kind(), LaboratoryKind::pooling);
    QCOMPARE(listed(), (QStringList{latest, QString::fromStdString(first.stem().string())}));
    QCOMPARE(cell(page_->table().model(), 0, OperationsTableModel::time_column), time);
    QCOMPARE(page_->kept(), std::vector{first});
    // The last one of an earlier version has no date in its name, and its kind nowhere else.
    nlohmann::json old = parse_json(read_file(first));
    old.erase("kind");
    write_file_atomically(folder / "pooling.json", dump_json(old));
    QCOMPARE(page_->session().kept(LaboratoryKind::pooling).back(), folder / "pooling.json");
    QCOMPARE(read_study(folder / "pooling.json").kind, LaboratoryKind::pooling);
    const NotebookEntry entry = read_entry(EntryKind::operations, first);
    QCOMPARE(entry.state, EntryState::done);
    QVERIFY(entry.settings.find("pooling") != std::string::npos);
    // A second study within a second has a number at the end of its name.
    const std::filesystem::path newest = page_->session().kept(LaboratoryKind::pooling).front();
    const std::filesystem::path same_second = folder / (newest.stem().string() + "-2.json");
    std::filesystem::copy_file(newest, same_second);
    QCOMPARE(page_->session().kept(LaboratoryKind::pooling).front(), same_second);
    std::filesystem::remove(first);  // on the page Runs
    QVERIFY(page_->kept().empty());
  }

  void windowsAreGoneThroughAndSaid() {
    WindowView& view = page_->drawing().view();
    QCOMPARE(view.window(), 0);
    const std::vector<float> image = pooling_image(8);
    const std::vector<float> expected = pooled({8, 2, 2, 0}, image);
    for (std::int64_t i = 0; i < 16; ++i) {
      view.setWindow(i);
      QCOMPARE(view.seen().value, expected[static_cast<std::size_t>(i)]);
      QVERIFY(view.sentence().startsWith(QStringLiteral("Window %1 of 16:").arg(i + 1)));
      QVERIFY(view.sentence().endsWith(
          QStringLiteral("the largest is %1.").arg(static_cast<int>(expected[static_cast<std::size_t>(i)]))));
    }
    view.setWindow(0);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.window(), 1);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.window(), 5);
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.window(), 15);
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.window(), 15);
    QTest::keyClick(&view, Qt::Key_Home);
    QCOMPARE(view.window(), 0);
  }

  void aGuessStandsBesideWhatIsMeasured() {
    choose(LaboratoryKind::pooling);
    GuessField& guess = *page_->setup().guess_field();
    QSignalSpy acted(page_.get(), &Page::acted);
    guess.set(40.0);
    QCOMPARE(page_->setup().plan().guess, std::optional(40.0));
    QCOMPARE(acted.count(), 0);
    QSignalSpy ended(&page_->session(), &OperationsSession::ended);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY2(!guess.value(), "the measurement took it with it");
    QVERIFY(page_->reading().contains(QStringLiteral("The guess: the fastest is 40")));
    QVERIFY(!page_->reading().contains(QStringLiteral("Measured at n")));
    QVERIFY(ended.wait(operations_limit_ms));
    const OperationStudy& study = page_->session().result(LaboratoryKind::pooling).study;
    const int n = compared_size(study).value();
    QVERIFY(page_->reading().contains(
        QStringLiteral("Measured at n = %1: %2 times.").arg(n).arg(display_number(greatest_gain(study, n)))));
    press_start();
    QVERIFY2(!page_->reading().contains(QStringLiteral("The guess")), "it was for the one before");
  }

  void aClickChoosesAWindow() {
    WindowView& view = page_->drawing().view();
    view.setWindow(7);
    // The middle of what comes out is the right quarter's: found by looking where the number changes.
    int changes = 0;
    for (int x = 2; x < view.width(); x += 6)
      for (int y = 2; y < view.height(); y += 6) {
        const auto before = view.window();
        QTest::mouseClick(&view, Qt::LeftButton, {}, {x, y});
        changes += view.window() != before;
        QVERIFY(view.window() >= 0 && view.window() < 16);
      }
    QVERIFY(changes >= 15);
  }

  void theFormulaFollowsTheForm() {
    box("n")->setValue(7);
    box("padding")->setValue(1);
    QCOMPARE(page_->drawing().view().before().height, 7);
    QCOMPARE(page_->drawing().view().work(), (WindowWork{WindowKind::largest, 2, 2, 1, {}}));
    bool found = false;
    for (const QLabel* label : page_->findChildren<QLabel*>())
      found |= label->text().contains(QStringLiteral("16 windows"));
    QVERIFY(found);
  }

  void whatCannotBeIsSaidAtItsField() {
    const WindowWork before = page_->drawing().view().work();
    box("kernel")->setValue(12);
    QVERIFY(page_->setup().form().error_of(QStringLiteral("kernel")).contains(QStringLiteral("no window fits")));
    QVERIFY(!page_->setup().start_button()->isEnabled());
    QCOMPARE(page_->drawing().view().work(), before);
    box("padding")->setValue(2);
    QVERIFY(page_->setup().form().error_of(QStringLiteral("kernel")).isEmpty());
    QVERIFY(page_->setup().start_button()->isEnabled());
  }

  void aPoolingIsMeasuredShownAndSaved() {
    int ticks = 0;
    QTimer timer;
    connect(&timer, &QTimer::timeout, page_.get(), [&] { ++ticks; });
    timer.start(5);
    choose(LaboratoryKind::pooling);
    press_start();
    QVERIFY2(ticks > 0, "the event loop runs while the thread measures");
    const OperationStudy& study = page_->session().result(LaboratoryKind::pooling).study;
    QCOMPARE(study.points.size(), study.variants.size() * 5);
    for (const MeasuredOperation& point : study.points) QVERIFY2(!point.wrong, point.why_not.c_str());
    const QAbstractItemModel* table = page_->table().model();
    QCOMPARE(table->rowCount(), static_cast<int>(study.variants.size()));
    QCOMPARE(cell(table, 0, OperationsTableModel::speed_column), QStringLiteral("1.00×"));
    for (int row = 0; row < table->rowCount(); ++row)  // a time, or why there is none
      QVERIFY(!cell(table, row, OperationsTableModel::time_column).isEmpty());
    QVERIFY(!cell(table, 0, OperationsTableModel::spread_column).isEmpty());
    QVERIFY(page_->reading().contains(QStringLiteral("At n = 64")));
    QVERIFY(page_->reading().contains(QStringLiteral("not exponential")));
    QVERIFY(page_->times().data().lines.size() > 8);

    const QTemporaryDir folder;
    const QStringList files = page_->save_all(folder.path());
    QVERIFY(files.size() >= 5);
    for (const QString& file : files) QVERIFY2(QFileInfo(file).size() > 50, qPrintable(file));
  }

  /// A mark in the table is that of a line in the chart, or there is none.
  void marksInTheTableAreThoseOfTheChart() {
    const auto marks = [&] {
      QStringList marked;
      const QAbstractItemModel* model = page_->table().model();
      for (int row = 0; row < model->rowCount(); ++row)
        if (!model->index(row, 0).data(Qt::DecorationRole).value<QPixmap>().isNull())
          marked << model->index(row, 0).data().toString();
      return marked;
    };
    choose(LaboratoryKind::pooling);
    measure(LaboratoryKind::pooling);
    QStringList drawn;
    for (const ChartSeries& line : page_->times().data().lines)
      if (line.line != LineStyle::dotted) drawn << QString::fromStdString(line.name);
    QVERIFY(!drawn.isEmpty());
    QCOMPARE(marks(), drawn);
    OperationStudy study = page_->session().result(LaboratoryKind::pooling).study;
    study.points.erase(std::remove_if(study.points.begin(), study.points.end(),
                                      [&](const auto& point) { return point.variant == study.variants[1].id; }),
                       study.points.end());
    OperationsTableModel model;
    model.set_study(study, study.sizes().front(), looks_of(study));
    QVERIFY(!model.index(0, 0).data(Qt::DecorationRole).isNull());
    QVERIFY2(model.index(1, 0).data(Qt::DecorationRole).isNull(), "it has no line");
  }

  void theThreadsAreThoseThatAreChosen() {
    choose(LaboratoryKind::pooling);
    QVERIFY(box("threads")->isVisible());
    box("threads")->setValue(3);
    QSignalSpy ended(&page_->session(), &OperationsSession::ended);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(!box("threads")->isEnabled());
    QVERIFY(ended.wait(operations_limit_ms));
    const OperationStudy& study = page_->session().result(LaboratoryKind::pooling).study;
    QCOMPARE(study.variant("threads")->workers, 3);
    QVERIFY(study.variant("threads")->title.find("3 threads") != std::string::npos);
    box("threads")->setValue(1);
    page_->setup().set_plan(page_->session().result(LaboratoryKind::pooling).plan());
    QCOMPARE(box("threads")->value(), 3);
    choose(LaboratoryKind::embeddings);  // which have pools
    QVERIFY(!box("threads")->isVisible());
  }

  void anImageIsDroppedOnTheDrawing() {
    const QTemporaryDir folder;
    const QString image = folder.filePath(QStringLiteral("small.pgm"));
    write_pgm(image.toStdString(), GrayImage(9, 14));
    choose(LaboratoryKind::pooling);
    QVERIFY(page_->takes_images());
    QVERIFY(!page_->take_dropped({folder.filePath(QStringLiteral("run.json"))}));
    QVERIFY(page_->take_dropped({image}));
    QTRY_COMPARE(page_->drawing().view().before().width, 14);
    QVERIFY(!box("n")->isVisible());
    box("kernel")->setValue(9);  // more than the numbers that are not drawn
    QCOMPARE(page_->setup().form().error_of(QStringLiteral("kernel")), QString());
    QCOMPARE(page_->drawing().view().after().height, 1);
    choose(LaboratoryKind::product);
    QVERIFY(!page_->takes_images());
    QVERIFY(!page_->take_dropped({image}));
  }

  void aProductIsMeasuredWithItsRates() {
    choose(LaboratoryKind::product);
    press_start();
    const OperationStudy& study = page_->session().result(LaboratoryKind::product).study;
    for (const MeasuredOperation& point : study.points) QVERIFY2(!point.wrong, point.why_not.c_str());
    QVERIFY(page_->rates().isVisible());
    QVERIFY(!page_->drawing().isVisible() && !page_->map().isVisible());
    QVERIFY(page_->rates().data().lines.size() > 5);
    const ChartSeries& rate = page_->rates().data().lines.front();
    const ChartSeries& time = page_->times().data().lines.front();
    QCOMPARE(rate.x.back(), 64.0);
    QVERIFY(std::abs(rate.y.back() * time.y.back() - 2e-9 * 64 * 64 * 64) < 1e-12);
    QVERIFY(page_->reading().contains(QStringLiteral("n⁴")));
    choose(LaboratoryKind::pooling);  // the other one has nothing yet
    QVERIFY(page_->times().data().lines.empty());
    QVERIFY(page_->reading().contains(QStringLiteral("Nothing is measured yet")));
  }

  void embeddingsNeedATrainedNetwork() {
    OperationPlan plan;
    plan.kind = LaboratoryKind::embeddings;
    page_->setup().set_plan(plan);
    QVERIFY(page_->setup().form().error_of({}).contains(QStringLiteral("train a network first")));
    QVERIFY(!page_->setup().start_button()->isEnabled());
  }

  void embeddingsAreTheSameForEveryPool() {
    const QTemporaryDir folder;
    RunSession training(folder.filePath(QStringLiteral("runs")).toStdString(), find_resources());
    RunSpec spec = short_run({.train = 100, .test = 20});
    QSignalSpy trained(&training, &RunSession::ended);
    training.start(spec);
    QVERIFY(trained.wait(operations_limit_ms));
    QTRY_VERIFY(training.weights() != nullptr);

    page_ = std::make_unique<OperationsPage>(find_resources(), &training);
    page_->resize(1000, 700);
    page_->show();
    OperationPlan plan;
    plan.kind = LaboratoryKind::embeddings;
    plan.images = 30;
    plan.embeddings = {.packet = 3, .pools = {1, 2, 4}, .repeats = 2};
    page_->setup().set_plan(plan);
    QCOMPARE(page_->setup().form().error_of({}), QString());
    QSignalSpy ended(&page_->session(), &OperationsSession::ended);
    QSignalSpy failed(&page_->session(), &OperationsSession::failed);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(ended.wait(operations_limit_ms));
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    const EmbeddingStudy& study = page_->session().result(LaboratoryKind::embeddings).embeddings;
    QCOMPARE(study.points.size(), std::size_t{3});
    QCOMPARE(study.pairs, std::size_t{435});
    QVERIFY(page_->reading().contains(QStringLiteral("bit by bit")));
    QVERIFY(page_->reading().contains(QStringLiteral("3.386×")));
    QVERIFY(page_->map().isVisible());
    QTRY_VERIFY(!page_->map().computing());
    QCOMPARE(page_->map().view().points().size(), std::size_t{30});
    const std::shared_ptr<const EmbeddedImages> embedded = page_->session().embedded();
    QCOMPARE(embedded->pairs.nearest.size(), std::size_t{5});
    QVERIFY(embedded->pairs.nearest[0].distance <= embedded->pairs.farthest[4].distance);
    QVERIFY(page_->save_all(folder.path()).last().endsWith(QStringLiteral("operations-embeddings.png")));
    QCOMPARE(page_->table().model()->rowCount(), 3);
    for (int row = 0; row < 3; ++row)  // the chart has one line of all pools
      QVERIFY(page_->table().model()->index(row, 0).data(Qt::DecorationRole).isNull());
    const Chart& speedup = page_->rates().data();
    QCOMPARE(speedup.lines.size(), std::size_t{4});
    QCOMPARE(speedup.lines[1].y, (std::vector<double>{1, 2, 2.5, 10.0 / 3.0, 5, 5}));  // ten packets on 1 … 6
    QCOMPARE(speedup.lines[3].y.front(), 5.0);
    training.stop();

    auto* pool_of = qobject_cast<QComboBox*>(page_->setup().form().editor_of(QStringLiteral("pool_of")));
    QVERIFY(pool_of->isVisible());
    QCOMPARE(page_->setup().plan().embeddings.pool_of, PoolOf::threads);
    QCOMPARE(cell(page_->table().model(), 1, OperationsTableModel::name_column), QStringLiteral("2 threads"));
    pool_of->setCurrentIndex(pool_of->findData(static_cast<int>(PoolOf::processes)));
    QSignalSpy ended_again(&page_->session(), &OperationsSession::ended);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(!pool_of->isEnabled());
    QVERIFY(ended_again.wait(operations_limit_ms));
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    const EmbeddingStudy& of_processes = page_->session().result(LaboratoryKind::embeddings).embeddings;
    QCOMPARE(of_processes.pool_of, PoolOf::processes);
    QCOMPARE(of_processes.points.size(), std::size_t{3});
    QVERIFY(!differs(of_processes));
    QVERIFY(page_->reading().contains(QStringLiteral("The workers are processes")));
    QCOMPARE(cell(page_->table().model(), 1, OperationsTableModel::name_column), QStringLiteral("2 processes"));
    QCOMPARE(page_->rates().data().x.title, std::string("processes"));
    OperationPlan again = page_->session().result(LaboratoryKind::embeddings).plan();
    again.embeddings.pool_of = PoolOf::threads;
    page_->setup().set_plan(again);
    QCOMPARE(page_->setup().plan().embeddings.pool_of, PoolOf::threads);

    again = page_->setup().plan();  // with its network, which no file keeps
    again.embeddings = {.pool_of = PoolOf::processes, .packet = 1, .pools = {2}, .repeats = 100};
    again.images = 2000;
    QSignalSpy stopped(&page_->session(), &OperationsSession::ended);
    page_->session().start(again);
    auto* load = page_->findChild<LoadStrip*>();
    QVERIFY(!load->isVisible());  // nothing of it is read yet
    QTRY_VERIFY_WITH_TIMEOUT(load->isVisible(), operations_limit_ms);
    const LoadReading& first = page_->session().loads().front().load;
    QCOMPARE(first.busy.size(), first.cpus.size());
    QVERIFY(load->text().startsWith(QStringLiteral("measurement ")));
    page_->session().stop();
    QVERIFY(stopped.wait(operations_limit_ms));
    QVERIFY(load->text().startsWith(QStringLiteral("mean ")));
    choose(LaboratoryKind::pooling);
    QVERIFY(!load->isVisible());
    page_->setup().set_plan(again);
    QVERIFY(load->isVisible());
    QVERIFY(page_->session().was_stopped());

    auto* pools = qobject_cast<QLineEdit*>(page_->setup().form().editor_of(QStringLiteral("pools")));
    pools->setText(QStringLiteral("1, many"));
    QVERIFY(page_->setup().form().error_of(QStringLiteral("pools")).contains(QStringLiteral("'many'")));
  }

  /// Found, cut, embedded; the phases in a chart, the photograph without a face in the reading; kept and opened again.
  void facesOfPhotographsAreASource() {
    if (!why_no_faces().empty()) QSKIP("skipped: no OpenCV");
    const QTemporaryDir folder;
    const std::filesystem::path photographs = folder.filePath(QStringLiteral("class")).toStdString();
    test::write_photographs(photographs, /*damaged=*/true);
    page_->keep_in(folder.filePath(QStringLiteral("kept")).toStdString());
    OperationPlan plan;
    plan.kind = LaboratoryKind::embeddings;
    plan.folder = photographs;
    plan.of_faces = true;
    plan.embeddings = {.packet = 1, .pools = {1, 2}, .repeats = 1};
    page_->setup().set_plan(plan);
    auto* source = qobject_cast<QComboBox*>(page_->setup().form().editor_of(QStringLiteral("folder")));
    QCOMPARE(source->currentText(), QStringLiteral("faces in class"));
    plan.network = std::make_shared<const TrainingState>(
        initial_state(make_mlp({784, 6, 4}, Activation::relu), OptimizerSpec(), 1));
    QSignalSpy ended(&page_->session(), &OperationsSession::ended);
    QSignalSpy failed(&page_->session(), &OperationsSession::failed);
    page_->session().start(plan);
    QVERIFY(ended.wait(operations_limit_ms));
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
    for (const char* part : {"4 photographs in 4 packets: 6 faces found", "No face was found in 1 photograph: b.png.",
                             "f.png", "alone faster would gain"})
      QVERIFY2(page_->reading().contains(QLatin1String(part)), qPrintable(page_->reading()));
    const Chart phases = page_->times().data();
    QVERIFY(phases.stacked);
    QCOMPARE(phases.bars.size(), std::size_t{3});
    QCOMPARE(phases.categories, (std::vector<std::string>{"1 thread", "2 threads"}));

    OperationsSession again;
    again.keep_in(folder.filePath(QStringLiteral("kept")).toStdString());
    const OperationsSession::Result& kept = again.result(LaboratoryKind::embeddings);
    QVERIFY(kept.plan().of_faces);
    QVERIFY(kept.embeddings.faces.has_value());
    QCOMPARE(kept.embeddings.faces->without, std::vector<std::string>{"b.png"});
    QVERIFY(pool_phases_chart(kept).bars == phases.bars);

    page_->setup().set_folder(QString());
    QVERIFY(source->findText(QStringLiteral("faces in class")) < 0);
    QCOMPARE(source->count(), 3);

    plan.embeddings.pools = {3};
    QSignalSpy stopped(&page_->session(), &OperationsSession::ended);
    page_->session().start(plan);  // stopped while faces are counted
    page_->session().stop();
    QVERIFY(stopped.wait(operations_limit_ms));
    QVERIFY2(failed.isEmpty(), qPrintable(failed.value(0).value(0).toString()));
  }

  /// As without OpenCV.
  void facesAreAbsentWithTheReason() {
    std::optional<test::Environment> without(std::in_place, test::Environment::Values{{"MLPLAB_CASCADE", "/nowhere"}});
    page_ = std::make_unique<OperationsPage>(find_resources());
    const QString reason = QString::fromStdString(why_no_faces());
    OperationPlan plan;
    plan.kind = LaboratoryKind::embeddings;
    page_->setup().set_plan(plan);
    const auto* source = qobject_cast<QComboBox*>(page_->setup().form().editor_of(QStringLiteral("folder")));
    const int last = source->count() - 1;
    QVERIFY(!qobject_cast<QStandardItemModel*>(source->model())->item(last)->isEnabled());
    QVERIFY(source->itemText(last).contains(reason));
    QCOMPARE(source->itemData(last, Qt::ToolTipRole).toString(), reason);
    without.reset();
    page_ = std::make_unique<OperationsPage>(find_resources());
    const auto* there = qobject_cast<QComboBox*>(page_->setup().form().editor_of(QStringLiteral("folder")));
    QCOMPARE(qobject_cast<QStandardItemModel*>(there->model())->item(last)->isEnabled(), why_no_faces().empty());
  }

  void aPoolWithOtherBitsIsSaid() {
    EmbeddingStudy study{.images = 4, .packets = 2, .packet = 2};
    study.points = {
        {.workers = 1, .times_s = {1.0}, .time_s = 1.0, .speedup = 1.0, .ceiling = 1.0},
        {.workers = 2, .times_s = {0.5}, .time_s = 0.5, .speedup = 2.0, .ceiling = 2.0, .identical = false}};
    const OperationStudy variants = as_variants(study);
    QVERIFY(!variants.points.at(0).wrong);
    QVERIFY(variants.points.at(1).wrong);
    QVERIFY(!variants.points.at(1).why_not.empty());
  }

  void stopKeepsWhatIsMeasured() {
    choose(LaboratoryKind::product);
    OperationPlan plan = small_plan(LaboratoryKind::product);
    plan.sizes = doubled_sizes(1024);
    QSignalSpy ended(&page_->session(), &OperationsSession::ended);
    connect(&page_->session(), &OperationsSession::resultChanged, page_.get(), [this] {
      if (!page_->session().result(LaboratoryKind::product).study.points.empty()) page_->session().stop();
    });
    page_->session().start(plan);
    QVERIFY(ended.wait(operations_limit_ms));
    const OperationStudy& study = page_->session().result(LaboratoryKind::product).study;
    QVERIFY(!study.points.empty());
    QVERIFY(study.points.size() < study.variants.size() * plan.sizes.size());
    QVERIFY(page_->session().was_stopped());
    const QString stopped = QStringLiteral("stopped before its end");
    QVERIFY(page_->reading().contains(stopped));
    choose(LaboratoryKind::pooling);
    QVERIFY(!page_->reading().contains(stopped));  // that was the product
  }

  void closingWhileMeasuringWaitsForTheThread() {
    page_->session().start(small_plan(LaboratoryKind::product));
    page_.reset();  // must neither crash nor hang
  }

  void somethingElseMeasuringIsTold() {
    page_->set_busy_check([] { return QStringLiteral("busy"); });
    QSignalSpy failed(page_.get(), &OperationsPage::failed);
    QTest::mouseClick(page_->setup().start_button(), Qt::LeftButton);
    QVERIFY(!page_->session().active());
    QCOMPARE(failed.size(), 1);
  }

  void publishedCurvesAreBesideTheSameCaseAlone() {
    const PublishedOperations published = read_published_operations(find_resources() / "published" / "unam-2023.json");
    OperationsSession::Result result;
    result.pooling = {8, 2, 2, 0};
    result.study.variants = {{.id = "direct", .title = "direct"}};
    result.study.points = {{.variant = "direct", .n = 64, .repeats = 1, .time_s = 1e-3}};
    QCOMPARE(operation_times_chart(result, nullptr).lines.size(), std::size_t{1});
    const Chart beside = operation_times_chart(result, &published);
    QCOMPARE(beside.lines.size(), std::size_t{4});
    QVERIFY(QString::fromStdString(beside.lines[1].name).startsWith(QStringLiteral("UNAM 2023: ")));
    QVERIFY(QString::fromStdString(beside.caption).contains(QStringLiteral("NVIDIA T4")));
    result.pooling.stride = 1;
    QCOMPARE(operation_times_chart(result, &published).lines.size(), std::size_t{1});
  }

  void aWrongResultIsSaidAndDrawnNowhere() {
    OperationStudy study;
    study.variants = {{.id = "a", .title = "A"}, {.id = "b", .title = "B"}};
    study.points = {{.variant = "a", .n = 8, .why_not = "wrong result: x", .wrong = true},
                    {.variant = "b", .n = 8, .repeats = 1, .time_s = 0.5}};
    OperationsTableModel model;
    model.set_study(study, 8, looks_of(study));
    QVERIFY(model.is_text_row(0));
    QVERIFY(!model.is_text_row(1));
    QVERIFY(model.index(0, 0).data(Qt::DecorationRole).isNull());
    QVERIFY(!model.index(1, 0).data(Qt::DecorationRole).isNull());
    QCOMPARE(cell(&model, 0, OperationsTableModel::time_column), QStringLiteral("wrong result: x"));
    QCOMPARE(cell(&model, 0, OperationsTableModel::speed_column), QString());
    QCOMPARE(cell(&model, 1, OperationsTableModel::speed_column), QStringLiteral("1.00×"));
    OperationsSession::Result result;
    result.study = study;
    QCOMPARE(operation_times_chart(result, nullptr).lines.size(), std::size_t{1});
  }

  void projectorShowsOneChart() {
    page_->set_theme(light_theme(true));
    QVERIFY(page_->drawing().isVisible());
    QVERIFY(!page_->times().isVisible());
    QVERIFY(!page_->table().isVisible());
    page_->show_next_chart();
    QVERIFY(!page_->drawing().isVisible());
    QVERIFY(page_->times().isVisible());
  }

 private:
  std::unique_ptr<OperationsPage> page_;
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::OperationsPageTest)
#include "operations_page_test.moc"
