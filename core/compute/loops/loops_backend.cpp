// The study's sequential C program: one thread, loops that the compiler vectorises.
#include "core/compute/loops/loops_backend.h"

#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/loops/loops.h"
#include "core/machine/host_info.h"

namespace mlplab {
namespace loops {

std::string LoopsBackend::device() const { return host_info().cpu + ", 1 thread, " + instruction_set(); }

void LoopsBackend::gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels,
                          const std::uint32_t* order, float* x, std::int32_t* y) {
  run_rows(batch, [&](int first, int last) { loops::gather(first, last, d, features, labels, order, x, y); });
}

void LoopsBackend::gemm(const Gemm& g) {
  run_rows(g.m, [&](int first, int last) { product(g, first, last); });
}

void LoopsBackend::activation_gradient(Activation activation, std::size_t count, const float* a, float* d) {
  run_numbers(count,
              [&](std::size_t first, std::size_t last) { loops::activation_gradient(activation, first, last, a, d); });
}

void LoopsBackend::column_sums(int rows, int columns, const float* d, float* sums) {
  constexpr std::size_t grain = 16;  // one cache line of sums
  run(static_cast<std::size_t>(columns), grain, [&](std::size_t first, std::size_t last) {
    loops::column_sums(static_cast<int>(first), static_cast<int>(last), rows, columns, d, sums);
  });
}

void LoopsBackend::update(const Update& u) {
  run_numbers(u.count, [&](std::size_t first, std::size_t last) { loops::update(u, first, last); });
}

}  // namespace loops

BackendEntry loops_backend() {
  BackendEntry entry;
  entry.name = "loops";
  entry.title = to_say("C loops");
  entry.description =
      to_say("one thread, plain loops with float sums, which the compiler turns into vector instructions");
  entry.technology = "C++";
  entry.parallelism = to_say("vector instructions");
  entry.rank = 5;
  entry.device = [] { return host_info().cpu + ", " + loops::instruction_set(); };
  entry.make = [](const BackendOptions&) { return std::make_unique<loops::LoopsBackend>(); };
  return entry;
}

}  // namespace mlplab
