// The readable reference: one thread, plain loops, no intrinsics, sums in double. Every other backend is tested against
// it, and it is the baseline of 'how much faster': what a good student writes first, compiled with -O2. All but the
// matrix product is in scalar_backend.cpp.
#include <algorithm>
#include <vector>

#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/scalar_backend.h"
#include "core/machine/host_info.h"
#include "core/model/activation.h"

namespace mlplab {
namespace {

class SequentialBackend : public ScalarBackend {
 public:
  int workers() const override { return 1; }
  std::string device() const override { return host_info().cpu + ", 1 thread"; }

  void gemm(const Gemm& g) override {
    sums_.resize(static_cast<std::size_t>(g.n));
    for (int i = 0; i < g.m; ++i) {
      const auto a = [&](int p) {
        return g.transpose_a ? g.a[std::size_t(p) * g.lda + i] : g.a[std::size_t(i) * g.lda + p];
      };
      if (g.transpose_b) {  // rows of B are contiguous along k: dot products
        for (int j = 0; j < g.n; ++j) {
          const float* b = g.b + std::size_t(j) * g.ldb;
          double sum = 0.0;
          for (int p = 0; p < g.k; ++p) sum += double{a(p)} * b[p];
          sums_[j] = sum;
        }
      } else {  // rows of B are contiguous along n: scaled rows are added up
        std::fill(sums_.begin(), sums_.end(), 0.0);
        for (int p = 0; p < g.k; ++p) {
          const double factor = a(p);
          const float* b = g.b + std::size_t(p) * g.ldb;
          for (int j = 0; j < g.n; ++j) sums_[j] += factor * b[j];
        }
      }
      float* c = g.c + std::size_t(i) * g.ldc;
      for (int j = 0; j < g.n; ++j) {
        double value = g.alpha * sums_[j];
        if (g.beta != 0.0F) value += double{g.beta} * c[j];
        if (g.bias != nullptr) value += g.bias[j];
        c[j] = activate(g.activation, static_cast<float>(value));
      }
    }
  }

 private:
  std::vector<double> sums_;  // one row of accumulators
};

}  // namespace

BackendEntry sequential_backend() {
  BackendEntry entry;
  entry.name = "sequential";
  entry.title = to_say("Sequential");
  entry.description = to_say(
      "one thread, plain loops: the reference that all others are compared with; slow because it adds up in double");
  entry.technology = "C++";
  entry.parallelism = to_say("none");
  entry.rank = 0;
  entry.device = [] { return host_info().cpu; };
  entry.make = [](const BackendOptions&) { return std::make_unique<SequentialBackend>(); };
  return entry;
}

}  // namespace mlplab
