// The process between us and our children (child_processes.h).
#pragma once

#include <sys/types.h>

#include <span>

namespace mlplab::supervision {

/// A child, in a form that needs no allocation any more.
struct Child {
  char* const* words = nullptr;  // words[0] is the program's path
  char* const* environment = nullptr;
  int in = -1, out = -1, err = -1;
  std::span<const int> keep;  // ascending: descriptors that stay open
};

/// The record that the supervisor writes to `status` when a child has ended.
struct Report {
  int child;
  int wait_status;
  int exec_error;
};

/// A scratch folder (scratch_folder.h) to remove where our process did not.
struct Leftover {
  const char* path = nullptr;
  int lock = -1;  // held until then
};

inline constexpr char terminate_byte = 't', kill_byte = 'k';

/// The supervisor's whole life; runs in a fork of a process that may have threads, so it makes system calls only.
/// `control`: commands come from there, and its end means that our process is gone. `keep` (ascending): every
/// descriptor that is still needed; all others are closed. `pids` has a place for each child. `own` (ascending):
/// those that are needed when the children have begun, with room for one more at its end.
[[noreturn]] void supervise(std::span<const Child> children, std::span<pid_t> pids, int control, int status,
                            std::span<const int> keep, std::span<int> own, std::span<const Leftover> leftovers);

}  // namespace mlplab::supervision
