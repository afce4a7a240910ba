// A trainer of another program, as a JSON file describes it (docs/file-formats.md, 'Writing a trainer of your own').
// To add a member: here, in read_trainer_file(), in the documentation.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"

namespace mlplab {

struct TrainerFile {
  std::filesystem::path path;
  std::string name;         // as in --backend
  std::string title;        // as on screen
  std::string technology;   // 'Python, NumPy'
  std::string description;  // one line
  std::string parallelism;  // 'none', 'threads', 'processes', 'GPU'
  bool many_workers = false;
  std::vector<std::string> programs;   // the first that is there and passes the check is used; '$NAME' is a variable's
  std::vector<std::string> arguments;  // with placeholders, see expand()
  std::vector<std::string> check;      // arguments that make the program say whether it can run here; may be empty
  std::map<std::string, std::string> environment;  // values with placeholders
  std::vector<BackendOption> options;
  /// By the names that stand in a run's spec. Where the file says nothing: what there was when this format was made, so
  /// that a trainer is never taken to know what came later.
  struct Knows {
    std::vector<std::string> layers = {"dense"};
    std::vector<std::string> activations = {"identity", "relu", "sigmoid", "tanh"};
    std::vector<std::string> losses = {"softmax-cross-entropy", "mean-squared-error"};
    std::vector<std::string> optimizers = {"sgd", "momentum", "adam"};
    std::vector<std::string> schedules = {"constant", "step", "cosine", "one-cycle"};
    bool augmentation = false;  // takes each epoch's images from the exchange folder
    bool rates = false;         // and a learning rate for each step, where there is one
  } knows;
};

/// Throws InputError naming the file and the first thing that is wrong.
TrainerFile read_trainer_file(const std::filesystem::path& path);

/// The values of {exchange}, {workers} and {option:NAME} in a run; {here} is the file's folder everywhere.
struct TrainerValues {
  std::string exchange;
  int workers = 1;
  std::map<std::string, std::string> options;
};
/// `text` with its placeholders replaced. Throws UsageError for one that there is not.
std::string expand(const std::string& text, const TrainerFile& file, const TrainerValues& values);

/// Whether a trainer's program is here and can do its work: the one place that starts a program without a run.
struct TrainerCheck {
  std::filesystem::path program;  // the one to use
  std::string device;             // the first line that its check printed, else the program's path
  std::string why_not;            // '' where it can run; else one sentence
};

/// Tries the file's programs in order and takes the first that exists and whose check ends with 0 within `limit_s`. A
/// program that a variable names is the last one tried. Where no check succeeds, the reason is that of the last program
/// that exists. Never throws.
TrainerCheck check_trainer(const TrainerFile& file, double limit_s = 10.0);

}  // namespace mlplab
