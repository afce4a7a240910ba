// A file or folder of the user's that this version cannot read makes room for a new one, and stays.
#pragma once

#include <filesystem>

namespace mlplab {

/// Renames it to the first free one of NAME.old, NAME.old-2… beside it, which it returns. Throws InputError.
std::filesystem::path put_aside(const std::filesystem::path& path);

}  // namespace mlplab
