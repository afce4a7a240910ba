#include "core/notebook/export.h"

#include <system_error>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/notebook/notes.h"

namespace mlplab {

namespace fs = std::filesystem;

fs::path export_entry(const fs::path& path, const fs::path& target) {
  make_folder(target);
  const fs::path copy = free_path(target, path.stem().string(), path.extension().string());
  std::error_code error;
  try {
    fs::copy(path, copy, fs::copy_options::recursive);
    fs::remove(copy / ".running", error);
    const fs::path notes = notes_file(path);
    if (notes.parent_path() != path && anything_at(notes)) {
      make_folder(notes_file(copy).parent_path());
      fs::copy(notes, notes_file(copy), fs::copy_options::overwrite_existing);
    }
  } catch (const std::exception& failure) {
    fs::remove_all(copy, error);
    throw as_error(failure);
  }
  return copy;
}

}  // namespace mlplab
