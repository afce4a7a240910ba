// A step as a sequence of the backend's operations, each a launch: as core/compute/plain_engine.cpp, which it is tested
// against. The naive style also reads the loss back after each step, as first programs do.
#include "gpu/kernels/gather.h"
#include "gpu/steps.h"

namespace mlplab::gpu {
namespace {

class OperationSteps : public Steps {
 public:
  OperationSteps(CudaBackend& backend, const StepPlan& plan, const Weights& weights, DeviceTrace& trace, int track,
                 const Ranks& ranks)
      : backend_(backend),
        optimizer_(plan.optimizer),
        network_(plan, weights),
        trace_(trace),
        ranks_(ranks),
        gradient_(network_.layout.size),
        x_(network_.rows * static_cast<std::size_t>(plan.model.inputs())),
        y_(network_.rows) {
    backend_.reserve_rows(network_.rows);
    backend_.fill_zero(gradient_.data(), gradient_.bytes());  // the padding between tensors stays zero for good
    backend_.record_on(&trace_, track);
    if (plan.profiler != nullptr) plan.profiler->set_nodes(network_.layers());
  }
  ~OperationSteps() override { backend_.record_on(nullptr, 0); }
  OperationSteps(const OperationSteps&) = delete;
  OperationSteps& operator=(const OperationSteps&) = delete;

  void step(const Batch& batch, const Rows& rows, const StepNumbers& numbers, Totals* totals) override {
    if (rows.count > 0) {
      forward(batch, rows.count);
      loss(rows.count, rows.whole, totals);
      backward(rows.count);
    } else {
      backend_.fill_zero(gradient_.data(), gradient_.bytes());
    }
    ranks_.sum(gradient_.data(), gradient_.size());
    backend_.apply_update(optimizer_of(optimizer_), numbers, batch.chunk, batch.slot, network_.layout.size,
                          gradient_.data(), network_.slot(0), network_.slot(1), network_.parameters());
    if (backend_.choice().style == Style::naive) backend_.read_back(totals);
  }

  void evaluate(const Batch& batch, int rows, Totals* totals) override {
    forward(batch, rows);
    loss(rows, rows, totals);
  }

  Capture capture() const override {
    return backend_.choice().style == Style::fused ? Capture{.least = 2, .most = StepChunk::steps} : Capture{};
  }

 private:
  void forward(const Batch& batch, int rows) {
    backend_.gather_batch(rows, network_.model.inputs(), batch, x_.data(), y_.data());
    const float* input = x_.data();
    for (std::size_t l = 0; l < network_.layers(); ++l) {
      const ProfileNodeScope place(trace_.profiler(), l, /*backward=*/false);
      const LayerSlice& slice = network_.layout.layers[l];
      Gemm product;
      product.transpose_b = true;
      product.m = rows, product.n = slice.out, product.k = slice.in;
      product.a = input, product.lda = slice.in;
      product.b = network_.weight(l), product.ldb = slice.in;
      product.c = network_.activations[l].data(), product.ldc = slice.out;
      product.bias = network_.bias(l);
      product.activation = network_.activation(l);
      backend_.gemm(product);
      input = product.c;
    }
  }

  void loss(int rows, int mean_over, Totals* totals) {
    const std::size_t last = network_.layers() - 1;
    backend_.loss(network_.model.loss, rows, network_.layout.layers[last].out, mean_over,
                  network_.activations[last].data(), y_.data(), network_.deltas[last].data(), totals);
  }

  void backward(int rows) {
    const auto differentiate = [&](std::size_t l) {
      if (network_.activation(l) == Activation::identity) return;
      const ProfileNodeScope place(trace_.profiler(), l, /*backward=*/true);
      const std::size_t count =
          static_cast<std::size_t>(rows) * static_cast<std::size_t>(network_.layout.layers[l].out);
      backend_.activation_gradient(network_.activation(l), count, network_.activations[l].data(),
                                   network_.deltas[l].data());
    };
    differentiate(network_.layers() - 1);
    for (std::size_t l = network_.layers(); l-- > 0;) {
      const ProfileNodeScope place(trace_.profiler(), l, /*backward=*/true);
      const LayerSlice& slice = network_.layout.layers[l];
      const float* delta = network_.deltas[l].data();
      Gemm weights;  // [out, in] = Dᵀ [out, rows] · A [rows, in]
      weights.transpose_a = true;
      weights.m = slice.out, weights.n = slice.in, weights.k = rows;
      weights.a = delta, weights.lda = slice.out;
      weights.b = l == 0 ? x_.data() : network_.activations[l - 1].data(), weights.ldb = slice.in;
      weights.c = gradient_.data() + slice.weight, weights.ldc = slice.in;
      backend_.gemm(weights);
      backend_.column_sums(rows, slice.out, delta, gradient_.data() + slice.bias);
      if (l == 0) continue;
      Gemm inputs;  // [rows, in] = D [rows, out] · W [out, in]
      inputs.m = rows, inputs.n = slice.in, inputs.k = slice.out;
      inputs.a = delta, inputs.lda = slice.out;
      inputs.b = network_.weight(l), inputs.ldb = slice.in;
      inputs.c = network_.deltas[l - 1].data(), inputs.ldc = slice.in;
      backend_.gemm(inputs);
      differentiate(l - 1);
    }
  }

  CudaBackend& backend_;
  OptimizerSpec optimizer_;
  Network network_;
  DeviceTrace& trace_;
  const Ranks& ranks_;
  DeviceArray<float> gradient_, x_;
  DeviceArray<std::int32_t> y_;
};

}  // namespace

std::unique_ptr<Steps> make_operation_steps(CudaBackend& backend, const StepPlan& plan, const Weights& weights,
                                            DeviceTrace& trace, int track, const Ranks& ranks) {
  return std::make_unique<OperationSteps>(backend, plan, weights, trace, track, ranks);
}

}  // namespace mlplab::gpu
