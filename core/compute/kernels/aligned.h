// Memory for kernels: zeroed, on cache-line borders; and asked for in advance.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

#include "core/base/error.h"

namespace mlplab::kernels {

template <class T>
class Aligned {
 public:
  Aligned() = default;
  explicit Aligned(std::size_t count) : size_(count) {
    constexpr std::size_t line = 64;
    const std::size_t bytes = (count * sizeof(T) + line) / line * line;  // never 0
    data_.reset(static_cast<T*>(std::aligned_alloc(line, bytes)));
    if (!data_)
      throw BackendError("not enough memory: " + std::to_string(bytes) +
                         " bytes were asked for; use a smaller network or batch");
    std::memset(static_cast<void*>(data_.get()), 0, bytes);
  }
  T* data() const { return data_.get(); }
  T& operator[](std::size_t i) const { return data_.get()[i]; }
  std::size_t size() const { return size_; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
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
