// Keeps for each word of memory: which bytes were written, who wrote it last and who read it since. From that:
// reads of what nobody wrote, and accesses of two threads whose order nothing settles. Ordered are: one thread's own;
// threads of a block, by a barrier between; lanes of a warp, by __syncwarp(); blocks, where one writes, has a fence and
// an atomic function, and the other sees it by an atomic function of the same place.
#pragma once

#include <cstddef>
#include <cstdint>

#include "memory.h"
#include "site.h"

namespace host_check {

enum class Access : std::uint8_t { load, store, atomic };

/// Before the running thread touches `bytes` (1, 2, 4, 8 or 16) at `address`.
void check_order(const Place& place, std::uintptr_t address, unsigned bytes, Access access, SiteId site);
/// Whether every byte was written, in shared memory by this block. GCC does not tell every store (of structures that
/// functions return): memory that does not hold what it was filled with was written too.
bool written(const Place& place, std::uintptr_t address, std::size_t bytes);
/// Device memory that is new, at addresses that may have been used before.
void note_unwritten(std::uintptr_t address, std::size_t bytes);
void note_written(Space space, std::uintptr_t address, std::size_t bytes);
/// Two threads that write the same value do no harm: judges the last stores once they have been carried out.
void judge_stores();
/// Judges loads of what atomic functions change, once the block has met or ended.
void judge_loads();

/// A thread of `block` has a fence; see the head.
void note_fence(std::uint32_t block);
void forget_run();

/// The site that wrote the word of `address` last in this run.
SiteId writer_of(std::uintptr_t address);

}  // namespace host_check
