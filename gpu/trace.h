// Spans of what a device does, measured by events on its streams, for the profiler. While nothing is recorded, no event
// is made or put into a stream. A new stream is a track: add_stream() once, a DeviceSpan around each piece of work.
// Captured graphs are recorded too: with events inside, captured before the recording begins.
#pragma once

#include <functional>
#include <vector>

#include "core/base/language.h"
#include "core/compute/profile.h"
#include "gpu/memory.h"

namespace mlplab::gpu {

class DeviceTrace : public ProfileListener {
 public:
  /// `profiler` may be null: every member is then a no-op.
  explicit DeviceTrace(Profiler* profiler);
  ~DeviceTrace() override;
  DeviceTrace(const DeviceTrace&) = delete;
  DeviceTrace& operator=(const DeviceTrace&) = delete;

  bool recording() const { return profiler_ != nullptr && profiler_->recording(); }
  Profiler* profiler() const { return profiler_; }
  /// The device track of `stream`.
  int add_stream(const char* name, const Stream& stream);
  /// The track of the thread that drives the device.
  int host_track() const { return host_track_; }
  /// The step that spans belong to from now on, counted within the recording.
  void set_step(int step) { step_ = step; }
  int step() const { return step_; }

  /// `prepare` captures the graphs that a recording of `steps` steps will start, before its clock does: DeviceSpans in
  /// it become events inside of the graphs.
  void before_recording(std::function<void(int steps)> prepare) { prepare_ = std::move(prepare); }
  /// How many spans there are, those in captured graphs included.
  std::size_t spans() const { return used_; }
  /// Whether DeviceSpans put events into their streams now.
  bool takes_spans() const { return recording() || preparing_; }
  /// The graph with the spans first … last - 1 was put into its stream: without that they are none.
  void started(std::size_t first, std::size_t last);

  /// From here to end_launch() the host puts work into streams: a span 'launch', but for the waits in between.
  void begin_launch() {
    if (recording()) launch_s_ = profiler_->now_s();
  }
  void end_launch();
  /// `wait` waits for the device: a span 'host wait'. The device's work meanwhile is its own time; the rest is the cost
  /// of waiting.
  template <class Wait>
  void host_wait(const Wait& wait) {
    const bool launching = launch_s_ >= 0.0;
    end_launch();
    {
      const ProfileScope waiting(profiler_, host_track_, ProfilePart::host, to_say("host wait"), step_);
      wait();
    }
    if (launching) begin_launch();
  }

  /// Makes the events of a recording.
  void on_start(int steps) override;
  /// Waits for the spans, ties the device's clock to the host's, and hands them over.
  void on_stop() override;

  /// The next steps are the profiler's next ones.
  void begin() {
    if (recording()) step_ = profiler_->step();
  }

 private:
  friend class DeviceSpan;
  struct Span {
    int track = 0, step = 0;
    ProfilePart part = ProfilePart::kernel;
    const char* operation = "";
    std::int64_t bytes = 0;
    ProfilePlace place;
    bool started = false;  // false: in a graph that nobody has started yet
    Event start{true}, end{true};
  };
  struct Track {
    int index;
    const Stream* stream;
  };
  Span& next_span();

  Profiler* profiler_;
  std::function<void(int)> prepare_;
  bool preparing_ = false;  // spans are captured
  double launch_s_ = -1.0;  // when a launch began; negative: none is going on
  int host_track_ = 0;
  int step_ = 0;
  std::vector<Track> tracks_;
  std::vector<Span> spans_;  // the first `used_` are waiting for on_stop(); events are used again
  std::size_t used_ = 0;
};

/// A launch from its construction to its end.
class LaunchScope {
 public:
  explicit LaunchScope(DeviceTrace& trace) : trace_(trace) { trace_.begin_launch(); }
  ~LaunchScope() { trace_.end_launch(); }
  LaunchScope(const LaunchScope&) = delete;
  LaunchScope& operator=(const LaunchScope&) = delete;

 private:
  DeviceTrace& trace_;
};

/// From its construction to its end: what is put into `track`'s stream in between is one span.
class DeviceSpan {
 public:
  DeviceSpan(DeviceTrace& trace, int track, ProfilePart part, const char* operation, std::int64_t bytes = 0);
  ~DeviceSpan();
  DeviceSpan(const DeviceSpan&) = delete;
  DeviceSpan& operator=(const DeviceSpan&) = delete;

 private:
  DeviceTrace* trace_ = nullptr;  // null: not recording
  std::size_t span_ = 0;
  cudaStream_t stream_ = nullptr;
};

}  // namespace mlplab::gpu
