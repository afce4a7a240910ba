// mlplab-cli relay: the near side of a run on another machine. Not for users: process_run.cpp starts it as any program
// that computes a run. It calls ssh, passes orders and events on, and puts the states that come into the exchange
// folder. Passwords are never asked for (BatchMode): keys and known hosts are the user's own affair with ssh.
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <array>
#include <chrono>
#include <csignal>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

#include "app/cli/commands.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/launch/exchange.h"
#include "core/launch/execute.h"
#include "core/launch/remote/frames.h"
#include "core/machine/host_info.h"
#include "core/run/event.h"
#include "core/run/remote_host.h"

extern char** environ;

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr double connect_s = 45.0;  // until the other side says who it is; ssh itself gives up after 15 s
constexpr int not_found_code = 127;

/// 'ssh', or what MLPLAB_SSH names with its options: another key, another port.
std::vector<std::string> ssh_words(const RemoteHost& host) {
  const char* own = std::getenv("MLPLAB_SSH");
  std::istringstream given(own == nullptr || *own == '\0' ? "ssh" : own);
  std::vector<std::string> words;
  for (std::string word; given >> word;) words.push_back(word);
  for (const char* word : {"-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15", "--"}) words.emplace_back(word);
  words.push_back(host.address);
  words.push_back(host.program + " serve");
  return words;
}

/// ssh, with its three streams. Never destroyed: a thread reads what it says.
class Connection {
 public:
  explicit Connection(const RemoteHost& host) {
    std::array<int, 2> to{}, from{}, errors{};
    if (::pipe2(to.data(), O_CLOEXEC) != 0 || ::pipe2(from.data(), O_CLOEXEC) != 0 ||
        ::pipe2(errors.data(), O_CLOEXEC) != 0)
      throw BackendError(say("no pipe can be made: this program may open no more files"));
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
    std::vector<std::string> words = ssh_words(host);
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int error = ::posix_spawnp(&child_, arguments[0], &actions, nullptr, arguments.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    for (const int end : {to[0], from[1], errors[1]}) ::close(end);
    if (error != 0)
      throw BackendError(say("%1 cannot be started: %2 (install openssh-client)", words[0], std::strerror(error)));
    in = from[0], out = to[1];
    // Always read: a pipe that is full would hold the run up.
    std::thread([this, from_stderr = errors[0]] {
      std::array<char, 4096> part{};
      for (ssize_t count = 0; (count = ::read(from_stderr, part.data(), part.size())) > 0;) {
        const std::lock_guard lock(mutex_);
        said_.append(part.data(), static_cast<std::size_t>(count));
        if (said_.size() > most_said) said_.erase(0, said_.size() - most_said);
      }
    }).detach();
  }
  int in = -1, out = -1;

  /// Ends the connection, and has the last line that ssh and the program there have said on stderr.
  std::string last_words() {
    ::close(out);
    int status = 0;
    for (int tries = 0; ::waitpid(child_, &status, WNOHANG) == 0; ++tries) {
      if (tries == 20) ::kill(child_, SIGTERM);
      if (tries == 40) ::kill(child_, SIGKILL);
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    code_ = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));  // for what the listener still has to read
    const std::lock_guard lock(mutex_);
    std::string text = said_;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    const std::size_t last = text.rfind('\n');
    return last == std::string::npos ? text : text.substr(last + 1);
  }
  int code() const { return code_; }

 private:
  static constexpr std::size_t most_said = 16'384;
  pid_t child_ = -1;
  int code_ = -1;
  std::mutex mutex_;
  std::string said_;
};

/// Why there was no run, in words for somebody who knows ssh a little.
std::string why_not_there(const RemoteHost& host, const std::string& said, int code) {
  const auto has = [&](const char* words) { return said.find(words) != std::string::npos; };
  const bool refused = has("Permission denied") || has("authentication failures");
  const bool unknown = has("verification failed");
  if (refused)
    return say("%1 asks for a password or knows no key of yours, and MLP Lab never asks for one: ssh-copy-id %1",
               host.address);
  if (unknown)
    return say("%1 is not known to your ssh yet, or is another machine than before: connect once yourself, ssh %1",
               host.address);
  if (code == not_found_code || has("not found") || has("No such"))
    return say("there is no %2 on %1; install MLP Lab there, or say where it is: --on %1:/path/to/mlplab-cli",
               host.address, host.program);
  return say("%1 does not answer: %2", host.address, said.empty() ? say("ssh ended with code %1", code) : said);
}

/// The run for the other side: computed there, and by itself.
RunSpec far_spec(RunSpec spec) {
  spec.host.clear();
  spec.init_model.clear();  // the state that it begins with is sent
  return spec;
}

class Relay {
 public:
  explicit Relay(fs::path exchange) : exchange_(std::move(exchange)) {
    from_json(parse_json(read_file(exchange_ / "spec.json")), spec_);
    host_ = parse_host(spec_.host);
  }

  int run() {
    // Not destroyed: threads read and write there when the process ends.
    auto& connection = *new Connection(host_);
    auto& frames = *new FrameStream(connection.in, connection.out);
    begin(connection, frames);
    std::thread([&frames] {
      for (std::string line; std::getline(std::cin, line);) frames.send_line(line);
      frames.send_line("stop");  // nobody is there to be told of the run
    }).detach();
    std::thread([&frames] {
      while (frames.send_beat()) std::this_thread::sleep_for(std::chrono::duration<double>(beat_every_s));
    }).detach();
    try {
      while (const auto frame = frames.receive(spec_.silence_s))
        if (pass_on(*frame)) return 0;
    } catch (const BackendError& error) {
      throw BackendError(say("%1 is %2: the connection or the machine is down; the epochs done are kept", host_.address,
                             error.what()));
    } catch (const InputError& error) {
      throw BackendError(say("on %1: %2", host_.address, error.what()));
    }
    const std::string said = connection.last_words();
    throw BackendError(say("the connection to %1 ended before the run did%2; the epochs done are kept", host_.address,
                           said.empty() ? "" : " (" + said + ")"));
  }

 private:
  void begin(Connection& connection, FrameStream& frames) {
    std::optional<Frame> greeting;
    std::string wrong;
    try {
      greeting = frames.receive(connect_s);
    } catch (const InputError& error) {
      wrong =
          say("%1: %2 (does a file that its shell reads at the start print something?)", host_.address, error.what());
    } catch (const BackendError& error) {
      wrong = say("%1 does not answer: %2", host_.address, error.what());
    }
    if (!greeting) {
      const std::string said = connection.last_words();
      throw BackendError(wrong.empty() ? why_not_there(host_, said, connection.code()) : wrong);
    }
    const std::string ours = host_info().version;
    if (greeting->bytes != ours)
      throw BackendError(say("MLP Lab on %1 is of version %2, and this is %3: install the same on both", host_.address,
                             greeting->bytes.substr(0, 40), ours));
    frames.send_line(dump_json(nlohmann::json(far_spec(spec_))));
    for (const char* name : {"initial.safetensors", "rates.f32"})
      if (file_at(exchange_ / name)) frames.send_file(name, read_file(exchange_ / name));
    frames.send_line("begin");
  }

  /// True for the run's end.
  bool pass_on(const Frame& frame) {
    if (frame.file == exchange_state_name) {
      write_file_atomically(exchange_ / exchange_state_name, frame.bytes, /*to_disk=*/false);
      return false;
    }
    if (!frame.file.empty()) return false;
    std::string line = frame.bytes;
    const auto event = parse_line(line, /*with_energy=*/false);
    const auto* ended = event ? std::get_if<RunEnded>(&*event) : nullptr;
    if (ended != nullptr && ended->failure) {
      RunEnded there = *ended;
      there.reason = say("on %1: %2", host_.address, ended->reason);
      line = to_line(there);
    }
    std::cout << line << std::endl;
    return ended != nullptr;
  }

  fs::path exchange_;
  RunSpec spec_;
  RemoteHost host_;
};

int relay_command(const std::string& exchange) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, SIG_IGN);  // in a terminal it goes to all: the program that started us stops the run in order
  ::setenv("LC_ALL", "C", 1);    // ssh's words are looked at
  std::cout << hello_line() << std::endl;
  int code = 0;
  try {
    code = Relay(exchange).run();
  } catch (const std::exception& error) {
    const Error known = as_error(error);
    std::cout << to_line(RunEnded{.status = RunStatus::failed, .reason = known.what(), .failure = known.failure()})
              << std::endl;
    code = static_cast<int>(known.failure());
  }
  ::_exit(code);  // threads wait in stdin
}

}  // namespace

void add_relay_command(CLI::App& app, Action& chosen) {
  CLI::App* command = app.add_subcommand("relay", say("the near side of train --on; started by it"));
  command->group("");  // not in the help
  auto exchange = std::make_shared<std::string>();
  command->add_option("--exchange", *exchange, say("the run's exchange folder"))->required();
  command->callback([&chosen, exchange] { chosen = [exchange] { return relay_command(*exchange); }; });
}

}  // namespace mlplab
