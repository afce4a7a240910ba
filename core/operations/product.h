// The laboratory of the matrix product C = A B of n × n numbers, from the naive loops to the fastest that is here. To
// add a variant: a line in product_variants().
#pragma once

#include <string>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/compute/backends.h"
#include "core/operations/measure.h"

namespace mlplab {

inline constexpr int most_product_n = 8192;

/// Whole numbers 0 … 9, as in the study: sums of their products stay below 2^24, so that any order of summing gives the
/// same bits, and right is equal. Equal n give equal operands; `which` 0: A, 1: B.
std::vector<float> product_operand(int n, int which);
/// '' or how c [n, n] is not A B. Each row is checked whole, by c · v = A (B · v) in whole numbers with a random v, in
/// n² steps (Freivalds, 1979: a wrong row passes once in 2^20); up to n = 192 every number is compared, and named.
std::string product_difference(int n, const std::vector<float>& a, const std::vector<float>& b,
                               const std::vector<float>& c);

/// The host's loops, the backends of this build, and what their ladders have (core/compute/backends.h). `workers` as in
/// pooling_variants().
std::vector<Variant> product_variants(int workers = 0);

/// The rungs of the ladder of a backend's device, which verifies and times them by itself: all at once, whatever
/// TimingOptions::limit_s.
std::vector<Variant> ladder_variants(const BackendEntry& entry, const ProductLadder& ladder);

/// 4, 8, 16 … up to `largest`.
std::vector<int> doubled_sizes(int largest);

/// Multiplications and additions of one product: 2 n³, however a variant computes it.
double product_operations(int n);

}  // namespace mlplab
