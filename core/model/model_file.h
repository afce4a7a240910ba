// Model files: safetensors (github.com/huggingface/safetensors, format of 2022): an 8-byte length, a JSON header, raw
// little-endian float32. The tensors have PyTorch's names and shapes: files go both ways ('load_state_dict').
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "core/model/training_state.h"

namespace mlplab {

/// Writes the model (and the optimiser's state, as 'optimizer.S.layers.N.weight', when there is one) to a temporary
/// file beside `path` and renames it: a reader sees the old file or the new one, never half of one. `notes` go into the
/// metadata (backend, data set, accuracy…). `to_disk` as in write_file_atomically. Throws InputError (unwritable
/// folder, full disk).
void save_model(const std::filesystem::path& path, const TrainingState& state,
                const std::map<std::string, std::string>& notes = {}, bool to_disk = true);

/// A note under which a file has state_hash() of its numbers: one that was damaged on the disk would train on to
/// whatever comes of it. A file without it is read, too.
inline constexpr const char* state_hash_note = "state_hash";
std::string state_hash(const TrainingState& state);

/// Reads and checks everything: header length, JSON, spec, every tensor's name, type, shape and byte range, no gap or
/// overlap, finite values, and their hash where the file has it. Throws InputError naming the file and the first thing
/// that is wrong.
TrainingState load_model(const std::filesystem::path& path, std::map<std::string, std::string>* notes = nullptr);
/// As load_model(), for a file that need not describe its network. A file of PyTorch, as safetensors.torch.save_file
/// writes a state_dict, holds the tensors of `model`, for any number of classes and of image channels. It may hold
/// 'num_batches_tracked' beside running statistics. A file that describes its network is read as that network, which
/// may be another.
TrainingState load_model_of(const std::filesystem::path& path, const ModelSpec& model);
/// The epochs that its weights were trained for, from its header alone; nothing where it does not say.
std::optional<int> epochs_done_in(const std::filesystem::path& path);

}  // namespace mlplab
