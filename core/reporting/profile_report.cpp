#include "core/reporting/profile_report.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/numbers.h"

namespace mlplab {
namespace {

const std::string none = "–";

std::string microseconds(double seconds) { return significant(1e6 * seconds); }

std::string part(double time_s, double wall_s) {
  if (time_s == 0.0) return none;
  return microseconds(time_s) + " (" + percent(time_s / wall_s, 2) + ")";
}

std::string gigabytes(double bytes_per_s) { return bytes_per_s > 0.0 ? significant(1e-9 * bytes_per_s) : none; }

std::string own_cost(const ProfilePoint& point) {
  if (point.unprofiled_step_s <= 0.0) return none;
  const double cost = point.profile.wall_s / point.unprofiled_step_s - 1.0;
  return (cost > 0.0 ? "+" : "") + percent(cost, 2);
}

}  // namespace

nlohmann::ordered_json profile_json(const std::vector<ProfilePoint>& points) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ProfilePoint& point : points) {
    nlohmann::json all = point;
    nlohmann::ordered_json object;
    for (const char* name :
         {"backend", "placement", "workers", "batch", "h2d_s", "kernel_s", "d2h_s", "communication_s", "host_s",
          "unrecorded_s", "wall_s", "h2d_bytes", "d2h_bytes", "images_per_s", "epoch_time_s", "accuracy_test"})
      object[name] = all[name];
    for (const auto& [name, value] : all.items())
      if (name != "spans" && !object.contains(name)) object[name] = value;
    const bool measured = point.failure.empty();
    for (const auto& [name, kind] :
         {std::pair("h2d_bytes_per_s", ProfilePart::h2d), std::pair("d2h_bytes_per_s", ProfilePart::d2h),
          std::pair("communication_bytes_per_s", ProfilePart::communication)}) {
      const double rate = measured ? bytes_per_s(point.profile, kind) : 0.0;
      object[name] = rate > 0.0 ? nlohmann::ordered_json(rate) : nlohmann::ordered_json();
    }
    object["double_booked_s"] =
        measured ? nlohmann::ordered_json(point.profile.double_booked_s()) : nlohmann::ordered_json();
    object["distrust"] = measured ? distrust(point.profile) : "";
    list.push_back(std::move(object));
  }
  return list;
}

Table profile_table(const std::vector<ProfilePoint>& points) {
  const bool placements = std::ranges::any_of(points, [](const ProfilePoint& p) { return !p.placement.empty(); });
  Table table;
  table.header = {"batch"};
  if (placements) table.header.emplace_back("placement");
  for (const char* title :
       {"step µs", "host-to-device", "kernel", "device-to-host", "communication", "host", "unrecorded", "bytes up",
        "GB/s", "bytes down", "GB/s", "bytes exchanged", "GB/s", "images/s", "epoch s", "accuracy", "profiling's cost"})
    table.header.emplace_back(title);
  for (const ProfilePoint& point : points) {
    std::vector<std::string> row = {std::to_string(point.batch)};
    if (placements) row.push_back(point.placement);
    if (point.failure.empty()) {
      const StepProfile& p = point.profile;
      const auto bytes = [](double count) { return count > 0.0 ? significant(count) : none; };
      for (const std::string& cell :
           {microseconds(p.wall_s), part(p.h2d_s, p.wall_s), part(p.kernel_s, p.wall_s), part(p.d2h_s, p.wall_s),
            part(p.communication_s, p.wall_s), part(p.host_s, p.wall_s), part(p.unrecorded_s, p.wall_s),
            bytes(p.h2d_bytes), gigabytes(bytes_per_s(p, ProfilePart::h2d)), bytes(p.d2h_bytes),
            gigabytes(bytes_per_s(p, ProfilePart::d2h)), bytes(p.communication_bytes),
            gigabytes(bytes_per_s(p, ProfilePart::communication)), significant(point.images_per_s),
            significant(point.epoch_time_s), point.accuracy_test ? percent(*point.accuracy_test) : none,
            own_cost(point)})
        row.push_back(cell);
    }
    row.resize(table.header.size(), none);
    table.rows.push_back(std::move(row));
  }
  // Bytes are shown where any were moved.
  for (std::size_t c = table.header.size(); c-- > 0;) {
    const std::string& title = table.header[c];
    if (title.rfind("bytes", 0) != 0 && title != "GB/s") continue;
    if (std::ranges::any_of(table.rows, [&](const auto& row) { return row[c] != none; })) continue;
    const auto at = static_cast<std::ptrdiff_t>(c);
    table.header.erase(table.header.begin() + at);
    for (auto& row : table.rows) row.erase(row.begin() + at);
  }
  return table;
}

}  // namespace mlplab
