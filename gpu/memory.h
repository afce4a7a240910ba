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

/// `count` values of T in device memory, uninitialised.
template <class T>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t count) : count_(count) {
    void* data = nullptr;
    const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(T);
    check_allocation(cudaMalloc(&data, bytes), bytes, to_say("GPU memory"));
    data_ = static_cast<T*>(data);
  }
  ~DeviceArray() { (void)cudaFree(data_); }
  DeviceArray(DeviceArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
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

/// Page-locked host memory, which the device's copy engine reads by itself.
template <class T>
class PinnedArray {
 public:
  PinnedArray() = default;
  explicit PinnedArray(std::size_t count) : count_(count) {
    void* data = nullptr;
    const std::size_t bytes = std::max<std::size_t>(count, 1) * sizeof(T);
    check_allocation(cudaMallocHost(&data, bytes), bytes, to_say("page-locked memory"));
    data_ = static_cast<T*>(data);
  }
  ~PinnedArray() { (void)cudaFreeHost(data_); }
  PinnedArray(PinnedArray&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  PinnedArray& operator=(PinnedArray&& other) noexcept {
    std::swap(data_, other.data_), std::swap(count_, other.count_);
    return *this;
  }
  T* data() const { return data_; }
  std::size_t size() const { return count_; }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

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
