// Every operation of core/compute/backend.h on every subject against `sequential`. A new operation gets a test here.
#include <limits>

#include "core/data/dataset.h"
#include "tests/core/compute/against_sequential.h"
#include "tests/support/enumerators.h"

namespace mlplab {
namespace {

constexpr float nan_value = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
const std::vector<Activation> activations = test::enumerators<Activation>();

class Operations : public AgainstSequential {};

struct ProductShape {
  int m, n, k;
};
// One, a tile's size and one past it, a vector's and one past it, past the depth block; enough work for several
// workers.
constexpr ProductShape shapes[] = {{1, 1, 1},     {1, 17, 3},     {2, 3, 129},   {3, 16, 16},   {5, 10, 257},
                                   {6, 64, 128},  {7, 65, 130},   {13, 33, 31},  {16, 10, 256}, {61, 127, 77},
                                   {64, 256, 97}, {97, 130, 300}, {35, 70, 1100}};

TEST_P(Operations, ProductsOfAllShapesAndOrders) {
  for (const ProductShape& s : shapes)
    for (int variant = 0; variant < 16; ++variant) {
      const bool transpose_a = (variant & 1) != 0, transpose_b = (variant & 2) != 0, padded = (variant & 4) != 0;
      const float beta = (variant & 8) != 0 ? -0.5F : 0.0F;
      const int gap = padded ? 5 : 0;
      SCOPED_TRACE(::testing::Message() << s.m << "x" << s.n << "x" << s.k << " transposed " << transpose_a
                                        << transpose_b << " gap " << gap << " beta " << beta);
      compare(1e-5, [&](Backend& backend) {
        Gemm g;
        g.transpose_a = transpose_a, g.transpose_b = transpose_b;
        g.m = s.m, g.n = s.n, g.k = s.k;
        g.lda = (transpose_a ? s.m : s.k) + gap, g.ldb = (transpose_b ? s.k : s.n) + gap, g.ldc = s.n + gap;
        Guarded a(backend, skewed(std::size_t(transpose_a ? s.k : s.m) * g.lda, 1));
        Guarded b(backend, skewed(std::size_t(transpose_b ? s.n : s.k) * g.ldb, 2));
        // The memory between the rows of C must stay; where beta is 0, C itself may hold anything.
        std::vector<float> before = skewed(std::size_t(s.m) * g.ldc, 3);
        if (beta == 0.0F)
          for (int i = 0; i < s.m; ++i) before[std::size_t(i) * g.ldc] = nan_value;
        Guarded c(backend, before);
        g.a = a.data(), g.b = b.data(), g.c = c.data();
        g.alpha = 0.75F, g.beta = beta;
        backend.gemm(g);
        return c.values();
      });
    }
}

TEST_P(Operations, BiasAndActivationInsideTheProduct) {
  for (const Activation activation : activations)
    for (const ProductShape& s : shapes)
      compare(2e-5, [&](Backend& backend) {
        Guarded a(backend, skewed(std::size_t(s.m) * s.k, 1, 0.1F)),
            b(backend, skewed(std::size_t(s.n) * s.k, 2, -0.1F));
        Guarded bias(backend, skewed(std::size_t(s.n), 4)), c(backend, skewed(std::size_t(s.m) * s.n, 3));
        Gemm g;
        g.transpose_b = true;
        g.m = s.m, g.n = s.n, g.k = s.k, g.lda = s.k, g.ldb = s.k, g.ldc = s.n;
        g.a = a.data(), g.b = b.data(), g.c = c.data(), g.bias = bias.data(), g.activation = activation;
        backend.gemm(g);
        return c.values();
      });
}

TEST_P(Operations, ProductsCarryNanAndInfinity) {
  for (const Activation activation : activations)
    for (const float special : {nan_value, infinity, -infinity})
      compare(1e-5, [&](Backend& backend) {
        const int m = 7, n = 37, k = 9;
        std::vector<float> values(std::size_t(m) * k, 0.5F);
        values[4 * k + 2] = special;
        Guarded a(backend, values), b(backend, std::vector<float>(std::size_t(k) * n, 0.25F));
        Guarded c(backend, std::vector<float>(std::size_t(m) * n));
        Gemm g;
        g.m = m, g.n = n, g.k = k, g.lda = k, g.ldb = n, g.ldc = n;
        g.a = a.data(), g.b = b.data(), g.c = c.data(), g.activation = activation;
        backend.gemm(g);
        return c.values();
      });
}

TEST_P(Operations, ActivationGradient) {
  for (const Activation activation : activations)
    for (const std::size_t count : {1, 15, 16, 17, 1000, 70001})
      compare(1e-6, [&](Backend& backend) {
        Guarded a(backend, skewed(count, 5, 0.3F)), d(backend, skewed(count, 6));
        backend.activation_gradient(activation, count, a.data(), d.data());
        return d.values();
      });
}

TEST_P(Operations, GatherFollowsTheOrder) {
  for (const int d : {1, 7, 16, 33, 784})
    for (const bool in_order : {true, false}) {
      const int batch = 101, n = 150;
      std::vector<std::uint8_t> features(std::size_t(n) * d);
      std::vector<std::int32_t> labels(n);
      for (std::size_t i = 0; i < features.size(); ++i) features[i] = static_cast<std::uint8_t>(i * 37 % 256);
      for (int i = 0; i < n; ++i) labels[i] = i % 10;
      std::vector<std::uint32_t> order(batch);
      for (int i = 0; i < batch; ++i) order[i] = static_cast<std::uint32_t>(i * 89 % n);
      compare(0.0, [&](Backend& backend) {
        Uploaded<std::uint8_t> f(backend, features);
        Uploaded<std::int32_t> l(backend, labels), y(backend, std::vector<std::int32_t>(batch));
        Uploaded<std::uint32_t> o(backend, order);
        Guarded x(backend, std::vector<float>(std::size_t(batch) * d));
        backend.gather(batch, d, f.data(), l.data(), in_order ? nullptr : o.data(), x.data(), y.data());
        std::vector<float> all = x.values();
        for (const std::int32_t label : y.values()) all.push_back(static_cast<float>(label));
        return all;
      });
    }
}

class Losses : public Operations {
 protected:
  /// The gradient, then loss, correct answers and examples added to totals that were not zero.
  std::vector<float> loss(Backend& backend, Loss kind, int batch, int classes, const std::vector<float>& logits) {
    std::vector<std::int32_t> labels(batch);
    for (int i = 0; i < batch; ++i) labels[i] = i * 3 % classes;
    Guarded z(backend, logits), gradient(backend, std::vector<float>(logits.size()));
    Uploaded<std::int32_t> y(backend, labels);
    Uploaded<StepTotals> totals(backend, {StepTotals{1.5, 2, 3}});
    backend.loss(kind, batch, classes, batch + batch / 2, z.data(), y.data(), gradient.data(), totals.data());
    std::vector<float> all = gradient.values();
    const StepTotals sum = totals.values().front();
    all.push_back(static_cast<float>(sum.loss_sum));
    all.push_back(static_cast<float>(sum.correct));
    all.push_back(static_cast<float>(sum.examples));
    return all;
  }
  /// The sum of squared errors of a batch whose rows all equal `row`.
  static double squared_errors(Backend& backend, const std::vector<float>& row, std::int32_t label, int batch) {
    std::vector<float> outputs;
    for (int i = 0; i < batch; ++i) outputs.insert(outputs.end(), row.begin(), row.end());
    Guarded z(backend, outputs), gradient(backend, outputs);
    Uploaded<std::int32_t> y(backend, std::vector<std::int32_t>(batch, label));
    Uploaded<StepTotals> totals(backend, {StepTotals{}});
    backend.loss(Loss::mean_squared_error, batch, static_cast<int>(row.size()), batch, z.data(), y.data(),
                 gradient.data(), totals.data());
    return totals.values().front().loss_sum;
  }
};

/// Their squares are beyond a float; or what is left beside the label's own output is far below its last digit.
TEST_P(Losses, SquaredErrorsOfLargeAndOfNearlyRightOutputs) {
  constexpr double large = 1e40, small = 1e-8;
  for (const int classes : {2, 10, 17})
    for (const int batch : {1, 33}) {
      compare(1e-6, [&](Backend& backend) {
        std::vector<float> row(classes, 1e20F);
        row.back() = -2e20F;
        return std::vector<float>{static_cast<float>(squared_errors(backend, row, 1, batch) / large)};
      });
      compare(1e-6, [&](Backend& backend) {
        std::vector<float> row(classes, 1e-4F);
        row[1] = 1.0001F;
        return std::vector<float>{static_cast<float>(squared_errors(backend, row, 1, batch) / small)};
      });
    }
}

TEST_P(Losses, GradientAndTotals) {
  for (const Loss kind : test::enumerators<Loss>())
    for (const int classes : {1, 2, 10, 16, 17, 100})
      for (const int batch : {1, 5, 64, 501})
        compare(1e-5, [&](Backend& backend) {
          return loss(backend, kind, batch, classes, skewed(std::size_t(batch) * classes, 8, 3.0F));
        });
}

TEST_P(Losses, LargeEqualAndInfiniteLogits) {
  const int batch = 4, classes = 5;
  std::vector<float> logits = {1000, -1000, 0, 999, 1, 7, 7, 7, 7, 7, -infinity, 1, 2, 3, 4, 0, nan_value, 0, 0, 0};
  compare(1e-5, [&](Backend& backend) { return loss(backend, Loss::softmax_cross_entropy, batch, classes, logits); });
  logits[10] = infinity;
  compare(1e-5, [&](Backend& backend) { return loss(backend, Loss::softmax_cross_entropy, batch, classes, logits); });
}

TEST_P(Operations, ColumnSums) {
  for (const int rows : {1, 3, 64, 511})
    for (const int columns : {1, 10, 16, 31, 257})
      compare(1e-5, [&](Backend& backend) {
        Guarded d(backend, skewed(std::size_t(rows) * columns, 9)),
            sums(backend, std::vector<float>(columns, nan_value));
        backend.column_sums(rows, columns, d.data(), sums.data());
        return sums.values();
      });
}

TEST_P(Operations, UpdatesOfEveryOptimizer) {
  for (const OptimizerKind kind : test::enumerators<OptimizerKind>())
    for (const double decay : {0.0, 0.01})
      for (const std::size_t count : {1, 17, 1000, 70001})
        compare(1e-5, [&](Backend& backend) {
          Update u;
          u.optimizer.kind = kind, u.optimizer.weight_decay = decay;
          u.learning_rate = 0.05F, u.count = count;
          Guarded gradient(backend, skewed(count, 10)), parameters(backend, skewed(count, 11));
          Guarded slot0(backend, std::vector<float>(count, 0.125F)), slot1(backend, std::vector<float>(count, 0.5F));
          u.gradient = gradient.data(), u.parameters = parameters.data();
          if (state_slots(kind) > 0) u.slot0 = slot0.data();
          if (state_slots(kind) > 1) u.slot1 = slot1.data();
          for (u.step = 3; u.step < 6; ++u.step) backend.update(u);
          std::vector<float> all = parameters.values();
          for (const Guarded* slot : {&slot0, &slot1})
            for (const float value : slot->values()) all.push_back(value);
          return all;
        });
}

INSTANTIATE_TEST_SUITE_P(On, Operations, ::testing::ValuesIn(subjects()), name_of_subject);
INSTANTIATE_TEST_SUITE_P(On, Losses, ::testing::ValuesIn(subjects()), name_of_subject);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Operations);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Losses);

}  // namespace
}  // namespace mlplab
