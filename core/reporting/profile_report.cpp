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

/// The rows under the nodes.
void add_sums(TableInTwoForms& table, const ProfilePoint& point) {
  if (table.shown.rows.empty()) return;
  const double wall_s = point.profile.wall_s;
  constexpr const char* rest = to_say("no node's: batch, loss, update, waiting");
  constexpr const char* whole = to_say("a step");
  for (const auto& [name, time_s] : {std::pair(rest, rest_s(point.profile)), std::pair(whole, wall_s)}) {
    auto& shown = table.shown.rows.emplace_back(table.shown.header.size(), none);
    auto& in_file = table.exact.rows.emplace_back(table.exact.header.size());
    shown[0] = say(name), in_file[0] = name;
    shown[8] = significant(1e3 * time_s), in_file[8] = exact(time_s);
    shown[9] = percent(time_s / wall_s), in_file[9] = exact(time_s / wall_s);
  }
}

/// The columns of bytes are shown where any were moved.
void leave_out_bytes(Table& table) {
  const auto at = [&](const std::string& title) {
    return std::ranges::find(table.header, title) - table.header.begin();
  };
  for (auto c = at(say("images/s")), first = at(say("bytes up")); c-- > first;) {
    if (std::ranges::any_of(table.rows, [&](const auto& row) { return row[static_cast<std::size_t>(c)] != none; }))
      continue;
    table.header.erase(table.header.begin() + c);
    for (auto& row : table.rows) row.erase(row.begin() + c);
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

TableInTwoForms node_table(const ProfilePoint& point) {
  TableInTwoForms table;
  const double wall_s = point.profile.wall_s;
  const auto add_time = [&](const std::string& title, const std::string& name, double time_s) {
    table.add(title, name, milliseconds(time_s), exact(time_s));
  };
  const auto add_known = [&](const std::string& title, const std::string& name, double value,
                             const std::string& words) {
    table.number(title, name, value > 0.0 ? value : not_known, words);
  };
  for (const NodeFigures& f : node_figures(point)) {
    table.begin_row();
    table.add(say("node"), "node", f.name);
    table.add(say("kind"), "kind", f.kind);
    table.add(say("shape"), "shape", to_string(f.shape));
    table.add(say("parameters"), "parameters", std::to_string(f.parameters));
    add_known(say("GFLOP a step"), "flop", f.flop, significant(1e-9 * f.flop));
    add_time(say("forward ms"), "forward_s", f.time.forward_s);
    add_time(say("to inputs ms"), "input_gradient_s", f.time.input_gradient_s);
    add_time(say("to weights ms"), "weight_gradient_s", f.time.weight_gradient_s);
    add_time("ms", "time_s", f.time.time_s());
    table.number(say("of the step"), "share", f.time.time_s() / wall_s, percent(f.time.time_s() / wall_s));
    add_known("GFLOP/s", "flop_per_s", f.flop_per_s, significant(1e-9 * f.flop_per_s));
    add_known(say("of peak"), "of_peak", f.of_peak, percent(f.of_peak, 2));
  }
  add_sums(table, point);
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

TableInTwoForms profile_table(const std::vector<ProfilePoint>& points) {
  const bool placements = std::ranges::any_of(points, [](const ProfilePoint& p) { return !p.placement.empty(); });
  TableInTwoForms table;
  for (const ProfilePoint& point : points) {
    const StepProfile& p = point.profile;
    const auto add = [&](const std::string& title, const std::string& name, const std::string& text,
                         const std::string& in_file) {
      const bool measured = point.failure.empty();
      table.add(title, name, measured ? text : none, measured ? in_file : "");
    };
    const auto add_part = [&](const std::string& title, const std::string& name, double time_s) {
      add(title, name, part(time_s, p.wall_s), exact(time_s));
    };
    const auto add_bytes = [&](const std::string& title, const std::string& name, double bytes, ProfilePart kind) {
      add(title, name, bytes > 0.0 ? significant(bytes) : none, exact(bytes));
      add("GB/s", name + "_per_s", gigabytes(bytes_per_s(p, kind)), exact(bytes_per_s(p, kind)));
    };
    table.begin_row();
    table.add(say("batch"), "batch", std::to_string(point.batch));
    table.add(placements ? say("placement") : "", "placement", point.placement);
    table.add("", "backend", point.backend);
    table.add("", "workers", std::to_string(point.workers));
    add("", "steps", "", std::to_string(p.steps));
    add(say("step µs"), "wall_s", microseconds(p.wall_s), exact(p.wall_s));
    add_part(say("host-to-device"), "h2d_s", p.h2d_s);
    add_part(say("kernel"), "kernel_s", p.kernel_s);
    add_part(say("device-to-host"), "d2h_s", p.d2h_s);
    add_part(say("communication"), "communication_s", p.communication_s);
    add_part(say("host"), "host_s", p.host_s);
    add_part(say("unrecorded"), "unrecorded_s", p.unrecorded_s);
    add_bytes(say("bytes up"), "h2d_bytes", p.h2d_bytes, ProfilePart::h2d);
    add_bytes(say("bytes down"), "d2h_bytes", p.d2h_bytes, ProfilePart::d2h);
    add_bytes(say("bytes exchanged"), "communication_bytes", p.communication_bytes, ProfilePart::communication);
    add(say("images/s"), "images_per_s", significant(point.images_per_s), exact(point.images_per_s));
    add(say("epoch s"), "epoch_time_s", significant(point.epoch_time_s), exact(point.epoch_time_s));
    add(say("accuracy"), "accuracy_test", point.accuracy_test ? percent(*point.accuracy_test, 4) : none,
        exact(point.accuracy_test.value_or(not_known)));
    add(say("profiling's cost"), "unprofiled_step_s", own_cost(point),
        point.unprofiled_step_s > 0.0 ? exact(point.unprofiled_step_s) : "");
    table.add("", "failure", point.failure);
  }
  leave_out_bytes(table.shown);
  return table;
}

}  // namespace mlplab
