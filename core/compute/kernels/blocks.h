// The order in which a product that is larger than the caches is worked through. A product of one panel keeps 32 KB of
// it in the first-level cache (product-inl.h) and reads the first operand from beginning to end; were all panels done
// one after the other, that operand would come from the third-level cache or from memory once for every panel. So
// panels are taken in groups whose second operand fills most of the second-level cache, and for each group the
// first operand passes by once, in blocks that stay in that cache until every panel of the group has had them. While
// one block is computed with, the next is fetched (PanelProduct::ahead): the loads of a tile are too scattered for the
// processor to guess them.
//
// No sum depends on any of this: each is over blocks of depth_block, in order, whatever the size of the caches.
#pragma once

#include <algorithm>

#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"

namespace mlplab::kernels {

/// Rows of the first operand that stay in the second-level cache while a group of panels passes by: a multiple of a
/// tile's 6; 96 rows of 784 floats are 300 KB.
inline constexpr int row_block = 96;

/// How many panels of `depth` rows, `width` floats each, are taken together: they fill four fifths of the second-level
/// cache. Fewer would leave more room for the first operand's blocks, but make that operand pass by more often, which
/// measured worse.
inline int panels_together(const Kernels& kernels, int depth, int width) {
  const std::size_t panel =
      sizeof(float) * static_cast<std::size_t>(std::max(depth, 1)) * static_cast<std::size_t>(width);
  return static_cast<int>(std::max<std::size_t>(1, kernels.cache_bytes * 4 / 5 / std::max<std::size_t>(1, panel)));
}

/// What passes by: rows of so many columns, `distance` floats apart.
struct Rows {
  const float* data = nullptr;
  int count = 0, columns = 0;
  std::ptrdiff_t distance = 0;
  /// What is to be fetched before a block of rows is read.
  Ahead ahead(int first, int rows) const { return ahead_of(data + first * distance, rows, columns, distance); }
  /// A group of panels begins with that block.
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

/// Rows [first, first + count) for one panel, and what its product fetches meanwhile.
struct Block {
  int panel = 0;
  int first = 0, count = 0;
  Ahead ahead;
};

/// Panel i's part of what a group of `panels` fetches.
inline Ahead part_of(const Ahead& ahead, int i, int panels) {
  const Share rows = share_of(ahead.rows, i, panels);
  return ahead.part(rows.first, rows.count());
}

/// Calls compute(block) for all of `panels` and all rows of `a` (Rows or MadeRows), `rows` at a time, panels in groups
/// of `together`; backwards within a group where `backwards`, so that what was used last is used first again. The last
/// block fetches `after`.
template <class Source, class Compute>
void for_blocks(Share panels, int together, const Source& a, int rows, bool backwards, const Ahead& after,
                const Compute& compute) {
  const int groups = (panels.count() + together - 1) / together;
  for (int g = 0; g < groups; ++g) {
    const Share place = share_of(panels.count(), backwards ? groups - 1 - g : g, groups);
    for (int first = 0; first < a.count; first += rows) {
      a.arrive(first, std::min(rows, a.count - first));
      const int next = first + rows < a.count ? first + rows : 0;
      Ahead ahead;
      if (next == 0 && g + 1 == groups)
        ahead = after;
      else if (a.count > rows)  // else it is here already
        ahead = a.ahead(next, std::min(rows, a.count - next));
      for (int i = 0; i < place.count(); ++i) {
        const int panel = panels.first + (backwards ? place.end - 1 - i : place.first + i);
        compute(Block{panel, first, std::min(rows, a.count - first), part_of(ahead, i, place.count())});
      }
    }
  }
}

}  // namespace mlplab::kernels
