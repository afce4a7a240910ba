// Counts of a whole program, by the lines of its source: what its warps ask of memory, where they take different ways,
// and threads that touch no memory at all. The lanes of a warp are put side by side by how often each has come to a
// line since they last met at a barrier of the block.
#pragma once

#include <cstdint>
#include <vector>

#include "memory.h"
#include "shadow.h"
#include "site.h"

namespace host_check {

/// One access or one branch of a thread.
struct Event {
  SiteId site = 0;
  bool branch = false;
  Access access = Access::load;
  Space space = Space::global;
  std::uint8_t bytes = 0;
  std::uintptr_t at = 0;  // its address; of a branch, where it went on
};

/// The accesses and branches of one thread since its block last met.
using Trace = std::vector<Event>;

/// Counts the traces of a block's threads and empties them.
void count_traces(std::vector<Trace>& traces);
/// A launch at this line had so many threads, of which so many touched no memory of the device.
void count_launch(SiteId launch, long long blocks, long long threads, long long idle);
/// An access or branch too many to be counted.
void note_uncounted();
void write_counts();

}  // namespace host_check
