// Shared by the sources of images (embeddings.h): the files of a folder, the shape that a network takes, pixels as
// numbers. A further source that reads files begins with these.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/model/training_state.h"

namespace mlplab {

/// The images that a network takes: its own shape, or the square that a vector was made of. Throws UsageError where
/// they are none in grey or colour.
ImageShape images_of(const ModelSpec& model);
/// How images of other proportions became the network's.
ImageFit fit_of(const TrainingState& network);
/// pixels [count] → [count] in [0, 1]
std::vector<float> as_features(const std::uint8_t* pixels, std::size_t count);
/// The images in `folder` and its folders, by path, the first `most` (0: all). Throws InputError, where there is none
/// or more than are embedded at once, too.
std::vector<std::filesystem::path> image_files_in(const std::filesystem::path& folder, std::size_t most);

/// The classes of images in several folders: their folders. Images in one folder alone have none.
class FolderClasses {
 public:
  explicit FolderClasses(const std::vector<std::filesystem::path>& files);
  /// -1 where there are no classes.
  int of(const std::filesystem::path& file) const;
  std::vector<std::string> names() const;

 private:
  std::vector<std::filesystem::path> folders_;  // sorted
};

}  // namespace mlplab
