// How the parts of a step's time look, with what nobody recorded: one order, one colour and one pattern on every chart
// of the program. To add a part: its ProfilePart in core, its row in part_look.cpp.
#pragma once

#include <QString>
#include <array>

#include "core/compute/profile.h"
#include "ui/charts/chart_data.h"

namespace mlplab {

struct PartLook {
  ProfilePart part = ProfilePart::kernel;
  QString name;
  SeriesColor color;
  Fill fill = Fill::plain;
};

/// In the order of the bars from the bottom up, and of every list.
std::array<PartLook, 6> part_looks();
PartLook look_of(ProfilePart part);
/// Seconds that a step spends in the part.
double part_time_s(const StepProfile& profile, ProfilePart part);

/// '12.3 µs', '4.56 ms': 3 digits in the unit that reads best.
QString display_time(double seconds);
/// '1.25 kB', '3.4 MB'; '' for nothing.
QString display_bytes(double bytes);

}  // namespace mlplab
