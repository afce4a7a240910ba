// Memory in pages of 2 MB instead of 4 KB, where the system gives them to programs that ask (Linux:
// /sys/kernel/mm/transparent_hugepage/enabled says 'madvise' or 'always'; elsewhere nothing changes). Images are read
// in random order and matrices along their columns: in small pages nearly every read asks for another address to be
// translated.
#pragma once

#include <cstddef>
#include <vector>

namespace mlplab {

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
