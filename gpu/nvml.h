// The energy of the GPU's board by NVML, the library of NVIDIA's driver, opened while the program runs.
#pragma once

#include "core/machine/energy/meter.h"

namespace mlplab::gpu {

/// A meter for the device that the backends compute on, or the exact reason why there is none. Boards count since
/// Volta, in millijoules, in steps of some 20 to 100 ms.
EnergyMeters board_energy_meter();

}  // namespace mlplab::gpu
