#include "core/base/put_aside.h"

#include <system_error>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"

namespace mlplab {

std::filesystem::path put_aside(const std::filesystem::path& path) {
  std::filesystem::path name = path;
  if (!name.has_filename()) name = name.parent_path();  // 'drawings/'
  const std::filesystem::path aside = free_path(name.parent_path(), name.filename().string() + ".old");
  std::error_code error;
  std::filesystem::rename(name, aside, error);
  if (error) throw InputError(say("cannot rename %1 to %2: %3", name.string(), aside.string(), reason_of(error)));
  return aside;
}

}  // namespace mlplab
