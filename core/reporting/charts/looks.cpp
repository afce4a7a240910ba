#include "core/reporting/charts/looks.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/base/language.h"
#include "core/launch/configurations.h"
#include "core/study/same_start.h"

namespace mlplab {
namespace {

/// A team has no place in the table: behind it, in the order in which teams are drawn first, so that the first eight
/// have eight colours.
int place_of_team(const std::string& name) {
  static std::mutex lock;
  static std::vector<std::string> drawn;
  const std::lock_guard guard(lock);
  auto found = std::ranges::find(drawn, name);
  if (found == drawn.end()) found = drawn.insert(found, name);
  return static_cast<int>(configurations().size() + static_cast<std::size_t>(found - drawn.begin()));
}

}  // namespace

int backend_index(const std::string& name) {
  const std::size_t place = configuration_place(name);
  return place < configurations().size() ? static_cast<int>(place) : -1;
}

BackendLook look_of_backend(const std::string& name) {
  int index = std::max(0, backend_index(name));
  if (backend_index(name) < 0 && (names_members(name) || names_options(name))) index = place_of_team(name);
  return {{index, 0}, all_markers[static_cast<std::size_t>(index) % all_markers.size()]};
}

std::array<PartLook, 6> part_looks() {
  return {{{ProfilePart::h2d, say("host-to-device"), {3, 0}, Fill::rising},
           {ProfilePart::kernel, say("kernel"), {0, 0}, Fill::plain},
           {ProfilePart::d2h, say("device-to-host"), {2, 0}, Fill::falling},
           {ProfilePart::communication, say("communication"), {4, 0}, Fill::dots},
           {ProfilePart::host, say("host"), {7, 0}, Fill::grid},
           {ProfilePart::unrecorded, say("unrecorded"), {-1, 0}, Fill::lines}}};
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

}  // namespace mlplab
