// The device's memory as it is before a kernel, so that the kernel can run again in another order from the same
// beginning, and its results be held against those of the first run.
#pragma once

#include <cstdint>
#include <vector>

namespace host_check {

/// All allocations that are not freed, and all variables.
class Snapshot {
 public:
  static Snapshot take();
  void restore() const;
  /// How many words of 4 bytes differ now; `first`: the address of the first of them.
  long long differing_words(std::uintptr_t& first) const;

 private:
  struct Part {
    std::uintptr_t begin = 0;
    std::vector<unsigned char> bytes;
  };
  std::vector<Part> parts_;
};

/// Bytes that a snapshot takes.
std::size_t snapshot_bytes();

}  // namespace host_check
