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

/// The files of one split, and the note that says that they are drawings, which may be replaced.
struct Part {
  const char *images, *labels, *note, *content;
};
constexpr Part test_part = {images_name, labels_name, "drawings.txt",
                            "The files t10k-* hold drawings that were labelled in MLP Lab, "  // untranslated: a file
                            "fitted to 28x28 pixels as MNIST's images are.\n"
                            "Train and test with them: mlplab-cli train --data <this folder>\n"};
constexpr Part training_part = {
    "train-images-idx3-ubyte", "train-labels-idx1-ubyte", "training-drawings.txt",
    "The files train-* hold drawings that were labelled in MLP Lab, "  // untranslated: a file
    "fitted to 28x28 pixels as MNIST's images are.\n"
    "Train with them: mlplab-cli train --data <this folder>\n"};

bool holds(const fs::path& folder, const Part& part) { return anything_at(folder / part.note); }

void refuse_foreign_images(const fs::path& folder, const Part& part) {
  if (holds(folder, part)) return;
  for (const std::string stem : {part.images, part.labels})
    for (const char* ending : {"", ".gz"})
      if (anything_at(folder / (stem + ending)))
        throw InputError(say("%1 holds other images already (%2); choose another folder for the drawings",
                             folder.string(), stem + ending));
}

void copy_files(const fs::path& folder, const Part& part, const fs::path& mnist) {
  for (const std::string stem : {part.images, part.labels}) {
    const bool there = anything_at(folder / stem) || anything_at(folder / (stem + ".gz"));
    for (const std::string& name : {stem + ".gz", stem}) {
      std::error_code error;
      if (there || !anything_at(mnist / name)) continue;
      fs::copy_file(mnist / name, folder / name, error);
      if (error) throw InputError(say("cannot write %1: %2", (folder / name).string(), reason_of(error)));
      break;
    }
  }
}

void save_part(const fs::path& folder, const Part& part, const DrawnSet& set) {
  if (set.size() == 0)
    throw InputError(say("there are no labelled drawings to save in %1; draw some", folder.string()));
  make_folder(folder);
  refuse_foreign_images(folder, part);
  const GrayImage& first = set.images.front();
  IdxArray images{.shape = {static_cast<std::uint32_t>(set.size()), static_cast<std::uint32_t>(first.height),
                            static_cast<std::uint32_t>(first.width)},
                  .values = {}};
  for (const GrayImage& image : set.images)
    images.values.insert(images.values.end(), image.pixels.begin(), image.pixels.end());
  write_file_atomically(folder / part.note, part.content);
  write_idx(folder / part.images, images);
  write_idx(folder / part.labels, {.shape = {static_cast<std::uint32_t>(set.size())}, .values = set.labels});
}

}  // namespace

bool DrawnSet::has_every_digit() const {
  for (std::uint8_t digit = 0; digit < 10; ++digit)
    if (std::ranges::find(labels, digit) == labels.end()) return false;
  return true;
}

void save_drawn_set(const fs::path& folder, const DrawnSet& set, const fs::path& mnist) {
  save_part(folder, test_part, set);
  copy_files(folder, training_part, mnist);
}

void save_training_drawings(const fs::path& folder, const DrawnSet& set, const fs::path& mnist) {
  save_part(folder, training_part, set);
  copy_files(folder, test_part, mnist);
}

bool holds_drawn_set(const fs::path& folder) { return holds(folder, test_part); }

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
