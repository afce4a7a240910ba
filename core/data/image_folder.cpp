#include "core/data/image_folder.h"

#include "core/support/error.h"

namespace mlplab {

Dataset read_image_folder(const std::filesystem::path& folder, std::uint64_t /*seed*/) {
  throw InputError(folder.string() + " holds no IDX files");
}

}  // namespace mlplab
