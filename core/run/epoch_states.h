// The weights after single epochs, kept in a run's folder as epochs/0007.safetensors, without the optimiser's numbers.
// Their room is bounded: where it is full, every second epoch goes, so that those left lie evenly over the run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>

#include "core/model/training_state.h"

namespace mlplab {

class EpochStates {
 public:
  /// `folder` is the run's; 0 bytes keep nothing.
  EpochStates(std::filesystem::path folder, std::uint64_t most_bytes);
  /// A state at the end of an epoch, or the one that a run goes on from: what is kept of later epochs is void then.
  /// Throws InputError (unwritable folder, full disk).
  void keep(const TrainingState& state);
  bool wanted() const { return most_bytes_ > 0; }
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
  std::uint64_t most_bytes_;
};

/// Bytes of one kept state of the network.
std::uint64_t epoch_state_bytes(const ModelSpec& model);

/// Where the weights after an epoch lie, by epochs done: those above, the best epoch's and the last one's.
/// `last_epoch` is the log's: files of later ones are of the time before a rewind.
std::map<int, std::filesystem::path> states_in(const std::filesystem::path& run_folder, int last_epoch);

}  // namespace mlplab
