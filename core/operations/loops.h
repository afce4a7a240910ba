// The loops of the laboratories' variants. They are compiled as written: with the vectors that the compiler finds in
// them, but no loop put into another's place, which would make one variant of another (CMakeLists.txt).
#pragma once

#include "core/operations/pooling.h"

namespace mlplab::loops {

/// How the study's product of a window and the identity is computed.
enum class IdentityProduct { elements, loops, tile };

/// y [outputs, outputs] from padded [n + 2 padding, n + 2 padding]. `filter` [kernel, kernel] is the identity; `copy`:
/// it is copied for each window, as the study transfers it, else it is used in place.
void pool_by_identity(IdentityProduct product, bool copy, const PoolingCase& c, const float* padded,
                      const float* filter, float* y);
/// The rows [first, end) of y from x [n, n]; padding is never read: its zeros are below no number, and count where a
/// window sees some.
void pool_directly(const PoolingCase& c, const float* x, int first, int end, float* y);
/// The same: the largest of each column of the window's rows first, side by side, then of neighbouring columns.
/// row [n + 2 padding] is scratch.
void pool_rows_first(const PoolingCase& c, const float* x, int first, int end, float* row, float* y);

// C [n, n] = A B, all row-major.
/// Rows, columns, then the sum: B is read down its columns.
void product_naive(int n, const float* a, const float* b, float* c);
/// Rows, the sum, then columns: all is read along rows.
void product_row_order(int n, const float* a, const float* b, float* c);
/// For each number of a row the whole row again, of which one number is kept; row [n] is scratch.
void product_rows_again(int n, const float* a, const float* b, float* row, float* c);
/// The rows [first, end) of C, by blocks of B that stay in the cache.
void product_blocked(int n, int first, int end, const float* a, const float* b, float* c);

}  // namespace mlplab::loops
