#include "core/workshop/device.h"

#include <cstdlib>

#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/typed_number.h"
#include "core/cuda_check/run_command.h"
#include "core/machine/child_processes.h"
#include "core/machine/host_info.h"

namespace mlplab::workshop {
namespace {

/// The functions of CUDA's runtime that device_clock.cu stands before.
std::vector<std::string> device_calls() {
  return {"cudaMalloc", "cudaFree",        "cudaMemcpy",       "cudaMemcpyAsync",
          "cudaMemset", "cudaMemsetAsync", "cudaLaunchKernel", "__cudaLaunchKernel"};
}

Gpu ask_driver() {
  constexpr double patience_s = 20.0;  // a driver that nothing else uses starts with the question
  if (find_program("nvidia-smi").empty()) return {};
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  const std::string first = visible == nullptr ? "0" : parts_of(visible, ',').front();
  const CommandEnd end =
      run_command("nvidia-smi",
                  {"nvidia-smi", "--id=" + first, "--query-gpu=name,compute_cap", "--format=csv,noheader"}, patience_s);
  return end.failed || end.too_long ? Gpu() : gpu_in(end.output);
}

}  // namespace

Gpu gpu_in(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  const std::size_t comma = line.rfind(", ");
  if (comma == std::string::npos) return {};
  const std::vector<std::string> parts = parts_of(line.substr(comma + 2), '.');
  if (parts.size() != 2 || !typed_whole<int>(parts[0]) || !typed_whole<int>(parts[1])) return {};
  return {line.substr(0, comma), parts[0] + parts[1]};
}

const Gpu& first_gpu() {
  static const Gpu gpu = ask_driver();
  return gpu;
}

const std::string& nvcc() {
  static const std::string path = [] {
    for (const char* name : {"nvcc", "/usr/local/cuda/bin/nvcc"})
      if (const auto found = find_program(name); !found.empty()) return found.string();
    return std::string();
  }();
  return path;
}

std::string why_no_nvcc() { return say("nvcc is not here; install the CUDA Toolkit"); }

std::string why_no_gpu() {
  if (!anything_at("/dev/nvidiactl") && !anything_at("/dev/dxg"))  // of the driver; in Linux on Windows
    return say("there is no GPU here that NVIDIA's driver knows");
  return nvcc().empty() ? why_no_nvcc() : std::string();
}

std::string gpu_of(const Work& work) {
  if (!timed_build(*work.language).on_device || !why_no_gpu().empty()) return {};
  return first_gpu().name.empty() ? "GPU" : first_gpu().name;
}

std::string machine_of(const Work& work) {
  const std::string gpu = gpu_of(work);
  return gpu.empty() ? host_info().cpu : gpu;
}

Build gpu_build() {
  Build build;
  build.id = "gpu";
  build.title = to_say("on the GPU");
  build.on_device = true;
  build.usual_flags = {"-std=c++17", "-O3", "-lineinfo", "-Xcompiler=-fPIC,-Wall"};
  build.sources = {"harness.cpp"};
  build.library_sources = {"device_clock.cu"};
  for (const std::string& call : device_calls()) build.link_flags.push_back("-Xlinker=--wrap=" + call);
  return build;
}

}  // namespace mlplab::workshop
