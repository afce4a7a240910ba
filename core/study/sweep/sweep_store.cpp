// Older files lack members and have others: what reads them says which.
#include "core/study/sweep/sweep_store.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/figures.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/members.h"
#include "core/base/numbers.h"
#include "core/launch/execute.h"
#include "core/run/run_lock.h"
#include "core/run/run_record.h"
#include "core/study/store.h"

namespace mlplab {

namespace {

namespace fs = std::filesystem;

constexpr const char* sweep_format = "mlplab-sweep-2";
constexpr const char* heights_first_format = "mlplab-sweep-1";  // resolutions as height × width
constexpr const char* spec_name = "sweep.json";
constexpr const char* runs_name = "runs.jsonl";
// {value: Rounding}; '' for all where they train the same. With a second axis {its value + across_separator + that}.
constexpr const char* sweep_rounding_name = "rounding.json";
constexpr const char* across_separator = " | ";

constexpr std::pair<const char*, std::vector<double> SweepRun::*> accuracies_by_epoch[] = {
    {"accuracies", &SweepRun::accuracies},
    {"accuracies_test", &SweepRun::accuracies_test},
    {"accuracies_validation", &SweepRun::accuracies_validation}};

bool any_known(const std::vector<double>& values) {
  return std::ranges::any_of(values, [](double value) { return std::isfinite(value); });
}

constexpr auto run_members = [](auto& file, auto& run) {
  file.plain("value", run.value);
  if (file.has("across", !run.across.empty())) file.plain("across", run.across);
  file.count("repeat", run.repeat, reference_repeat);
  file.plain("started", run.started);
  file.count("workers", run.workers);
  if (file.has("host_threads")) file.count("host_threads", run.host_threads);
  file.count("batch", run.batch);
  file.plain("device", run.device);
  file.plain("dataset_hash", run.dataset_hash);
  file.amounts("epoch_times_s", run.epoch_times_s);
  file.amount("time_s", run.time_s);
  file.amount("images_per_s", run.images_per_s);
  if (file.has("test_time_s")) file.amount("test_time_s", run.test_time_s);
  if (file.has("validation_time_s")) file.amount("validation_time_s", run.validation_time_s);
  file.amount("wall_s", run.wall_s);
  file.figure("loss_epoch1", run.loss_epoch1);
  file.figure("loss_train", run.loss_train);
  if (file.has("steps_per_epoch")) file.count("steps_per_epoch", run.steps_per_epoch);
  if (file.has("losses")) file.figures("losses", run.losses);
  if (file.has("losses_test")) file.figures("losses_test", run.losses_test);
  if (file.has("losses_validation", any_known(run.losses_validation)))
    file.figures("losses_validation", run.losses_validation);
  for (const auto& [name, shares] : accuracies_by_epoch)
    if (file.has(name, any_known(run.*shares))) file.shares(name, run.*shares);
  file.share("accuracy_test", run.accuracy_test);
  if (file.has("energy")) file.plain("energy", run.energy);
  file.plain("warnings", run.warnings);
  if (file.has("session")) file.plain("session", run.session);
  if (file.has("session_noise")) file.plain("session_noise", run.session_noise);
  if (file.has("tests_s", run.tests_s.has_value())) file.amount("tests_s", run.tests_s);
  if (file.has("validations_s", run.validations_s.has_value())) file.amount("validations_s", run.validations_s);
  file.plain("failure", run.failure);
  run_memory_members(file, run.memory);
  if (file.has("step", run.step.known())) file.object("step", run.step, run_step_members);
};

/// Throws InputError where a run's batch or workers are not those that its point asks for.
void check_as_asked(const SweepRun& run, const SweepSpec& spec) {
  const auto at = std::ranges::find(spec.values, run.value);
  if (!run.done() || at == spec.values.end()) return;
  const auto point = static_cast<std::size_t>(at - spec.values.begin());
  RunStarted started{.spec = run.repeat == reference_repeat ? reference_of(spec, point) : run_of(spec, point)};
  started.workers = run.workers;
  check_workers(started);
  if (run.batch != started.spec.batch) refuse_figure("batch", run.batch, to_say("another number was asked for"));
}

std::vector<SweepRun> read_runs(const fs::path& file, const SweepSpec& spec) {
  std::vector<SweepRun> runs;
  const std::vector<SweepSpec> slices = slices_of(spec);
  const auto check = [&](const SweepRun& run) {
    for (std::size_t slice = 0; slice < slices.size(); ++slice)
      if (run.across == across_of(spec, slice)) check_as_asked(run, slices[slice]);
  };
  const std::string text = read_file(file);
  read_lines(file, whole_lines(text), 1,
             to_say("%1, line %2 is not a run of a sweep: %3; remove the line to go on without it"),
             [&](const nlohmann::json& line) { check(runs.emplace_back(line.get<SweepRun>())); });
  return runs;
}

std::map<std::string, Rounding> read_rounding(const fs::path& file) {
  if (!anything_at(file)) return {};
  try {
    return parse_json(read_file(file)).get<std::map<std::string, Rounding>>();
  } catch (const nlohmann::json::exception&) {
    throw InputError(
        say("%1 does not say how far rounding moves losses; remove it to go on without it", file.string()));
  }
}

}  // namespace

void to_json(nlohmann::json& json, const SweepRun& run) {
  json = json_of(run, run_members);
  json["verification"] = nlohmann::json::array();
  for (const Verification state : run.verifications) json["verification"].push_back(to_string(state));
}

void from_json(const nlohmann::json& json, SweepRun& run) {
  run = {};
  read_from(json, run, run_members);
  for (const auto& state : json.value("verification", nlohmann::json::array()))
    run.verifications.push_back(parse_verification(state.get<std::string>()));
  if (json.value("refuted", false)) run.verifications = {Verification::refuted};  // all that older files say
}

RunLog log_of(const SweepRun& run, const RunSpec& spec) {
  const BackendEntry* entry = known_backend(spec.backend);
  const bool own = entry != nullptr && entry->program == nullptr;
  RunLog log;
  log.started.spec = spec;
  log.started.workers = run.workers;
  log.started.steps_per_epoch = run.steps_per_epoch;
  // Files of before 2026-11-22 have the first epoch's loss alone.
  const std::vector<double> losses = run.losses.empty() ? std::vector<double>{run.loss_epoch1} : run.losses;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    EpochDone& epoch = log.epochs.emplace_back();
    epoch.epoch = static_cast<int>(i) + 1;
    epoch.loss_train = losses[i];
    const auto known = [i](const std::vector<double>& figures) {
      return i < figures.size() && std::isfinite(figures[i]) ? std::optional(figures[i]) : std::nullopt;
    };
    epoch.accuracy_train = known(run.accuracies).value_or(not_known);
    epoch.loss_test = known(run.losses_test);
    epoch.accuracy_test = known(run.accuracies_test);
    epoch.loss_validation = known(run.losses_validation);
    epoch.accuracy_validation = known(run.accuracies_validation);
    epoch.verification = i < run.verifications.size() ? run.verifications[i]
                         : own                        ? Verification::not_needed
                                                      : Verification::not_verified;
  }
  log.ended = RunEnded{.status = run.failure.empty() ? RunStatus::done : RunStatus::failed};
  return log;
}

double whole_step_s(const SweepRun& run) { return run.batch / run.images_per_s; }

std::string difference_of(const std::vector<SweepRun>& kept, const SweepRun& now) {
  const auto other = std::ranges::find_if(kept, [&](const SweepRun& run) {
    // A reference is computed by another backend than the repeats of its value.
    const bool same_kind = (run.repeat == reference_repeat) == (now.repeat == reference_repeat);
    return run.done() && run.value == now.value && run.across == now.across && same_kind && run.device != now.device;
  });
  return other == kept.end() ? "" : other_here(to_say("the device"), other->device, now.device);
}

namespace {

std::string sides_interchanged(const std::string& size) {
  const std::size_t middle = size.find('x');
  return middle == std::string::npos ? size : size.substr(middle + 1) + "x" + size.substr(0, middle);
}

}  // namespace

SweepStore SweepStore::create(const fs::path& folder, const SweepSpec& spec) {
  validate(spec);
  make_folder(folder);
  const RunLock lock(folder);  // of two programs that begin at once one is refused
  if (anything_at(folder / spec_name)) {
    throw InputError(say("%1 holds a sweep already; name another folder, or resume it with --resume", folder.string()));
  }
  SweepStore store;
  store.folder_ = fs::absolute(folder).lexically_normal();
  if (!store.folder_.has_filename()) store.folder_ = store.folder_.parent_path();
  store.spec_ = spec;
  make_paths_absolute(store.spec_.base);
  store.machine_ = this_machine();
  const nlohmann::json json = {{"format", sweep_format}, {"spec", store.spec_}, {"machine", store.machine_}};
  write_file_atomically(store.folder_ / runs_name, "");
  write_file_atomically(store.folder_ / spec_name, dump_json(json, 2) + "\n");
  return store;
}

SweepStore SweepStore::open(const fs::path& folder) {
  SweepStore store;
  store.folder_ = fs::absolute(folder).lexically_normal();
  if (!store.folder_.has_filename()) store.folder_ = store.folder_.parent_path();
  const fs::path file = store.folder_ / spec_name;
  try {
    const nlohmann::json json = parse_json(read_file(file));
    store.heights_first_ = json.at("format") == heights_first_format;
    if (!store.heights_first_ && json.at("format") != sweep_format)
      throw InputError(say("its format is not %1", sweep_format));
    store.spec_ = json.at("spec").get<SweepSpec>();
    store.machine_ = json.at("machine").get<MeasuredMachine>();
    check_figures(store.spec_);
  } catch (const nlohmann::json::exception& error) {
    throw InputError(say("%1 is not a sweep's file: %2", file.string(), error.what()));
  } catch (const Error& error) {
    if (std::string_view(error.what()).find(file.string()) != std::string_view::npos) throw;  // it cannot be read
    throw InputError(say("%1 is not a sweep's file: %2", file.string(), fault_of(error)));
  }
  store.runs_ = read_runs(store.folder_ / runs_name, store.spec_);
  store.rounding_ = read_rounding(store.folder_ / sweep_rounding_name);
  if (store.heights_first_ && store.spec_.axis == SweepAxis::resolution) {
    for (std::string& value : store.spec_.values) value = sides_interchanged(value);
    store.spec_.baseline = sides_interchanged(store.spec_.baseline);
    for (SweepRun& run : store.runs_) run.value = sides_interchanged(run.value);
  }
  for (SweepRun& run : store.runs_) {
    // Older versions divided the epoch by its steps.
    const bool whole = store.spec_.scaling == Scaling::weak && std::isfinite(run.images_per_s) && run.batch > 0;
    if (whole) run.time_s = whole_step_s(run);
  }
  return store;
}

void SweepStore::append(const SweepRun& run) {
  SweepRun line = run;  // as the other lines of its file
  if (heights_first_ && spec_.axis == SweepAxis::resolution) line.value = sides_interchanged(line.value);
  append_lines(folder_ / runs_name, {nlohmann::json(line)});
  runs_.push_back(run);
}

SweepStore SweepStore::slice(std::size_t slice) const {
  if (!spec_.across) return *this;
  SweepStore part;
  part.folder_ = folder_;
  part.spec_ = slices_of(spec_).at(slice);
  part.machine_ = machine_;
  part.goes_on_ = goes_on_;
  const std::string value = across_of(spec_, slice);
  for (const SweepRun& run : runs_)
    if (run.across == value) part.runs_.emplace_back(run).across.clear();
  for (const auto& [key, rounding] : rounding_)
    if (const std::string begin = value + across_separator; key.starts_with(begin))
      part.rounding_[key.substr(begin.size())] = rounding;
  return part;
}

const SweepRun* SweepStore::find_done(const std::string& value, int repeat, const std::string& across) const {
  const auto found = std::ranges::find_if(runs_, [&](const SweepRun& run) {
    return run.done() && run.value == value && run.repeat == repeat && run.across == across;
  });
  return found == runs_.end() ? nullptr : &*found;
}

std::vector<Turn> SweepStore::missing() const {
  std::vector<Turn> turns;
  const std::vector<SweepSpec> slices = slices_of(spec_);
  const std::size_t values = spec_.values.size(), count = slices.size() * values;
  const auto add = [&](std::size_t cell, int repeat) {
    if (find_done(spec_.values[cell % values], repeat, across_of(spec_, cell / values)) == nullptr)
      turns.push_back({cell, repeat});
  };
  for (std::size_t slice = 0; slice < slices.size(); ++slice)
    for (const std::size_t point : reference_points(slices[slice])) add(slice * values + point, reference_repeat);
  for (int repeat = 0; repeat < spec_.repeats; ++repeat)
    for (std::size_t k = 0; k < count; ++k) add((static_cast<std::size_t>(repeat) + k) % count, repeat);
  return turns;
}

std::string SweepStore::rounding_key(std::size_t point) const {
  return losses_must_agree(spec_) ? std::string() : spec_.values[point];
}

const Rounding* SweepStore::rounding_of(std::size_t point) const {
  const auto found = rounding_.find(rounding_key(point));
  return found == rounding_.end() ? nullptr : &found->second;
}

void SweepStore::keep_rounding(std::size_t slice, std::size_t point, const Rounding& rounding) {
  const std::string of_slice = spec_.across ? across_of(spec_, slice) + across_separator : std::string();
  rounding_[of_slice + rounding_key(point)] = rounding;
  write_file_atomically(folder_ / sweep_rounding_name, dump_json(nlohmann::json(rounding_), 2) + "\n");
}

fs::path default_sweeps_folder() { return default_runs_folder().parent_path() / "sweeps"; }

fs::path new_sweep_folder(const fs::path& sweeps, const SweepSpec& spec) {
  return make_new_folder(sweeps, date_stamp() + "-" + to_string(spec.axis));
}

fs::path find_sweep(const std::string& id_or_folder) {
  const fs::path named = default_sweeps_folder() / id_or_folder;
  for (const fs::path& folder : {fs::path(id_or_folder), named}) {
    if (anything_at(folder / spec_name)) return folder;
  }
  throw InputError(say("there is no sweep '%1': neither a folder with %2 nor a name in %3", id_or_folder, spec_name,
                       default_sweeps_folder().string()));
}

std::vector<fs::path> recent_sweeps(const fs::path& sweeps, std::size_t most) {
  std::vector<fs::path> folders = entries_in(sweeps);
  std::error_code ignored;
  std::erase_if(folders, [&](const fs::path& folder) { return !fs::exists(folder / spec_name, ignored); });
  std::ranges::reverse(folders);  // the names begin with the date
  if (folders.size() > most) folders.resize(most);
  return folders;
}

}  // namespace mlplab
