// Listing must stay quick and must start nothing that is not ours, hence the two kinds of trainers below.
#include "core/launch/external/external_backends.h"

#include <algorithm>
#include <cstdlib>
#include <future>
#include <mutex>
#include <thread>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/launch/external/trainer_file.h"
#include "core/machine/topology.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// A trainer and, once asked for, whether it can run here.
class Trainer : public ExternalProgram {
 public:
  explicit Trainer(TrainerFile file) : file_(std::move(file)) {}
  Launch launch(const RunSpec& spec, const fs::path& exchange) const override;
  std::string why_not(const RunSpec& spec) const override;
  const TrainerFile& file() const { return file_; }
  void start_check() const {
    std::call_once(once_,
                   [this] { usable_ = std::async(std::launch::async, [this] { return check_trainer(file_); }); });
  }
  const TrainerCheck& usable() const {
    start_check();
    return usable_.get();
  }

 private:
  TrainerFile file_;
  mutable std::once_flag once_;
  mutable std::shared_future<TrainerCheck> usable_;
};

using Trainers = std::vector<std::shared_ptr<Trainer>>;

int most_workers(const TrainerFile& file) {
  return file.many_workers ? std::max(1, static_cast<int>(std::thread::hardware_concurrency())) : 1;
}
int usual_workers(const TrainerFile& file) { return file.many_workers ? usable_cpus() : 1; }

Launch Trainer::launch(const RunSpec& spec, const fs::path& exchange) const {
  const TrainerCheck& found = usable();
  if (!found.why_not.empty()) throw BackendError(say("the backend %1 is not available: %2", file_.name, found.why_not));
  TrainerValues values{.exchange = exchange.string(),
                       .workers = spec.options.workers > 0 ? spec.options.workers : usual_workers(file_),
                       .options = {}};
  for (const BackendOption& option : file_.options) {
    const auto chosen = spec.options.values.find(option.name);
    const std::string standard = option.values.empty() ? std::string() : option.values.front();
    values.options[option.name] = chosen == spec.options.values.end() ? standard : chosen->second;
  }
  Launch launch;
  launch.command.push_back(found.program.string());
  for (const std::string& argument : file_.arguments) launch.command.push_back(expand(argument, file_, values));
  // Each process's OpenMP would bind its first thread to the same CPU.
  if (file_.parallelism == "processes" && std::getenv("OMP_PROC_BIND") != nullptr)
    launch.environment["OMP_PROC_BIND"] = "false";
  for (const auto& [name, value] : file_.environment) launch.environment[name] = expand(value, file_, values);
  launch.needs_data = true;
  launch.takes_rates = file_.knows.rates;
  return launch;
}

/// The first thing of the spec that the trainer's file does not name, or ''.
std::string unknown_of(const TrainerFile::Knows& knows, const RunSpec& spec) {
  const auto missing = [](const std::vector<std::string>& known, const std::string& name, const char* pattern) {
    return std::ranges::find(known, name) == known.end() ? say(pattern, name) : std::string();
  };
  std::vector<std::string> reasons = {
      missing(knows.losses, to_string(spec.model.loss), to_say("it does not know the loss %1")),
      missing(knows.optimizers, to_string(spec.optimizer.kind), to_say("it does not know the optimizer %1")),
      missing(knows.schedules, to_string(spec.optimizer.schedule), to_say("it does not know the schedule %1"))};
  for (const Node& node : spec.model.layers) {
    reasons.push_back(missing(knows.layers, kind_of(node.layer), to_say("it does not know the layer %1")));
    reasons.push_back(
        missing(knows.activations, to_string(activation_of(node.layer)), to_say("it does not know the activation %1")));
  }
  if (spec.data.augmentation.any() && !knows.augmentation)
    reasons.push_back(say("it takes the images as they are, and not those that are augmented for each epoch"));
  const auto first = std::ranges::find_if(reasons, [](const std::string& reason) { return !reason.empty(); });
  return first == reasons.end() ? "" : *first;
}

std::string Trainer::why_not(const RunSpec& spec) const { return unknown_of(file_.knows, spec); }

BackendEntry entry_of(const std::shared_ptr<Trainer>& trainer) {
  const TrainerFile& file = trainer->file();
  BackendEntry entry;
  entry.name = file.name;
  entry.title = file.title;
  entry.description = file.description;
  entry.kind = BackendKind::external;
  entry.technology = file.technology;
  entry.parallelism = file.parallelism;
  entry.options = file.options;
  entry.workers_max = [trainer] { return most_workers(trainer->file()); };
  entry.program = trainer;
  return entry;
}

BackendEntry shipped_entry(const std::shared_ptr<Trainer>& trainer, const std::shared_ptr<const Trainers>& all) {
  BackendEntry entry = entry_of(trainer);
  entry.why_not = [trainer, all] {
    for (const std::shared_ptr<Trainer>& other : *all) other->start_check();  // together: each waits for a program
    return trainer->usable().why_not;
  };
  entry.device = [trainer] { return trainer->usable().device; };
  return entry;
}

BackendEntry user_entry(const std::shared_ptr<Trainer>& trainer) {
  BackendEntry entry = entry_of(trainer);
  entry.device = [trainer] {
    return say("as %1 describes it, asked when a run begins", trainer->file().path.string());
  };
  return entry;
}

bool taken(const std::vector<BackendEntry>& table, const std::string& name) {
  return std::ranges::find(table, name, &BackendEntry::name) != table.end();
}

/// Under the file's name, which no backend has: a backend's has no dot.
void add_refused(std::vector<BackendEntry>& table, const fs::path& path, const std::string& reason) {
  std::string name = path.filename().string();
  for (int i = 2; taken(table, name); ++i) name = path.filename().string() + "-" + std::to_string(i);
  BackendEntry entry = absent_backend(name, name, BackendKind::external, reason);
  entry.make = nullptr;
  table.push_back(std::move(entry));
}

Trainers read_folder(std::vector<BackendEntry>& table, const fs::path& folder) {
  Trainers trainers;
  if (folder.empty()) return trainers;
  for (const fs::path& path : files_in(folder, ".json")) {
    try {
      TrainerFile file = read_trainer_file(path);
      const bool twice = std::ranges::any_of(trainers, [&](const auto& t) { return t->file().name == file.name; });
      if (twice || taken(table, file.name))
        add_refused(table, path,
                    say("%1 names its trainer %2, as another backend is named already; give it another name",
                        path.string(), file.name));
      else
        trainers.push_back(std::make_shared<Trainer>(std::move(file)));
    } catch (const Error& error) {
      add_refused(table, path, error.what());
    }
  }
  return trainers;
}

}  // namespace

fs::path user_trainers_folder() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"); config != nullptr && *config == '/')
    return fs::path(config) / "mlplab/trainers";
  if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
    return fs::path(home) / ".config/mlplab/trainers";
  return {};
}

void add_external_backends(std::vector<BackendEntry>& table, const fs::path& shipped, const fs::path& users) {
  const auto ours = std::make_shared<const Trainers>(read_folder(table, shipped));
  for (const std::shared_ptr<Trainer>& trainer : *ours) table.push_back(shipped_entry(trainer, ours));
  for (const std::shared_ptr<Trainer>& trainer : read_folder(table, users)) table.push_back(user_entry(trainer));
}

void add_external_backends(std::vector<BackendEntry>& table) {
  fs::path resources;
  try {
    resources = find_resources();
  } catch (const Error&) {  // said where data are asked for: without the folder nothing can train
  }
  add_external_backends(table, resources.empty() ? resources : resources / "trainers", user_trainers_folder());
}

}  // namespace mlplab
