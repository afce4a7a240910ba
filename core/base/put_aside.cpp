#include "core/base/put_aside.h"

#include <system_error>

#include "core/base/error.h"

namespace mlplab {

std::filesystem::path put_aside(const std::filesystem::path& path) {
  std::filesystem::path name = path;
  if (!name.has_filename()) name = name.parent_path();  // 'drawings/'
  std::filesystem::path aside = name.string() + ".old";
  std::error_code error;
  for (int number = 2; std::filesystem::exists(std::filesystem::symlink_status(aside, error)); ++number)
    aside = name.string() + ".old-" + std::to_string(number);
  std::filesystem::rename(name, aside, error);
  if (error) throw InputError("cannot rename " + name.string() + " to " + aside.string() + ": " + error.message());
  return aside;
}

}  // namespace mlplab
