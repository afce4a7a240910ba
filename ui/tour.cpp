// A new page is in the tour without another line here.
#include "ui/tour.h"

#include <QDir>
#include <QEventLoop>
#include <QPixmap>
#include <QTimer>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/launch/configurations.h"
#include "ui/main_window.h"
#include "ui/train/setup_panel.h"
#include "ui/widgets/png_file.h"

namespace mlplab {

namespace {

void let_run(int milliseconds) {
  QEventLoop loop;
  QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
  loop.exec();
}

/// Quick: small enough for the slowest backend to take a few seconds.
RunSpec tour_spec(const std::string& backend, ExampleSize size) {
  RunSpec spec = SetupPanel::default_spec();
  set_configuration(spec, {.name = backend, .options = {}});
  if (size == ExampleSize::quick) {
    spec.data.train_limit = 6000;
    spec.data.test_limit = 2000;
  }
  spec.epochs = 6;
  return spec;
}

void train_on(MainWindow& window, const std::string& backend, ExampleSize size) {
  RunSession& session = window.session();
  session.start(tour_spec(backend, size));
  QEventLoop loop;
  QObject::connect(&session, &RunSession::ended, &loop, &QEventLoop::quit);
  loop.exec();
  const auto& ended = session.current()->log.ended;
  if (ended && ended->status == RunStatus::failed) throw Error(ended->failure.value_or(Failure::other), ended->reason);
}

}  // namespace

void take_tour(MainWindow& window, const QString& folder, ExampleSize size) {
  make_folder(folder.toStdString());
  window.show();
  let_run(50);
  const std::string best = default_backend().name;
  for (const ConfigurationEntry& entry : configurations()) {
    if (entry.name == best || !entry.why_not().empty()) continue;
    train_on(window, entry.name, size);
    break;
  }
  train_on(window, best, size);
  window.setup().set_spec(tour_spec(best, size));
  for (std::size_t i = 0; i < window.pages().size(); ++i) {
    Page& page = *window.pages()[i];
    window.show_page(static_cast<int>(i));
    page.show_example(size);
    window.setFocus();
    let_run(400);
    write_png(window.grab().toImage(), QDir(folder).filePath(page.id() + QStringLiteral(".png")));
  }
}

}  // namespace mlplab
