// The library line: matrix products by OpenBLAS, everything else in simple loops. It runs through the plain engine, so
// it shows what a program gains that hands its products to a library and stops there.
#include <cblas.h>

#include <algorithm>
#include <cmath>

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
      return z < 0.0F ? 0.0F : z;  // NaN stays NaN
    case Activation::sigmoid:
      return 1.0F / (1.0F + std::exp(-z));
    case Activation::tanh:
      return std::tanh(z);
  }
  return z;
}

class OpenBlasBackend : public HostBackend {
 public:
  explicit OpenBlasBackend(int workers) : workers_(workers) {}
  int workers() const override { return workers_; }
  std::string device() const override {
    return host_info().cpu + ", " + std::to_string(workers_) +
           (workers_ == 1 ? " thread, OpenBLAS " : " threads, OpenBLAS ") + openblas_get_corename();
  }

  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override {
    for (int i = 0; i < batch; ++i) {
      const std::size_t row = order == nullptr ? static_cast<std::size_t>(i) : order[i];
      for (int j = 0; j < d; ++j) x[std::size_t(i) * d + j] = static_cast<float>(features[row * d + j]) * feature_scale;
      y[i] = labels[row];
    }
  }

  void gemm(const Gemm& g) override {
    openblas_set_num_threads(workers_);  // a setting of the whole process: another backend may have changed it
    cblas_sgemm(CblasRowMajor, g.transpose_a ? CblasTrans : CblasNoTrans, g.transpose_b ? CblasTrans : CblasNoTrans,
                g.m, g.n, g.k, g.alpha, g.a, g.lda, g.b, g.ldb, g.beta, g.c, g.ldc);
    if (g.bias == nullptr && g.activation == Activation::identity) return;
    for (int i = 0; i < g.m; ++i) {
      float* c = g.c + std::size_t(i) * g.ldc;
      for (int j = 0; j < g.n; ++j) c[j] = activate(g.activation, c[j] + (g.bias == nullptr ? 0.0F : g.bias[j]));
    }
  }

  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override {
    switch (activation) {
      case Activation::identity:
        break;
      case Activation::relu:
        for (std::size_t i = 0; i < count; ++i) d[i] *= a[i] > 0.0F ? 1.0F : 0.0F;
        break;
      case Activation::sigmoid:
        for (std::size_t i = 0; i < count; ++i) d[i] *= a[i] * (1.0F - a[i]);
        break;
      case Activation::tanh:
        for (std::size_t i = 0; i < count; ++i) d[i] *= 1.0F - a[i] * a[i];
        break;
    }
  }

  void softmax_cross_entropy(int batch, int classes, const float* logits, const std::int32_t* y, float* gradient,
                             StepTotals* totals) override {
    for (int i = 0; i < batch; ++i) {
      const float* row = logits + std::size_t(i) * classes;
      float* g = gradient + std::size_t(i) * classes;
      const float* largest = std::max_element(row, row + classes);
      float sum = 0.0F;
      for (int k = 0; k < classes; ++k) sum += g[k] = std::exp(row[k] - *largest);
      const float factor = 1.0F / (sum * static_cast<float>(batch));
      for (int k = 0; k < classes; ++k) g[k] *= factor;
      g[y[i]] -= 1.0F / static_cast<float>(batch);
      totals->loss_sum += std::log(double{sum}) + (double{*largest} - row[y[i]]);
      totals->correct += largest - row == y[i] ? 1 : 0;
    }
    totals->examples += batch;
  }

  void mean_squared_error(int batch, int classes, const float* outputs, const std::int32_t* y, float* gradient,
                          StepTotals* totals) override {
    const float factor = 2.0F / (static_cast<float>(batch) * static_cast<float>(classes));
    for (int i = 0; i < batch; ++i) {
      const float* row = outputs + std::size_t(i) * classes;
      double sum = 0.0;
      for (int k = 0; k < classes; ++k) {
        const float error = row[k] - (k == y[i] ? 1.0F : 0.0F);
        gradient[std::size_t(i) * classes + k] = factor * error;
        sum += double{error} * error;
      }
      totals->loss_sum += sum / classes;
      totals->correct += std::max_element(row, row + classes) - row == y[i] ? 1 : 0;
    }
    totals->examples += batch;
  }

  void column_sums(int rows, int columns, const float* d, float* sums) override {
    std::fill_n(sums, columns, 0.0F);
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) sums[j] += d[std::size_t(i) * columns + j];
  }

  void update(const Update& u) override {
    const OptimizerSpec& spec = u.optimizer;
    const auto rate = u.learning_rate, decay = static_cast<float>(spec.weight_decay);
    if (spec.kind == OptimizerKind::sgd) {
      for (std::size_t i = 0; i < u.count; ++i) u.parameters[i] -= rate * (u.gradient[i] + decay * u.parameters[i]);
    } else if (spec.kind == OptimizerKind::momentum) {
      const auto momentum = static_cast<float>(spec.momentum);
      for (std::size_t i = 0; i < u.count; ++i) {
        u.slot0[i] = momentum * u.slot0[i] + (u.gradient[i] + decay * u.parameters[i]);
        u.parameters[i] -= rate * u.slot0[i];
      }
    } else {
      const auto beta1 = static_cast<float>(spec.beta1), beta2 = static_cast<float>(spec.beta2);
      const auto epsilon = static_cast<float>(spec.epsilon);
      const auto correction1 = static_cast<float>(1.0 / (1.0 - std::pow(spec.beta1, static_cast<double>(u.step))));
      const auto correction2 = static_cast<float>(1.0 / (1.0 - std::pow(spec.beta2, static_cast<double>(u.step))));
      for (std::size_t i = 0; i < u.count; ++i) {
        const float g = u.gradient[i] + decay * u.parameters[i];
        u.slot0[i] = beta1 * u.slot0[i] + static_cast<float>(1.0 - spec.beta1) * g;
        u.slot1[i] = beta2 * u.slot1[i] + static_cast<float>(1.0 - spec.beta2) * g * g;
        u.parameters[i] -= rate * (u.slot0[i] * correction1) / (std::sqrt(u.slot1[i] * correction2) + epsilon);
      }
    }
  }

 private:
  int workers_;
};

}  // namespace

BackendEntry openblas_backend() {
  BackendEntry entry;
  entry.name = "openblas";
  entry.title = "OpenBLAS";
  entry.description = "matrix products by the OpenBLAS library, the rest in simple loops";
  entry.kind = BackendKind::cpu;
  entry.technology = "C++, OpenBLAS";
  entry.parallelism = "threads";
  entry.rank = 10;
  entry.why_not = [] { return std::string{}; };
  entry.device = [] { return host_info().cpu + ", OpenBLAS " + openblas_get_corename(); };
  entry.workers_max = [] { return openblas_get_num_procs(); };
  entry.make = [](const BackendOptions& options) {
    return std::make_unique<OpenBlasBackend>(options.workers > 0 ? options.workers : openblas_get_num_procs());
  };
  return entry;
}

}  // namespace mlplab
