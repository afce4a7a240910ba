// A run is the lines of its events, as in a run's folder.
#include "core/study/comparison/comparison_file.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/figures.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

namespace {

constexpr const char* comparison_format = "mlplab-comparison-1";
constexpr std::size_t kept_steps = 200;  // of a run; charts are a few hundred pixels wide

nlohmann::json lines_of(const RunLog& log) {
  nlohmann::json lines = nlohmann::json::array();
  lines.push_back(to_line(log.started));
  const std::size_t every = log.steps.size() / kept_steps + 1;
  for (std::size_t i = every - 1; i < log.steps.size(); i += every) lines.push_back(to_line(log.steps[i]));
  for (const EpochDone& epoch : log.epochs) lines.push_back(to_line(epoch));
  for (const std::string& warning : log.warnings) lines.push_back(to_line(Warned{warning}));
  if (log.ended) lines.push_back(to_line(*log.ended));
  return lines;
}

RunLog log_of_lines(const nlohmann::json& lines) {
  RunLog log;
  for (const nlohmann::json& line : lines) {
    const std::optional<Event> event = parse_line(line.get<std::string>());
    if (event && std::holds_alternative<RunStarted>(*event)) check_workers(std::get<RunStarted>(*event));
    if (event) log.apply(*event);
  }
  return log;
}

nlohmann::json json_of_row(const ComparisonRow& row) {
  nlohmann::json runs = nlohmann::json::array();
  for (const ComparisonRun& run : row.runs) {
    runs.push_back({{"round", run.round},
                    {"noise", run.noise},
                    {"wall_s", finite_or_null(run.wall_s)},
                    {"events", lines_of(run.log)}});
  }
  return {{"backend", row.backend},         {"title", row.title},           {"technology", row.technology},
          {"parallelism", row.parallelism}, {"workers", row.workers},       {"available", row.available},
          {"reason", row.reason},           {"incomplete", row.incomplete}, {"runs", runs}};
}

ComparisonRow row_of_json(const nlohmann::json& in, double target_accuracy) {
  ComparisonRow row;
  in.at("backend").get_to(row.backend);
  in.at("title").get_to(row.title);
  in.at("technology").get_to(row.technology);
  in.at("parallelism").get_to(row.parallelism);
  row.workers = read_count<int>(in, "workers");
  in.at("available").get_to(row.available);
  in.at("reason").get_to(row.reason);
  in.at("incomplete").get_to(row.incomplete);
  for (const nlohmann::json& run : in.at("runs")) {
    ComparisonRun one{read_count<int>(run, "round"), log_of_lines(run.at("events")),
                      run.at("noise").get<std::vector<Finding>>()};
    if (run.contains("wall_s")) one.wall_s = read_amount(run, "wall_s");
    // Older files say it beside the words, which may be in any language.
    if (run.value("oversubscribed", false) && !one.noise.empty()) one.noise[0].code = Finding::oversubscribed;
    add_run(row, std::move(one), target_accuracy);
  }
  return row;
}

}  // namespace

std::filesystem::path new_comparison_file(const std::filesystem::path& folder) {
  return free_path(folder, date_stamp(), ".json");
}

void save_comparison(const std::filesystem::path& file, const Comparison& comparison) {
  nlohmann::json rows = nlohmann::json::array();
  for (const ComparisonRow& row : comparison.rows) rows.push_back(json_of_row(row));
  const ComparisonSpec& spec = comparison.spec;
  nlohmann::json out{{"format", comparison_format},
                     {"base", spec.base},
                     {"backends", spec.backends},
                     {"repeats", spec.repeats},
                     {"target_accuracy", spec.target_accuracy},
                     {"baseline", spec.baseline},
                     {"noise_before", comparison.noise_before},
                     {"noise_during", comparison.noise_during},
                     {"machine", comparison.machine.cpu},
                     {"measured_on", comparison.machine},
                     {"rows", rows}};
  if (comparison.rounding) out["rounding"] = *comparison.rounding;
  make_folder(file.parent_path());
  write_file_atomically(file, dump_json(out) + "\n", false);
}

Comparison read_comparison(const std::filesystem::path& file) {
  try {
    const nlohmann::json in = parse_json(read_file(file));
    if (in.at("format") != comparison_format) throw InputError(say("its format is not %1", comparison_format));
    Comparison comparison;
    in.at("base").get_to(comparison.spec.base);
    in.at("backends").get_to(comparison.spec.backends);
    comparison.spec.repeats = read_count<int>(in, "repeats", 1);
    comparison.spec.target_accuracy = read_share(in, "target_accuracy");
    in.at("baseline").get_to(comparison.spec.baseline);
    in.at("noise_before").get_to(comparison.noise_before);
    in.at("noise_during").get_to(comparison.noise_during);
    comparison.machine.cpu = in.value("machine", std::string());  // all that older files say
    if (in.contains("measured_on")) in.at("measured_on").get_to(comparison.machine);
    if (in.contains("rounding")) comparison.rounding = in.at("rounding").get<Rounding>();
    for (const nlohmann::json& row : in.at("rows")) {
      comparison.rows.push_back(row_of_json(row, comparison.spec.target_accuracy));
    }
    return comparison;
  } catch (const std::exception& error) {
    throw InputError(say("%1 is no comparison that this version can read: %2", file.string(), fault_of(error)));
  }
}

std::vector<std::filesystem::path> kept_comparisons(const std::filesystem::path& folder, std::size_t most) {
  std::vector<std::filesystem::path> files = files_in(folder, ".json");
  std::ranges::sort(files, std::greater<>(), [](const std::filesystem::path& file) { return file.stem(); });
  if (files.size() > most) files.resize(most);
  return files;
}

}  // namespace mlplab
