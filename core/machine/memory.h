// How much memory a program of this machine can still have, and how much this one has.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mlplab {

struct MemoryLeft {
  std::size_t bytes = 0;  // 0: unknown
  std::string limit;      // what leaves no more, where that is not the machine: 'its control group may have 2 GiB'
};

/// The memory that the system reports as available, at most what the control groups (of a container, a job, a service)
/// and the limits of this process leave.
MemoryLeft memory_left();
std::size_t available_memory_bytes();
/// The resident memory of this process, its libraries included; 0: unknown.
std::size_t resident_memory_bytes();

// Memory in pages of 2 MB instead of 4 KB, where the system gives them to programs that ask (Linux:
// /sys/kernel/mm/transparent_hugepage/enabled says 'madvise' or 'always'; elsewhere nothing changes). Images are read
// in random order and matrices along their columns: in small pages nearly every read asks for another address to be
// translated.
inline constexpr std::size_t large_page = std::size_t{2} << 20;

/// For memory that nobody has written to yet: what has been touched stays in the pages it lies in.
void ask_for_large_pages(void* data, std::size_t bytes) noexcept;

/// Room for `count` elements in such pages, of an empty vector.
template <class T>
void reserve_large(std::vector<T>& values, std::size_t count) {
  if (count * sizeof(T) < large_page || count <= values.capacity()) return values.reserve(count);
  values.reserve(count);
  ask_for_large_pages(values.data(), count * sizeof(T));
}

}  // namespace mlplab
