#include "core/compute/profile.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/support/names.h"

namespace mlplab {
namespace {

constexpr Name<ProfilePart> parts[] = {{ProfilePart::h2d, "host-to-device"},
                                       {ProfilePart::kernel, "kernel"},
                                       {ProfilePart::d2h, "device-to-host"},
                                       {ProfilePart::communication, "communication"},
                                       {ProfilePart::host, "host"}};

}  // namespace

std::string to_string(ProfilePart part) { return name_of(parts, part); }
ProfilePart parse_profile_part(const std::string& name) { return value_of(parts, name, "part of a profile"); }

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
  recording_ = true;
  start_ = std::chrono::steady_clock::now();
}

void Profiler::stop() {
  wall_s_ = now_s();
  recording_ = false;
}

double Profiler::now_s() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Profiler::add(int track, ProfilePart part, const char* operation, int step, double start_s, double end_s,
                   std::int64_t bytes) {
  if (recording())
    tracks_[static_cast<std::size_t>(track)].spans.push_back({part, operation, step, start_s, end_s, bytes});
}

}  // namespace mlplab
