// Comparisons as files, one each, of lines (core/study/store.h): the first says what is measured, where and with which
// rows; each later one has a finished run, and what else is new since the line before. A figure that is computed from
// the runs is in no line. To keep another figure that changes: state_of() and Reading::take_line().
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json.h"
#include "core/study/comparison/comparison.h"

namespace mlplab {

/// The name of the file in a folder of `mlplab-cli compare --out`.
inline constexpr const char* comparison_file_name = "measured.json";

/// FOLDER/DATE-TIME.json, of a name that is not taken.
std::filesystem::path new_comparison_file(const std::filesystem::path& folder);
/// Keeps a comparison while it is measured. Curves of runs are thinned to what a chart shows; times, losses and
/// accuracies of epochs are all there.
class ComparisonStore {
 public:
  /// Nothing is read or written before keep(). A file of before 2026-11-28 is then written anew, as lines.
  explicit ComparisonStore(std::filesystem::path file) : file_(std::move(file)) {}
  /// Adds what the file lacks, and is done when that is on the disk. Throws InputError.
  void keep(const Comparison& comparison);

 private:
  bool goes_on() const;
  void note(const Comparison& comparison);
  std::vector<nlohmann::json> lines_of(const Comparison& comparison) const;

  std::filesystem::path file_;
  nlohmann::json state_;                        // what the file says besides the runs; null before anything is known
  std::set<std::pair<std::string, int>> runs_;  // that it has: backend and round
};
/// All of it at once, in place of what is there. Throws InputError.
void save_comparison(const std::filesystem::path& file, const Comparison& comparison);
/// With all figures; availability is that of then. A last line that was cut off is ignored. Throws InputError.
Comparison read_comparison(const std::filesystem::path& file);
/// The newest first.
std::vector<std::filesystem::path> kept_comparisons(const std::filesystem::path& folder, std::size_t most);

}  // namespace mlplab
