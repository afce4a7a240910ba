// The launch of a run in other processes: the program to start, and what it needs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mlplab {

struct RunSpec;  // core/run/run_spec.h

/// How to run a spec in other processes; run_in_processes() starts it and reads its event stream.
struct Launch {
  std::vector<std::string> command;  // program and arguments
  std::map<std::string, std::string> environment;
  std::vector<std::string> without;  // beginnings of names of our own environment that it does not get
  /// '' for one program that sees to its own processes (mpirun, python3); else the transport that connects `ranks`
  /// copies of `command`, started side by side: 'shared' or 'pipes'.
  std::string transport;
  int ranks = 1;
  /// The exchange folder then also holds data/: the run's examples, cut and split, as IDX files (write_idx_folder), so
  /// that a program need not know of limits, image folders or where MNIST lies.
  bool needs_data = false;
  /// True where the program takes orders on stdin ('pause', 'step'…, docs/file-formats.md) and begins paused. Others
  /// get order.u32 and the whole run; they can be stopped only.
  bool obeys = false;
  /// Whether a program that does not obey takes a rate for each step (rates.f32), for a learning-rate search.
  bool takes_rates = false;
  /// Folders that the runner makes before the start and removes with all in them after the run (ScratchFolder): for
  /// what a killed program would leave behind.
  std::vector<std::filesystem::path> scratch;
  std::uintmax_t scratch_bytes = 0;  // that will be written to each
  /// Until its first line: a program that waits for what does not come ends the run. 0: it may wait as long as it
  /// likes.
  double silent_s = 0.0;
  /// (optional) One sentence for what its stderr says, '' where it knows none. Default: the last lines themselves.
  std::function<std::string(const std::string& errors)> explain;
};

/// Starts a run in other processes: the transport of a team, or a program of its own.
struct Launcher {
  std::string name;         // of the run's configuration, for sentences
  bool is_program = false;  // not ours: what it says of itself has to be held against what is known here
  int image_threads = 1;    // that make the augmented images of an epoch for it
  std::function<Launch(const RunSpec& spec, const std::filesystem::path& exchange)> launch;
};

}  // namespace mlplab
