// Whether images find room in memory: said before they are made, as a system that promises more memory than it has
// ends the program in the middle of it.
#pragma once

#include <cstddef>
#include <string>

#include "core/data/dataset.h"

namespace mlplab {

/// Bytes that a data set may take: what this machine has left, and 8 GiB at most.
std::size_t room_for_images();

/// Throws InputError naming `source` where `count` images of this shape take more than `most_bytes`.
void check_room(const std::string& source, std::size_t count, const ImageShape& shape,
                std::size_t most_bytes = room_for_images());

}  // namespace mlplab
