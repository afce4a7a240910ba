// Finds the kept work that a user names: a run's, a sweep's or a comparison's folder, a comparison's or a profile's
// file, or the name of a kept entry.
#pragma once

#include <filesystem>

#include "core/notebook/entry.h"

namespace mlplab {

struct KeptThing {
  EntryKind kind = EntryKind::run;
  std::filesystem::path path;  // as NotebookEntry::path
};

/// Finds the kept work at the path `named`; where there is none and `named` is a mere name, the entry of that name in
/// `folders`. A folder of `mlplab-cli compare --out` stands for the comparison in it. Throws InputError naming it: not
/// there, or none of these.
KeptThing find_kept(const std::filesystem::path& named, const NotebookFolders& folders);
/// In the folders beside default_runs_folder().
KeptThing find_kept(const std::filesystem::path& named);

}  // namespace mlplab
