// A fully connected layer (model/layers/dense.h) as products of matrices, as in any textbook (e.g. Goodfellow, Bengio,
// Courville, 'Deep learning', 2016, 6.5):
//   Y = f(X Wᵀ + b);  D = ∂loss/∂Y ∘ f'(Y);  ∂loss/∂W = Dᵀ X;  ∂loss/∂b = column sums of D;  ∂loss/∂X = D W
#include "core/base/language.h"
#include "core/compute/layers/layer_step.h"

namespace mlplab {
namespace {

class DenseStep : public LayerStep {
 public:
  DenseStep(const Recorder& run, const Dense& dense, const Network& network, std::size_t node)
      : run_(run),
        activation_(dense.activation),
        weight_(network.tensor(node, "weight").offset),
        bias_(network.tensor(node, "bias").offset),
        in_(network.tensor(node, "weight").shape[1]),
        out_(dense.units) {}

  void forward(const Pass& pass, const NetworkMemory& memory, Inputs x, float* y) override {
    Gemm product;
    product.transpose_b = true;
    product.m = pass.batch, product.n = out_, product.k = in_;
    product.a = x[0], product.lda = in_;
    product.b = memory.parameters + weight_, product.ldb = in_;
    product.c = y, product.ldc = out_;
    product.bias = memory.parameters + bias_;
    product.activation = activation_;
    run_(to_say("gemm forward"), &Backend::gemm, product);
  }

  void backward(const Pass& pass, const NetworkMemory& memory, Inputs x, const float* y, float* dy,
                InputGradients dx) override {
    if (activation_ != Activation::identity)
      run_(to_say("activation gradient"), &Backend::activation_gradient, activation_,
           static_cast<std::size_t>(pass.batch) * static_cast<std::size_t>(out_), y, dy);
    Gemm weight_gradient;  // [out, in] = Dᵀ [out, batch] · X [batch, in]
    weight_gradient.transpose_a = true;
    weight_gradient.m = out_, weight_gradient.n = in_, weight_gradient.k = pass.batch;
    weight_gradient.a = dy, weight_gradient.lda = out_;
    weight_gradient.b = x[0], weight_gradient.ldb = in_;
    weight_gradient.c = memory.gradient + weight_, weight_gradient.ldc = in_;
    run_(to_say("gemm weight gradient"), &Backend::gemm, weight_gradient);
    run_(to_say("column sums"), &Backend::column_sums, pass.batch, out_, dy, memory.gradient + bias_);
    if (dx[0] == nullptr) return;
    Gemm input_gradient;  // [batch, in] = D [batch, out] · W [out, in]
    input_gradient.m = pass.batch, input_gradient.n = in_, input_gradient.k = out_;
    input_gradient.a = dy, input_gradient.lda = out_;
    input_gradient.b = memory.parameters + weight_, input_gradient.ldb = in_;
    input_gradient.c = dx[0], input_gradient.ldc = in_;
    run_(to_say("gemm input gradient"), &Backend::gemm, input_gradient);
  }

 private:
  const Recorder& run_;
  Activation activation_;
  std::size_t weight_, bias_;  // in the flat vectors
  int in_, out_;
};

}  // namespace

std::unique_ptr<LayerStep> make_dense_step(const Recorder& run, const Dense& dense, const Network& network,
                                           std::size_t node) {
  return std::make_unique<DenseStep>(run, dense, network, node);
}

}  // namespace mlplab
