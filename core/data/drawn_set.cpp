#include "core/data/drawn_set.h"

#include <algorithm>
#include <string>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/data/idx.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* images_name = "t10k-images-idx3-ubyte";
constexpr const char* labels_name = "t10k-labels-idx1-ubyte";
constexpr const char* note_name = "drawings.txt";  // says that the test images are drawings, and may be replaced

void refuse_foreign_images(const fs::path& folder) {
  if (holds_drawn_set(folder)) return;
  for (const std::string stem : {images_name, labels_name})
    for (const char* ending : {"", ".gz"})
      if (anything_at(folder / (stem + ending)))
        throw InputError(say("%1 holds other test images already (%2); choose another folder for the drawings",
                             folder.string(), stem + ending));
}

void copy_training_files(const fs::path& folder, const fs::path& mnist) {
  for (const std::string stem : {"train-images-idx3-ubyte", "train-labels-idx1-ubyte"}) {
    const bool there = anything_at(folder / stem) || anything_at(folder / (stem + ".gz"));
    for (const std::string& name : {stem + ".gz", stem}) {
      std::error_code error;
      if (there || !fs::exists(mnist / name, error)) continue;
      fs::copy_file(mnist / name, folder / name, error);
      if (error) throw InputError(say("cannot write %1: %2", (folder / name).string(), reason_of(error)));
      break;
    }
  }
}

}  // namespace

void save_drawn_set(const fs::path& folder, const DrawnSet& set, const fs::path& mnist) {
  if (set.size() == 0)
    throw InputError(say("there are no labelled drawings to save in %1; draw some", folder.string()));
  make_folder(folder);
  refuse_foreign_images(folder);
  const GrayImage& first = set.images.front();
  IdxArray images{.shape = {static_cast<std::uint32_t>(set.size()), static_cast<std::uint32_t>(first.height),
                            static_cast<std::uint32_t>(first.width)},
                  .values = {}};
  for (const GrayImage& image : set.images)
    images.values.insert(images.values.end(), image.pixels.begin(), image.pixels.end());
  write_file_atomically(
      folder / note_name,
      "The files t10k-* hold drawings that were labelled in MLP Lab, "  // untranslated: a file's content
      "fitted to 28x28 pixels as MNIST's images are.\n"
      "Train and test with them: mlplab-cli train --data <this folder>\n");
  write_idx(folder / images_name, images);
  write_idx(folder / labels_name, {.shape = {static_cast<std::uint32_t>(set.size())}, .values = set.labels});
  copy_training_files(folder, mnist);
}

bool holds_drawn_set(const fs::path& folder) {
  std::error_code error;
  return fs::exists(folder / note_name, error);
}

DrawnSet read_drawn_set(const fs::path& folder, bool as_far) {
  const IdxArray images = read_idx(folder / images_name);
  const IdxArray labels = read_idx(folder / labels_name);
  const bool forms = images.shape.size() == 3 && labels.shape.size() == 1;
  if (!forms || (images.shape[0] != labels.shape[0] && !as_far))
    throw InputError(say("%1 and %2 do not belong together; choose a folder that was saved from drawings",
                         (folder / labels_name).string(), images_name));
  DrawnSet set;
  set.labels = labels.values;
  set.labels.resize(std::min<std::size_t>(set.size(), images.shape[0]));
  const auto pixels = static_cast<std::size_t>(images.shape[1]) * images.shape[2];
  for (std::size_t i = 0; i < set.size(); ++i) {
    GrayImage image(static_cast<int>(images.shape[1]), static_cast<int>(images.shape[2]));
    const auto begin = images.values.begin() + static_cast<std::ptrdiff_t>(i * pixels);
    image.pixels.assign(begin, begin + static_cast<std::ptrdiff_t>(pixels));
    set.images.push_back(std::move(image));
  }
  return set;
}

}  // namespace mlplab
