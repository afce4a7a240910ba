#include "gpu/trace.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/base/language.h"

namespace mlplab::gpu {
namespace {

/// `captured`: a node of the graph that is being captured, which every start of the graph records anew.
cudaError_t record(const Event& event, cudaStream_t stream, bool captured) {
  return cudaEventRecordWithFlags(event.get(), stream, captured ? cudaEventRecordExternal : cudaEventRecordDefault);
}

}  // namespace

DeviceTrace::DeviceTrace(Profiler* profiler) : profiler_(profiler) {
  if (profiler_ == nullptr) return;
  host_track_ = profiler_->add_track("thread 1");
  profiler_->listen(*this);
}

DeviceTrace::~DeviceTrace() {
  if (profiler_ != nullptr) profiler_->forget(*this);
}

void DeviceTrace::on_start(int steps) {
  constexpr std::size_t spans_a_step = 16;  // more are made when they come up
  used_ = 0;
  while (spans_.size() < spans_a_step * static_cast<std::size_t>(steps)) spans_.emplace_back();
  if (!prepare_) return;
  struct Preparing {  // also where it throws: what is recorded then is in no graph
    bool& on;
    explicit Preparing(bool& flag) : on(flag) { on = true; }
    ~Preparing() { on = false; }
  } const preparing(preparing_);
  prepare_(steps);
}

void DeviceTrace::started(std::size_t first, std::size_t last) {
  for (std::size_t i = first; i < last; ++i) spans_[i].started = true;
}

void DeviceTrace::end_launch() {
  if (launch_s_ < 0.0) return;
  profiler_->add(host_track_, ProfilePart::host, to_say("launch"), step_, std::exchange(launch_s_, -1.0),
                 profiler_->now_s());
}

int DeviceTrace::add_stream(const char* name, const Stream& stream) {
  if (profiler_ == nullptr) return 0;
  tracks_.push_back({profiler_->add_track(name, true), &stream});
  return static_cast<int>(tracks_.size()) - 1;
}

DeviceTrace::Span& DeviceTrace::next_span() {
  if (used_ == spans_.size()) spans_.emplace_back();
  return spans_[used_++];
}

void DeviceTrace::on_stop() {
  if (used_ == 0) return;
  for (const Track& track : tracks_) track.stream->wait();
  // The device reaches the anchor somewhere between its recording and the end of the wait: in the middle, to half of
  // the time between. The shortest of several counts, for a wait that the system interrupts says little (F. Cristian,
  // Probabilistic clock synchronization, Distributed Computing 3, 1989).
  Event anchor(true), attempt(true);
  double anchored_s = 0.0, shortest_s = std::numeric_limits<double>::max();
  for (int i = 0; i < 8; ++i) {
    const double before_s = profiler_->now_s();
    attempt.record(*tracks_.front().stream);
    attempt.wait();
    const double after_s = profiler_->now_s();
    if (after_s - before_s >= shortest_s) continue;
    shortest_s = after_s - before_s;
    anchored_s = (before_s + after_s) / 2;
    std::swap(anchor, attempt);
  }
  const double now_s = profiler_->now_s();
  const auto time_of = [&](const Event& event) {
    float ms = 0.0F;
    check(cudaEventElapsedTime(&ms, event.get(), anchor.get()), to_say("read a span's clock"));
    return std::clamp(anchored_s - ms * 1e-3, 0.0, now_s);
  };
  for (std::size_t i = 0; i < used_; ++i) {
    const Span& span = spans_[i];
    if (!span.started) continue;
    profiler_->add(tracks_[static_cast<std::size_t>(span.track)].index, span.part, span.operation, span.step,
                   time_of(span.start), time_of(span.end), span.bytes, span.place);
  }
  used_ = 0;
}

DeviceSpan::DeviceSpan(DeviceTrace& trace, int track, ProfilePart part, const char* operation, std::int64_t bytes) {
  if (!trace.takes_spans()) return;
  DeviceTrace::Span& span = trace.next_span();
  span.track = track, span.step = trace.step(), span.part = part, span.operation = operation, span.bytes = bytes;
  span.place = trace.profiler()->place();
  stream_ = trace.tracks_[static_cast<std::size_t>(track)].stream->get();
  span.started = !trace.preparing_;
  check(record(span.start, stream_, trace.preparing_), to_say("record a span"));
  trace_ = &trace;
  span_ = trace.used_ - 1;
}

DeviceSpan::~DeviceSpan() {
  // A failure shows in the next call that is checked.
  if (trace_ != nullptr) (void)record(trace_->spans_[span_].end, stream_, trace_->preparing_);
}

}  // namespace mlplab::gpu
