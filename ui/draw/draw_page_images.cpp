// Images from files as drawings: chosen, or dropped on the window.
#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/image_file.h"
#include "core/data/stroke_raster.h"
#include "ui/draw/draw_page.h"
#include "ui/draw/drawing_canvas.h"
#include "ui/draw/label_bar.h"
#include "ui/widgets/file_dialogs.h"

namespace mlplab {
namespace {

QString file_name_of(const std::filesystem::path& path) { return QString::fromStdString(path.filename().string()); }

/// Runs and settings, which the window opens on any page.
bool is_for_the_window(const std::filesystem::path& path) {
  return path.extension() == ".json" || anything_at(path / "spec.json");
}

struct Read {
  Sketch sketch;
  QString doubt;
};

Read read_for_the_sheet(const std::filesystem::path& file, const Preparation& preparation) {
  auto image = std::make_shared<const OpenedImage>(read_image(file));
  const PreparedImage& prepared = image->prepared(preparation);
  if (prepared.blank)
    throw InputError(
        mlplab::DrawPage::tr("%1 is blank: no ink stands out from its paper; draw darker or crop the image")
            .arg(QString::fromStdString(file.string()))
            .toStdString());
  return {sketch_of(preparation, image, static_cast<int>(sheet_side)), QString::fromStdString(prepared.doubt)};
}

std::vector<std::filesystem::path> images_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> images = entries_in(folder);
  std::erase_if(images, [](const std::filesystem::path& entry) {
    std::error_code ignored;
    return !has_image_name(entry) || !std::filesystem::is_regular_file(entry, ignored);
  });
  return images;
}

}  // namespace

void DrawPage::open_image(const std::filesystem::path& file, const QString& news) {
  // A photograph takes seconds.
  reading_.ask(
      [file, how = preparation()](const std::atomic<bool>& /*stop*/) { return read_for_the_sheet(file, how); },
      [this, file, news](const auto& read) {
        canvas_->setImage(read.sketch);
        drawn_by_user();
        const QString name = file_name_of(file);
        labels_->showMessage(read.doubt.isEmpty()
                                 ? tr("%1 is on the sheet.").arg(name)
                                 : tr("%1 is on the sheet; the prediction is doubtful: %2.").arg(name, read.doubt));
        if (!news.isEmpty()) Q_EMIT told(news);
      },
      [this](const QString& why) { Q_EMIT failed(why); });
}

bool DrawPage::take_dropped(const QStringList& paths) {
  const auto first = std::ranges::find_if(
      paths, [](const QString& path) { return !is_for_the_window(std::filesystem::path(path.toStdString())); });
  if (first == paths.end()) return false;
  const std::filesystem::path chosen = first->toStdString();
  std::error_code ignored;
  if (!std::filesystem::is_directory(chosen, ignored)) {
    open_image(chosen, paths.size() == 1 ? QString()
                                         : tr("%1 files were dropped, and the sheet takes one image: the first, %2.")
                                               .arg(paths.size())
                                               .arg(file_name_of(chosen)));
    return true;
  }
  if (holds_drawn_set(chosen)) {
    openCollection(chosen);
    return true;
  }
  const std::vector<std::filesystem::path> images = images_in(chosen);
  if (images.empty()) {
    Q_EMIT failed(tr("%1 holds no image for the sheet (%2); a folder of data is dropped on the page Train.")
                      .arg(*first, QString::fromStdString(image_formats())));
  } else {
    open_image(images.front(), images.size() == 1 ? QString()
                                                  : tr("%1 holds %2 images, and the sheet takes one: the first, %3.")
                                                        .arg(file_name_of(chosen), QString::number(images.size()),
                                                             file_name_of(images.front())));
  }
  return true;
}

void DrawPage::choose_image() {
  ask_for_file(this, tr("Open an image"), tr("Images (%1)").arg(QString::fromStdString(image_name_patterns())),
               [this](const QString& path) { open_image(path.toStdString()); });
}

}  // namespace mlplab
