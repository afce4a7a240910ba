// The kernel, block and thread that run now: set by kernel.cpp, asked by everything that watches.
#pragma once

#include <cstdint>

#include "report.h"

namespace host_check {

struct Now {
  bool in_kernel = false;
  bool counting = false;        // the first of a launch's orders
  std::uint32_t run = 0;        // of a kernel, in one order
  std::uint32_t block_run = 0;  // of a block
  std::uint32_t block = 0;      // which of the grid's
  std::uint32_t threads = 0;    // of a block
  std::uint32_t epoch = 0;      // barriers that the block has met at
  std::uint32_t accesses = 0;   // of the run so far: its clock
  std::uint32_t steps = 0;      // basic blocks since the running thread began or went on
  std::uintptr_t step = 0;      // where the last of them is, or of the host's
  std::uintptr_t branch = 0;    // the comparison since then; 0: none
  bool adds_floats = false;     // an atomic function of floats was called in this run
  SiteId last_access = 0;
  cudaError_t stopped = cudaSuccess;  // why the kernel cannot go on
};
extern Now now;

/// The running thread's number in the grid.
std::uint32_t thread_of_grid();
/// Block and thread with this number.
Spot spot_of(std::uint32_t thread);
Spot spot_here();

}  // namespace host_check
