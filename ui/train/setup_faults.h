// What is wrong with the settings of a run, by the field of the form that has it.
#pragma once

#include "core/run/run_spec.h"
#include "ui/widgets/form.h"

namespace mlplab {

/// What is wrong with the run's members. After each fault it looks on with that member as it is by default.
Faults faults_of_members(const RunSpec& spec);

/// The same of the backend's name, workers and options. Whether it can run here is said in the list, and by the run.
Faults faults_of_backend(const RunSpec& spec);

}  // namespace mlplab
