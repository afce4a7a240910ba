#include "core/run/run_record.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sstream>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/machine/host_info.h"
#include "core/model/model_file.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* spec_name = "spec.json";
constexpr const char* host_name = "host.json";
constexpr const char* events_name = "events.jsonl";
constexpr const char* checkpoint_name = "checkpoint.safetensors";
constexpr const char* model_name = "model.safetensors";

/// Cuts off a last line without its newline: a run killed while writing it.
void drop_partial_line(const fs::path& path) {
  const std::string text = read_file(path);
  const std::size_t end = text.rfind('\n');
  const std::size_t keep = end == std::string::npos ? 0 : end + 1;
  std::error_code error;
  if (keep != text.size()) fs::resize_file(path, keep, error);
  if (error) throw InputError("cannot write " + path.string() + ": " + error.message());
}

std::string cannot_write(const fs::path& path, const std::string& reason) {
  return "cannot write " + path.string() + ": " + reason +
         "; make room or choose another folder, the run itself went on";
}

}  // namespace

RunRecorder::RunRecorder(fs::path folder, const RunSpec& spec, bool resume) : folder_(std::move(folder)) {
  const fs::path events = folder_ / events_name;
  if (resume) {
    drop_partial_line(events);
    log_ = read_run(folder_).log;
  } else {
    make_folder(folder_);
    if (fs::exists(folder_ / spec_name))
      throw InputError(folder_.string() + " holds a run already; name another folder, or resume it with --resume");
    write_file_atomically(folder_ / spec_name, dump_json(nlohmann::json(spec), 2) + "\n");
    write_file_atomically(folder_ / host_name, dump_json(nlohmann::json(host_info()), 2) + "\n");
    write_file_atomically(events, hello_line() + "\n");
  }
  if (!std::ofstream(events, std::ios::app))
    throw InputError("cannot write " + events.string() + "; choose a folder that you may write to");
  writer_ = std::thread([this] { write_loop(); });
}

RunRecorder::~RunRecorder() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  writer_.join();
}

void RunRecorder::on_event(const Event& event) {
  log_.apply(event);
  const std::lock_guard lock(mutex_);
  pending_lines_ += to_line(event) + "\n";
  changed_.notify_all();
}

void RunRecorder::on_state(const std::shared_ptr<const TrainingState>& state) {
  const bool whole_epochs = state->steps_done == state->epochs_done * log_.started.steps_per_epoch;
  if (!whole_epochs) return;
  const bool first = state->epochs_done == 0;
  if (first && !fs::exists(folder_ / checkpoint_name)) return;  // the spec's seed says it all
  const std::lock_guard lock(mutex_);
  pending_checkpoint_ = state;
  if (!first && log_.best_epoch() == state->epochs_done) pending_best_ = state;
  changed_.notify_all();
}

std::string RunRecorder::failure() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return !writing_ && pending_lines_.empty() && !pending_checkpoint_ && !pending_best_; });
  return failure_;
}

void RunRecorder::write_loop() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return closing_ || !pending_lines_.empty() || pending_checkpoint_ || pending_best_; });
    const std::string lines = std::exchange(pending_lines_, {});
    const auto checkpoint = std::exchange(pending_checkpoint_, nullptr);
    const auto best = std::exchange(pending_best_, nullptr);
    if (lines.empty() && !checkpoint && !best) return;
    writing_ = true;
    lock.unlock();
    std::string failed;
    try {
      write_lines(lines);
      if (checkpoint) save_model(folder_ / checkpoint_name, *checkpoint);
      if (best) {
        TrainingState model = *best;
        model.slots.clear();  // for use, not for training on
        save_model(folder_ / model_name, model);
      }
    } catch (const std::exception& error) {
      failed = error.what();
    }
    lock.lock();
    writing_ = false;
    if (failure_.empty()) failure_ = failed;
    changed_.notify_all();
  }
}

void RunRecorder::write_lines(const std::string& lines) {
  const fs::path path = folder_ / events_name;
  std::ofstream file(path, std::ios::app | std::ios::binary);
  errno = 0;
  file << lines << std::flush;
  if (!file)
    throw InputError(cannot_write(path, errno != 0 ? std::generic_category().message(errno) : "the disk refused it"));
}

StoredRun read_run(const fs::path& folder) {
  if (!fs::is_directory(folder)) throw InputError("there is no run folder " + folder.string());
  StoredRun run{.folder = folder};
  const fs::path spec_path = folder / spec_name;
  try {
    run.spec = parse_json(read_file(spec_path)).get<RunSpec>();
  } catch (const InputError&) {
    throw InputError(folder.string() + " is not a run folder: it has no readable " + spec_name);
  } catch (const std::exception& error) {
    throw InputError(spec_path.string() + " is not a run's spec: " + error.what());
  }
  const fs::path events_path = folder / events_name;
  const std::string text = read_file(events_path);
  std::size_t begin = 0;
  for (int number = 1; begin < text.size(); ++number) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) break;  // cut off while it was written
    try {
      if (const auto event = parse_line(text.substr(begin, end - begin))) run.log.apply(*event);
    } catch (const InputError& error) {
      throw InputError(events_path.string() + ", line " + std::to_string(number) + ": " + error.what());
    }
    begin = end + 1;
  }
  return run;
}

std::shared_ptr<TrainingState> read_checkpoint(const fs::path& folder) {
  if (!fs::exists(folder / checkpoint_name)) return nullptr;
  return std::make_shared<TrainingState>(load_model(folder / checkpoint_name));
}

fs::path default_runs_folder() {
  if (const char* data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/')
    return fs::path(data) / "mlplab/runs";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".local/share/mlplab/runs";
  throw InputError("neither HOME nor XDG_DATA_HOME names a folder for the runs; name one with --out");
}

fs::path new_run_folder(const fs::path& runs, const RunSpec& spec) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char stamp[32];
  std::strftime(stamp, sizeof stamp, "%Y-%m-%d-%H%M%S", &local);
  const std::string name = std::string(stamp) + "-" + spec.backend;
  fs::path folder = runs / name;
  for (int i = 2; fs::exists(folder); ++i) folder = runs / (name + "-" + std::to_string(i));
  return folder;
}

std::vector<StoredRun> recent_runs(const fs::path& runs, std::size_t most) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(runs, error))
    if (entry.is_directory(error)) folders.push_back(entry.path());
  std::ranges::sort(folders, std::greater<>{});  // the names begin with the date
  std::vector<StoredRun> result;
  for (const fs::path& folder : folders) {
    if (result.size() == most) break;
    try {
      result.push_back(read_run(folder));
    } catch (const std::exception&) {
      continue;  // not a run
    }
  }
  return result;
}

}  // namespace mlplab
