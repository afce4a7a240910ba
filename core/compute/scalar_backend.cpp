// Plain loops, no intrinsics, sums in double. A loss is a function of one row here, an optimiser one of one parameter.
#include "core/compute/scalar_backend.h"

#include <algorithm>
#include <cmath>

#include "core/base/unreachable.h"
#include "core/data/dataset.h"
#include "core/model/activation.h"
#include "core/model/reference/sliding.h"

namespace mlplab {
namespace {

/// One row's loss; gradient [classes] is that of the mean over `mean_over` rows.
double softmax_cross_entropy(int mean_over, int classes, const float* logits, int label, float* gradient) {
  const double largest = *std::max_element(logits, logits + classes);  // subtracted, so that exp cannot overflow
  double sum = 0.0;
  for (int k = 0; k < classes; ++k) sum += std::exp(logits[k] - largest);
  for (int k = 0; k < classes; ++k) {
    const double p = std::exp(logits[k] - largest) / sum;
    gradient[k] = static_cast<float>((p - (k == label ? 1.0 : 0.0)) / mean_over);
  }
  return std::log(sum) + largest - logits[label];
}

double mean_squared_error(int mean_over, int classes, const float* outputs, int label, float* gradient) {
  double sum = 0.0;
  for (int k = 0; k < classes; ++k) {
    const double error = double{outputs[k]} - (k == label ? 1.0 : 0.0);
    gradient[k] = static_cast<float>(2.0 * error / (double{1} * mean_over * classes));
    sum += error * error;
  }
  return sum / classes;
}

double row_loss(Loss kind, int mean_over, int classes, const float* outputs, int label, float* gradient) {
  switch (kind) {
    case Loss::softmax_cross_entropy:
      return softmax_cross_entropy(mean_over, classes, outputs, label, gradient);
    case Loss::mean_squared_error:
      return mean_squared_error(mean_over, classes, outputs, label, gradient);
  }
  unreachable();
}

/// Calls step(w, g, i) for every parameter, g with the weight decay in it.
template <class Step>
void for_parameters(const Update& u, const Step& step) {
  const auto decay = static_cast<float>(u.optimizer.weight_decay);
  for (std::size_t i = 0; i < u.count; ++i) {
    float& w = u.parameters[i];
    step(w, u.gradient[i] + decay * w, i);
  }
}

void sgd(const Update& u) {
  const float rate = u.learning_rate;
  for_parameters(u, [&](float& w, float g, std::size_t) { w -= rate * g; });
}

void momentum(const Update& u) {
  const float rate = u.learning_rate;
  const auto kept = static_cast<float>(u.optimizer.momentum);
  for_parameters(u, [&](float& w, float g, std::size_t i) {
    u.slot0[i] = kept * u.slot0[i] + g;
    w -= rate * u.slot0[i];
  });
}

void adam(const Update& u) {
  const OptimizerSpec& spec = u.optimizer;
  const float rate = u.learning_rate;
  const auto beta1 = static_cast<float>(spec.beta1), beta2 = static_cast<float>(spec.beta2);
  const auto rest1 = static_cast<float>(1.0 - spec.beta1), rest2 = static_cast<float>(1.0 - spec.beta2);
  const auto epsilon = static_cast<float>(spec.epsilon);
  const auto correction1 = static_cast<float>(1.0 - std::pow(spec.beta1, static_cast<double>(u.step)));
  const auto correction2 = static_cast<float>(1.0 - std::pow(spec.beta2, static_cast<double>(u.step)));
  for_parameters(u, [&](float& w, float g, std::size_t i) {
    float& m = u.slot0[i];
    float& v = u.slot1[i];
    m = beta1 * m + rest1 * g;
    v = beta2 * v + rest2 * g * g;
    w -= rate * (m / correction1) / (std::sqrt(v / correction2) + epsilon);
  });
}

}  // namespace

void ScalarBackend::gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                           const std::uint32_t* order, float* x, std::int32_t* y) {
  for (int i = 0; i < batch; ++i) {
    const std::size_t row = order == nullptr ? static_cast<std::size_t>(i) : order[i];
    for (int j = 0; j < d; ++j) x[std::size_t(i) * d + j] = static_cast<float>(features[row * d + j]) * feature_scale;
    y[i] = labels[row];
  }
}

void ScalarBackend::activation_gradient(Activation activation, std::size_t count, const float* a, float* d) {
  for (std::size_t i = 0; i < count; ++i) d[i] *= slope(activation, a[i]);
}

void ScalarBackend::loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
                         float* gradient, StepTotals* totals) {
  for (int i = 0; i < batch; ++i) {
    const float* row = outputs + std::size_t(i) * classes;
    totals->loss_sum += row_loss(kind, mean_over, classes, row, y[i], gradient + std::size_t(i) * classes);
    totals->correct += std::max_element(row, row + classes) - row == y[i] ? 1 : 0;
  }
  totals->examples += batch;
}

void ScalarBackend::column_sums(int rows, int columns, const float* d, float* sums) {
  sums_.assign(static_cast<std::size_t>(columns), 0.0);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) sums_[j] += d[std::size_t(i) * columns + j];
  for (int j = 0; j < columns; ++j) sums[j] = static_cast<float>(sums_[j]);
}

void ScalarBackend::update(const Update& u) {
  switch (u.optimizer.kind) {
    case OptimizerKind::sgd:
      return sgd(u);
    case OptimizerKind::momentum:
      return momentum(u);
    case OptimizerKind::adam:
      return adam(u);
  }
  unreachable();
}

void ScalarBackend::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                                Activation activation, float* y) {
  reference::convolution(s, x, w, bias, activation, y);
}

void ScalarBackend::convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  reference::convolution_input_gradient(s, dy, w, dx);
}

void ScalarBackend::convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) {
  reference::convolution_weight_gradient(s, x, dy, dw);
}

void ScalarBackend::max_pool(const Sliding& s, const float* x, float* y) {
  run_rows(s.batch * s.in.channels, [&](int first, int last) { reference::max_pool(s, first, last, x, y); });
}

void ScalarBackend::max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy, float* dx) {
  run_rows(s.batch * s.in.channels,
           [&](int first, int last) { reference::max_pool_gradient(s, first, last, x, dy, dx); });
  if (of_x != Activation::identity) activation_gradient(of_x, std::size_t(s.batch) * s.in.size(), x, dx);
}

void ScalarBackend::average_pool(const Sliding& s, const float* x, float* y) {
  run_rows(s.batch * s.in.channels, [&](int first, int last) { reference::average_pool(s, first, last, x, y); });
}

void ScalarBackend::average_pool_gradient(const Sliding& s, const float* dy, float* dx) {
  run_rows(s.batch * s.in.channels,
           [&](int first, int last) { reference::average_pool_gradient(s, first, last, dy, dx); });
}

void ScalarBackend::channel_sums(const Normalization& n, const float* x, float* sums, float* squares) {
  run_rows(n.channels, [&](int first, int last) { reference::channel_sums(n, first, last, x, sums, squares); });
}

void ScalarBackend::normalize(const Normalization& n, const float* x, const float* weight, const float* bias,
                              Activation activation, float* y) {
  run_rows(n.channels,
           [&](int first, int last) { reference::normalize(n, first, last, x, weight, bias, activation, y); });
}

void ScalarBackend::normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                              float* dbias) {
  run_rows(n.channels,
           [&](int first, int last) { reference::normalize_weight_gradient(n, first, last, x, dy, dweight, dbias); });
}

void ScalarBackend::normalize_input_gradient(const Normalization& n, const float* x, const float* weight,
                                             const float* mean_dy, const float* mean_dyx, const float* dy, float* dx) {
  run_rows(n.channels, [&](int first, int last) {
    reference::normalize_input_gradient(n, first, last, x, weight, mean_dy, mean_dyx, dy, dx);
  });
}

void ScalarBackend::dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y) {
  run_numbers(count, [&](std::size_t first, std::size_t last) { reference::dropout(mask, first, last, x, y); });
}

void ScalarBackend::add(Activation activation, std::size_t count, const float* a, const float* b, float* y) {
  run_numbers(count, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) y[i] = activate(activation, b == nullptr ? a[i] : a[i] + b[i]);
  });
}

void ScalarBackend::run(std::size_t count, std::size_t /*grain*/, const Part& part) const { part(0, count); }

void ScalarBackend::run_rows(int rows, const std::function<void(int first, int last)>& part) const {
  run(static_cast<std::size_t>(rows), 1,
      [&](std::size_t first, std::size_t last) { part(static_cast<int>(first), static_cast<int>(last)); });
}

void ScalarBackend::run_numbers(std::size_t count, const Part& part) const {
  constexpr std::size_t grain = 4096;  // 16 KiB of floats: no two threads write to one cache line, and few calls
  run(count, grain, part);
}

}  // namespace mlplab
