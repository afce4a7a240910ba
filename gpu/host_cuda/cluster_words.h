// The functions of gpu/kernels/cluster.cuh on the host (cluster.cpp, tensor.cpp). Data sent to another block lands late
// and in a drawn order; each block's shared memory is an arena of its own, full of NaN at the start.
#pragma once

#include <cstdint>
#include <functional>
#include <tuple>

#include "cuda_runtime.h"
#include "tensor_words.h"

namespace host_cuda {

unsigned char* arena_of_block();
unsigned block_of_cluster();
void meet_cluster(int line, const char* file);
void start_arrivals(std::uint64_t* arrivals);
void expect_bytes(std::uint64_t* arrivals, unsigned bytes);
void wait_for_phase(const std::uint64_t* arrivals, unsigned parity, int line, const char* file);
void send_bytes(const void* target, std::uint64_t* arrivals, unsigned block, const void* value, unsigned bytes);
void send_to_all(const void* target, const void* source, unsigned bytes, std::uint64_t* arrivals);
void multiply_tile(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2], int line, const char* file);
std::uint32_t pair_of_halves(float low, float high);
float half_of(std::uint32_t pair, int which);

/// Queues a kernel whose `blocks` run together.
cudaError_t enqueue_cluster(cudaStream_t stream, unsigned blocks, dim3 block, std::size_t shared_bytes,
                            std::function<void()> body);
/// As cudaOccupancyMaxActiveClusters; `code_version` as cudaFuncAttributes::ptxVersion.
cudaError_t count_clusters(unsigned blocks, std::size_t shared_bytes, int* clusters, int* code_version);

}  // namespace host_cuda

namespace mlplab::gpu {

inline unsigned char* dynamic_shared() { return host_cuda::arena_of_block(); }
inline unsigned block_of_cluster() { return host_cuda::block_of_cluster(); }
inline void cluster_barrier(int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  host_cuda::meet_cluster(line, file);
}
inline void start_arrivals(std::uint64_t* arrivals) { host_cuda::start_arrivals(arrivals); }
inline void show_arrivals_to_cluster() {}
inline void expect_bytes(std::uint64_t* arrivals, unsigned bytes) { host_cuda::expect_bytes(arrivals, bytes); }
inline void wait_for_phase(std::uint64_t* arrivals, unsigned parity, int line = __builtin_LINE(),
                           const char* file = __builtin_FILE()) {
  host_cuda::wait_for_phase(arrivals, parity, line, file);
}
inline void send(float4* target, std::uint64_t* arrivals, unsigned block, float4 value) {
  host_cuda::send_bytes(target, arrivals, block, &value, sizeof value);
}
inline void send_to_all(void* target, const void* source, unsigned bytes, std::uint64_t* arrivals,
                        unsigned /*blocks*/) {
  host_cuda::send_to_all(target, source, bytes, arrivals);
}
inline void multiply_tile(float (&c)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2],
                          int line = __builtin_LINE(), const char* file = __builtin_FILE()) {
  host_cuda::multiply_tile(c, a, b, line, file);
}
inline std::uint32_t pair_of_halves(float low, float high) { return host_cuda::pair_of_halves(low, high); }
inline float low_half(std::uint32_t pair) { return host_cuda::half_of(pair, 0); }
inline float high_half(std::uint32_t pair) { return host_cuda::half_of(pair, 1); }
inline std::uint32_t halves_of_bytes(std::uint32_t bytes) {
  return host_cuda::pair_of_halves(static_cast<float>(bytes & 255), static_cast<float>(bytes >> 16 & 255));
}

template <class... Parameters, class... Arguments>
cudaError_t launch_cluster(void (*kernel)(Parameters...), unsigned blocks, unsigned threads, std::size_t shared_bytes,
                           cudaStream_t stream, const Arguments&... arguments) {
  std::tuple<Parameters...> values(arguments...);
  return host_cuda::enqueue_cluster(stream, blocks, dim3(threads), shared_bytes,
                                    [kernel, values] { std::apply(kernel, values); });
}
template <class... Parameters>
cudaError_t count_clusters(void (*)(Parameters...), unsigned blocks, unsigned /*threads*/, std::size_t shared_bytes,
                           int* clusters, int* code_version) {
  return host_cuda::count_clusters(blocks, shared_bytes, clusters, code_version);
}

}  // namespace mlplab::gpu
