#include "tests/support/support.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "core/base/clock.h"
#include "core/base/random.h"
#include "core/data/load.h"
#include "core/machine/child_processes.h"
#include "core/run/configuration.h"

#if defined(__SANITIZE_THREAD__)
/// OpenBLAS is not compiled for ThreadSanitizer, which therefore does not see how its threads wait for each other.
extern "C" const char* __tsan_default_suppressions() { return "race:libopenblas\n"; }
#endif

namespace mlplab::test {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "mlplab-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder " + name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  std::filesystem::remove_all(path_, error);
}

bool mount_small_disk(const std::filesystem::path& folder, std::size_t bytes) {
  if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return false;
  std::filesystem::create_directories(folder);
  return ::mount("tmpfs", folder.c_str(), "tmpfs", 0, ("size=" + std::to_string(bytes)).c_str()) == 0;
}

int in_fork(const std::function<int()>& work) {
  const int pid = ::fork();
  if (pid == 0) std::_Exit(work());
  return wait_for(pid);
}

namespace {
void set_variable(const std::string& name, const std::optional<std::string>& value) {
  value ? ::setenv(name.c_str(), value->c_str(), 1) : ::unsetenv(name.c_str());
}
}  // namespace

Environment::Environment(const Values& values) {
  for (const auto& [name, value] : values) {
    const char* before = std::getenv(name.c_str());
    before_[name] = before == nullptr ? std::nullopt : std::optional<std::string>(before);
    set_variable(name, value);
  }
}

Environment::~Environment() {
  for (const auto& [name, value] : before_) set_variable(name, value);
}

void write_bytes(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();  // not by iterators: they throw where a process ends while its file in /proc is read
  return bytes.str();
}

Dataset small_dataset(int train, int test, int side, int classes) {
  Dataset dataset;
  dataset.name = "small";
  dataset.image = {side, side, 1};
  for (int c = 0; c < classes; ++c) dataset.class_names.push_back(std::to_string(c));
  Random random(7, RandomStream::split, 1);
  const auto fill = [&](Examples& examples, int count) {
    for (int i = 0; i < count; ++i) {
      const int label = static_cast<int>(random.below(static_cast<std::uint32_t>(classes)));
      for (int pixel = 0; pixel < side * side; ++pixel) {
        const bool on = pixel % classes == label && random.below(10) < 8;
        const bool noise = random.below(20) == 0;
        examples.features.push_back(on || noise ? static_cast<std::uint8_t>(1 + random.below(255)) : 0);
      }
      examples.labels.push_back(label);
    }
  };
  fill(dataset.train, train);
  fill(dataset.test, test);
  dataset.content_hash = content_hash_of(dataset);
  return dataset;
}

void train_by(RunSpec& spec, const std::string& name, int workers, const std::map<std::string, std::string>& options) {
  set_configuration(spec, {name, workers, options});
}

RunSpec small_spec(const std::string& backend) {
  RunSpec spec;
  train_by(spec, backend);
  spec.model = make_mlp({36, 16, 4}, Activation::relu);
  spec.batch = 16;
  spec.epochs = 4;
  return spec;
}

ModelSpec every_kind() {
  ModelSpec spec{.input = {2, 6, 3}};
  spec.layers = {{Normalize{{0.2, 0.4}, {0.5, 0.3}}},
                 {Conv2d{4, {{3, 2}, {1, 1}, {2, 1}}, true, Activation::tanh}, {}, "stem.conv"},
                 {BatchNorm{.momentum = 0.3, .epsilon = 1e-3, .activation = Activation::relu}, {}, "stem.bn"},
                 {Conv2d{4, {{3, 3}, {1, 1}, {1, 1}}, false}},
                 {Add{Activation::sigmoid}, {3, 1}, "stem"},
                 {MaxPool{{{3, 2}, {2, 1}, {1, 1}}}},
                 {Dropout{0.25}},
                 {AveragePool{{{2, 3}, {1, 1}, {1, 1}}}},
                 {ActivationLayer{Activation::tanh}},
                 {Conv2d{5, {{2, 2}, {2, 1}, {0, 0}}}},
                 {GlobalAveragePool{}},
                 {Conv2d{6, {{1, 1}, {1, 1}, {0, 0}}}},
                 {Flatten{}},
                 {Add{}, {11, 12}},
                 {BatchNorm{.activation = Activation::tanh}},
                 {Dropout{0.5}},
                 {Dense{4}, {}, "fc"}};
  return spec;
}

void Remember::on_event(const Event& event) {
  events.push_back(event);
  log.apply(event);
  if (then) then(event);
}

void Remember::on_state(const std::shared_ptr<const TrainingState>& state) { states.push_back(state); }

namespace {

/// Programs that tests start obey the permissions of files, also where root, who need not, runs the tests.
int spawn(std::vector<std::string>& arguments, int out, int err) {
  const int pid = ::fork();
  if (pid < 0) throw std::runtime_error("fork failed");
  if (pid > 0) return pid;
  ::prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE);
  ::prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH);
  std::vector<char*> words;
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  ::dup2(::open("/dev/null", O_RDONLY), 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  ::execv(words[0], words.data());
  ::_exit(127);
}

int code_of(int status) { return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status); }

}  // namespace

Ran run_program(const std::vector<std::string>& arguments, double limit_s) {
  const TemporaryFolder folder;
  const int out = ::open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const int err = ::open((folder / "err").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  std::vector<std::string> words = arguments;
  const int pid = spawn(words, out, err);
  ::close(out);
  ::close(err);
  int status = 0;
  const double start_s = now_s();
  while (::waitpid(pid, &status, WNOHANG) == 0) {
    if (now_s() - start_s > limit_s) ::kill(pid, SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return {code_of(status), read_bytes(folder / "out"), read_bytes(folder / "err")};
}

std::string python_with(const std::vector<std::string>& modules) {
  const char* named = std::getenv("MLPLAB_PYTHON");
  for (const char* name : {named, "python3", "/usr/bin/python3"}) {
    if (name == nullptr) continue;
    const std::string python = find_program(name).string();
    std::vector<std::string> command = {python, (find_resources() / "trainers/check.py").string()};
    command.insert(command.end(), modules.begin(), modules.end());
    if (!python.empty() && run_program(command).code == 0) return python;
    if (name == named) break;
  }
  return {};
}

Ran run_cli(std::vector<std::string> arguments, double limit_s) {
  arguments.insert(arguments.begin(), std::string(MLPLAB_BIN) + "/mlplab-cli");
  return run_program(arguments, limit_s);
}

int start_cli(std::vector<std::string> arguments, const std::filesystem::path& out) {
  arguments.insert(arguments.begin(), std::string(MLPLAB_BIN) + "/mlplab-cli");
  const int file = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const int pid = spawn(arguments, file, file);
  ::close(file);
  return pid;
}

std::vector<int> processes_with(const std::string& text) {
  std::vector<int> pids;
  std::error_code error;
  for (std::filesystem::directory_iterator at("/proc", error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos &&
        read_bytes(at->path() / "cmdline").find(text) != std::string::npos)
      pids.push_back(std::stoi(name));
  }
  std::ranges::sort(pids);
  return pids;
}

bool running(int pid) {
  siginfo_t info{};
  return ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

int wait_for(int pid) {
  int status = 0;
  ::waitpid(pid, &status, 0);
  return code_of(status);
}

}  // namespace mlplab::test
