// How things look on every chart of the program: backends, and the parts of a step's time with what nobody recorded. To
// add a part: its ProfilePart in core/compute, its row in looks.cpp.
#pragma once

#include <array>
#include <string>

#include "core/compute/profile.h"
#include "core/reporting/chart.h"
#include "core/run/configuration.h"

namespace mlplab {

/// The place of a backend in the table, which decides its colour; -1 for one that is not in it.
int backend_index(const std::string& name);
inline int backend_index(const RunSpec& spec) { return backend_index(configuration_name(spec)); }

struct BackendLook {
  SeriesColor color;
  Marker marker = Marker::circle;
  bool operator==(const BackendLook&) const = default;
};
BackendLook look_of_backend(const std::string& name);

struct PartLook {
  ProfilePart part = ProfilePart::kernel;
  std::string name;
  SeriesColor color;
  Fill fill = Fill::plain;
};
/// In the order of the bars from the bottom up, and of every list.
std::array<PartLook, 6> part_looks();
PartLook look_of(ProfilePart part);
/// Seconds that a step spends in the part.
double part_time_s(const StepProfile& profile, ProfilePart part);

}  // namespace mlplab
