#include "core/notebook/export.h"

#include <system_error>

#include "core/base/error.h"
#include "core/base/files.h"

namespace mlplab {

namespace fs = std::filesystem;

fs::path export_entry(const fs::path& path, const fs::path& target) {
  make_folder(target);
  const std::string stem = path.stem().string(), ending = path.extension().string();
  fs::path copy = target / path.filename();
  std::error_code error;
  for (int number = 2; fs::exists(fs::symlink_status(copy, error)); ++number)
    copy = target / (stem + "-" + std::to_string(number) + ending);
  try {
    fs::copy(path, copy, fs::copy_options::recursive);
    fs::remove(copy / ".running", error);
    const fs::path notes = notes_file(path);
    if (notes.parent_path() != path && fs::exists(notes)) {
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
