#include "core/reporting/workshop_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"
#include "core/reporting/kernel_report.h"
#include "core/reporting/operations_report.h"
#include "core/workshop/cuda_counts.h"
#include "core/workshop/device.h"
#include "core/workshop/words.h"

namespace mlplab::workshop {
namespace {

constexpr std::size_t shown_versions = 6, shown_changes = 24;

std::string dash_or(double time_s) { return std::isnan(time_s) ? "–" : duration(time_s); }

/// Without the blanks that a line begins with.
std::string unindented(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  return begin == std::string::npos ? std::string() : line.substr(begin);
}

/// Where a call at n spends its time; '' for a kernel on this machine's processors.
std::string device_sentence(const OperationStudy& study, int n) {
  const MeasuredOperation* own = study.find(own_kernel, n);
  if (own == nullptr || !own->parts) return {};
  const DeviceParts& parts = *own->parts;
  return say(
      "Each part waited for, a call spends %1 on memory of the device, %2 on copies to it, %3 in kernels, %4 on copies "
      "back and %5 on the host.",
      duration(parts.memory_s), duration(parts.to_device_s), duration(parts.kernels_s), duration(parts.to_host_s),
      duration(parts.other_s));
}

/// How the kernel stands at n: beside the plain version, and beside the fastest rung.
std::string kernel_sentence(const OperationStudy& study, int n) {
  const MeasuredOperation* own = study.find(own_kernel, n);
  if (own == nullptr || !own->why_not.empty()) return {};
  std::string sentence = say("At n = %1 this kernel takes %2", n, duration(own->time_s));
  const MeasuredOperation* plain = study.find(plain_kernel, n);
  if (plain != nullptr && plain->why_not.empty())
    sentence += say(", %1 times as fast as the plain version", significant(plain->time_s / own->time_s));
  const MeasuredOperation* best = nullptr;
  for (const MeasuredOperation& point : study.points)
    if (point.n == n && point.variant != own_kernel && point.variant != plain_kernel && point.why_not.empty() &&
        (best == nullptr || point.time_s < best->time_s))
      best = &point;
  if (best != nullptr)
    sentence += say("; the fastest backend, %1, takes %2", study.variant(best->variant)->title, duration(best->time_s));
  return sentence + ".";
}

}  // namespace

Table class_table(std::vector<CheckedFolder> all) {
  const auto task = [](const CheckedFolder& one) { return one.work ? one.work->task->name : std::string(); };
  std::ranges::stable_sort(all, [&](const CheckedFolder& a, const CheckedFolder& b) {
    if (a.right() != b.right()) return a.right();
    if (task(a) != task(b)) return task(a) < task(b);
    return a.right() && a.time_s < b.time_s;
  });
  Table table{{say("folder"), say("task"), say("language"), say("right"), say("time"), say("times as fast as plain"),
               say("first fault, or note")},
              {}};
  for (const CheckedFolder& one : all) {
    std::string fault = one.why_not;
    if (one.check && !one.check->faults.empty())
      fault = in_words(*one.work, one.check->faults.front());
    else if (one.check && !one.check->notes.empty())
      fault = one.check->notes.front();
    const bool timed = one.n > 0 && !std::isnan(one.time_s);
    table.rows.push_back({one.folder, task(one), one.work ? say(one.work->language->title) : "",
                          one.right() ? say("right")
                          : one.check ? say("wrong")
                                      : say("not checked"),
                          timed ? duration(one.time_s) + " (n = " + std::to_string(one.n) + ")" : "–",
                          timed && one.plain_s > 0.0 ? significant(one.plain_s / one.time_s) : "–", fault});
  }
  return table;
}

Table count_table(const Work& work, const CudaReport& report) {
  std::vector<std::string> source;
  if (file_at(work.source())) source = parts_of(read_file(work.source()), '\n');
  Table table{
      {say("line"), say("source"), say("what a GPU would do"), say("counted"), say("of, or at least"), say("ratio")},
      {}};
  for (const CountRow& row : count_rows(work, report)) {
    const bool known = row.line > 0 && static_cast<std::size_t>(row.line) <= source.size();
    table.rows.push_back({row.line > 0 ? std::to_string(row.line) : "–",
                          known ? unindented(source[static_cast<std::size_t>(row.line) - 1]) : "–", row.what,
                          std::to_string(row.counted), std::to_string(row.against), row.ratio});
  }
  return table;
}

std::vector<std::string> count_lines(const CheckedFolder& one) {
  if (!one.check || !one.check->counts) return {};
  const Table table = count_table(*one.work, *one.check->counts);
  if (table.rows.empty()) return {};
  return {"", say("Counted over all %1 calls, no time among it:", one.check->cases), "", to_markdown(table)};
}

nlohmann::ordered_json checked_json(const CheckedFolder& one) {
  if (!one.check) return {{"folder", one.folder}, {"right", false}, {"why_not", one.why_not}};
  nlohmann::ordered_json json = check_json(*one.work, *one.check);
  if (one.n > 0) {
    json["n"] = one.n;
    json["time_s"] = finite_or_null<nlohmann::ordered_json>(one.time_s);
    json["plain_s"] = finite_or_null<nlohmann::ordered_json>(one.plain_s);
  }
  return json;
}

std::vector<std::string> timed_sentences(const Work& work, const OperationStudy& study, const Ceilings& ceilings) {
  std::vector<std::string> lines;
  if (const std::optional<int> n = compared_size(study)) {
    lines.push_back(kernel_sentence(study, *n));
    lines.push_back(device_sentence(study, *n));
  }
  for (std::string& sentence : kernel_roofline_sentences(roofline_points(*work.task, study), ceilings))
    lines.push_back(std::move(sentence));
  for (const std::string& note : operation_notes(study)) lines.push_back(note);
  for (const std::string& warning : in_words(study.warnings)) lines.push_back(warning);
  std::erase(lines, std::string());
  return lines;
}

Table device_parts_table(const OperationStudy& study) {
  Table table{{"n", say("the whole call"), say("memory of the device"), say("to the device"), say("kernels"),
               say("to the host"), say("on the host")},
              {}};
  for (const MeasuredOperation& point : study.points) {
    if (point.variant != own_kernel || !point.parts) continue;
    const DeviceParts& parts = *point.parts;
    table.rows.push_back({std::to_string(point.n), duration(point.time_s), duration(parts.memory_s),
                          duration(parts.to_device_s), duration(parts.kernels_s), duration(parts.to_host_s),
                          duration(parts.other_s)});
  }
  return table;
}

Table version_table(const std::vector<Version>& versions) {
  std::vector<int> sizes;
  for (const Version& version : versions)
    for (const TimedPoint& point : version.points)
      if (std::ranges::find(sizes, point.n) == sizes.end()) sizes.push_back(point.n);
  std::ranges::sort(sizes);
  Table table{{say("version"), say("date"), say("machine")}, {}};
  for (const int n : sizes) table.header.push_back("n = " + std::to_string(n));
  for (std::size_t v = first_shown_version(versions) - 1; v < versions.size(); ++v) {
    std::vector<std::string> row = {std::to_string(v + 1), versions[v].date, versions[v].machine};
    for (const int n : sizes) {
      const auto found = std::ranges::find(versions[v].points, n, &TimedPoint::n);
      row.push_back(found == versions[v].points.end() ? "–" : dash_or(found->time_s));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::size_t first_shown_version(const std::vector<Version>& versions) {
  return versions.size() > shown_versions ? versions.size() - shown_versions + 1 : 1;
}

std::vector<std::string> changes_in_words(const std::vector<Version>& versions, std::size_t version) {
  if (version < 2 || version > versions.size()) return {};
  std::vector<std::string> changed =
      changed_lines(versions[version - 2].fingerprint, versions[version - 1].fingerprint);
  const std::size_t count = changed.size();
  if (changed.size() > shown_changes) changed.resize(shown_changes);
  changed.insert(changed.begin(), say("%1 changed from version %2 to %3:",
                                      mlplab::count_of(static_cast<long long>(count), "line"), version - 1, version));
  return changed;
}

std::vector<std::string> timed_lines(const Work& work, const OperationStudy& study, const Ceilings& ceilings) {
  std::vector<std::string> lines = {to_markdown(operation_times(study))};
  if (const std::optional<int> n = compared_size(study)) {
    lines.push_back(say("At n = %1, each verified before it was timed:", *n));
    lines.push_back("");
    lines.push_back(to_markdown(operation_comparison(study, *n, false)));
  }
  if (const Table parts = device_parts_table(study); !parts.rows.empty())
    lines.insert(lines.end(), {say("Where the time of a call goes, each part waited for:"), "", to_markdown(parts)});
  const std::vector<KernelPoint> points = roofline_points(*work.task, study);
  if (!points.empty())
    lines.insert(lines.end(), {say("The kernel under the ceilings of this machine:"), "",
                               to_markdown(kernel_roofline_table(points, ceilings))});
  for (std::string& sentence : timed_sentences(work, study, ceilings)) lines.push_back(std::move(sentence));
  const std::vector<Version> versions = read_versions(work);
  if (versions.size() < 2) return lines;
  lines.push_back(say("The versions of this kernel (%1):", versions_file));
  lines.push_back("");
  lines.push_back(to_markdown(version_table(versions)));
  for (std::string& line : changes_in_words(versions, versions.size())) lines.push_back(std::move(line));
  return lines;
}

nlohmann::ordered_json timed_json(const Work& work, const OperationStudy& study, const Ceilings& ceilings) {
  nlohmann::ordered_json json = {{"folder", work.folder.string()},
                                 {"task", work.task->name},
                                 {"language", work.language->name},
                                 {"machine", machine_of(work)},
                                 {"workers", ceilings.workers}};
  json.update(kernel_roofline_json(roofline_points(*work.task, study), ceilings));
  json["study"] = operation_study_json(study);
  json["device_parts"] = nlohmann::ordered_json::array();
  for (const MeasuredOperation& point : study.points)
    if (point.variant == own_kernel && point.parts)
      json["device_parts"].push_back({{"n", point.n},
                                      {"memory_s", point.parts->memory_s},
                                      {"to_device_s", point.parts->to_device_s},
                                      {"kernels_s", point.parts->kernels_s},
                                      {"to_host_s", point.parts->to_host_s},
                                      {"other_s", point.parts->other_s}});
  json["versions"] = read_versions(work).size();
  return json;
}

}  // namespace mlplab::workshop
