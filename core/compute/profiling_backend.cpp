#include "core/compute/profiling_backend.h"

#include "core/compute/plain_engine.h"

namespace mlplab {
namespace {

std::string track_name(int workers) {
  return workers == 1 ? "thread 1" : "threads 1 to " + std::to_string(workers) + ", together";
}

const char* role_of(const Gemm& g) {
  if (g.transpose_a) return "gemm weight gradient";
  return g.transpose_b ? "gemm forward" : "gemm input gradient";
}

/// Owns the recording backend that the plain engine runs on.
class ProfiledPlainEngine : public StepEngine {
 public:
  ProfiledPlainEngine(Backend& backend, const StepPlan& plan)
      : recording_(backend, *plan.profiler), engine_(make_plain_engine(recording_, plan)) {}
  void set_state(const TrainingState& state) override { engine_->set_state(state); }
  void get_state(TrainingState& state) override { engine_->get_state(state); }
  void begin_epoch(std::span<const std::uint32_t> order) override { engine_->begin_epoch(order); }
  void train(std::int64_t first, std::span<const float> learning_rates) override {
    engine_->train(first, learning_rates);
  }
  StepTotals epoch_totals() override { return engine_->epoch_totals(); }
  StepTotals evaluate(const Examples& examples, std::size_t first, std::size_t count) override {
    return engine_->evaluate(examples, first, count);
  }

 private:
  ProfilingBackend recording_;
  std::unique_ptr<StepEngine> engine_;
};

}  // namespace

ProfilingBackend::ProfilingBackend(Backend& backend, Profiler& profiler)
    : backend_(backend), profiler_(profiler), track_(profiler.add_track(track_name(backend.workers()))) {}

template <class Work>
void ProfilingBackend::record(ProfilePart part, const char* operation, const Work& work, std::size_t bytes) {
  const ProfileScope recorded(&profiler_, track_, part, operation, profiler_.step(), static_cast<std::int64_t>(bytes));
  work();
  if (profiler_.recording()) backend_.wait();
}

void ProfilingBackend::upload(const void* host, std::size_t bytes, void* target) {
  record(
      host_memory() ? ProfilePart::host : ProfilePart::h2d, "upload", [&] { backend_.upload(host, bytes, target); },
      host_memory() ? 0 : bytes);
}

void ProfilingBackend::download(const void* source, std::size_t bytes, void* host) {
  record(
      host_memory() ? ProfilePart::host : ProfilePart::d2h, "download", [&] { backend_.download(source, bytes, host); },
      host_memory() ? 0 : bytes);
}

void ProfilingBackend::fill_zero(void* target, std::size_t bytes) {
  record(ProfilePart::kernel, "fill with zeros", [&] { backend_.fill_zero(target, bytes); });
}

void ProfilingBackend::wait() { backend_.wait(); }

void ProfilingBackend::gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                              const std::uint32_t* order, float* x, std::int32_t* y) {
  record(ProfilePart::kernel, "gather", [&] { backend_.gather(batch, d, features, labels, order, x, y); });
}

void ProfilingBackend::gemm(const Gemm& g) {
  record(ProfilePart::kernel, role_of(g), [&] { backend_.gemm(g); });
}

void ProfilingBackend::activation_gradient(Activation activation, std::size_t count, const float* a, float* d) {
  record(ProfilePart::kernel, "activation gradient", [&] { backend_.activation_gradient(activation, count, a, d); });
}

void ProfilingBackend::loss(Loss kind, int batch, int classes, const float* outputs, const std::int32_t* y,
                            float* gradient, StepTotals* totals) {
  record(ProfilePart::kernel, "loss", [&] { backend_.loss(kind, batch, classes, outputs, y, gradient, totals); });
}

void ProfilingBackend::column_sums(int rows, int columns, const float* d, float* sums) {
  record(ProfilePart::kernel, "column sums", [&] { backend_.column_sums(rows, columns, d, sums); });
}

void ProfilingBackend::update(const Update& u) {
  record(ProfilePart::kernel, "update", [&] { backend_.update(u); });
}

std::unique_ptr<StepEngine> make_profiled_plain_engine(Backend& backend, const StepPlan& plan) {
  return std::make_unique<ProfiledPlainEngine>(backend, plan);
}

}  // namespace mlplab
