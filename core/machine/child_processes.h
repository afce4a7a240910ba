// Programs started side by side that never outlive this one. Between them and us stands a supervisor, a fork of this
// process that waits for them: when we go, however we go, it ends them and all that they have started in turn.
// To pass something more to a child: a member of ChildCommand, its use in start_child().
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mlplab {

/// The longest line, in bytes, that a child may write to stdout: a profile's timeline is one line.
inline constexpr std::size_t longest_line = std::size_t{16} << 20;

class ScratchFolder;  // scratch_folder.h

struct ChildCommand {
  std::vector<std::string> words;                  // program (a path, or a name to be found in PATH) and arguments
  std::map<std::string, std::string> environment;  // beside this process's own
  bool streams = false;                   // stdin and stdout are connected to us; else they are /dev/null and stderr
  std::vector<int> descriptors;           // of ours, kept open under the same numbers
  std::vector<std::string> without = {};  // beginnings of names: variables of ours that the child does not get
};

/// How a child ended.
struct ChildEnd {
  int child = 0;        // index of its command
  int wait_status = 0;  // as waitpid() gives it
  int exec_error = 0;   // errno where the program could not be started at all
  bool failed() const { return exec_error != 0 || wait_status != 0; }
  /// `name` is the child's: 'rank 1 ended with code 3', '… was killed by signal 9 (Killed)', '… could not be started:
  /// …'.
  std::string sentence(const std::string& name) const;
};

class ChildProcesses {
 public:
  /// Starts them all. `scratch`: folders of theirs, which the supervisor removes where this process is killed. Throws
  /// BackendError (program not found, no processes or descriptors left).
  explicit ChildProcesses(const std::vector<ChildCommand>& commands,
                          const std::vector<const ScratchFolder*>& scratch = {});
  /// Kills what still runs, and what that has started.
  ~ChildProcesses();
  ChildProcesses(const ChildProcesses&) = delete;
  ChildProcesses& operator=(const ChildProcesses&) = delete;

  /// Waits until something came from the children, `timeout_ms` at the most.
  void wait(int timeout_ms);
  /// Complete lines of stdout since the last call, without their ends. Throws InputError for one that is longer than
  /// longest_line.
  std::vector<std::string> take_lines();
  /// The first and the last lines of stderr of all children; where they say a lot, what is between them is left out.
  std::string errors() const { return errors_.text(); }
  /// In the order in which they ended.
  const std::vector<ChildEnd>& ends() const { return ends_; }
  /// Whether a child is stopped (SIGSTOP, Ctrl-Z) now; false where the system does not tell.
  bool any_stopped() const;
  /// All have ended, and all that they wrote is here.
  bool over() const { return status_ < 0; }

  /// A line to stdin. Kept where the child does not read at once; lost where it has closed it.
  void write_line(const std::string& line);
  void terminate();  // SIGTERM to every child's process group
  void kill();       // SIGKILL to all, and to all that they have started

 private:
  template <class Text>
  void read_from(int& descriptor, Text& text);
  void write_pending();
  void command(char byte);

  /// Grows to a bound, then forgets the middle.
  class Bounded {
   public:
    void append(std::string_view more);
    std::string text() const;

   private:
    std::string first_, last_;
    std::size_t left_out_ = 0;
  };

  pid_t supervisor_ = -1;
  int control_ = -1, status_ = -1, in_ = -1, out_ = -1, err_ = -1;
  std::string pending_in_, out_text_, status_text_;
  std::size_t searched_ = 0;  // of out_text_: no line ends before
  Bounded errors_;
  std::vector<ChildEnd> ends_;
};

/// Where PATH has `name` (or `name` itself where it has a '/'); empty where it is not there or not executable.
std::filesystem::path find_program(const std::string& name);

}  // namespace mlplab
