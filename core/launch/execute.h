// The one path of a run: a spec or a kept run's folder in, events out, recorded. The window, the terminal, the ranks of
// a run and the experiments all go this way, so that what is checked, resumed and counted is so everywhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/compute/communicator.h"
#include "core/data/dataset.h"
#include "core/data/load.h"
#include "core/run/event.h"
#include "core/run/run_control.h"
#include "core/run/run_log.h"
#include "core/run/starting_point.h"

namespace mlplab {

struct RunRequest {
  RunSpec spec;                  // of a new run
  std::filesystem::path resume;  // or the folder of a kept one to go on with: `spec` is not looked at then
  /// The hostfile that the user names in place of the run's own; '' for none. A resumed run may be somebody else's, and
  /// its own hostfile would start programs on other machines.
  std::filesystem::path hostfile;
  /// For the machines that members of a resumed run's team name: those that the user names again, as 'node1,node2'.
  std::string hosts = {};
  std::string on;  // of a resumed run: the machine that computes it from now on, 'here' for this one; '' for its own
  std::shared_ptr<const Dataset> dataset;  // what the spec's data describe; null: loaded here
  std::filesystem::path resources;         // where shipped data sets lie, for loading (find_resources())

  enum class Keep { nothing, if_possible, always };
  Keep keep = Keep::nothing;                     // of a new run; one that is resumed is always kept
  std::filesystem::path folder;                  // where a new run is kept; '' for a new folder in `runs`
  std::filesystem::path runs;                    // (default_runs_folder())
  std::uint64_t epoch_states_bytes = 0;          // room for the weights of every epoch of a kept run; 0: none of them
  std::shared_ptr<const TrainingState> initial;  // null: the weights that the spec begins with
  std::vector<float> rates;                      // of a learning-rate search (StartingPoint::rates); it is not kept
  Communicator* ranks = nullptr;  // where several processes share the run, all of them call: rank 0 records
  bool is_job = false;            // mpirun or srun started them: the run is one of the backend mpi
  double idle_power_s = 0.0;  // how long the machine's idle power is measured before it trains; 0: not (a job cannot)
  IdlePower idle;             // or measured before, for several runs; without scopes: not
  bool watch_load = false;    // read the load twice per second, send it as LoadSampled (not in a job)
  LoadProgress on_loading;    // (optional) told how far loading the data is, on the caller's thread
  /// (optional) Told the run's folder as soon as it is there; called on the caller's thread.
  std::function<void(const std::filesystem::path& folder)> on_folder;
};

struct RunOutcome {
  RunEnded ended;
  RunLog log;                                  // of the whole run, with the epochs before it was resumed
  std::shared_ptr<const TrainingState> state;  // the last one
  std::shared_ptr<const Dataset> dataset;      // null where it could not be loaded
  std::filesystem::path folder;                // '' where the run is not kept
  std::string not_kept;                        // why, or what of it could not be written; ''
  bool began = false;                          // false where it failed before its first step: the disk is as it was
  bool all_failed = false;                     // of several ranks: each knows of the failure, none waits for another
};

/// A data set that outlives the run, for RunRequest::dataset.
inline std::shared_ptr<const Dataset> borrowed(const Dataset& dataset) { return {std::shared_ptr<void>(), &dataset}; }

/// The spec of something kept, with which others can go on from another folder. Throws InputError for a path that is
/// not UTF-8.
void make_paths_absolute(RunSpec& spec);

/// Trains as train() does and records it. Never throws: what goes wrong, in preparing too, is in `ended` and in the
/// last event, a RunEnded. `sink` sees each event after the recorder.
RunOutcome execute_run(const RunRequest& request, EventSink& sink, RunControl& control);

}  // namespace mlplab
