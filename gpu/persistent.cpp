#include "gpu/persistent.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/model/network.h"
#include "gpu/kernels/persistent_step.h"

namespace mlplab::gpu {
std::string persistent_why_not(const DeviceInfo& device) {
  if (device.major < 9)
    return say("step=persistent needs a GPU of compute capability 9.0 or later, and %1 has %2.%3; use step=graph",
               device.name, device.major, device.minor);
  int clusters = 0, code_version = 0;
  check(count_persistent_clusters(&clusters, &code_version), to_say("look whether the device can run a cluster"));
  if (code_version < 90)
    return say(
        "this program's code for step=persistent was compiled for compute capability %1.%2, which lacks it; "
        "configure it with -DCMAKE_CUDA_ARCHITECTURES=90, or use step=graph",
        code_version / 10, code_version % 10);
  if (clusters < 1)
    return say(
        "%1 has no room for a cluster of %2 blocks, which step=persistent needs (a part of a GPU, or a GPU that "
        "others use, may have none); use step=graph",
        device.name, int{PersistentSteps::blocks});
  return "";
}

std::string persistent_why_not(const ModelSpec& model, const OptimizerSpec& optimizer, const CudaChoice& choice) {
  using P = PersistentSteps;
  std::string what;
  if (choice.placement != Placement::resident)
    what = say("the training data on the device, placement=resident");
  else if (choice.multiplier != Multiplier::own)
    what = say("own products, product=own");
  else if (!is_mlp(model) || model.layers.size() != 2)
    what = say("a network of two dense layers, as 784-256-10");
  else if (model.inputs() % 16 != 0 || model.inputs() > P::max_inputs)
    what = say("at most %1 inputs, a multiple of 16, and the network has %2", int{P::max_inputs}, model.inputs());
  else if (const int hidden = dense_layer(model, 0).units; hidden > P::max_hidden)
    what = say("at most %1 hidden units, and the network has %2", int{P::max_hidden}, hidden);
  else if (model.outputs() > P::max_classes)
    what = say("at most %1 classes, and the network has %2", int{P::max_classes}, model.outputs());
  else if (optimizer.kind != OptimizerKind::sgd)
    what = say("the optimizer sgd, and this is %1", to_string(optimizer.kind));
  return what.empty() ? "" : say("step=persistent needs %1; use step=graph", what);
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
  check(cudaMemsetAsync(too_large_.data(), 0, too_large_.bytes(), stream_.get()), to_say("clear a mark"));
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
      const DeviceSpan span(trace_, track_, ProfilePart::kernel, to_say("whole steps"));
      check(persistent_steps(stream_.get(), p), to_say("whole steps"));
    }
    trace_.set_step(trace_.step() + p.steps);
  }
}

void Persistent::check_weights() const {
  int too_large = 0;
  check(cudaMemcpyAsync(&too_large, too_large_.data(), sizeof too_large, cudaMemcpyDeviceToHost, stream_.get()),
        to_say("copy a mark from the GPU"));
  stream_.wait();
  if (too_large != 0)
    throw BackendError(
        say("a weight of the first layer has grown past %1, which step=persistent cannot compute with; use "
            "step=graph, or a smaller learning rate",
            static_cast<int>(PersistentSteps::max_weight)));
}

}  // namespace mlplab::gpu
