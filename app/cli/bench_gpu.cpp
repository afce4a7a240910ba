#include "app/cli/bench_parts.h"
#include "app/cli/live_line.h"
#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/numbers.h"
#include "core/compute/backend_table.h"

#ifdef MLPLAB_HAS_GPU
#include <cstdio>
#include <iostream>
#include <regex>

#include "gpu/ladder.h"
#endif

namespace mlplab {
#ifdef MLPLAB_HAS_GPU
namespace {

nlohmann::ordered_json to_json(const gpu::LadderResult& result) {
  const bool measured = result.error.empty();
  nlohmann::ordered_json json = {
      {"shape", result.shape.name},    {"m", result.shape.m},   {"n", result.shape.n},     {"k", result.shape.k},
      {"rung", result.rung},           {"error", result.error}, {"time_s", result.time_s}, {"spread", result.spread},
      {"gflops", result.flops * 1e-9}, {"of_cublas", nullptr},  {"of_peak", nullptr}};
  if (measured && result.of_cublas > 0) json["of_cublas"] = result.of_cublas;
  if (measured && result.of_peak > 0) json["of_peak"] = result.of_peak;
  return json;
}

void print(const gpu::LadderResult& result) {
  if (!result.error.empty()) {
    std::printf("  %-20s %s\n", result.rung.c_str(), result.error.c_str());
    return;
  }
  std::printf("  %-20s %10.2f us %6.1f%% %10.1f", result.rung.c_str(), result.time_s * 1e6, 100.0 * result.spread,
              result.flops * 1e-9);
  if (result.of_cublas > 0)
    std::printf(" %9.1f%%", 100.0 * result.of_cublas);
  else
    std::printf(" %10s", "-");
  if (result.of_peak > 0) std::printf(" %9.1f%%", 100.0 * result.of_peak);
  std::printf("\n");
}

}  // namespace

int bench_gpu(const GpuBenchOptions& options) {
  std::regex filter;
  try {
    filter.assign(options.filter);
  } catch (const std::regex_error&) {
    throw UsageError(say("--filter '%1' is not a regular expression", options.filter));
  }
  const gpu::LadderDevice device = gpu::ladder_device();
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  if (!options.json)
    std::cout << device.words << '\n'
              << say("peak of the FP32 units (2 x SMs x units x highest clock): %1 GFLOP/s",
                     with_decimals(device.peak_flops * 1e-9, 1))
              << "\n\n  " << in_column("", 20) << ' ' << in_right_column(say("median"), 13) << ' '
              << in_right_column(say("spread"), 7) << ' ' << in_right_column("GFLOP/s", 10) << ' '
              << in_right_column(say("of cuBLAS"), 10) << ' ' << in_right_column(say("of peak"), 10) << std::endl;
  bool any = false;
  for (const gpu::LadderShape& shape : gpu::ladder_shapes()) {
    bool wanted = false;
    for (const std::string& rung : gpu::ladder_rungs()) wanted |= std::regex_search(shape.name + "/" + rung, filter);
    if (!wanted) continue;
    if (!options.json) std::printf("%s  [%d x %d x %d]\n", shape.name.c_str(), shape.m, shape.n, shape.k);
    for (const gpu::LadderResult& result : gpu::climb(shape, {.repeats = options.repeats, .time_s = options.time_s})) {
      if (!std::regex_search(shape.name + "/" + result.rung, filter)) continue;
      any = true;
      if (options.json)
        list.push_back(to_json(result));
      else
        print(result);
    }
    std::fflush(stdout);
  }
  if (!any) throw UsageError(say("no product matches --filter '%1'; run without it to see them all", options.filter));
  if (options.json)
    std::cout << dump_json(
                     nlohmann::ordered_json{
                         {"device", device.words}, {"peak_gflops", device.peak_flops * 1e-9}, {"products", list}},
                     2)
              << '\n';
  return 0;
}

#else

int bench_gpu(const GpuBenchOptions& /*options*/) {
  std::string why = say("this build knows no GPU");
  for (const BackendEntry& entry : backend_table())
    if (entry.on_device() && !entry.why_not().empty()) why = entry.why_not();
  throw BackendError(say("the GPU cannot be measured: %1", why));
}

#endif
}  // namespace mlplab
