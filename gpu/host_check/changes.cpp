#include "changes.h"

#include <algorithm>
#include <cstring>

#include "memory.h"
#include "symbols.h"

namespace host_check {
namespace {

template <class Each>
void for_pieces(const Each& each) {
  for_allocations([&](const Piece& piece) {
    if (!piece.freed) each(piece);
  });
  const Symbols& known = symbols();
  for (const Piece& piece : known.variables)
    if (piece.begin >= known.data_begin && piece.begin + piece.bytes <= known.data_end) each(piece);
}

}  // namespace

Snapshot Snapshot::take() {
  Snapshot snapshot;
  for_pieces([&](const Piece& piece) {
    const auto* from = reinterpret_cast<const unsigned char*>(piece.begin);
    snapshot.parts_.push_back({piece.begin, {from, from + piece.bytes}});
  });
  return snapshot;
}

void Snapshot::restore() const {
  for (const Part& part : parts_) {
    auto* const to = reinterpret_cast<void*>(part.begin);
    if (std::memcmp(to, part.bytes.data(), part.bytes.size()) == 0) continue;  // it may be read-only
    std::memcpy(to, part.bytes.data(), part.bytes.size());
  }
}

long long Snapshot::differing_words(std::uintptr_t& first) const {
  long long count = 0;
  for (const Part& part : parts_) {
    const auto* now = reinterpret_cast<const unsigned char*>(part.begin);
    if (std::memcmp(now, part.bytes.data(), part.bytes.size()) == 0) continue;
    for (std::size_t at = 0; at < part.bytes.size(); at += 4) {
      const std::size_t size = std::min<std::size_t>(4, part.bytes.size() - at);
      if (std::memcmp(now + at, part.bytes.data() + at, size) != 0 && count++ == 0) first = part.begin + at;
    }
  }
  return count;
}

std::size_t snapshot_bytes() {
  std::size_t bytes = 0;
  for_pieces([&](const Piece& piece) { bytes += piece.bytes; });
  return bytes;
}

}  // namespace host_check
