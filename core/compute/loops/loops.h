// The loops of one training step, each over a range of its rows, so that one thread runs all of them or several threads
// share them: `loops` and `openmp-loops` are these functions. Plain C++ that a student could have written: float sums,
// no intrinsics; the order of the loops lets the compiler use vector instructions.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/compute/backend.h"

namespace mlplab::loops {

/// Rows [first, last) of C [m, n].
void product(const Gemm& g, int first, int last);
/// Rows [first, last) of x [batch, d] and y [batch].
void gather(int first, int last, int d, const std::uint8_t* features, const std::int32_t* labels,
            const std::uint32_t* order, float* x, std::int32_t* y);
/// Elements [first, last) of d, from those of a.
void activation_gradient(Activation activation, std::size_t first, std::size_t last, const float* a, float* d);
/// Columns [first, last) of the sums of d [rows, columns].
void column_sums(int first, int last, int rows, int columns, const float* d, float* sums);
/// Parameters [first, last).
void update(const Update& u, std::size_t first, std::size_t last);

/// The vector instructions that this processor runs the loops with: 'AVX-512', 'AVX2' or 'baseline'.
const char* instruction_set();

}  // namespace mlplab::loops
