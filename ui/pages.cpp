// To add a page: its line here.
#include "ui/pages.h"

#include <QTimer>
#include <algorithm>

#include "core/operations/published_operations.h"
#include "core/study/comparison/published.h"
#include "ui/class/class_page.h"
#include "ui/compare/compare_page.h"
#include "ui/design/network_page.h"
#include "ui/draw/draw_page.h"
#include "ui/inspect/inspect_page.h"
#include "ui/layers/layers_page.h"
#include "ui/notebook/notebook_page.h"
#include "ui/operations/operations_page.h"
#include "ui/profile/profile_page.h"
#include "ui/runs/run_data.h"
#include "ui/runs/run_session.h"
#include "ui/scale/scale_page.h"
#include "ui/train/setup_panel.h"
#include "ui/train/train_page.h"
#include "ui/workshop/workshop_page.h"

namespace mlplab {

std::vector<Page*> make_pages(const PageParts& parts) {
  auto* network = new NetworkPage(parts.resources, &parts.steps);
  QObject::connect(network, &NetworkPage::networkChanged, &parts.setup, &SetupPanel::change_network);
  QObject::connect(network, &NetworkPage::networkOpened, &parts.setup, &SetupPanel::open_network);
  auto* draw = new DrawPage(&parts.training, &parts.data);
  if (parts.keeps) {
    draw->keepIn(parts.sweeps_folder.parent_path() / "drawings");
  } else {
    draw->doNotKeep();
  }
  auto* layers = new LayersPage(&parts.training, &parts.data, &parts.steps);
  QObject::connect(draw, &DrawPage::drawn, layers, &LayersPage::setDrawing);
  auto* inspect = new InspectPage(parts.training, &parts.data, parts.resources);
  QObject::connect(inspect, &InspectPage::layersWanted, layers, &LayersPage::showTestImage);
  auto* scale = new ScalePage(parts.training, parts.sweeps_folder, parts.resources);
  auto* profile = new ProfilePage(parts.training, parts.sweeps_folder.parent_path() / "profiles", parts.resources);
  QObject::connect(profile, &ProfilePage::pointShown, network, &NetworkPage::showProfile);
  auto* compare = new ComparePage(parts.sweeps_folder, parts.resources);
  auto* operations = new OperationsPage(parts.resources, &parts.training);
  if (parts.keeps) {
    const std::filesystem::path kept = parts.sweeps_folder.parent_path() / "operations";
    QTimer::singleShot(0, operations, [operations, kept] { operations->keep_in(kept); });  // who is told is there then
  }
  auto* notebook = new NotebookPage(parts.training, folders_beside(parts.training.runs_folder()));
  constexpr int after_start_ms = 3000;  // the window comes first
  QTimer::singleShot(after_start_ms, notebook, &NotebookPage::read_ahead);
  QObject::connect(notebook, &NotebookPage::sweepWanted, &scale->session(), &SweepSession::open);
  QObject::connect(notebook, &NotebookPage::comparisonWanted, compare, &ComparePage::open);
  QObject::connect(notebook, &NotebookPage::profileWanted, profile, &ProfilePage::open);
  QObject::connect(notebook, &NotebookPage::operationsWanted, &operations->session(), &OperationsSession::open);
  auto* train = new TrainPage(parts.training, parts.setup);
  // Pages leave out published figures that cannot be read. The reason is told once, when the window is there to tell
  // it.
  QTimer::singleShot(0, train, [train, resources = parts.resources] {
    std::vector<std::string> left_out;
    published_studies(resources, &left_out);
    published_operations(resources, &left_out);
    std::ranges::sort(left_out);
    left_out.erase(std::ranges::unique(left_out).begin(), left_out.end());
    for (const std::string& why : left_out) Q_EMIT train->failed(QString::fromStdString(why));
  });
  auto* phones = new ClassPage(parts.training, &parts.data, parts.resources, {train, scale, profile, compare});
  auto* workshop = new WorkshopPage(parts.sweeps_folder.parent_path() / "workshop");
  QObject::connect(workshop, &WorkshopPage::trainWanted, &parts.setup, &SetupPanel::change_backend);
  return {
      train, scale, profile, compare, draw, network, layers, inspect, notebook, operations, phones, workshop,
  };
}

}  // namespace mlplab
