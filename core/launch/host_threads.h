// How many threads of a run share this machine's processors: what 'oversubscribed' is judged by.
#pragma once

#include <optional>

#include "core/run/event.h"

namespace mlplab {

/// The threads that compute on the processors of this machine in a run: those of all processes together, none where a
/// GPU computes. Nothing where it is not known because some processes are on other machines. Throws InputError for a
/// hostfile that cannot be read.
std::optional<int> host_threads(const RunStarted& started);

}  // namespace mlplab
