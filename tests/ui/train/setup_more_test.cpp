// The form of seven settings: what is under More, what is not as usual, and own images of unequal size.
#include <QtTest>
#include <QtWidgets>
#include <algorithm>

#include "core/data/load.h"
#include "core/model/network_file.h"
#include "core/run/settings.h"
#include "ui/runs/run.h"
#include "ui/train/setup_changes.h"
#include "ui/train/setup_panel.h"

using namespace mlplab;

class SetupMoreTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  /// As a newcomer meets it, with the run that the first start begins by itself, counted as screen readers find them.
  void a_first_start_shows_eight_controls() {
    SetupPanel panel(find_resources());
    panel.set_spec(SetupPanel::demonstration());
    panel.show();
    const auto controls = [&] {
      QStringList names;
      for (const QWidget* widget : panel.findChildren<QWidget*>()) {
        QAccessibleInterface* found = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        if (found == nullptr || !widget->isVisible() || widget->focusPolicy() == Qt::NoFocus) continue;
        const bool inner = qobject_cast<const QAbstractSpinBox*>(widget->parent()) != nullptr ||
                           qobject_cast<const QComboBox*>(widget->parent()) != nullptr;
        if (found->role() != QAccessible::StaticText && !inner) names << widget->accessibleName();
      }
      return names;
    };
    const QStringList few = {QStringLiteral("Data"),    QStringLiteral("Network"),       QStringLiteral("Backend"),
                             QStringLiteral("Workers"), QStringLiteral("Learning rate"), QStringLiteral("Batch"),
                             QStringLiteral("Epochs"),  QStringLiteral("More settings")};
    QStringList shown = controls();
    QVERIFY2(shown.size() == 8 && std::ranges::all_of(few, [&](const QString& name) { return shown.contains(name); }),
             qPrintable(shown.join(QLatin1Char('|'))));
    panel.show_more(true);
    QVERIFY2(controls().size() > 20, qPrintable(controls().join(QLatin1Char('|'))));
    panel.show_more(false);
    shown = controls();
    QCOMPARE(shown.size(), 8);
  }

  void what_is_not_as_usual_is_said_and_taken_back() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* changes = panel.findChild<SetupChanges*>();
    QVERIFY2(!changes->isVisible(), "all is as usual");
    RunSpec spec = SetupPanel::default_spec();
    spec.optimizer.learning_rate = 0.25;
    spec.seed = 7;
    spec.model = make_mlp({784, 64, 10}, Activation::relu);
    panel.set_spec(spec);
    QCOMPARE(changes->accessibleName(), QStringLiteral("Not as usual: 784-64-10, lr 0.25, seed 7"));
    Q_EMIT changes->linkActivated(QStringLiteral("usual:seed"));
    QCOMPARE(panel.spec().seed, SetupPanel::default_spec().seed);
    QCOMPARE(panel.spec().optimizer.learning_rate, 0.25);
    panel.undo();
    QCOMPARE(panel.spec().seed, 7U);
    Q_EMIT changes->linkActivated(QStringLiteral("usual:network"));
    QCOMPARE(panel.spec().model, SetupPanel::default_spec().model);

    spec = panel.spec();
    spec.backend = "sequential";
    panel.set_spec(spec);
    QVERIFY2(changes->accessibleName().startsWith(QStringLiteral("Not as usual: Sequential, ")),
             qPrintable(changes->accessibleName()));
    Q_EMIT changes->linkActivated(QStringLiteral("usual:backend"));
    QCOMPARE(panel.spec().backend, SetupPanel::default_spec().backend);
    QCOMPARE(panel.spec().optimizer.learning_rate, 0.25);

    Run run;
    run.number = 3;
    run.spec = panel.spec();
    panel.compare_with(&run);
    QVERIFY2(!changes->text().contains(QStringLiteral("run 3")), "the form is as it was");
    qobject_cast<QSpinBox*>(panel.form().editor_of(QStringLiteral("epochs")))->setValue(2);
    QVERIFY2(changes->accessibleName().endsWith(QStringLiteral("Not as run 3: epochs 2")),
             qPrintable(changes->accessibleName()));
    Q_EMIT changes->linkActivated(QStringLiteral("run:*"));
    QCOMPARE(panel.spec(), run.spec);
    Q_EMIT changes->linkActivated(QStringLiteral("usual:*"));
    QCOMPARE(panel.spec(), SetupPanel::default_spec());
    QVERIFY(changes->accessibleName().startsWith(QStringLiteral("Not as run 3: lr 0.1")));
    panel.compare_with(nullptr);
    QVERIFY(!changes->isVisible());
  }

  /// Each change of a run's settings is named, and taken back by its link alone.
  void every_named_change_can_be_taken_back() {
    const RunSpec usual = SetupPanel::default_spec();
    for (const Setting& setting : settings()) {
      RunSpec spec = usual;
      if (!setting.choices.empty()) {
        for (const SettingChoice& choice : setting.choices) set_text(setting, spec, choice.name);
      } else {
        continue;
      }
      if (spec == usual || !matters(setting, spec)) continue;
      QCOMPARE(with_setting_of(spec, usual, QLatin1String(setting.title)), usual);
    }
    RunSpec spec = usual;
    spec.options.workers = 1;
    spec.options.values["first-layer"] = "dense";
    QCOMPARE(with_setting_of(spec, usual, QStringLiteral("workers")).options.workers, 0);
    QVERIFY(with_setting_of(spec, usual, QStringLiteral("options")).options.values.empty());
    spec.model.loss = Loss::mean_squared_error;
    spec.optimizer.learning_rate = 0.5;
    spec.model.layers.front().name = "first";  // of which no setting says anything
    const RunSpec unnamed = with_setting_of(spec, usual, QStringLiteral("other settings"));
    QCOMPARE(unnamed.model.layers, usual.model.layers);
    QCOMPARE(unnamed.optimizer.learning_rate, 0.5);
    QVERIFY(unnamed.model.loss == Loss::mean_squared_error && unnamed.options == spec.options);
    const RunSpec network = with_setting_of(spec, usual, QStringLiteral("network"));
    QVERIFY(network.model.layers == usual.model.layers && network.model.loss == Loss::mean_squared_error);
  }

  void an_option_of_convolutions_is_for_networks_with_one() {
    SetupPanel panel(find_resources());
    panel.show();
    RunSpec spec = SetupPanel::default_spec();
    spec.backend = "simd";
    panel.set_spec(spec);
    panel.show_more(true);
    const auto shown = [&](const char* row) { return panel.form().editor_of(QLatin1String(row))->isVisible(); };
    QVERIFY(shown("options.first-layer") && !shown("options.conv"));
    panel.open_network(find_network("lenet5", find_resources()).model);
    QVERIFY(!shown("options.first-layer") && shown("options.conv"));
  }

  /// A student's photographs, as a camera and a telephone made them.
  void a_folder_of_unequal_images_is_brought_to_one_size_here() {
    const QTemporaryDir folder;
    for (int i = 0; i < 12; ++i) {
      const QString at = folder.filePath(i % 2 == 0 ? QStringLiteral("cat") : QStringLiteral("dog"));
      QDir().mkpath(at);
      QImage image(20 + i, 24, QImage::Format_RGB32);
      image.fill(QColor(20 * i, 120, 200 - 10 * i));
      QVERIFY(image.save(at + QStringLiteral("/%1.png").arg(i)));
    }
    SetupPanel panel(find_resources());
    panel.show();
    RunSpec spec = SetupPanel::default_spec();
    spec.data.source = folder.path().toStdString();
    spec.batch = 2;
    panel.set_spec(spec);
    QTRY_VERIFY(panel.form().error_of(QStringLiteral("data.source")).contains(QStringLiteral("More, Image size")));
    panel.show_more(true);
    auto* size = qobject_cast<QComboBox*>(panel.form().editor_of(QStringLiteral("data.image_size")));
    size->setEditText(QStringLiteral("16x12"));
    QTRY_COMPARE(panel.spec().model.input.size(), std::size_t{16 * 12 * 3});
    QVERIFY(panel.valid());
    auto* colours = qobject_cast<QComboBox*>(panel.form().editor_of(QStringLiteral("data.channels")));
    colours->setCurrentIndex(1);
    Q_EMIT colours->activated(1);
    QTRY_COMPARE(panel.spec().model.input.size(), std::size_t{16 * 12});
    QCOMPARE(panel.spec().data.channels, 1);
    QVERIFY(panel.valid());
    size->setEditText(QStringLiteral("wide"));
    QVERIFY(!panel.form().error_of(QStringLiteral("data.image_size")).isEmpty());
  }
};

QTEST_MAIN(SetupMoreTest)
#include "setup_more_test.moc"
