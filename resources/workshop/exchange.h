// The memory that mlplab-cli and the process which runs a student's kernel share (harness.cpp): the cases go in,
// outputs and what was seen come out. To pass something more: a member here, its use in core/workshop/run_kernel.cpp
// and here.
#pragma once

#include <cstdint>

namespace mlplab_workshop {

constexpr std::uint32_t layout = 2;
constexpr int most_sizes = 8, most_arrays = 6, most_repeats = 32, text_bytes = 200;
constexpr std::uint64_t array_alignment = 64;  // of each array that a kernel gets, in bytes

struct Array {
  std::uint64_t offset;  // in the shared memory: of the values that go in, or of those that come out
  std::uint64_t count;   // elements of 4 bytes
  std::int32_t is_output;
  std::int32_t unused;
};

/// Where the time of a call goes whose kernels compute on a GPU; the rest of a call is the host's.
enum Part : std::int32_t { device_memory, copies_to_device, kernels, copies_to_host, part_count };

enum State : std::int32_t { untouched, begun, done };

/// Outputs before a call: as a float a signalling NaN, which any computation turns into a quiet one.
constexpr std::uint32_t unwritten = 0x7fa5a5a5U;

/// Elements that must not change and did: which array, and where in it. array < 0: none.
struct Touched {
  std::int64_t place;
  std::int32_t array;
  std::int32_t unused;
};

struct Case {
  std::int32_t sizes[most_sizes];
  Array arrays[most_arrays];
  std::int32_t size_count, array_count;
  std::int32_t threads;  // 0: as many as the kernel itself takes
  std::int32_t calls;    // before the outputs are taken
  // From the child:
  std::int32_t state;
  std::int32_t leaks;    // blocks of memory that the last call left behind
  Touched input, guard;  // of an input; outside of an array (place < 0: before it)
  std::uint64_t leaked_bytes;
  char leak_place[text_bytes];  // FILE:LINE of the allocation
  double times_s[most_repeats];
  double parts_s[most_repeats][part_count];  // of further calls, each part waited for; on a GPU alone
  double waited_s[most_repeats];             // those calls as a whole
};

/// Why a process ended before its last case.
enum Fault : std::int32_t {
  none,
  signalled,
  out_of_time,
  not_loaded,
  not_confined,
  too_much_memory,
  no_device,
  device_failed
};

struct Head {
  std::uint32_t layout;
  std::int32_t case_count;
  std::int32_t sanitized;  // arrays are blocks of the allocator, whose surroundings it watches
  std::int32_t repeats;    // 0: the cases are checked; else timed
  std::int32_t on_device;  // the kernel computes on a GPU
  std::int32_t unused;
  double repeat_s;  // of each repeat, at least
  double limit_s;   // of the whole process
  std::uint64_t memory_bytes, output_bytes;
  // From the child:
  std::int32_t confined;  // its limits hold: code of the kernel's may have run
  std::int32_t fault, signal;
  std::int32_t touched_array, touched_is_write;  // by a fault of memory: < 0: none
  std::int64_t touched_place;
  std::uint64_t code_offset;  // in the kernel's library: where it was; 0: elsewhere
  char text[text_bytes];      // of not_loaded, not_confined, no_device and device_failed: the reason
};

}  // namespace mlplab_workshop
