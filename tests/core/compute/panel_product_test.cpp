// A panel's product with every ending that it has a way of its own for, on every instruction set: against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/compute/kernels/kernels.h"

namespace mlplab::kernels {
namespace {

struct Ending {
  float alpha = 1.0F, beta = 0.0F;
  bool bias = false, gate = false;
  Activation activation = Activation::identity, gate_activation = Activation::identity;
};

float number(int i) { return static_cast<float>((i * 37) % 23 - 11) / 8.0F; }

std::vector<float> numbers(int count, int from) {
  std::vector<float> all(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all[static_cast<std::size_t>(i)] = number(from + i);
  return all;
}

float activated(Activation activation, float x) {
  return activation == Activation::relu ? std::max(x, 0.0F) : activation == Activation::tanh ? std::tanh(x) : x;
}

float slope(Activation activation, float y) {
  return activation == Activation::relu   ? (y > 0.0F ? 1.0F : 0.0F)
         : activation == Activation::tanh ? 1.0F - y * y
                                          : 1.0F;
}

void expect_right(const Kernels& kernels, int m, int n, int k, const Ending& ending) {
  const int vectors = (n + kernels.lanes - 1) / kernels.lanes, width = vectors * kernels.lanes, ldc = width + 3;
  const std::vector<float> a = numbers(m * k, 1), b = numbers(k * width, 5), bias = numbers(n, 9),
                           gate = numbers(m * ldc, 3), old = numbers(m * ldc, 7);
  std::vector<float> c = old;
  PanelProduct g;
  g.m = m, g.n = n, g.k = k, g.vectors = vectors, g.alpha = ending.alpha, g.beta = ending.beta;
  g.a = a.data(), g.row_a = k, g.col_a = 1;
  g.b = b.data(), g.ldb = width, g.c = c.data(), g.ldc = ldc;
  if (ending.bias) g.bias = bias.data();
  g.activation = ending.activation;
  if (ending.gate) g.gate = gate.data(), g.ld_gate = ldc, g.gate_activation = ending.gate_activation;
  kernels.panel_product(g);
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < ldc; ++j) {
      const auto at = static_cast<std::size_t>(i * ldc + j);
      double expected = 0.0;
      for (int p = 0; p < k; ++p)
        expected += static_cast<double>(a[static_cast<std::size_t>(i * k + p)]) *
                    b[static_cast<std::size_t>(p * width + j % width)];
      expected = ending.alpha * expected + (ending.beta == 0.0F ? 0.0F : ending.beta * old[at]);
      if (j >= n) {
        ASSERT_EQ(c[at], old[at]) << "written past its columns at " << i << ", " << j;
        continue;
      }
      if (ending.bias) expected += bias[static_cast<std::size_t>(j)];
      expected = activated(ending.activation, static_cast<float>(expected));
      if (ending.gate) expected *= slope(ending.gate_activation, gate[at]);
      ASSERT_NEAR(c[at], expected, 1e-4 * (1.0 + std::fabs(expected)) + 1e-5 * k) << i << ", " << j;
    }
}

TEST(PanelProduct, EveryEndingOnEveryInstructionSet) {
  for (const Kernels& kernels : usable_kernels())
    for (const int n : {kernels.max_vectors * kernels.lanes, kernels.lanes, kernels.lanes + 1})
      for (const int k : {1, 10, 32, 33, 300})  // less and more than what is fetched ahead of an ending
        for (const float alpha : {1.0F, -0.25F})
          for (const float beta : {0.0F, 1.0F, 0.5F})
            for (const bool bias : {false, true})
              for (const Activation activation : {Activation::identity, Activation::relu, Activation::tanh})
                for (const int gate : {0, 1, 2}) {
                  if (n > kernels.max_vectors * kernels.lanes) continue;
                  const Ending ending = {alpha,    beta,       bias,
                                         gate > 0, activation, gate == 2 ? Activation::tanh : Activation::relu};
                  SCOPED_TRACE(::testing::Message() << kernels.name << " n " << n << " k " << k << " alpha " << alpha
                                                    << " beta " << beta << " bias " << bias << " activation "
                                                    << static_cast<int>(activation) << " gate " << gate);
                  expect_right(kernels, 11, n, k, ending);  // 6 rows and 5
                  if (HasFatalFailure()) return;
                }
}

/// Sums that are cut into parts: none is left out, added twice or ended more than once.
TEST(PanelProduct, LongSums) {
  const Ending plain,
      added = {.alpha = -0.25F, .beta = 1.0F},
      finished = {.bias = true, .gate = true, .activation = Activation::relu, .gate_activation = Activation::relu};
  for (const Kernels& kernels : usable_kernels())
    for (const int k : {longest_sum, longest_sum + 1, 2 * longest_sum + 3})
      for (const Ending& ending : {plain, added, finished}) {
        SCOPED_TRACE(::testing::Message() << kernels.name << ", k " << k);
        expect_right(kernels, 7, kernels.max_vectors * kernels.lanes, k, ending);
      }
}

}  // namespace
}  // namespace mlplab::kernels
