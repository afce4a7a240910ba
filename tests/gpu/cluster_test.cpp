// The host's clusters and tensor cores themselves: that they compute what CUDA's do, and that a missing wait, a missing
// barrier and a wrong layout of registers show.
#include <gtest/gtest.h>

#include <cmath>

#include "cluster_words.h"
#include "half.h"
#include "host_cuda.h"

namespace {

using namespace mlplab::gpu;

TEST(Halves, AreThoseOfTheStandard) {
  using host_cuda::from_half, host_cuda::to_half;
  EXPECT_EQ(from_half(0x3c00), 1.0F);
  EXPECT_EQ(from_half(0xc000), -2.0F);
  EXPECT_EQ(from_half(0x7bff), 65504.0F);
  EXPECT_EQ(from_half(0x0400), 0x1p-14F);
  EXPECT_EQ(from_half(0x0001), 0x1p-24F);
  EXPECT_TRUE(std::isinf(from_half(0x7c00)) && std::isnan(from_half(0x7e00)));
  for (std::uint16_t half = 0; half < 0x7c00; ++half) {
    const float value = from_half(half), next = from_half(half + 1);
    ASSERT_EQ(to_half(value), half);
    ASSERT_EQ(to_half(-value), half | 0x8000);
    if (half == 0x7bff) break;
    ASSERT_GT(next, value);
    const float middle = (value + next) / 2;  // exact
    ASSERT_EQ(to_half(middle), half % 2 == 0 ? half : half + 1) << half;
    ASSERT_EQ(to_half(std::nextafter(middle, 0.0F)), half);
    ASSERT_EQ(to_half(std::nextafter(middle, 1e9F)), half + 1);
  }
  EXPECT_EQ(to_half(65519.0F), 0x7bff);
  EXPECT_EQ(to_half(65520.0F), 0x7c00);
  EXPECT_EQ(to_half(-INFINITY), 0xfc00);
  EXPECT_TRUE(std::isnan(from_half(to_half(NAN))));
  EXPECT_EQ(halves_of_bytes(0xff07'ff80U), pair_of_halves(128.0F, 7.0F));
  EXPECT_EQ(__byte_perm(0x33221100U, 0x77665544U, 0x5140U), 0x55114400U);
}

class HostClusters : public ::testing::Test {
 protected:
  void SetUp() override { cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking); }
  void TearDown() override {
    host_cuda::start_again();
    cudaStreamDestroy(stream_);
  }
  /// Why it failed, '' where it did not.
  template <class Kernel, class... Arguments>
  std::string run(Kernel kernel, unsigned blocks, std::uint32_t seed, Arguments... arguments) {
    host_cuda::start_again();
    host_cuda::settings().schedule = seed;
    EXPECT_EQ(launch_cluster(kernel, blocks, 64, 4096, stream_, arguments...), cudaSuccess);
    cudaStreamSynchronize(stream_);
    return host_cuda::failure();
  }
  cudaStream_t stream_ = nullptr;
};

struct Matrices {
  std::uint16_t a[16][16], b[16][8];
  float c[16][8];
  int swapped;  // the parts of A as one who has not read about the layout would hold them
};

/// Straight from the PTX ISA's images.
void multiply(Matrices* m) {
  const int g = static_cast<int>(threadIdx.x) % 32 / 4, t = static_cast<int>(threadIdx.x) % 4;
  std::uint32_t a[4], b[2];
  for (int i = 0; i < 4; ++i) {
    const int row = i % 2 == 0 ? g : g + 8, column = i < 2 ? 2 * t : 2 * t + 8;
    a[i] = m->a[row][column] | static_cast<std::uint32_t>(m->a[row][column + 1]) << 16;
  }
  for (int i = 0; i < 2; ++i)
    b[i] = m->b[2 * t + 8 * i][g] | static_cast<std::uint32_t>(m->b[2 * t + 8 * i + 1][g]) << 16;
  if (m->swapped != 0) std::swap(a[1], a[2]);
  float c[4] = {m->c[g][2 * t], m->c[g][2 * t + 1], m->c[g + 8][2 * t], m->c[g + 8][2 * t + 1]};
  multiply_tile(c, a, b);
  if (threadIdx.x >= 32) return;  // the second warp computes the same
  m->c[g][2 * t] = c[0], m->c[g][2 * t + 1] = c[1], m->c[g + 8][2 * t] = c[2], m->c[g + 8][2 * t + 1] = c[3];
}

TEST_F(HostClusters, ATileIsTheProductOfItsMatrices) {
  for (const int swapped : {0, 1}) {
    Matrices m{};
    m.swapped = swapped;
    double expected[16][8];
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j) {
        m.a[i][j] = host_cuda::to_half(static_cast<float>((i * 37 + j * 11) % 64 - 20) / 8);
        if (j < 8) m.b[i][j] = host_cuda::to_half(static_cast<float>((i * 5 + j * 29) % 32 - 9) / 16);
      }
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 8; ++j) {
        expected[i][j] = m.c[i][j] = static_cast<float>(i - j);
        for (int k = 0; k < 16; ++k)
          expected[i][j] += host_cuda::from_half(m.a[i][k]) * host_cuda::from_half(m.b[k][j]);
      }
    ASSERT_EQ(run(multiply, 1, 7, &m), "");
    int wrong = 0;
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 8; ++j) wrong += m.c[i][j] != expected[i][j] ? 1 : 0;
    if (swapped == 0)
      EXPECT_EQ(wrong, 0);
    else
      EXPECT_GT(wrong, 60);
  }
}

/// Each block sends each other one what it holds, three times, and adds up what it got; `waits` as it should.
void all_to_all(float* sums, bool waits) {
  auto* arrivals = reinterpret_cast<std::uint64_t*>(dynamic_shared());
  auto* inbox = reinterpret_cast<float4*>(dynamic_shared() + 64);
  const unsigned self = block_of_cluster(), blocks = gridDim.x;
  if (threadIdx.x == 0) start_arrivals(arrivals);
  cluster_barrier();
  float sum = 0.0F;
  for (unsigned turn = 0; turn < 3; ++turn) {
    if (threadIdx.x == 0) expect_bytes(arrivals, 16 * blocks);
    const auto value = static_cast<float>((turn + 1) * (self + 1));
    if (threadIdx.x < blocks) send(&inbox[self], arrivals, threadIdx.x, {value, 1.0F, 2.0F, 3.0F});
    if (waits) wait_for_phase(arrivals, turn % 2);
    for (unsigned b = 0; b < blocks; ++b) sum += inbox[b].x;
    cluster_barrier();
  }
  if (threadIdx.x == 0) sums[self] = sum;
}

TEST_F(HostClusters, WhatIsSentIsThereAfterTheWaitAndNotBefore) {
  for (std::uint32_t seed = 1; seed < 20; ++seed) {
    std::vector<float> sums(5);
    ASSERT_EQ(run(all_to_all, 5, seed, sums.data(), true), "");
    EXPECT_EQ(sums, std::vector<float>(5, 90.0F)) << seed;
    run(all_to_all, 5, seed, sums.data(), false);
    EXPECT_NE(sums, std::vector<float>(5, 90.0F)) << seed;
  }
}

/// Like all_to_all, by one copy to all blocks.
void to_all(const float* values, float* sums) {
  auto* arrivals = reinterpret_cast<std::uint64_t*>(dynamic_shared());
  auto* inbox = reinterpret_cast<float*>(dynamic_shared() + 64);
  const unsigned self = block_of_cluster(), blocks = gridDim.x;
  if (threadIdx.x == 0) start_arrivals(arrivals), expect_bytes(arrivals, 16 * blocks);
  cluster_barrier();
  if (threadIdx.x == 0) send_to_all(inbox + 4 * self, values + 4 * self, 16, arrivals, blocks);
  wait_for_phase(arrivals, 0);
  float sum = 0.0F;
  for (unsigned i = 0; i < 4 * blocks; ++i) sum += inbox[i];
  if (threadIdx.x == 0) sums[self] = sum;
  cluster_barrier();
}

TEST_F(HostClusters, ACopyToAllComesToAll) {
  alignas(16) float values[64];
  for (int i = 0; i < 64; ++i) values[i] = static_cast<float>(i);
  std::vector<float> sums(16);
  ASSERT_EQ(run(to_all, 16, 3, static_cast<const float*>(values), sums.data()), "");
  EXPECT_EQ(sums, std::vector<float>(16, 2016.0F));
  EXPECT_NE(run(to_all, 2, 3, static_cast<const float*>(values + 1), sums.data()).find("whole 16 bytes"),
            std::string::npos);
}

void never_sent(bool expected) {
  auto* arrivals = reinterpret_cast<std::uint64_t*>(dynamic_shared());
  if (threadIdx.x == 0) start_arrivals(arrivals);
  if (threadIdx.x == 0 && expected) expect_bytes(arrivals, 16);
  __syncthreads();
  wait_for_phase(arrivals, 0);
}
void sent_before_it_was_started(float* /*unused*/) {
  auto* arrivals = reinterpret_cast<std::uint64_t*>(dynamic_shared());
  auto* inbox = reinterpret_cast<float4*>(dynamic_shared() + 64);
  const unsigned self = block_of_cluster();
  if (threadIdx.x == 0 && self == 0) start_arrivals(arrivals), expect_bytes(arrivals, 16);
  if (threadIdx.x == 0 && self == 0) send(inbox, arrivals, 1, {});
  cluster_barrier();
}
void one_leaves(float* /*unused*/) {
  if (block_of_cluster() == 1) return;
  cluster_barrier();
}
void sent_to_one_that_left(float* /*unused*/) {
  auto* arrivals = reinterpret_cast<std::uint64_t*>(dynamic_shared());
  auto* inbox = reinterpret_cast<float4*>(dynamic_shared() + 64);
  if (threadIdx.x == 0) start_arrivals(arrivals);
  cluster_barrier();
  if (threadIdx.x == 0 && block_of_cluster() == 0) send(inbox, arrivals, 1, {});
}

TEST_F(HostClusters, WhatCannotGoOnIsReported) {
  for (const bool expected : {false, true})
    EXPECT_NE(run(never_sent, 2, 5, expected).find("waits for what is sent at"), std::string::npos)
        << host_cuda::failure();
  float* none = nullptr;
  EXPECT_NE(run(one_leaves, 2, 5, none).find("waits for the cluster at"), std::string::npos) << host_cuda::failure();
  EXPECT_NE(run(sent_before_it_was_started, 2, 5, none).find("before its arrivals were started"), std::string::npos)
      << host_cuda::failure();
  bool seen = false;
  for (std::uint32_t seed = 1; seed < 20; ++seed)
    seen = seen || run(sent_to_one_that_left, 2, seed, none).find("a block that has ended") != std::string::npos;
  EXPECT_TRUE(seen);
}

void put(float* value, float number) { *value = number; }
void put_together(float* value, float number) {
  wait_for_kernel_before();  // is nothing: it did not start early
  if (block_of_cluster() == 0) *value = number;
  cluster_barrier();
}
void look(const float* value, float* seen) {
  const float early = *value;
  wait_for_kernel_before();
  seen[0] = early, seen[1] = *value;
}

/// A cluster begins when the kernels before it have ended; a kernel that starts early behind it may rely on that, and
/// waits for the cluster like for any other kernel.
TEST_F(HostClusters, AKernelStartsEarlyBehindOne) {
  host_cuda::settings().early_starts = true;
  float* values = nullptr;
  ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&values), 3 * sizeof(float)), cudaSuccess);
  EXPECT_EQ(launch(put, dim3(1), dim3(32), stream_, values, 1.0F), cudaSuccess);
  EXPECT_EQ(launch_cluster(put_together, 2, 64, 64, stream_, values, 2.0F), cudaSuccess);
  EXPECT_EQ(launch_early(true, look, dim3(1), dim3(32), stream_, values, values + 1), cudaSuccess);
  cudaStreamSynchronize(stream_);
  EXPECT_EQ(host_cuda::failure(), "");
  EXPECT_EQ(values[1], 1.0F);
  EXPECT_EQ(values[2], 2.0F);
  cudaFree(values);
}

TEST_F(HostClusters, ImpossibleOnesAreRefused) {
  EXPECT_EQ(launch_cluster(one_leaves, 17, 64, 64, stream_, nullptr), cudaErrorInvalidConfiguration);
  EXPECT_EQ(launch_cluster(one_leaves, 2, 64, (227 << 10) + 1, stream_, nullptr), cudaErrorInvalidConfiguration);
}

}  // namespace
