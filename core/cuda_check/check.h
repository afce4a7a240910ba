// A student's CUDA program built with g++ and run on this machine without a GPU, watched at every load and store.
// docs/cuda-on-the-host.md says what is understood and found. check_cuda() does all; its steps are here for callers
// that build and run programs under limits of their own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/cuda_check/report.h"

namespace mlplab {

struct CudaRun {
  std::vector<std::filesystem::path> watched;  // .cu: translated, its loads and stores seen
  std::vector<std::filesystem::path> beside;   // .cpp of a harness, which may include <cuda_runtime.h>
  std::filesystem::path folder;                // is there; the program and its report are made in it
  std::vector<std::string> arguments = {};     // of the program
  double limit_s = 30;                         // of the run, and of each compilation
};

/// Where CUDA's headers for students lie, and the library that their programs are linked with. Throws InputError where
/// they are not beside this program.
struct HostCuda {
  std::vector<std::filesystem::path> headers;
  std::filesystem::path library;
};
HostCuda find_host_cuda();

struct CudaBuild {
  std::vector<std::vector<std::string>> commands;  // one after the other
  std::filesystem::path program, report;           // the program writes the report that MLPLAB_CUDA_REPORT names
};
/// Translates the files into the folder. Throws InputError: a file that cannot be read or translated.
CudaBuild prepare_cuda_build(const CudaRun& run);

struct CudaCheck {
  std::string compiler;  // what it said, warnings too
  bool built = false;
  std::string output, errors;  // of the program
  std::string how_it_ended;    // '' where it ended well
  bool too_long = false;       // ended by us
  CudaReport report;
};
/// Throws InputError, BackendError: as the steps do, or no g++.
CudaCheck check_cuda(const CudaRun& run);

}  // namespace mlplab
