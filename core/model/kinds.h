// The kinds of activation, loss and optimiser. Plain C++17, because the GPU's kernels know this file too. To add one:
// its name here, then the compiler lists the places that lack it: the formula in core/model/activation.h and
// core/compute/scalar_backend.cpp (host), core/compute/kernels/formulas-inl.h (vectors) and gpu/kernels/functions.cuh
// or loss.cuh (CUDA); tests/core/model/kinds_test.cpp sees to its name in the tables of model_spec.cpp and
// optimizer.cpp.
#pragma once

namespace mlplab {

enum class Activation { identity, relu, sigmoid, tanh };
enum class Loss { softmax_cross_entropy, mean_squared_error };
enum class OptimizerKind { sgd, momentum, adam };

}  // namespace mlplab
