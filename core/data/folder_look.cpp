#include "core/data/folder_look.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/data/folder_listing.h"
#include "core/data/image_file.h"
#include "core/data/parallel.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_samples = 600, most_of_class = 6;
constexpr int sample_side = 128;  // at most, in pixels

/// Every class has at least one; a few dozen classes have all that are shown of each.
std::size_t samples_of_class(std::size_t classes) {
  return std::clamp<std::size_t>(most_samples / std::max<std::size_t>(classes, 1), 1, most_of_class);
}

Image made_small(Image image) {
  const int longer = std::max(image.shape.height, image.shape.width);
  if (longer <= sample_side) return image;
  const auto side = [&](int pixels) { return std::max(1, pixels * sample_side / longer); };
  return resized(image, side(image.shape.height), side(image.shape.width));
}

constexpr std::size_t FolderFiles::*splits[] = {&FolderFiles::train, &FolderFiles::test, &FolderFiles::validation};

struct Seen {
  std::optional<ImageSize> size;
  std::optional<Image> sample;
  std::string error;
};

Seen see(const fs::path& path, bool is_sample) {
  Seen seen;
  try {
    if (is_sample) {
      Image image = read_image(path);
      seen.size = ImageSize{image.shape.height, image.shape.width};
      seen.sample = made_small(std::move(image));
    } else {
      seen.size = size_of_image(path);
    }
  } catch (const InputError& error) {
    seen.error = error.what();
  }
  return seen;
}

}  // namespace

std::size_t FolderClass::test_of(double test_fraction) const { return split_off_for_test(train, test_fraction); }

FolderLook FolderLook::without_unreadable() const {
  FolderLook look = *this;
  for (FolderClass& one : look.classes)
    for (std::size_t FolderFiles::*split : splits) one.*split -= std::exchange(one.unreadable.*split, 0);
  return look;
}

std::size_t FolderLook::images() const {
  std::size_t all = 0;
  for (const FolderClass& one : classes) all += one.train + one.test + one.validation;
  return all;
}

std::size_t FolderLook::train_images(double test_fraction) const {
  std::size_t all = 0;
  for (const FolderClass& one : classes) all += one.train - (has_test ? 0 : one.test_of(test_fraction));
  return all;
}

std::size_t FolderLook::test_images(double test_fraction) const {
  std::size_t all = 0;
  for (const FolderClass& one : classes) all += has_test ? one.test : one.test_of(test_fraction);
  return all;
}

FolderLook look_into_folder(const fs::path& folder, const LoadProgress& progress,
                            const std::function<bool()>& stopped) {
  const FolderListing listing = list_image_folder(folder, DataSpec().test_fraction);
  FolderLook look;
  look.notes = listing.notes;
  look.has_test = listing.test.has_value();
  look.has_validation = listing.validation.has_value();
  struct File {
    fs::path path;
    std::size_t label;
    std::size_t FolderFiles::*split;
    bool is_sample;
  };
  std::vector<File> files;
  const std::size_t samples = samples_of_class(listing.class_names.size());
  for (std::size_t label = 0; label < listing.class_names.size(); ++label) {
    const auto& train = listing.train[label];
    FolderClass& one = look.classes.emplace_back();
    one.name = listing.class_names[label];
    one.train = train.size();
    const std::size_t shown = std::min(samples, train.size());
    for (std::size_t i = 0, next = 0; i < train.size(); ++i) {
      const bool is_sample = next < shown && i == next * train.size() / shown;
      next += is_sample ? 1 : 0;
      files.push_back({train[i], label, &FolderFiles::train, is_sample});
    }
    const auto add = [&](const std::optional<ImageFiles>& split, std::size_t FolderFiles::*count) {
      if (!split) return;
      one.*count = (*split)[label].size();
      for (const fs::path& path : (*split)[label]) files.push_back({path, label, count, false});
    };
    add(listing.test, &FolderFiles::test);
    add(listing.validation, &FolderFiles::validation);
  }
  std::vector<Seen> seen(files.size());
  for_each_index(
      files.size(), loading_threads(),
      [&](std::size_t i) {
        if (!stopped || !stopped()) seen[i] = see(files[i].path, files[i].is_sample);
      },
      progress);

  const auto by_sides = [](const ImageSize& a, const ImageSize& b) {
    return std::pair(a.width, a.height) < std::pair(b.width, b.height);
  };
  std::map<ImageSize, std::size_t, decltype(by_sides)> sizes(by_sides);
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (seen[i].size) ++sizes[*seen[i].size];
    if (!seen[i].error.empty()) {
      look.unreadable.push_back(seen[i].error);
      ++(look.classes[files[i].label].unreadable.*files[i].split);
    }
    if (!seen[i].sample) continue;
    look.samples_have_colour = look.samples_have_colour || seen[i].sample->shape.channels > 1;
    look.classes[files[i].label].samples.push_back(std::move(*seen[i].sample));
  }
  look.sizes.assign(sizes.begin(), sizes.end());
  std::ranges::stable_sort(look.sizes, std::greater<>(), [](const auto& size) { return size.second; });
  return look;
}

}  // namespace mlplab
