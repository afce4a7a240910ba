// Files of a folder that are read one by one: one that is damaged costs its own entry, never the others.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace mlplab {

/// Calls `read` for each file. Where it throws, what it says goes to `left_out` (optional) and the next file is read.
void read_each(const std::vector<std::filesystem::path>& files, std::vector<std::string>* left_out,
               const std::function<void(const std::filesystem::path&)>& read);

}  // namespace mlplab
