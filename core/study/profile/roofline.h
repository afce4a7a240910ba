// The operations of a profiled step under the ceilings of the machine: how many floating-point operations each does for
// per byte that it must move, and how many per second.
#pragma once

#include <string>
#include <vector>

#include "core/study/profile/profile_study.h"

namespace mlplab {

enum class RooflineWay { forward, to_inputs, to_weights };

/// A point of a step. Operations and bytes are counted from the network, not measured. Operations are those of the
/// formulas (Network::flops; as many again back to the inputs, and to the weights). Bytes are the fewest that must
/// move: operands and results once each, 4 bytes per number. In fact more bytes move, so a hardware counter would put
/// the point further left.
struct RooflinePoint {
  std::string name;  // 'layers.0', or 'all layers' where the engine's times are of all at once; say() it to people
  RooflineWay way = RooflineWay::forward;
  double flop = 0.0, bytes = 0.0, time_s = 0.0;
  double intensity() const { return flop / bytes; }  // operations per byte
  double flop_per_s() const { return flop / time_s; }
};

/// Empty where why_no_roofline() says why.
std::vector<RooflinePoint> roofline_points(const ProfilePoint& point);
/// '' or why there are no points, in one sentence without a full stop.
std::string why_no_roofline(const ProfilePoint& point);
/// lowest_ceiling() of the point. For people: level_in_words().
std::string roof_above(const Ceilings& ceilings, const RooflinePoint& point);
/// The notes that a student needs to read these points, one sentence each: what is counted, which points lie above
/// every ceiling, which are absent.
std::vector<std::string> roofline_notes(const Ceilings& ceilings, const ProfilePoint& point);

std::string to_string(RooflineWay way);  // 'forward', 'back to the inputs', 'to the weights'
std::string in_words(RooflineWay way);   // the same for people, in their language

}  // namespace mlplab
