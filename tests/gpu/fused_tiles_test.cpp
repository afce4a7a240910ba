// The fused kernels of an MLP with every shape of tile: which they take depends on the number of multiprocessors and on
// the batch, so each device of some number gets the same sums as double loops, whatever the order of the rows is.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <tuple>

#include "gpu/kernels/forward_pixels.h"
#include "gpu/kernels/tensor.h"
#include "gpu/kernels/update_pixels.h"
#include "gpu/kernels/weight_update.h"
#include "gpu/memory.h"
#include "host_cuda.h"
#include "tests/support/compare.h"

namespace mlplab {
namespace {

/// Exactly as many on the device: AddressSanitizer sees the first one past the end.
template <class T>
gpu::DeviceArray<T> on_device(const std::vector<T>& values) {
  gpu::DeviceArray<T> array(values.size());
  std::memcpy(array.data(), values.data(), values.size() * sizeof(T));  // the host's memory
  return array;
}

std::vector<float> floats_of(const gpu::DeviceArray<float>& array) {
  return {array.data(), array.data() + array.size()};
}

/// BatchOfImages of `d` pixels, and the batch of `rows` of them that a step finds behind another one: by an order, or
/// as they lie.
struct BatchOfImages {
  BatchOfImages(int rows, int d, bool ordered) : features(std::size_t(3 * rows) * std::size_t(d)) {
    for (std::size_t i = 0; i < features.size(); ++i) features[i] = static_cast<std::uint8_t>(i * 37 % 251 + i % 5);
    for (int i = 0; i < 2 * rows; ++i) order.push_back(static_cast<std::uint32_t>(i * 7 % (3 * rows)));
    own_features = on_device(features), own_order = on_device(order);
    gpu::StepChunk values{};
    values.first_step = 0;
    values.numbers[1] = {0.1F, 0.5F, 0.75F};
    chunk = on_device(std::vector<gpu::StepChunk>{values});
    batch.features = own_features.data(), batch.chunk = chunk.data(), batch.slot = 1, batch.batch_size = rows;
    if (ordered) batch.order = own_order.data();
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < d; ++j)
        x.push_back(
            features[(ordered ? order[std::size_t(rows + i)] : std::size_t(i)) * std::size_t(d) + std::size_t(j)] /
            255.0F);
  }
  std::vector<std::uint8_t> features;
  std::vector<std::uint32_t> order;
  gpu::DeviceArray<std::uint8_t> own_features;
  gpu::DeviceArray<std::uint32_t> own_order;
  gpu::DeviceArray<gpu::StepChunk> chunk;
  gpu::Batch batch;
  std::vector<float> x;  // [rows, d]
};

class FusedTiles : public ::testing::TestWithParam<int> {
 protected:
  void SetUp() override { host_cuda::start_again(); }
  void ok(cudaError_t started) {
    ASSERT_EQ(started, cudaSuccess);
    stream_.wait();
    ASSERT_EQ(host_cuda::failure(), "");
  }
  gpu::Stream stream_;
};

TEST_P(FusedTiles, FirstLayerFromPixels) {
  for (const auto& [rows, d, units] :
       {std::tuple{1, 1, 1}, {16, 64, 16}, {70, 131, 67}, {33, 65, 31}, {1, 16, 1}, {70, 144, 67}, {9, 928, 20}})
    for (const bool ordered : {false, true}) {
      const BatchOfImages images(rows, d, ordered);
      const std::vector<float> w = skewed(std::size_t(units) * std::size_t(d), 1, 0.1F);
      const std::vector<float> b = skewed(std::size_t(units), 2);
      std::vector<float> expected;
      for (int i = 0; i < rows; ++i)
        for (int j = 0; j < units; ++j) {
          double sum = b[std::size_t(j)];
          for (int p = 0; p < d; ++p) sum += double{images.x[std::size_t(i * d + p)]} * w[std::size_t(j * d + p)];
          expected.push_back(static_cast<float>(std::tanh(sum)));
        }
      const auto own_w = on_device(w), own_b = on_device(b);
      const gpu::DeviceArray<float> a(expected.size());
      ok(gpu::forward_pixels(stream_.get(), rows, d, units, images.batch, own_w.data(), own_b.data(), Activation::tanh,
                             a.data(), GetParam()));
      EXPECT_TRUE(close(expected, floats_of(a), 2e-5)) << rows << " rows, " << d << " pixels, " << units << " units";
      if (!gpu::suits_tensor_cores(d, own_w.data())) continue;
      const gpu::DeviceArray<float> on_tensor_cores(expected.size());
      ok(gpu::forward_pixels_tensor(stream_.get(), rows, d, units, images.batch, own_w.data(), own_b.data(),
                                    Activation::tanh, on_tensor_cores.data(), GetParam()));
      EXPECT_TRUE(close(expected, floats_of(on_tensor_cores), 1e-6))
          << rows << " rows, " << d << " pixels, " << units << " units on tensor cores";
    }
}

/// Two layers, the first one's inputs are pixels; every optimiser, so that what it keeps is read before it is written.
TEST_P(FusedTiles, GradientsAndStep) {
  for (const OptimizerKind kind : {OptimizerKind::sgd, OptimizerKind::momentum, OptimizerKind::adam})
    for (const auto& [rows, d, units] : {std::tuple{3, 5, 2},
                                         {64, 40, 33},
                                         {131, 70, 67},
                                         {200, 33, 3},
                                         {3, 16, 2},
                                         {31, 144, 33},
                                         {64, 80, 20},
                                         {131, 48, 67},
                                         {1030, 80, 3}}) {
      const BatchOfImages images(rows, d, rows != 64);
      const int widths[] = {d, units, 4};
      const std::size_t first = std::size_t(d * units + units), size = first + std::size_t(units * 4 + 4);
      const std::vector<float> hidden = skewed(std::size_t(rows * units), 3);
      const std::vector<float> deltas[] = {skewed(hidden.size(), 4, 0.02F), skewed(std::size_t(rows * 4), 5, 0.02F)};
      const std::vector<float> before = skewed(size, 6), slot0 = skewed(size, 7), slot1(size, 0.3F);

      const auto own_hidden = on_device(hidden), own_first = on_device(deltas[0]), own_second = on_device(deltas[1]);
      auto parameters = on_device(before), own_slot0 = on_device(slot0), own_slot1 = on_device(slot1);
      gpu::WeightUpdate u;
      u.rows = rows, u.batch = images.batch, u.chunk = images.chunk.data();
      u.optimizer = {kind, 0.01F, 0.9F, 0.8F, 0.7F, 0.2F, 0.3F, 1e-3F};
      u.layer_count = 2;
      u.layers[0] = {d, units, 0, std::size_t(d * units), own_first.data(), nullptr, 0};
      u.layers[1] = {units, 4, first, first + std::size_t(units * 4), own_second.data(), own_hidden.data(), 0};
      u.parameters = parameters.data(), u.slot0 = own_slot0.data(), u.slot1 = own_slot1.data();
      ok(gpu::weight_update(stream_.get(), u, GetParam()));

      std::vector<float> expected;
      const auto step = [&](double g) {
        const std::size_t at = expected.size();
        double w = before[at];
        g += 0.01 * w;
        const double m = kind == OptimizerKind::momentum ? 0.9 * slot0[at] + g : 0.8 * slot0[at] + 0.2 * g;
        const double v = 0.7 * slot1[at] + 0.3 * g * g;
        if (kind == OptimizerKind::adam)
          w -= 0.1 * (m / 0.5) / (std::sqrt(v / 0.75) + 1e-3);
        else
          w -= 0.1 * (kind == OptimizerKind::sgd ? g : m);
        expected.push_back(static_cast<float>(w));
      };
      for (int l = 0; l < 2; ++l) {
        const int in = widths[l], out = widths[l + 1];
        const std::vector<float>& input = l == 0 ? images.x : hidden;
        for (int i = 0; i < out; ++i)
          for (int j = 0; j < in; ++j) {
            double sum = 0.0;
            for (int p = 0; p < rows; ++p)
              sum += double{deltas[l][std::size_t(p * out + i)]} * input[std::size_t(p * in + j)];
            step(sum);
          }
        for (int i = 0; i < out; ++i) {
          double sum = 0.0;
          for (int p = 0; p < rows; ++p) sum += deltas[l][std::size_t(p * out + i)];
          step(sum);
        }
      }
      EXPECT_TRUE(close(expected, floats_of(parameters), 2e-5))
          << rows << " rows, " << d << "-" << units << "-4, optimiser " << static_cast<int>(kind);
      if (!gpu::suits_tensor_cores(d, nullptr)) continue;
      parameters = on_device(before), own_slot0 = on_device(slot0), own_slot1 = on_device(slot1);
      u.parameters = parameters.data(), u.slot0 = own_slot0.data(), u.slot1 = own_slot1.data();
      ok(gpu::update_pixels(stream_.get(), u));
      EXPECT_TRUE(close(expected, floats_of(parameters), kind == OptimizerKind::adam ? 2e-5 : 1e-6))
          << rows << " rows, " << d << "-" << units << "-4 on tensor cores, optimiser " << static_cast<int>(kind);
    }
}

/// From one multiprocessor, which gets the largest tiles, to more than there are tiles.
INSTANTIATE_TEST_SUITE_P(On, FusedTiles, ::testing::Values(1, 4, 8, 1000));

}  // namespace
}  // namespace mlplab
