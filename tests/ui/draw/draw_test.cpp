// The Draw page, driven as a user drives it: pen moves, keys and buttons in; the prediction, the collection and its
// files out.
#include <QComboBox>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QMouseEvent>
#include <QPointingDevice>
#include <QSignalSpy>
#include <QTabletEvent>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <algorithm>
#include <set>

#include "core/base/files.h"
#include "core/compute/backend_table.h"
#include "core/data/digit_fit.h"
#include "core/data/drawn_set.h"
#include "core/data/idx.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "core/launch/train.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/support.h"
#include "ui/draw/activation_grid.h"
#include "ui/draw/draw_page.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/draw/label_bar.h"
#include "ui/draw/pixel_grid.h"
#include "ui/network/probability_bars.h"
#include "ui/runs/network_input.h"
#include "ui/theme/theme.h"

namespace mlplab {
namespace {

/// Sends what the window system sends; QTest's own mouse functions know whole pixels only.
void send_mouse(QWidget& widget, QEvent::Type type, const QPointF& position) {
  const bool up = type == QEvent::MouseButtonRelease;
  const Qt::MouseButton button = type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton;
  QMouseEvent event(type, position, widget.mapToGlobal(position), button, up ? Qt::NoButton : Qt::LeftButton,
                    Qt::NoModifier);
  QCoreApplication::sendEvent(&widget, &event);
}

QPointF on_widget(const DrawingCanvas& canvas, const PenPoint& point) {
  const QRectF sheet = canvas.sheetRect();
  return sheet.topLeft() + QPointF(point.x, point.y) * sheet.width() / sheet_side;
}

void draw_by_mouse(DrawingCanvas& canvas, const std::vector<Stroke>& strokes) {
  for (const Stroke& stroke : strokes) {
    canvas.setPenWidth(stroke.width);
    send_mouse(canvas, QEvent::MouseButtonPress, on_widget(canvas, stroke.points.front()));
    for (const PenPoint& point : stroke.points) send_mouse(canvas, QEvent::MouseMove, on_widget(canvas, point));
    send_mouse(canvas, QEvent::MouseButtonRelease, on_widget(canvas, stroke.points.back()));
  }
}

/// A page of a usual size with its parts at hand.
struct ShownDraw {
  DrawPage page;
  DrawingCanvas* canvas = page.findChild<DrawingCanvas*>();
  ProbabilityBars* bars = page.findChild<ProbabilityBars*>();
  PixelGrid* seen = page.findChild<PixelGrid*>();
  ActivationGrid* hidden = page.findChild<ActivationGrid*>();

  explicit ShownDraw(std::shared_ptr<const TrainingState> state = nullptr) {
    page.resize(1000, 680);
    page.setState(std::move(state));
    page.show();
    QCoreApplication::processEvents();
  }
  bool says(const QString& words) const {
    const auto labels = page.findChildren<QLabel*>();
    return std::ranges::any_of(labels, [&](const QLabel* label) { return label->text().contains(words); });
  }
  QToolButton* button(const QString& text) const {
    for (QToolButton* found : page.findChildren<QToolButton*>())
      if (found->text() == text) return found;
    return nullptr;
  }
};

}  // namespace

class DrawTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase();
  void readsTheDrawnDigitsFromTheCanvas();
  void predictionsWhileThePenMoves();
  void undoAndClear();
  void resizingKeepsTheDrawing();
  void penPressureAndTouch();
  void drawsByKeyboard();
  void labelsAndSavesATestSet();
  void labelledDrawingsAreKept();
  void keptDrawingsAreNeverWrittenOver();
  void saysWhyThereIsNoPrediction();
  void deeperNetworksShowEachLayer();
  void convolutionalNetworksPredictionToo();
  void aLargeNetworkPredictionsBesideTheWindow();
  void imagesOfOtherSizesAndColoursAreReadToo();
  void aFilesImageIsPreparedAsTheTrainingImages();
  void manyClassesShowTheLikeliest();
  void asksForWeightsOnlyWhileShown();
  void showsTheExampleInBothThemes();
  void everyControlHasAName();

 private:
  std::shared_ptr<const TrainingState> trained_;
  std::vector<test::DrawnDigit> digits_;
};

void DrawTest::initTestCase() {
  digits_ = test::drawn_digits(MLPLAB_TEST_DATA);
  RunSpec spec;
  spec.backend = default_backend().name;
  spec.data.train_limit = 20000;  // all of them are trained in drawn_digits_test.cpp
  spec.eval_every = spec.epochs;
  test::Remember events;
  RunControl control;
  const RunEnded ended = train(spec, load_dataset(spec.data, find_resources(), spec.seed), events, control);
  QVERIFY2(ended.status == RunStatus::done, ended.reason.c_str());
  trained_ = events.states.back();
}

void DrawTest::readsTheDrawnDigitsFromTheCanvas() {
  ShownDraw p(trained_);
  std::size_t right = 0;
  for (const auto& digit : digits_) {
    p.canvas->clear();
    draw_by_mouse(*p.canvas, digit.strokes);
    QVERIFY(p.canvas->pixels() == rasterize(p.canvas->strokes()));
    QVERIFY(p.page.prediction().has_value());
    right += p.page.prediction()->label == digit.label ? 1 : 0;
  }
  qInfo("%zu of %zu drawn digits read right from the canvas", right, digits_.size());
  QVERIFY(digits_.size() >= 40);
  QVERIFY(10 * right >= 9 * digits_.size());
}

void DrawTest::predictionsWhileThePenMoves() {
  ShownDraw p(trained_);
  QVERIFY(p.bars->probabilities().empty());
  const Stroke& stroke = digits_[18].strokes[0];  // a 3
  send_mouse(*p.canvas, QEvent::MouseButtonPress, on_widget(*p.canvas, stroke.points[0]));
  std::set<std::vector<float>> predictions;
  for (const PenPoint& point : stroke.points) {
    send_mouse(*p.canvas, QEvent::MouseMove, on_widget(*p.canvas, point));
    predictions.insert(p.bars->probabilities());
  }
  QVERIFY2(predictions.size() > stroke.points.size() / 2, "each move is predicted, before the button is released");
  QCOMPARE(p.bars->winner(), p.page.prediction()->label);
  QVERIFY(p.seen->image().pixels == fit_ink(p.canvas->pixels()).pixels);
  QCOMPARE(p.hidden->values().size(), std::size_t{256});
  QVERIFY(p.says(QStringLiteral("784-256-10, epoch 10")));

  const std::vector<float> before = p.bars->probabilities();
  p.page.setState(std::make_shared<TrainingState>(initial_state(trained_->model, {}, 7)));
  QVERIFY2(p.bars->probabilities() != before, "new weights change the prediction for the same drawing");
}

void DrawTest::undoAndClear() {
  ShownDraw p(trained_);
  QToolButton* undo = p.button(QStringLiteral("Undo"));
  QToolButton* clear = p.button(QStringLiteral("Clear"));
  QVERIFY(undo != nullptr && clear != nullptr);
  QVERIFY(!undo->isEnabled() && !clear->isEnabled());
  const std::vector<Stroke> first{{20, {{50, 50}, {200, 60}}}};
  const std::vector<Stroke> second{{20, {{50, 200}, {200, 210}}}};
  draw_by_mouse(*p.canvas, first);
  const GrayImage one = p.canvas->pixels();
  draw_by_mouse(*p.canvas, second);
  const GrayImage two = p.canvas->pixels();
  QVERIFY(!(one == two));
  undo->click();
  QVERIFY(p.canvas->pixels() == one);
  draw_by_mouse(*p.canvas, second);
  QVERIFY(p.canvas->pixels() == two);
  clear->click();
  QVERIFY(p.canvas->isEmpty());
  QVERIFY(!p.page.prediction().has_value());
  QVERIFY(p.bars->probabilities().empty());
  QTest::keyClick(p.canvas, Qt::Key_Z, Qt::ControlModifier);
  QVERIFY2(p.canvas->pixels() == two, "clearing can be undone");
  QTest::keyClick(p.canvas, Qt::Key_Delete);
  QVERIFY(p.canvas->isEmpty());
}

void DrawTest::resizingKeepsTheDrawing() {
  ShownDraw p(trained_);
  draw_by_mouse(*p.canvas, digits_[20].strokes);
  const GrayImage before = p.canvas->pixels();
  p.page.resize(760, 520);
  QCoreApplication::processEvents();
  QVERIFY(p.canvas->pixels() == before);
}

void DrawTest::penPressureAndTouch() {
  ShownDraw p(trained_);
  const QPointingDevice pen(QStringLiteral("pen"), 1, QInputDevice::DeviceType::Stylus,
                            QPointingDevice::PointerType::Pen, QInputDevice::Capability::Pressure, 1, 1);
  const auto send = [&](QEvent::Type type, const QPointF& position, double pressure) {
    QTabletEvent event(type, &pen, position, p.canvas->mapToGlobal(position), pressure, 0, 0, 0, 0, 0, Qt::NoModifier,
                       type == QEvent::TabletMove ? Qt::NoButton : Qt::LeftButton, Qt::LeftButton);
    QCoreApplication::sendEvent(p.canvas, &event);
  };
  send(QEvent::TabletPress, on_widget(*p.canvas, {100, 100}), 0.1);
  send(QEvent::TabletMove, on_widget(*p.canvas, {200, 100}), 1.0);
  send(QEvent::TabletRelease, on_widget(*p.canvas, {200, 100}), 0.0);
  QCOMPARE(p.canvas->strokes().size(), std::size_t{1});
  const auto& points = p.canvas->strokes()[0].points;
  QCOMPARE(points.size(), std::size_t{2});
  QVERIFY2(points[1].pressure > 2 * points[0].pressure, "a firm pen draws a thicker line");

  auto* finger = QTest::createTouchDevice();
  const auto at = [&](float x, float y) { return on_widget(*p.canvas, {x, y}).toPoint(); };
  QTest::touchEvent(p.canvas, finger).press(0, at(50, 200), p.canvas);
  QTest::touchEvent(p.canvas, finger).move(0, at(150, 210), p.canvas);
  QTest::touchEvent(p.canvas, finger).release(0, at(150, 210), p.canvas);
  QCOMPARE(p.canvas->strokes().size(), std::size_t{2});
  QVERIFY(p.canvas->strokes()[1].points.size() >= 2);
}

void DrawTest::drawsByKeyboard() {
  ShownDraw p(trained_);
  for (int i = 0; i < 12; ++i) QTest::keyClick(p.canvas, Qt::Key_Up);
  QVERIFY2(p.canvas->isEmpty(), "the pen is up");
  QTest::keyClick(p.canvas, Qt::Key_Space);
  for (int i = 0; i < 24; ++i) QTest::keyClick(p.canvas, Qt::Key_Down);
  QTest::keyClick(p.canvas, Qt::Key_Space);
  QTest::keyClick(p.canvas, Qt::Key_Left);
  QCOMPARE(p.canvas->strokes().size(), std::size_t{1});
  QCOMPARE(p.page.prediction()->label, 1);
  QTest::keyClick(p.canvas, Qt::Key_1);
  QCOMPARE(p.page.collection().labels, std::vector<std::uint8_t>{1});
  QVERIFY2(p.canvas->isEmpty(), "the sheet is ready for the next digit");
}

void DrawTest::labelsAndSavesATestSet() {
  const QTemporaryDir folder;
  const std::filesystem::path mine = folder.filePath(QStringLiteral("mine")).toStdString();
  ShownDraw p(trained_);
  QToolButton* save = p.button(QStringLiteral("Save…"));
  QVERIFY(save != nullptr && !save->isEnabled());
  const auto label_button = [&](int digit) {
    return p.page.findChild<QToolButton*>(QStringLiteral("label_%1").arg(digit));
  };
  QVERIFY2(!label_button(9)->isEnabled(), "there is nothing to label yet");
  std::vector<GrayImage> drawn;
  std::vector<std::uint8_t> labels;
  for (const std::size_t i : {std::size_t{0}, std::size_t{27}, std::size_t{54}}) {
    draw_by_mouse(*p.canvas, digits_[i].strokes);
    drawn.push_back(fit_ink(p.canvas->pixels()));
    labels.push_back(static_cast<std::uint8_t>(digits_[i].label));
    label_button(digits_[i].label)->click();
    QVERIFY(p.canvas->isEmpty());
  }
  QVERIFY(p.says(QStringLiteral("3 labelled, 3 correct")));
  QVERIFY(save->isEnabled());
  QVERIFY(p.page.saveCollection(mine));

  const IdxArray images = read_idx(mine / "t10k-images-idx3-ubyte");
  QCOMPARE(images.shape, (std::vector<std::uint32_t>{3, 28, 28}));
  for (std::size_t i = 0; i < 3; ++i)
    QVERIFY(std::equal(drawn[i].pixels.begin(), drawn[i].pixels.end(),
                       images.values.begin() + static_cast<std::ptrdiff_t>(i * 784)));
  QCOMPARE(read_idx(mine / "t10k-labels-idx1-ubyte").values, labels);
  const Dataset dataset = load_dataset({.source = mine.string()}, find_resources(), 1);
  QCOMPARE(dataset.test.size(), std::size_t{3});
  QCOMPARE(dataset.train.size(), std::size_t{60000});

  const QString among_files = folder.filePath(QStringLiteral("documents"));
  QVERIFY(QDir().mkpath(among_files));
  test::write_bytes(among_files.toStdString() + "/letter.txt", "Dear class");
  save->click();
  auto* dialog = p.page.findChild<QFileDialog*>();
  QVERIFY2(dialog != nullptr && !dialog->isModal(), "the window stays usable");
  dialog->selectFile(among_files);
  QMetaObject::invokeMethod(dialog, "accept");
  QCOMPARE(read_idx(among_files.toStdString() + "/drawn-digits/t10k-labels-idx1-ubyte").values, labels);

  ShownDraw other(trained_);
  QVERIFY(other.page.openCollection(mine));
  QCOMPARE(other.page.collection().labels, labels);
  QVERIFY(!other.page.openCollection(mine / "missing"));
  QVERIFY2(other.page.collection().labels == labels, "a failed opening changes nothing");
  QVERIFY(!other.page.saveCollection(find_resources() / "mnist"));
  QVERIFY(other.says(QStringLiteral("other images already")));
}

void DrawTest::saysWhyThereIsNoPrediction() {
  ShownDraw p;
  QVERIFY(p.says(QStringLiteral("press Run")));
  draw_by_mouse(*p.canvas, digits_[0].strokes);
  QVERIFY(!p.page.prediction().has_value());
  QVERIFY2(*std::ranges::max_element(p.seen->image().pixels) == 255, "the input is shown without a network, too");
  const ModelSpec odd = make_mlp({30, 5, 3}, Activation::relu);
  p.page.setState(std::make_shared<TrainingState>(initial_state(odd, {}, 1)));
  QVERIFY(p.says(QStringLiteral("takes 30 inputs")));
  QVERIFY(!p.page.prediction().has_value());
  p.page.setState(trained_);
  QVERIFY(p.page.prediction().has_value());
  p.page.setState(nullptr);
  QVERIFY(p.says(QStringLiteral("press Run")));
}

void DrawTest::deeperNetworksShowEachLayer() {
  const auto state_of = [](const std::vector<int>& widths) {
    return std::make_shared<TrainingState>(initial_state(make_mlp(widths, Activation::tanh), {}, 1));
  };
  ShownDraw p(state_of({784, 30, 20, 10}));
  p.page.show_example(ExampleSize::quick);
  QCOMPARE(p.hidden->values().size(), std::size_t{30});
  auto* layer = p.page.findChild<QComboBox*>();
  QVERIFY(layer->isVisible());
  layer->setCurrentIndex(1);
  QCOMPARE(p.hidden->values().size(), std::size_t{20});
  p.page.setState(state_of({784, 10}));
  QVERIFY(p.hidden->values().empty());
  QVERIFY(!layer->isVisible());
  QVERIFY(p.page.prediction().has_value());
}

void DrawTest::convolutionalNetworksPredictionToo() {
  ModelSpec model{.input = {1, 28, 28}};
  model.layers = {
      {Conv2d{3, {{5, 5}, {2, 2}, {2, 2}}, true, Activation::relu}}, {BatchNorm{}}, {GlobalAveragePool{}}, {Dense{10}}};
  ShownDraw p(std::make_shared<TrainingState>(initial_state(model, {}, 1)));
  p.page.show_example(ExampleSize::quick);
  QVERIFY(p.page.prediction().has_value());
  QCOMPARE(p.page.prediction()->probabilities.size(), std::size_t{10});
  QCOMPARE(p.hidden->values().size(), std::size_t{3 * 14 * 14});
  p.page.findChild<QComboBox*>()->setCurrentIndex(2);
  QCOMPARE(p.hidden->values().size(), std::size_t{3});
}

/// Enough operations that the prediction is not waited for: the stroke returns before it is there, the newest one is
/// predicted, and a network that came since is not told of what the one before it said.
void DrawTest::aLargeNetworkPredictionsBesideTheWindow() {
  ModelSpec model{.input = {1, 28, 28}};
  const Window same{{3, 3}, {1, 1}, {1, 1}};
  model.layers = {{Conv2d{32, same}, {}, "conv1"}, {Conv2d{32, same}, {}, "conv2"}, {GlobalAveragePool{}}, {Dense{10}}};
  const auto state = std::make_shared<TrainingState>(initial_state(model, {}, 1));
  QVERIFY(!predicts_at_once(model) && predicts_at_once(trained_->model));
  ShownDraw p(state);
  draw_by_mouse(*p.canvas, digits_[0].strokes);
  QVERIFY2(!p.page.prediction().has_value(), "the events of the other thread are yet to come");
  QVERIFY(p.says(QStringLiteral("takes a moment")));
  const std::vector<float> wanted = predict(*state, test::input_of(*state, p.canvas->pixels())).probabilities;
  QTRY_VERIFY(p.page.prediction().has_value() && p.page.prediction()->probabilities == wanted);
  QCOMPARE(p.bars->probabilities(), wanted);
  p.canvas->clear();
  QVERIFY(!p.page.prediction().has_value());
  draw_by_mouse(*p.canvas, digits_[9].strokes);
  p.page.setState(trained_);
  const std::vector<float> now = p.bars->probabilities();
  QVERIFY(!now.empty());
  QTest::qWait(1);
  QCOMPARE(p.bars->probabilities(), now);
  for (const std::size_t i : {std::size_t{0}, std::size_t{27}}) {
    draw_by_mouse(*p.canvas, digits_[i].strokes);
    p.page.labelDrawing(digits_[i].label);
  }
  QVERIFY(p.says(QStringLiteral("2 labelled, 2 correct")));
  p.page.setState(state);
  int right = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    std::vector<float> x;
    for (const std::uint8_t pixel : p.page.collection().images[i].pixels) x.push_back(float(pixel) * feature_scale);
    right += predict(*state, x).label == p.page.collection().labels[i] ? 1 : 0;
  }
  QTRY_VERIFY(p.says(QStringLiteral("2 labelled, %1 correct").arg(right)));
}

void DrawTest::imagesOfOtherSizesAndColoursAreReadToo() {
  ModelSpec model{.input = {3, 40, 32}};
  model.layers = {{MaxPool{{{4, 4}, {4, 4}, {0, 0}}}}, {Dense{12}}};
  const TrainingState state = initial_state(model, {}, 1);
  ShownDraw p(std::make_shared<TrainingState>(state));
  QVERIFY(p.says(QStringLiteral("32 × 40, 3 channels, assumed")));
  draw_by_mouse(*p.canvas, digits_[0].strokes);
  const std::vector<float> x = test::input_of(state, p.canvas->pixels());
  QVERIFY(p.seen->image().shape == (ImageShape{40, 32, 3}));
  QVERIFY2(p.seen->image().pixels != fit_ink(p.canvas->pixels(), 40, 32).pixels, "it is no network of digits");
  QCOMPARE(x.size(), model.input.size());
  QVERIFY(std::equal(x.begin(), x.begin() + 1280, x.begin() + 1280));
  QCOMPARE(p.page.prediction()->probabilities, predict(state, x).probabilities);
  // A labelled drawing stays what MNIST's images are, and is no test of this network.
  p.page.labelDrawing(3);
  QCOMPARE(p.page.collection().images.front().height, 28);
  QVERIFY(p.says(QStringLiteral("1 labelled")) && !p.says(QStringLiteral("correct")));
}

void DrawTest::aFilesImageIsPreparedAsTheTrainingImages() {
  ModelSpec model{.input = {3, 12, 18}};
  model.layers = {{Dense{3}}};
  auto state = std::make_shared<TrainingState>(initial_state(model, {}, 1));
  state->preparation = std::make_shared<const Preparation>(
      Preparation{.image = {12, 18, 3}, .class_names = {"1", "10", "2"}, .light_paper = true});
  ShownDraw p(state);
  QVERIFY(p.says(QStringLiteral("18 × 12, 3 channels")) && !p.says(QStringLiteral("assumed")));
  QVERIFY(p.says(QStringLiteral("one of 3 classes")));
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("some.png"));
  QImage image(18, 12, QImage::Format_RGB32);
  for (int y = 0; y < 12; ++y)
    for (int x = 0; x < 18; ++x) image.setPixel(x, y, qRgb(255 - 9 * x, 20 * y, 7 * x + 3 * y));
  QVERIFY(image.save(file));
  p.page.open_image(file.toStdString());
  QTRY_VERIFY(p.page.prediction().has_value());
  const Image read = read_image(file.toStdString());
  QCOMPARE(p.page.prediction()->probabilities, predict(*state, floats_of(read)).probabilities);
  QVERIFY2(p.seen->image().pixels == read.pixels, "in its colours, as the network sees it");
  QCOMPARE(p.bars->names(), (QStringList{QStringLiteral("1"), QStringLiteral("10"), QStringLiteral("2")}));
  const std::vector<float> of_file = p.page.prediction()->probabilities;
  draw_by_mouse(*p.canvas, digits_[0].strokes);
  QVERIFY2(p.page.prediction()->probabilities != of_file, "what is drawn on it is seen");
  while (!p.canvas->strokes().empty()) p.canvas->undo();
  QCOMPARE(p.page.prediction()->probabilities, of_file);
}

void DrawTest::labelledDrawingsAreKept() {
  const QTemporaryDir folder;
  const std::filesystem::path kept = folder.filePath(QStringLiteral("drawings")).toStdString();
  {
    ShownDraw p(trained_);
    p.page.keepIn(kept);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}}) {
      draw_by_mouse(*p.canvas, digits_[i].strokes);
      p.page.labelDrawing(digits_[i].label);
    }
    DrawPage next;  // as after a kill: the first page has not ended
    next.keepIn(kept);
    QCOMPARE(next.collection().labels, p.page.collection().labels);
    QVERIFY(next.collection().images.back().pixels == p.page.collection().images.back().pixels);
    for (int i = 0; i < 2; ++i) p.page.findChild<LabelBar*>()->takeBackWanted();
  }
  DrawPage last;
  last.keepIn(kept);
  QCOMPARE(last.collection().size(), std::size_t{0});
}

void DrawTest::keptDrawingsAreNeverWrittenOver() {
  const QTemporaryDir folder;
  const auto path = [&](const char* name) -> std::filesystem::path {
    return folder.filePath(QLatin1String(name)).toStdString();
  };
  const std::filesystem::path kept = path("drawings");
  const auto label = [&](ShownDraw& shown, std::size_t digit) {
    draw_by_mouse(*shown.canvas, digits_[digit].strokes);
    shown.page.labelDrawing(digits_[digit].label);
  };
  ShownDraw p(trained_);
  p.page.keepIn(kept);
  label(p, 0);
  QVERIFY(p.page.saveCollection(path("mine")));
  label(p, 1);
  // Another set takes the place of two drawings of which one is saved nowhere.
  QVERIFY(p.page.openCollection(path("mine")));
  QVERIFY(p.says(QStringLiteral("drawings.old")));
  QCOMPARE(read_drawn_set(path("drawings.old")).size(), std::size_t{2});
  QCOMPARE(read_drawn_set(kept).size(), std::size_t{1});
  QVERIFY(p.page.openCollection(path("mine")));  // nothing was labelled since
  QVERIFY(!std::filesystem::exists(path("drawings.old-2")));
  // Killed between the two files of a set that grew: the drawings of before are there.
  const std::string labels = read_file(kept / "t10k-labels-idx1-ubyte");
  label(p, 1);
  write_file_atomically(kept / "t10k-labels-idx1-ubyte", labels);
  DrawPage killed;
  killed.keepIn(kept);
  QCOMPARE(killed.collection().size(), std::size_t{1});
  // An unreadable file is put aside before anything is kept in its place.
  write_file_atomically(kept / "t10k-labels-idx1-ubyte", "no labels");
  ShownDraw next(trained_);
  next.page.keepIn(kept);
  QVERIFY(next.says(QStringLiteral("drawings.old-2")));
  label(next, 0);
  QCOMPARE(read_file(path("drawings.old-2") / "t10k-labels-idx1-ubyte"), std::string("no labels"));
  QCOMPARE(read_drawn_set(kept).size(), std::size_t{1});
  // Another window has the folder.
  ShownDraw second(trained_);
  second.page.doNotKeep();
  label(second, 1);
  QVERIFY(second.says(QStringLiteral("save these")));
  QCOMPARE(read_drawn_set(kept).size(), std::size_t{1});
}

void DrawTest::manyClassesShowTheLikeliest() {
  ProbabilityBars bars;
  bars.resize(300, 400);
  std::vector<float> probabilities(50, 0.01F);
  probabilities[37] = 0.51F;
  QStringList names;
  for (int i = 0; i < 50; ++i) names << QStringLiteral("kind %1").arg(i);
  bars.setNames(names);
  bars.setProbabilities(probabilities);
  QCOMPARE(bars.winner(), 37);
  QVERIFY(bars.accessibleDescription().contains(QStringLiteral("kind 37: 51.0 %")));
  const QImage image = bars.grab().toImage();
  int accent = 0;  // the first of twelve bars
  for (int x = 0; x < image.width(); ++x) accent += image.pixelColor(x, 400 / 24) == light_theme().accent ? 1 : 0;
  QVERIFY(accent > 40);
}

void DrawTest::asksForWeightsOnlyWhileShown() {
  DrawPage page;
  QSignalSpy wanted(&page, &DrawPage::stateWanted);
  page.show();
  QCOMPARE(wanted.count(), 1);
  QCOMPARE(wanted.takeFirst().at(0).toBool(), true);
  page.hide();
  QCOMPARE(wanted.count(), 1);
  QCOMPARE(wanted.takeFirst().at(0).toBool(), false);
}

void DrawTest::showsTheExampleInBothThemes() {
  ShownDraw p(trained_);
  p.page.show_example(ExampleSize::quick);
  QCOMPARE(p.page.prediction()->label, 5);
  for (const Theme& theme : {light_theme(), dark_theme()}) {
    p.page.set_theme(theme);
    const QImage canvas = p.canvas->grab().toImage();
    const PenPoint inked = p.canvas->strokes()[0].points[2];
    QCOMPARE(canvas.pixelColor(on_widget(*p.canvas, inked).toPoint()), theme.text);
    const QImage bars = p.bars->grab().toImage();
    const int row = bars.height() * 11 / 20;  // the middle of the sixth of ten rows: the five
    int accent = 0;
    for (int x = 0; x < bars.width(); ++x) accent += bars.pixelColor(x, row) == theme.accent ? 1 : 0;
    QVERIFY2(accent > bars.width() / 4, "the winner's bar is long and in the accent colour");
  }
}

void DrawTest::everyControlHasAName() {
  ShownDraw p(trained_);
  for (const QWidget* widget : p.page.findChildren<QWidget*>())
    if (widget->isVisible() && widget->focusPolicy() != Qt::NoFocus)
      QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
}

}  // namespace mlplab

QTEST_MAIN(mlplab::DrawTest)
#include "draw_test.moc"
