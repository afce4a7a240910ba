// Kept things moved and copied as a whole, their notes with them: deleting with undo (what is deleted lies in the
// folder 'trash' until it is emptied), and copies for elsewhere.
#pragma once

#include <filesystem>
#include <vector>

#include "core/notebook/entry.h"

namespace mlplab {

/// Where one deleted entry was, and is.
struct Trashed {
  EntryKind kind = EntryKind::run;
  std::filesystem::path was, is;
  std::filesystem::path notes_was, notes_is;  // of a comparison or a profile that has any; else ''
};

/// Moves the entry, its notes with it, to TRASH/KIND/NAME (-2, -3… where that is taken). Throws InputError where a
/// program works on it now, or where it cannot be moved: then it is where it was.
Trashed move_to_trash(EntryKind kind, const std::filesystem::path& path, const std::filesystem::path& trash);
/// Puts it back. Throws InputError where something else has taken its place.
void restore(const Trashed& trashed);

/// The entries that were deleted together, and are restored together.
struct Deletion {
  std::filesystem::path file;  // that keeps it for the next start, in TRASH/deletions
  std::vector<Trashed> entries;
};
/// Keeps a deletion, so that it can be undone after a restart too. Returns Deletion::file. Throws InputError.
std::filesystem::path keep_deletion(const std::vector<Trashed>& entries, const std::filesystem::path& trash);
/// The oldest first; entries that are not in the trash any more are left out.
std::vector<Deletion> kept_deletions(const std::filesystem::path& trash);
/// After it was undone.
void forget_deletion(const Deletion& deletion);

int entries_in_trash(const std::filesystem::path& trash);
/// For good. Throws InputError.
void empty_trash(const std::filesystem::path& trash);

/// Copies an entry into `target`, under its own name or NAME-2, NAME-3… where that is taken; where it is now. A lock of
/// a run that goes on stays behind. Throws InputError; half a copy is removed.
std::filesystem::path export_entry(const std::filesystem::path& path, const std::filesystem::path& target);

}  // namespace mlplab
