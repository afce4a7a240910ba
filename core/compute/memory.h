// Where the numbers of a backend live: ordinary memory, or that of a device.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace mlplab {

/// Memory of a backend; freed when it goes. Host code may look inside only where Memory::host_memory() is true.
class Buffer {
 public:
  using Release = std::function<void(void*)>;
  Buffer() = default;
  Buffer(void* data, std::size_t bytes, Release release) : data_(data, std::move(release)), bytes_(bytes) {}
  void* data() const { return data_.get(); }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_.get());
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::unique_ptr<void, Release> data_{nullptr, [](void*) {}};
  std::size_t bytes_ = 0;
};

class Memory {
 public:
  virtual ~Memory() = default;
  /// True for ordinary memory: data sets are then used in place and not copied.
  virtual bool host_memory() const = 0;
  /// Uninitialised memory, aligned to 64 bytes at least. Throws BackendError when there is not enough.
  virtual Buffer allocate(std::size_t bytes) = 0;
  virtual void upload(const void* host, std::size_t bytes, void* target) = 0;
  virtual void download(const void* source, std::size_t bytes, void* host) = 0;
  virtual void fill_zero(void* target, std::size_t bytes) = 0;
  /// Returns when everything that was started is done; any clock is read after it.
  virtual void wait() = 0;
};

}  // namespace mlplab
