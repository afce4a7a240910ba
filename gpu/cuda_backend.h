// The operations of core/compute/backend.h on a GPU: `cuda-naive` with one thread per output and a wait after each
// operation, the others with tiled kernels on one stream. Engines (engine.h) run whole steps.
#pragma once

#include <optional>

#include "core/compute/backend_table.h"
#include "core/compute/backends.h"
#include "core/compute/layer_operations.h"
#include "core/compute/step_engine.h"
#include "gpu/cublaslt.h"
#include "gpu/cudnn.h"
#include "gpu/kernels/channel_sums.h"
#include "gpu/kernels/tile_plan.h"
#include "gpu/kernels/types.h"
#include "gpu/memory.h"
#include "gpu/trace.h"

namespace mlplab::gpu {

/// Where the training examples are, and how a batch gets to the device.
enum class Placement {
  resident,       // all on the device, copied once
  pageable,       // on the host, each batch copied from ordinary memory
  pinned,         // each batch put together in page-locked memory, then copied
  pinned_overlap  // two such buffers and a copy stream: the next batch travels while this one is computed
};

/// Which kernels.
enum class Style { naive, tiled, fused };

/// The code that multiplies matrices in the fused style.
enum class Multiplier { own, cublaslt, cublaslt_tf32 };

/// The code that computes convolutions in the fused style.
enum class Convolver { own, cudnn, cudnn_tf32 };

/// How the steps of an MLP are started in the fused style.
enum class Stepping { graph, persistent };

struct CudaChoice {
  Style style = Style::tiled;
  Placement placement = Placement::resident;
  Multiplier multiplier = Multiplier::own;
  Convolver convolver = Convolver::own;
  Stepping stepping = Stepping::graph;
  int device = 0;           // as CUDA counts them
  int code_capability = 0;  // what its code was compiled for, 90 is 9.0; set by the backend
};

/// Sums of gradients on the devices of all CUDA backends.
DeviceSums cuda_sums();
/// Energy and load of the devices of all CUDA backends.
DeviceMeters cuda_meters();
/// An entry whose why_not and device come from the probed device.
BackendEntry cuda_entry(std::string name, std::string title, std::string description, Style style,
                        Placement default_placement);

/// Only the thread that makes a CudaBackend may use it: CUDA keeps the current device per thread.
class CudaBackend : public Backend, public LayerOperations {
 public:
  explicit CudaBackend(const CudaChoice& choice);

  int workers() const override;
  std::string device() const override;
  bool host_memory() const override { return false; }
  Buffer allocate(std::size_t bytes) override;
  void upload(const void* host, std::size_t bytes, void* target) override;
  void download(const void* source, std::size_t bytes, void* host) override;
  void fill_zero(void* target, std::size_t bytes) override;
  void wait() override { stream_.wait(); }

  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override;
  void gemm(const Gemm& g) override;
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override;
  void loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
            float* gradient, StepTotals* totals) override;
  void column_sums(int rows, int columns, const float* d, float* sums) override;
  void update(const Update& u) override;
  std::unique_ptr<StepEngine> make_engine(const StepPlan& plan) override;
  LayerOperations* layer_operations() override { return this; }

  // Operations of the other kinds of layers (cuda_layers.cpp); images are [channels, height, width].
  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y) override;
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) override;
  void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) override;
  void max_pool(const Sliding& s, const float* x, float* y) override;
  void max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy, float* dx) override;
  void average_pool(const Sliding& s, const float* x, float* y) override;
  void average_pool_gradient(const Sliding& s, const float* dy, float* dx) override;
  void channel_sums(const Normalization& n, const float* x, float* sums, float* squares) override;
  void normalize(const Normalization& n, const float* x, const float* weight, const float* bias, Activation activation,
                 float* y) override;
  void normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                 float* dbias) override;
  void normalize_input_gradient(const Normalization& n, const float* x, const float* weight, const float* mean_dy,
                                const float* mean_dyx, const float* dy, float* dx) override;
  void dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y) override;
  void add(Activation activation, std::size_t count, const float* a, const float* b, float* y) override;
  void blend(std::size_t count, float alpha, const float* x, float beta, float* y) override;

  // Further members for the engines.
  /// Memory for losses of batches of up to `rows`, once and for all: a captured graph keeps its address.
  void reserve_rows(std::size_t rows);
  /// As gather(), for a batch whose place in the order stands in device memory.
  void gather_batch(int rows, int d, const Batch& batch, float* x, std::int32_t* y);
  void loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
            float* gradient, Totals* totals);
  /// `numbers` are taken from chunk->numbers[slot] where there is a chunk.
  void apply_update(const Optimizer& optimizer, const StepNumbers& numbers, const StepChunk* chunk, int slot,
                    std::size_t count, const float* gradient, float* slot0, float* slot1, float* parameters);
  /// As first programs do after each step: the totals are copied to the host, which waits for them.
  void read_back(const Totals* totals);
  /// The operations that follow are spans of `track`; null: they are none.
  void record_on(DeviceTrace* trace, int track) { trace_ = trace, track_ = track; }
  /// Dropouts that follow are those of step chunk->first_step_of_run + slot, in place of the mask's; null: the mask's.
  void draw_for(const StepChunk* chunk, int slot) { drawing_chunk_ = chunk, drawing_slot_ = slot; }
  /// Whether kernels can start before those ahead of them have ended (kernels/launch.h).
  bool starts_early() const;
  /// Whether they can multiply on tensor cores with a float's range (kernels/tensor.cuh).
  bool has_tensor_cores() const;
  /// With what the tiles of this style compute.
  Units units() const;
  const CudaChoice& choice() const { return choice_; }
  const Stream& stream() const { return stream_; }

 private:
  /// Puts one operation into the stream.
  template <class Launch>
  void run(const char* operation, const Launch& launch) {
    {
      std::optional<DeviceSpan> span;
      if (trace_ != nullptr) span.emplace(*trace_, track_, ProfilePart::kernel, operation);
      check(launch(), operation);
    }
    if (naive()) host_wait(operation);
  }
  /// The naive style waits after each operation. The wait has a span of its own, because its time is not the device's.
  void host_wait(const char* operation);
  bool naive() const { return choice_.style == Style::naive; }
  void multiply(const MatrixProduct& p);
  /// launch(plan, sums) for a product by tiles.
  template <class Launch>
  cudaError_t tiled(const ProductSize& size, const Launch& launch);
  cudaError_t sum_channels(const ChannelSums& sums);
  /// Memory for a kernel's own sums. An engine's first step of a whole batch makes it as large as any later one needs,
  /// evaluations included (evaluation_batch()): a captured graph keeps its address.
  float* scratch(std::size_t floats);

  CudaChoice choice_;
  Stream stream_;
  std::unique_ptr<CublasLt> library_;  // where the choice says so
  std::unique_ptr<Cudnn> cudnn_;       // likewise
  DeviceArray<RowResult> rows_;        // grows to the largest batch seen
  DeviceArray<float> scratch_;         // grows to the most that a kernel wanted
  DeviceTrace* trace_ = nullptr;
  int track_ = 0;
  const StepChunk* drawing_chunk_ = nullptr;
  int drawing_slot_ = 0;
};

Optimizer optimizer_of(const OptimizerSpec& spec);
/// The learning rate and Adam's corrections for step `step` (from 1).
StepNumbers numbers_of(const OptimizerSpec& spec, float learning_rate, std::int64_t step);

}  // namespace mlplab::gpu
