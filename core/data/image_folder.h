// Image folders: one sub-folder a class.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/data/dataset.h"

namespace mlplab {

Dataset read_image_folder(const std::filesystem::path& folder, std::uint64_t seed);

}  // namespace mlplab
