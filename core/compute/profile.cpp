#include "core/compute/profile.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/clock.h"
#include "core/base/language.h"
#include "core/base/names.h"
#include "core/base/numbers.h"
#include "core/base/unreachable.h"

namespace mlplab {
namespace {

constexpr Name<ProfilePart> parts[] = {
    {ProfilePart::h2d, "host-to-device"}, {ProfilePart::kernel, "kernel"},
    {ProfilePart::d2h, "device-to-host"}, {ProfilePart::communication, "communication"},
    {ProfilePart::host, "host"},          {ProfilePart::unrecorded, "unrecorded"}};

constexpr const char* between = to_say("between operations");

/// Whether an operation of a node's backward pass sums gradients of its weights and biases; the others compute the
/// gradient of its inputs. The names are those of layers/, gpu/cuda_layers.cpp and gpu/cuda_backend.cpp.
bool is_of_weights(std::string_view operation) {
  return operation.ends_with("weight gradient") || operation.ends_with("bias gradient") || operation == "column sums" ||
         operation == "channel sums";
}

/// Which of the device's parts an instant belongs to when several are going on: the smallest.
int precedence(ProfilePart part) {
  switch (part) {
    case ProfilePart::kernel:
      return 0;
    case ProfilePart::h2d:
      return 1;
    case ProfilePart::d2h:
      return 2;
    case ProfilePart::communication:
      return 3;
    case ProfilePart::host:
      return 4;
    case ProfilePart::unrecorded:
      return 5;
  }
  unreachable();
}

}  // namespace

/// The union of the device's spans: how much of it lies before an instant.
class BusyTime {
 public:
  /// Intervals come in order and do not overlap.
  void append(double start_s, double end_s) {
    if (!ends_.empty() && start_s <= ends_.back().first) {
      ends_.back().second += end_s - ends_.back().first;
      ends_.back().first = end_s;
      return;
    }
    const double before_s = ends_.empty() ? 0.0 : ends_.back().second;
    starts_.emplace_back(start_s, before_s);
    ends_.emplace_back(end_s, before_s + end_s - start_s);
  }
  double before(double time_s) const {
    const auto next = std::ranges::upper_bound(starts_, time_s, {}, &std::pair<double, double>::first);
    if (next == starts_.begin()) return 0.0;
    const auto i = static_cast<std::size_t>(next - starts_.begin()) - 1;
    return std::min(starts_[i].second + time_s - starts_[i].first, ends_[i].second);
  }

 private:
  std::vector<std::pair<double, double>> starts_, ends_;  // of each interval: when, and the busy time before it
};

struct Profiler::Sums {
  struct Operation {
    double time_s = 0.0, calls = 0.0;
  };
  BusyTime busy;
  std::map<std::pair<ProfilePart, std::string>, Operation> operations;
  std::map<ProfilePart, double> time_s;
  std::vector<ProfileNode> nodes;

  void add(ProfilePart part, const std::string& operation, double seconds) {
    operations[{part, operation}].time_s += seconds;
    time_s[part] += seconds;
  }
  void add(const Span& span, double seconds) {
    add(span.part, span.operation, seconds);
    if (span.place.node < 0 || static_cast<std::size_t>(span.place.node) >= nodes.size()) return;
    ProfileNode& node = nodes[static_cast<std::size_t>(span.place.node)];
    double& time_s_of_way = !span.place.backward            ? node.forward_s
                            : is_of_weights(span.operation) ? node.weight_gradient_s
                                                            : node.input_gradient_s;
    time_s_of_way += seconds;
  }
};

/// From one start or end of a span to the next, the device's time goes to the going part that comes first in
/// precedence, shared equally among its spans.
void Profiler::add_device_time(Sums& sums, const std::vector<Track>& tracks) {
  struct Edge {
    double time_s;
    int change;  // +1: a span starts, -1: one ends
    const Span* span;
  };
  std::vector<Edge> edges;
  for (const Track& track : tracks)
    if (track.track.device)
      for (const Span& span : track.spans) {
        edges.push_back({span.start_s, 1, &span});
        edges.push_back({span.end_s, -1, &span});
      }
  std::ranges::sort(edges, {}, &Edge::time_s);
  // By precedence, operation and place: a span of them, and how many there are.
  std::map<std::tuple<int, std::string, int, bool>, std::pair<const Span*, int>> going;
  double last_s = 0.0;
  for (const Edge& edge : edges) {
    if (!going.empty() && edge.time_s > last_s) {
      sums.busy.append(last_s, edge.time_s);
      const int first = std::get<0>(going.begin()->first);
      int count = 0;
      for (const auto& [key, spans] : going) count += std::get<0>(key) == first ? spans.second : 0;
      for (const auto& [key, spans] : going)
        if (std::get<0>(key) == first) sums.add(*spans.first, (edge.time_s - last_s) * spans.second / count);
    }
    last_s = edge.time_s;
    const ProfilePlace& place = edge.span->place;
    const std::tuple key(precedence(edge.span->part), std::string(edge.span->operation), place.node, place.backward);
    auto& entry = going[key];
    entry.first = edge.span;
    entry.second += edge.change;
    if (entry.second == 0) going.erase(key);
  }
}

/// Each worker has an equal share of the time in which the device does nothing: its spans', and nobody's in between.
void Profiler::add_worker_time(Sums& sums, const std::vector<Track>& tracks, double wall_s) {
  const auto works = [](const Track& track) { return !track.track.device && !track.spans.empty(); };
  const auto workers = static_cast<double>(std::ranges::count_if(tracks, works));
  const auto exposed = [&](double start_s, double end_s) {
    return end_s - start_s - (sums.busy.before(end_s) - sums.busy.before(start_s));
  };
  if (workers == 0.0) sums.add(ProfilePart::unrecorded, between, exposed(0.0, wall_s));
  for (const Track& track : tracks) {
    if (!works(track)) continue;
    std::vector<const Span*> spans;
    for (const Span& span : track.spans) spans.push_back(&span);
    std::ranges::sort(spans, {}, &Span::start_s);
    double covered_s = 0.0;
    const auto add_gap = [&](double end_s) {
      if (end_s > covered_s) sums.add(ProfilePart::unrecorded, between, exposed(covered_s, end_s) / workers);
    };
    for (const Span* span : spans) {
      sums.add(*span, exposed(span->start_s, span->end_s) / workers);
      add_gap(std::min(span->start_s, wall_s));
      covered_s = std::max(covered_s, span->end_s);
    }
    add_gap(wall_s);
  }
}

std::string to_string(ProfilePart part) { return name_of(parts, part); }
ProfilePart parse_profile_part(const std::string& name) { return value_of(parts, name, to_say("part of a profile")); }

std::string ProfileTrack::title() const {
  constexpr std::string_view one = "thread ", several = "threads 1 to ", together = ", together";
  if (name.starts_with(one)) return say("thread %1", name.substr(one.size()));
  if (name.starts_with(several) && name.ends_with(together))
    return say("threads 1 to %1, together",
               name.substr(several.size(), name.size() - several.size() - together.size()));
  return say(name);
}

int Profiler::add_track(std::string name, bool device) {
  tracks_.push_back({{std::move(name), device}, {}});
  return static_cast<int>(tracks_.size()) - 1;
}

void Profiler::start(int steps) {
  steps_ = steps;
  for (Track& track : tracks_) {
    track.spans.clear();
    track.spans.reserve(static_cast<std::size_t>(steps) * 32);  // so that recording seldom has to grow
  }
  set_step(0);
  for (ProfileListener* listener : listeners_) listener->on_start(steps);
  start_s_ = mlplab::now_s();
  recording_.store(true, std::memory_order_release);
}

void Profiler::stop() {
  wall_s_ = now_s();
  for (ProfileListener* listener : listeners_) listener->on_stop();
  recording_ = false;
}

double Profiler::now_s() const { return mlplab::now_s() - start_s_; }

void Profiler::add(int track, ProfilePart part, const char* operation, int step, double start_s, double end_s,
                   std::int64_t bytes, const ProfilePlace& place) {
  if (recording())
    tracks_[static_cast<std::size_t>(track)].spans.push_back({part, operation, step, start_s, end_s, bytes, place});
}

double StepProfile::double_booked_s() const {
  return h2d_s + kernel_s + d2h_s + communication_s + host_s + unrecorded_s - wall_s;
}

double StepProfile::nodes_s() const {
  double sum_s = 0.0;
  for (const ProfileNode& node : nodes) sum_s += node.time_s();
  return sum_s;
}

std::string distrust(const StepProfile& profile) {
  const double unrecorded = profile.unrecorded_s / profile.wall_s, twice = profile.double_booked_s() / profile.wall_s;
  if (!(profile.wall_s > 0.0)) return {};
  const std::string bound = percent(profile_error_max, 1);
  if (std::fabs(twice) > profile_error_max)
    return say(
        "the parts of the step make %1 of the time on the clock; over %2 the shares of its parts cannot be trusted",
        percent(1.0 + twice), bound);
  if (unrecorded > profile_error_max)
    return say("%1 of the step is time that nobody recorded; over %2 the shares of its parts cannot be trusted",
               percent(unrecorded), bound);
  return {};
}

double bytes_per_s(const StepProfile& profile, ProfilePart part) {
  double bytes = 0.0, time_s = 0.0;
  for (const ProfileSpan& span : profile.spans) {
    if (span.part != part || span.bytes == 0) continue;
    bytes += static_cast<double>(span.bytes);
    time_s += span.end_s - span.start_s;
  }
  return time_s > 0.0 ? bytes / time_s : 0.0;
}

StepProfile Profiler::result(int timeline_steps) const {
  StepProfile profile;
  for (const Track& track : tracks_) profile.tracks.push_back(track.track);
  if (steps_ == 0) return profile;
  Sums sums;
  sums.nodes.resize(nodes_);
  add_device_time(sums, tracks_);
  add_worker_time(sums, tracks_, wall_s_);
  std::map<ProfilePart, double> bytes;
  for (std::size_t t = 0; t < tracks_.size(); ++t)
    for (const Span& span : tracks_[t].spans) {
      sums.operations[{span.part, span.operation}].calls += 1.0;
      bytes[span.part] += static_cast<double>(span.bytes);
      if (span.step < timeline_steps)
        profile.spans.push_back(
            {span.part, span.operation, static_cast<int>(t), span.step, span.start_s, span.end_s, span.bytes});
    }
  std::ranges::stable_sort(profile.spans, {}, &ProfileSpan::start_s);
  const auto steps = static_cast<double>(steps_);
  profile.steps = steps_;
  profile.wall_s = wall_s_ / steps;
  profile.h2d_s = sums.time_s[ProfilePart::h2d] / steps;
  profile.kernel_s = sums.time_s[ProfilePart::kernel] / steps;
  profile.d2h_s = sums.time_s[ProfilePart::d2h] / steps;
  profile.communication_s = sums.time_s[ProfilePart::communication] / steps;
  profile.host_s = sums.time_s[ProfilePart::host] / steps;
  profile.unrecorded_s = sums.time_s[ProfilePart::unrecorded] / steps;
  profile.h2d_bytes = bytes[ProfilePart::h2d] / steps;
  profile.d2h_bytes = bytes[ProfilePart::d2h] / steps;
  profile.communication_bytes = bytes[ProfilePart::communication] / steps;
  for (const ProfileNode& node : sums.nodes)
    profile.nodes.push_back({node.forward_s / steps, node.input_gradient_s / steps, node.weight_gradient_s / steps});
  for (const auto& [key, operation] : sums.operations)
    profile.operations.push_back({key.second, key.first, operation.time_s / steps, operation.calls / steps});
  std::ranges::stable_sort(profile.operations, std::ranges::greater{}, &ProfileOperation::time_s);
  return profile;
}

}  // namespace mlplab
