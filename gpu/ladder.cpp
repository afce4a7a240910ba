#include "gpu/ladder.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/random.h"
#include "core/statistics/statistics.h"
#include "gpu/cublaslt.h"
#include "gpu/device.h"
#include "gpu/graph.h"
#include "gpu/kernels/product_naive.h"
#include "gpu/kernels/product_tiled.h"
#include "gpu/memory.h"
#ifndef MLPLAB_HOST_CUDA  // the host has no tensor cores
#include "gpu/kernels/product_tensor.h"
#endif

namespace mlplab::gpu {
namespace {

constexpr const char* library_rung = "cuBLASLt";

struct Rung {
  const char* name;
  double tolerance;  // of the sum of |a b|: rounding of inputs and sums
  std::function<void(cudaStream_t, const MatrixProduct&)> multiply;
  std::string why_not;
};

std::vector<Rung> rungs(bool with_library) {
  const DeviceInfo& device = probed_device().device;
  const int processors = device.multiprocessors;
  std::vector<Rung> all;
  all.push_back({to_say("naive"), 1e-5,
                 [](cudaStream_t s, const MatrixProduct& p) { check(product_naive(s, p), to_say("naive")); }, ""});
  all.push_back({to_say("shared tiles"), 1e-5,
                 [](cudaStream_t s, const MatrixProduct& p) { check(product_shared(s, p), to_say("shared tiles")); },
                 ""});
  all.push_back({to_say("register tiles"), 1e-5,
                 [processors](cudaStream_t s, const MatrixProduct& p) {
                   check(product_tiled(s, p, {processors, false}), to_say("register tiles"));
                 },
                 ""});
  const std::string no_tensor_cores =
      device.major >= 8
          ? ""
          : say("tensor cores need compute capability 8.0, this device has %1.%2", device.major, device.minor);
  all.push_back({to_say("tensor cores (float)"), 1e-5,
                 [processors](cudaStream_t s, const MatrixProduct& p) {
                   check(product_in_large_tiles(s, p, {processors, true}), to_say("tensor cores"));
                 },
                 no_tensor_cores});
#ifndef MLPLAB_HOST_CUDA
  all.push_back({to_say("tensor cores (TF32)"), 2e-3,
                 [](cudaStream_t s, const MatrixProduct& p) { check(product_tensor(s, p), to_say("tensor cores")); },
                 no_tensor_cores});
#endif
  const std::string why_not = cublaslt_why_not();
  for (const bool tf32 : {false, true}) {
    Rung rung{tf32 ? "cuBLASLt (TF32)" : library_rung, tf32 ? 2e-3 : 1e-5, nullptr, why_not};
    if (with_library && why_not.empty())
      rung.multiply = [lt = std::make_shared<CublasLt>(tf32)](cudaStream_t s, const MatrixProduct& p) {
        lt->product(s, p);
      };
    all.push_back(std::move(rung));
  }
  return all;
}

/// Operands on the host and on the device.
struct Operands {
  Operands(const LadderShape& shape, const Stream& stream)
      : a(numbers(std::size_t(shape.m) * std::size_t(shape.k), 1)),
        b(numbers(std::size_t(shape.n) * std::size_t(shape.k), 2)),
        device_a(a.size()),
        device_b(b.size()),
        device_c(std::size_t(shape.m) * std::size_t(shape.n)) {
    check(cudaMemcpyAsync(device_a.data(), a.data(), device_a.bytes(), cudaMemcpyHostToDevice, stream.get()),
          to_say("copy A"));
    check(cudaMemcpyAsync(device_b.data(), b.data(), device_b.bytes(), cudaMemcpyHostToDevice, stream.get()),
          to_say("copy B"));
    product.transpose_a = shape.transpose_a, product.transpose_b = shape.transpose_b;
    product.m = shape.m, product.n = shape.n, product.k = shape.k;
    product.a = device_a.data(), product.lda = shape.transpose_a ? shape.m : shape.k;
    product.b = device_b.data(), product.ldb = shape.transpose_b ? shape.k : shape.n;
    product.c = device_c.data(), product.ldc = shape.n;
  }
  static std::vector<float> numbers(std::size_t count, std::uint32_t salt) {
    Random random(1, RandomStream::weights, salt);
    std::vector<float> values(count);
    for (float& value : values) value = random.symmetric() + 0.1F;
    return values;
  }
  std::vector<float> a, b;
  DeviceArray<float> device_a, device_b, device_c;
  MatrixProduct product;
};

/// '' or how C differs from the product in double. The corners and some places in between: all would take the host
/// longer than everything else.
std::string difference(const Operands& operands, const Stream& stream, double tolerance) {
  const MatrixProduct& p = operands.product;
  std::vector<float> c(operands.device_c.size());
  check(cudaMemcpyAsync(c.data(), operands.device_c.data(), operands.device_c.bytes(), cudaMemcpyDeviceToHost,
                        stream.get()),
        to_say("copy C"));
  stream.wait();
  Random random(2, RandomStream::weights, 3);
  constexpr int places = 256;
  for (int place = 0; place < places; ++place) {
    const auto pick = [&](int size, int corner) {
      if (place < 4) return corner != 0 ? size - 1 : 0;
      return static_cast<int>(random.below(static_cast<std::uint32_t>(size)));
    };
    const int i = pick(p.m, place & 1), j = pick(p.n, place & 2);
    double sum = 0.0, size = 0.0;
    for (int q = 0; q < p.k; ++q) {
      const double term = double{operands.a[p.transpose_a ? std::size_t(q) * p.lda + i : std::size_t(i) * p.lda + q]} *
                          operands.b[p.transpose_b ? std::size_t(j) * p.ldb + q : std::size_t(q) * p.ldb + j];
      sum += term, size += std::fabs(term);
    }
    const double value = c[std::size_t(i) * std::size_t(p.n) + j];
    if (!(std::fabs(value - sum) <= tolerance * size))
      return say("wrong result: element %1, %2 is %3, should be %4", i, j, std::to_string(value), std::to_string(sum));
  }
  return "";
}

/// Seconds of one product, for each repeat: as many in a row as take options.time_s, between two events. They are
/// started as a graph of many, for a small product takes the device less time than the host needs to launch it.
std::vector<double> times_of(const Rung& rung, const MatrixProduct& product, const Stream& stream,
                             const LadderOptions& options) {
  const Event start(true), end(true);
  rung.multiply(stream.get(), product);  // what a first call loads or looks up is not for a capture
  constexpr int in_a_graph = 32;
  const CapturedGraph products(stream, [&] {
    for (int i = 0; i < in_a_graph; ++i) rung.multiply(stream.get(), product);
  });
  const auto run = [&](int graphs) {
    start.record(stream);
    for (int i = 0; i < graphs; ++i) products.start(stream);
    end.record(stream);
    end.wait();
    float ms = 0.0F;
    check(cudaEventElapsedTime(&ms, start.get(), end.get()), to_say("read a clock"));
    return ms * 1e-3;
  };
  run(1);  // warm up
  int count = 1;
  constexpr int max_count = 1 << 11;
  for (double time_s = run(count); time_s < options.time_s && count < max_count; time_s = run(count))
    count = std::min<int>(max_count,
                          std::max(2 * count, static_cast<int>(count * options.time_s / std::max(time_s, 1e-7))));
  std::vector<double> times;
  for (int repeat = 0; repeat < options.repeats; ++repeat) times.push_back(run(count) / count / in_a_graph);
  return times;
}

}  // namespace

std::vector<LadderShape> ladder_shapes() {
  std::vector<LadderShape> shapes;
  for (const int batch : {16, 64, 512}) {
    const std::string suffix = "/batch:" + std::to_string(batch);
    shapes.push_back({"forward" + suffix, false, true, batch, 256, 784});
    shapes.push_back({"weight-gradient" + suffix, true, false, 256, 784, batch});
    shapes.push_back({"output" + suffix, false, true, batch, 10, 256});
    shapes.push_back({"input-gradient" + suffix, false, false, batch, 256, 10});
  }
  for (int side = 256; side <= 4096; side *= 2)
    shapes.push_back({"square:" + std::to_string(side), false, false, side, side, side});
  return shapes;
}

std::vector<std::string> ladder_rungs() {
  std::vector<std::string> names;
  for (const Rung& rung : rungs(false)) names.emplace_back(rung.name);
  return names;
}

LadderDevice ladder_device() {
  const Probe& probe = probed_device();
  if (const std::string why = probe.why_not(); !why.empty())
    throw BackendError(say("the GPU cannot be measured: %1", why));
  return {in_words(probe.device), probe.device.peak_flops()};
}

std::vector<LadderResult> climb(const LadderShape& shape, const LadderOptions& options) {
  const LadderDevice device = ladder_device();
  use_device(0);
  const Stream stream;
  const Operands operands(shape, stream);
  std::vector<LadderResult> results;
  double library_flops = 0.0;
  for (const Rung& rung : rungs(true)) {
    LadderResult& result = results.emplace_back();
    result.rung = rung.name, result.shape = shape, result.error = rung.why_not;
    if (!result.error.empty()) continue;
    // NaN everywhere, so that an output which is never written shows.
    check(cudaMemsetAsync(operands.device_c.data(), 0xff, operands.device_c.bytes(), stream.get()), to_say("fill C"));
    rung.multiply(stream.get(), operands.product);
    result.error = difference(operands, stream, rung.tolerance);
    result.wrong = !result.error.empty();
    if (result.wrong) continue;
    const std::vector<double> times = times_of(rung, operands.product, stream, options);
    result.time_s = median(times);
    result.spread = (quantile(times, 1.0) - quantile(times, 0.0)) / result.time_s;
    result.flops = 2.0 * shape.m * shape.n * shape.k / result.time_s;
    if (device.peak_flops > 0) result.of_peak = result.flops / device.peak_flops;
    if (rung.name == std::string(library_rung)) library_flops = result.flops;
  }
  if (library_flops > 0)
    for (LadderResult& result : results) result.of_cublas = result.flops / library_flops;
  return results;
}

}  // namespace mlplab::gpu
