// Where a step's time goes: spans recorded by engines and backends, and their sums in five parts, which add up to the
// wall-clock time with what nobody recorded. A run that is not profiled has no Profiler and pays nothing.
//
// The rule that attributes time (docs/measuring.md): at each instant of the profiled steps,
//   - while any device track is busy, the instant belongs to one part, the first of kernel, host-to-device,
//     device-to-host, communication that is going on (a copy under a kernel is hidden, and costs nothing);
//   - else it is shared equally among the worker tracks, each giving its share to the part of the span it is in, and to
//     'unrecorded' where it is in none. A worker track that recorded nothing at all is left out.
// Nothing is scaled to fit: parts come from the spans, wall_s from the clock. Spans of one worker that overlap, or lie
// outside the steps, show as parts that do not add up: double_booked_s().
// To add a category of work: an operation's name is free text; the parts are these five for every backend.
#pragma once

#include <atomic>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace mlplab {

/// Unrecorded is the part of no span: time that nobody recorded.
enum class ProfilePart { h2d, kernel, d2h, communication, host, unrecorded };

/// The node of a network that a piece of work belongs to, and on which way through it.
struct ProfilePlace {
  int node = -1;  // -1: none
  bool backward = false;
};

/// One piece of work on one track.
struct ProfileSpan {
  ProfilePart part = ProfilePart::kernel;
  std::string operation;  // 'gemm', 'gather', 'barrier', 'copy features': English, for say() where it is shown
  int track = 0;          // index into StepProfile::tracks
  int step = 0;           // 0-based within the profiled steps
  double start_s = 0.0;   // since the first profiled step began
  double end_s = 0.0;
  std::int64_t bytes = 0;  // moved, where it is a copy or a communication
  bool operator==(const ProfileSpan&) const = default;
};

/// A row of the timeline: a worker (thread, process) of the host, or a stream of a device.
struct ProfileTrack {
  std::string name;           // 'thread 1', 'copy stream'
  bool device = false;        // true for a stream
  std::string title() const;  // the name in the language that was set
  bool operator==(const ProfileTrack&) const = default;
};

/// The time of one operation in a step, by the rule above.
struct ProfileOperation {
  std::string name;
  ProfilePart part = ProfilePart::kernel;
  double time_s = 0.0;
  double calls = 0.0;  // of all tracks together
  bool operator==(const ProfileOperation&) const = default;
};

/// The time of one node of the network in a step, by the rule above.
struct ProfileNode {
  double forward_s = 0.0;
  double input_gradient_s = 0.0;   // what flows back to its inputs, with the slope of its activation
  double weight_gradient_s = 0.0;  // of its weights and biases; their update is no node's, it is of all at once
  double time_s() const { return forward_s + input_gradient_s + weight_gradient_s; }
  bool operator==(const ProfileNode&) const = default;
};

/// Means over `steps` steps, a step each; h2d_s + kernel_s + d2h_s + communication_s + host_s + unrecorded_s adds up to
/// wall_s, unless something was booked twice.
struct StepProfile {
  int steps = 0;
  double wall_s = 0.0;  // from the clock around the steps, device waited for; not a sum of spans
  double h2d_s = 0.0, kernel_s = 0.0, d2h_s = 0.0, communication_s = 0.0, host_s = 0.0;
  double unrecorded_s = 0.0;  // of the workers, in no span while the device did nothing
  double h2d_bytes = 0.0, d2h_bytes = 0.0, communication_bytes = 0.0;
  std::vector<ProfileOperation> operations;  // longest first; they too add up to wall_s
  /// [nodes] of the network; empty where the engine does not go node by node (a fused one). The rest of wall_s belongs
  /// to no node: the batch, the loss, the update, waiting, and time that was not recorded.
  std::vector<ProfileNode> nodes;
  std::vector<ProfileTrack> tracks;
  std::vector<ProfileSpan> spans;  // of the first few steps: the timeline
  /// [ranks] of a team: how long each waits in a step for the one that works longest. Empty in a run of one process,
  /// and in older files.
  std::vector<double> waits_s;
  bool operator==(const StepProfile&) const = default;
  /// How much more the parts make than the clock; 0 but for rounding where every span is right.
  double double_booked_s() const;
  double nodes_s() const;  // of all nodes together
};

/// The share of a step that may be unrecorded, or booked twice, before its profile cannot be trusted.
inline constexpr double profile_error_max = 0.02;
/// Why a profile cannot be trusted, in one sentence with the value and the bound; '' where it can.
std::string distrust(const StepProfile& profile);

/// A recorder with work of its own before and after the steps (a device's events): none of it is in their time.
class ProfileListener {
 public:
  virtual ~ProfileListener() = default;
  /// Before the clock starts: what a recording of `steps` steps needs is made here, not in between.
  virtual void on_start(int steps) { (void)steps; }
  /// After the clock was read, while add() still takes spans: those whose times are known only now.
  virtual void on_stop() {}
};

/// Collects spans while it records. A track is written by one thread at a time, different tracks at the same time;
/// start(), stop(), add_track() and result() are for the trainer's thread, while no other records.
class Profiler {
 public:
  /// Before recording begins: each worker and each stream once. Returns the track's index.
  int add_track(std::string name, bool device = false);

  /// The trainer's side: spans of `steps` steps are wanted from now on, until stop(). stop() reads the clock.
  void start(int steps);
  void stop();
  bool recording() const { return recording_.load(std::memory_order_acquire); }
  /// An engine that goes node by node says so once, and then where it is: place() is for recorders of its operations.
  void set_nodes(std::size_t nodes) { nodes_ = nodes; }
  void set_place(const ProfilePlace& place) { place_ = place; }
  const ProfilePlace& place() const { return place_; }
  /// Calls `listener` at every start and stop from now on, until forget(); the listener must live until then.
  void listen(ProfileListener& listener) { listeners_.push_back(&listener); }
  void forget(ProfileListener& listener) { std::erase(listeners_, &listener); }
  /// Seconds since start().
  double now_s() const;

  /// `operation` must outlive the profiler (a string literal). Ignored while not recording.
  void add(int track, ProfilePart part, const char* operation, int step, double start_s, double end_s,
           std::int64_t bytes = 0, const ProfilePlace& place = {});
  /// The 0-based index of the step in progress, for recorders that see operations and not steps (Recorder).
  void set_step(int step) { step_.store(step, std::memory_order_relaxed); }
  int step() const { return step_.load(std::memory_order_relaxed); }

  /// The last recording; the timeline holds the first `timeline_steps` of its steps.
  StepProfile result(int timeline_steps = 8) const;

 private:
  struct Span {
    ProfilePart part;
    const char* operation;
    int step;
    double start_s, end_s;
    std::int64_t bytes;
    ProfilePlace place;
  };
  struct alignas(64) Track {  // no two threads write to one cache line
    ProfileTrack track;
    std::vector<Span> spans;
  };
  struct Sums;
  static void add_device_time(Sums& sums, const std::vector<Track>& tracks);
  static void add_worker_time(Sums& sums, const std::vector<Track>& tracks, double wall_s);

  std::vector<Track> tracks_;
  std::vector<ProfileListener*> listeners_;
  double start_s_ = 0.0;  // by now_s() of core/base/clock.h
  double wall_s_ = 0.0;
  int steps_ = 0;
  std::size_t nodes_ = 0;
  ProfilePlace place_;
  std::atomic<int> step_{0};
  std::atomic<bool> recording_{false};
};

/// Records from its construction to its end as one span; a null or idle profiler makes it a no-op.
class ProfileScope {
 public:
  ProfileScope(Profiler* profiler, int track, ProfilePart part, const char* operation, int step, std::int64_t bytes = 0,
               const ProfilePlace& place = {})
      : profiler_(profiler != nullptr && profiler->recording() ? profiler : nullptr),
        track_(track),
        part_(part),
        operation_(operation),
        step_(step),
        bytes_(bytes),
        place_(place),
        start_s_(profiler_ != nullptr ? profiler_->now_s() : 0.0) {}
  ~ProfileScope() {
    if (profiler_ != nullptr)
      profiler_->add(track_, part_, operation_, step_, start_s_, profiler_->now_s(), bytes_, place_);
  }
  ProfileScope(const ProfileScope&) = delete;
  ProfileScope& operator=(const ProfileScope&) = delete;

 private:
  Profiler* profiler_;
  int track_;
  ProfilePart part_;
  const char* operation_;
  int step_;
  std::int64_t bytes_;
  ProfilePlace place_;
  double start_s_;
};

/// Marks what an engine does in its time as work of one node, but for that of a scope inside it; a null profiler makes
/// it a no-op.
class ProfileNodeScope {
 public:
  ProfileNodeScope(Profiler* profiler, std::size_t node, bool backward) : profiler_(profiler) {
    if (profiler_ == nullptr) return;
    around_ = profiler_->place();
    profiler_->set_place({static_cast<int>(node), backward});
  }
  ~ProfileNodeScope() {
    if (profiler_ != nullptr) profiler_->set_place(around_);
  }
  ProfileNodeScope(const ProfileNodeScope&) = delete;
  ProfileNodeScope& operator=(const ProfileNodeScope&) = delete;

 private:
  Profiler* profiler_;
  ProfilePlace around_;
};

/// How fast the copies (or the communication) of the timeline ran, each over its own time, hidden or not; 0 where
/// nothing was moved.
double bytes_per_s(const StepProfile& profile, ProfilePart part);

std::string to_string(ProfilePart part);                  // 'host-to-device', 'kernel', …
ProfilePart parse_profile_part(const std::string& name);  // Throws UsageError

void to_json(nlohmann::json& json, const StepProfile& profile);
/// Throws UsageError or a json exception for what is not a profile (a part or a track that there is not, NaN).
void from_json(const nlohmann::json& json, StepProfile& profile);

}  // namespace mlplab
