// Files read whole and replaced whole.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace mlplab {

/// The whole file. Throws InputError naming it: missing, a folder, unreadable, or larger than `limit_bytes`.
std::string read_file(const std::filesystem::path& path, std::uintmax_t limit_bytes = std::uintmax_t{1} << 32);

/// Writes a temporary file beside `path`, flushes it to disk and renames it: a reader, or a power cut, finds the old
/// content or the new, never half of one. Throws InputError naming the file (unwritable folder, full disk).
/// `to_disk` false: not flushed, for a file that another process reads now and nobody after a power cut.
void write_file_atomically(const std::filesystem::path& path, std::string_view content, bool to_disk = true);

/// Throws InputError where `file` could not be written now: what cannot be kept after an hour of work is lost, better
/// to learn of it before.
void check_writable(const std::filesystem::path& file);

/// Creates the folder and its parents. Throws InputError naming it.
void make_folder(const std::filesystem::path& folder);

}  // namespace mlplab
