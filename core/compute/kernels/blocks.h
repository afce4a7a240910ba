// The order in which a product that is larger than the caches is worked through: the first operand passes by once, in
// blocks that stay in the second-level cache until every panel has had them, and the panels pass by each block, one
// cache line after the other, which the processor guesses. While one block is computed with, the next is fetched
// (PanelProduct::ahead): the loads of a tile are too scattered to be guessed.
//
// No sum depends on any of this, nor on the size of the caches.
#pragma once

#include <algorithm>

#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"

namespace mlplab::kernels {

/// Rows of the first operand that stay in the second-level cache while a group of panels passes by: a multiple of a
/// tile's 6; 96 rows of 784 floats are 300 KB.
inline constexpr int row_block = 96;

/// How many panels of `depth` rows, `width` floats each, are made at a time where they have to be made first (packed,
/// transposed): they fill four fifths of the second-level cache.
inline int panels_together(const Kernels& kernels, int depth, int width) {
  const std::size_t panel =
      sizeof(float) * static_cast<std::size_t>(std::max(depth, 1)) * static_cast<std::size_t>(width);
  return static_cast<int>(std::max<std::size_t>(1, kernels.cache_bytes * 4 / 5 / std::max<std::size_t>(1, panel)));
}

/// Rows of the operand that passes by: each has `columns` floats; the rows are `distance` floats apart.
struct Rows {
  const float* data = nullptr;
  int count = 0, columns = 0;
  std::ptrdiff_t distance = 0;
  /// The memory to fetch before a block of rows is read.
  Ahead ahead(int first, int rows) const { return ahead_of(data + first * distance, rows, columns, distance); }
  /// The panels begin with that block.
  void arrive(int /*first*/, int /*rows*/) const {}
};

/// Rows of which only one block is there at a time: make(first, rows) makes it of what lies in `from`.
template <class Make>
struct MadeRows {
  int count = 0;
  Ahead from;  // of all rows
  Make make;
  Ahead ahead(int first, int rows) const { return from.part(first, rows); }
  void arrive(int first, int rows) const { make(first, rows); }
};

/// Some rows for one panel.
struct Piece {
  int panel = 0;
  int first = 0, count = 0;  // rows
  bool operator==(const Piece&) const = default;
};

/// The piece to compute, the part of the first operand that its product fetches meanwhile, and the next piece (no rows:
/// this one is the last).
struct Block : Piece {
  Ahead ahead;
  Piece next;
};

/// So many rows at once, for the first panel, and nothing else.
inline Block whole_block(int rows) {
  Block block;
  block.count = rows;
  return block;
}

/// Panel i's part of what `panels` fetch together.
inline Ahead part_of(const Ahead& ahead, int i, int panels) {
  const Share rows = share_of(ahead.rows, i, panels);
  return ahead.part(rows.first, rows.count());
}

/// Calls compute(block) for all of `panels` and all rows of `a` (Rows or MadeRows), `rows` at a time; panels from the
/// last to the first where `backwards`, so that what was used last is used first. The last block fetches `after`.
template <class Source, class Compute>
void for_blocks(Share panels, const Source& a, int rows, bool backwards, const Ahead& after, const Compute& compute) {
  if (panels.count() == 0) return;
  for (int first = 0; first < a.count; first += rows) {
    const int count = std::min(rows, a.count - first), next = first + count;
    a.arrive(first, count);
    const Ahead ahead = next < a.count ? a.ahead(next, std::min(rows, a.count - next)) : after;
    const auto panel = [&](int i) { return backwards ? panels.end - 1 - i : panels.first + i; };
    for (int i = 0; i < panels.count(); ++i) {
      const bool last = i + 1 == panels.count();
      compute(
          Block{{panel(i), first, count},
                part_of(ahead, i, panels.count()),
                last ? Piece{panel(0), next, std::clamp(a.count - next, 0, rows)} : Piece{panel(i + 1), first, count}});
    }
  }
}

}  // namespace mlplab::kernels
