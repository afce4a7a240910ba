// Takes in what kernels do, as instrumented.cpp and the words of CUDA tell it, and checks each access.
#pragma once

#include <cstdint>
#include <vector>

#include "counts.h"
#include "shadow.h"
#include "site.h"
#include "types.h"

namespace host_check {

/// Before the running thread of a kernel, or the host, touches `bytes` at `address`.
void touch(std::uintptr_t address, unsigned bytes, Access access, std::uintptr_t pc);
/// A structure that the device moves in several pieces of at most `piece` bytes (1, 2, 4, 8 or 16).
void touch_pieces(std::uintptr_t address, std::size_t bytes, std::size_t piece, Access access, std::uintptr_t pc);
void touch_at(std::uintptr_t address, unsigned bytes, Access access, SiteId site);
/// A basic block begins; a comparison is made.
void step(std::uintptr_t pc);
void compare(std::uintptr_t pc);
/// An index that is past the end of its array, as the compiler writes its type: "'float [32]'".
void report_bounds(int line, const char* file, const char* array, long long index);
/// Whether a function that is entered has room: `frame` is its place on the stack.
void check_stack(std::uintptr_t frame);
/// The running thread, and the kernel with it, goes no further.
void stop_kernel(cudaError_t error);

/// Called once, when the program begins (ends.cpp).
void watch_ends();

/// The running block's traces, by thread.
std::vector<Trace>& traces();
/// By thread of the running block: whether it has touched memory of the device.
std::vector<bool>& touched();

}  // namespace host_check
