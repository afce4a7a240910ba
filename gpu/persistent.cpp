#include "gpu/persistent.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/model/parameters.h"
#include "gpu/kernels/persistent_step.h"

namespace mlplab::gpu {
namespace {

std::string number(int value) { return std::to_string(value); }

}  // namespace

std::string persistent_why_not(const DeviceInfo& device) {
  if (device.major < 9)
    return "step=persistent needs a GPU of compute capability 9.0 or later, and " + device.name + " has " +
           number(device.major) + "." + number(device.minor) + "; use step=graph";
  int clusters = 0, code_version = 0;
  check(count_persistent_clusters(&clusters, &code_version), "look whether the device can run a cluster");
  if (code_version < 90)
    return "this program's code for step=persistent was compiled for compute capability " + number(code_version / 10) +
           "." + number(code_version % 10) +
           ", which lacks it; configure it with -DCMAKE_CUDA_ARCHITECTURES=90, or use step=graph";
  if (clusters < 1)
    return device.name + " has no room for a cluster of " + number(PersistentSteps::blocks) +
           " blocks, which step=persistent needs (a part of a GPU, or a GPU that others use, may have none); use "
           "step=graph";
  return "";
}

std::string persistent_why_not(const ModelSpec& model, const OptimizerSpec& optimizer, const CudaChoice& choice) {
  using P = PersistentSteps;
  std::string what;
  if (choice.placement != Placement::resident)
    what = "the training data on the device, placement=resident";
  else if (choice.multiplier != Multiplier::own)
    what = "own products, product=own";
  else if (!is_mlp(model) || model.layers.size() != 2)
    what = "a network of two dense layers, as 784-256-10";
  else if (model.inputs() % 16 != 0 || model.inputs() > P::max_inputs)
    what =
        "at most " + number(P::max_inputs) + " inputs, a multiple of 16, and the network has " + number(model.inputs());
  else if (const int hidden = dense_layer(model, 0).units; hidden > P::max_hidden)
    what = "at most " + number(P::max_hidden) + " hidden units, and the network has " + number(hidden);
  else if (model.outputs() > P::max_classes)
    what = "at most " + number(P::max_classes) + " classes, and the network has " + number(model.outputs());
  else if (optimizer.kind != OptimizerKind::sgd)
    what = "the optimizer sgd, and this is " + to_string(optimizer.kind);
  return what.empty() ? "" : "step=persistent needs " + what + "; use step=graph";
}

Persistent::Persistent(const CudaBackend& backend, const StepPlan& plan, const Weights& weights, Feeder& feeder,
                       DeviceTrace& trace, int track)
    : stream_(backend.stream()), plan_(plan), weights_(weights), feeder_(feeder), trace_(trace), track_(track) {
  std::string why = persistent_why_not(plan.model, plan.optimizer, backend.choice());
  if (why.empty()) why = persistent_why_not(probed_device(backend.choice().device).device);
  if (!why.empty()) throw BackendError(why);
  parts_ = DeviceArray<Totals>(std::size_t{PersistentSteps::slots} * PersistentSteps::blocks);
  too_large_ = DeviceArray<int>(1);
  reset();
}

void Persistent::reset() {
  check(cudaMemsetAsync(too_large_.data(), 0, too_large_.bytes(), stream_.get()), "clear a mark");
}

void Persistent::train(std::int64_t first, std::int64_t examples, std::span<const float> rates, Totals* totals) {
  const ParameterLayout layout = layout_of(plan_.model);
  float* const parameters = weights_.parameters.data();
  PersistentSteps p;
  p.n = static_cast<int>(examples), p.batch = plan_.batch;
  p.inputs = layout.layers[0].in, p.hidden = layout.layers[0].out, p.classes = layout.layers[1].out;
  p.loss = plan_.model.loss;
  p.hidden_activation = dense_layer(plan_.model, 0).activation, p.activation = dense_layer(plan_.model, 1).activation;
  p.decay = static_cast<float>(plan_.optimizer.weight_decay);
  p.w1 = parameters + layout.layers[0].weight, p.b1 = parameters + layout.layers[0].bias;
  p.w2 = parameters + layout.layers[1].weight, p.b2 = parameters + layout.layers[1].bias;
  p.totals = totals, p.parts = parts_.data(), p.too_large = too_large_.data();
  // A step that is recorded is a launch of its own, so that it has a span.
  const std::size_t most = trace_.recording() ? 1 : PersistentSteps::max_steps;
  for (std::size_t done = 0; done < rates.size(); done += p.steps) {
    p.steps = static_cast<int>(std::min(most, rates.size() - done));
    p.first = static_cast<int>(first + static_cast<std::int64_t>(done));
    std::ranges::copy(rates.subspan(done, static_cast<std::size_t>(p.steps)), p.rates);
    const Batch batch = feeder_.next(p.first, plan_.batch, nullptr, 0);
    p.features = batch.features, p.labels = batch.labels, p.order = batch.order;
    {
      const LaunchScope launch(trace_);
      const DeviceSpan span(trace_, track_, ProfilePart::kernel, "whole steps");
      check(persistent_steps(stream_.get(), p), "whole steps");
    }
    trace_.set_step(trace_.step() + p.steps);
  }
}

void Persistent::check_weights() const {
  int too_large = 0;
  check(cudaMemcpyAsync(&too_large, too_large_.data(), sizeof too_large, cudaMemcpyDeviceToHost, stream_.get()),
        "copy a mark from the GPU");
  stream_.wait();
  if (too_large != 0)
    throw BackendError("a weight of the first layer has grown past " +
                       number(static_cast<int>(PersistentSteps::max_weight)) +
                       ", which step=persistent cannot compute with; use step=graph, or a smaller learning rate");
}

}  // namespace mlplab::gpu
