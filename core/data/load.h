// Finding and loading a data set by name or folder, cutting it to size, splitting it, and the order it is sampled in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/data/dataset.h"

namespace mlplab {

struct DataSpec {
  std::string source = "mnist";      // 'mnist', or a folder with IDX files or one sub-folder a class
  std::size_t train_limit = 0;       // 0: all; otherwise the first N
  std::size_t test_limit = 0;        // 0: all
  double validation_fraction = 0.0;  // share of the training examples moved to `validation`, in [0, 0.9]
  bool operator==(const DataSpec&) const = default;
};

/// Part of the program, and no folder of the user's.
bool is_shipped(const DataSpec& spec);

/// Loads, limits and splits. `resources` holds mnist/; see find_resources(). The split depends on `seed` only.
/// Throws InputError naming the file and what to do.
Dataset load_dataset(const DataSpec& spec, const std::filesystem::path& resources, std::uint64_t seed);

/// The folder resources/: $MLPLAB_RESOURCES, else next to the program (../share/mlplab, ../../../resources), else the
/// source tree it was built from. Throws InputError if there is none.
std::filesystem::path find_resources();

/// The order in which epoch `epoch` (0-based) visits `count` examples: a Fisher-Yates shuffle of (seed, epoch) alone.
std::vector<std::uint32_t> sampling_order(std::size_t count, std::uint64_t seed, int epoch);

}  // namespace mlplab
