// The measured ceilings of this machine's processors, which every other figure is a share of: multiply-adds without
// memory, and reading without work.
#pragma once

#include <cstddef>

#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"

namespace mlplab::kernels {

/// Floating-point operations per second of the team's workers together, each on sums of its own in registers: the best
/// of some short measurements, some 50 ms in all; longer ones would average what else the machine does.
double multiply_add_peak(const Kernels& kernels, Team& team);

/// Bytes per second that the team's workers together read, each again and again its own `bytes` (at least 1024): the
/// best of some measurements, 20 to 500 ms in all by where they come from. Memory is touched by the worker that reads
/// it.
double reading_rate(const Kernels& kernels, Team& team, std::size_t bytes);

}  // namespace mlplab::kernels
