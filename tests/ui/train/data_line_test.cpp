// The form's line on the data that a run would read: how many images, what is left out, what is wrong with them.
#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "core/data/idx.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "core/reporting/chart.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/display_numbers.h"

using namespace mlplab;

class DataLineTest : public QObject {
  Q_OBJECT

  /// The line under the form, and what it must be for the run that Run would start.
  static QString size_line(SetupPanel& panel) {
    for (const QLabel* label : panel.findChildren<QLabel*>())
      if (label->text().contains(QStringLiteral("parameters"))) return label->text();
    return {};
  }
  static QString size_of_run(SetupPanel& panel) {
    const Dataset data = load_dataset(panel.spec().data, find_resources(), panel.spec().seed);
    const QLocale words;
    const double flop = flop_per_image(panel.spec().model) * static_cast<double>(data.train.size());
    return QStringLiteral("%1 parameters\n%2 images · %3 GFLOP per epoch")
        .arg(words.toString(static_cast<qulonglong>(panel.spec().model.parameter_count())),
             words.toString(static_cast<qulonglong>(data.train.size())), display_number(flop * 1e-9));
  }

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void the_line_under_the_form_is_of_the_run_that_it_would_start() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    for (const auto& [set, images, side] : {std::tuple("small", 300, 28), {"other", 1200, 20}}) {
      DataSpec shown{.train_limit = static_cast<std::size_t>(images), .test_limit = 50};
      if (side != 28) shown.image_size = {side, side};
      write_idx_folder(root / set, load_dataset(shown, find_resources(), 1));
    }
    SetupPanel panel(find_resources());
    panel.show();
    QCOMPARE(size_line(panel), size_of_run(panel));
    const auto settles = [&] {
      return QTest::qWaitFor([&] { return panel.valid() && size_line(panel) == size_of_run(panel); }, 20000);
    };
    const auto with = [&](auto change) {
      RunSpec spec = panel.spec();
      change(spec);
      panel.change_spec(spec);
    };
    for (const char* set : {"small", "other", "small"}) {
      with([&](RunSpec& spec) { spec.data.source = (root / set).string(); });
      QVERIFY2(!size_line(panel).contains(QStringLiteral("GFLOP")), "nothing is said of images nobody has looked at");
      QVERIFY2(settles(), qPrintable(size_line(panel) + QStringLiteral(" | ") + size_of_run(panel)));
    }
    with([](RunSpec& spec) { spec.data.train_limit = 100; });
    QCOMPARE(size_line(panel), size_of_run(panel));
    with([](RunSpec& spec) { spec.data.train_limit = 0; });
    QCOMPARE(size_line(panel), size_of_run(panel));
    with([](RunSpec& spec) { spec.data.validation_fraction = 0.25; });
    QCOMPARE(size_line(panel), size_of_run(panel));
    panel.change_network(make_mlp({784, 40, 10}, Activation::relu));
    QCOMPARE(size_line(panel), size_of_run(panel));
    while (panel.undo_stack()->canUndo()) {
      panel.undo_stack()->undo();
      QVERIFY2(settles(), qPrintable(size_line(panel) + QStringLiteral(" | ") + size_of_run(panel)));
    }
    QCOMPARE(panel.spec().data.source, std::string("mnist"));
  }

  void only_what_the_run_would_read_can_be_wrong_with_the_data() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    for (const char* name : {"a", "b"})
      for (int i = 0; i < 20; ++i) {
        make_folder(root / name);
        write_pgm(root / name / (std::to_string(100 + i) + ".pgm"), GrayImage(4, 4));
      }
    write_file_atomically(root / "b" / "999.pgm", "P5 4 4 255\n");
    SetupPanel panel(find_resources());
    panel.show();
    RunSpec spec = SetupPanel::default_spec();
    spec.batch = 4;
    spec.data.source = root.string();
    spec.data.train_limit = spec.data.test_limit = 6;
    const auto settled = [&] { return panel.valid() && size_line(panel).contains(QStringLiteral("images")); };
    panel.set_spec(spec);
    QTRY_VERIFY_WITH_TIMEOUT(settled() && size_line(panel) == size_of_run(panel), 20000);
    spec.data.train_limit = spec.data.test_limit = 0;
    panel.set_spec(spec);  // the folder is looked at anew
    QTRY_VERIFY_WITH_TIMEOUT(!panel.valid(), 20000);
    spec.data.train_limit = spec.data.test_limit = 6;
    panel.change_spec(spec);
    QTRY_VERIFY_WITH_TIMEOUT(settled() && size_line(panel) == size_of_run(panel), 20000);
  }

  void what_of_the_data_is_left_out_is_said_before_the_run() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    for (const char* name : {"a", "b"})
      for (int i = 0; i < 10; ++i) {
        make_folder(root / name);
        write_pgm(root / name / (std::to_string(i) + ".pgm"), GrayImage(4, 4));
      }
    write_file_atomically(root / "a" / "photo.heic", "a phone's");
    SetupPanel panel(find_resources());
    panel.show();
    RunSpec spec = SetupPanel::default_spec();
    spec.data.source = root.string();
    panel.set_spec(spec);
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(panel.findChildren<QLabel*>(),
                                                 [](const QLabel* label) {
                                                   return label->isVisible() &&
                                                          label->text().contains(QStringLiteral("a/photo.heic"));
                                                 }),
                             20000);
  }
};

QTEST_MAIN(DataLineTest)
#include "data_line_test.moc"
