// Owners of what CUDA hands out: device memory, pinned host memory, streams, events. Plain allocations, no managed
// memory. Destructors never throw: a lost device has nothing left to free.
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/language.h"
#include "gpu/error.h"

namespace mlplab::gpu {

/// `count` values of T in memory of a kind, uninitialised.
template <class T, class Memory>
class OwnedArray {
 public:
  OwnedArray() = default;
  explicit OwnedArray(std::size_t count) : count_(count) {
    void* data = nullptr;
    const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(T);
    check_allocation(Memory::allocate(&data, bytes), bytes, Memory::name);
    data_ = static_cast<T*>(data);
  }
  ~OwnedArray() { (void)Memory::free(data_); }
  OwnedArray(OwnedArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  OwnedArray& operator=(OwnedArray&& other) noexcept {
    std::swap(data_, other.data_), std::swap(count_, other.count_);
    return *this;
  }
  T* data() const { return data_; }
  std::size_t size() const { return count_; }
  std::size_t bytes() const { return count_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

struct OnDevice {
  static constexpr const char* name = to_say("GPU memory");
  static cudaError_t allocate(void** data, std::size_t bytes) { return cudaMalloc(data, bytes); }
  static cudaError_t free(void* data) { return cudaFree(data); }
};
template <class T>
using DeviceArray = OwnedArray<T, OnDevice>;

/// Page-locked host memory, which the device's copy engine reads by itself.
struct PageLocked {
  static constexpr const char* name = to_say("page-locked memory");
  static cudaError_t allocate(void** data, std::size_t bytes) { return cudaMallocHost(data, bytes); }
  static cudaError_t free(void* data) { return cudaFreeHost(data); }
};
template <class T>
using PinnedArray = OwnedArray<T, PageLocked>;

class Stream {
 public:
  Stream() { check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), to_say("create a stream")); }
  ~Stream() { (void)cudaStreamDestroy(stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  cudaStream_t get() const { return stream_; }
  void wait() const { check(cudaStreamSynchronize(stream_), to_say("wait for the GPU")); }

 private:
  cudaStream_t stream_ = nullptr;
};

class Event {
 public:
  /// `timed`: for clocks; the others are cheaper.
  explicit Event(bool timed) {
    check(cudaEventCreateWithFlags(&event_, timed ? cudaEventDefault : cudaEventDisableTiming),
          to_say("create an event"));
  }
  ~Event() {
    if (event_ != nullptr) (void)cudaEventDestroy(event_);
  }
  Event(Event&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  cudaEvent_t get() const { return event_; }
  void record(const Stream& stream) const { check(cudaEventRecord(event_, stream.get()), to_say("record an event")); }
  void wait() const { check(cudaEventSynchronize(event_), to_say("wait for an event")); }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace mlplab::gpu
