// The page Layers: what it shows is what the network computed, and a click leads from the map to the sum.
#include "ui/layers/layers_page.h"

#include <QtTest>
#include <QtWidgets>

#include "core/data/stroke_raster.h"
#include "core/model/neuron.h"
#include "tests/support/drawn_digits.h"
#include "ui/network/image_view.h"
#include "ui/network/network_drawing.h"
#include "ui/network/tile_view.h"
#include "ui/runs/network_input.h"
#include "ui/widgets/display_numbers.h"

using namespace mlplab;

namespace {

ModelSpec small_network() {
  ModelSpec model{.input = {1, 14, 14}};
  model.layers = {{Conv2d{5, {{3, 3}, {1, 1}, {1, 1}}, true, Activation::tanh}, {}, "conv1"},
                  {MaxPool{{{2, 2}, {2, 2}, {0, 0}}}, {}, "pool1"},
                  {Dense{20, Activation::relu}, {}, "fc1"},
                  {Dense{4}, {}, "fc2"}};
  return model;
}

std::shared_ptr<const TrainingState> fresh(const ModelSpec& model, std::uint64_t seed = 1) {
  return std::make_shared<const TrainingState>(initial_state(model, {}, seed));
}

GrayImage drawing() { return rasterize({{20, {{60, 60}, {200, 90}, {120, 220}}}}); }

struct ShownLayersPage {
  LayersPage page;
  std::shared_ptr<const TrainingState> state = fresh(small_network());
  Network network = network_of(state->model);
  std::vector<float> x = test::input_of(*state, drawing());

  ShownLayersPage() {
    page.resize(900, 640);
    page.setState(state);
    page.setDrawing(Sketch{drawing()});
    page.show();
    QCoreApplication::processEvents();
  }
  void click(int index) {
    const QPointF at = page.tiles().cell(index).center();
    QTest::mouseClick(&page.tiles(), Qt::LeftButton, {}, at.toPoint());
  }
};

/// No number is cut; what has no room is behind a scrollbar.
bool is_whole(const QTableView& table) {
  const QFontMetrics metrics(table.font());
  int wanted = 0;
  for (int column = 0; column < table.model()->columnCount(); ++column) {
    wanted += table.columnWidth(column);
    for (int row = 0; row < table.model()->rowCount(); ++row)
      if (metrics.horizontalAdvance(table.model()->index(row, column).data().toString()) > table.columnWidth(column))
        return false;
  }
  return wanted <= table.viewport()->width() || table.horizontalScrollBar()->maximum() > 0;
}

}  // namespace

class LayersPageTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void maps_are_what_each_layer_gave() {
    ShownLayersPage s;
    const Prediction prediction = predict(*s.state, s.x);
    for (int layer = 0; layer < 4; ++layer) {
      Q_EMIT s.page.drawing().layerChosen(layer);
      QCOMPARE(s.page.drawing().chosen(), layer);
      QCOMPARE(s.page.tiles().values(), prediction.activations[std::size_t(layer)]);
      QVERIFY(s.page.tiles().tiles() == s.network.shapes[std::size_t(layer)]);
    }
    Q_EMIT s.page.drawing().layerChosen(-1);
    QCOMPARE(s.page.tiles().values(), s.x);
  }

  void a_click_leads_from_the_map_to_the_sum() {
    ShownLayersPage s;
    const Prediction prediction = predict(*s.state, s.x);
    for (const int index : {3 * 196 + 5 * 14 + 7, 0}) {
      s.page.choose_layer(0);
      QCOMPARE(s.page.tiles().large(), -1);
      s.click(index);
      QCOMPARE(s.page.tiles().chosen() / 196, index / 196);
      QCOMPARE(s.page.tiles().large(), index / 196);
      s.click(index);  // in the large map each number can be hit
      QCOMPARE(s.page.tiles().chosen(), index);
      const Neuron neuron = explain(*s.state, s.network, s.x, prediction, 0, std::size_t(index));
      QVERIFY(s.page.image().field() == receptive_field(s.state->model, s.network, 0, std::size_t(index)));
      QVERIFY2(s.page.sum_text().contains(QStringLiteral("%1 products").arg(neuron.terms.size())),
               qPrintable(s.page.sum_text()));
      QVERIFY(
          s.page.sum_text().contains(QStringLiteral("tanh makes %1").arg(number_text(double{neuron.value}, 'g', 3))));
      auto* table = s.page.findChild<QTableView*>();
      QCOMPARE(table->model()->rowCount(), int(neuron.terms.size()));
      double largest = 0;
      for (const Term& term : neuron.terms)
        if (std::abs(term.product()) > std::abs(largest)) largest = term.product();
      QCOMPARE(table->model()->index(0, 3).data().toString(), number_text(largest, 'f', 4));
      QTest::keyClick(&s.page.tiles(), Qt::Key_Escape);
      QCOMPARE(s.page.tiles().large(), -1);
    }
    // A long sum shows its largest products, and the sentence says so.
    s.page.choose_layer(2);
    s.click(6);
    QCOMPARE(s.page.tiles().chosen(), 6);
    QVERIFY(s.page.sum_text().contains(QStringLiteral("245 products")));
    QVERIFY(s.page.sum_text().contains(QStringLiteral("200 largest")));
    QVERIFY((s.page.image().field() == Field{0, 14, 0, 14}));
  }

  void new_weights_change_what_is_shown_and_keep_what_is_chosen() {
    ShownLayersPage s;
    s.page.choose_layer(1);
    s.click(17);
    const std::vector<float> before = s.page.tiles().values();
    const int chosen = s.page.tiles().chosen(), large = s.page.tiles().large();
    const QString text = s.page.sum_text();
    s.page.setState(fresh(small_network(), 2));
    QVERIFY(s.page.tiles().values() != before);
    QCOMPARE(s.page.tiles().chosen(), chosen);
    QCOMPARE(s.page.tiles().large(), large);
    QCOMPARE(s.page.drawing().chosen(), 1);
    QVERIFY(s.page.sum_text() != text);
    s.page.setState(nullptr);
    QVERIFY(s.page.tiles().values().empty());
  }

  void kernels_are_the_weights() {
    ShownLayersPage s;
    s.page.choose_layer(0);
    s.page.show(LayersPage::Show::kernels);
    const Tensor& weight = s.network.tensor(0, "weight");
    QVERIFY((s.page.tiles().tiles() == Shape{5, 3, 3}));
    QVERIFY(std::ranges::equal(s.page.tiles().values(),
                               std::span(s.state->parameters).subspan(weight.offset, weight.count())));
    s.page.choose_layer(2);  // dense on maps: kernels are images, a tile an input
    QVERIFY((s.page.tiles().tiles() == Shape{100, 7, 7}));
    s.page.choose_layer(3);  // dense on a vector has none: its numbers are shown
    QCOMPARE(s.page.tiles().values().size(), std::size_t{4});
  }

  void a_large_network_predictions_beside_the_window() {
    ModelSpec model{.input = {3, 32, 32}};
    model.layers = {{Conv2d{64, {{7, 7}, {1, 1}, {3, 3}}}}, {GlobalAveragePool{}}, {Dense{3}}};
    QVERIFY(!predicts_at_once(model));
    ShownLayersPage s;
    const auto state = fresh(model);
    s.page.setState(state);
    QVERIFY2(s.page.prediction()->probabilities.size() == 4, "the old prediction stays until the new one is there");
    s.click(7);  // all that is shown is of one moment
    s.page.grab();
    QVERIFY(s.page.sum_text().contains(QStringLiteral("6 products")));
    QTRY_COMPARE(s.page.prediction()->probabilities.size(), std::size_t{3});
    QCOMPARE(s.page.prediction()->probabilities, predict(*state, test::input_of(*state, drawing())).probabilities);
    QCOMPARE(s.page.drawing().image().layers(), 3);
  }

  /// An MLP takes the image as a row of numbers; their places in the image are shown all the same.
  void an_mlp_sees_the_whole_image() {
    LayersPage page;
    page.resize(900, 640);
    page.show();
    const ModelSpec model = make_mlp({784, 12, 10}, Activation::relu);
    page.setDrawing(Sketch{drawing()});
    const auto state = fresh(model);
    page.setState(state);
    QTest::mouseClick(&page.tiles(), Qt::LeftButton, {}, page.tiles().cell(3).center().toPoint());
    QCOMPARE(page.tiles().chosen(), 3);
    QVERIFY((page.image().field() == Field{0, 28, 0, 28}));
    const std::vector<float> x = test::input_of(*state, drawing());
    const auto* table = page.findChild<QTableView*>();
    const QStringList place =
        table->model()->index(0, 0).data().toString().split(QRegularExpression(QStringLiteral("[:,] ")));
    QCOMPARE(place.size(), 2);  // of one image
    const float there = x[std::size_t(place[0].toInt() * 28 + place[1].toInt())];
    QCOMPARE(table->model()->index(0, 1).data().toString(), QLocale().toString(double{there}, 'f', 3));
    QTRY_VERIFY(is_whole(*table));
    page.resize(700, 640);
    QTRY_VERIFY(is_whole(*table));
    page.show(LayersPage::Show::kernels);
    QVERIFY((page.tiles().tiles() == Shape{12, 28, 28}));
  }

  void the_list_says_which_image_it_is() {
    LayersPage page;
    page.show();
    const auto* source = page.findChild<QComboBox*>();
    QCOMPARE(source->currentText(), QStringLiteral("test image"));
    page.setDrawing(Sketch{drawing()});
    QCOMPARE(source->currentText(), QStringLiteral("my drawing"));
    page.setDrawing(Sketch{GrayImage(280, 280)});
    QCOMPARE(source->currentText(), QStringLiteral("test image"));
  }

  void everything_has_a_name_and_a_place() {
    ShownLayersPage s;
    for (const QWidget* widget : s.page.findChildren<QWidget*>())
      if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus)
        QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
    TileView tiles;
    tiles.resize(300, 200);
    tiles.set_values(std::vector<float>(700 * 9, 1.0F), {700, 3, 3});
    const QRectF last = tiles.cell(700 * 9 - 1);
    QVERIFY(!last.isEmpty() && QRectF(tiles.rect()).contains(last));
  }
};

QTEST_MAIN(LayersPageTest)
#include "layers_page_test.moc"
