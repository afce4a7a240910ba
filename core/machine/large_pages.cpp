#include "core/machine/large_pages.h"

#include <sys/mman.h>

#include <cstdint>

namespace mlplab {

void ask_for_large_pages(void* data, std::size_t bytes) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(data), end = begin + bytes;
  const std::uintptr_t first = (begin + large_page - 1) / large_page * large_page;
  if (first + large_page > end) return;  // no whole one
  ::madvise(reinterpret_cast<void*>(first), (end - first) / large_page * large_page, MADV_HUGEPAGE);
}

}  // namespace mlplab
