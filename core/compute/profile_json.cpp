// A step's profile as JSON: members of a `profile_sample` event and of a study's points (docs/file-formats.md).
#include <algorithm>
#include <cmath>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/compute/profile.h"

namespace mlplab {
namespace {

/// Any number. Throws UsageError for anything else, NaN and infinity among them.
double finite(const nlohmann::json& value, const char* name) {
  if (!value.is_number()) throw UsageError(say("'%1' of a profile must be a number", name));
  const auto number = value.get<double>();
  if (!std::isfinite(number)) throw UsageError(say("'%1' of a profile must be finite", name));
  return number;
}
/// A time, a number of bytes, a number of calls.
double amount(const nlohmann::json& value, const char* name) {
  constexpr double rounding = 1e-9;  // of differences of sums: what is left of nothing may be below zero
  const double number = finite(value, name);
  if (number < -rounding) throw UsageError(say("'%1' of a profile is negative", name));
  return number;
}
double member(const nlohmann::json& object, const char* name) { return amount(object.at(name), name); }

/// Older versions booked as the host's what nobody had recorded, as an operation of this name.
void take_unrecorded_out(StepProfile& p) {
  for (ProfileOperation& operation : p.operations) {
    if (operation.part != ProfilePart::host || operation.name != "between operations") continue;
    operation.part = ProfilePart::unrecorded;
    p.unrecorded_s += operation.time_s;
  }
  p.host_s = std::max(0.0, p.host_s - p.unrecorded_s);
}

}  // namespace

void to_json(nlohmann::json& out, const StepProfile& p) {
  nlohmann::json operations = nlohmann::json::array(), tracks = nlohmann::json::array(),
                 spans = nlohmann::json::array(), nodes = nlohmann::json::array();
  for (const ProfileOperation& o : p.operations)
    operations.push_back({{"name", o.name}, {"part", to_string(o.part)}, {"time_s", o.time_s}, {"calls", o.calls}});
  for (const ProfileTrack& t : p.tracks) tracks.push_back({{"name", t.name}, {"device", t.device}});
  for (const ProfileNode& n : p.nodes) nodes.push_back({n.forward_s, n.input_gradient_s, n.weight_gradient_s});
  // A span is a list: there are hundreds of them.
  for (const ProfileSpan& s : p.spans)
    spans.push_back({to_string(s.part), s.operation, s.track, s.step, s.start_s, s.end_s, s.bytes});
  out = {{"steps", p.steps},
         {"wall_s", p.wall_s},
         {"h2d_s", p.h2d_s},
         {"kernel_s", p.kernel_s},
         {"d2h_s", p.d2h_s},
         {"communication_s", p.communication_s},
         {"host_s", p.host_s},
         {"unrecorded_s", p.unrecorded_s},
         {"h2d_bytes", p.h2d_bytes},
         {"d2h_bytes", p.d2h_bytes},
         {"communication_bytes", p.communication_bytes},
         {"operations", operations},
         {"nodes", nodes},
         {"tracks", tracks},
         {"spans", spans}};
  if (!p.waits_s.empty()) out["waits_s"] = p.waits_s;
}

void from_json(const nlohmann::json& in, StepProfile& out) {
  StepProfile p;
  p.steps = in.at("steps").get<int>();
  if (p.steps < 0) throw UsageError(say("'%1' of a profile is negative", "steps"));
  p.wall_s = member(in, "wall_s");
  p.h2d_s = member(in, "h2d_s"), p.kernel_s = member(in, "kernel_s"), p.d2h_s = member(in, "d2h_s");
  p.communication_s = member(in, "communication_s"), p.host_s = member(in, "host_s");
  p.h2d_bytes = member(in, "h2d_bytes"), p.d2h_bytes = member(in, "d2h_bytes");
  p.communication_bytes = member(in, "communication_bytes");
  for (const nlohmann::json& x : in.at("operations"))
    p.operations.push_back({x.at("name").get<std::string>(), parse_profile_part(x.at("part").get<std::string>()),
                            member(x, "time_s"), member(x, "calls")});
  if (in.contains("unrecorded_s"))
    p.unrecorded_s = member(in, "unrecorded_s");
  else
    take_unrecorded_out(p);
  if (in.contains("nodes"))  // not in older files
    for (const nlohmann::json& x : in.at("nodes"))
      p.nodes.push_back({amount(x.at(0), "nodes"), amount(x.at(1), "nodes"), amount(x.at(2), "nodes")});
  for (const nlohmann::json& x : in.at("tracks"))
    p.tracks.push_back({x.at("name").get<std::string>(), x.at("device").get<bool>()});
  for (const nlohmann::json& x : in.at("spans")) {
    p.spans.push_back({parse_profile_part(x.at(0).get<std::string>()), x.at(1).get<std::string>(), x.at(2).get<int>(),
                       x.at(3).get<int>(), finite(x.at(4), "start_s"), finite(x.at(5), "end_s"),
                       x.at(6).get<std::int64_t>()});
    if (p.spans.back().part == ProfilePart::unrecorded)
      throw UsageError(say("a span of a profile says that it was not recorded"));
    if (p.spans.back().track < 0 || p.spans.back().track >= static_cast<int>(p.tracks.size()))
      throw UsageError(say("a span of a profile is on a track that there is not"));
  }
  if (in.contains("waits_s"))
    for (const nlohmann::json& x : in.at("waits_s")) p.waits_s.push_back(amount(x, "waits_s"));
  out = std::move(p);
}

}  // namespace mlplab
