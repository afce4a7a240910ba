// Training by any configuration: in this process, or in those that its team or program has.
#pragma once

#include "core/launch/launch.h"
#include "core/training/trainer.h"

namespace mlplab {

/// train_here(), or run_in_processes() where the spec has a launcher_of(); as the former, it never throws.
RunEnded train(const RunSpec& spec, const Dataset& dataset, EventSink& sink, RunControl& control,
               const StartingPoint& from = {});

/// Runs a spec in other processes: starts what its launcher names (mpirun, ranks, a Python trainer), reads its event
/// stream and passes it on as if the run were here.
///
/// The exchange folder holds spec.json, initial.safetensors (the state to start from), order.u32 (the sample order,
/// epoch after epoch) and state.safetensors, which the other side replaces before it reports an epoch as
/// done; with Launch::needs_data also data/ (write_idx_folder). Only `device` and `workers` of the other side's
/// RunStarted count; the rest is known here. A process that dies, says something that is not of the protocol, or ends
/// without RunEnded makes the run fail with the last lines of its stderr; completed epochs stay. Stop: terminate the
/// whole process group, then kill after 3 s. No process outlives the call, and none outlives this process, however it
/// ends.
RunEnded run_in_processes(const Launcher& launcher, const RunSpec& spec, const Dataset& dataset, EventSink& sink,
                          RunControl& control, const StartingPoint& from = {});

}  // namespace mlplab
