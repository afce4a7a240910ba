// The errors that CUDA's calls return: the last one, and one that stays once a kernel has broken off.
#pragma once

#include "types.h"

namespace host_check {

cudaError_t device_error();
void lose_device(cudaError_t error);
/// Remembers an error for cudaGetLastError() and returns it; one that stays wins.
cudaError_t note_error(cudaError_t error);

}  // namespace host_check
