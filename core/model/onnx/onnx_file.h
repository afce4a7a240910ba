// A trained network as an ONNX file (onnx.ai), for programs that run networks and know nothing of this one. Built where
// ONNX is there (MLPLAB_ONNX); the only files with a header of it are in this folder.
#pragma once

#include <filesystem>
#include <string>

#include "core/model/training_state.h"

namespace mlplab {

inline constexpr const char* onnx_input = "pixels";   // [batch, channels, height, width] or [batch, numbers], 0 to 1
inline constexpr const char* onnx_output = "scores";  // [batch, classes]: the outputs of the last layer

/// Writes the network as it answers in use, with its weights and running statistics; how many examples are a batch is
/// left open. Values are named by the layers, weights as in a model file. How the images were prepared and what the
/// classes are called becomes metadata, where the state says it. ONNX's own checker has seen the model before it is
/// written, atomically. Throws InputError.
void save_onnx(const std::filesystem::path& path, const TrainingState& state);

/// 'ONNX 1.12.0, opset 13': what checked it, and the version of the operations.
std::string onnx_version();

}  // namespace mlplab
