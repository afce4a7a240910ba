#include "core/compute/profiling_backend.h"

#include "core/base/language.h"
#include "core/compute/plain_engine.h"

namespace mlplab {
namespace {

std::string track_name(int workers) {
  return workers == 1 ? "thread 1" : "threads 1 to " + std::to_string(workers) + ", together";
}

const char* role_of(const Gemm& g) {
  if (g.transpose_a) return to_say("gemm weight gradient");
  return g.transpose_b ? to_say("gemm forward") : to_say("gemm input gradient");
}

/// Owns the recording backend that the plain engine runs on.
class ProfiledPlainEngine : public StepEngine {
 public:
  ProfiledPlainEngine(Backend& backend, const StepPlan& plan)
      : recording_(backend, *plan.profiler), engine_(make_plain_engine(recording_, plan)) {}
  void set_state(const TrainingState& state) override { engine_->set_state(state); }
  void get_state(TrainingState& state) override { engine_->get_state(state); }
  void features_changed() override { engine_->features_changed(); }
  void begin_epoch(std::span<const std::uint32_t> order) override { engine_->begin_epoch(order); }
  void train(std::int64_t first, std::span<const float> learning_rates) override {
    engine_->train(first, learning_rates);
  }
  StepTotals epoch_totals() override { return engine_->epoch_totals(); }
  StepTotals evaluate(const Examples& examples, std::size_t first, std::size_t count) override {
    return engine_->evaluate(examples, first, count);
  }
  std::string remark() const override { return engine_->remark(); }

 private:
  ProfilingBackend recording_;
  std::unique_ptr<StepEngine> engine_;
};

}  // namespace

ProfilingBackend::ProfilingBackend(Backend& backend, Profiler& profiler)
    : backend_(backend), profiler_(profiler), track_(profiler.add_track(track_name(backend.workers()))) {}

template <class Work>
void ProfilingBackend::record(ProfilePart part, const char* operation, const Work& work, std::size_t bytes) {
  const ProfileScope recorded(&profiler_, track_, part, operation, profiler_.step(), static_cast<std::int64_t>(bytes),
                              profiler_.place());
  work();
  if (profiler_.recording()) backend_.wait();
}

void ProfilingBackend::upload(const void* host, std::size_t bytes, void* target) {
  record(
      host_memory() ? ProfilePart::host : ProfilePart::h2d, to_say("upload"),
      [&] { backend_.upload(host, bytes, target); }, host_memory() ? 0 : bytes);
}

void ProfilingBackend::download(const void* source, std::size_t bytes, void* host) {
  record(
      host_memory() ? ProfilePart::host : ProfilePart::d2h, to_say("download"),
      [&] { backend_.download(source, bytes, host); }, host_memory() ? 0 : bytes);
}

void ProfilingBackend::fill_zero(void* target, std::size_t bytes) {
  record(ProfilePart::kernel, to_say("fill with zeros"), [&] { backend_.fill_zero(target, bytes); });
}

void ProfilingBackend::wait() { backend_.wait(); }

void ProfilingBackend::gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                              const std::uint32_t* order, float* x, std::int32_t* y) {
  record(ProfilePart::kernel, to_say("gather"), [&] { backend_.gather(batch, d, features, labels, order, x, y); });
}

void ProfilingBackend::gemm(const Gemm& g) {
  record(ProfilePart::kernel, role_of(g), [&] { backend_.gemm(g); });
}

void ProfilingBackend::activation_gradient(Activation activation, std::size_t count, const float* a, float* d) {
  record(ProfilePart::kernel, to_say("activation gradient"),
         [&] { backend_.activation_gradient(activation, count, a, d); });
}

void ProfilingBackend::loss(Loss kind, int batch, int classes, const float* outputs, const std::int32_t* y,
                            float* gradient, StepTotals* totals) {
  record(ProfilePart::kernel, to_say("loss"),
         [&] { backend_.loss(kind, batch, classes, outputs, y, gradient, totals); });
}

void ProfilingBackend::column_sums(int rows, int columns, const float* d, float* sums) {
  record(ProfilePart::kernel, to_say("column sums"), [&] { backend_.column_sums(rows, columns, d, sums); });
}

void ProfilingBackend::update(const Update& u) {
  record(ProfilePart::kernel, to_say("update"), [&] { backend_.update(u); });
}

void ProfilingBackend::arrange(int batch, const Shape& shape, const float* plain, float* own) {
  record(ProfilePart::kernel, to_say("layout of pictures"), [&] { backend_.arrange(batch, shape, plain, own); });
}

void ProfilingBackend::restore(int batch, const Shape& shape, const float* own, float* plain) {
  record(ProfilePart::kernel, to_say("layout of pictures"), [&] { backend_.restore(batch, shape, own, plain); });
}

void ProfilingBackend::convolution(const Sliding& s, const float* x, const float* w, const float* bias,
                                   Activation activation, float* y) {
  record(ProfilePart::kernel, to_say("convolution"), [&] { backend_.convolution(s, x, w, bias, activation, y); });
}

void ProfilingBackend::convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) {
  record(ProfilePart::kernel, to_say("convolution input gradient"),
         [&] { backend_.convolution_input_gradient(s, dy, w, dx); });
}

void ProfilingBackend::convolution_weight_gradient(const Sliding& s, float alpha, const float* x, const float* dy,
                                                   float* dw) {
  record(ProfilePart::kernel, to_say("convolution weight gradient"),
         [&] { backend_.convolution_weight_gradient(s, alpha, x, dy, dw); });
}

void ProfilingBackend::max_pool(const Sliding& s, const float* x, float* y) {
  record(ProfilePart::kernel, to_say("max pooling"), [&] { backend_.max_pool(s, x, y); });
}

void ProfilingBackend::max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy,
                                         float* dx) {
  record(ProfilePart::kernel, to_say("max pooling gradient"), [&] { backend_.max_pool_gradient(s, x, of_x, dy, dx); });
}

void ProfilingBackend::average_pool(const Sliding& s, const float* x, float* y) {
  record(ProfilePart::kernel, to_say("average pooling"), [&] { backend_.average_pool(s, x, y); });
}

void ProfilingBackend::average_pool_gradient(const Sliding& s, const float* dy, float* dx) {
  record(ProfilePart::kernel, to_say("average pooling gradient"), [&] { backend_.average_pool_gradient(s, dy, dx); });
}

void ProfilingBackend::channel_sums(const Normalization& n, const float* x, float* sums, float* squares) {
  record(ProfilePart::kernel, to_say("channel sums"), [&] { backend_.channel_sums(n, x, sums, squares); });
}

void ProfilingBackend::normalize(const Normalization& n, const float* x, const float* weight, const float* bias,
                                 Activation activation, float* y) {
  record(ProfilePart::kernel, to_say("normalisation"), [&] { backend_.normalize(n, x, weight, bias, activation, y); });
}

void ProfilingBackend::normalize_weight_gradient(const Normalization& n, const float* x, const float* dy,
                                                 float* dweight, float* dbias) {
  record(ProfilePart::kernel, to_say("normalisation weight gradient"),
         [&] { backend_.normalize_weight_gradient(n, x, dy, dweight, dbias); });
}

void ProfilingBackend::normalize_input_gradient(const Normalization& n, const float* x, const float* weight,
                                                const float* mean_dy, const float* mean_dyx, const float* dy,
                                                float* dx) {
  record(ProfilePart::kernel, to_say("normalisation input gradient"),
         [&] { backend_.normalize_input_gradient(n, x, weight, mean_dy, mean_dyx, dy, dx); });
}

void ProfilingBackend::dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y) {
  record(ProfilePart::kernel, to_say("dropout"), [&] { backend_.dropout(mask, count, x, y); });
}

void ProfilingBackend::add(Activation activation, std::size_t count, const float* a, const float* b, float* y) {
  record(ProfilePart::kernel, to_say("sum"), [&] { backend_.add(activation, count, a, b, y); });
}

void ProfilingBackend::blend(std::size_t count, float alpha, const float* x, float beta, float* y) {
  record(ProfilePart::kernel, to_say("running statistics"), [&] { backend_.blend(count, alpha, x, beta, y); });
}

std::unique_ptr<StepEngine> make_profiled_plain_engine(Backend& backend, const StepPlan& plan) {
  return std::make_unique<ProfiledPlainEngine>(backend, plan);
}

}  // namespace mlplab
