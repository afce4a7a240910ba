// The energy of the GPU's board by NVML, the library of NVIDIA's driver, opened while the program runs.
#pragma once

#include "core/machine/energy/meter.h"

namespace mlplab::gpu {

/// A meter for the device of this number, as CUDA counts them, or the exact reason why there is none. Boards count
/// since Volta, in millijoules, in steps of some 20 to 100 ms.
EnergyMeters board_energy_meter(int number);

}  // namespace mlplab::gpu
