// Shared by the tests: temporary folders, a small data set, a sink that remembers, running the terminal program.
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <initializer_list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/data/dataset.h"
#include "core/run/configuration.h"
#include "core/run/event.h"
#include "core/run/run_log.h"

namespace mlplab::test {

/// A folder of its own, removed with everything in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// While it lives, variables of the environment have these values, or, where there is none, are not set.
class Environment {
 public:
  using Values = std::map<std::string, std::optional<std::string>>;
  explicit Environment(const Values& values);
  Environment(std::initializer_list<Values::value_type> values) : Environment(Values(values)) {}
  ~Environment();
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  Values before_;
};

void write_bytes(const std::filesystem::path& path, const std::string& bytes);
std::string read_bytes(const std::filesystem::path& path);

/// `train` + `test` examples of `classes` blurred patterns on side×side images, three of four pixels zero: learnable.
Dataset small_dataset(int train = 200, int test = 60, int side = 6, int classes = 4);

/// A run spec for small_dataset() on `backend`.
RunSpec small_spec(const std::string& backend = "sequential");
/// set_configuration(): `name` is a backend or a team.
void train_by(RunSpec& spec, const std::string& name, int workers = 0,
              const std::map<std::string, std::string>& options = {});

/// Every kind of layer: outputs that several take, windows of which more than half is padding, numbers that are
/// dropped, statistics of images and of vectors.
ModelSpec every_kind();

/// Remembers all; may call back on the trainer's thread.
class Remember : public EventSink {
 public:
  void on_event(const Event& event) override;
  void on_state(const std::shared_ptr<const TrainingState>& state) override;
  std::vector<Event> events;
  RunLog log;
  std::vector<std::shared_ptr<const TrainingState>> states;
  std::function<void(const Event&)> then;
};

/// In a process that a test has forked: mounts a file system of `bytes` at `folder`, which this process alone sees.
/// False where the system does not let us.
bool mount_small_disk(const std::filesystem::path& folder, std::size_t bytes);
/// Runs `work` in a fork of this process and returns its result; 128 + signal where one ended it.
int in_fork(const std::function<int()>& work);

/// The first Python of those that the trainers try (MLPLAB_PYTHON and no other, or python3, /usr/bin/python3)
/// that has these modules, or ''.
std::string python_with(const std::vector<std::string>& modules);

struct Ran {
  int code = -1;  // 128 + signal where one ended it
  std::string out, err;
};
/// Runs a program to its end, or kills it after `limit_s` (code 137). stdin is empty.
Ran run_program(const std::vector<std::string>& arguments, double limit_s = 100.0);
/// As run_program(), for mlplab-cli.
Ran run_cli(std::vector<std::string> arguments, double limit_s = 100.0);
/// Starts mlplab-cli and returns its process id; wait_for() reaps it.
int start_cli(std::vector<std::string> arguments, const std::filesystem::path& out);
/// The processes that have `text` in their command line, in the order of their ids.
std::vector<int> processes_with(const std::string& text);
/// False once it has ended; it still has to be reaped.
bool running(int pid);
/// The exit code, 128 + signal where one ended it.
int wait_for(int pid);

}  // namespace mlplab::test
