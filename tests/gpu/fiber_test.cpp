// The host's launcher itself: what it lets pass and what it must report.
#include <gtest/gtest.h>

#include "cuda_runtime.h"
#include "host_cuda.h"

namespace {

using mlplab::gpu::launch;

class HostCuda : public ::testing::Test {
 protected:
  void SetUp() override { cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); }
  void TearDown() override {
    host_cuda::start_again();
    cudaStreamDestroy(stream_);
  }
  cudaStream_t stream_ = nullptr;
};

__global__ void reverse(int* values) {
  __shared__ int tile[96];
  tile[threadIdx.x] = values[threadIdx.x];
  __syncthreads();
  values[threadIdx.x] = tile[95 - threadIdx.x];
}

__global__ void reverse_without_barrier(int* values) {
  __shared__ int tile[96];
  tile[threadIdx.x] = values[threadIdx.x];
  values[threadIdx.x] = tile[95 - threadIdx.x];
}

__global__ void some_leave(int* values) {
  if (threadIdx.x > 40) return;
  __syncthreads();
  values[0] = 1;
}

__global__ void two_barriers(int* values) {
  if (threadIdx.x < 32)
    __syncthreads();
  else
    __syncthreads();
  values[0] = 1;
}

__global__ void half_a_warp(int* values) {
  if (threadIdx.x < 16) values[threadIdx.x] = __shfl_xor_sync(0xffffffffU, 1, 1);
}

__global__ void sum_of_warp(int* values) {
  int sum = values[threadIdx.x];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffU, sum, distance);
  values[threadIdx.x] = sum;
}

TEST_F(HostCuda, BarriersAndShufflesMeet) {
  std::vector<int> values(96);
  for (int i = 0; i < 96; ++i) values[i] = i;
  ASSERT_EQ(launch(reverse, 1, 96, stream_, values.data()), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  for (int i = 0; i < 96; ++i) EXPECT_EQ(values[i], 95 - i);
  std::vector<int> ones(64, 1);
  ASSERT_EQ(launch(sum_of_warp, 1, 64, stream_, ones.data()), cudaSuccess);
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  EXPECT_EQ(ones, std::vector<int>(64, 32));
}

TEST_F(HostCuda, AMissingBarrierGivesWrongNumbers) {
  std::vector<int> values(96);
  for (int i = 0; i < 96; ++i) values[i] = i + 1;
  launch(reverse_without_barrier, 1, 96, stream_, values.data());
  ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  int wrong = 0;
  for (int i = 0; i < 96; ++i) wrong += values[i] != 96 - i ? 1 : 0;
  EXPECT_GT(wrong, 0);
}

TEST_F(HostCuda, ThreadsThatDoNotMeetAreReported) {
  for (const auto kernel : {some_leave, two_barriers, half_a_warp}) {
    std::vector<int> values(64);
    EXPECT_EQ(launch(kernel, 1, 64, stream_, values.data()), cudaSuccess);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaErrorLaunchFailure);
    EXPECT_NE(host_cuda::failure().find("a block cannot go on"), std::string::npos);
    EXPECT_EQ(cudaStreamSynchronize(stream_), cudaErrorLaunchFailure) << "the device stays lost";
    host_cuda::start_again();
  }
}

TEST_F(HostCuda, ImpossibleGridsAreRefused) {
  EXPECT_EQ(launch(reverse, 0, 96, stream_, nullptr), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(reverse, 1, 1025, stream_, nullptr), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch(reverse, dim3(1, 65536), 96, stream_, nullptr), cudaErrorInvalidConfiguration);
}

/// A page-locked buffer that is filled anew before the copy from it was waited for.
TEST_F(HostCuda, CopiesFromPinnedMemoryAreLate) {
  void *device = nullptr, *host = nullptr;
  cudaMalloc(&device, 4), cudaMallocHost(&host, 4);
  int got = 0;
  *static_cast<int*>(host) = 1;
  cudaMemcpyAsync(device, host, 4, cudaMemcpyHostToDevice, stream_);
  *static_cast<int*>(host) = 2;
  cudaMemcpyAsync(&got, device, 4, cudaMemcpyDeviceToHost, stream_);
  EXPECT_EQ(got, 2);
  cudaFree(device), cudaFreeHost(host);
}

}  // namespace
