// The GPU that kernels in CUDA are timed and trained with, and how nvcc compiles them for it. What the machine has is
// asked once in a program's life; why_no_gpu() runs nothing, so that a window can ask it.
#pragma once

#include <string>

#include "core/workshop/language.h"
#include "core/workshop/work.h"

namespace mlplab::workshop {

struct Gpu {
  std::string name;        // 'NVIDIA H100 80GB HBM3'; '' where there is none
  std::string capability;  // '90', as in nvcc's -arch=sm_90
};

/// The first GPU that CUDA may use (CUDA_VISIBLE_DEVICES), in the order of the bus, as nvidia-smi tells, which is run
/// the first time.
const Gpu& first_gpu();
/// A path, or '' where the CUDA Toolkit is not here.
const std::string& nvcc();
/// That it is not here and what to install.
std::string why_no_nvcc();
/// '' or what is missing for kernels on a GPU, in one sentence without a full stop.
std::string why_no_gpu();

/// The GPU that the work's kernel is timed on; '' where it computes on this machine's processors.
std::string gpu_of(const Work& work);

/// Where the work's kernel computes: that GPU, or this machine's processor.
std::string machine_of(const Work& work);

/// The way to compile a kernel for the GPU, as a library whose calls of CUDA's runtime can be timed one by one
/// (resources/workshop/device_clock.cu).
Build gpu_build();

/// In what nvidia-smi prints for --query-gpu=name,compute_cap --format=csv,noheader: 'NVIDIA T4, 7.5'.
Gpu gpu_in(const std::string& text);

}  // namespace mlplab::workshop
