// The folder through which a run goes to other processes and its state comes back (docs/file-formats.md).
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/data/dataset.h"
#include "core/machine/scratch_folder.h"
#include "core/model/training_state.h"
#include "core/run/run_spec.h"

namespace mlplab {

/// Beyond the event stream: a rank reports that state.safetensors is a requested snapshot. On its stdin it learns when
/// a state has been read and may be replaced.
inline constexpr const char* state_saved_line = R"({"event":"state_saved"})";
inline constexpr const char* state_taken_word = "taken";
inline constexpr const char* exchange_state_name = "state.safetensors";
inline constexpr const char* initial_state_name = "initial.safetensors";
inline constexpr const char* rates_name = "rates.f32";

/// A folder of its own among the temporary ones; goes with everything in it, however this program ends.
class ExchangeFolder {
 public:
  /// Throws InputError where no temporary folder can be made.
  ExchangeFolder();
  const std::filesystem::path& path() const { return folder_.path(); }
  const ScratchFolder& scratch() const { return folder_; }

  /// spec.json and initial.safetensors.
  void write_start(const RunSpec& spec, const TrainingState& start) const;
  /// rates.f32, of a learning-rate search: little-endian 32-bit floats, one for each step. Nothing where there are
  /// none.
  void write_rates(const std::vector<float>& rates) const;
  /// order.u32: little-endian 32-bit numbers of the examples, [epochs - start.epochs_done][train examples].
  void write_order(const RunSpec& spec, const TrainingState& start, std::size_t examples) const;
  /// Throws UsageError where that is more than a program should be handed.
  static std::uintmax_t order_bytes(const RunSpec& spec, const TrainingState& start, std::size_t examples);
  /// data/: the examples themselves.
  void write_data(const Dataset& dataset) const;
  /// data/epoch-images-idx3-ubyte, replaced: the training images as epoch `epoch` (from 0) shows them, where the run
  /// augments. `made` keeps room for them from one epoch to the next. Returns the seconds that making them took on
  /// `threads` threads, without the writing.
  double write_epoch_images(const RunSpec& spec, const Dataset& dataset, int epoch, int threads, Examples& made) const;
  /// state.safetensors, checked to be of the run's network; of the data it knows what this side does. Throws
  /// InputError.
  std::shared_ptr<TrainingState> read_state(const RunSpec& spec, const Dataset& dataset) const;

 private:
  ScratchFolder folder_;
};

/// The other side's: initial.safetensors and rates.f32 (or none) in, state.safetensors out (replaced, never half
/// written).
TrainingState read_initial(const std::filesystem::path& exchange);
std::vector<float> read_rates(const std::filesystem::path& exchange);
void write_state(const std::filesystem::path& exchange, const TrainingState& state);

}  // namespace mlplab
