// The energy and the load of the GPU's board by NVML, the library of NVIDIA's driver, opened while the program runs.
#pragma once

#include "core/machine/energy/meter.h"
#include "core/machine/load.h"

namespace mlplab::gpu {

/// A meter for the device of this number, as CUDA counts them, or the exact reason why there is none. Boards count
/// since Volta, in millijoules, in steps of some 20 to 100 ms.
EnergyMeters board_energy_meter(int number);

/// How busy that board is, as the driver counts over its last sixth of a second to second, and its memory.
DeviceLoad board_load(int number);

}  // namespace mlplab::gpu
