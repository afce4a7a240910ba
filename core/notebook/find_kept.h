// What a user names, found: a run's, a sweep's or a comparison's folder, a comparison's or a profile's file, or the
// name of one that was kept.
#pragma once

#include <filesystem>

#include "core/notebook/entry.h"

namespace mlplab {

struct KeptThing {
  EntryKind kind = EntryKind::run;
  std::filesystem::path path;  // as NotebookEntry::path
};

/// What lies at `named`; where nothing does, and it is a mere name, what is called so in `folders`. Of a folder of
/// `mlplab-cli compare --out` the comparison in it. Throws InputError naming it: not there, or none of these.
KeptThing find_kept(const std::filesystem::path& named, const NotebookFolders& folders);
/// In the folders beside default_runs_folder().
KeptThing find_kept(const std::filesystem::path& named);

}  // namespace mlplab
