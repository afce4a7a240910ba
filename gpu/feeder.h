// Brings batches to the device, by placement (cuda_backend.h). Resident data is only pointed at; else the host puts
// each batch together, 8 bits per pixel, and copies it.
#pragma once

#include <span>

#include "core/data/dataset.h"
#include "gpu/cuda_backend.h"
#include "gpu/kernels/types.h"
#include "gpu/trace.h"

namespace mlplab::gpu {

class Feeder {
 public:
  /// `train` [n, d], `compute` and `trace` outlive the feeder.
  Feeder(const Examples& train, int d, int batch, Placement placement, const Stream& compute, DeviceTrace& trace,
         int compute_track);

  /// The training images have other values (StepEngine::features_changed).
  void features_changed();
  void begin_epoch(std::span<const std::uint32_t> order);
  /// Where step `step` of the epoch finds its `rows` examples once the compute stream gets there. `chunk` and `slot`
  /// are handed on to the kernels.
  Batch next(std::int64_t step, int rows, const StepChunk* chunk, int slot);
  /// After the step's last kernel that reads the batch was put into the compute stream.
  void used();
  /// The batch does not depend on the host: steps can be captured.
  bool resident() const { return placement_ == Placement::resident; }
  /// The whole training set on the device, where it is resident.
  const std::uint8_t* features() const { return features_.data(); }
  const std::int32_t* labels() const { return labels_.data(); }

 private:
  /// One batch on its way: [rows · d pixels, padded to 4 bytes][rows labels] in one copy.
  struct Slot {
    std::vector<unsigned char> pageable;
    PinnedArray<unsigned char> pinned;
    DeviceArray<unsigned char> device;
    Event copied{false}, computed{false};
  };
  std::size_t label_offset(int rows) const;
  std::size_t put_together(std::int64_t step, int rows, unsigned char* target) const;

  const Examples& train_;
  std::size_t d_;
  int batch_;
  Placement placement_;
  const Stream& compute_;
  DeviceTrace& trace_;
  int compute_track_;
  // resident
  DeviceArray<std::uint8_t> features_;
  DeviceArray<std::int32_t> labels_;
  DeviceArray<std::uint32_t> device_order_;
  Event order_copied_{false};
  // all: the feeder's own, for a copy may read it after begin_epoch()
  PinnedArray<std::uint32_t> order_;
  // the others
  std::vector<std::unique_ptr<Stream>> copy_stream_;  // none or one
  int copy_track_ = 0;
  std::vector<Slot> slots_;
  std::size_t current_ = 0;
};

}  // namespace mlplab::gpu
