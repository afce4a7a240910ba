// The looks, and how times and sizes are written beside them.
#include "ui/charts/part_look.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace mlplab {

namespace {

/// Where the words of this file are translated (lupdate sees them).
struct PartLookText {
  Q_DECLARE_TR_FUNCTIONS(mlplab::PartLook)
};

}  // namespace

std::array<PartLook, 6> part_looks() {
  return {{{ProfilePart::h2d, PartLookText::tr("host-to-device"), {3, 0}, Fill::rising},
           {ProfilePart::kernel, PartLookText::tr("kernel"), {0, 0}, Fill::plain},
           {ProfilePart::d2h, PartLookText::tr("device-to-host"), {2, 0}, Fill::falling},
           {ProfilePart::communication, PartLookText::tr("communication"), {4, 0}, Fill::dots},
           {ProfilePart::host, PartLookText::tr("host"), {7, 0}, Fill::grid},
           {ProfilePart::unrecorded, PartLookText::tr("unrecorded"), {-1, 0}, Fill::lines}}};
}

PartLook look_of(ProfilePart part) {
  const auto looks = part_looks();
  return *std::ranges::find(looks, part, &PartLook::part);
}

double part_time_s(const StepProfile& profile, ProfilePart part) {
  switch (part) {
    case ProfilePart::h2d:
      return profile.h2d_s;
    case ProfilePart::kernel:
      return profile.kernel_s;
    case ProfilePart::d2h:
      return profile.d2h_s;
    case ProfilePart::communication:
      return profile.communication_s;
    case ProfilePart::host:
      return profile.host_s;
    case ProfilePart::unrecorded:
      break;
  }
  return profile.unrecorded_s;
}

QString display_time(double seconds) {
  if (!std::isfinite(seconds)) return QStringLiteral("–");
  const double size = std::abs(seconds);
  if (size >= 1.0) return QStringLiteral("%1 s").arg(display_number(seconds));
  if (size >= 1e-3) return QStringLiteral("%1 ms").arg(display_number(1e3 * seconds));
  if (size >= 1e-6 || size == 0.0) return QStringLiteral("%1 µs").arg(display_number(1e6 * seconds));
  return QStringLiteral("%1 ns").arg(display_number(1e9 * seconds));
}

QString display_bytes(double bytes) {
  if (!(bytes > 0.0)) return {};
  if (bytes >= 1e9) return QStringLiteral("%1 GB").arg(display_number(1e-9 * bytes));
  if (bytes >= 1e6) return QStringLiteral("%1 MB").arg(display_number(1e-6 * bytes));
  if (bytes >= 1e3) return QStringLiteral("%1 kB").arg(display_number(1e-3 * bytes));
  return QStringLiteral("%1 B").arg(display_number(bytes));
}

}  // namespace mlplab
