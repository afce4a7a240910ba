// The ladder of matrix products: what each improvement of a kernel is worth on this device, up to NVIDIA's library.
// A rung is a line in rungs() of ladder.cpp. No CUDA header here, so that the terminal program needs none.
#pragma once

#include <string>
#include <vector>

namespace mlplab::gpu {

/// One product: C [m, n] = op(A) op(B) over k.
struct LadderShape {
  std::string name;  // 'forward/batch:64', 'square:1024'
  bool transpose_a = false, transpose_b = false;
  int m = 0, n = 0, k = 0;
};

/// The products of a step of 784-256-10 at batch 16, 64, 512, and squares of 256 to 4096.
std::vector<LadderShape> ladder_shapes();

struct LadderResult {
  std::string rung;  // 'register tiles'
  LadderShape shape;
  std::string error;       // '' or why there is no figure: a wrong result, a library that is missing
  bool wrong = false;      // the first of these
  double time_s = 0.0;     // median of the repeats
  double spread = 0.0;     // (largest - smallest) / median of the repeats
  double flops = 0.0;      // 2 m n k / time_s
  double of_peak = 0.0;    // of the FP32 units' peak (device.h); 0 where that is not known
  double of_cublas = 0.0;  // of cuBLASLt's FP32 rung at the same shape; 0 where there is none
};

struct LadderOptions {
  int repeats = 5;
  double time_s = 0.05;  // of each repeat, at least
};

/// The names of the rungs, lowest first.
std::vector<std::string> ladder_rungs();
/// Every rung at one shape, each verified before it is timed. Throws BackendError where there is no device.
std::vector<LadderResult> climb(const LadderShape& shape, const LadderOptions& options);

/// The reference for `climb`: the device in words, and its peak of FP32 multiply-adds in FLOP/s (0: not known).
struct LadderDevice {
  std::string words;
  double peak_flops = 0.0;
};
/// Throws BackendError with the reason where there is none.
LadderDevice ladder_device();

}  // namespace mlplab::gpu
