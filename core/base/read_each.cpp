#include "core/base/read_each.h"

#include "core/base/files.h"

namespace mlplab {

void read_each(const std::vector<std::filesystem::path>& files, std::vector<std::string>* left_out,
               const std::function<void(const std::filesystem::path&)>& read) {
  for (const std::filesystem::path& file : files) {
    try {
      read(file);
    } catch (const std::exception& error) {
      if (left_out != nullptr) left_out->emplace_back(as_error(error).what());
    }
  }
}

}  // namespace mlplab
