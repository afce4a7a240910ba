#include "core/machine/child_processes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/machine/child_supervisor.h"
#include "core/machine/scratch_folder.h"

extern char** environ;  // NOLINT: POSIX has it so

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_at_once = std::size_t{1} << 20;  // taken in by one wait(): more than a pipe holds
constexpr std::size_t kept_first_errors = 4'000, kept_last_errors = 12'000;

[[noreturn]] void no_resources(const std::string& what) {
  throw BackendError(
      say("no process could be started: %1: %2; end other programs of yours, or raise the limit (ulimit -u, ulimit -n)",
          what, std::generic_category().message(errno)));
}

/// A descriptor of our own that no other program inherits, above the standard three.
class End {
 public:
  End() = default;
  explicit End(int fd) : fd_(fd) {
    if (fd_ < 0 || fd_ > 2) return;
    fd_ = ::fcntl(fd, F_DUPFD_CLOEXEC, 3);
    ::close(fd);
  }
  End(End&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  End& operator=(End&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~End() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_ = -1;
};

struct Pipe {
  Pipe() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) no_resources(say("a pipe"));
    out = End(fds[0]), in = End(fds[1]);
  }
  End out, in;  // what is written to `in` comes from `out`
};

/// A socket for stdin: writing to a child that is gone is then an error and not a signal.
struct SocketPair {
  SocketPair() {
    int fds[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) != 0) no_resources(say("a socket"));
    ours = End(fds[0]), theirs = End(fds[1]);
    ::shutdown(theirs.get(), SHUT_WR);
  }
  End ours, theirs;
};

/// The words of a command or an environment as execve() wants them.
class Words {
 public:
  explicit Words(std::vector<std::string> words) : words_(std::move(words)) {
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }
  char* const* data() const { return pointers_.data(); }

 private:
  std::vector<std::string> words_;
  std::vector<char*> pointers_;
};

std::vector<std::string> environment_with(const std::map<std::string, std::string>& more,
                                          const std::vector<std::string>& without) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const bool left_out =
        std::ranges::any_of(without, [&](const std::string& begin) { return text.starts_with(begin); });
    if (!left_out && !more.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

std::vector<std::string> with_path(std::vector<std::string> words) {
  const fs::path program = find_program(words.at(0));
  if (program.empty())
    throw BackendError(say("the program %1 was not found (or may not be run); install it or correct PATH", words[0]));
  words[0] = program.string();
  return words;
}

}  // namespace

std::string ChildEnd::sentence(const std::string& name) const {
  if (exec_error == EAGAIN)
    return say("%1 could not be started: %2; use fewer workers, or raise the limit (ulimit -u, the tasks of a job)",
               name, std::generic_category().message(exec_error));
  if (exec_error != 0) return say("%1 could not be started: %2", name, std::generic_category().message(exec_error));
  if (WIFSIGNALED(wait_status))
    return say("%1 was killed by signal %2 (%3)", name, WTERMSIG(wait_status), ::strsignal(WTERMSIG(wait_status)));
  return say("%1 ended with code %2", name, WEXITSTATUS(wait_status));
}

ChildProcesses::ChildProcesses(const std::vector<ChildCommand>& commands,
                               const std::vector<const ScratchFolder*>& scratch) {
  // Everything is made before the fork; the supervisor only uses it.
  std::vector<Words> words, environments;
  words.reserve(commands.size()), environments.reserve(commands.size());
  for (const ChildCommand& command : commands) {
    words.emplace_back(with_path(command.words));
    environments.emplace_back(environment_with(command.environment, command.without));
  }
  Pipe control, status, errors, output;
  SocketPair input;
  const End null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (null.get() < 0) no_resources("/dev/null");
  std::vector<std::vector<int>> kept;
  std::vector<supervision::Child> children;
  std::vector<int> keep = {control.out.get(), status.in.get(), errors.in.get(),
                           output.in.get(),   null.get(),      input.theirs.get()};
  kept.reserve(commands.size());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    kept.push_back(commands[i].descriptors);
    keep.insert(keep.end(), kept.back().begin(), kept.back().end());
    const bool streams = commands[i].streams;
    children.push_back({words[i].data(), environments[i].data(), streams ? input.theirs.get() : null.get(),
                        streams ? output.in.get() : errors.in.get(), errors.in.get(), kept.back()});
  }
  std::vector<int> own = {control.out.get(), status.in.get()};
  std::vector<supervision::Leftover> leftovers;
  for (const ScratchFolder* folder : scratch) {
    leftovers.push_back({folder->path().c_str(), folder->lock()});
    own.push_back(folder->lock());
    keep.push_back(folder->lock());
  }
  own.push_back(-1);
  std::ranges::sort(keep);
  std::vector<pid_t> pids(commands.size(), -1);
  // Not fork(): that runs the handlers of libraries, and OpenBLAS takes a lock in its own. A child that is made while
  // another thread holds it could never make one in turn.
  supervisor_ = ::_Fork();
  if (supervisor_ < 0) no_resources("fork");
  if (supervisor_ == 0)
    supervision::supervise(children, pids, control.out.get(), status.in.get(), keep, own, leftovers);
  control_ = control.in.release();
  status_ = status.out.release();
  in_ = input.ours.release();
  out_ = output.out.release();
  err_ = errors.out.release();
  for (const int fd : {status_, in_, out_, err_}) ::fcntl(fd, F_SETFL, O_NONBLOCK);
}

ChildProcesses::~ChildProcesses() {
  kill();
  for (const int fd : {control_, status_, in_, out_, err_})
    if (fd >= 0) ::close(fd);
  while (::waitpid(supervisor_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool ChildProcesses::any_stopped() const {
  const std::string supervisor = std::to_string(supervisor_);
  std::ifstream children("/proc/" + supervisor + "/task/" + supervisor + "/children");
  for (pid_t child = 0; children >> child;) {
    std::string status;
    std::getline(std::ifstream("/proc/" + std::to_string(child) + "/stat"), status);
    const std::size_t name_end = status.rfind(')');  // the state follows, and a name may have brackets
    if (name_end != std::string::npos && status.substr(name_end).starts_with(") T")) return true;
  }
  return false;
}

void ChildProcesses::wait(int timeout_ms) {
  std::vector<pollfd> wanted;
  for (const int fd : {status_, out_, err_})
    if (fd >= 0) wanted.push_back({fd, POLLIN, 0});
  if (in_ >= 0 && !pending_in_.empty()) wanted.push_back({in_, POLLOUT, 0});
  ::poll(wanted.data(), wanted.size(), timeout_ms);
  write_pending();
  // The reports first: what a child wrote before its end is then read below, in this call.
  read_from(status_, status_text_);
  while (status_text_.size() >= sizeof(supervision::Report)) {
    supervision::Report report;
    std::memcpy(&report, status_text_.data(), sizeof report);
    status_text_.erase(0, sizeof report);
    const bool known = std::ranges::any_of(ends_, [&](const ChildEnd& e) { return e.child == report.child; });
    if (!known) ends_.push_back({report.child, report.wait_status, report.exec_error});
  }
  read_from(out_, out_text_);
  read_from(err_, errors_);
}

void ChildProcesses::Bounded::append(std::string_view more) {
  const std::size_t room = kept_first_errors - first_.size();
  first_ += more.substr(0, room);
  if (more.size() <= room) return;
  last_ += more.substr(room);
  if (last_.size() <= kept_last_errors) return;
  left_out_ += last_.size() - kept_last_errors;
  last_.erase(0, last_.size() - kept_last_errors);
}

std::string ChildProcesses::Bounded::text() const {
  if (left_out_ == 0) return first_ + last_;
  return first_ + "\n" + say("… %1 bytes left out …", left_out_) + "\n" + last_;
}

template <class Text>
void ChildProcesses::read_from(int& descriptor, Text& text) {
  char block[1 << 16];
  for (std::size_t taken = 0; descriptor >= 0 && taken < most_at_once;) {
    const ssize_t count = ::read(descriptor, block, sizeof block);
    if (count > 0) {
      text.append(std::string_view(block, static_cast<std::size_t>(count)));
      taken += static_cast<std::size_t>(count);
      continue;
    }
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) return;
    ::close(descriptor);
    descriptor = -1;
  }
}

std::vector<std::string> ChildProcesses::take_lines() {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = out_text_.find('\n', searched_)) != std::string::npos; begin = searched_ = end + 1)
    lines.push_back(out_text_.substr(begin, end - begin));
  out_text_.erase(0, begin);
  searched_ = out_text_.size();
  const bool too_long = std::ranges::any_of(lines, [](const auto& line) { return line.size() > longest_line; });
  if (too_long || out_text_.size() > longest_line)
    throw InputError(say("a line is longer than %1 MiB", longest_line >> 20));
  return lines;
}

void ChildProcesses::write_line(const std::string& line) {
  if (in_ < 0) return;
  pending_in_ += line + "\n";
  write_pending();
}

void ChildProcesses::write_pending() {
  while (in_ >= 0 && !pending_in_.empty()) {
    const ssize_t count = ::send(in_, pending_in_.data(), pending_in_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count > 0) {
      pending_in_.erase(0, static_cast<std::size_t>(count));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno == EAGAIN) return;
    ::close(in_);  // nobody reads any more
    in_ = -1;
  }
}

void ChildProcesses::terminate() { command(supervision::terminate_byte); }
void ChildProcesses::kill() { command(supervision::kill_byte); }

void ChildProcesses::command(char byte) {
  ::kill(supervisor_, SIGCONT);  // somebody may have stopped it
  // The supervisor may have ended just now: no SIGPIPE to us for that.
  sigset_t pipe_signal, before;
  ::sigemptyset(&pipe_signal);
  ::sigaddset(&pipe_signal, SIGPIPE);
  ::pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  if (::write(control_, &byte, 1) < 0 && errno == EPIPE && !::sigismember(&before, SIGPIPE)) {
    constexpr timespec now{0, 0};
    ::sigtimedwait(&pipe_signal, nullptr, &now);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

fs::path find_program(const std::string& name) {
  const auto usable = [](const fs::path& path) {
    std::error_code error;
    return fs::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
  };
  if (name.find('/') != std::string::npos) return usable(name) ? fs::path(name) : fs::path();
  const char* variable = std::getenv("PATH");
  const std::string path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    const fs::path candidate = fs::path(path.substr(begin, end - begin)) / name;
    if (end > begin && usable(candidate)) return candidate;
    begin = end + 1;
  }
  return {};
}

}  // namespace mlplab
