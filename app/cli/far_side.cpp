#include "app/cli/far_side.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/machine/host_info.h"

extern char** environ;

namespace mlplab {
namespace {

constexpr double connect_s = 45.0;  // until the other side says who it is; ssh itself gives up after 15 s
constexpr int not_found_code = 127;

/// 'ssh', or what MLPLAB_SSH names with its options: another key, another port.
std::vector<std::string> ssh_words(const RemoteHost& host) {
  const char* own = std::getenv("MLPLAB_SSH");
  std::istringstream given(own == nullptr || *own == '\0' ? "ssh" : own);
  std::vector<std::string> words;
  for (std::string word; given >> word;) words.push_back(word);
  for (const char* word :
       {"-T", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=10", "--"})
    words.emplace_back(word);
  words.push_back(host.address);
  words.push_back(host.program + " serve");
  return words;
}

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

}  // namespace

/// ssh, with its three streams.
class FarSide::Ssh {
 public:
  explicit Ssh(const RemoteHost& host) {
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

FarSide::FarSide(RemoteHost host) {
  ::setenv("LC_ALL", "C", 1);     // ssh's words are looked at
  std::signal(SIGPIPE, SIG_IGN);  // the end of the connection is seen where it is read
  ssh_ = new Ssh(host);
  frames_ = new FrameStream(ssh_->in, ssh_->out);
  std::optional<Frame> greeting;
  std::string wrong;
  try {
    greeting = frames_->receive(connect_s);
  } catch (const InputError& error) {
    wrong = say("%1: %2 (does a file that its shell reads at the start print something?)", host.address, error.what());
  } catch (const BackendError& error) {
    wrong = say("%1 does not answer: %2", host.address, error.what());
  }
  if (!greeting) {
    const std::string said = ssh_->last_words();
    throw BackendError(wrong.empty() ? why_not_there(host, said, ssh_->code()) : wrong);
  }
  const std::string ours = host_info().version;
  if (greeting->bytes != ours)
    throw BackendError(say("MLP Lab on %1 is of version %2, and this is %3: install the same on both", host.address,
                           greeting->bytes.substr(0, 40), ours));
}

std::string FarSide::last_words() { return ssh_->last_words(); }

}  // namespace mlplab
