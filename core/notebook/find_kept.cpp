// A folder is known by its first file, a file by its 'format'.
#include <system_error>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/notebook/entry.h"
#include "core/run/run_record.h"
#include "core/study/comparison/comparison_file.h"
#include "core/study/store.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// False where there is nothing; throws where that cannot be told.
bool lies_there(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return false;
  if (error) throw InputError(say("cannot open %1: %2", path.string(), error.message()));
  return true;
}

KeptThing kept_file(const fs::path& path) {
  std::string format;
  try {
    if (const nlohmann::json head = head_of(read_file(path)); head.is_object()) format = head.value("format", "");
  } catch (const nlohmann::json::exception&) {
    format.clear();
  }
  if (format.starts_with("mlplab-comparison-")) return {EntryKind::comparison, path};
  if (format.starts_with("mlplab-profile-")) return {EntryKind::profile, path};
  if (format.starts_with("mlplab-operations-")) return {EntryKind::operations, path};
  throw InputError(
      say("%1 is not the file of a kept comparison, profile or study of operations; name one, or the folder of a run "
          "or a sweep",
          path.string()));
}

KeptThing kept_folder(const fs::path& path) {
  // 'runs/x/' would have no name.
  fs::path folder = path.lexically_normal();
  if (!folder.has_filename() && folder.has_parent_path()) folder = folder.parent_path();
  if (lies_there(folder / "spec.json")) return {EntryKind::run, folder};
  if (lies_there(folder / "sweep.json")) return {EntryKind::sweep, folder};
  if (lies_there(folder / comparison_file_name)) return {EntryKind::comparison, folder / comparison_file_name};
  throw InputError(say("%1 is no folder of a run, a sweep or a comparison: it has no spec.json, sweep.json or %2",
                       path.string(), comparison_file_name));
}

}  // namespace

KeptThing find_kept(const fs::path& named, const NotebookFolders& folders) {
  if (lies_there(named)) return folder_at(named) ? kept_folder(named) : kept_file(named);
  if (!named.has_parent_path()) {
    for (const fs::path& folder : {folders.runs, folders.sweeps})
      if (!folder.empty() && lies_there(folder / named)) return kept_folder(folder / named);
    for (const fs::path& folder : {folders.comparisons, folders.profiles, folders.operations}) {
      if (folder.empty()) continue;
      for (const fs::path& file : {folder / named, folder / (named.string() + ".json")})
        if (lies_there(file)) return kept_file(file);
    }
  }
  throw InputError(folders.runs.empty()
                       ? say("there is no run, sweep, comparison or profile '%1'", named.string())
                       : say("there is no run, sweep, comparison or profile '%1': neither a path nor a name in %2",
                             named.string(), folders.runs.parent_path().string()));
}

KeptThing find_kept(const fs::path& named) {
  NotebookFolders folders;
  try {
    folders = folders_beside(default_runs_folder());
  } catch (const InputError&) {  // no home: then only paths are found
  }
  return find_kept(named, folders);
}

}  // namespace mlplab
