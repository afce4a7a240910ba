#include "core/reporting/profile_report.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/study/profile/node_figures.h"
#include "core/study/profile/roofline.h"

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
  return (cost > 0.0 ? "+" : "") + significant(100.0 * cost, 2) + " %";
}

std::string milliseconds(double seconds) { return seconds > 0.0 ? significant(1e3 * seconds) : none; }

nlohmann::ordered_json known(double value) {
  return value > 0.0 ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

/// The words for an operation as its profile names it: a node of the network, or all of them.
std::string operation_words(const std::string& name) {
  constexpr const char* all = to_say("all layers");
  return name == all ? say(all) : name;
}

/// Adds the rows under the nodes; `in_file`: the same in every language.
void add_sums(Table& table, const ProfilePoint& point, bool in_file) {
  if (table.rows.empty()) return;
  const double wall_s = point.profile.wall_s;
  constexpr const char* rest = to_say("no node's: batch, loss, update, waiting");
  constexpr const char* whole = to_say("a step");
  for (const auto& [name, time_s] : {std::pair(rest, rest_s(point.profile)), std::pair(whole, wall_s)}) {
    std::vector<std::string> row(table.header.size(), in_file ? "" : none);
    row[0] = in_file ? name : say(name);
    row[8] = in_file ? exact(time_s) : significant(1e3 * time_s);
    row[9] = in_file ? exact(time_s / wall_s) : percent(time_s / wall_s);
    table.rows.push_back(std::move(row));
  }
}

nlohmann::ordered_json nodes_json(const ProfilePoint& point) {
  nlohmann::ordered_json nodes = nlohmann::ordered_json::array();
  for (const NodeFigures& f : node_figures(point))
    nodes.push_back({{"name", f.name},
                     {"kind", f.kind},
                     {"shape", {f.shape.channels, f.shape.height, f.shape.width}},
                     {"parameters", f.parameters},
                     {"forward_s", f.time.forward_s},
                     {"input_gradient_s", f.time.input_gradient_s},
                     {"weight_gradient_s", f.time.weight_gradient_s},
                     {"time_s", f.time.time_s()},
                     {"flop", known(f.flop)},
                     {"flop_per_s", known(f.flop_per_s)},
                     {"of_peak", known(f.of_peak)}});
  return nodes;
}

nlohmann::ordered_json roofline_json(const ProfileStudy& study, const ProfilePoint& point) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  if (!why_no_roofline(study, point).empty()) return list;
  for (const RooflinePoint& p : roofline_points(point))
    list.push_back({{"name", p.name},
                    {"way", to_string(p.way)},
                    {"flop", p.flop},
                    {"bytes_at_least", p.bytes},
                    {"time_s", p.time_s},
                    {"lowest_ceiling", roof_above(*study.ceilings, p)}});
  return list;
}

}  // namespace

nlohmann::ordered_json profile_json(const ProfileStudy& study) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ProfilePoint& point : study.points) {
    nlohmann::json all = point;
    nlohmann::ordered_json object;
    for (const char* name :
         {"backend", "placement", "workers", "batch", "h2d_s", "kernel_s", "d2h_s", "communication_s", "host_s",
          "unrecorded_s", "wall_s", "h2d_bytes", "d2h_bytes", "images_per_s", "epoch_time_s", "accuracy_test"})
      object[name] = all[name];
    for (const auto& [name, value] : all.items())
      if (name != "spans" && name != "model" && name != "nodes" && !object.contains(name)) object[name] = value;
    const bool measured = point.failure.empty();
    for (const auto& [name, kind] :
         {std::pair("h2d_bytes_per_s", ProfilePart::h2d), std::pair("d2h_bytes_per_s", ProfilePart::d2h),
          std::pair("communication_bytes_per_s", ProfilePart::communication)}) {
      const double rate = measured ? bytes_per_s(point.profile, kind) : 0.0;
      object[name] = rate > 0.0 ? nlohmann::ordered_json(rate) : nlohmann::ordered_json();
    }
    object["double_booked_s"] =
        measured ? nlohmann::ordered_json(point.profile.double_booked_s()) : nlohmann::ordered_json();
    object["network"] = point.model ? nlohmann::ordered_json(point.model->name()) : nlohmann::ordered_json();
    object["nodes"] = nodes_json(point);
    object["rest_s"] =
        object["nodes"].empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(rest_s(point.profile));
    object["why_no_nodes"] = why_no_nodes(point);
    object["ceilings"] =
        study.ceilings ? nlohmann::ordered_json(nlohmann::json(*study.ceilings)) : nlohmann::ordered_json();
    object["roofline"] = roofline_json(study, point);
    object["why_no_roofline"] = why_no_roofline(study, point);
    object["distrust"] = measured ? distrust(point.profile) : "";
    list.push_back(std::move(object));
  }
  return list;
}

Table node_table(const ProfilePoint& point) {
  Table table;
  table.header = {say("node"),
                  say("kind"),
                  say("shape"),
                  say("parameters"),
                  say("GFLOP a step"),
                  say("forward ms"),
                  say("to inputs ms"),
                  say("to weights ms"),
                  "ms",
                  say("of the step"),
                  "GFLOP/s",
                  say("of peak")};
  const double wall_s = point.profile.wall_s;
  const auto known_or_none = [](double value, double scale) { return value > 0.0 ? significant(scale * value) : none; };
  for (const NodeFigures& f : node_figures(point))
    table.rows.push_back({f.name, f.kind, to_string(f.shape), std::to_string(f.parameters), known_or_none(f.flop, 1e-9),
                          milliseconds(f.time.forward_s), milliseconds(f.time.input_gradient_s),
                          milliseconds(f.time.weight_gradient_s), milliseconds(f.time.time_s()),
                          percent(f.time.time_s() / wall_s), known_or_none(f.flop_per_s, 1e-9),
                          f.of_peak > 0.0 ? percent(f.of_peak, 2) : none});
  add_sums(table, point, false);
  return table;
}

std::string peak_sentence(const ProfilePoint& point) {
  if (point.peak_flop_per_s <= 0.0 || point.profile.nodes.empty()) return {};
  return say(
      "Peak: %1 GFLOP/s, the multiply-adds of %2 on numbers in registers, measured right after the run (best of 20). "
      "Products are counted as the formula has them: Winograd's form computes fewer, and may pass 100 %.",
      significant(1e-9 * point.peak_flop_per_s), count_of(point.workers, "worker"));
}

std::string why_no_roofline(const ProfileStudy& study, const ProfilePoint& point) {
  if (study.points.empty()) return say("nothing is measured yet");
  if (const std::string why = why_no_roofline(point); !why.empty()) return why;
  if (study.ceilings) return {};
  if (!study.recorded.empty() || study.date.empty())
    return say("the ceilings of the machine were not measured with this profile");
  return say("ceilings are measured of this machine's processors after a whole study on a CPU backend with threads");
}

Table roofline_table(const ProfileStudy& study, const ProfilePoint& point) {
  Table table{{say("node"), say("way"), say("MFLOP a step"), say("MB at least"), "FLOP/byte", "ms", "GFLOP/s",
               say("of peak"), say("lowest ceiling")},
              {}};
  if (!why_no_roofline(study, point).empty()) return table;
  for (const RooflinePoint& p : roofline_points(point)) {
    const std::string above = roof_above(*study.ceilings, p);
    table.rows.push_back({operation_words(p.name), in_words(p.way), significant(1e-6 * p.flop),
                          significant(1e-6 * p.bytes), significant(p.intensity()), milliseconds(p.time_s),
                          significant(1e-9 * p.flop_per_s()),
                          percent(p.flop_per_s() / study.ceilings->peak_flop_per_s, 2),
                          above.empty() ? say("none: above all") : level_in_words(above)});
  }
  return table;
}

Table ceilings_table(const Ceilings& ceilings) {
  Table table{{say("ceiling"), say("each worker reads"), say("all workers together")}, {}};
  table.rows.push_back({say("multiply-adds"), none, significant(1e-9 * ceilings.peak_flop_per_s) + " GFLOP/s"});
  for (const ReadingCeiling& reading : ceilings.readings)
    table.rows.push_back({level_in_words(reading.name), significant(static_cast<double>(reading.bytes) / 1024) + " KiB",
                          significant(1e-9 * reading.bytes_per_s) + " GB/s"});
  return table;
}

Table node_table_exact(const ProfilePoint& point) {
  Table table{{"node", "kind", "shape", "parameters", "flop", "forward_s", "input_gradient_s", "weight_gradient_s",
               "time_s", "share", "flop_per_s", "of_peak"},
              {}};
  const auto known_or_empty = [](double value) { return value > 0.0 ? exact(value) : std::string(); };
  const double wall_s = point.profile.wall_s;
  for (const NodeFigures& f : node_figures(point))
    table.rows.push_back({f.name, f.kind, to_string(f.shape), std::to_string(f.parameters), known_or_empty(f.flop),
                          exact(f.time.forward_s), exact(f.time.input_gradient_s), exact(f.time.weight_gradient_s),
                          exact(f.time.time_s()), exact(f.time.time_s() / wall_s), known_or_empty(f.flop_per_s),
                          known_or_empty(f.of_peak)});
  add_sums(table, point, true);
  return table;
}

Table profile_table_exact(const std::vector<ProfilePoint>& points) {
  Table table{{"batch",
               "placement",
               "backend",
               "workers",
               "steps",
               "wall_s",
               "h2d_s",
               "kernel_s",
               "d2h_s",
               "communication_s",
               "host_s",
               "unrecorded_s",
               "h2d_bytes",
               "h2d_bytes_per_s",
               "d2h_bytes",
               "d2h_bytes_per_s",
               "communication_bytes",
               "communication_bytes_per_s",
               "images_per_s",
               "epoch_time_s",
               "accuracy_test",
               "unprofiled_step_s",
               "failure"},
              {}};
  for (const ProfilePoint& point : points) {
    const StepProfile& p = point.profile;
    std::vector<std::string> row = {std::to_string(point.batch), point.placement, point.backend,
                                    std::to_string(point.workers)};
    if (point.failure.empty()) {
      row.push_back(std::to_string(p.steps));
      for (const double value :
           {p.wall_s, p.h2d_s, p.kernel_s, p.d2h_s, p.communication_s, p.host_s, p.unrecorded_s, p.h2d_bytes,
            bytes_per_s(p, ProfilePart::h2d), p.d2h_bytes, bytes_per_s(p, ProfilePart::d2h), p.communication_bytes,
            bytes_per_s(p, ProfilePart::communication), point.images_per_s, point.epoch_time_s})
        row.push_back(exact(value));
      row.push_back(point.accuracy_test ? exact(*point.accuracy_test) : "");
      row.push_back(point.unprofiled_step_s > 0.0 ? exact(point.unprofiled_step_s) : "");
    }
    row.resize(table.header.size() - 1);
    row.push_back(point.failure);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table profile_table(const std::vector<ProfilePoint>& points) {
  const bool placements = std::ranges::any_of(points, [](const ProfilePoint& p) { return !p.placement.empty(); });
  Table table;
  table.header = {say("batch")};
  if (placements) table.header.push_back(say("placement"));
  table.header.insert(table.header.end(), {say("step µs"), say("host-to-device"), say("kernel"), say("device-to-host"),
                                           say("communication"), say("host"), say("unrecorded")});
  const std::size_t moved = table.header.size();  // the columns of bytes: shown where any were moved
  table.header.insert(table.header.end(),
                      {say("bytes up"), "GB/s", say("bytes down"), "GB/s", say("bytes exchanged"), "GB/s"});
  const std::size_t not_moved = table.header.size();
  table.header.insert(table.header.end(), {say("images/s"), say("epoch s"), say("accuracy"), say("profiling's cost")});
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
  for (std::size_t c = not_moved; c-- > moved;) {
    if (std::ranges::any_of(table.rows, [&](const auto& row) { return row[c] != none; })) continue;
    const auto at = static_cast<std::ptrdiff_t>(c);
    table.header.erase(table.header.begin() + at);
    for (auto& row : table.rows) row.erase(row.begin() + at);
  }
  return table;
}

}  // namespace mlplab
