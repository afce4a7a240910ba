// The views of the page Inspect: which one is shown, what stands under it, and how it leaves as a file.
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/charts/chart_export.h"
#include "ui/inspect/inspect_files.h"
#include "ui/inspect/inspect_page.h"
#include "ui/network/confusion_view.h"
#include "ui/network/kernel_tiles.h"
#include "ui/network/tile_view.h"
#include "ui/runs/network_input.h"
#include "ui/runs/run_session.h"
#include "ui/theme/style_sheet.h"
#include "ui/widgets/attempt.h"
#include "ui/widgets/card.h"
#include "ui/widgets/display_numbers.h"
#include "ui/widgets/file_dialogs.h"

namespace mlplab {
namespace {

QString csv_of(InspectPage::View view, const Inspection& inspection) {
  switch (view) {
    case InspectPage::View::classes:
      return classes_csv(inspection);
    case InspectPage::View::map:
      return map_csv(inspection);
    case InspectPage::View::confusion:
    case InspectPage::View::weights:  // which its menu does not offer
      break;
  }
  return confusion_csv(inspection);
}

QString inspected_file_name(const Inspection& inspection, const QString& what, const QString& ending) {
  return QStringLiteral("%1-run-%2-epoch-%3.%4")
      .arg(what)
      .arg(inspection.run)
      .arg(inspection.state->epochs_done)
      .arg(ending);
}

}  // namespace

void InspectPage::show_view(View view) {
  view_ = view;
  for (const auto& [of, tab] : tabs_) tab->setChecked(of == view);
  stack_->setCurrentIndex(static_cast<int>(view));
  const bool drawn = view == View::confusion || view == View::map;
  const QList<QAction*> actions = view_card_->menu()->actions();
  for (int i = 0; i < 3; ++i) actions[i]->setEnabled(drawn);
  for (const int i : {3, 5}) actions[i]->setEnabled(view != View::weights);
  show_weights();
  show_view_note();
  want();
}

void InspectPage::show_view_note() {
  QString title, note, caption;
  const bool mapped = shown() != nullptr && !shown()->map.x.empty();
  switch (view_) {
    case View::confusion:
      title = tr("Confusion");
      caption = tr("Rows: true class. Columns: predicted class. A click, or the arrow keys, list a cell's images.");
      break;
    case View::classes:
      title = tr("Classes");
      caption =
          tr("Precision: the correct share of the images predicted as a class. Recall: the correct share of the images "
             "of a class. F1: the harmonic mean of both. A dash is 0 of 0.");
      break;
    case View::map:
      title = tr("Map");
      if (mapped)
        caption = tr("The first %L1 images where the last hidden layer puts them: the plane of its largest variance, "
                     "%2 and %3 of all. Rings: misclassified. A click shows the nearest in the whole layer.")
                      .arg(shown()->map.x.size())
                      .arg(share_text(shown()->map.share_x), share_text(shown()->map.share_y));
      break;
    case View::weights:
      title = tr("Weights");
      note = live() ? tr("live") : QString();
      caption =
          tr("The weights that the first layer multiplies the image with. A click enlarges one, Escape shows all; the "
             "page Layers has the other layers.");
      break;
  }
  const bool wrong = !inspector_.refused().isEmpty();
  if (wrong) caption = inspector_.refused();  // whole, where the views are empty: above there is a line for it
  set_role(caption_, wrong ? "error" : "small");
  view_card_->title()->setText(title);
  view_card_->note()->setText(note);
  caption_->setText(caption);
}

/// Those of this very moment where the run goes on, else the ones that the predictions were made with.
void InspectPage::show_weights() {
  if (view_ != View::weights) return;
  std::shared_ptr<const TrainingState> state = live() ? newest_weights() : nullptr;
  if (state == nullptr && shown() != nullptr) state = shown()->state;
  if (state == nullptr) {
    weights_->set_values({}, {0, 1, 1});
    return;
  }
  const Network network = network_of(state->model);
  const auto known = preparation_for(*state, shown() ? shown()->data.get() : nullptr);
  for (std::size_t node = 0; node < network.shapes.size(); ++node) {
    const int input = network.inputs[node].front();
    const Shape in = input >= 0 ? network.shapes[static_cast<std::size_t>(input)]
                     : known    ? shape_of(known->preparation.image)
                                : state->model.input;
    const KernelTiles kernels = kernel_tiles_of(state->model.layers[node].layer, in);
    if (kernels.outputs == 0) continue;
    Shape tiles = kernels.tiles;
    tiles.channels = std::min(tiles.channels, TileView::most_tiles);
    weights_->set_values(kernel_values(*state, network, node, tiles), tiles);
    return;
  }
  weights_->set_values({}, {0, 1, 1});
}

/// The title of the inspected run, which need not be the chosen one any more.
QString InspectPage::of_what(const Inspection& inspection) const {
  const Run* run = training_.run(inspection.run);
  const QString title = run != nullptr ? run_title(*run) : QString::number(inspection.run);
  return tr("run %1, epoch %2, %3")
      .arg(title, QString::number(inspection.state->epochs_done), split_title(inspection.split));
}

void InspectPage::save_view(const QString& format) {
  if (!shown()) return;
  const QString what = view_ == View::confusion ? QStringLiteral("confusion")
                       : view_ == View::map     ? QStringLiteral("map")
                                                : QStringLiteral("classes");
  // Saves the inspection that is shown now: a run may go on while the user looks for a folder.
  ask_where_to_save(
      this, tr("Save what is shown"), inspected_file_name(*shown(), what, format),
      QStringLiteral("%1 (*.%2)").arg(format.toUpper(), format),
      [this, view = view_, inspection = shown()](const QString& path) { save_view_to(path, view, *inspection); });
}

void InspectPage::save_view_to(const QString& path, View view, const Inspection& inspection) {
  constexpr int dpi = 200;
  attempt(this, [&] {
    const bool csv = path.endsWith(QLatin1String(".csv"), Qt::CaseInsensitive);
    if (csv)
      save_csv(csv_of(view, inspection), path);
    else
      save_painting(view == View::map ? map_painting(inspection, of_what(inspection))
                                      : confusion_painting(inspection, of_what(inspection)),
                    path, dpi);
    Q_EMIT saved(path);
  });
}

void InspectPage::copy_view() {
  if (!shown()) return;
  QGuiApplication::clipboard()->setText(csv_of(view_, *shown()));
}

QStringList InspectPage::save_all(const QString& folder) {
  if (!shown()) return {};
  constexpr int dpi = 200;
  QStringList written;
  const auto path = [&](const QString& what, const QString& ending) {
    written << QDir(folder).filePath(inspected_file_name(*shown(), what, ending));
    return written.back();
  };
  for (const char* format : {"png", "svg", "pdf"})
    save_painting(confusion_painting(*shown(), of_what(*shown())),
                  path(QStringLiteral("confusion"), QLatin1String(format)), dpi);
  save_csv(confusion_csv(*shown()), path(QStringLiteral("confusion"), QStringLiteral("csv")));
  save_csv(classes_csv(*shown()), path(QStringLiteral("classes"), QStringLiteral("csv")));
  save_csv(mistakes_csv(*shown()), path(QStringLiteral("mistakes"), QStringLiteral("csv")));
  return written;
}

}  // namespace mlplab
