// A step as few kernels. For a network of two layers three do: the first layer from 8-bit pixels; the last layer with
// loss and what flows back; gradients, update and totals. Each layer more adds one kernel forwards and one backwards.

#include "core/base/language.h"
#include "gpu/device.h"
#include "gpu/kernels/activation_gradient.h"
#include "gpu/kernels/forward_pixels.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/output_layer.h"
#include "gpu/kernels/product_tiled.h"
#include "gpu/kernels/tensor.h"
#include "gpu/kernels/update_pixels.h"
#include "gpu/kernels/weight_update.h"
#include "gpu/steps.h"

namespace mlplab::gpu {
namespace {

class FusedSteps : public Steps {
 public:
  FusedSteps(CudaBackend& backend, const StepPlan& plan, const Weights& weights, DeviceTrace& trace, int track)
      : stream_(backend.stream().get()),
        units_(backend.units()),
        starts_early_(backend.starts_early()),
        optimizer_(optimizer_of(plan.optimizer)),
        network_(plan, weights),
        on_tensor_cores_(units_.tensor_cores && suits_tensor_cores(plan.model.inputs(), network_.weight(0))),
        trace_(trace),
        track_(track),
        y_(network_.rows) {}

  void step(const Batch& batch, const Rows& all, const StepNumbers& /*numbers*/, Totals* totals) override {
    const int rows = all.whole;
    early_ = starts_early_ && !trace_.takes_spans();  // between kernels with an event there is nothing to gain
    forward(batch, rows);
    output(batch, rows, true);
    for (std::size_t l = last() > 0 ? last() - 1 : 0; l > 0; --l) pass_back(l, rows);
    update(batch, rows, totals);
  }

  void evaluate(const Batch& batch, int rows, Totals* totals) override {
    early_ = false;
    forward(batch, rows);
    output(batch, rows, false);
    run(to_say("loss"), [&] { return add_totals(stream_, rows, network_.results.data(), totals); });
  }

  Capture capture() const override { return {.least = 2, .most = StepChunk::steps}; }

 private:
  template <class Work>
  void run(const char* operation, const Work& work) {
    const DeviceSpan span(trace_, track_, ProfilePart::kernel, operation);
    check(work(), operation);
  }

  std::size_t last() const { return network_.layers() - 1; }
  /// Whether the last layer's kernel can do it all.
  bool fuses_output() const { return last() > 0 && network_.layout.layers[last()].out <= max_fused_classes; }

  /// All layers, but the last one only where its kernel does not do it.
  void forward(const Batch& batch, int rows) {
    for (std::size_t l = 0; l < network_.layers(); ++l) {
      if (l == last() && fuses_output()) break;
      const LayerSlice& slice = network_.layout.layers[l];
      const Activation activation = network_.activation(l);
      if (l == 0) {
        run(to_say("forward"), [&] {
          return (on_tensor_cores_ ? forward_pixels_tensor : forward_pixels)(
              stream_, rows, slice.in, slice.out, batch, network_.weight(0), network_.bias(0), activation,
              network_.activations[0].data(), units_.processors, early_ && batch.slot > 0 && batch.order != nullptr);
        });
        continue;
      }
      MatrixProduct p;
      p.transpose_b = true;
      p.m = rows, p.n = slice.out, p.k = slice.in;
      p.a = network_.activations[l - 1].data(), p.lda = slice.in;
      p.b = network_.weight(l), p.ldb = slice.in;
      p.c = network_.activations[l].data(), p.ldc = slice.out;
      p.bias = network_.bias(l), p.activation = activation;
      run(to_say("forward"), [&] { return product_tiled(stream_, p, units_); });
    }
  }

  /// Loss and delta of the last layer, and, when training, the delta of the one before.
  void output(const Batch& batch, int rows, bool training) {
    const std::size_t l = last();
    const LayerSlice& slice = network_.layout.layers[l];
    const Loss loss = network_.model.loss;
    const Activation activation = network_.activation(l);
    if (fuses_output()) {
      OutputLayer layer;
      layer.rows = rows, layer.in = slice.in, layer.classes = slice.out;
      layer.loss = loss, layer.activation = activation, layer.input_activation = network_.activation(l - 1);
      layer.batch = batch;
      layer.input = network_.activations[l - 1].data();
      layer.w = network_.weight(l), layer.b = network_.bias(l);
      layer.delta = network_.deltas[l].data();
      layer.input_delta = training ? network_.deltas[l - 1].data() : nullptr;
      layer.results = network_.results.data();
      layer.early = early_ && last() == 1;  // the kernel before it is one that lets it
      run(to_say("output layer and loss"), [&] { return output_layer(stream_, layer); });
      return;
    }
    run(to_say("gather labels"), [&] { return gather(stream_, rows, slice.in, batch, nullptr, y_.data()); });
    run(to_say("loss"), [&] {
      return loss_rows(stream_, RowWorkers::warp, loss, rows, slice.out, rows, network_.activations[l].data(),
                       y_.data(), network_.deltas[l].data(), network_.results.data());
    });
    if (!training) return;
    if (activation != Activation::identity)
      run(to_say("activation gradient"), [&] {
        return activation_gradient(stream_, activation,
                                   static_cast<std::size_t>(rows) * static_cast<std::size_t>(slice.out),
                                   network_.activations[l].data(), network_.deltas[l].data());
      });
    if (l > 0) pass_back(l, rows);
  }

  /// delta of layer l - 1 = (delta of layer l · W of layer l) ∘ slope.
  void pass_back(std::size_t l, int rows) {
    const LayerSlice& slice = network_.layout.layers[l];
    MatrixProduct p;
    p.m = rows, p.n = slice.in, p.k = slice.out;
    p.a = network_.deltas[l].data(), p.lda = slice.out;
    p.b = network_.weight(l), p.ldb = slice.in;
    p.c = network_.deltas[l - 1].data(), p.ldc = slice.in;
    p.slope_of = network_.activations[l - 1].data(), p.activation = network_.activation(l - 1);
    run(to_say("backward"), [&] { return product_tiled(stream_, p, units_); });
  }

  /// All layers, for now that every delta is known no weight is read any more.
  void update(const Batch& batch, int rows, Totals* totals) {
    WeightUpdate u;
    u.rows = rows, u.batch = batch, u.optimizer = optimizer_, u.chunk = batch.chunk;
    u.early = early_ && last() == 1 && fuses_output();
    u.parameters = network_.parameters(), u.slot0 = network_.slot(0), u.slot1 = network_.slot(1);
    WeightUpdate first = u;  // on tensor cores
    (on_tensor_cores_ ? first : u).results = network_.results.data(), (on_tensor_cores_ ? first : u).totals = totals;
    const auto start = [&](WeightUpdate& some, const auto& kernel) {
      if (some.layer_count > 0) run(to_say("gradients and update"), [&] { return kernel(some); });
      some.layer_count = 0, some.results = nullptr;
    };
    const auto by_tiles = [&](const WeightUpdate& some) { return weight_update(stream_, some, units_.processors); };
    for (std::size_t l = 0; l < network_.layers(); ++l) {
      const LayerSlice& slice = network_.layout.layers[l];
      const bool is_first =
          on_tensor_cores_ && (l == 0 || slice.out <= max_narrow) && first.layer_count < max_layers_at_once;
      WeightUpdate& some = is_first ? first : u;
      if (some.layer_count == max_layers_at_once) start(some, by_tiles);
      LayerUpdate& layer = some.layers[some.layer_count++];
      layer.in = slice.in, layer.out = slice.out, layer.weight = slice.weight, layer.bias = slice.bias;
      layer.delta = network_.deltas[l].data();
      layer.input = l == 0 ? nullptr : network_.activations[l - 1].data();
    }
    start(first, [&](const WeightUpdate& some) { return update_pixels(stream_, some); });
    start(u, by_tiles);
  }

  cudaStream_t stream_;
  Units units_;
  bool starts_early_;   // what this device can
  bool early_ = false;  // what the kernels do now
  Optimizer optimizer_;
  Network network_;
  bool on_tensor_cores_;  // the first layer
  DeviceTrace& trace_;
  int track_;
  DeviceArray<std::int32_t> y_;  // labels, where the last layer is not fused
};

}  // namespace

std::unique_ptr<Steps> make_fused_steps(CudaBackend& backend, const StepPlan& plan, const Weights& weights,
                                        DeviceTrace& trace, int track) {
  return std::make_unique<FusedSteps>(backend, plan, weights, trace, track);
}

}  // namespace mlplab::gpu
