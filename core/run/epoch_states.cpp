#include "core/run/epoch_states.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/base/files.h"
#include "core/model/model_file.h"
#include "core/model/network.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* state_ending = ".safetensors";
constexpr std::uint64_t most_states = 500;  // of small networks: nobody looks at more, and a folder's list stays short

std::string name_of(int epoch) {
  std::string digits = std::to_string(epoch);
  if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
  return digits + state_ending;
}

/// Epoch and file; what is not named like one is somebody else's.
std::map<int, fs::path> kept_in(const fs::path& folder) {
  std::map<int, fs::path> found;
  for (const fs::path& path : entries_in(folder)) {
    const std::string stem = path.stem().string();
    const bool number =
        !stem.empty() && stem.size() < 10 && std::ranges::all_of(stem, [](char c) { return c >= '0' && c <= '9'; });
    if (number && path.filename() == name_of(std::stoi(stem))) found[std::stoi(stem)] = path;
  }
  return found;
}

}  // namespace

EpochStates::EpochStates(fs::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder) / "epochs"), most_bytes_(most_bytes) {}

void EpochStates::keep(const TrainingState& state) {
  std::map<int, fs::path> kept = kept_in(folder_);
  std::error_code ignored;
  for (auto later = kept.upper_bound(state.epochs_done); later != kept.end(); later = kept.erase(later))
    fs::remove(later->second, ignored);
  const std::uint64_t bytes = epoch_state_bytes(state.model);
  if (state.epochs_done == 0 || bytes > most_bytes_) return;
  const auto most = static_cast<std::size_t>(std::min(most_bytes_ / bytes, std::uint64_t{most_states}));
  int stride = 0;  // of those that are there
  for (const auto& [epoch, path] : kept) stride = std::gcd(stride, epoch);
  stride = std::max(stride, 1);
  if (kept.empty()) make_folder(folder_);
  if (kept.size() == 1) stride = 1;  // one alone says nothing of how they lie
  if (state.epochs_done % stride != 0) return;
  TrainingState weights = state;
  weights.slots.clear();
  const fs::path path = folder_ / name_of(state.epochs_done);
  save_model(path, weights, {}, /*to_disk=*/false);
  kept[state.epochs_done] = path;
  while (kept.size() > most) {
    stride *= 2;
    std::erase_if(kept, [&](const auto& item) {
      if (item.first % stride == 0) return false;
      fs::remove(item.second, ignored);
      return true;
    });
  }
}

std::uint64_t epoch_state_bytes(const ModelSpec& model) {
  const Network network = network_of(model);
  std::uint64_t numbers = 0;
  for (const Tensor& tensor : network.tensors) numbers += tensor.count();
  return numbers * sizeof(float);
}

std::map<int, fs::path> states_in(const fs::path& run_folder, int last_epoch) {
  std::map<int, fs::path> found;
  if (run_folder.empty()) return found;
  // The file says which epoch it is of: the log is ahead of it while it is written, and after a kill in between. One of
  // an epoch that the log has not is of the time before a rewind.
  for (const char* name : {"model.safetensors", "checkpoint.safetensors"})
    if (const std::optional<int> epoch = epochs_done_in(run_folder / name); epoch && *epoch > 0 && *epoch <= last_epoch)
      found[*epoch] = run_folder / name;
  for (const auto& [epoch, path] : kept_in(run_folder / "epochs")) found[epoch] = path;
  return found;
}

}  // namespace mlplab
