// The readable reference: one thread, plain loops, no intrinsics, sums in double. Every other backend is tested against
// it, and it is the baseline of 'how much faster': what a good student writes first, compiled with -O2.
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/compute/backend_table.h"
#include "core/compute/host_backend.h"
#include "core/data/dataset.h"
#include "core/machine/host_info.h"

namespace mlplab {
namespace {

float activate(Activation activation, float z) {
  switch (activation) {
    case Activation::identity:
      return z;
    case Activation::relu:
      return z < 0.0F ? 0.0F : z;  // in this order NaN stays NaN
    case Activation::sigmoid:
      return 1.0F / (1.0F + std::exp(-z));
    case Activation::tanh:
      return std::tanh(z);
  }
  return z;
}

/// f'(z) in terms of a = f(z).
float slope(Activation activation, float a) {
  switch (activation) {
    case Activation::identity:
      return 1.0F;
    case Activation::relu:
      return a > 0.0F ? 1.0F : 0.0F;
    case Activation::sigmoid:
      return a * (1.0F - a);
    case Activation::tanh:
      return 1.0F - a * a;
  }
  return 1.0F;
}

bool first_largest_is(int label, int classes, const float* row) {
  return std::max_element(row, row + classes) - row == label;
}

class SequentialBackend : public HostBackend {
 public:
  int workers() const override { return 1; }
  std::string device() const override { return host_info().cpu + ", 1 thread"; }

  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override {
    for (int i = 0; i < batch; ++i) {
      const std::size_t row = order == nullptr ? static_cast<std::size_t>(i) : order[i];
      for (int j = 0; j < d; ++j) x[std::size_t(i) * d + j] = static_cast<float>(features[row * d + j]) * feature_scale;
      y[i] = labels[row];
    }
  }

  void gemm(const Gemm& g) override {
    sums_.resize(static_cast<std::size_t>(g.n));
    for (int i = 0; i < g.m; ++i) {
      const auto a = [&](int p) {
        return g.transpose_a ? g.a[std::size_t(p) * g.lda + i] : g.a[std::size_t(i) * g.lda + p];
      };
      if (g.transpose_b) {  // rows of B are contiguous along k: dot products
        for (int j = 0; j < g.n; ++j) {
          const float* b = g.b + std::size_t(j) * g.ldb;
          double sum = 0.0;
          for (int p = 0; p < g.k; ++p) sum += double{a(p)} * b[p];
          sums_[j] = sum;
        }
      } else {  // rows of B are contiguous along n: scaled rows are added up
        std::fill(sums_.begin(), sums_.end(), 0.0);
        for (int p = 0; p < g.k; ++p) {
          const double factor = a(p);
          const float* b = g.b + std::size_t(p) * g.ldb;
          for (int j = 0; j < g.n; ++j) sums_[j] += factor * b[j];
        }
      }
      float* c = g.c + std::size_t(i) * g.ldc;
      for (int j = 0; j < g.n; ++j) {
        double value = g.alpha * sums_[j];
        if (g.beta != 0.0F) value += double{g.beta} * c[j];
        if (g.bias != nullptr) value += g.bias[j];
        c[j] = activate(g.activation, static_cast<float>(value));
      }
    }
  }

  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override {
    for (std::size_t i = 0; i < count; ++i) d[i] *= slope(activation, a[i]);
  }

  void softmax_cross_entropy(int batch, int classes, const float* logits, const std::int32_t* y, float* gradient,
                             StepTotals* totals) override {
    for (int i = 0; i < batch; ++i) {
      const float* row = logits + std::size_t(i) * classes;
      float* g = gradient + std::size_t(i) * classes;
      const double largest = *std::max_element(row, row + classes);  // subtracted, so that exp cannot overflow
      double sum = 0.0;
      for (int k = 0; k < classes; ++k) sum += std::exp(row[k] - largest);
      for (int k = 0; k < classes; ++k) {
        const double p = std::exp(row[k] - largest) / sum;
        g[k] = static_cast<float>((p - (k == y[i] ? 1.0 : 0.0)) / batch);
      }
      totals->loss_sum += std::log(sum) + largest - row[y[i]];
      totals->correct += first_largest_is(y[i], classes, row) ? 1 : 0;
    }
    totals->examples += batch;
  }

  void mean_squared_error(int batch, int classes, const float* outputs, const std::int32_t* y, float* gradient,
                          StepTotals* totals) override {
    for (int i = 0; i < batch; ++i) {
      const float* row = outputs + std::size_t(i) * classes;
      float* g = gradient + std::size_t(i) * classes;
      double sum = 0.0;
      for (int k = 0; k < classes; ++k) {
        const double error = double{row[k]} - (k == y[i] ? 1.0 : 0.0);
        g[k] = static_cast<float>(2.0 * error / (double{1} * batch * classes));
        sum += error * error;
      }
      totals->loss_sum += sum / classes;
      totals->correct += first_largest_is(y[i], classes, row) ? 1 : 0;
    }
    totals->examples += batch;
  }

  void column_sums(int rows, int columns, const float* d, float* sums) override {
    sums_.assign(static_cast<std::size_t>(columns), 0.0);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) sums_[j] += d[std::size_t(i) * columns + j];
    for (int j = 0; j < columns; ++j) sums[j] = static_cast<float>(sums_[j]);
  }

  void update(const Update& u) override {
    const auto& spec = u.optimizer;
    const auto decay = static_cast<float>(spec.weight_decay), momentum = static_cast<float>(spec.momentum);
    const auto beta1 = static_cast<float>(spec.beta1), beta2 = static_cast<float>(spec.beta2);
    const auto rest1 = static_cast<float>(1.0 - spec.beta1), rest2 = static_cast<float>(1.0 - spec.beta2);
    const auto epsilon = static_cast<float>(spec.epsilon);
    const auto correction1 = static_cast<float>(1.0 - std::pow(spec.beta1, static_cast<double>(u.step)));
    const auto correction2 = static_cast<float>(1.0 - std::pow(spec.beta2, static_cast<double>(u.step)));
    for (std::size_t i = 0; i < u.count; ++i) {
      float& w = u.parameters[i];
      const float g = u.gradient[i] + decay * w;
      switch (spec.kind) {
        case OptimizerKind::sgd:
          w -= u.learning_rate * g;
          break;
        case OptimizerKind::momentum:
          u.slot0[i] = momentum * u.slot0[i] + g;
          w -= u.learning_rate * u.slot0[i];
          break;
        case OptimizerKind::adam: {
          float& m = u.slot0[i];
          float& v = u.slot1[i];
          m = beta1 * m + rest1 * g;
          v = beta2 * v + rest2 * g * g;
          w -= u.learning_rate * (m / correction1) / (std::sqrt(v / correction2) + epsilon);
          break;
        }
      }
    }
  }

 private:
  std::vector<double> sums_;  // one row of accumulators
};

}  // namespace

BackendEntry sequential_backend() {
  BackendEntry entry;
  entry.name = "sequential";
  entry.title = "Sequential";
  entry.description = "one thread, plain loops: the reference that all others are compared with";
  entry.kind = BackendKind::cpu;
  entry.technology = "C++";
  entry.parallelism = "none";
  entry.rank = 0;
  entry.why_not = [] { return std::string{}; };
  entry.device = [] { return host_info().cpu; };
  entry.workers_max = [] { return 1; };
  entry.make = [](const BackendOptions&) { return std::make_unique<SequentialBackend>(); };
  return entry;
}

}  // namespace mlplab
