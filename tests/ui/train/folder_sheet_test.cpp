// The sheet of one's own images driven as a student would: a folder of unequal photographs, from the drop to a trained
// network.
#include "ui/train/folder_sheet.h"

#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "tests/support/image_writer.h"
#include "tests/support/window_home.h"
#include "ui/main_window.h"
#include "ui/train/folder_session.h"
#include "ui/train/folder_table.h"
#include "ui/train/setup_panel.h"
#include "ui/train/train_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/number_box.h"

using namespace mlplab;

namespace {

constexpr int folder_limit_ms = 60000;

/// Red and blue blots, each image of its own proportions.
void write_photographs(const std::filesystem::path& folder, int each) {
  for (const auto& [name, red, blue] : {std::tuple("blue", 20, 220), {"red", 220, 20}})
    for (int i = 0; i < each; ++i) {
      const int height = 40 + i % 5 * 7, width = 60 + i % 3 * 20;
      std::vector<std::uint8_t> values;
      for (int at = 0; at < height * width; ++at)
        for (const int value : {red + at % 17, 40 + i, blue + at % 13})
          values.push_back(static_cast<std::uint8_t>(value));
      make_folder(folder / name);
      write_file_atomically(folder / name / (std::to_string(100 + i) + ".png"),
                            test::png_bytes(height, width, 3, values));
    }
}

}  // namespace

class FolderSheetTest : public TestWithWindow {
  Q_OBJECT

  void opened() override {
    RunSpec spec;
    spec.backend = "sequential";
    spec.epochs = 1;
    window_->setup().set_spec(spec);
    write_photographs(folder(), 20);
  }

  TrainPage& page() { return *qobject_cast<TrainPage*>(window_->pages().front()); }
  FolderSheet& sheet() { return *page().folder_sheet(); }
  std::filesystem::path folder() const { return std::filesystem::path(home_->path().toStdString()) / "photographs"; }
  /// Chosen and looked into.
  bool open() {
    window_->open_path(QString::fromStdString(folder().string()));
    return page().folder_sheet() != nullptr && looked();
  }
  bool looked() {
    return QTest::qWaitFor([this] { return sheet().table().rowCount() > 0; }, folder_limit_ms);
  }
  void type_size(const QString& text) {
    qobject_cast<QComboBox*>(sheet().form().editor_of(QStringLiteral("data.image_size")))->setEditText(text);
  }
  void choose(const QString& row, const QString& entry) {
    auto* box = qobject_cast<QComboBox*>(sheet().form().editor_of(row));
    const int at = box->findText(entry);
    QVERIFY2(at >= 0, qPrintable(entry));
    box->setCurrentIndex(at);
    Q_EMIT box->activated(at);
  }
  QString fault(const char* row) { return sheet().form().error_of(QLatin1String(row)); }

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void unequal_photographs_become_a_trained_network() {
    QVERIFY(open());
    QVERIFY(sheet().isVisible());
    QVERIFY(!sheet().isModal());
    const QString said = sheet().reading();
    QVERIFY2(said.contains(QStringLiteral("40 images in 2 classes: 32 for training, 8 for testing")), qPrintable(said));
    QVERIFY2(said.contains(QStringLiteral("other sizes (12)")) && said.contains(QStringLiteral("In colour")),
             qPrintable(said));
    QVERIFY(window_->setup().spec().data == DataSpec());  // nothing has changed yet
    QVERIFY(sheet().use_button()->isEnabled());
    choose(QStringLiteral("model"), QStringLiteral("MLP, 256 hidden"));
    type_size(QStringLiteral("12x16"));
    choose(QStringLiteral("data.fit"), QStringLiteral("padded"));
    QTest::mouseClick(sheet().use_button(), Qt::LeftButton);
    QVERIFY(!sheet().isVisible());
    const RunSpec& spec = window_->setup().spec();
    QCOMPARE(spec.data.source, folder().string());
    QVERIFY((spec.data.image_size == ImageSize{16, 12}));
    QVERIFY(spec.data.fit == ImageFit::pad);
    QCOMPARE(spec.model.name(), std::string("576-256-2"));
    QVERIFY(QTest::qWaitFor([this] { return window_->action(QStringLiteral("run"))->isEnabled(); }, folder_limit_ms));
    QSignalSpy ended(&window_->session(), &RunSession::ended);
    window_->run();
    QVERIFY(ended.wait(folder_limit_ms));
    const Run& run = *window_->session().runs().back();
    QVERIFY(run.log.ended && run.log.ended->status == RunStatus::done);
    window_->setup().undo();
    QVERIFY(window_->setup().spec().data == DataSpec());
  }

  void suggests_what_fits() {
    QVERIFY(open());
    QVERIFY((sheet().spec().data.image_size == ImageSize{32, 32}));  // the shortest side has 40 pixels
    QVERIFY(sheet().spec().data.fit == ImageFit::crop);
    QCOMPARE(sheet().spec().model.title, std::string("cnn-small"));
    QCOMPARE(sheet().spec().model.outputs(), 2);
    QCOMPARE(sheet().spec().batch, 4);                                              // 8 steps of 32 images
    QVERIFY(sheet().spec().epochs == 1 && sheet().spec().backend == "sequential");  // as the form has it
  }

  void a_run_as_suggested_learns() {
    RunSpec spec = window_->setup().spec();
    spec.epochs = 6;
    spec.optimizer.learning_rate = 0.3;  // as the first run of the program has it: too much here
    window_->setup().set_spec(spec);
    QVERIFY(open());
    QTest::mouseClick(sheet().use_button(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([this] { return window_->action(QStringLiteral("run"))->isEnabled(); }, folder_limit_ms));
    QSignalSpy ended(&window_->session(), &RunSession::ended);
    window_->run();
    QVERIFY(ended.wait(folder_limit_ms));
    QCOMPARE(window_->session().runs().back()->log.last_accuracy_test(), std::optional(1.0));
  }

  void says_what_is_wrong_and_where() {
    QVERIFY(open());
    type_size(QStringLiteral("12 by 7"));
    QVERIFY(!fault("data.image_size").isEmpty());
    QVERIFY(!sheet().use_button()->isEnabled());
    type_size(QStringLiteral("as they are"));
    QVERIFY2(fault("data.image_size").contains(QStringLiteral("15 sizes")), qPrintable(fault("data.image_size")));
    QVERIFY(!sheet().use_button()->isEnabled());
    type_size(QStringLiteral("2"));
    QVERIFY2(!fault("model").isEmpty(), "two layers of pooling leave nothing of it");
    type_size(QStringLiteral("16"));
    QVERIFY(sheet().use_button()->isEnabled());
    auto* batch = qobject_cast<NumberBox*>(sheet().form().editor_of(QStringLiteral("batch")));
    batch->setValue(33);
    QVERIFY2(fault("batch").contains(QStringLiteral("32 training images")), qPrintable(fault("batch")));
    batch->setValue(32);
    QVERIFY(fault("batch").isEmpty());
    type_size(QStringLiteral("4096"));
    batch->setValue(4);
    choose(QStringLiteral("model"), QStringLiteral("resnet34"));
    QVERIFY2(!fault("model").isEmpty(), "so many inputs has no network");
    QVERIFY(!sheet().use_button()->isEnabled());
  }

  void shares_are_those_of_the_run() {
    QVERIFY(open());
    auto* share = qobject_cast<QDoubleSpinBox*>(sheet().form().editor_of(QStringLiteral("data.test_fraction")));
    share->setValue(50.0);
    QVERIFY2(sheet().reading().contains(QStringLiteral("20 for training, 20 for testing")),
             qPrintable(sheet().reading()));
    QCOMPARE(sheet().table().index(0, FolderTable::test_column).data().toString(), QStringLiteral("10"));
    const Dataset data = load_dataset(sheet().spec().data, find_resources(), 1);
    QCOMPARE(data.train.size(), std::size_t{20});
    auto* held = qobject_cast<QDoubleSpinBox*>(sheet().form().editor_of(QStringLiteral("data.validation_fraction")));
    held->setValue(25.0);
    QVERIFY2(sheet().reading().contains(QStringLiteral("15 for training, 20 for testing, 5 for validation")),
             qPrintable(sheet().reading()));
    QCOMPARE(load_dataset(sheet().spec().data, find_resources(), 1).validation.size(), std::size_t{5});
  }

  void samples_are_drawn_as_the_network_gets_them() {
    QVERIFY(open());
    const QModelIndex samples = sheet().table().index(1, FolderTable::samples_column);
    const auto drawn = [&] { return samples.data(Qt::DecorationRole).value<QPixmap>().toImage(); };
    const QImage cropped = drawn();
    QVERIFY(qRed(cropped.pixel(20, 20)) > 150 && qBlue(cropped.pixel(20, 20)) < 100);  // the class 'red'
    choose(QStringLiteral("data.channels"), QStringLiteral("grey"));
    QVERIFY(drawn() != cropped);
    QCOMPARE(qRed(drawn().pixel(20, 20)), qBlue(drawn().pixel(20, 20)));
  }

  void a_broken_file_is_named_and_can_be_mended() {
    const std::filesystem::path broken = folder() / "red" / "broken.png";
    write_file_atomically(broken, "no image");
    write_file_atomically(folder() / "red" / "other.png", "");
    QVERIFY(open());
    QVERIFY2(fault("data.skip_unreadable").contains(QStringLiteral(": 2, ")),
             qPrintable(fault("data.skip_unreadable")));
    const QString listed = sheet().unreadable()->toPlainText();
    QVERIFY2(listed.contains(QStringLiteral("broken.png")) && listed.contains(QStringLiteral("other.png")),
             qPrintable(listed));
    QVERIFY(sheet().unreadable()->isVisible());
    QVERIFY(!sheet().use_button()->isEnabled());
    std::filesystem::remove(broken);
    std::filesystem::remove(folder() / "red" / "other.png");
    for (QPushButton* button : sheet().findChildren<QPushButton*>())
      if (button->text() == QStringLiteral("&Look again")) QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(looked());
    QVERIFY(QTest::qWaitFor([this] { return sheet().use_button()->isEnabled(); }, folder_limit_ms));
    QVERIFY(fault("data.skip_unreadable").isEmpty() && !sheet().unreadable()->isVisible());
    QVERIFY(!sheet().form().editor_of(QStringLiteral("data.skip_unreadable"))->isVisible());
  }

  /// One file cut off among thousands is no dead end.
  void broken_files_can_be_left_out() {
    QVERIFY(open());
    const QString before = sheet().reading();
    const auto trained = [this] { return sheet().table().index(0, FolderTable::train_column).data().toString(); };
    const QString images = trained();
    for (const char* name : {"broken.png", "other.png", "third.png"})
      write_file_atomically(folder() / sheet().table().look().classes[0].name / name, "no image");
    QVERIFY(open());
    QVERIFY(!sheet().use_button()->isEnabled() && trained() != images);
    choose(QStringLiteral("data.skip_unreadable"), QStringLiteral("left out"));
    QVERIFY(sheet().use_button()->isEnabled());
    QVERIFY2(sheet().unreadable()->isVisible(), "they are named all the same");
    QCOMPARE(trained(), images);
    QCOMPARE(sheet().reading(), before);
    choose(QStringLiteral("data.skip_unreadable"), QStringLiteral("refused"));
    QVERIFY(!sheet().use_button()->isEnabled() && trained() != images);
    choose(QStringLiteral("data.skip_unreadable"), QStringLiteral("left out"));
    QTest::mouseClick(sheet().use_button(), Qt::LeftButton);
    QVERIFY(window_->setup().spec().data.skip_unreadable);
  }

  void what_is_no_data_set_says_so() {
    std::filesystem::remove_all(folder() / "red");
    window_->open_path(QString::fromStdString(folder().string()));
    QVERIFY(QTest::qWaitFor([this] { return sheet().reading().contains(QStringLiteral("only one sub-folder")); },
                            folder_limit_ms));
    QVERIFY(!sheet().use_button()->isEnabled());
    QVERIFY(!sheet().time_button()->isEnabled());
  }

  void times_an_epoch_of_these_settings() {
    QVERIFY(open());
    type_size(QStringLiteral("16"));
    QTest::mouseClick(sheet().time_button(), Qt::LeftButton);
    QVERIFY(page().measuring());
    QVERIFY(QTest::qWaitFor([this] { return !page().measuring(); }, folder_limit_ms));
    QVERIFY2(sheet().time_text().startsWith(QStringLiteral("One epoch of training takes about")),
             qPrintable(sheet().time_text()));
    QCOMPARE(window_->session().runs().size(), std::size_t{0});  // nothing of it is kept
    type_size(QStringLiteral("20"));
    QVERIFY2(sheet().time_text().contains(QStringLiteral("have changed")), qPrintable(sheet().time_text()));
  }

  /// The images that are shown are made small; the time is that of the images as they are.
  void times_images_as_they_are() {
    std::filesystem::remove_all(folder());
    for (const char* name : {"a", "b"})
      for (int i = 0; i < 5; ++i) {
        make_folder(folder() / name);
        write_pgm(folder() / name / (std::to_string(i) + ".pgm"), GrayImage(150, 170));
      }
    QVERIFY(open());
    choose(QStringLiteral("model"), QStringLiteral("MLP, 256 hidden"));
    type_size(QStringLiteral("as they are"));
    QCOMPARE(sheet().spec().model.inputs(), 150 * 170);
    QTest::mouseClick(sheet().time_button(), Qt::LeftButton);
    QVERIFY(QTest::qWaitFor([this] { return !page().measuring(); }, folder_limit_ms));
    QVERIFY2(sheet().time_text().startsWith(QStringLiteral("One epoch of training takes about")),
             qPrintable(sheet().time_text()));
  }

  void times_nothing_beside_a_run() {
    RunSpec spec = window_->setup().spec();
    spec.epochs = 1000;
    window_->setup().set_spec(spec);
    window_->run();
    QVERIFY(open());
    QTest::mouseClick(sheet().time_button(), Qt::LeftButton);
    QVERIFY(!page().measuring());
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, folder_limit_ms));
  }

  void aFileOfImagesNeedsNoSheetAndTrains() {
    std::string rows = "label,a,b,c,d\n";
    for (int i = 0; i < 200; ++i)
      rows += (i % 2 == 0 ? "cat," : "dog,") + std::to_string(i) + "," + std::to_string(i % 2 * 200) + ",3,4\n";
    const std::filesystem::path file = folder().parent_path() / "pets.csv";
    write_file_atomically(file, rows);
    window_->open_path(QString::fromStdString(file.string()));
    QVERIFY(page().folder_sheet() == nullptr || !page().folder_sheet()->isVisible());
    const auto fitted = [this] { return window_->setup().spec().model.widths().back() == 2; };
    QVERIFY(QTest::qWaitFor(fitted, folder_limit_ms));
    RunSpec spec = window_->setup().spec();
    QCOMPARE(spec.data.source, file.string());
    spec.epochs = 1;
    window_->session().start(spec);
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, folder_limit_ms));
    const Run& run = *window_->session().current();
    QVERIFY2(run.log.ended && run.log.ended->status == RunStatus::done,
             run.log.ended ? run.log.ended->reason.c_str() : "it has no end");
    QCOMPARE(run.log.started.train_examples, std::int64_t{160});
    QVERIFY(!window_->session().current()->log.warnings.empty());  // of the share that tests
  }

  void another_folder_meanwhile_is_the_one_that_is_shown() {
    const std::filesystem::path other = folder().parent_path() / "other";
    write_photographs(other / "a", 3);
    write_photographs(other / "b", 2);
    window_->open_path(QString::fromStdString(folder().string()));
    window_->open_path(QString::fromStdString(other.string()));
    QVERIFY(QTest::qWaitFor([this] { return sheet().spec().data.source.ends_with("other"); }, folder_limit_ms));
    QCOMPARE(sheet().table().index(0, FolderTable::class_column).data().toString(), QStringLiteral("a"));
    sheet().reject();
    window_->open_path(QString::fromStdString(folder().string()));
    window_.reset();  // in the middle of a look
  }
};

QTEST_MAIN(FolderSheetTest)
#include "folder_sheet_test.moc"
