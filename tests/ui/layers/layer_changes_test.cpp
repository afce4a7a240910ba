// The tab Changes of the page Layers, and the boxes of both drawings: the weights that the last step moved, and no
// others.
#include <QtTest>
#include <QtWidgets>

#include "core/model/network.h"
#include "tests/support/window_home.h"
#include "tests/ui/short_run.h"
#include "ui/design/network_page.h"
#include "ui/layers/change_model.h"
#include "ui/layers/layers_page.h"
#include "ui/main_window.h"
#include "ui/network/network_drawing.h"
#include "ui/network/tile_view.h"
#include "ui/runs/run_session.h"
#include "ui/train/setup_panel.h"
#include "ui/train/step_sheet.h"

using namespace mlplab;

namespace {

constexpr int change_limit_ms = 15000;

}  // namespace

class LayerChangesTest : public TestWithWindow {
  Q_OBJECT

  QSize size() const override { return {1280, 800}; }
  void opened() override { window_->setup().set_spec(short_run({.train = 320, .hidden = 16, .epochs = 4})); }

  template <class PageKind>
  PageKind& open_page() {
    auto* page = window_->findChild<PageKind*>();
    const auto at = std::ranges::find(window_->pages(), page);
    window_->show_page(static_cast<int>(at - window_->pages().begin()));
    return *page;
  }
  /// Takes the batch with this number, from 1; the weights after it.
  std::shared_ptr<const TrainingState> step(int number) {
    window_->stepBatch();
    const auto taken = [&] {
      const auto now = window_->session().weights();
      return window_->session().state() == RunSession::State::paused && now && now->steps_done == number;
    };
    if (!QTest::qWaitFor(taken, change_limit_ms)) qFatal("no step");
    return window_->session().weights();
  }
  static QString measured(NetworkDrawing& drawing, int layer) { return drawing.image().text_of(layer); }

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale::c()); }

  void shows_what_the_step_changed() {
    auto& page = open_page<LayersPage>();
    const auto before = step(1), after = step(2);
    page.choose_layer(0);
    page.show(LayersPage::Show::changes);
    const Network network = network_of(after->model);
    const Tensor& weight = network.tensor(0, "weight");
    std::vector<float> expected(weight.count());
    for (std::size_t i = 0; i < expected.size(); ++i)
      expected[i] = after->parameters[weight.offset + i] - before->parameters[weight.offset + i];
    QTRY_COMPARE_WITH_TIMEOUT(page.tiles().values(), expected, change_limit_ms);
    QVERIFY((page.tiles().tiles() == Shape{16, 28, 28}));

    auto* table = page.findChild<QTableView*>();
    const auto* rows = qobject_cast<ChangeModel*>(table->model());
    QVERIFY(rows != nullptr);
    QCOMPARE(rows->rowCount(), static_cast<int>(most_weights_told));
    double largest = 0.0;
    for (std::size_t i = 0; i < weight.count(); ++i)
      largest = std::max(
          largest, std::abs(double{after->parameters[weight.offset + i]} - before->parameters[weight.offset + i]));
    QVERIFY(std::abs(rows->weight(0).change()) >= largest);  // a bias can move further
    // A row leads to its number in the tiles, and back.
    for (int row = 0; row < rows->rowCount(); ++row) {
      const WeightChange& moved = rows->weight(row);
      if (network.tensors[moved.tensor].name != weight.name) continue;
      QCOMPARE(expected[moved.place], moved.after - moved.before);
      QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(rows->index(row, 0)).center());
      QCOMPARE(page.tiles().chosen(), static_cast<int>(moved.place));
      const auto pixel = static_cast<int>(moved.place % 784);
      QCOMPARE(rows->index(row, ChangeModel::place_column).data().toString(),
               QStringLiteral("%1 ← %2, %3").arg(moved.place / 784 + 1).arg(pixel / 28).arg(pixel % 28));
      break;
    }
    QVERIFY(measured(page.drawing(), 0).contains(QStringLiteral("moved by ")));
    QVERIFY(measured(page.drawing(), 0) != measured(page.drawing(), 1));

    // A dense layer on a vector has no kernels; the weights of each unit are a tile.
    page.choose_layer(1);
    QVERIFY((page.tiles().tiles() == Shape{10, 4, 4}));
    page.show(LayersPage::Show::maps);
    QVERIFY(qobject_cast<ChangeModel*>(table->model()) == nullptr);
  }

  /// The third tab takes no width from the numbers of a sum.
  void a_small_window_shows_a_sum_whole() {
    window_->resize(1024, 768);
    auto& page = open_page<LayersPage>();
    step(1);
    page.choose_layer(0);
    for (const LayersPage::Show what : {LayersPage::Show::changes, LayersPage::Show::maps}) {
      page.show(what);
      QTRY_VERIFY_WITH_TIMEOUT(what == LayersPage::Show::changes || page.tiles().values().size() == 16,
                               change_limit_ms);
      page.tiles().choose(3);
      Q_EMIT page.tiles().valueChosen(3);
      const auto* table = page.findChild<QTableView*>();
      QTRY_VERIFY(table->model()->rowCount() > 0 || what == LayersPage::Show::changes);
      QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    }
    bool said = false;
    for (const QLabel* label : page.findChildren<QLabel*>())
      said = said || (label->isVisible() && label->text() == QStringLiteral("16 numbers") && label->width() > 40);
    QVERIFY2(said, "the tabs leave no room for how many numbers there are");
  }

  void without_a_step_it_says_what_to_do() {
    auto& page = open_page<LayersPage>();
    window_->run();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active() && window_->session().weights(); },
                            change_limit_ms));
    page.choose_layer(0);
    page.show(LayersPage::Show::changes);
    QVERIFY2(page.sum_text().contains(QStringLiteral("Step a batch")), qPrintable(page.sum_text()));
    QVERIFY(page.tiles().values().empty());
    QVERIFY(!measured(page.drawing(), 0).contains(QStringLiteral("moved by ")));
  }

  /// A page that is left takes the steps from nobody else who looks.
  void who_looks_last_still_sees() {
    window_->open_step_sheet();
    open_page<LayersPage>();
    step(1);
    open_page<NetworkPage>();
    window_->show_page(0);
    const auto& sheet = *window_->findChild<StepSheet*>();
    step(2);
    QTRY_VERIFY_WITH_TIMEOUT(sheet.heading().startsWith(QStringLiteral("Batch 2 of 5")), change_limit_ms);
  }

  /// The page Network draws the next run's network: a step of another one says nothing of it.
  void the_network_of_the_next_run_shows_steps_of_its_own_alone() {
    auto& page = open_page<NetworkPage>();
    step(1);
    step(2);
    QTRY_VERIFY_WITH_TIMEOUT(page.measured_text().contains(QStringLiteral("batch 2 of 5, epoch 1")), change_limit_ms);
    QVERIFY(measured(page.drawing(), 0).contains(QStringLiteral("moved by ")));
    RunSpec other = window_->setup().spec();
    other.model = make_mlp({784, 24, 10}, Activation::relu);
    window_->setup().set_spec(other);
    QTRY_VERIFY_WITH_TIMEOUT(!measured(page.drawing(), 0).contains(QStringLiteral("moved by ")), change_limit_ms);
    QVERIFY2(page.measured_text().isEmpty(), qPrintable(page.measured_text()));
  }

  void another_run_does_not_keep_the_step_of_the_last() {
    auto& page = open_page<LayersPage>();
    step(1);
    page.choose_layer(0);
    page.show(LayersPage::Show::changes);
    step(2);
    QTRY_VERIFY_WITH_TIMEOUT(!page.tiles().values().empty(), change_limit_ms);
    window_->session().stop();
    QVERIFY(QTest::qWaitFor([this] { return !window_->session().active(); }, change_limit_ms));
    const std::vector<float> moved = page.tiles().values();
    QVERIFY(!moved.empty());  // it is still the run that is seen
    window_->run();
    QTRY_VERIFY_WITH_TIMEOUT(page.tiles().values() != moved, change_limit_ms);
  }
};

QTEST_MAIN(LayerChangesTest)
#include "layer_changes_test.moc"
