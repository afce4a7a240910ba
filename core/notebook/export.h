// Kept things for elsewhere: copies of folders and files, their notes with them.
#pragma once

#include <filesystem>

namespace mlplab {

/// Copies an entry into `target`, under its own name or NAME-2, NAME-3… where that is taken; where it is now. A lock of
/// a run that goes on stays behind. Throws InputError; half a copy is removed.
std::filesystem::path export_entry(const std::filesystem::path& path, const std::filesystem::path& target);

}  // namespace mlplab
