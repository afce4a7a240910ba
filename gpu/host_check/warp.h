// The cost on a GPU of one access of a warp, by the rules of compute capability 5.0 and later: pure arithmetic.
#pragma once

#include <array>
#include <cstdint>

namespace host_check {

/// One access of a warp: where each lane's bytes begin.
struct Request {
  unsigned lanes = 0;  // bit l: lane l takes part
  unsigned bytes = 4;  // of each lane
  std::array<std::uintptr_t, 32> address{};
};

int lanes_of(const Request& request);
/// Pieces of 32 bytes of memory that are moved.
int sectors(const Request& request);
/// As few as its bytes could lie in.
int least_sectors(const Request& request);
/// Passes through shared memory: 32 banks of 4 bytes, each gives one word (to all who ask for it) in a pass. 8 bytes a
/// lane are two passes at least, for half a warp each, 16 bytes four.
int passes(const Request& request);
int least_passes(const Request& request);
/// Lanes that an atomic function makes wait for one another: most at one place.
int most_at_one_place(const Request& request);

}  // namespace host_check
