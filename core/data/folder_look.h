// A look into a folder of images before anybody trains on them: how many each class has, of which sizes, what of them
// cannot be read, and a few to show.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/data/image.h"
#include "core/data/load.h"

namespace mlplab {

struct FolderFiles {
  std::size_t train = 0, test = 0, validation = 0;
};

struct FolderClass : FolderFiles {
  std::string name;
  FolderFiles unreadable;      // among them
  std::vector<Image> samples;  // training images from all over the class, made small

  /// Files that become its test images where this share of its training images is split off.
  std::size_t test_of(double test_fraction) const;
};

struct FolderLook {
  std::vector<FolderClass> classes;
  bool has_test = false, has_validation = false;         // else they are shares of the training images
  std::vector<std::pair<ImageSize, std::size_t>> sizes;  // of all that can be read, the most frequent first
  bool samples_have_colour = false;                      // known of the samples alone
  std::vector<std::string> notes;                        // FolderListing::notes
  std::vector<std::string> unreadable;                   // why, a sentence for each file; a run refuses or skips them

  /// As a run with DataSpec::skip_unreadable has it.
  FolderLook without_unreadable() const;
  std::size_t images() const;
  /// Files that train and that test, where `test_fraction` of each class is split off for a test set that is missing.
  std::size_t train_images(double test_fraction) const;
  std::size_t test_images(double test_fraction) const;
};

/// Reads every file's header, on all processors, and decodes the samples. `stopped` (optional) is asked from all
/// threads; what was found by then is returned. Throws InputError as list_image_folder() does.
FolderLook look_into_folder(const std::filesystem::path& folder, const LoadProgress& progress = {},
                            const std::function<bool()>& stopped = {});

}  // namespace mlplab
