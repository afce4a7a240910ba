#include "gpu/feeder.h"

#include <algorithm>
#include <cstring>

#include "core/base/language.h"

namespace mlplab::gpu {

Feeder::Feeder(const Examples& train, int d, int batch, Placement placement, const Stream& compute, DeviceTrace& trace,
               int compute_track)
    : train_(train),
      d_(static_cast<std::size_t>(d)),
      batch_(batch),
      placement_(placement),
      compute_(compute),
      trace_(trace),
      compute_track_(compute_track),
      order_(train.size()),
      copy_track_(compute_track) {
  if (resident()) {
    features_ = DeviceArray<std::uint8_t>(train.features.size());
    labels_ = DeviceArray<std::int32_t>(train.labels.size());
    device_order_ = DeviceArray<std::uint32_t>(train.size());
    features_changed();
    check(cudaMemcpyAsync(labels_.data(), train.labels.data(), labels_.bytes(), cudaMemcpyHostToDevice, compute.get()),
          to_say("copy the labels to the GPU"));
    return;
  }
  const bool overlap = placement_ == Placement::pinned_overlap;
  if (overlap) {
    copy_stream_.push_back(std::make_unique<Stream>());
    copy_track_ = trace_.add_stream(to_say("copy stream"), *copy_stream_.front());
  }
  slots_.resize(overlap ? 2 : 1);
  const std::size_t bytes = label_offset(batch_) + static_cast<std::size_t>(batch_) * sizeof(std::int32_t);
  for (Slot& slot : slots_) {
    slot.device = DeviceArray<unsigned char>(bytes);
    if (placement_ == Placement::pageable)
      slot.pageable.resize(bytes);
    else
      slot.pinned = PinnedArray<unsigned char>(bytes);
  }
}

void Feeder::features_changed() {
  if (!resident()) return;  // each batch is put together from the host's
  check(cudaMemcpyAsync(features_.data(), train_.features.data(), features_.bytes(), cudaMemcpyHostToDevice,
                        compute_.get()),
        to_say("copy the training images to the GPU"));
}

void Feeder::begin_epoch(std::span<const std::uint32_t> order) {
  order_copied_.wait();  // the copy before this one may still read it
  std::ranges::copy(order, order_.data());
  if (!resident() || order.empty()) return;  // a rank may have no rows
  check(
      cudaMemcpyAsync(device_order_.data(), order_.data(), order.size_bytes(), cudaMemcpyHostToDevice, compute_.get()),
      to_say("copy the order to the GPU"));
  order_copied_.record(compute_);
}

std::size_t Feeder::label_offset(int rows) const { return (static_cast<std::size_t>(rows) * d_ + 3) / 4 * 4; }

std::size_t Feeder::put_together(std::int64_t step, int rows, unsigned char* target) const {
  const std::uint32_t* order = order_.data() + step * batch_;
  unsigned char* labels = target + label_offset(rows);
  for (int i = 0; i < rows; ++i) {
    std::memcpy(target + static_cast<std::size_t>(i) * d_, train_.features.data() + order[i] * d_, d_);
    std::memcpy(labels + static_cast<std::size_t>(i) * sizeof(std::int32_t), &train_.labels[order[i]],
                sizeof(std::int32_t));
  }
  return label_offset(rows) + static_cast<std::size_t>(rows) * sizeof(std::int32_t);
}

Batch Feeder::next(std::int64_t step, int rows, const StepChunk* chunk, int slot) {
  Batch batch;
  batch.chunk = chunk, batch.slot = slot, batch.batch_size = batch_;
  if (resident()) {
    batch.features = features_.data(), batch.labels = labels_.data(), batch.order = device_order_.data();
    return batch;
  }
  current_ = (current_ + 1) % slots_.size();
  Slot& own = slots_[current_];
  unsigned char* host = placement_ == Placement::pageable ? own.pageable.data() : own.pinned.data();
  {
    // Ordinary memory too: CUDA promises only that such a copy "might be synchronous" (CUDA Runtime API, API
    // synchronization behavior).
    const ProfileScope wait(trace_.profiler(), trace_.host_track(), ProfilePart::host, to_say("wait for a buffer"),
                            trace_.step());
    own.copied.wait();  // the copy before this one has read the buffer
  }
  std::size_t bytes = 0;
  {
    const ProfileScope assemble(trace_.profiler(), trace_.host_track(), ProfilePart::host,
                                to_say("put a batch together"), trace_.step());
    bytes = put_together(step, rows, host);
  }
  const Stream& stream = copy_stream_.empty() ? compute_ : *copy_stream_.front();
  if (!copy_stream_.empty())
    check(cudaStreamWaitEvent(stream.get(), own.computed.get(), 0), to_say("let the copy wait for the kernels"));
  {
    const DeviceSpan span(trace_, copy_track_, ProfilePart::h2d, to_say("copy batch"),
                          static_cast<std::int64_t>(bytes));
    check(cudaMemcpyAsync(own.device.data(), host, bytes, cudaMemcpyHostToDevice, stream.get()),
          to_say("copy a batch to the GPU"));
  }
  own.copied.record(stream);
  if (!copy_stream_.empty())
    check(cudaStreamWaitEvent(compute_.get(), own.copied.get(), 0), to_say("let the kernels wait for the copy"));
  batch.features = own.device.data();
  batch.labels = reinterpret_cast<const std::int32_t*>(own.device.data() + label_offset(rows));
  return batch;
}

void Feeder::used() {
  if (!copy_stream_.empty()) slots_[current_].computed.record(compute_);
}

}  // namespace mlplab::gpu
