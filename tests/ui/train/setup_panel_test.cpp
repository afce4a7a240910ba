// The form: reading, inline errors, undo.
#include "ui/train/setup_panel.h"

#include <sys/resource.h>

#include <QtTest>
#include <QtWidgets>
#include <cmath>
#include <set>

#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/model/network_file.h"
#include "core/model/normalized_input.h"
#include "tests/support/enumerators.h"
#include "tests/support/support.h"
#include "ui/theme/style_sheet.h"
#include "ui/train/machine_check.h"
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

  /// Images of 20 pixels of one source made MNIST's of 20, too.
  void another_source_has_its_own_image_size() {
    QTemporaryDir home;
    const QString folder = home.filePath(QStringLiteral("flowers"));
    SetupPanel panel(find_resources());
    panel.show();
    RunSpec spec = panel.spec();
    spec.data.source = folder.toStdString();
    spec.data.image_size = {20, 20};
    spec.data.fit = ImageFit::crop;
    spec.data.channels = 1;
    spec.data.train_limit = 500;
    panel.change_spec(spec);
    auto* data = named<QComboBox>(panel, QStringLiteral("Data"));
    QVERIFY(data != nullptr);
    const auto choose = [data](int index) {
      data->setCurrentIndex(index);
      Q_EMIT data->activated(index);
    };
    choose(data->findData(QStringLiteral("mnist")));
    QCOMPARE(panel.spec().data.source, std::string("mnist"));
    QVERIFY(panel.spec().data.image_size == ImageSize{} && panel.spec().data.channels == 0);
    QVERIFY(panel.spec().data.fit == ImageFit::stretch);
    QCOMPARE(panel.spec().data.train_limit, std::size_t(500));
    const int back = data->findData(folder);
    QVERIFY2(back >= 0, "the folder stays in the list");
    choose(back);
    QVERIFY(panel.spec().data == spec.data);
    panel.undo_stack()->undo();
    QVERIFY(panel.spec().data.image_size == ImageSize{});
    QCOMPARE(data->currentData().toString(), QStringLiteral("mnist"));
    // A network of the folder's images is one of MNIST's.
    spec.model = find_network("cnn-small", find_resources()).model;
    fit_to(spec.model, {3, 20, 20}, 4);
    panel.change_spec(spec);
    choose(data->findData(QStringLiteral("mnist")));
    QVERIFY(panel.spec().model.input == (Shape{1, 28, 28}));
    QCOMPARE(panel.spec().model.outputs(), 10);
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

  void a_batch_of_each_worker_follows_the_workers() {
    SetupPanel panel(find_resources());
    panel.show();
    RunSpec spec = SetupPanel::default_spec();
    set_configuration(spec, {.name = "processes-shared", .workers = 2, .options = {}});
    panel.set_spec(spec);
    panel.show_more(true);
    auto* share = qobject_cast<QComboBox*>(panel.form().editor_of(QStringLiteral("batch_per_rank")));
    auto* batch = named<QSpinBox>(panel, QStringLiteral("Batch"));
    QVERIFY(share && share->isVisible());
    QCOMPARE(panel.spec().batch_per_rank, 0);
    share->setCurrentIndex(1);
    Q_EMIT share->activated(1);  // as a click does
    QCOMPARE(panel.spec().batch, 128);
    QCOMPARE(panel.spec().batch_per_rank, 64);
    QCOMPARE(batch->value(), 64);
    QVERIFY2(share->currentText().contains(QStringLiteral("128")), "the whole is said");
    batch->setValue(32);
    QCOMPARE(panel.spec().batch, 64);
    auto* workers = panel.findChild<QSlider*>();
    workers->setValue(1);
    QCOMPARE(panel.spec().batch, 32);
    panel.undo_stack()->undo();
    QCOMPARE(panel.spec().batch, 64);
    set_configuration(spec, {.name = "sequential", .options = {}});
    panel.set_spec(spec);
    QVERIFY2(!share->isVisible(), "one worker shares with nobody");
    QCOMPARE(panel.spec().batch_per_rank, 0);
    QCOMPARE(panel.spec().batch, 64);
  }

  /// The real program on both sides; a script stands in place of ssh.
  void another_machine_is_asked_what_it_has() {
    const QTemporaryDir folder;
    const QString script = folder.filePath(QStringLiteral("ssh"));
    const auto be_ssh = [&](const char* text) {
      QFile file(script);
      QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
      file.write("#!/bin/bash\nfar=${!#}\n");
      file.write(text);
      file.close();
      QVERIFY(file.setPermissions(QFile::ReadOwner | QFile::ExeOwner | QFile::WriteOwner));
    };
    const test::Environment ssh{{"MLPLAB_SSH", script.toStdString()}};
    SetupPanel panel(find_resources());
    panel.show();
    auto* check = panel.findChild<MachineCheck*>();
    named<QToolButton>(panel, QStringLiteral("More settings"))->setChecked(true);
    QVERIFY2(check->isHidden() || !check->isVisibleTo(&panel), "this machine needs no check");
    RunSpec spec = SetupPanel::default_spec();
    spec.host = "ada@server:" MLPLAB_BIN "/mlplab-cli";
    panel.set_spec(spec);
    named<QToolButton>(panel, QStringLiteral("More settings"))->setChecked(true);
    QVERIFY(check->isVisibleTo(&panel));
    be_ssh("exec sh -c \"exec $far\"");
    auto* button = check->findChild<QPushButton*>();
    button->click();
    QVERIFY(!button->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 20'000);
    QVERIFY2(check->answer().contains(QStringLiteral("Computes there: Sequential")), qPrintable(check->answer()));
    auto* host = qobject_cast<QComboBox*>(panel.form().editor_of(QStringLiteral("host")));
    QVERIFY2(host->findText(QString::fromStdString(spec.host)) >= 0, "it is remembered");
    be_ssh("echo 'ada@server: Permission denied (publickey).' >&2; exit 255");
    button->click();
    QTRY_VERIFY_WITH_TIMEOUT(button->isEnabled(), 20'000);
    QVERIFY2(check->answer().contains(QStringLiteral("ssh-copy-id ada@server")), qPrintable(check->answer()));
    spec.host = "bob@other";
    panel.set_spec(spec);
    QCOMPARE(check->answer(), QString());
    be_ssh("echo $$ >\"$0.pid\"; exec sleep 600");
    for (const bool whole_panel : {false, true}) {  // another name, or the window, while the answer is awaited
      auto other = std::make_unique<SetupPanel>(find_resources());
      other->set_spec(spec);
      other->findChild<MachineCheck*>()->findChild<QPushButton*>()->click();
      const QString pid_file = script + QStringLiteral(".pid");
      QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(pid_file), 20'000);
      if (!whole_panel) {
        spec.host = "carol@third";
        other->set_spec(spec);
        QVERIFY(other->findChild<MachineCheck*>()->findChild<QPushButton*>()->isEnabled());
        QCOMPARE(other->findChild<MachineCheck*>()->answer(), QString());
      }
      other.reset();
      QVERIFY(QFile::remove(pid_file));
    }
    QSettings().remove(QStringLiteral("train/machines"));
  }

  /// The process then fails before start() returns.
  void a_machine_is_not_asked_where_no_file_is_left() {
    SetupPanel panel(find_resources());
    RunSpec spec = SetupPanel::default_spec();
    spec.host = "ada@server";
    panel.set_spec(spec);
    const auto* check = panel.findChild<MachineCheck*>();
    auto* button = check->findChild<QPushButton*>();
    rlimit before{};
    QCOMPARE(::getrlimit(RLIMIT_NOFILE, &before), 0);
    const rlimit none{.rlim_cur = 0, .rlim_max = before.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &none), 0);
    button->click();
    QCOMPARE(::setrlimit(RLIMIT_NOFILE, &before), 0);
    QVERIFY(button->isEnabled());
    QVERIFY(!check->answer().isEmpty());
  }

  /// Nothing is greyed, and the run may be started: only the other machine knows.
  void another_machine_says_itself_what_it_cannot() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* backends = panel.form().editor_of(QStringLiteral("backend"))->findChild<QComboBox*>();
    const auto greyed = [&] {
      int count = 0;
      for (int i = 0; i < backends->count(); ++i)
        if (!backends->itemData(i).toString().isEmpty() &&
            !(backends->model()->flags(backends->model()->index(i, 0)) & Qt::ItemIsEnabled))
          ++count;
      return count;
    };
    const QString chosen = backends->currentData().toString();
    const int before = greyed();
    QVERIFY2(before > 0, "external programs are grey until they are asked");
    auto* machines = named<QComboBox>(panel, QStringLiteral("Run on"));
    QVERIFY(machines);
    QLineEdit* host = machines->lineEdit();
    QCOMPARE(host->text(), QStringLiteral("this machine"));
    type(host, QStringLiteral("ada@server"));
    QCOMPARE(panel.spec().host, std::string("ada@server"));
    QCOMPARE(greyed(), 0);
    QCOMPARE(backends->currentData().toString(), chosen);
    RunSpec spec = panel.spec();
    spec.backend = "cuda";
    panel.set_spec(spec);
    QVERIFY2(panel.valid(), "whether there is a GPU, the other machine says");
    QCOMPARE(host->text(), QStringLiteral("ada@server"));
    type(host, QStringLiteral("-oProxyCommand=id"));
    QVERIFY(!panel.valid());
    QVERIFY(panel.form().error_of(QStringLiteral("host")).contains(QStringLiteral("is no other machine")));
    panel.set_spec(SetupPanel::default_spec());
    QVERIFY(greyed() > 0);
    QCOMPARE(panel.spec().host, std::string());

    panel.remember_machine("ada@server");
    panel.remember_machine("node1");
    panel.remember_machine("ada@server");
    SetupPanel next(find_resources());
    auto* offered = named<QComboBox>(next, QStringLiteral("Run on"));
    QStringList names;
    for (int i = 0; i < offered->count(); ++i) names << offered->itemText(i);
    QCOMPARE(names, (QStringList{"this machine", "ada@server", "node1"}));
    QCOMPARE(next.spec().host, std::string());
    offered->setCurrentIndex(2);
    QCOMPARE(next.spec().host, std::string("node1"));
    offered->setCurrentIndex(0);
    QCOMPARE(next.spec().host, std::string());
  }

  void errors_stand_at_their_field() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* rate = named<QLineEdit>(panel, QStringLiteral("Learning rate"));
    type(rate, QStringLiteral("fast"));
    QVERIFY(!panel.valid());
    QVERIFY(panel.form().error_of(QStringLiteral("optimizer.learning_rate")).contains(QStringLiteral("fast")));
    type(rate, QStringLiteral("-1"));
    QVERIFY(!panel.valid());
    QVERIFY(!panel.form().error_of(QStringLiteral("optimizer.learning_rate")).isEmpty());
    QVERIFY(panel.form().error_of(QStringLiteral("batch")).isEmpty());
    auto* epochs = named<QSpinBox>(panel, QStringLiteral("Epochs"));
    epochs->setValue(0);
    QVERIFY(!panel.form().error_of(QStringLiteral("epochs")).isEmpty());
    QVERIFY(!panel.form().error_of(QStringLiteral("optimizer.learning_rate")).isEmpty());
    type(rate, QStringLiteral("0.1"));
    epochs->setValue(3);
    QVERIFY(panel.valid());
    QVERIFY(panel.form().error_of(QStringLiteral("epochs")).isEmpty());
    auto* batch = named<QSpinBox>(panel, QStringLiteral("Batch"));
    batch->setValue(61000);
    QVERIFY(panel.form().error_of(QStringLiteral("batch")).contains(QStringLiteral("60")));
  }

  /// Typed text stays until it is a number, and the form reports it; '1e9' never becomes 19.
  void numbers_that_cannot_be_are_told() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* epochs = named<QSpinBox>(panel, QStringLiteral("Epochs"));
    const int before = panel.spec().epochs;
    const auto type_in = [&](const char* keys) {
      epochs->setFocus();
      epochs->selectAll();
      QTest::keyClicks(epochs, QLatin1String(keys));
    };
    type_in("1e9");
    QCOMPARE(epochs->text(), QStringLiteral("1e9"));
    QVERIFY(!panel.valid());
    QVERIFY2(panel.form().error_of(QStringLiteral("epochs")).contains(QStringLiteral("100000")),
             qPrintable(panel.form().error_of(QStringLiteral("epochs"))));
    QTest::keyClick(epochs, Qt::Key_Return);
    named<QLineEdit>(panel, QStringLiteral("Learning rate"))->setFocus();
    QCOMPARE(epochs->text(), QStringLiteral("1e9"));
    QVERIFY(!panel.valid());
    type_in("few");
    QVERIFY(panel.form().error_of(QStringLiteral("epochs")).contains(QStringLiteral("few")));
    panel.undo();  // what is no value yet
    QVERIFY(panel.form().error_of(QStringLiteral("epochs")) != QStringLiteral("few"));
    panel.undo_stack()->setIndex(0);
    QCOMPARE(panel.spec().epochs, before);
    QVERIFY(panel.valid());
    type_in("1e2");
    QCOMPARE(panel.spec().epochs, 100);
    QVERIFY(panel.valid());
  }

  /// The compiler does not see a new kind without its line in the form.
  void every_kind_can_be_chosen() {
    SetupPanel panel(find_resources());
    const auto choices = [&](const char* field) {
      auto* box = qobject_cast<QComboBox*>(panel.form().editor_of(QLatin1String(field)));
      return box == nullptr ? std::size_t{0} : static_cast<std::size_t>(box->count());
    };
    QCOMPARE(choices("model.loss"), test::enumerators<Loss>().size());
    QCOMPARE(choices("optimizer.kind"), test::enumerators<OptimizerKind>().size());
    QCOMPARE(choices("optimizer.schedule"), test::enumerators<ScheduleKind>().size());
    QCOMPARE(choices("activation"), test::enumerators<Activation>().size() - 1);  // identity is no hidden layer's
  }

  void a_wrong_value_shows_its_error_at_its_field_and_only_there() {
    SetupPanel panel(find_resources());
    panel.show();
    const auto faulty = [&panel] {
      QStringList names;
      for (const QString& name : panel.form().names()) {
        if (!panel.form().error_of(name).isEmpty()) names << name;
      }
      if (!panel.form().error_of({}).isEmpty()) names << QStringLiteral("elsewhere");
      return names;
    };
    const auto wrong = [&](auto change) {
      RunSpec spec = SetupPanel::default_spec();
      spec.backend = "sequential";
      change(spec);
      panel.set_spec(spec);
      return panel.valid() ? QStringList{QStringLiteral("none, and it may be started")} : faulty();
    };
    panel.set_spec(SetupPanel::default_spec());
    QVERIFY(panel.valid());
    QCOMPARE(faulty(), QStringList());
    QCOMPARE(wrong([](RunSpec& s) { s.batch = 0; }), QStringList{"batch"});
    QCOMPARE(wrong([](RunSpec& s) { s.batch = 60001; }), QStringList{"batch"});
    QCOMPARE(wrong([](RunSpec& s) { s.data.train_limit = 10; }), QStringList{"batch"});
    QCOMPARE(wrong([](RunSpec& s) { s.epochs = 0; }), QStringList{"epochs"});
    QCOMPARE(wrong([](RunSpec& s) { s.eval_every = 0; }), QStringList{"eval_every"});
    QCOMPARE(wrong([](RunSpec& s) { s.target_accuracy = 97.0; }), QStringList{"target_accuracy"});
    QCOMPARE(wrong([](RunSpec& s) { s.data.validation_fraction = 1.0; }), QStringList{"data.validation_fraction"});
    QCOMPARE(wrong([](RunSpec& s) { s.data.augmentation.shift = 100.0; }), QStringList{"data.augmentation"});
    QCOMPARE(wrong([](RunSpec& s) { s.optimizer.learning_rate = -1.0; }), QStringList{"optimizer.learning_rate"});
    QCOMPARE(wrong([](RunSpec& s) { s.optimizer.learning_rate = std::nan(""); }),
             QStringList{"optimizer.learning_rate"});
    QCOMPARE(wrong([](RunSpec& s) { s.optimizer.weight_decay = 2.0; }), QStringList{"optimizer.weight_decay"});
    QCOMPARE(wrong([](RunSpec& s) { s.model.input.channels = 0; }), QStringList{"model"});
    QCOMPARE(wrong([](RunSpec& s) { s.backend = "abacus"; }), QStringList{"backend"});
    QCOMPARE(wrong([](RunSpec& s) { s.options.workers = 2; }), QStringList{"workers"});
    QCOMPARE(wrong([](RunSpec& s) { s.optimizer.momentum = 1.0; }), QStringList{"optimizer.momentum"});
    QCOMPARE(wrong([](RunSpec& s) { s.profile_steps = -1; }), QStringList{"profile_steps"});
    QCOMPARE(wrong([](RunSpec& s) { s.options.values["colour"] = "red"; }), QStringList{"elsewhere"});
    QCOMPARE(wrong([](RunSpec& s) {
               s.backend = "simd";
               s.options.values["first-layer"] = "red";
             }),
             QStringList{"options.first-layer"});
    QCOMPARE(wrong([](RunSpec& s) {
               s.epochs = 0;
               s.batch = 0;
               s.optimizer.weight_decay = 2.0;
               s.options.workers = 2;
             }),
             (QStringList{"batch", "epochs", "optimizer.weight_decay", "workers"}));

    panel.set_spec(SetupPanel::default_spec());
    auto* seed = qobject_cast<QLineEdit*>(panel.form().editor_of(QStringLiteral("seed")));
    type(seed, QStringLiteral("one"));
    QCOMPARE(faulty(), QStringList{"seed"});
    type(seed, QStringLiteral("1"));
    RunSpec elsewhere = SetupPanel::default_spec();
    elsewhere.data.source = "/no/such/folder";
    panel.set_spec(elsewhere);
    QTRY_COMPARE(faulty(), QStringList{"data.source"});
    QVERIFY(!panel.valid());
  }

  void a_network_that_cannot_be_is_said_at_the_network() {
    SetupPanel panel(find_resources());
    panel.show();
    for (QPushButton* button : panel.findChild<NetworkEditor*>()->parts()->findChildren<QPushButton*>())
      button->click();
    named<QSpinBox>(panel, QStringLiteral("Units of hidden layer 1"))->setValue(65536);
    named<QSpinBox>(panel, QStringLiteral("Units of hidden layer 2"))->setValue(65536);
    for (const QString& name : panel.form().names()) {
      QCOMPARE(panel.form().error_of(name).isEmpty(), name != QStringLiteral("model"));
    }
    QVERIFY(panel.findChild<NetworkEditor*>()->presets()->property("invalid").toBool());
    QVERIFY(!panel.valid());
  }

  void an_error_in_the_fold_opens_it() {
    SetupPanel panel(find_resources());
    panel.show();
    RunSpec spec = SetupPanel::default_spec();
    spec.target_accuracy = 97.0;
    panel.set_spec(spec);
    QVERIFY(panel.form().editor_of(QStringLiteral("target_accuracy"))->isVisible());
  }

  void processes_name_the_option_that_is_wrong() {
    for (const ConfigurationEntry& entry : configurations()) {
      if (entry.kind != ConfigurationKind::processes || !entry.why_not().empty()) continue;
      SetupPanel panel(find_resources());
      RunSpec spec = SetupPanel::default_spec();
      set_configuration(spec, {.name = entry.name, .options = {{"compute", "sequential"}}});
      panel.set_spec(spec);
      type(qobject_cast<QLineEdit*>(panel.form().editor_of(QStringLiteral("options.threads"))), QStringLiteral("many"));
      QVERIFY2(panel.form().error_of(QStringLiteral("options.threads")).contains(QStringLiteral("'many'")),
               entry.name.c_str());
      type(qobject_cast<QLineEdit*>(panel.form().editor_of(QStringLiteral("options.threads"))), QStringLiteral("2"));
      QVERIFY(panel.form().error_of(QStringLiteral("options.threads")).contains(QStringLiteral("one worker")));
    }
  }

  void network_is_edited_as_layers() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* editor = panel.findChild<NetworkEditor*>();
    panel.show_more(true);
    for (QPushButton* button : editor->parts()->findChildren<QPushButton*>()) QTest::mouseClick(button, Qt::LeftButton);
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

  void networks_of_files_are_chosen_by_name() {
    SetupPanel panel(find_resources());
    panel.show();
    auto* editor = panel.findChild<NetworkEditor*>();
    QComboBox* box = editor->presets();
    const int index = box->findText(QStringLiteral("cnn-small"));
    QVERIFY(index >= 0);
    box->setCurrentIndex(index);
    Q_EMIT box->activated(index);
    QCOMPARE(panel.spec().model.name(), std::string("cnn-small"));
    QVERIFY(panel.valid());
    QVERIFY(!named<QComboBox>(panel, QStringLiteral("Activation"))->isEnabled());
    const RunSpec chosen = panel.spec();
    panel.undo_stack()->undo();
    QCOMPARE(panel.spec().model.name(), std::string("784-256-10"));
    QCOMPARE(editor->widths(), (std::vector<int>{784, 256, 10}));
    panel.change_spec(chosen);  // as from a kept run
    QCOMPARE(box->currentText(), QStringLiteral("cnn-small"));
    QVERIFY(panel.spec() == chosen);
    RunSpec external = chosen;
    external.backend = "python-numpy";
    panel.set_spec(external);
    QVERIFY(panel.form().error_of(QStringLiteral("backend")).contains(QStringLiteral("conv2d")));
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

  /// As from a file of another machine: the closed list has no room for the reason, and no run could begin.
  void a_chosen_backend_that_cannot_run_says_why_beneath() {
    SetupPanel panel(find_resources());
    panel.show();
    int unusable = 0;
    for (const BackendEntry& entry : backend_table()) {
      RunSpec spec = SetupPanel::default_spec();
      spec.backend = entry.name;
      panel.set_spec(spec);
      const std::string reason = entry.why_not();
      const QString said = panel.form().error_of(QStringLiteral("backend"));
      QVERIFY2(said.contains(QString::fromStdString(reason)), entry.name.c_str());
      QCOMPARE(said.isEmpty(), reason.empty());
      if (!reason.empty()) QVERIFY(!panel.valid());
      unusable += !reason.empty();
    }
    if (unusable == 0) QSKIP("every backend runs on this machine");
  }

  /// The field and the network's first layer are one: of widths, of layers, undone, and typed wrongly.
  void a_normalisation_is_the_networks_first_layer() {
    SetupPanel panel(find_resources());
    panel.show();
    const QString row = QStringLiteral("normalize");
    auto* field = qobject_cast<QComboBox*>(panel.form().editor_of(row));
    const ModelSpec mlp = panel.spec().model, lenet = find_network("lenet5", find_resources()).model;
    QCOMPARE(field->currentText(), QStringLiteral("none"));
    for (int i = field->count(); --i > 0;) {  // what the list offers can be used
      field->setCurrentIndex(i);
      QVERIFY2(panel.valid() && panel.form().error_of(row).isEmpty(), qPrintable(field->itemText(i)));
      QCOMPARE(QString::fromStdString(to_string(normalization_of(panel.spec().model).value())), field->itemText(i));
    }
    field->setEditText(QStringLiteral("none"));
    QVERIFY2(panel.spec().model == mlp, "widths again");
    panel.open_network(lenet);
    field->setEditText(QStringLiteral("mean=0.25, std=0.5"));
    QCOMPARE(panel.spec().model.layers.size(), lenet.layers.size() + 1);
    QVERIFY(normalization_of(panel.spec().model) == (Normalize{{0.25}, {0.5}}));
    auto* epochs = qobject_cast<QWidget*>(panel.form().editor_of(QStringLiteral("epochs")));
    QVERIFY(epochs != nullptr);
    qobject_cast<QSpinBox*>(panel.form().editor_of(QStringLiteral("eval_every")))->setValue(2);
    QVERIFY2(normalization_of(panel.spec().model).has_value(), "other fields leave it alone");
    for (const char* wrong : {"mean=0.25", "mean=0.25,std=0", "mean=0.1:0.2:0.3,std=1"}) {
      field->setEditText(QLatin1String(wrong));
      QVERIFY2(!panel.form().error_of(row).isEmpty() && !panel.valid(), wrong);
    }
    field->setEditText(QStringLiteral("mean=0.25,std=0.5"));
    QVERIFY(panel.valid());
    field->setEditText(QString());
    QVERIFY(panel.valid() && !normalization_of(panel.spec().model));
    panel.open_network(lenet);
    QCOMPARE(field->currentText(), QStringLiteral("none"));
    while (panel.undo_stack()->canUndo()) panel.undo_stack()->undo();
    QCOMPARE(field->currentText(), QStringLiteral("none"));
    QVERIFY(panel.spec().model == mlp);
  }

  void a_rate_that_is_longer_than_its_field_is_written_shorter() {
    SetupPanel panel(find_resources());
    panel.resize(288, 700);
    panel.show();
    QLineEdit* rate = nullptr;
    for (QLineEdit* line : panel.findChildren<QLineEdit*>())
      if (line->accessibleName() == QStringLiteral("Learning rate")) rate = line;
    QVERIFY(rate != nullptr);
    constexpr int frame = 24;
    for (const char* typed : {"0.00049", "0.000015", "0.00000123"}) {
      rate->setText({});
      QTest::keyClicks(rate, QLatin1String(typed));
      Q_EMIT rate->editingFinished();
      QVERIFY2(rate->fontMetrics().horizontalAdvance(rate->text()) + frame <= rate->width(), qPrintable(rate->text()));
      QCOMPARE(panel.spec().optimizer.learning_rate, QString::fromLatin1(typed).toDouble());
    }
  }

  void the_advanced_fold_holds_what_a_first_run_does_not_need() {
    SetupPanel panel(find_resources());
    panel.show();
    QVERIFY(!panel.form().editor_of(QStringLiteral("model.loss"))->isVisible());
    panel.show_more(true);
    QVERIFY(panel.form().editor_of(QStringLiteral("model.loss"))->isVisible());
    auto* target = qobject_cast<QDoubleSpinBox*>(panel.form().editor_of(QStringLiteral("target_accuracy")));
    target->setValue(97.5);
    QVERIFY(std::abs(*panel.spec().target_accuracy - 0.975) < 1e-9);
    qobject_cast<QDoubleSpinBox*>(panel.form().editor_of(QStringLiteral("data.validation_fraction")))->setValue(10.0);
    QVERIFY(std::abs(panel.spec().data.validation_fraction - 0.1) < 1e-9);
    QVERIFY(!panel.spec().data.transposed);
    auto* rows = qobject_cast<QComboBox*>(panel.form().editor_of(QStringLiteral("data.transposed")));
    rows->setCurrentIndex(1);
    Q_EMIT rows->activated(1);
    QVERIFY(panel.spec().data.transposed);
    RunSpec turned = panel.spec();
    turned.data.transposed = false;
    panel.set_spec(turned);
    QCOMPARE(rows->currentIndex(), 0);
    qobject_cast<QSpinBox*>(panel.form().editor_of(QStringLiteral("eval_every")))->setValue(3);
    QCOMPARE(panel.spec().eval_every, 3);
    const QString augmentation = QStringLiteral("data.augmentation");
    auto* augment = qobject_cast<QComboBox*>(panel.form().editor_of(augmentation));
    QCOMPARE(augment->currentText(), QStringLiteral("none"));
    for (int i = augment->count(); --i >= 0;) {  // what the list offers can be used
      augment->setCurrentIndex(i);
      QVERIFY2(panel.form().error_of(augmentation).isEmpty(), qPrintable(augment->itemText(i)));
      QCOMPARE(panel.spec().data.augmentation.any(), i > 0);
    }
    augment->setEditText(QStringLiteral("shift=2, rotate=10"));
    QCOMPARE(panel.spec().data.augmentation, (Augmentation{.shift = 2.0, .rotate = 10.0}));
    augment->setEditText(QStringLiteral("turn=10"));
    QVERIFY(panel.form().error_of(augmentation).contains(QStringLiteral("turn")));
    QVERIFY(!panel.valid());
    augment->setEditText(QString());
    QVERIFY(panel.valid() && !panel.spec().data.augmentation.any());
    panel.set_spec(SetupPanel::demonstration());
    QCOMPARE(augment->currentText(), QStringLiteral("shift=1.0,rotate=15.0,scale=0.15"));
    panel.set_spec(SetupPanel::default_spec());
    QCOMPARE(augment->currentText(), QStringLiteral("none"));
    target->setValue(97.5);
    while (panel.undo_stack()->canUndo()) panel.undo_stack()->undo();
    QVERIFY(!panel.spec().target_accuracy);
    QCOMPARE(target->value(), 0.0);
    RunSpec fine = panel.spec();
    fine.target_accuracy = 0.97654321;
    panel.set_spec(fine);
    qobject_cast<QSpinBox*>(panel.form().editor_of(QStringLiteral("epochs")))->setValue(4);
    QCOMPARE(*panel.spec().target_accuracy, 0.97654321);
  }

  void every_option_of_every_backend_can_be_set() {
    for (const BackendEntry& entry : backend_table()) {
      RunSpec plain = SetupPanel::default_spec();
      plain.backend = entry.name;
      plain.options = {};
      for (const BackendOption& option : entry.options) {
        const QString field = QStringLiteral("options.") + QString::fromStdString(option.name);
        const std::string what = entry.name + ", " + option.name;
        if (!option.matters_for(plain.model)) plain.model = find_network("lenet5", find_resources()).model;
        SetupPanel panel(find_resources());
        panel.show();
        panel.set_spec(plain);
        panel.show_more(true);
        QWidget* editor = panel.form().editor_of(field);
        QVERIFY2(editor != nullptr, what.c_str());
        QTRY_VERIFY2(editor->isVisible(), what.c_str());
        std::vector<std::string> values(option.values.begin() + (option.values.empty() ? 0 : 1), option.values.end());
        if (option.values.empty()) values = {"2"};
        for (const std::string& value : values) {
          const QString text = QString::fromStdString(value);
          if (auto* box = qobject_cast<QComboBox*>(editor)) {
            QVERIFY2(box->findText(text) >= 0, (what + "=" + value).c_str());
            box->setCurrentIndex(box->findText(text));
            Q_EMIT box->activated(box->currentIndex());
          } else {
            auto* line = qobject_cast<QLineEdit*>(editor);
            QVERIFY2(line != nullptr, what.c_str());
            type(line, text);
          }
          const std::map<std::string, std::string> wanted{{option.name, value}};
          QVERIFY2(panel.spec().options.values == wanted, (what + "=" + value).c_str());
          SetupPanel other(find_resources());
          other.set_spec(panel.spec());
          QWidget* loaded = other.form().editor_of(field);
          const auto* box = qobject_cast<QComboBox*>(loaded);
          const auto* line = qobject_cast<QLineEdit*>(loaded);
          QCOMPARE(box ? box->currentText() : line ? line->text() : QString(), text);
        }
      }
    }
  }

  void nothing_is_cut_off_in_its_column() {
    constexpr int column_width = 282;  // the Train page's, in a small window
    QApplication::setStyle(QStringLiteral("Fusion"));
    apply_theme(*qApp, light_theme());
    for (const BackendEntry& entry : backend_table()) {
      SetupPanel panel(find_resources());
      RunSpec spec = SetupPanel::default_spec();
      spec.backend = entry.name;
      panel.set_spec(spec);
      panel.show_more(true);
      panel.show();
      QTRY_VERIFY2(panel.minimumSizeHint().width() > 0, entry.name.c_str());
      QCoreApplication::processEvents();
      const int least = panel.minimumSizeHint().width();
      QVERIFY2(least <= column_width,
               qPrintable(QString::fromStdString(entry.name) + QString::asprintf(": %d", least)));
    }
  }

  void a_list_that_goes_on_below_shows_a_scrollbar() {
    QApplication::setStyle(QStringLiteral("Fusion"));
    qApp->setStyleSheet(QString());  // as at the start: lists are made before the theme is there
    SetupPanel panel(find_resources());
    apply_theme(*qApp, light_theme());
    panel.show();
    int longer = 0;
    for (QComboBox* box : panel.findChildren<QComboBox*>()) {
      if (!box->isVisible() || box->count() <= box->maxVisibleItems()) continue;
      ++longer;
      box->showPopup();
      QTRY_VERIFY2(box->view()->verticalScrollBar()->isVisible(), qPrintable(box->itemText(0)));
      box->hidePopup();
    }
    QVERIFY(longer > 0);
  }

  void options_follow_the_backend() {
    SetupPanel panel(find_resources());
    panel.show();
    for (int round = 0; round < 2; ++round) {
      for (const BackendEntry& entry : backend_table()) {
        RunSpec spec = SetupPanel::default_spec();
        spec.backend = entry.name;
        panel.set_spec(spec);
        std::set<QString> wanted, there;
        for (const BackendOption& option : entry.options) {
          wanted.insert(QStringLiteral("options.") + QString::fromStdString(option.name));
        }
        for (const QString& name : panel.form().names()) {
          if (name.startsWith(QStringLiteral("options."))) there.insert(name);
        }
        QVERIFY2(there == wanted, entry.name.c_str());
      }
    }
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
