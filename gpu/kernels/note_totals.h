#pragma once
#include "gpu/kernels/types.h"

namespace mlplab::gpu {

/// Totals as a stream's work had them, and when: nanoseconds of the device's clock.
struct Note {
  Totals totals;
  std::uint64_t time_ns;
};

/// *note = the totals, and the time at which the stream came to this. `note` may be page-locked memory of the host: it
/// is there once the stream has been waited for, without a copy.
cudaError_t note_totals(cudaStream_t stream, const Totals* totals, Note* note);

}  // namespace mlplab::gpu
