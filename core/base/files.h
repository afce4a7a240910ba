// Files read whole and replaced whole.
#pragma once

#include <exception>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "core/base/error.h"

namespace mlplab {

/// The system's description of an error, translated where the language set has it (language.h).
std::string reason_of(const std::error_code& error);

/// An exception of any kind as one of the program's: the file system's own are InputErrors that name the file, those
/// of too little memory and of too few threads say so and what to do.
Error as_error(const std::exception& error);

/// Throws InputError for a path that is not UTF-8: it could not be named in a run's files.
void check_utf8(const std::filesystem::path& path);

/// The whole file. Throws InputError naming it: missing, a folder, unreadable, or larger than `limit_bytes`.
std::string read_file(const std::filesystem::path& path, std::uintmax_t limit_bytes = std::uintmax_t{1} << 32);

/// The first `bytes` of the file, or all that there are. Throws InputError as read_file() does.
std::string read_beginning(const std::filesystem::path& path, std::size_t bytes);

/// Writes a temporary file beside `path`, flushes it to disk and renames it: a reader, or a power cut, finds the old
/// content or the new, never half of one. Throws InputError naming the file (unwritable folder, full disk).
/// `to_disk` false: not flushed, for a file that another process reads now and nobody after a power cut.
void write_file_atomically(const std::filesystem::path& path, std::string_view content, bool to_disk = true);

/// Whether `path` is a temporary file of write_file_atomically(), of whichever program.
bool is_unfinished(const std::filesystem::path& path);

/// Throws InputError where write_file_atomically() could not write `file` now: what cannot be kept after an hour of
/// work is lost, better to learn of it before.
void check_writable(const std::filesystem::path& file);

/// Creates the folder and its parents. Throws InputError naming it.
void make_folder(const std::filesystem::path& folder);

/// Makes FOLDER/NAME, with '-2', '-3'… after it while there is something of that name, and `folder` itself where it is
/// not there. Programs that do so at once each get a folder of their own. Throws InputError.
std::filesystem::path make_new_folder(const std::filesystem::path& folder, const std::string& name);

/// Whether something, a folder, an ordinary file is there, links followed; false where that cannot be found out (a link
/// that leads round in a circle, a folder that may not be read). std::filesystem's own throw in that case, which ends a
/// program that only wanted to list what there is: tests/structure refuses them.
bool anything_at(const std::filesystem::path& path);
bool folder_at(const std::filesystem::path& path);
bool file_at(const std::filesystem::path& path);

/// The entries directly in a folder, by name: as far as it could be read, none where it could not. Never throws a
/// filesystem_error, as a range over a directory_iterator does in the midst of a folder.
std::vector<std::filesystem::path> entries_in(const std::filesystem::path& folder);
/// The entries of entries_in() with this ending ('.json').
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, std::string_view ending);

/// The local time as names of folders and files begin, so that by name is by date: '2026-11-21-143005'.
std::string date_stamp();
/// FOLDER/NAME+ENDING, with '-2', '-3'… after NAME while there is something of that name.
std::filesystem::path free_path(const std::filesystem::path& folder, const std::string& name,
                                const std::string& ending = {});

}  // namespace mlplab
