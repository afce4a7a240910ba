// Timelines in the 'Trace Event Format' of Chrome's about:tracing, which Perfetto opens: one process per point, one
// thread per track, one complete event ('X') per span. Times are microseconds.

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/study/profile/profile_study.h"

namespace mlplab {
namespace {

nlohmann::json named(const char* what, int process, int thread, const std::string& name) {
  return {{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

nlohmann::json event(const ProfileSpan& span, int process) {
  const double length_s = span.end_s - span.start_s;
  nlohmann::json args = {{"step", span.step}};
  if (span.bytes > 0) args["bytes"] = span.bytes;
  if (span.bytes > 0 && length_s > 0.0) args["GB/s"] = 1e-9 * static_cast<double>(span.bytes) / length_s;
  return {{"ph", "X"},
          {"name", span.operation},
          {"cat", to_string(span.part)},
          {"pid", process},
          {"tid", span.track + 1},
          {"ts", 1e6 * span.start_s},
          {"dur", 1e6 * length_s},
          {"args", args}};
}

}  // namespace

void save_chrome_trace(const std::filesystem::path& file, const std::vector<ProfilePoint>& points) {
  nlohmann::json events = nlohmann::json::array();
  int process = 0;
  for (const ProfilePoint& point : points) {
    if (point.profile.spans.empty()) continue;
    ++process;
    const std::string name = point.backend + (point.placement.empty() ? "" : ", " + point.placement) + ", batch " +
                             std::to_string(point.batch);
    events.push_back(named("process_name", process, 0, name));
    for (std::size_t t = 0; t < point.profile.tracks.size(); ++t) {
      const int thread = static_cast<int>(t) + 1;
      events.push_back(named("thread_name", process, thread, point.profile.tracks[t].name));
      events.push_back({{"ph", "M"},
                        {"name", "thread_sort_index"},
                        {"pid", process},
                        {"tid", thread},
                        {"args", {{"sort_index", thread}}}});
    }
    for (const ProfileSpan& span : point.profile.spans) events.push_back(event(span, process));
  }
  if (process == 0) throw InputError(say("there is no timeline to write to %1; no step was recorded", file.string()));
  const nlohmann::json trace = {{"traceEvents", events}, {"displayTimeUnit", "ns"}};
  write_file_atomically(file, dump_json(trace) + "\n");
}

void save_chrome_trace(const std::filesystem::path& file, const ProfilePoint& point) {
  save_chrome_trace(file, std::vector{point});
}

}  // namespace mlplab
