// Labelled drawings: kept at once, saved and opened, counted.
#include <QFileDialog>
#include <algorithm>

#include "core/base/error.h"
#include "core/base/put_aside.h"
#include "core/data/digit_fit.h"
#include "core/data/load.h"
#include "ui/draw/draw_page.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/draw/label_bar.h"
#include "ui/widgets/file_dialogs.h"

namespace mlplab {
namespace {

constexpr int counted_at_once = 10;  // drawings; more are counted on another thread

std::vector<float> input_of_fitted(const GrayImage& image) {
  std::vector<float> x(image.pixels.size());
  std::ranges::transform(image.pixels, x.begin(), [](std::uint8_t pixel) { return float(pixel) * feature_scale; });
  return x;
}

/// An empty folder, or one with drawings, itself; otherwise a sub-folder, so that nothing is scattered among other
/// files.
std::filesystem::path folder_for_drawings(const std::filesystem::path& chosen) {
  std::error_code error;
  const bool mine = std::filesystem::is_empty(chosen, error) || holds_drawn_set(chosen);
  return mine && !error ? chosen : chosen / "drawn-digits";
}

}  // namespace

void DrawPage::labelDrawing(int digit) {
  if (canvas_->isEmpty()) {
    labels_->showMessage(tr("The sheet is empty: draw a digit first."));
    return;
  }
  collection_.images.push_back(fit_ink(canvas_->pixels()));
  collection_.labels.push_back(static_cast<std::uint8_t>(digit));
  const bool wrong = prediction_ && readsDigits() && prediction_->label != digit;
  QString message =
      wrong ? tr("Kept as %1; the network said %2.").arg(digit).arg(prediction_->label) : tr("Kept as %1.").arg(digit);
  if (kept_elsewhere_) message = tr("%1 Another window keeps its drawings: save these before closing.").arg(message);
  labels_->showMessage(message);
  saved_ = false;
  canvas_->clear();
  canvas_->setFocus();
  keepCollection();
  countRight();
}

void DrawPage::keepIn(const std::filesystem::path& folder) {
  if (holds_drawn_set(folder)) {
    try {
      take(read_drawn_set(folder, true), folder);
      labels_->showMessage(tr("%1 labelled drawings from last time.").arg(collection_.size()));
      saved_ = false;
      countRight();
    } catch (const Error& error) {
      kept_in_ = folder;
      const QString aside = putKeptAside();
      if (!aside.isEmpty()) labels_->showMessage(tr("%1 (%2)").arg(aside, QString::fromUtf8(error.what())), true);
      return;
    }
  }
  kept_in_ = folder;
}

/// Where the drawings that were kept are now, in a sentence. Where they cannot be moved nothing is kept over them.
QString DrawPage::putKeptAside() {
  try {
    return tr("The drawings of before are now in %1.").arg(QString::fromStdString(put_aside(kept_in_).string()));
  } catch (const Error& error) {
    labels_->showMessage(QString::fromUtf8(error.what()), true);
    kept_in_.clear();
    return {};
  }
}

void DrawPage::take(DrawnSet set, const std::filesystem::path& folder) {
  const bool fits = std::ranges::all_of(
      set.images, [](const GrayImage& image) { return image.height == mnist_side && image.width == mnist_side; });
  if (!fits)
    throw InputError(tr("%1 holds no images of 28×28 pixels; choose another folder")
                         .arg(QString::fromStdString(folder.string()))
                         .toStdString());
  collection_ = std::move(set);
}

/// Without a question and at once: nobody's labels are lost by closing the window, or by a crash.
void DrawPage::keepCollection() {
  if (kept_in_.empty()) return;
  try {
    if (collection_.size() > 0) {
      save_drawn_set(kept_in_, collection_, {});
    } else if (holds_drawn_set(kept_in_)) {
      std::filesystem::remove_all(kept_in_);
    }
  } catch (const std::exception& error) {
    labels_->showMessage(QString::fromUtf8(error.what()), true);
  }
}

void DrawPage::countRight() {
  const int count = static_cast<int>(collection_.size());
  counting_.forget();
  if (!readsDigits()) {
    labels_->setCounts(count, -1);
    return;
  }
  const auto right_of = [state = state_, drawings = collection_](const std::atomic<bool>& stop) {
    int right = 0;
    for (std::size_t i = 0; i < drawings.size() && !stop; ++i) {
      const auto prediction = predict(*state, input_of_fitted(drawings.images[i]), stop);
      right += prediction && prediction->label == drawings.labels[i] ? 1 : 0;
    }
    return right;
  };
  if (at_once_ && count <= counted_at_once) {
    labels_->setCounts(count, right_of(std::atomic<bool>(false)));
    return;
  }
  counting_.ask([this, count, right_of](const std::atomic<bool>& stop) -> Background::Finish {
    const int right = right_of(stop);
    return [this, count, right] { labels_->setCounts(count, right); };
  });
}

bool DrawPage::saveCollection(const std::filesystem::path& folder) {
  const auto name = QString::fromStdString(folder.string());
  try {
    std::filesystem::path mnist;
    try {
      mnist = find_resources() / "mnist";
    } catch (const InputError&) {  // the drawings alone are saved
    }
    save_drawn_set(folder, collection_, mnist);
    saved_ = true;
    labels_->showMessage(tr("Saved. A run with the data folder %1 is tested on these drawings.").arg(name));
    return true;
  } catch (const Error& error) {
    labels_->showMessage(QString::fromStdString(error.what()), true);
    return false;
  }
}

bool DrawPage::openCollection(const std::filesystem::path& folder) {
  try {
    const bool replaces = !saved_ && collection_.size() > 0 && !kept_in_.empty();
    take(read_drawn_set(folder), folder);
    QString message = tr("Opened %1.").arg(QString::fromStdString(folder.string()));
    if (replaces) message += QLatin1Char(' ') + putKeptAside();
    saved_ = true;
    keepCollection();
    labels_->showMessage(message);
    countRight();
    return true;
  } catch (const Error& error) {
    labels_->showMessage(QString::fromStdString(error.what()), true);
    return false;
  }
}

/// Not modal: training goes on and the window stays usable.
void DrawPage::chooseFolder(bool save) {
  const QString title = save ? tr("Folder to save the drawings in") : tr("Folder with saved drawings");
  QFileDialog* dialog = make_folder_dialog(this, title, {}, [this, save](const QString& name) {
    const std::filesystem::path folder = name.toStdString();
    save ? saveCollection(folder_for_drawings(folder)) : openCollection(folder);
  });
  dialog->setOption(QFileDialog::ShowDirsOnly);
  dialog->setLabelText(QFileDialog::Accept, save ? tr("Save here") : tr("Open"));
  dialog->show();
}

}  // namespace mlplab
