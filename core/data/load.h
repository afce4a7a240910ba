// Finding and loading a data set by name or folder, cutting it to size, splitting it, and the order it is sampled in. A
// reader or a generator is called in load.cpp, nowhere else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/data/augmentation.h"
#include "core/data/dataset.h"

namespace mlplab {

struct DataSpec {
  std::string source = "mnist";  // 'mnist', 'shapes', a folder (IDX, CSV, one sub-folder a class), a CSV or NPZ file
  std::size_t train_limit = 0;   // 0: all; otherwise the first N
  std::size_t test_limit = 0;    // 0: all
  double validation_fraction = 0.0;  // share of the training examples moved to `validation`, in [0, 0.9]
  double test_fraction = 0.2;        // of each class of a source that has no test images, in (0, 0.9]
  ImageSize image_size;              // that all images are brought to
  ImageFit fit = ImageFit::stretch;  // where their proportions are not those of image_size
  int channels = 0;                  // 1: grey, 3: colours, 0: as the images are
  bool skip_unreadable = false;      // image files that cannot be read are left out; else the first is an error
  bool transposed = false;           // the source's rows are its columns (EMNIST): turned upright as they are read
  Augmentation augmentation;         // of the training images, anew in each epoch
  bool operator==(const DataSpec&) const = default;
};

/// The shape that an image of shape `own` is brought to.
ImageShape brought_shape(const DataSpec& spec, const ImageShape& own);

/// Files that hold all images of a set, and no folder with a file for each.
bool is_file_of_images(const std::filesystem::path& source);
/// Part of the program, and no folder of the user's.
bool is_shipped(const DataSpec& spec);
/// The source as it is shown: made-up data are called so, 'shapes (generated)'.
std::string title_of(const DataSpec& spec);

/// `spec` with all images of its source: without limits, held-out share and augmentation.
DataSpec whole_source(DataSpec spec);
/// The number of images to train on, of `in_source` training images (Dataset::train_in_source): within the limit,
/// without the share that is held out.
std::size_t images_to_train(const DataSpec& spec, std::size_t in_source);

/// '28' or '148x197' (width × height). Throws UsageError.
ImageSize parse_image_size(const std::string& text);
std::string to_string(const ImageSize& size);
/// Throws UsageError naming the first part that is impossible; ranges of single numbers are core/run/settings.h.
void validate(const DataSpec& spec);

/// How many of a set's images are read; called from the loading thread, some ten times per second.
using LoadProgress = std::function<void(std::size_t done, std::size_t total)>;

/// Loads, limits, brings to size and splits. `resources` holds mnist/; see find_resources(). The split depends on
/// `seed` only. Throws InputError naming the file and what to do.
Dataset load_dataset(const DataSpec& spec, const std::filesystem::path& resources, std::uint64_t seed,
                     const LoadProgress& progress = {});

/// For the shape of the images, the classes, the number in the source and the notes, or the refusal, of load_dataset():
/// of images that would be generated it makes a hundred.
Dataset look_at_dataset(const DataSpec& spec, const std::filesystem::path& resources);

/// The folder resources/: $MLPLAB_RESOURCES, else next to the program (../share/mlplab, ../../../resources), else the
/// source tree it was built from. Throws InputError if there is none.
std::filesystem::path find_resources();

/// The order in which epoch `epoch` (0-based) visits `count` examples: a Fisher-Yates shuffle of (seed, epoch) alone.
std::vector<std::uint32_t> sampling_order(std::size_t count, std::uint64_t seed, int epoch);

}  // namespace mlplab
