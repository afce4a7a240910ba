// Comparisons as files, one each, written again after every run: what was measured is there after closing, and after a
// kill. A figure that is not computed from the runs is a member of the file.
#pragma once

#include <filesystem>
#include <vector>

#include "core/study/comparison/comparison.h"

namespace mlplab {

/// The name of the file in a folder of `mlplab-cli compare --out`.
inline constexpr const char* comparison_file_name = "measured.json";

/// FOLDER/DATE-TIME.json, of a name that is not taken.
std::filesystem::path new_comparison_file(const std::filesystem::path& folder);
/// Curves of runs are thinned to what a chart shows; times, losses and accuracies of epochs are all there.
void save_comparison(const std::filesystem::path& file, const Comparison& comparison);  // Throws InputError
/// With all figures; availability is that of then. Throws InputError.
Comparison read_comparison(const std::filesystem::path& file);
/// The newest first.
std::vector<std::filesystem::path> kept_comparisons(const std::filesystem::path& folder, std::size_t most);

}  // namespace mlplab
