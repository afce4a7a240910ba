// Functions for the blocks of one cluster and for tensor cores, each one or two lines of PTX (PTX ISA 8.1, compute
// capability 9.0). Kernels that use them keep all their shared memory in dynamic_shared(). The tests have the same
// functions for the host (gpu/host_cuda/cluster_words.h).
#pragma once

#include "gpu/kernels/launch.h"

#ifdef MLPLAB_HOST_CUDA
#include "cluster_words.h"
#else

#include <cstdint>
#include <tuple>
#include <utility>

namespace mlplab::gpu {

extern __shared__ __align__(128) unsigned char dynamic_shared_memory[];
__device__ inline unsigned char* dynamic_shared() { return dynamic_shared_memory; }

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__device__ inline std::uint32_t shared_address(const void* pointer) {
  return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}
/// The address of the same place in the shared memory of another block of the cluster.
__device__ inline std::uint32_t address_in(std::uint32_t own, unsigned block) {
  std::uint32_t there;
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(own), "r"(block));
  return there;
}

__device__ inline unsigned block_of_cluster() {
  unsigned rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  return rank;
}
/// All threads of all blocks; what each wrote before, also to global memory, all see after it.
__device__ inline void cluster_barrier() {
  asm volatile("barrier.cluster.arrive.release;\nbarrier.cluster.wait.acquire;" ::: "memory");
}

/// An mbarrier with one arrival per phase: a phase ends when expect_bytes() was called once and as many bytes have
/// come; they may come first. Shown to the cluster before anything is sent to it.
__device__ inline void start_arrivals(std::uint64_t* arrivals) {
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(arrivals)) : "memory");
}
__device__ inline void show_arrivals_to_cluster() { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ inline void expect_bytes(std::uint64_t* arrivals, unsigned bytes) {
  asm volatile("{\n.reg .b64 state;\nmbarrier.arrive.expect_tx.release.cta.shared::cta.b64 state, [%0], %1;\n}" ::"r"(
                   shared_address(arrivals)),
               "r"(bytes)
               : "memory");
}
/// Until the phase of this parity (0, 1, 0, …) has ended.
__device__ inline void wait_for_phase(std::uint64_t* arrivals, unsigned parity) {
  asm volatile(
      "{\n.reg .pred over;\nagain:\n"
      "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 over, [%0], %1;\n@!over bra again;\n}" ::"r"(
          shared_address(arrivals)),
      "r"(parity)
      : "memory");
}

/// Puts 16 bytes to where `target` is in block `block`, and counts them at its `arrivals`. Does not wait.
__device__ inline void send(float4* target, std::uint64_t* arrivals, unsigned block, float4 value) {
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.f32 [%0], {%2, %3, %4, %5}, [%1];" ::"r"(
                   address_in(shared_address(target), block)),
               "r"(address_in(shared_address(arrivals), block)), "f"(value.x), "f"(value.y), "f"(value.z), "f"(value.w)
               : "memory");
}
/// Copies `bytes` of global memory to where `target` is in each of the first `blocks` blocks, and counts them there.
/// All three multiples of 16. Does not wait.
__device__ inline void send_to_all(void* target, const void* source, unsigned bytes, std::uint64_t* arrivals,
                                   unsigned blocks) {
  asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], "
      "%4;" ::"r"(shared_address(target)),
      "l"(__cvta_generic_to_global(source)), "r"(bytes), "r"(shared_address(arrivals)),
      "h"(static_cast<std::uint16_t>((1U << blocks) - 1))
      : "memory");
}

/// C [16, 8] += A [16, 16] B [16, 8] by a warp; a and b are pairs of halves. Lane 4g + t holds of A the rows g (a[0],
/// a[2]) and g + 8 (a[1], a[3]), columns 2t, 2t + 1 (a[0], a[1]) and 2t + 8, 2t + 9; of B column g, these rows; of C
/// the rows g (c[0], c[1]) and g + 8, columns 2t, 2t + 1.
__device__ inline void multiply_tile(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
  asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
      "{%0, %1, %2, %3};"
      : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ inline std::uint32_t pair_of_halves(float low, float high) {
  std::uint32_t pair;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(high), "f"(low));
  return pair;
}
__device__ inline float low_half(std::uint32_t pair) {
  float value;
  asm("{\n.reg .b16 low, high;\nmov.b32 {low, high}, %1;\ncvt.f32.f16 %0, low;\n}" : "=f"(value) : "r"(pair));
  return value;
}
__device__ inline float high_half(std::uint32_t pair) {
  float value;
  asm("{\n.reg .b16 low, high;\nmov.b32 {low, high}, %1;\ncvt.f32.f16 %0, high;\n}" : "=f"(value) : "r"(pair));
  return value;
}
/// Bytes 0 and 2 as halves, exactly: 0x6400 is 1024 and has steps of 1.
__device__ inline std::uint32_t halves_of_bytes(std::uint32_t bytes) {
  std::uint32_t pair;
  asm("sub.rn.f16x2 %0, %1, %2;" : "=r"(pair) : "r"((bytes & 0x00ff00ffU) | 0x64006400U), "r"(0x64006400U));
  return pair;
}
#endif

/// One cluster of `blocks` blocks.
template <class... Parameters, class... Arguments>
cudaError_t launch_cluster(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, std::size_t shared_bytes,
                           cudaStream_t stream, Arguments&&... arguments) {
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {blocks, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = blocks, config.blockDim = threads, config.dynamicSmemBytes = shared_bytes, config.stream = stream;
  config.attrs = &attribute, config.numAttrs = 1;
  return cudaLaunchKernelEx(&config, kernel, std::forward<Arguments>(arguments)...);
}

/// How many such clusters the device can run at once, and for which compute capability the kernel that it would run
/// was compiled (90). Allows the kernel that much memory and that many blocks: called once before the first launch.
template <class... Parameters>
cudaError_t count_clusters(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, std::size_t shared_bytes,
                           int* clusters, int* code_version) {
  *clusters = 0, *code_version = 0;
  cudaFuncAttributes attributes;
  const cudaError_t result = cudaFuncGetAttributes(&attributes, kernel);
  if (result != cudaSuccess) return result;
  *code_version = attributes.ptxVersion;
  if (attributes.ptxVersion < 90) return cudaSuccess;
  // A device that has not so much memory, or no such clusters, refuses one of these.
  if (cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)) !=
          cudaSuccess ||
      cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) != cudaSuccess) {
    (void)cudaGetLastError();
    return cudaSuccess;
  }
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {blocks, 1, 1};
  cudaLaunchConfig_t config{};
  config.gridDim = blocks, config.blockDim = threads, config.dynamicSmemBytes = shared_bytes;
  config.attrs = &attribute, config.numAttrs = 1;
  return cudaOccupancyMaxActiveClusters(clusters, kernel, &config);
}

}  // namespace mlplab::gpu

#endif
