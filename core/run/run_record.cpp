#include "core/run/run_record.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string_view>

#include "core/base/error.h"
#include "core/base/figures.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/machine/host_info.h"
#include "core/model/model_file.h"
#include "core/run/configuration.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* spec_name = "spec.json";
constexpr const char* host_name = "host.json";
constexpr const char* events_name = "events.jsonl";
constexpr const char* checkpoint_name = "checkpoint.safetensors";
constexpr const char* model_name = "model.safetensors";
constexpr const char* rounding_name = "rounding.json";  // core/study/rounding.h writes it
constexpr const char* names[] = {spec_name, host_name, events_name, checkpoint_name, model_name, rounding_name};

/// Whether anything is there, of any kind; the reader reports what cannot be read.
bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

/// Cuts off a last line without its newline: a run killed while writing it.
void drop_partial_line(const fs::path& path) {
  const std::string text = read_file(path);
  const std::size_t end = text.rfind('\n');
  const std::size_t keep = end == std::string::npos ? 0 : end + 1;
  std::error_code error;
  if (keep != text.size()) fs::resize_file(path, keep, error);
  if (error) throw InputError(say("cannot write %1: %2", path.string(), error.message()));
}

/// Removes the unfinished files of a killed program: each may be as large as a checkpoint.
void remove_left_parts(const fs::path& folder) {
  std::error_code ignored;
  for (const fs::path& path : entries_in(folder))
    if (is_unfinished(path)) fs::remove(path, ignored);
}

/// Epochs' states that may wait for a slow disk: the others are left out, so that they never take much memory.
std::size_t most_waiting(const TrainingState& state, bool wanted) {
  constexpr std::size_t floats_waiting = 1 << 23;
  return wanted ? std::clamp<std::size_t>(floats_waiting / (state.parameters.size() * (1 + state.slots.size())), 1, 8)
                : 1;
}

std::string cannot_write(const fs::path& path, const std::string& reason) {
  return say("cannot write %1: %2; make room or choose another folder, the run itself went on", path.string(), reason);
}

}  // namespace

RunRecorder::RunRecorder(fs::path folder, const RunSpec& spec, std::uint64_t epoch_states_bytes)
    : folder_(std::move(folder)), seed_(spec.seed), epoch_states_(folder_, epoch_states_bytes) {
  check_utf8(folder_);
  make_folder(folder_);
  lock_ = std::make_unique<RunLock>(folder_);
  if (is_there(folder_ / spec_name))
    throw InputError(say("%1 holds a run already; name another folder, or resume it with --resume", folder_.string()));
  for (const char* name : names)
    if (is_there(folder_ / name))
      throw InputError(say("a run in %1 would replace the file %2 there; name another folder", folder_.string(), name));
  try {
    begin_files(spec);
    open_events();
  } catch (...) {  // of a thread that cannot be started, too
    remove_files();
    throw;
  }
}

RunRecorder::RunRecorder(fs::path folder, const RunSpec& spec, std::unique_ptr<RunLock> lock,
                         std::uint64_t epoch_states_bytes)
    : folder_(std::move(folder)), seed_(spec.seed), epoch_states_(folder_, epoch_states_bytes), lock_(std::move(lock)) {
  remove_left_parts(folder_);
  remove_left_parts(epoch_states_.folder());
  drop_partial_line(folder_ / events_name);
  log_ = read_run(folder_).log;
  open_events();
}

/// The spec last: what has none is no run.
void RunRecorder::begin_files(const RunSpec& spec) {
  // Nothing is known of another machine yet.
  const nlohmann::json machine = spec.host.empty() ? nlohmann::json(host_info()) : nlohmann::json{{"host", spec.host}};
  write_file_atomically(folder_ / host_name, dump_json(machine, 2) + "\n");
  write_file_atomically(folder_ / events_name, hello_line() + "\n");
  write_file_atomically(folder_ / spec_name, dump_json(nlohmann::json(spec), 2) + "\n");
}

void RunRecorder::write_machine(const std::string& facts) {
  nlohmann::json machine = parse_json_or_null(facts);
  if (!machine.is_object()) return;
  machine["host"] = log_.started.spec.host;
  try {
    write_file_atomically(folder_ / host_name, dump_json(machine, 2) + "\n");
  } catch (const InputError&) {  // the events that follow say what is wrong with the disk
  }
}

void RunRecorder::open_events() {
  const fs::path events = folder_ / events_name;
  events_ = ::open(events.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC | O_NONBLOCK);
  struct stat status {};
  if (events_ < 0 || ::fstat(events_, &status) != 0 || !S_ISREG(status.st_mode)) {
    if (events_ >= 0) ::close(events_);
    throw InputError(say("cannot write %1; choose a folder that you may write to", events.string()));
  }
  good_bytes_ = status.st_size;
  try {
    writer_ = std::thread([this] { write_loop(); });
  } catch (...) {
    ::close(events_);
    throw;
  }
}

RunRecorder::~RunRecorder() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  writer_.join();
  ::close(events_);
}

void RunRecorder::discard() {
  failure();
  remove_files();
}

void RunRecorder::remove_files() {
  std::error_code ignored;
  for (const char* name : {spec_name, host_name, events_name}) fs::remove(folder_ / name, ignored);
  lock_.reset();
  fs::remove(folder_, ignored);  // where a user's own files are in it, it stays
}

void RunRecorder::on_event(const Event& event) {
  if (std::holds_alternative<Progress>(event)) return;  // the clock's: logs of equal runs have equal lines of steps
  log_.apply(event);
  const auto* started = std::get_if<RunStarted>(&event);
  if (started != nullptr && !started->machine.empty()) write_machine(started->machine);
  const std::lock_guard lock(mutex_);
  pending_.lines += to_line(event) + "\n";
  fresh_ = true;
  changed_.notify_all();
}

void RunRecorder::on_state(const std::shared_ptr<const TrainingState>& state) {
  const bool whole_epochs = state->steps_done == state->epochs_done * log_.started.steps_per_epoch;
  if (!whole_epochs) return;
  const bool first = state->epochs_done == 0;
  if (first && !is_there(folder_ / checkpoint_name)) return;  // the spec's seed says it all; nothing is void either
  const std::lock_guard lock(mutex_);
  pending_.checkpoint = state;
  if (pending_.epochs.size() >= most_waiting(*state, epoch_states_.wanted())) pending_.epochs.pop_back();
  pending_.epochs.push_back(state);
  pending_.dataset_hash = log_.started.dataset_hash;
  if (!first && log_.best_epoch() == state->epochs_done) pending_.best = state;
  fresh_ = true;
  changed_.notify_all();
}

std::string RunRecorder::failure() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !writing_ && !fresh_; });
  return failure_;
}

void RunRecorder::write_loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return closing_ || fresh_; });
    const bool last = closing_;
    Pending taken = std::exchange(pending_, {});
    fresh_ = false;
    writing_ = true;
    lock.unlock();
    const std::string failed = write(taken);
    lock.lock();
    writing_ = false;
    failure_ = failed;
    pending_.lines.insert(0, taken.lines);  // what is left of it
    if (!pending_.checkpoint) pending_.checkpoint = taken.checkpoint;
    if (pending_.dataset_hash.empty()) pending_.dataset_hash = taken.dataset_hash;
    if (!pending_.best) pending_.best = taken.best;
    if (pending_.epochs.empty()) pending_.epochs = taken.epochs;
    changed_.notify_all();
    if (last) return;
  }
}

/// Writes what it can and leaves the rest in `pending`; the first thing that went wrong, or ''.
std::string RunRecorder::write(Pending& pending) {
  std::string failed;
  const auto attempt = [&](const auto& work) {
    try {
      work();
    } catch (const std::exception& error) {
      if (failed.empty()) failed = error.what();
    }
  };
  std::map<std::string, std::string> notes = {{"seed", std::to_string(seed_)}, {"dataset_hash", pending.dataset_hash}};
  attempt([&] {
    write_lines(pending.lines);
    pending.lines.clear();
    if (pending.checkpoint) ::fdatasync(events_);
  });
  if (pending.checkpoint)
    attempt([&] {
      notes[state_hash_note] = state_hash(*pending.checkpoint);
      save_model(folder_ / checkpoint_name, *pending.checkpoint, notes);
      pending.checkpoint.reset();
    });
  if (pending.best)
    attempt([&] {
      TrainingState model = *pending.best;
      model.slots.clear();  // for use, not for training on
      save_model(folder_ / model_name, model);
      pending.best.reset();
    });
  if (!pending.epochs.empty())
    attempt([&] {
      for (const auto& state : pending.epochs) epoch_states_.keep(*state);
      pending.epochs.clear();
    });
  return failed;
}

void RunRecorder::write_lines(const std::string& lines) {
  const fs::path path = folder_ / events_name;
  const auto check = [&](bool fine) {
    if (!fine) throw InputError(cannot_write(path, std::generic_category().message(errno)));
  };
  struct stat status {};
  check(::fstat(events_, &status) == 0);
  if (status.st_nlink == 0) throw InputError(cannot_write(path, say("it was removed")));
  // Half a line of an attempt that failed would spoil the one that comes after it.
  if (status.st_size != good_bytes_) check(::ftruncate(events_, good_bytes_) == 0);
  for (std::size_t done = 0; done < lines.size();) {
    const ssize_t count = ::write(events_, lines.data() + done, lines.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      if (::ftruncate(events_, good_bytes_) == 0) errno = reason;
      check(false);
    }
    done += static_cast<std::size_t>(count);
  }
  good_bytes_ += static_cast<std::int64_t>(lines.size());
}

RunSpec read_run_spec(const fs::path& folder) {
  constexpr std::uintmax_t most_bytes = 1 << 26;
  if (!folder_at(folder)) throw InputError(say("there is no run folder %1", folder.string()));
  const fs::path path = folder / spec_name;
  std::string text;
  try {
    text = read_file(path, most_bytes);
  } catch (const InputError& error) {
    throw InputError(say("%1 is not a run folder: %2", folder.string(), error.what()));
  }
  try {
    return parse_json(text).get<RunSpec>();
  } catch (const std::exception& error) {
    throw InputError(say("%1 is not a run's spec: %2", path.string(), fault_of(error)));
  }
}

namespace {

/// As to_line() writes it, the members by name; another program's may be any JSON, and is read.
bool is_written_step(std::string_view line) {
  constexpr std::size_t far_enough = 160;  // three numbers stand before the event's name
  return line.starts_with("{\"accuracy\":") &&
         line.substr(0, far_enough).find(",\"event\":\"step_done\",") != std::string_view::npos;
}

}  // namespace

StoredRun read_run(const fs::path& folder, Steps steps) {
  StoredRun run{.folder = folder, .spec = read_run_spec(folder)};
  const fs::path events_path = folder / events_name;
  const std::string text = read_file(events_path);
  std::size_t begin = 0;
  for (int number = 1; begin < text.size(); ++number) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;  // cut off while it was written
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    if (steps == Steps::left_out && is_written_step(line)) continue;
    try {
      const auto event = parse_line(std::string(line));
      if (event && std::holds_alternative<RunStarted>(*event)) check_workers(std::get<RunStarted>(*event));
      if (event) run.log.apply(*event);
    } catch (const InputError& error) {
      throw InputError(say("%1, line %2: %3", events_path.string(), number, error.what()));
    }
  }
  if (steps == Steps::left_out) run.log.steps.clear();
  if (is_there(folder / host_name)) run.machine = machine_in_brief(parse_json_or_null(read_file(folder / host_name)));
  return run;
}

Checkpoint read_checkpoint(const fs::path& folder) {
  if (!is_there(folder / checkpoint_name)) return {};
  std::map<std::string, std::string> notes;
  Checkpoint checkpoint;
  checkpoint.state = std::make_shared<TrainingState>(load_model(folder / checkpoint_name, &notes));
  checkpoint.seed = notes["seed"];
  checkpoint.dataset_hash = notes["dataset_hash"];
  return checkpoint;
}

bool is_file_of_run(const fs::path& folder, const fs::path& file) {
  std::error_code ignored;
  const fs::path parent = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return std::ranges::find(names, file.filename().string()) != std::end(names) &&
         fs::weakly_canonical(fs::absolute(parent, ignored), ignored) ==
             fs::weakly_canonical(fs::absolute(folder, ignored), ignored);
}

fs::path default_runs_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
    return fs::path(data) / "mlplab/runs";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".local/share/mlplab/runs";
  throw InputError(
      say("neither HOME nor XDG_DATA_HOME names a folder for the runs; set one of them (in the terminal, --out names "
          "one)"));
}

fs::path make_run_folder(const fs::path& runs, const RunSpec& spec) {
  std::string name = configuration_name(spec);
  if (names_family(name))  // workshop:/home/ana/product
    name = name.substr(0, name.find(':')) + "-" + fs::path(name).filename().string();
  return make_new_folder(runs, date_stamp() + "-" + name);
}

std::vector<StoredRun> recent_runs(const fs::path& runs, std::size_t most, Steps steps) {
  std::vector<fs::path> folders = entries_in(runs);
  std::erase_if(folders, [](const fs::path& path) { return !folder_at(path); });
  std::ranges::reverse(folders);  // the names begin with the date
  std::vector<StoredRun> result;
  for (const fs::path& folder : folders) {
    if (result.size() == most) break;
    try {
      result.push_back(read_run(folder, steps));
    } catch (const std::exception&) {
      continue;  // not a run
    }
  }
  return result;
}

}  // namespace mlplab
