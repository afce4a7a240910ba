// The faces of a folder's photographs as a source of images: found, cut out and brought to the size that the network
// takes, in each pool anew.
#pragma once

#include <functional>
#include <memory>

#include "core/operations/embeddings.h"

namespace mlplab {

/// The faces in the photographs of `folder` and its folders, by path, the first `most` of them (0: all). Each is looked
/// at once here, before any clock runs: that counts the faces and brings the files into memory. A photograph that
/// cannot be read is a sentence of the count, and not looked at again. `progress` (may be empty) gets how many
/// photographs are done, from any thread. Null where `control` is stopped. Throws InputError, where there is no face
/// too, and BackendError where faces cannot be looked for (face_finder.h).
std::unique_ptr<ImageSource> face_images(const TrainingState& network, const std::filesystem::path& folder,
                                         std::size_t most, const RunControl& control,
                                         const std::function<void(std::size_t done, std::size_t of)>& progress = {});
/// Those that face_images() has found, in another process. Throws BackendError.
std::unique_ptr<ImageSource> faces_by(const TrainingState& network, const ImageRecipe& recipe);

}  // namespace mlplab
