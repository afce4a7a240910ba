// The tiled convolutions with every shape of tile and every cut of the pixels: which they are depends on the number of
// multiprocessors, so each device of some number gets the same results as the loops of core/model/reference/.
#include <gtest/gtest.h>

#include <limits>

#include "core/model/reference/sliding.h"
#include "gpu/kernels/bias_activation.h"
#include "gpu/kernels/channel_sums.h"
#include "gpu/kernels/convolution.h"
#include "gpu/memory.h"
#include "host_cuda.h"
#include "tests/support/compare.h"

namespace mlplab {
namespace {

constexpr float unset = std::numeric_limits<float>::quiet_NaN();

/// Exactly as many floats on the device: AddressSanitizer sees the first one past the end.
class DeviceCopy {
 public:
  explicit DeviceCopy(const std::vector<float>& values) : array_(values.size()) {
    std::copy(values.begin(), values.end(), array_.data());  // the host's memory
  }
  explicit DeviceCopy(std::size_t count) : DeviceCopy(std::vector<float>(count, unset)) {}
  float* data() const { return array_.data(); }
  std::vector<float> values() const { return {array_.data(), array_.data() + array_.size()}; }

 private:
  gpu::DeviceArray<float> array_;
};

gpu::SlidingWindow tile_window(const Sliding& s) {
  return {s.batch,
          {s.in.channels, s.in.height, s.in.width},
          {s.out.channels, s.out.height, s.out.width},
          {s.window.kernel.height, s.window.kernel.width},
          {s.window.stride.height, s.window.stride.width},
          {s.window.padding.height, s.window.padding.width}};
}

/// Channels for the narrow, the wide, the middle and the large tiles, in and out; pixels that fill none of them.
std::vector<Sliding> tile_cases() {
  std::vector<Sliding> all;
  const auto add = [&](int batch, const mlplab::Shape& in, int out, const Window& window) {
    all.push_back({batch, in, window.output(out, in), window});
  };
  add(1, {1, 3, 2}, 1, {{2, 2}, {1, 1}, {0, 0}});
  add(5, {9, 7, 5}, 7, {{3, 2}, {2, 1}, {1, 0}});
  add(3, {20, 6, 5}, 18, {{3, 3}, {1, 1}, {1, 1}});
  add(2, {40, 5, 3}, 35, {{1, 1}, {1, 1}, {0, 0}});
  add(2, {66, 4, 3}, 70, {{2, 1}, {1, 2}, {0, 0}});
  add(3, {2, 33, 19}, 3, {{2, 3}, {1, 1}, {1, 2}});  // more pixels than one part has
  return all;
}

class OnTheHost : public ::testing::Test {
 protected:
  void TearDown() override { host_cuda::start_again(); }
  void ok(cudaError_t started) {
    ASSERT_EQ(started, cudaSuccess);
    stream_.wait();
  }
  gpu::Stream stream_;
};

/// The shape of tiles, and into how many parts sums are cut.
class ConvolutionTiles : public OnTheHost, public ::testing::WithParamInterface<std::tuple<int, int>> {};

TEST_P(ConvolutionTiles, AgreeWithTheLoops) {
  const auto [shape, parts] = GetParam();
  for (const Sliding& s : tile_cases()) {
    SCOPED_TRACE(to_string(s.in) + " to " + to_string(s.out));
    const gpu::SlidingWindow window = tile_window(s);
    const auto batch = static_cast<std::size_t>(s.batch);
    const std::size_t weights = static_cast<std::size_t>(s.out.channels) * s.taps();
    const std::vector<float> x = skewed(batch * s.in.size(), 1, 0.2F), dy = skewed(batch * s.out.size(), 2, -0.3F);
    const std::vector<float> w = skewed(weights, 3, -0.1F);
    const std::vector<float> bias = skewed(static_cast<std::size_t>(s.out.channels), 4);
    const DeviceCopy own_x(x), own_dy(dy), own_w(w), own_bias(bias);
    const auto planned = [shape = shape, parts = parts](const gpu::ProductSize& size, const auto& use) {
      const gpu::TilePlan plan = gpu::plan_of(size, shape, parts);
      const DeviceCopy sums(static_cast<std::size_t>(plan.parts) * static_cast<std::size_t>(size.m) *
                            static_cast<std::size_t>(size.n));
      use(plan, plan.parts == 1 ? nullptr : sums.data());
    };

    std::vector<float> expected(dy.size());
    reference::convolution(s, x.data(), w.data(), bias.data(), Activation::tanh, expected.data());
    const DeviceCopy y(dy.size());
    planned(gpu::forward_product(window), [&](const gpu::TilePlan& plan, float* sums) {
      ok(gpu::convolution_tiled(stream_.get(), window, own_x.data(), own_w.data(), own_bias.data(), Activation::tanh,
                                y.data(), plan, sums));
    });
    EXPECT_TRUE(close(expected, y.values(), 2e-5));

    expected.resize(x.size());
    reference::convolution_input_gradient(s, dy.data(), w.data(), expected.data());
    const DeviceCopy dx(x.size());
    for (int number = 0; number < window.stride.height * window.stride.width; ++number) {
      const gpu::InputPhase phase = gpu::input_phase(window, number);
      planned(gpu::input_gradient_product(window, phase), [&](const gpu::TilePlan& plan, float* sums) {
        ok(gpu::convolution_input_gradient_tiled(stream_.get(), window, phase, own_dy.data(), own_w.data(), dx.data(),
                                                 plan, sums));
      });
    }
    EXPECT_TRUE(close(expected, dx.values(), 2e-5));

    expected.resize(weights);
    reference::convolution_weight_gradient(s, x.data(), dy.data(), expected.data());
    const DeviceCopy dw(weights);
    planned(gpu::weight_gradient_product(window), [&](const gpu::TilePlan& plan, float* sums) {
      ok(gpu::convolution_weight_gradient_tiled(stream_.get(), window, own_x.data(), own_dy.data(), dw.data(), plan,
                                                sums));
    });
    EXPECT_TRUE(close(expected, dw.values(), 3e-5));
  }
}

/// Whole sums, and parts of which the last one is shorter.
INSTANTIATE_TEST_SUITE_P(In, ConvolutionTiles,
                         ::testing::Combine(::testing::Range(0, gpu::shape_count), ::testing::Values(1, 5)));

/// An epoch's last batch comes when graphs of the whole ones have been captured, with the address of these numbers.
TEST(PartsOfSums, FitWhatTheLargestBatchNeeds) {
  for (const bool tensor_cores : {false, true})
    for (const int processors : {1, 4, 132, 148}) {
      const gpu::Units units{processors, tensor_cores};
      for (const auto& [m, n, k] : {std::tuple{64, 49, 576}, {512, 35, 4608}, {10, 9, 9}, {32, 288, 32}}) {
        std::size_t most_of_pixels = 0, most_of_sums = 0;
        for (int batch = 1; batch < 3000; ++batch) {
          const auto check = [&](const gpu::ProductSize& size, std::size_t& most) {
            const gpu::TilePlan plan = gpu::plan_tiles(size, units);
            ASSERT_GE(plan.parts, 1);
            ASSERT_GE(static_cast<long long>(plan.parts) * plan.part, size.k);
            ASSERT_LT(static_cast<long long>(plan.parts - 1) * plan.part, size.k);
            const std::size_t needed = gpu::most_sums(size, units);
            ASSERT_GE(needed, most) << batch << " images on " << processors << " multiprocessors";
            if (plan.parts > 1) {
              ASSERT_GE(needed, static_cast<std::size_t>(plan.parts) * static_cast<std::size_t>(size.m) *
                                    static_cast<std::size_t>(size.n));
            }
            most = needed;
          };
          check({m, batch * n, k}, most_of_pixels);
          check({m, k, batch * n}, most_of_sums);
        }
      }
    }
}

class SumsOfChannels : public OnTheHost, public ::testing::WithParamInterface<int> {};

/// Few channels are summed in several parts each, with the same sums as one thread per channel.
TEST_P(SumsOfChannels, DoNotDependOnTheDevice) {
  const int processors = GetParam();
  for (const auto& [batch, channels, plane] : {std::tuple{3, 2, 5003}, {2, 5, 9}, {1, 1, 1}}) {
    const std::size_t count = std::size_t(batch) * std::size_t(channels) * std::size_t(plane);
    const auto c = static_cast<std::size_t>(channels);
    const DeviceCopy x(skewed(count, 1)), dy(skewed(count, 2)), mean(skewed(c, 3)), variance(skewed(c, 4));
    for (float& value : std::span(variance.data(), c)) value = std::fabs(value) + 0.1F;
    const DeviceCopy first(c), second(c), naive_first(c), naive_second(c);
    gpu::ChannelSums sums;
    sums.n = {batch, channels, plane, 1e-3F, mean.data(), variance.data()};
    sums.term = gpu::ChannelTerm::gradient;
    sums.x = x.data(), sums.dy = dy.data(), sums.first = first.data(), sums.second = second.data();
    const DeviceCopy scratch(gpu::channel_sums_scratch(sums.n, processors));
    ok(gpu::channel_sums(stream_.get(), sums, scratch.data(), processors));
    sums.first = naive_first.data(), sums.second = naive_second.data();
    ok(gpu::channel_sums_naive(stream_.get(), sums));
    EXPECT_TRUE(close(naive_first.values(), first.values(), 2e-5));
    EXPECT_TRUE(close(naive_second.values(), second.values(), 2e-5));
  }
}

TEST(BiasActivation, IsThatOfTheChannel) {
  gpu::Stream stream;
  const std::vector<float> before = skewed(3 * 5 * 70, 1), bias = skewed(5, 2);
  const DeviceCopy y(before), own_bias(bias);
  ASSERT_EQ(gpu::bias_activation(stream.get(), 3, 5, 70, own_bias.data(), Activation::tanh, y.data()), cudaSuccess);
  stream.wait();
  std::vector<float> expected = before;
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = std::tanh(before[i] + bias[i / 70 % 5]);
  EXPECT_TRUE(close(expected, y.values(), 1e-6));
  ASSERT_EQ(gpu::bias_activation(stream.get(), 3, 5, 70, nullptr, Activation::relu, y.data()), cudaSuccess);
  stream.wait();
  for (float& value : expected) value = std::max(value, 0.0F);
  EXPECT_TRUE(close(expected, y.values(), 1e-6));
}

/// From one multiprocessor to more than there is work for.
INSTANTIATE_TEST_SUITE_P(On, SumsOfChannels, ::testing::Values(1, 2, 5, 132));

}  // namespace
}  // namespace mlplab
