// The page Network in the window: the next run uses the network edited there, and a fault stands at its layer.
#include "ui/design/network_page.h"

#include <QtTest>
#include <QtWidgets>

#include "core/data/load.h"
#include "core/model/network_file.h"
#include "core/model/normalized_input.h"
#include "ui/design/layer_form.h"
#include "ui/main_window.h"
#include "ui/network/layer_words.h"
#include "ui/network/network_drawing.h"
#include "ui/profile/profile_page.h"
#include "ui/train/network_editor.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"

namespace mlplab {
namespace {

ModelSpec shipped(const std::string& name) { return find_network(name, find_resources()).model; }

/// A window with the page shown, and its parts at hand.
struct ShownNetworkPage {
  QTemporaryDir home;
  MainWindow window{{.resources = find_resources(),
                     .runs_folder = home.filePath(QStringLiteral("runs")).toStdString(),
                     .theme = ThemeChoice::light,
                     .start_by_itself = false}};
  SetupPanel& setup = window.setup();
  NetworkPage& page = *window.findChild<NetworkPage*>();
  NetworkDrawing& drawing = page.drawing();

  ShownNetworkPage() {
    window.resize(1280, 800);
    window.show();
    window.action(QStringLiteral("page_network"))->trigger();
    QCoreApplication::processEvents();
  }
  const ModelSpec& model() const { return setup.spec().model; }
  /// Types into a row of the layer's form.
  void type(const char* row, const QString& text) {
    auto* edit = qobject_cast<QLineEdit*>(page.layer_form().form().editor_of(QLatin1String(row)));
    edit->selectAll();
    QTest::keyClicks(edit, text);
  }
  QString error_at(const char* row) const { return page.layer_form().form().error_of(QLatin1String(row)); }
};

class NetworkPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() {
    QLocale::setDefault(QLocale::c());
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, settings_.path());
    shown_ = std::make_unique<ShownNetworkPage>();
  }
  void cleanupTestCase() { shown_.reset(); }

  void the_form_of_a_hidden_page_follows_when_it_is_shown() {
    ShownNetworkPage& s = fresh();
    s.setup.open_network(shipped("lenet5"));
    s.drawing.choose(0);
    Q_EMIT s.drawing.layerChosen(0);
    const auto name = [&] {
      return qobject_cast<QLineEdit*>(s.page.layer_form().form().editor_of(QStringLiteral("name")))->text();
    };
    s.window.action(QStringLiteral("page_train"))->trigger();
    ModelSpec model = s.model();
    model.layers[0].name = "another";
    s.setup.change_network(model);
    s.window.action(QStringLiteral("page_network"))->trigger();
    QCOMPARE(name(), QStringLiteral("another"));
  }

  /// Its mean and std are lists, of one number or one per channel.
  void a_normalisation_is_edited_too() {
    ShownNetworkPage& s = fresh();
    s.setup.open_network(shipped("lenet5"));
    ModelSpec model = s.model();
    normalize_input(model, {1, 28, 28}, Normalize{{0.25}, {0.5}});
    s.setup.change_network(model);
    s.drawing.choose(0);
    Q_EMIT s.drawing.layerChosen(0);
    auto* mean = qobject_cast<QLineEdit*>(s.page.layer_form().form().editor_of(QStringLiteral("mean")));
    QVERIFY(mean != nullptr);
    QCOMPARE(mean->text(), QStringLiteral("0.25"));
    s.type("mean", QStringLiteral("0.125"));
    QCOMPARE(std::get<Normalize>(s.model().layers[0].layer).mean, std::vector<double>{0.125});
    s.type("mean", QStringLiteral("0.1; 0.2; 0.3"));
    QVERIFY2(!s.setup.valid(), "three numbers for one channel");
    s.type("mean", QStringLiteral("0.5"));
    QVERIFY(s.setup.valid());
  }

  void an_edited_layer_is_the_next_runs() {
    ShownNetworkPage& s = fresh();
    s.setup.open_network(shipped("lenet5"));
    const ModelSpec lenet = s.model();
    QCOMPARE(s.drawing.image().layers(), 7);
    s.drawing.choose(2);
    Q_EMIT s.drawing.layerChosen(2);
    s.type("channels", QStringLiteral("24"));
    QCOMPARE(std::get<Conv2d>(s.model().layers[2].layer).channels, 24);
    QCOMPARE(QString::fromStdString(s.model().title), QStringLiteral("lenet5 (changed)"));
    QVERIFY(s.setup.valid());
    QVERIFY(s.drawing.image().text_of(2).contains(QStringLiteral("24 × 10 × 10, 3624 parameters")));
    auto* bias = qobject_cast<QCheckBox*>(s.page.layer_form().form().editor_of(QStringLiteral("bias")));
    bias->click();
    QVERIFY(!std::get<Conv2d>(s.model().layers[2].layer).bias);
    s.type("kernel", QStringLiteral("3x1"));
    QVERIFY((std::get<Conv2d>(s.model().layers[2].layer).window.kernel == Extent{.height = 1, .width = 3}));
    s.setup.undo_stack()->undo();  // all of one layer
    QVERIFY(s.model() == lenet);
    QVERIFY2(s.drawing.image().text_of(2).contains(QStringLiteral("16 × 10 × 10")), "undone on the page too");
    s.page.removeLayer();
    s.page.removeLayer();
    s.setup.undo_stack()->undo();
    QCOMPARE(s.model().layers.size(), std::size_t{6});
  }

  void what_cannot_be_read_stands_at_its_field_and_changes_nothing() {
    ShownNetworkPage& s = fresh();
    s.setup.open_network(shipped("lenet5"));
    const ModelSpec before = s.model();
    s.type("channels", QStringLiteral("many"));
    QVERIFY(s.error_at("channels").contains(QStringLiteral("many")));
    s.type("channels", QStringLiteral("6"));
    QVERIFY(s.error_at("channels").isEmpty());
    s.type("inputs", QStringLiteral("nobody"));
    QVERIFY(s.error_at("inputs").contains(QStringLiteral("nobody")));
    QVERIFY(s.model() == before);
  }

  /// Six poolings shrink an image of 28 × 28 to nothing: the run cannot start, and the layer says why.
  void a_layer_that_does_not_fit_says_so_and_the_run_waits() {
    ShownNetworkPage& s = fresh();
    s.setup.open_network(shipped("lenet5"));
    s.drawing.choose(3);
    for (int i = 0; i < 3; ++i) s.page.addLayer(2);
    QCOMPARE(s.model().layers.size(), std::size_t{10});
    QVERIFY(!s.setup.valid());
    QVERIFY(!s.window.action(QStringLiteral("run"))->isEnabled());
    QVERIFY(!s.setup.form().error_of(QStringLiteral("model")).isEmpty());
    const Outline& outline = s.drawing.image().outline();
    QCOMPARE(outline.faulty, std::size_t{6});
    QVERIFY(s.drawing.image().text_of(6).contains(QStringLiteral("does not fit on images of 1×1")));
    QVERIFY(s.drawing.image().text_of(5).contains(QStringLiteral("16 × 1 × 1")) ||
            s.drawing.image().text_of(5).contains(QStringLiteral(", 16,")));
    s.drawing.choose(6);
    QTest::keyClick(&s.drawing, Qt::Key_Delete);
    QVERIFY(s.setup.valid());
    QCOMPARE(s.drawing.image().layers(), 9);
  }

  void layers_move_and_branches_are_named() {
    ShownNetworkPage& s = fresh();
    s.setup.open_network(shipped("resnet18"));
    QVERIFY(s.setup.valid());
    int sum = 0;
    while (!std::holds_alternative<Add>(s.model().layers[static_cast<std::size_t>(sum)].layer)) ++sum;
    s.drawing.choose(sum);
    Q_EMIT s.drawing.layerChosen(sum);
    auto* inputs = qobject_cast<QLineEdit*>(s.page.layer_form().form().editor_of(QStringLiteral("inputs")));
    QCOMPARE(inputs->text().split(QStringLiteral(", ")).size(), 2);
    const std::vector<int> before = s.model().layers[static_cast<std::size_t>(sum)].inputs;
    inputs->selectAll();
    QTest::keyClicks(inputs, inputs->text());  // the same by its names
    QCOMPARE(s.model().layers[static_cast<std::size_t>(sum)].inputs, before);
    const std::string first = s.model().layers[0].name;
    s.drawing.choose(0);
    s.page.moveLayer(1);
    QCOMPARE(s.model().layers[1].name, first);
    QCOMPARE(s.drawing.chosen(), 1);
  }

  /// The simple path stays: an MLP is its widths, until a layer of another kind comes in.
  void an_mlp_becomes_a_network_of_images_and_back() {
    ShownNetworkPage& s = fresh();
    QCOMPARE(s.model().name(), std::string("784-256-10"));
    s.drawing.choose(-1);
    s.page.addLayer(1);
    QVERIFY((s.model().input == Shape{1, 28, 28}));
    QVERIFY(s.setup.valid());
    QVERIFY(s.setup.findChild<NetworkEditor*>()->other().has_value());
    s.page.removeLayer();
    QVERIFY(s.model() == SetupPanel::default_spec().model);
    QVERIFY(!s.setup.findChild<NetworkEditor*>()->other().has_value());
    // Two activations in one MLP are not the form's to change.
    s.drawing.choose(0);
    s.page.addLayer(0);
    auto* activation = qobject_cast<QComboBox*>(s.page.layer_form().form().editor_of(QStringLiteral("activation")));
    activation->setCurrentIndex(activation->findText(activation_title(Activation::tanh)));
    Q_EMIT activation->activated(activation->currentIndex());
    QCOMPARE(dense_layer(s.model(), 1).activation, Activation::tanh);
    auto* epochs = qobject_cast<QSpinBox*>(s.setup.form().editor_of(QStringLiteral("epochs")));
    epochs->setValue(7);
    QCOMPARE(dense_layer(s.model(), 1).activation, Activation::tanh);
  }

  void networks_are_saved_and_opened() {
    ShownNetworkPage& s = fresh();
    s.setup.open_network(shipped("lenet5"));
    s.page.addLayer(5);
    const QString path = s.home.filePath(QStringLiteral("mine.json"));
    s.page.saveFile(path);
    QVERIFY(read_network_file(path.toStdString()).model.layers == s.model().layers);
    QCOMPARE(s.model().title, std::string("mine"));
    s.setup.open_network(shipped("cnn-small"));
    s.page.openFile(path);
    QCOMPARE(s.model().title, std::string("mine"));
    s.page.openFile(s.home.filePath(QStringLiteral("nothing.json")));
    QVERIFY(s.window.banner().message().contains(QStringLiteral("nothing.json")));
  }

  void the_setup_leads_here() {
    ShownNetworkPage& s = fresh();
    s.window.show_page(0);
    auto* editor = s.setup.findChild<NetworkEditor*>();
    Q_EMIT editor->layersWanted();
    QVERIFY(s.page.isVisible());
  }

  /// As long as it is the network that was measured, and as it is exported.
  void a_profile_of_this_network_stands_in_its_boxes() {
    ShownNetworkPage& s = fresh();
    s.setup.open_network(shipped("lenet5"));
    const double before = s.drawing.image().height();
    ProfilePoint point;
    point.backend = "sequential", point.workers = 1, point.batch = point.rows = 64;
    point.model = s.model();
    point.peak_flop_per_s = 1e9;
    point.profile.wall_s = 10e-3;
    point.profile.nodes.assign(7, {0.5e-3, 0.0, 0.5e-3});
    Q_EMIT s.window.findChild<ProfilePage*>()->pointShown(point, QStringLiteral("measured on 2026-11-22"));
    QVERIFY2(s.page.measured_text().startsWith(QStringLiteral("Measured on 2026-11-22 with ")),
             qPrintable(s.page.measured_text()));
    QVERIFY2(s.page.measured_text().contains(QStringLiteral("a step takes 10.0 ms, 30.0 % of it no layer's")),
             qPrintable(s.page.measured_text()));
    QVERIFY(s.page.measured_text().contains(QStringLiteral("batch 64")));
    QVERIFY(s.page.measured_text().contains(QStringLiteral("1.00 GFLOP/s")));
    const QString conv = s.drawing.image().text_of(0), pool = s.drawing.image().text_of(1);
    QVERIFY2(conv.contains(QStringLiteral("1.00 ms, 10.0 % of the step · ")), qPrintable(conv));
    QVERIFY2(conv.contains(QStringLiteral(" % of peak")), qPrintable(conv));
    QVERIFY2(pool.contains(QStringLiteral("1.00 ms")) && !pool.contains(QStringLiteral("peak")), qPrintable(pool));
    QVERIFY2(s.drawing.image().height() > before, "a line more in each box");
    const QTemporaryDir folder;
    QFile svg(s.page.save_all(folder.path()).at(1));
    QVERIFY(svg.open(QIODevice::ReadOnly));
    const QByteArray drawn = svg.readAll();
    QVERIFY(drawn.contains("of the step") && drawn.contains("batch 64"));

    s.drawing.choose(1);
    s.page.removeLayer();
    QCOMPARE(s.page.measured_text(), QString());
    QVERIFY(!s.drawing.image().text_of(0).contains(QStringLiteral("of the step")));
    s.setup.undo_stack()->undo();
    QVERIFY2(!s.page.measured_text().isEmpty(), "the network that was measured is back");
    point.profile.nodes.clear();  // an engine that computes layers together
    Q_EMIT s.window.findChild<ProfilePage*>()->pointShown(point, QStringLiteral("measured in a run"));
    QVERIFY(s.page.measured_text().contains(QStringLiteral("computes layers together")));
    QVERIFY(!s.drawing.image().text_of(0).contains(QStringLiteral("of the step")));
    s.setup.open_network(shipped("cnn-small"));
    QCOMPARE(s.page.measured_text(), QString());
  }

  void every_shipped_network_is_drawn_whole() {
    for (const std::string& name : network_names(find_resources())) {
      const NetworkImage image(shipped(name), QGuiApplication::font(), light_theme(), 480);
      QRectF above = image.box(-1);
      for (int layer = 0; layer < image.layers(); ++layer) {
        const QRectF box = image.box(layer);
        QVERIFY2(box.top() > above.bottom() && box.left() >= 0 && box.right() <= 480, name.c_str());
        QCOMPARE(image.layer_at(box.center()), layer);
        above = box;
      }
      QVERIFY(above.bottom() < image.height());
    }
    const QTemporaryDir folder;
    for (const char* format : {"png", "svg", "pdf"}) {
      const QString path = folder.filePath(QStringLiteral("network.") + QLatin1String(format));
      save_network_image(shipped("resnet18"), path);
      QVERIFY(QFileInfo(path).size() > 1000);
    }
    QFile svg(folder.filePath(QStringLiteral("network.svg")));
    QVERIFY(svg.open(QIODevice::ReadOnly) && svg.readAll().contains("layer2.0"));
  }

 private:
  /// The one window with the settings of a first start, and the page shown.
  ShownNetworkPage& fresh() {
    shown_->setup.set_spec(SetupPanel::default_spec());
    shown_->window.action(QStringLiteral("page_network"))->trigger();
    shown_->drawing.choose(0);
    Q_EMIT shown_->drawing.layerChosen(0);
    return *shown_;
  }

  QTemporaryDir settings_;
  std::unique_ptr<ShownNetworkPage> shown_;
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::NetworkPageTest)
#include "network_page_test.moc"
