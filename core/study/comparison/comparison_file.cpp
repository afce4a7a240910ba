// A run has its events, as in a run's folder.
#include "core/study/comparison/comparison_file.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/members.h"
#include "core/study/store.h"

namespace mlplab {

namespace {

constexpr const char* comparison_format = "mlplab-comparison-2";
constexpr const char* whole_format = "mlplab-comparison-1";  // before 2026-11-28
constexpr std::size_t kept_steps = 200;                      // of a run; charts are a few hundred pixels wide

nlohmann::json events_of(const RunLog& log) {
  nlohmann::json events = nlohmann::json::array();
  const auto add = [&](const Event& event) { events.push_back(parse_json(to_line(event))); };
  add(log.started);
  const std::size_t every = log.steps.size() / kept_steps + 1;
  for (std::size_t i = every - 1; i < log.steps.size(); i += every) add(log.steps[i]);
  for (const EpochDone& epoch : log.epochs) add(epoch);
  for (const std::string& warning : log.warnings) add(Warned{warning});
  if (log.ended) add(*log.ended);
  return events;
}

RunLog log_of_events(const nlohmann::json& events) {
  RunLog log;
  for (const nlohmann::json& one : events) {  // texts in files of before
    const std::optional<Event> event = parse_line(one.is_string() ? one.get<std::string>() : dump_json(one));
    if (event && std::holds_alternative<RunStarted>(*event)) check_workers(std::get<RunStarted>(*event));
    if (event) log.apply(*event);
  }
  return log;
}

constexpr auto measured_members = [](auto& file, auto& run) {
  run_memory_members(file, run.memory);
  if (file.has("step", run.step.known())) file.object("step", run.step, run_step_members);
};

nlohmann::json json_of_run(const std::string& backend, const ComparisonRun& run) {
  nlohmann::json json{{"backend", backend},
                      {"round", run.round},
                      {"noise", run.noise},
                      {"wall_s", finite_or_null(run.wall_s)},
                      {"events", events_of(run.log)}};
  json.update(json_of(run, measured_members));
  return json;
}

ComparisonRun run_of_json(const nlohmann::json& json) {
  ComparisonRun run{read_count<int>(json, "round"), log_of_events(json.at("events")),
                    json.at("noise").get<std::vector<Finding>>()};
  if (json.contains("wall_s")) run.wall_s = read_amount(json, "wall_s");
  read_from(json, run, measured_members);
  // Older files say it beside the words, which may be in any language.
  if (json.value("oversubscribed", false) && !run.noise.empty()) run.noise[0].code = Finding::oversubscribed;
  return run;
}

constexpr auto row_members = [](auto& file, auto& row) {
  file.plain("backend", row.backend);
  file.plain("title", row.title);
  file.plain("technology", row.technology);
  file.plain("parallelism", row.parallelism);
  file.count("workers", row.workers);
  file.plain("available", row.available);
  file.plain("reason", row.reason);
  file.plain("incomplete", row.incomplete);
};

/// The members that change while it is measured, besides the runs. A later line has those that are other than before.
nlohmann::json state_of(const Comparison& comparison) {
  nlohmann::json rows = nlohmann::json::array();
  for (const ComparisonRow& row : comparison.rows) rows.push_back(json_of(row, row_members));
  nlohmann::json state{{"baseline", comparison.spec.baseline},
                       {"noise_before", comparison.noise_before},
                       {"noise_during", comparison.noise_during},
                       {"rows", rows}};
  if (comparison.rounding) state["rounding"] = *comparison.rounding;
  return state;
}

nlohmann::json head_json(const Comparison& comparison) {
  const ComparisonSpec& spec = comparison.spec;
  return {{"format", comparison_format},
          {"base", spec.base},
          {"backends", spec.backends},
          {"repeats", spec.repeats},
          {"target_accuracy", spec.target_accuracy},
          {"measured_on", comparison.machine}};
}

/// A comparison as its lines tell it. Rows are said anew where they change, so the runs join them at the end.
class Reading {
 public:
  void take_head(const nlohmann::json& head) {
    head.at("base").get_to(read_.spec.base);
    head.at("backends").get_to(read_.spec.backends);
    read_.spec.repeats = read_count<int>(head, "repeats", 1);
    read_.spec.target_accuracy = read_share(head, "target_accuracy");
    read_.machine.cpu = head.value("machine", std::string());  // all that older files say
    if (head.contains("measured_on")) head.at("measured_on").get_to(read_.machine);
    for (const char* member : {"baseline", "noise_before", "noise_during", "rows"}) (void)head.at(member);
    take_line(head);
    for (const nlohmann::json& row : head.at("rows"))  // older files have the runs in their rows
      for (const nlohmann::json& run : row.value("runs", nlohmann::json::array())) take_run(row.at("backend"), run);
  }

  void take_line(const nlohmann::json& line) {
    const auto is_there = [&](const char* member) { return line.contains(member); };
    if (is_there("baseline")) line.at("baseline").get_to(read_.spec.baseline);
    if (is_there("noise_before")) line.at("noise_before").get_to(read_.noise_before);
    if (is_there("noise_during")) line.at("noise_during").get_to(read_.noise_during);
    if (is_there("rounding")) read_.rounding = line.at("rounding").get<Rounding>();
    if (is_there("rows")) take_rows(line.at("rows"));
    if (is_there("run")) take_run(line.at("run").at("backend"), line.at("run"));
  }

  Comparison comparison() {
    for (auto& [backend, run] : runs_)
      if (ComparisonRow* row = row_of(backend)) add_run(*row, std::move(run), read_.spec.target_accuracy);
    return std::move(read_);
  }

 private:
  ComparisonRow* row_of(const std::string& backend) {
    const auto found = std::ranges::find(read_.rows, backend, &ComparisonRow::backend);
    return found == read_.rows.end() ? nullptr : &*found;
  }

  void take_rows(const nlohmann::json& rows) {
    read_.rows.clear();
    for (const nlohmann::json& one : rows) read_from(one, read_.rows.emplace_back(), row_members);
  }

  void take_run(const std::string& backend, const nlohmann::json& run) {
    if (row_of(backend) == nullptr) throw InputError(say("there is no row of '%1'", backend));
    runs_.emplace_back(backend, run_of_json(run));
  }

  Comparison read_;
  std::vector<std::pair<std::string, ComparisonRun>> runs_;
};

/// Files of before are one object with the runs in their rows: then that is all there is.
bool is_whole(const nlohmann::json& head) { return head.at("format") == whole_format; }

}  // namespace

std::filesystem::path new_comparison_file(const std::filesystem::path& folder) {
  return free_path(folder, date_stamp(), ".json");
}

Comparison read_comparison(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  Reading reading;
  std::vector<std::string_view> lines;
  try {
    const nlohmann::json head = head_of(text);
    if (head.is_null()) throw InputError(why_not_json(text.substr(0, text.find('\n'))));
    if (!is_whole(head) && head.at("format") != comparison_format)
      throw InputError(say("its format is not %1", comparison_format));
    reading.take_head(head);
    if (!is_whole(head)) lines = whole_lines(text);
  } catch (const std::exception& error) {
    throw InputError(say("%1 is no comparison that this version can read: %2", file.string(), fault_of(error)));
  }
  read_lines(file, lines, 2,
             to_say("%1, line %2 is not a run of a comparison: %3; remove the line to go on without it"),
             [&](const nlohmann::json& line) { reading.take_line(line); });
  return reading.comparison();
}

void save_comparison(const std::filesystem::path& file, const Comparison& comparison) {
  std::vector<nlohmann::json> lines = {head_json(comparison)};
  lines[0].update(state_of(comparison));
  for (const ComparisonRow& row : comparison.rows)
    for (const ComparisonRun& run : row.runs) lines.push_back({{"run", json_of_run(row.backend, run)}});
  make_folder(file.parent_path());
  write_file_atomically(file, text_of_lines(lines));
}

bool ComparisonStore::goes_on() const {
  if (!anything_at(file_)) return false;
  const nlohmann::json head = head_of(read_file(file_));
  return head.is_object() && !is_whole(head);
}

void ComparisonStore::note(const Comparison& comparison) {
  state_ = state_of(comparison);
  for (const ComparisonRow& row : comparison.rows)
    for (const ComparisonRun& run : row.runs) runs_.emplace(row.backend, run.round);
}

void ComparisonStore::keep(const Comparison& comparison) {
  if (state_.is_null() && goes_on()) note(read_comparison(file_));
  if (state_.is_null())
    save_comparison(file_, comparison);
  else
    append_lines(file_, lines_of(comparison));
  note(comparison);
}

/// A change of the rows stands before the runs of new ones.
std::vector<nlohmann::json> ComparisonStore::lines_of(const Comparison& comparison) const {
  std::vector<nlohmann::json> lines;
  for (const ComparisonRow& row : comparison.rows)
    for (const ComparisonRun& run : row.runs)
      if (!runs_.contains({row.backend, run.round})) lines.push_back({{"run", json_of_run(row.backend, run)}});
  const nlohmann::json state = state_of(comparison);
  nlohmann::json changed = nlohmann::json::object();
  for (const auto& [member, value] : state.items())
    if (!state_.contains(member) || state_.at(member) != value) changed[member] = value;
  if (lines.empty() && !changed.empty()) lines.push_back(nlohmann::json::object());
  if (!lines.empty()) lines.front().update(changed);
  return lines;
}

std::vector<std::filesystem::path> kept_comparisons(const std::filesystem::path& folder, std::size_t most) {
  std::vector<std::filesystem::path> files = files_in(folder, ".json");
  std::ranges::sort(files, std::greater<>(), [](const std::filesystem::path& file) { return file.stem(); });
  if (files.size() > most) files.resize(most);
  return files;
}

}  // namespace mlplab
