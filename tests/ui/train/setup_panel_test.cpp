// The form: reading, inline errors, undo.
#include "ui/train/setup_panel.h"

#include <QtTest>
#include <QtWidgets>

#include "core/data/load.h"
#include "ui/train/network_editor.h"

using namespace mlplab;

class SetupPanelTest : public QObject {
  Q_OBJECT

  template <class Widget>
  static Widget* named(SetupPanel& panel, const QString& name) {
    for (Widget* widget : panel.findChildren<Widget*>()) {
      if (widget->accessibleName() == name) return widget;
    }
    return nullptr;
  }
  static void type(QLineEdit* edit, const QString& text) {
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void defaults_are_the_programs() {
    SetupPanel panel(find_resources());
    QVERIFY(panel.valid());
    QCOMPARE(panel.spec().model.name(), std::string("784-256-10"));
    QCOMPARE(panel.spec().backend, default_backend().name);
    QCOMPARE(panel.spec().batch, 64);
    QCOMPARE(flop_per_image(panel.spec().model), 6.0 * 784 * 256 + 6.0 * 256 * 10 - 2.0 * 784 * 256);
  }

  void typing_changes_the_spec_and_undo_brings_it_back() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* rate = named<QLineEdit>(panel, QStringLiteral("Learning rate"));
    QVERIFY(rate);
    type(rate, QStringLiteral("0.05"));
    QCOMPARE(panel.spec().optimizer.learning_rate, 0.05);
    auto* batch = named<QSpinBox>(panel, QStringLiteral("Batch"));
    QVERIFY(batch);
    batch->setValue(128);
    QCOMPARE(panel.spec().batch, 128);
    panel.undo_stack()->undo();
    QCOMPARE(panel.spec().batch, 64);
    QCOMPARE(batch->value(), 64);
    QCOMPARE(panel.spec().optimizer.learning_rate, 0.05);
    panel.undo_stack()->undo();
    QCOMPARE(panel.spec().optimizer.learning_rate, 0.1);
    QVERIFY(!panel.undo_stack()->canUndo());
    panel.undo_stack()->redo();
    QCOMPARE(panel.spec().optimizer.learning_rate, 0.05);
    QCOMPARE(rate->text(), QStringLiteral("0.05"));
  }

  void errors_stand_at_their_field() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* rate = named<QLineEdit>(panel, QStringLiteral("Learning rate"));
    type(rate, QStringLiteral("fast"));
    QVERIFY(!panel.valid());
    QVERIFY(panel.error_of(QStringLiteral("learning_rate")).contains(QStringLiteral("fast")));
    type(rate, QStringLiteral("-1"));
    QVERIFY(!panel.valid());
    QVERIFY(!panel.error_of(QStringLiteral("learning_rate")).isEmpty());
    QVERIFY(panel.error_of(QStringLiteral("batch")).isEmpty());
    auto* epochs = named<QSpinBox>(panel, QStringLiteral("Epochs"));
    epochs->setValue(0);
    QVERIFY(!panel.error_of(QStringLiteral("epochs")).isEmpty());
    QVERIFY(!panel.error_of(QStringLiteral("learning_rate")).isEmpty());
    type(rate, QStringLiteral("0.1"));
    epochs->setValue(3);
    QVERIFY(panel.valid());
    QVERIFY(panel.error_of(QStringLiteral("epochs")).isEmpty());
    auto* batch = named<QSpinBox>(panel, QStringLiteral("Batch"));
    batch->setValue(61000);
    QVERIFY(panel.error_of(QStringLiteral("batch")).contains(QStringLiteral("60")));
  }

  void network_is_edited_as_layers() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* editor = panel.findChild<NetworkEditor*>();
    for (QPushButton* button : editor->findChildren<QPushButton*>()) QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(panel.spec().model.name(), std::string("784-256-128-10"));
    auto* units = named<QSpinBox>(panel, QStringLiteral("Units of hidden layer 2"));
    QVERIFY(units);
    units->setValue(40);
    QCOMPARE(panel.spec().model.name(), std::string("784-256-40-10"));
    auto* remove = named<QToolButton>(panel, QStringLiteral("Remove hidden layer 1"));
    QVERIFY(remove);
    remove->click();
    QCOMPARE(panel.spec().model.name(), std::string("784-40-10"));
    while (panel.undo_stack()->canUndo()) panel.undo_stack()->undo();
    QCOMPARE(panel.spec().model.name(), std::string("784-256-10"));
    QCOMPARE(editor->widths(), (std::vector<int>{784, 256, 10}));
  }

  void every_backend_is_listed_and_the_unusable_are_grey() {
    SetupPanel panel(find_resources());
    auto* box = named<QComboBox>(panel, QStringLiteral("Backend"));
    QVERIFY(box);
    for (const BackendEntry& entry : backend_table()) {
      const int i = box->findData(QString::fromStdString(entry.name));
      QVERIFY2(i >= 0, entry.name.c_str());
      const std::string reason = entry.why_not();
      const auto enabled = [&] { return box->model()->flags(box->model()->index(i, 0)).testFlag(Qt::ItemIsEnabled); };
      QTRY_COMPARE(enabled(), reason.empty());  // external programs are asked on a thread
      if (!reason.empty()) QTRY_VERIFY(box->itemText(i).contains(QString::fromStdString(reason)));
    }
    QVERIFY2(!box->currentData().toString().isEmpty(), "a heading is never chosen");
  }

  void the_advanced_fold_holds_what_a_first_run_does_not_need() {
    SetupPanel panel(find_resources());
    panel.show();
    QVERIFY(!panel.editor_of(QStringLiteral("loss"))->isVisible());
    panel.show_advanced(true);
    QVERIFY(panel.editor_of(QStringLiteral("loss"))->isVisible());
    auto* target = qobject_cast<QDoubleSpinBox*>(panel.editor_of(QStringLiteral("target")));
    target->setValue(97.5);
    QVERIFY(std::abs(*panel.spec().target_accuracy - 0.975) < 1e-9);
    qobject_cast<QDoubleSpinBox*>(panel.editor_of(QStringLiteral("validation")))->setValue(10.0);
    QVERIFY(std::abs(panel.spec().data.validation_fraction - 0.1) < 1e-9);
    qobject_cast<QSpinBox*>(panel.editor_of(QStringLiteral("eval_every")))->setValue(3);
    QCOMPARE(panel.spec().eval_every, 3);
    while (panel.undo_stack()->canUndo()) panel.undo_stack()->undo();
    QVERIFY(!panel.spec().target_accuracy);
    QCOMPARE(target->value(), 0.0);
    RunSpec fine = panel.spec();
    fine.target_accuracy = 0.97654321;
    panel.set_spec(fine);
    qobject_cast<QSpinBox*>(panel.editor_of(QStringLiteral("epochs")))->setValue(4);
    QCOMPARE(*panel.spec().target_accuracy, 0.97654321);
  }

  void every_field_has_a_name() {
    SetupPanel panel(find_resources());
    for (QWidget* widget : panel.findChildren<QWidget*>()) {
      const bool field = qobject_cast<QComboBox*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) ||
                         qobject_cast<QSlider*>(widget) || qobject_cast<QToolButton*>(widget);
      if (field) QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    }
  }
};

QTEST_MAIN(SetupPanelTest)
#include "setup_panel_test.moc"
