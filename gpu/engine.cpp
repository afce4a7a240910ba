#include "gpu/engine.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <unordered_map>

#include "core/base/language.h"
#include "gpu/device.h"
#include "gpu/device_memory.h"
#include "gpu/feeder.h"
#include "gpu/graph.h"
#include "gpu/kernels/note_totals.h"
#include "gpu/kernels/start_steps.h"
#include "gpu/persistent.h"
#include "gpu/ranks.h"
#include "gpu/steps.h"

namespace mlplab::gpu {
namespace {

std::unique_ptr<Steps> steps_of(CudaBackend& backend, const StepPlan& plan, const Weights& weights, DeviceTrace& trace,
                                int track, const Ranks& ranks) {
  const CudaChoice& choice = backend.choice();
  if (!is_mlp(plan.model)) return make_node_steps(backend, plan, weights, trace, track, ranks);
  if (choice.style == Style::fused && choice.multiplier == Multiplier::own && plan.communicator == nullptr)
    return make_fused_steps(backend, plan, weights, trace, track);
  return make_operation_steps(backend, plan, weights, trace, track, ranks);
}

class CudaEngine : public StepEngine {
 public:
  CudaEngine(CudaBackend& backend, const StepPlan& plan)
      : backend_(backend),
        stream_(backend.stream()),
        plan_(plan),
        trace_(plan.profiler),
        track_(trace_.add_stream(to_say("compute stream"), stream_)),
        ranks_(plan_, stream_, trace_, track_),
        weights_(plan),
        feeder_(*plan.train, plan.model.inputs(), ranks_.most_rows(), backend.choice().placement, stream_, trace_,
                track_),
        steps_(steps_of(backend, plan, weights_, trace_, track_, ranks_)),
        chunk_(1),
        totals_(1),
        evaluation_totals_(1),
        read_(1),
        notes_(most_notes + 1) {
    if (backend.choice().stepping == Stepping::persistent)
      persistent_ = std::make_unique<Persistent>(backend, plan_, weights_, feeder_, trace_, track_);
    else
      trace_.before_recording([this](int steps) { prepare_recording(steps); });
  }

  ~CudaEngine() override { (void)cudaStreamSynchronize(stream_.get()); }

  void set_state(const TrainingState& state) override {
    weights_.set_state(stream_, state);
    if (persistent_ != nullptr) persistent_->reset();
    steps_done_ = state.steps_done;
  }

  void get_state(TrainingState& state) override {
    if (persistent_ != nullptr) persistent_->check_weights();
    weights_.get_state(stream_, state);
    state.steps_done = steps_done_;
  }

  void features_changed() override { feeder_.features_changed(); }

  void begin_epoch(std::span<const std::uint32_t> order) override {
    order_size_ = static_cast<std::int64_t>(order.size());
    feeder_.begin_epoch(plan_.communicator == nullptr ? order : ranks_.order_of(order));
    clear(totals_);
  }

  void train(std::int64_t first, std::span<const float> learning_rates) override {
    trace_.begin();
    if (persistent_ == nullptr) {
      put_or_start(first, learning_rates);
    } else {
      persistent_->train(first, order_size_, learning_rates, totals_.data());
      steps_done_ += static_cast<std::int64_t>(learning_rates.size());
    }
    if (!trace_.recording()) return;
    plan_.profiler->set_step(trace_.step());
    trace_.set_step(std::max(trace_.step() - 1, 0));  // what is still read belongs to the last step
  }

  StepTotals epoch_totals() override {
    if (plan_.local_statistics && plan_.communicator != nullptr) weights_.average_statistics(stream_, plan_);
    return sum_of_ranks(plan_, read(totals_, "copy loss"));
  }

  /// Totals of ranks meet on the host, and the persistent step's are there at the end of a launch only.
  bool notes_totals() const override { return plan_.communicator == nullptr && persistent_ == nullptr; }

  void note_totals() override {
    check(gpu::note_totals(stream_.get(), totals_.data(), notes_.data() + noted_++), to_say("note the totals"));
  }

  std::vector<NotedTotals> noted_totals() override {
    if (!notes_totals()) return StepEngine::noted_totals();
    note_totals();
    stream_.wait();
    std::vector<NotedTotals> noted;
    const Note& last = notes_.data()[noted_ - 1];
    for (const Note& note : std::span(notes_.data(), noted_))
      noted.push_back({totals_of(note.totals), 1e-9 * static_cast<double>(last.time_ns - note.time_ns)});
    noted_ = 0;
    return noted;
  }

  std::string remark() const override { return remark_on_ranks(plan_); }

  StepTotals evaluate(const Examples& examples, std::size_t first, std::size_t count) override {
    const Split split = split_of(examples);
    const RankShare share = share_of_examples(plan_, count);
    first += share.first, count = share.count;
    clear(evaluation_totals_);
    const auto most = static_cast<std::size_t>(steps_->rows_of_evaluation());
    for (std::size_t begin = first; begin < first + count; begin += most) {
      Batch batch;
      batch.features = split.features + begin * static_cast<std::size_t>(plan_.model.inputs());
      batch.labels = split.labels + begin;
      const auto rows = std::min(most, first + count - begin);
      steps_->evaluate(batch, static_cast<int>(rows), evaluation_totals_.data());
    }
    return sum_of_ranks(plan_, read(evaluation_totals_, "copy loss"));
  }

 private:
  /// A split for evaluation, which is timed apart and always on the device.
  struct Resident {
    DeviceArray<std::uint8_t> features;
    DeviceArray<std::int32_t> labels;
  };
  struct Split {
    const std::uint8_t* features;
    const std::int32_t* labels;
  };
  /// A graph with events, and its spans in the trace.
  struct Recorded {
    int steps;
    std::size_t first_span, end_span;
    std::unique_ptr<CapturedGraph> graph;
  };

  bool captures() const { return feeder_.resident() && steps_->capture().most > 0; }
  int most_at_once() const { return captures() ? steps_->capture().most : StepChunk::steps; }

  /// The rows of a step's batch, of all ranks.
  int whole_of(std::int64_t step) const {
    return static_cast<int>(std::min<std::int64_t>(plan_.batch, order_size_ - step * plan_.batch));
  }

  void clear(const DeviceArray<Totals>& totals) {
    check(cudaMemsetAsync(totals.data(), 0, sizeof(Totals), stream_.get()), to_say("clear the totals"));
  }

  static StepTotals totals_of(const Totals& totals) { return {totals.loss_sum, totals.correct, totals.examples}; }

  StepTotals read(const DeviceArray<Totals>& totals, const char* operation) {
    const ProfileScope wait(plan_.profiler, trace_.host_track(), ProfilePart::host, to_say("wait for the device"),
                            trace_.step());
    {
      const DeviceSpan span(trace_, track_, ProfilePart::d2h, operation, sizeof(Totals));
      check(cudaMemcpyAsync(read_.data(), totals.data(), sizeof(Totals), cudaMemcpyDeviceToHost, stream_.get()),
            to_say("copy the totals from the GPU"));
    }
    stream_.wait();
    if (persistent_ != nullptr && std::isnan(read_.data()->loss_sum)) persistent_->check_weights();
    return totals_of(*read_.data());
  }

  /// Steps first … , one for each rate: captured as graphs, or put into the stream one by one.
  void put_or_start(std::int64_t first, std::span<const float> learning_rates) {
    const auto count = static_cast<std::int64_t>(learning_rates.size());
    for (std::int64_t done = 0; done < count;) {
      const std::int64_t step = first + done;
      const int whole = whole_of(step);
      // As many as have the same number of rows: all but the epoch's last.
      std::int64_t alike = 1;
      if (whole == plan_.batch) {
        alike = std::min({count - done, std::int64_t{most_at_once()}, order_size_ / plan_.batch - step});
        // Powers of two: a few graphs serve every number of steps.
        while ((alike & (alike - 1)) != 0) alike &= alike - 1;
      }
      run(step, static_cast<int>(alike), whole, learning_rates.subspan(static_cast<std::size_t>(done)));
      done += alike;
    }
  }

  /// Steps first … first + count - 1, all of `whole` rows.
  void run(std::int64_t first, int count, int whole, std::span<const float> rates) {
    StepChunk values{};
    values.first_step = first, values.first_step_of_run = steps_done_;
    for (int s = 0; s < count; ++s)
      values.numbers[s] = numbers_of(plan_.optimizer, rates[static_cast<std::size_t>(s)], ++steps_done_);
    {
      const LaunchScope launch(trace_);
      const DeviceSpan span(trace_, track_, ProfilePart::kernel, to_say("learning rates"));
      check(start_steps(stream_.get(), values, chunk_.data()), to_say("hand over the learning rates"));
    }
    // The very first step of a whole batch is put into the stream kernel by kernel: a capture must not be what makes
    // the driver load the kernels, nor what needs more memory for their sums. An epoch's last, smaller batch may take
    // other kernels than the rest, and is one step.
    if (whole == plan_.batch && is_captured(count) && (trace_.recording() ? start_recorded(count) : start(count)))
      return;
    put_steps(first, count, whole, values);
    warm_ = warm_ || whole == plan_.batch;
  }

  /// Whether `count` steps of whole batches are worth a graph, and can be one by now.
  bool is_captured(int count) const { return captures() && warm_ && count >= steps_->capture().least; }

  bool start(int count) {
    std::unique_ptr<CapturedGraph>& graph = graphs_[count];
    if (graph == nullptr) graph = captured(count);
    graph->start(stream_);
    return true;
  }

  std::unique_ptr<CapturedGraph> captured(int count) {
    return std::make_unique<CapturedGraph>(stream_, [&] { put_steps(0, count, plan_.batch, StepChunk{}); });
  }

  /// A recording times what runs without one: graphs, but with events between their kernels. Each is started once.
  void prepare_recording(int steps) {
    recorded_.clear(), recorded_started_ = 0;
    for (int done = 0; done < steps;) {
      const int count = std::min(steps - done, most_at_once());
      const int alike = static_cast<int>(std::bit_floor(static_cast<unsigned>(count)));
      if (!is_captured(alike)) break;
      trace_.set_step(done);
      const std::size_t first_span = trace_.spans();
      std::unique_ptr<CapturedGraph> graph = captured(alike);
      graph->upload(stream_);
      recorded_.push_back({alike, first_span, trace_.spans(), std::move(graph)});
      done += alike;
    }
    stream_.wait();
  }

  /// False where the next graph that was prepared is not of `count` steps: the run goes on otherwise than was expected.
  bool start_recorded(int count) {
    if (recorded_started_ == recorded_.size() || recorded_[recorded_started_].steps != count) return false;
    const Recorded& next = recorded_[recorded_started_++];
    const LaunchScope launch(trace_);
    next.graph->start(stream_);
    trace_.started(next.first_span, next.end_span);
    trace_.set_step(trace_.step() + count);
    return true;
  }

  void put_steps(std::int64_t first, int count, int whole, const StepChunk& values) {
    const Rows rows = ranks_.rows_of(whole);
    for (int s = 0; s < count; ++s) {
      const Batch batch = feeder_.next(first + s, rows.count, chunk_.data(), s);
      {
        const LaunchScope launch(trace_);
        steps_->step(batch, rows, values.numbers[s], totals_.data());
      }
      feeder_.used();
      trace_.set_step(trace_.step() + 1);
    }
  }

  Split split_of(const Examples& examples) {
    if (&examples == plan_.train && feeder_.resident()) return {feeder_.features(), feeder_.labels()};
    auto found = residents_.find(&examples);
    if (found == residents_.end()) {
      Resident split{DeviceArray<std::uint8_t>(examples.features.size()), DeviceArray<std::int32_t>(examples.size())};
      backend_.upload(examples.features.data(), split.features.bytes(), split.features.data());
      backend_.upload(examples.labels.data(), split.labels.bytes(), split.labels.data());
      found = residents_.emplace(&examples, std::move(split)).first;
    }
    return {found->second.features.data(), found->second.labels.data()};
  }

  CudaBackend& backend_;
  const Stream& stream_;
  StepPlan plan_;
  DeviceTrace trace_;
  int track_;
  Ranks ranks_;
  Weights weights_;
  Feeder feeder_;
  std::unique_ptr<Steps> steps_;
  std::unique_ptr<Persistent> persistent_;  // null: steps_ trains, too
  DeviceArray<StepChunk> chunk_;
  DeviceArray<Totals> totals_, evaluation_totals_;
  PinnedArray<Totals> read_;
  PinnedArray<Note> notes_;  // and the last
  std::size_t noted_ = 0;
  std::unordered_map<const Examples*, Resident> residents_;
  std::map<int, std::unique_ptr<CapturedGraph>> graphs_;  // by steps
  std::vector<Recorded> recorded_;                        // of the next recording, in their order
  std::size_t recorded_started_ = 0;
  std::int64_t order_size_ = 0;
  std::int64_t steps_done_ = 0;
  bool warm_ = false;
};

}  // namespace

std::unique_ptr<StepEngine> make_cuda_engine(CudaBackend& backend, const StepPlan& plan) {
  if (!is_mlp(plan.model)) check_device_memory(plan, backend.choice().placement);
  return std::make_unique<CudaEngine>(backend, plan);
}

}  // namespace mlplab::gpu
