#include "gpu/cuda_backend.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/names.h"
#include "core/base/typed_number.h"
#include "core/run/run_spec.h"
#include "gpu/device.h"
#include "gpu/engine.h"
#include "gpu/kernels/activate.h"
#include "gpu/kernels/activation_gradient.h"
#include "gpu/kernels/column_sums.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/loss_rows.h"
#include "gpu/kernels/product_naive.h"
#include "gpu/kernels/product_tiled.h"
#include "gpu/kernels/update.h"
#include "gpu/nccl.h"
#include "gpu/nvml.h"
#include "gpu/persistent.h"

namespace mlplab::gpu {
namespace {

constexpr Name<Placement> placements[] = {{Placement::resident, "resident"},
                                          {Placement::pageable, "pageable"},
                                          {Placement::pinned, "pinned"},
                                          {Placement::pinned_overlap, "pinned+overlap"}};

constexpr Name<Multiplier> multipliers[] = {
    {Multiplier::own, "own"}, {Multiplier::cublaslt, "cublaslt"}, {Multiplier::cublaslt_tf32, "cublaslt+tf32"}};

static_assert(sizeof(Totals) == sizeof(StepTotals) && offsetof(Totals, correct) == offsetof(StepTotals, correct) &&
              offsetof(Totals, examples) == offsetof(StepTotals, examples));

constexpr Name<Convolver> convolvers[] = {
    {Convolver::own, "own"}, {Convolver::cudnn, "cudnn"}, {Convolver::cudnn_tf32, "cudnn+tf32"}};

constexpr Name<Stepping> steppings[] = {{Stepping::graph, "graph"}, {Stepping::persistent, "persistent"}};

std::string to_string(Placement placement) { return name_of(placements, placement); }

/// The option `placement` with its default first.
BackendOption placement_option(Placement by_default) {
  BackendOption option{
      "placement", {to_string(by_default)}, to_say("where the training examples are, and how a batch gets to the GPU")};
  for (const auto& each : placements)
    if (each.first != by_default) option.values.emplace_back(each.second);
  return option;
}

/// The option `product`: own kernels, and cuBLASLt where this was built with it. Whether it is found here is looked up
/// when it is chosen (check_libraries): it is half a gigabyte, and opening it would be most of the program's start.
BackendOption product_option() {
  BackendOption option{"product", {name_of(multipliers, Multiplier::own)}, {}};
  if (!built_with_cublaslt()) {
    option.help =
        to_say("who multiplies matrices: own fused kernels; cuBLASLt's header was not found when this was built");
    return option;
  }
  option.values.insert(option.values.end(), {"cublaslt", "cublaslt+tf32"});
  option.approximate = {"cublaslt+tf32"};
  option.help = to_say(
      "who multiplies matrices: own fused kernels, NVIDIA's library, or that with inputs rounded to 10 bits (TF32)");
  return option;
}

Multiplier multiplier_of(const BackendOptions& options) {
  const auto found = options.values.find("product");
  return found == options.values.end() ? Multiplier::own : value_of(multipliers, found->second, to_say("product"));
}

/// The option `convolution`, likewise: cuDNN is a gigabyte.
BackendOption convolution_option() {
  BackendOption option{.name = "convolution", .values = {name_of(convolvers, Convolver::own)}, .help = {}};
  option.matters = has_convolution;
  if (!built_with_cudnn()) {
    option.help = to_say("who computes convolutions: own kernels; cuDNN's header was not found when this was built");
    return option;
  }
  option.values.insert(option.values.end(), {"cudnn", "cudnn+tf32"});
  option.approximate = {"cudnn+tf32"};
  option.help = to_say(
      "who computes convolutions: own kernels, NVIDIA's library cuDNN, or that with inputs rounded to 10 bits (TF32)");
  return option;
}

Convolver convolver_of(const BackendOptions& options) {
  const auto found = options.values.find("convolution");
  return found == options.values.end() ? Convolver::own : value_of(convolvers, found->second, to_say("convolution"));
}

BackendOption step_option() {
  return {"step",
          {name_of(steppings, Stepping::graph), name_of(steppings, Stepping::persistent)},
          to_say("how steps are started: many captured as one graph, or hundreds in one launch of 16 blocks that hold "
                 "the weights (two layers up to 784-256-16, sgd, compute capability 9.0)")};
}

/// All but the device, which is not looked for before a run is made.
CudaChoice choice_of(Style style, Placement default_placement, const BackendOptions& options) {
  CudaChoice choice{.style = style, .placement = default_placement};
  if (const auto found = options.values.find("placement"); found != options.values.end())
    choice.placement = value_of(placements, found->second, to_say("placement"));
  choice.multiplier = multiplier_of(options);
  choice.convolver = convolver_of(options);
  if (const auto found = options.values.find("step"); found != options.values.end())
    choice.stepping = value_of(steppings, found->second, to_say("step"));
  return choice;
}

/// In the words of core/compute/layers/dense_step.cpp.
const char* role_of(const Gemm& g) {
  if (g.transpose_a) return to_say("gemm weight gradient");
  return g.transpose_b ? to_say("gemm forward") : to_say("gemm input gradient");
}

/// The option `device`; where it is not given, the processes of a run on one machine take the devices in turn.
int device_of(const BackendOptions& options) {
  const auto found = options.values.find("device");
  if (found == options.values.end() || found->second.empty()) return options.local_rank % std::max(device_count(), 1);
  const std::string& text = found->second;
  const std::optional<int> number = typed_whole<int>(text);
  if (!number)
    throw UsageError(say("the option device is the number of a GPU, from 0, not '%1'", text), "options.device");
  return *number;
}

void check_choice(const BackendOptions& options) {
  std::string why;
  if (multiplier_of(options) != Multiplier::own) why = cublaslt_why_not();
  if (why.empty() && convolver_of(options) != Convolver::own) why = cudnn_why_not();
  if (!why.empty()) throw BackendError(why);
  const int device = device_of(options);
  if (device_count() > 0) check_device(device);  // else why_not has said so
}

/// Before the first stream is made, which is then the device's.
CudaChoice on_device(CudaChoice choice) {
  choice.code_capability = use_device(choice.device);
  return choice;
}

}  // namespace

Optimizer optimizer_of(const OptimizerSpec& spec) {
  Optimizer optimizer;
  optimizer.kind = spec.kind;
  optimizer.decay = static_cast<float>(spec.weight_decay);
  optimizer.momentum = static_cast<float>(spec.momentum);
  optimizer.beta1 = static_cast<float>(spec.beta1), optimizer.rest1 = static_cast<float>(1.0 - spec.beta1);
  optimizer.beta2 = static_cast<float>(spec.beta2), optimizer.rest2 = static_cast<float>(1.0 - spec.beta2);
  optimizer.epsilon = static_cast<float>(spec.epsilon);
  return optimizer;
}

StepNumbers numbers_of(const OptimizerSpec& spec, float learning_rate, std::int64_t step) {
  StepNumbers numbers;
  numbers.rate = learning_rate;
  numbers.correction1 = static_cast<float>(1.0 - std::pow(spec.beta1, static_cast<double>(step)));
  numbers.correction2 = static_cast<float>(1.0 - std::pow(spec.beta2, static_cast<double>(step)));
  return numbers;
}

BackendEntry cuda_entry(std::string name, std::string title, std::string description, Style style,
                        Placement default_placement) {
  BackendEntry entry;
  entry.name = std::move(name);
  entry.title = std::move(title);
  entry.description = std::move(description);
  entry.kind = BackendKind::gpu;
  entry.options = {placement_option(default_placement)};
  if (style == Style::fused)
    entry.options.insert(entry.options.end(), {product_option(), convolution_option(), step_option()});
  entry.options.push_back(
      {"device", {}, to_say("which GPU, from 0 (default: 0; processes on one machine take one after the other)")});
  entry.check = check_choice;
  entry.why_not = [] { return probed_device().why_not(); };
  entry.device = [] { return in_words(probed_device().device); };
  entry.workers_max = [] { return 1; };  // one GPU, with all its multiprocessors
  entry.make = [style, default_placement](const BackendOptions& options) -> std::unique_ptr<Backend> {
    CudaChoice choice = choice_of(style, default_placement, options);
    choice.device = device_of(options);
    return std::make_unique<CudaBackend>(choice);
  };
  if (style == Style::fused)
    entry.why_not_train = [style, default_placement](const ModelSpec& model, const OptimizerSpec& optimizer,
                                                     const BackendOptions& options) -> std::string {
      const CudaChoice choice = choice_of(style, default_placement, options);
      return choice.stepping == Stepping::graph ? "" : persistent_why_not(model, optimizer, choice);
    };
  return entry;
}

DeviceSums cuda_sums() { return {.kind = BackendKind::gpu, .why_not = nccl_why_not, .devices = device_count}; }

DeviceMeters cuda_meters() {
  return {.kind = BackendKind::gpu,
          .energy = [](const BackendOptions& options) { return board_energy_meter(device_of(options)); },
          .load = [](const BackendOptions& options) { return board_load(device_of(options)); }};
}

CudaBackend::CudaBackend(const CudaChoice& choice) : choice_(on_device(choice)) {
  if (choice.multiplier != Multiplier::own)
    library_ = std::make_unique<CublasLt>(choice.multiplier == Multiplier::cublaslt_tf32);
  if (choice.convolver != Convolver::own)
    cudnn_ = std::make_unique<Cudnn>(stream_, choice.convolver == Convolver::cudnn_tf32);
}

int CudaBackend::workers() const { return probed_device(choice_.device).device.multiprocessors; }

bool CudaBackend::starts_early() const { return choice_.code_capability >= 90; }

bool CudaBackend::has_tensor_cores() const { return choice_.code_capability >= 80; }

std::string CudaBackend::device() const {
  return in_words(probed_device(choice_.device).device) + "; data " + to_string(choice_.placement) +
         (choice_.stepping == Stepping::graph ? "" : ", persistent steps") +
         (library_ == nullptr ? "" : std::string(", products by ") + name_of(multipliers, choice_.multiplier)) +
         (cudnn_ == nullptr ? "" : std::string(", convolutions by ") + name_of(convolvers, choice_.convolver));
}

Buffer CudaBackend::allocate(std::size_t bytes) {
  void* data = nullptr;
  bytes = std::max<std::size_t>(bytes, 1);
  check_allocation(cudaMalloc(&data, bytes), bytes, to_say("GPU memory"));
  return Buffer(data, bytes, [](void* memory) { (void)cudaFree(memory); });
}

void CudaBackend::upload(const void* host, std::size_t bytes, void* target) {
  if (bytes == 0) return;
  check(cudaMemcpyAsync(target, host, bytes, cudaMemcpyHostToDevice, stream_.get()), to_say("copy to the GPU"));
  stream_.wait();
}

void CudaBackend::download(const void* source, std::size_t bytes, void* host) {
  if (bytes == 0) return;
  check(cudaMemcpyAsync(host, source, bytes, cudaMemcpyDeviceToHost, stream_.get()), to_say("copy from the GPU"));
  stream_.wait();
}

void CudaBackend::fill_zero(void* target, std::size_t bytes) {
  if (bytes > 0) run(to_say("fill with zeros"), [&] { return cudaMemsetAsync(target, 0, bytes, stream_.get()); });
}

void CudaBackend::host_wait(const char* operation) {
  const auto wait = [&] { check(cudaStreamSynchronize(stream_.get()), operation); };
  if (trace_ != nullptr)
    trace_->host_wait(wait);
  else
    wait();
}

void CudaBackend::read_back(const Totals* totals) {
  Totals seen{};
  {
    std::optional<DeviceSpan> span;
    if (trace_ != nullptr) span.emplace(*trace_, track_, ProfilePart::d2h, to_say("copy loss"), sizeof seen);
    check(cudaMemcpyAsync(&seen, totals, sizeof seen, cudaMemcpyDeviceToHost, stream_.get()), to_say("copy the loss"));
  }
  host_wait(to_say("copy the loss"));
}

void CudaBackend::gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                         const std::uint32_t* order, float* x, std::int32_t* y) {
  Batch rows;
  rows.features = features, rows.labels = labels, rows.order = order;
  gather_batch(batch, d, rows, x, y);
}

void CudaBackend::gather_batch(int rows, int d, const Batch& batch, float* x, std::int32_t* y) {
  run(to_say("gather"), [&] { return gpu::gather(stream_.get(), rows, d, batch, x, y); });
}

void CudaBackend::gemm(const Gemm& g) {
  MatrixProduct p;
  p.transpose_a = g.transpose_a, p.transpose_b = g.transpose_b;
  p.m = g.m, p.n = g.n, p.k = g.k;
  p.alpha = g.alpha, p.beta = g.beta;
  p.a = g.a, p.lda = g.lda, p.b = g.b, p.ldb = g.ldb, p.c = g.c, p.ldc = g.ldc;
  p.bias = g.bias, p.activation = g.activation;
  run(role_of(g), [&] {
    multiply(p);
    return cudaSuccess;
  });
}

void CudaBackend::multiply(const MatrixProduct& p) {
  if (library_ == nullptr) {
    check(naive() ? product_naive(stream_.get(), p) : product_tiled(stream_.get(), p, units()), to_say("gemm"));
    return;
  }
  library_->product(stream_.get(), p);
  if (p.activation != Activation::identity)
    check(activate_in_place(stream_.get(), p.activation, p.m, p.n, p.c, p.ldc), to_say("activation"));
}

void CudaBackend::activation_gradient(Activation activation, std::size_t count, const float* a, float* d) {
  run(to_say("activation gradient"), [&] { return gpu::activation_gradient(stream_.get(), activation, count, a, d); });
}

void CudaBackend::reserve_rows(std::size_t rows) {
  if (rows_.size() >= rows) return;
  stream_.wait();  // nothing may still use the smaller one
  rows_ = DeviceArray<RowResult>(rows);
}

void CudaBackend::loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
                       float* gradient, Totals* totals) {
  reserve_rows(static_cast<std::size_t>(batch));
  run(to_say("loss"), [&] {
    return loss_rows(stream_.get(), naive() ? RowWorkers::thread : RowWorkers::warp, kind, batch, classes, mean_over,
                     outputs, y, gradient, rows_.data());
  });
  run(to_say("loss"), [&] { return add_totals(stream_.get(), batch, rows_.data(), totals); });
}

void CudaBackend::loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
                       float* gradient, StepTotals* totals) {
  loss(kind, batch, classes, mean_over, outputs, y, gradient, reinterpret_cast<Totals*>(totals));
}

void CudaBackend::column_sums(int rows, int columns, const float* d, float* sums) {
  const auto kernel = naive() ? column_sums_naive : gpu::column_sums;
  run(to_say("column sums"), [&] { return kernel(stream_.get(), rows, columns, d, sums); });
}

void CudaBackend::update(const Update& u) {
  apply_update(optimizer_of(u.optimizer), numbers_of(u.optimizer, u.learning_rate, u.step), nullptr, 0, u.count,
               u.gradient, u.slot0, u.slot1, u.parameters);
}

void CudaBackend::apply_update(const Optimizer& optimizer, const StepNumbers& numbers, const StepChunk* chunk, int slot,
                               std::size_t count, const float* gradient, float* slot0, float* slot1,
                               float* parameters) {
  run(to_say("update"), [&] {
    return gpu::update(stream_.get(), optimizer, numbers, chunk, slot, count, gradient, slot0, slot1, parameters);
  });
}

std::unique_ptr<StepEngine> CudaBackend::make_engine(const StepPlan& plan) {
  if (plan.communicator != nullptr) {
    if (choice_.stepping == Stepping::persistent)
      throw BackendError(
          say("step=persistent is of one process: ranks sum their gradients within a step; use step=graph"));
    // Sums on the host are between operations: the plain engine does that with those above.
    if (!plan.communicator->sums_on_devices()) return nullptr;
  }
  return make_cuda_engine(*this, plan);
}

}  // namespace mlplab::gpu
