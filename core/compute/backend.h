// Where numbers live and the short list of operations that run there. A backend knows nothing of epochs or files.
// To add one: a folder here (or in gpu/), one `add_backend(...)` line in its CMakeLists.txt, one BackendEntry function;
// tests/core/compute then runs every operation against `sequential` without another line.
//
// Every pointer below is a pointer into the backend's memory (for CPU backends: ordinary memory); matrices are
// row-major. Operations may be asynchronous: wait() ends them. Argument order: sizes, inputs, outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/model/model_spec.h"
#include "core/model/optimizer.h"
#include "core/model/reference/dropout.h"
#include "core/model/reference/normalization.h"
#include "core/model/reference/sliding.h"

namespace mlplab {

class StepEngine;
struct StepPlan;

/// Memory of a backend; freed when it goes. Host code may look inside only where Backend::host_memory() is true.
class Buffer {
 public:
  using Release = std::function<void(void*)>;
  Buffer() = default;
  Buffer(void* data, std::size_t bytes, Release release) : data_(data, std::move(release)), bytes_(bytes) {}
  void* data() const { return data_.get(); }
  template <class T>
  T* as() const {
    return static_cast<T*>(data_.get());
  }
  std::size_t bytes() const { return bytes_; }

 private:
  std::unique_ptr<void, Release> data_{nullptr, [](void*) {}};
  std::size_t bytes_ = 0;
};

/// C [m, n] = alpha · op(A) · op(B) + beta · C, then, if `bias` [n] is given or `activation` is not identity,
/// C = f(C + bias) row by row. op(A) is [m, k]: A is [m, k], or [k, m] when `transpose_a`; op(B) is [k, n] likewise.
/// lda, ldb, ldc: floats from one stored row to the next. beta = 0 never reads C (it may hold NaN).
struct Gemm {
  bool transpose_a = false;
  bool transpose_b = false;
  int m = 0, n = 0, k = 0;
  float alpha = 1.0F;
  const float* a = nullptr;
  int lda = 0;
  const float* b = nullptr;
  int ldb = 0;
  float beta = 0.0F;
  float* c = nullptr;
  int ldc = 0;
  const float* bias = nullptr;
  Activation activation = Activation::identity;
};

/// Sums over the steps of an epoch; lives in the backend's memory while training.
struct StepTotals {
  double loss_sum = 0.0;  // sum over examples of the loss (cross-entropy in nats; squared error averaged over classes)
  std::int64_t correct = 0;
  std::int64_t examples = 0;
};

/// One optimiser step over the flat parameter vector (formulas in core/model/optimizer.h). `step` counts from 1 (Adam).
struct Update {
  OptimizerSpec optimizer;
  float learning_rate = 0.0F;
  std::int64_t step = 1;
  std::size_t count = 0;            // floats in each of the vectors below
  const float* gradient = nullptr;  // mean gradient of the batch
  float* slot0 = nullptr;           // momentum: v; adam: m
  float* slot1 = nullptr;           // adam: v
  float* parameters = nullptr;
};

class Backend {
 public:
  virtual ~Backend() = default;

  /// The threads, processes or multiprocessors that share the work.
  virtual int workers() const = 0;
  /// The device in words: 'AMD EPYC 9B14, 8 threads, AVX-512'.
  virtual std::string device() const = 0;

  // Memory.
  /// True where the backend's memory is ordinary memory, so that data sets are used in place and not copied.
  virtual bool host_memory() const = 0;
  /// Uninitialised memory, aligned to 64 bytes at least. Throws BackendError when there is not enough.
  virtual Buffer allocate(std::size_t bytes) = 0;
  virtual void upload(const void* host, std::size_t bytes, void* target) = 0;
  virtual void download(const void* source, std::size_t bytes, void* host) = 0;
  virtual void fill_zero(void* target, std::size_t bytes) = 0;
  /// Returns when everything that was started is done; any clock is read after it.
  virtual void wait() = 0;

  // Operations.
  /// X [batch, d] = features[order[i], :] / 255 and y [batch] = labels[order[i]], i in [0, batch).
  /// features is [n, d] 8-bit, order [batch] holds row numbers; a null order means 0, 1, 2…
  virtual void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                      const std::uint32_t* order, float* x, std::int32_t* y) = 0;
  virtual void gemm(const Gemm& g) = 0;
  /// d [count] *= f'(z), with f' expressed by the activation's output a [count]: relu a > 0, sigmoid a(1-a), tanh 1-a².
  virtual void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) = 0;
  /// Adds the losses of outputs [batch, classes], the correct answers (first largest output) and `batch` to totals;
  /// gradient [batch, classes] is that of the batch's mean loss. NaN and infinity propagate. For one row:
  ///   softmax_cross_entropy  p = softmax(outputs), loss = -log p[y], gradient = (p - onehot(y)) / batch
  ///   mean_squared_error     loss = mean over classes of (output - onehot(y))², gradient = 2 (output - onehot(y)) /
  ///                          (batch · classes)
  virtual void loss(Loss kind, int batch, int classes, const float* outputs, const std::int32_t* y, float* gradient,
                    StepTotals* totals) = 0;
  /// sums [columns] = sum over rows of d [rows, columns].
  virtual void column_sums(int rows, int columns, const float* d, float* sums) = 0;
  virtual void update(const Update& u) = 0;

  // Pictures lie between the operations below in a layout of the backend's own, e.g. with the channels of a pixel side
  // by side: what they call x [batch, in], y [batch, out] and so on are pictures in that layout.
  /// (optional) False where that is [channels, height, width], as everywhere else; default: false.
  virtual bool arranges_pictures() const { return false; }
  /// (optional) Floats of one picture in the own layout. Numbers that are not the picture's may hold anything.
  virtual std::size_t picture_size(const Shape& shape) const { return shape.size(); }
  /// (optional) own [batch, picture_size] from plain [batch, channels, height, width], and back; only where
  /// arranges_pictures().
  virtual void arrange(int batch, const Shape& shape, const float* plain, float* own);
  virtual void restore(int batch, const Shape& shape, const float* own, float* plain);

  // Operations of the other kinds of layers; their formulas and rules are in core/model/reference/, with the loops that
  // every backend is tested against. (optional) Default: BackendError; the entry of a backend that lacks them says so
  // before a run (BackendEntry::why_not_run).
  /// y [batch, out] = f(b + x * w): x [batch, in], w [out.channels, in.channels, kernel], bias [out.channels] or null.
  virtual void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                           float* y);
  /// dx [batch, in] from dy [batch, out].
  virtual void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx);
  /// dw = alpha · the gradient, summed over the batch.
  virtual void convolution_weight_gradient(const Sliding& s, float alpha, const float* x, const float* dy, float* dw);
  /// y [batch, out] from x [batch, in], s.out.channels = s.in.channels; and back, dx from dy.
  virtual void max_pool(const Sliding& s, const float* x, float* y);
  /// dx is also multiplied by f'(x) where x is the output of an f that is not the identity.
  virtual void max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy, float* dx);
  virtual void average_pool(const Sliding& s, const float* x, float* y);
  virtual void average_pool_gradient(const Sliding& s, const float* dy, float* dx);
  /// sums [channels] = Σ x and squares [channels] = Σ (x - n.mean)²; either may be null.
  virtual void channel_sums(const Normalization& n, const float* x, float* sums, float* squares);
  /// y = f(weight · (x - mean) / sqrt(variance + epsilon) + bias), x and y pictures of `channels` planes.
  virtual void normalize(const Normalization& n, const float* x, const float* weight, const float* bias,
                         Activation activation, float* y);
  /// dweight [channels] = Σ dy · x̂, dbias [channels] = Σ dy, x̂ = (x - mean) / sqrt(variance + epsilon).
  virtual void normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                         float* dbias);
  /// dx = weight / sqrt(variance + epsilon) · (dy - mean_dy - x̂ · mean_dyx), the means [channels] over the batch.
  virtual void normalize_input_gradient(const Normalization& n, const float* x, const float* weight,
                                        const float* mean_dy, const float* mean_dyx, const float* dy, float* dx);
  /// y [count] = what the mask keeps of x / (1 - rate), and 0; y may be x.
  virtual void dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y);
  /// y [count] = f(a + b), where b is null f(a); y may be a.
  virtual void add(Activation activation, std::size_t count, const float* a, const float* b, float* y);
  /// y [count] = alpha · x + beta · y; beta = 0 never reads y.
  virtual void blend(std::size_t count, float alpha, const float* x, float beta, float* y);

  /// (optional) Runs `operations`, which call the operations above one after the other; a backend may keep its workers
  /// awake from one to the next. Default: just that.
  virtual void in_series(const std::function<void()>& operations) { operations(); }
  /// (optional) An engine that runs whole steps itself: a fused CPU step, a captured GPU graph. Null where the backend
  /// has none for this plan; the operations above are then used (core/compute/plain_engine.h), and stay its reference.
  virtual std::unique_ptr<StepEngine> make_engine(const StepPlan& plan);
  /// (optional) True where that engine also adds up the gradients of several ranks (StepPlan::communicator); default:
  /// false, and the operations above are used in runs of several processes.
  virtual bool engine_sums_ranks() const { return false; }
};

}  // namespace mlplab
