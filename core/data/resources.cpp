// Where resources/ lies: beside an installed program, beside a build, or in the source tree.
#include <cstdlib>
#include <vector>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "version.h"

namespace mlplab {

std::filesystem::path find_resources() {
  namespace fs = std::filesystem;
  if (const char* named = std::getenv("MLPLAB_RESOURCES"); named != nullptr && *named != '\0') {
    if (!folder_at(named))
      throw InputError(say("MLPLAB_RESOURCES names %1, which is not a folder; correct or unset it", named));
    return named;
  }
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<fs::path> candidates{program / "../share/mlplab", program / "../../../resources"};
#ifdef MLPLAB_SOURCE_DIR
  candidates.emplace_back(fs::path(MLPLAB_SOURCE_DIR) / "resources");
#endif
  for (const fs::path& candidate : candidates)
    if (fs::is_directory(candidate / "mnist", error)) return fs::weakly_canonical(candidate);
  throw InputError(say("the folder resources/ was not found beside the program; set MLPLAB_RESOURCES to it"));
}

}  // namespace mlplab
