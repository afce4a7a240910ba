// The faults in the settings of a run, by the field of the form.
#pragma once

#include "core/run/run_spec.h"
#include "ui/widgets/form.h"

namespace mlplab {

/// The form's row of a backend's option, as errors name it: 'options.pin'.
inline QString option_field(const std::string& option) {
  return QStringLiteral("options.") + QString::fromStdString(option);
}

/// The faults of the run's members. After each fault the check goes on with that member's default.
Faults faults_of_members(const RunSpec& spec);

/// The faults of the backend's name, workers and options. Whether the backend can run here, the list and the run say.
Faults faults_of_backend(const RunSpec& spec);

}  // namespace mlplab
