// The phones of the benchmark, in a process of their own: in a class they are other machines, so that their processor
// time is counted apart from the window's. They draw for a class, or for a server that only echoes: what phones and
// connections cost by themselves on the machine that is measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mlplab {

struct PhonesTask {
  std::uint16_t port = 0;  // 0: the process's own server, which reads a request and sends a reply of the usual size
  std::string code;
  int round = 0;  // of guesses
  int phones = 60, drawings = 10;
  double seconds = 6;
  int cpu = -1;  // the only one that they use; -1: any

  std::vector<std::string> words() const;
  /// Throws UsageError.
  static PhonesTask from_words(const std::vector<std::string>& words);
};

/// A process writes it as one line.
struct PhonesResult {
  std::vector<double> reply_s;  // of each drawing that was replied to
  int guesses = 0;              // that were taken
  double cpu_s = 0;             // of the process
};

/// The whole process: draws, writes the result, ends. Returns the exit code.
int run_phones(const PhonesTask& task);
PhonesResult result_of(const std::string& line);

}  // namespace mlplab
