// A further scene is a function that takes a Camera.
#include "ui/film.h"

#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QTimer>

#include "core/base/files.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/draw/example_drawing.h"
#include "ui/main_window.h"
#include "ui/runs/run_session.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/animated_png.h"
#include "ui/widgets/page.h"

namespace mlplab {

namespace {

constexpr int frame_ms = 120, hold_ms = 1600;

/// Lets the window run, and takes an image of it now and then.
class Camera {
 public:
  explicit Camera(MainWindow& window) : window_(window) {}
  MainWindow& window() { return window_; }
  void run(int milliseconds) {
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < milliseconds; take()) wait();
  }
  /// Films until `condition` holds, for a minute at most.
  template <class Condition>
  void run_until(Condition condition) {
    QElapsedTimer clock;
    constexpr int most_ms = 60000;
    for (clock.start(); !condition() && clock.elapsed() < most_ms; take()) wait();
  }
  /// Films the window as it is now, shown for `milliseconds`.
  void hold(int milliseconds) {
    wait();
    film_.add(window_.grab().toImage(), milliseconds);
  }
  const AnimatedPng& film() const { return film_; }

 private:
  void take() { film_.add(window_.grab().toImage(), frame_ms); }
  static void wait() {
    QEventLoop loop;
    QTimer::singleShot(frame_ms, &loop, &QEventLoop::quit);
    loop.exec();
  }

  MainWindow& window_;
  AnimatedPng film_;
};

void train(Camera& camera, const std::string& backend) {
  MainWindow& window = camera.window();
  RunSpec spec = SetupPanel::default_spec();
  spec.backend = backend;
  spec.data.train_limit = 2000;
  spec.data.test_limit = 500;
  spec.epochs = 8;
  window.setup().set_spec(spec);
  camera.hold(hold_ms / 2);
  window.run();
  camera.run_until([&] { return !window.session().active(); });
  const auto& ended = window.session().current()->log.ended;
  if (ended && ended->status == RunStatus::failed) throw Error(ended->failure.value_or(Failure::other), ended->reason);
  camera.run(3 * frame_ms);
  camera.hold(hold_ms);
}

void draw(Camera& camera) {
  MainWindow& window = camera.window();
  for (std::size_t i = 0; i < window.pages().size(); ++i)
    if (window.pages()[i]->id() == QLatin1String("draw")) window.show_page(static_cast<int>(i));
  camera.run(2 * frame_ms);
  auto* canvas = window.findChild<DrawingCanvas*>();
  std::vector<Stroke> drawn;
  for (const Stroke& stroke : example_drawing()) {
    drawn.push_back(stroke);
    constexpr std::size_t pieces = 12;
    for (std::size_t piece = 1; piece <= pieces; ++piece) {
      drawn.back().points.assign(
          stroke.points.begin(),
          stroke.points.begin() + static_cast<std::ptrdiff_t>(stroke.points.size() * piece / pieces));
      if (!drawn.back().points.empty()) canvas->setStrokes(drawn);
      camera.run(frame_ms);
    }
  }
  camera.hold(2 * hold_ms);
}

}  // namespace

void make_film(MainWindow& window, const QString& folder) {
  make_folder(folder.toStdString());
  window.show();
  Camera camera(window);
  train(camera, reference_entry().name);
  train(camera, default_backend().name);
  draw(camera);
  write_file_atomically(QDir(folder).filePath(QStringLiteral("film.png")).toStdString(),
                        camera.film().bytes().toStdString());
}

}  // namespace mlplab
