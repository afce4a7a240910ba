// Puts down the totals of a moment, so that nobody has to wait for each of them.
#include "gpu/kernels/launch.h"
#include "gpu/kernels/note_totals.h"

namespace mlplab::gpu {
namespace {

#ifdef MLPLAB_HOST_CUDA
using host_cuda::global_ns;
#else
/// The clock that all kernels share (PTX ISA, %globaltimer); its steps are a microsecond or finer.
__device__ inline std::uint64_t global_ns() {
  std::uint64_t ns = 0;
#ifdef __CUDA_ARCH__
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
#endif
  return ns;
}
#endif

__global__ void one_thread_notes(const Totals* totals, Note* note) { *note = {*totals, global_ns()}; }

}  // namespace

cudaError_t note_totals(cudaStream_t stream, const Totals* totals, Note* note) {
  return launch(one_thread_notes, 1, 1, stream, totals, note);
}

}  // namespace mlplab::gpu
