// Memory for kernels: zeroed, on cache-line borders; and asked for in advance. Large pieces come from the system as
// they are, untouched: the system places each page near the core that writes to it first, which is to be the worker
// that uses it, not the thread that makes everything.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/machine/memory.h"

namespace mlplab::kernels {

template <class T>
class Aligned {
 public:
  Aligned() = default;
  explicit Aligned(std::size_t count) : size_(count) {
    constexpr std::size_t line = 64, large = 1 << 16;
    std::size_t bytes = (count * sizeof(T) + line) / line * line;  // never 0
    void* memory = nullptr;
    if (bytes >= large) {
      // A quarter of a large page is worth a whole one.
      if (bytes >= large_page / 4) bytes = (bytes + large_page - 1) / large_page * large_page;
      memory = map(bytes);
    } else {
      memory = std::aligned_alloc(line, bytes);
      if (memory != nullptr) std::memset(memory, 0, bytes);
    }
    if (memory == nullptr)
      throw BackendError(say("not enough memory: %1 bytes were asked for; use a smaller network or batch", bytes));
    data_ = {static_cast<T*>(memory), Free{bytes >= large ? bytes : 0}};
  }
  T* data() const { return data_.get(); }
  T& operator[](std::size_t i) const { return data_.get()[i]; }
  std::size_t size() const { return size_; }

 private:
  /// In large pages where they are whole ones, which begin at multiples of their size.
  static void* map(std::size_t bytes) {
    const std::size_t slack = bytes % large_page == 0 ? large_page : 0;
    void* const all = mmap(nullptr, bytes + slack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED) return nullptr;
    if (slack == 0) return all;
    char* const begin = static_cast<char*>(all);
    const std::size_t before = (slack - reinterpret_cast<std::uintptr_t>(all) % large_page) % large_page;
    if (before > 0) munmap(begin, before);
    if (before < slack) munmap(begin + before + bytes, slack - before);
    ask_for_large_pages(begin + before, bytes);
    return begin + before;
  }

  struct Free {
    std::size_t mapped = 0;  // bytes; 0: from the heap
    void operator()(T* data) const {
      if (mapped > 0)
        munmap(data, mapped);
      else
        std::free(data);
    }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

/// Asks for memory that will be read soon.
inline void fetch(const void* data, std::size_t bytes) {
  constexpr std::size_t line = 64;
  for (std::size_t i = 0; i < bytes; i += line) __builtin_prefetch(static_cast<const char*>(data) + i, 0, 2);
}

}  // namespace mlplab::kernels
