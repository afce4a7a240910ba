// The measured peak of the multiply-add units, which every other figure of a product is a share of.
#pragma once

#include "core/compute/kernels/kernels.h"
#include "core/compute/kernels/team.h"

namespace mlplab::kernels {

/// Floating-point operations a second of the team's workers together, each on sums of its own in registers: the best of
/// some short measurements, some 50 ms in all; longer ones would average what else the machine does.
double multiply_add_peak(const Kernels& kernels, Team& team);

}  // namespace mlplab::kernels
