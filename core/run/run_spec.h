// Everything that decides a run's result, as a value and as JSON (spec.json in a run's folder). settings.h has a line
// for each value that is set by itself.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/data/load.h"
#include "core/model/model_spec.h"
#include "core/model/optimizer.h"
#include "core/run/team.h"

namespace mlplab {

struct RunSpec {
  std::string backend;       // what computes: a name of the backend table
  BackendOptions options;    // its own; workers 0: all there are, or one thread per process of a team
  std::optional<Team> team;  // who takes part; none: this process computes alone
  std::string host;          // where: another machine, as ssh names it (remote_host.h); '' for this one
  int silence_s = 30;        // of that machine, after which it is taken for gone
  bool copies_data = false;  // the folder of the data is sent there, and need not be there
  DataSpec data;
  ModelSpec model = make_mlp({784, 256, 10}, Activation::relu);
  OptimizerSpec optimizer;
  int batch = 64;          // of all workers together
  int batch_per_rank = 0;  // chosen in its place: `batch` is this times the workers (core/launch/demand.h); 0: not
  int epochs = 10;
  std::uint64_t seed = 1;
  int eval_every = 1;                     // epochs between evaluations; the last epoch is always evaluated
  std::optional<double> target_accuracy;  // stop when the test accuracy reaches it, in (0, 1]
  int profile_steps = 0;                  // steps of each epoch whose time is taken apart (ProfileSample); 0: none
  std::string init_model;                 // a model file to start from instead of the seed's weights; '' for none
  bool operator==(const RunSpec&) const = default;
};

/// Throws UsageError naming the first value that is out of its range, and the range.
void validate(const RunSpec& spec);
/// Throws UsageError where another machine is to compute it: a measurement is of the machine that it runs on.
void check_is_here(const RunSpec& spec);
/// Throws UsageError where the network does not fit the data (inputs, classes) or the batch exceeds the examples.
void validate_against(const RunSpec& spec, const Dataset& dataset);
/// The shape that a network sees one of its examples in.
Shape image_shape(const Dataset& dataset);

void to_json(nlohmann::json& json, const RunSpec& spec);
void from_json(const nlohmann::json& json, RunSpec& spec);  // Throws UsageError

/// Whether the run is another program's: its device, training losses and training accuracies are what that says. True
/// of a backend that is not in the table, too: what is kept may be of a trainer that is not here.
bool is_another_programs(const RunSpec& spec);
/// `device`; in another program's run with the remark that this program reported it.
std::string device_in_words(const RunSpec& spec, const std::string& device);
/// The note beside the figures of another program's run, said once; '' for all others.
std::string claims_in_words(const RunSpec& spec);

}  // namespace mlplab
