// The one place that knows which readers there are.
#include "core/data/load.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/idx.h"
#include "core/data/image_folder.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* mnist_name = "mnist";

bool holds_idx_files(const fs::path& folder) {
  return std::ranges::any_of(fs::directory_iterator(folder), [](const fs::directory_entry& entry) {
    return entry.path().string().find("-idx") != std::string::npos;
  });
}

Dataset read_source(const std::string& source, const fs::path& resources, std::uint64_t seed) {
  if (source == mnist_name) {
    Dataset dataset = read_idx_folder(resources / "mnist");
    dataset.name = source;
    return dataset;
  }
  if (!fs::exists(source))
    throw InputError("there is no data set '" + source +
                     "': name mnist, a folder with IDX files, or a folder with one sub-folder a class");
  if (!fs::is_directory(source)) throw InputError(source + " is a file; name the folder that holds the data set");
  return holds_idx_files(source) ? read_idx_folder(source) : read_image_folder(source, seed);
}

void keep_first(Examples& examples, std::size_t limit, std::size_t features) {
  if (limit == 0 || limit >= examples.size()) return;
  examples.features.resize(limit * features);
  examples.labels.resize(limit);
}

/// Moves a seeded choice of examples from train to validation; both keep the order of the file.
void split_validation(Dataset& dataset, double fraction, std::uint64_t seed) {
  const std::size_t n = dataset.train.size();
  const auto wanted = static_cast<std::size_t>(std::llround(fraction * static_cast<double>(n)));
  if (wanted == 0) return;
  std::vector<std::uint32_t> rows(n);
  std::iota(rows.begin(), rows.end(), 0U);
  Random random(seed, RandomStream::split, 0);
  for (std::size_t i = 0; i < wanted; ++i)
    std::swap(rows[i], rows[i + random.below(static_cast<std::uint32_t>(n - i))]);
  std::vector<bool> held(n, false);
  for (std::size_t i = 0; i < wanted; ++i) held[rows[i]] = true;

  const auto d = static_cast<std::size_t>(dataset.features());
  Examples train;
  for (std::size_t row = 0; row < n; ++row) {
    Examples& target = held[row] ? dataset.validation : train;
    const auto begin = dataset.train.features.begin() + static_cast<std::ptrdiff_t>(row * d);
    target.features.insert(target.features.end(), begin, begin + static_cast<std::ptrdiff_t>(d));
    target.labels.push_back(dataset.train.labels[row]);
  }
  dataset.train = std::move(train);
}

}  // namespace

bool is_shipped(const DataSpec& spec) { return spec.source == mnist_name; }

Dataset load_dataset(const DataSpec& spec, const fs::path& resources, std::uint64_t seed) {
  Dataset dataset = read_source(spec.source, resources, seed);
  const auto d = static_cast<std::size_t>(dataset.features());
  keep_first(dataset.train, spec.train_limit, d);
  keep_first(dataset.test, spec.test_limit, d);
  split_validation(dataset, spec.validation_fraction, seed);
  if (dataset.train.size() == 0) throw InputError(spec.source + " holds no training examples");
  dataset.content_hash = content_hash_of(dataset);
  return dataset;
}

std::vector<std::uint32_t> sampling_order(std::size_t count, std::uint64_t seed, int epoch) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  Random random(seed, RandomStream::sampling_order, static_cast<std::uint32_t>(epoch));
  for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
  return order;
}

}  // namespace mlplab
