// CUDA for a student's file that g++ compiles: found in place of CUDA's own header. What is understood is in these
// headers; anything else is an error of the compiler at its line. To add a word: threads.h or vectors.h in
// gpu/host_cuda/words where it is about threads, else the header beside this one that it belongs to.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cuda_atomics.h"
#include "cuda_functions.h"
#include "cuda_launch.h"
#include "cuda_memory.h"
#include "cuda_vectors.h"
#include "threads.h"
#include "types.h"

// A variable of the one thread of the system that runs all of a kernel's: so shared memory lies by itself, whole.
// 128 bytes are all banks once: an array begins at bank 0.
#define __shared__ static thread_local __attribute__((aligned(128)))
#define __constant__
#define __managed__
#define __align__(bytes) __attribute__((aligned(bytes)))
