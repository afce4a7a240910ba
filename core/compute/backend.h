// Where numbers live and the short list of operations that a network of dense layers needs. A backend knows nothing of
// epochs or files.
// To add one: a folder here (or in gpu/), one `add_backend(...)` line in its CMakeLists.txt, one BackendEntry function;
// tests/core/compute then runs every operation against `sequential` without another line.
//
// Every pointer below is a pointer into the backend's memory (for CPU backends: ordinary memory); matrices are
// row-major. Operations may be asynchronous: wait() ends them. Argument order: sizes, inputs, outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/model/kinds.h"
#include "core/model/optimizer.h"

namespace mlplab {

/// Memory of a backend; freed when it goes. Host code may look inside only where Memory::host_memory() is true.
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

/// Where the numbers of a backend live: ordinary memory, or that of a device.
class Memory {
 public:
  virtual ~Memory() = default;
  /// True for ordinary memory: data sets are then used in place and not copied.
  virtual bool host_memory() const = 0;
  /// Uninitialised memory, aligned to 64 bytes at least. Throws BackendError when there is not enough.
  virtual Buffer allocate(std::size_t bytes) = 0;
  virtual void upload(const void* host, std::size_t bytes, void* target) = 0;
  virtual void download(const void* source, std::size_t bytes, void* host) = 0;
  virtual void fill_zero(void* target, std::size_t bytes) = 0;
  /// Returns when everything that was started is done; any clock is read after it.
  virtual void wait() = 0;
};

class LayerOperations;
class StepEngine;
struct StepPlan;

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

class Backend : public Memory {
 public:
  /// The threads, processes or multiprocessors that share the work.
  virtual int workers() const = 0;
  /// The device in words: 'AMD EPYC 9B14, 8 threads, AVX-512'.
  virtual std::string device() const = 0;

  /// X [batch, d] = features[order[i], :] / 255 and y [batch] = labels[order[i]], i in [0, batch).
  /// features is [n, d] 8-bit, order [batch] holds row numbers; a null order means 0, 1, 2…
  virtual void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                      const std::uint32_t* order, float* x, std::int32_t* y) = 0;
  virtual void gemm(const Gemm& g) = 0;
  /// d [count] *= f'(z), with f' expressed by the activation's output a [count]: relu a > 0, sigmoid a(1-a), tanh 1-a².
  virtual void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) = 0;
  /// Adds the losses of outputs [batch, classes], the correct answers (first largest output) and `batch` to totals;
  /// gradient [batch, classes] is that of the mean loss of `mean_over` examples, of which these are some: all of them,
  /// or those of one rank. NaN and infinity propagate. For one row:
  ///   softmax_cross_entropy  p = softmax(outputs), loss = -log p[y], gradient = (p - onehot(y)) / mean_over
  ///   mean_squared_error     loss = mean over classes of (output - onehot(y))², gradient = 2 (output - onehot(y)) /
  ///                          (mean_over · classes)
  virtual void loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
                    float* gradient, StepTotals* totals) = 0;
  /// sums [columns] = sum over rows of d [rows, columns].
  virtual void column_sums(int rows, int columns, const float* d, float* sums) = 0;
  virtual void update(const Update& u) = 0;

  /// (optional) The operations of the other kinds of layers (core/compute/layer_operations.h). Default: null, and
  /// networks that need them are refused when the engine is made.
  virtual LayerOperations* layer_operations() { return nullptr; }
  /// (optional) Runs `operations`, which call the operations above one after the other; a backend may keep its workers
  /// awake from one to the next. Default: just that.
  virtual void in_series(const std::function<void()>& operations) { operations(); }
  /// (optional) An engine that runs whole steps itself: a fused CPU step, a captured GPU graph. Null where the backend
  /// has none for this plan, e.g. where ranks share it (StepPlan::communicator) and the engine does not sum their
  /// gradients; the operations above are then used (core/compute/plain_engine.h), and stay its reference.
  virtual std::unique_ptr<StepEngine> make_engine(const StepPlan& plan);
};

/// The base of every backend on ordinary memory: CPU backends derive from it and add operations.
class HostBackend : public Backend {
 public:
  bool host_memory() const override { return true; }
  Buffer allocate(std::size_t bytes) override;  // aligned to 64 bytes: a cache line, a 512-bit register
  void upload(const void* host, std::size_t bytes, void* target) override;
  void download(const void* source, std::size_t bytes, void* host) override;
  void fill_zero(void* target, std::size_t bytes) override;
  void wait() override {}  // operations return when they are done
};

}  // namespace mlplab
