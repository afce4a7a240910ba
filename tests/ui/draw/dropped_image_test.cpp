// Images dropped on the window, or chosen: an image becomes the drawing; a faulty one is reported and changes nothing.
#include <QtTest>
#include <QtWidgets>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/data/digit_fit.h"
#include "core/data/drawn_set.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/window_home.h"
#include "ui/draw/draw_page.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/draw/label_bar.h"
#include "ui/runs/network_input.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/banner.h"

namespace mlplab {
namespace {

/// An image of a drawing on a sheet that is no square; the soft edges mix the colours `ink` and `paper`.
QImage image_of(const std::vector<Stroke>& strokes, const QColor& ink, const QColor& paper) {
  const GrayImage drawing = rasterize(strokes, 300);
  QImage image(420, 360, QImage::Format_RGB32);
  image.fill(paper);
  for (int y = 0; y < drawing.height; ++y)
    for (int x = 0; x < drawing.width; ++x) {
      const int share = drawing.at(y, x);
      const auto mixed = [share](int from, int to) { return (from * (255 - share) + to * share) / 255; };
      image.setPixelColor(
          x + 70, y + 20,
          QColor(mixed(paper.red(), ink.red()), mixed(paper.green(), ink.green()), mixed(paper.blue(), ink.blue())));
    }
  return image;
}

double mean_difference(const GrayImage& a, const GrayImage& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) sum += std::abs(int{a.pixels[i]} - int{b.pixels[i]});
  return sum / static_cast<double>(a.pixels.size());
}

class DroppedImageTest : public QObject {
  Q_OBJECT

  std::unique_ptr<WindowHome> home_;
  std::unique_ptr<MainWindow> window_;
  std::vector<test::DrawnDigit> digits_ = test::drawn_digits(MLPLAB_TEST_DATA);

  QString path(const char* name) const { return home_->filePath(QLatin1String(name)); }
  DrawPage& page() const { return *window_->findChild<DrawPage*>(); }
  DrawingCanvas& canvas() const { return *page().findChild<DrawingCanvas*>(); }
  QString message() const { return window_->banner().message(); }
  void show(const char* name) { window_->action(QLatin1String("page_") + QLatin1String(name))->trigger(); }

  void drop(const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : paths) urls << QUrl::fromLocalFile(file);
    data.setUrls(urls);
    QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(window_.get(), &event);
  }
  /// Waits for the drawing to be another one.
  bool dropped_is_drawn(const QStringList& paths) {
    QSignalSpy drawn(&canvas(), &DrawingCanvas::drawingChanged);
    drop(paths);
    return drawn.wait(20000);
  }
  /// Waits for the message shown instead.
  QString said_of(const QStringList& paths) {
    window_->banner().dismiss();
    drop(paths);
    return QTest::qWaitFor([this] { return window_->banner().isVisible(); }, 20000) ? message() : QString();
  }

 private Q_SLOTS:
  void init() {
    home_ = std::make_unique<WindowHome>();
    window_ = std::make_unique<MainWindow>(home_->options());
    window_->resize(1280, 800);
    window_->show();
    show("draw");
  }
  void cleanup() {
    window_.reset();
    home_.reset();
  }

  void a_dropped_image_is_the_drawing_and_is_predicted() {
    RunSpec spec = SetupPanel::default_spec();
    spec.data.train_limit = 4000;
    spec.data.test_limit = 100;
    spec.epochs = 2;
    window_->session().start(spec);
    QTRY_VERIFY_WITH_TIMEOUT(!window_->session().active(), 120000);
    const auto& state = window_->session().weights();
    QVERIFY(state != nullptr);
    const struct {
      const char* name;
      QColor ink, paper;
    } kinds[] = {{"blue-on-cream.png", QColor(20, 30, 120), QColor(250, 245, 225)},
                 {"light-on-dark.png", QColor(240, 240, 240), QColor(10, 20, 30)},
                 {"photo.jpg", QColor(10, 10, 10), QColor(240, 240, 240)},
                 {"scan.pgm", Qt::black, Qt::white}};
    for (std::size_t i = 0; i < std::size(kinds); ++i) {
      const auto& kind = kinds[i];
      const QImage image = image_of(digits_[3 * i].strokes, kind.ink, kind.paper);
      QVERIFY(image.save(path(kind.name), nullptr, 95));
      QVERIFY2(dropped_is_drawn({path(kind.name)}), kind.name);
      // As the terminal's classify sees the file.
      const GrayImage expected = fit_digit(read_gray_image(path(kind.name).toStdString())).image;
      const GrayImage seen = fit_ink(canvas().pixels());
      QVERIFY2(mean_difference(seen, expected) < 4.0, kind.name);
      const double from_drawing = mean_difference(seen, fit_ink(rasterize(digits_[3 * i].strokes)));
      QVERIFY2(from_drawing < 25.0,
               qPrintable(QStringLiteral("%1: %2").arg(QLatin1String(kind.name)).arg(from_drawing)));
      QTRY_VERIFY(page().prediction().has_value());
      std::vector<float> x;
      for (const std::uint8_t pixel : expected.pixels) x.push_back(static_cast<float>(pixel) * feature_scale);
      QCOMPARE(page().prediction()->label, predict(*state, x).label);
    }
    QVERIFY2(!window_->banner().isVisible(), "one image that is there needs no news");
  }

  void undo_brings_the_drawing_back_and_the_pen_goes_on() {
    canvas().setStrokes(digits_[0].strokes);
    const GrayImage drawn = canvas().pixels();
    QVERIFY(image_of(digits_[5].strokes, Qt::black, Qt::white).save(path("five.png")));
    QVERIFY(dropped_is_drawn({path("five.png")}));
    const GrayImage image = canvas().pixels();
    QVERIFY(image != drawn);
    QVERIFY(!canvas().isEmpty());
    canvas().resize(canvas().size() - QSize(30, 30));
    QVERIFY2(canvas().pixels() == image, "another size of the window is no other drawing");
    QTest::mouseClick(&canvas(), Qt::LeftButton, Qt::NoModifier,
                      canvas().sheetRect().topLeft().toPoint() + QPoint(20, 20));
    QVERIFY2(canvas().pixels() != image, "a stroke comes on top");
    canvas().undo();
    QVERIFY(canvas().pixels() == image);
    const QPoint inked = [&] {
      const auto at = std::ranges::max_element(image.pixels) - image.pixels.begin();
      return QPoint(static_cast<int>(at) % image.width, static_cast<int>(at) / image.width);
    }();
    const QRectF sheet = canvas().sheetRect();
    const QPointF shown = sheet.topLeft() + (QPointF(inked) + QPointF(0.5, 0.5)) * sheet.width() / image.width;
    const QColor paper = canvas().grab().toImage().pixelColor(sheet.topLeft().toPoint() + QPoint(12, 12));
    QVERIFY2(contrast_ratio(canvas().grab().toImage().pixelColor(shown.toPoint()), paper) > 3.0, "it is seen");
    canvas().undo();
    QVERIFY(canvas().pixels() == drawn);
    canvas().undo();
    QVERIFY(canvas().isEmpty());
    QVERIFY(dropped_is_drawn({path("five.png")}));
    page().labelDrawing(5);
    QCOMPARE(page().collection().size(), std::size_t{1});
    QVERIFY(page().collection().images[0] == fit_ink(image));
    QVERIFY(canvas().isEmpty());
  }

  void of_several_the_first_is_taken_and_that_is_said() {
    QVERIFY(image_of(digits_[1].strokes, Qt::black, Qt::white).save(path("one.png")));
    QVERIFY(image_of(digits_[7].strokes, Qt::black, Qt::white).save(path("two.png")));
    QVERIFY(dropped_is_drawn({path("one.png")}));
    const GrayImage one = canvas().pixels();
    QVERIFY(dropped_is_drawn({path("two.png"), path("one.png")}));
    QVERIFY(canvas().pixels() != one);
    QVERIFY2(message().contains(QStringLiteral("two.png")) && message().contains(QStringLiteral("2 files")),
             qPrintable(message()));
    QVERIFY(dropped_is_drawn({home_->path()}));  // a folder: by name
    QVERIFY(canvas().pixels() == one);
    QVERIFY2(message().contains(QStringLiteral("one.png")), qPrintable(message()));
  }

  void what_cannot_be_drawn_is_said_and_costs_nothing() {
    canvas().setStrokes(digits_[0].strokes);
    const GrayImage drawn = canvas().pixels();
    QVERIFY(image_of(digits_[0].strokes, Qt::black, Qt::white).save(path("whole.png")));
    const std::string bytes = read_file(path("whole.png").toStdString());
    write_file_atomically(path("half.png").toStdString(), bytes.substr(0, bytes.size() / 2));
    write_file_atomically(path("words.png").toStdString(), "this is no image");
    write_file_atomically(path("huge.pgm").toStdString(), "P5 90000 90000 255\n");
    QImage blank(100, 100, QImage::Format_RGB32);
    blank.fill(Qt::white);
    QVERIFY(blank.save(path("blank.png")));
    QDir().mkdir(path("empty"));
    const RunSpec before = window_->setup().spec();
    for (const auto& [name, words] :
         {std::pair("half.png", "truncated"), std::pair("words.png", "no image"), std::pair("huge.pgm", "90000"),
          std::pair("blank.png", "blank"), std::pair("gone.png", "gone.png"), std::pair("empty", "holds no")}) {
      const QString said = said_of({path(name)});
      QVERIFY2(said.contains(QLatin1String(name)) && said.contains(QLatin1String(words)), qPrintable(said));
      QVERIFY2(!said.contains(QLatin1Char('\n')) && !said.contains(QStringLiteral(". ")), qPrintable(said));
      QVERIFY2(canvas().pixels() == drawn, name);
    }
    QVERIFY2(window_->setup().spec() == before, "no settings were taken for it");
    QVERIFY(page().isVisible());
  }

  void runs_and_settings_are_opened_from_this_page_too() {
    RunSpec spec = SetupPanel::default_spec();
    spec.batch = 48;
    window_->setup().change_spec(spec);
    spec.batch = 32;
    write_file_atomically(path("run.json").toStdString(), dump_json(nlohmann::json(spec)));
    drop({path("run.json")});
    QCOMPARE(window_->setup().spec().batch, 32);
    DrawnSet set;
    set.images.push_back(fit_ink(rasterize(digits_[0].strokes)));
    set.labels.push_back(7);
    save_drawn_set(path("class").toStdString(), set, {});
    show("draw");
    drop({path("class")});
    QCOMPARE(page().collection().size(), std::size_t{1});
  }

  void on_any_page_a_image_is_for_the_sheet() {
    QVERIFY(image_of(digits_[4].strokes, Qt::black, Qt::white).save(path("four.png")));
    show("train");
    QVERIFY(dropped_is_drawn({path("four.png")}));
    QVERIFY(page().isVisible());
  }

  void a_image_is_opened_by_keyboard_too() {
    QVERIFY(image_of(digits_[4].strokes, Qt::black, Qt::white).save(path("four.png")));
    const auto buttons = page().findChildren<QToolButton*>();
    const auto button = std::ranges::find_if(
        buttons, [](const QToolButton* b) { return b->text().startsWith(QStringLiteral("Image")); });
    QVERIFY(button != buttons.end() && ((*button)->focusPolicy() & Qt::TabFocus) != 0);
    QTest::keyClick(*button, Qt::Key_Space);
    auto* dialog = window_->findChild<QFileDialog*>();
    QVERIFY(dialog != nullptr && !dialog->isModal());
    QSignalSpy drawn(&canvas(), &DrawingCanvas::drawingChanged);
    Q_EMIT dialog->fileSelected(path("four.png"));
    QVERIFY(drawn.wait(20000));
    QVERIFY(!canvas().isEmpty());
    dialog->close();
  }
};

}  // namespace
}  // namespace mlplab

QTEST_MAIN(mlplab::DroppedImageTest)
#include "dropped_image_test.moc"
