// The library line: matrix products by OpenBLAS, convolutions among them, everything else in simple loops. It runs
// through the plain engine, so it shows what a program gains that hands its products to a library and stops there.
#include <cblas.h>

#include <algorithm>

#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/product_convolution.h"
#include "core/compute/scalar_backend.h"
#include "core/machine/affinity.h"
#include "core/machine/host_info.h"
#include "core/machine/topology.h"
#include "core/model/activation.h"

namespace mlplab {
namespace {

class OpenBlasBackend : public ScalarBackend {
 public:
  explicit OpenBlasBackend(int workers) : workers_(workers) {}
  int workers() const override { return workers_; }
  std::string device() const override {
    return host_info().cpu + ", " + std::to_string(workers_) +
           (workers_ == 1 ? " thread, OpenBLAS " : " threads, OpenBLAS ") + openblas_get_corename();
  }

  void gemm(const Gemm& g) override {
    openblas_set_num_threads(workers_);  // a setting of the whole process: another backend may have changed it
    cblas_sgemm(CblasRowMajor, g.transpose_a ? CblasTrans : CblasNoTrans, g.transpose_b ? CblasTrans : CblasNoTrans,
                g.m, g.n, g.k, g.alpha, g.a, g.lda, g.b, g.ldb, g.beta, g.c, g.ldc);
    if (g.bias == nullptr && g.activation == Activation::identity) return;
    for (int i = 0; i < g.m; ++i) {
      float* c = g.c + std::size_t(i) * g.ldc;
      for (int j = 0; j < g.n; ++j) c[j] = activate(g.activation, c[j] + (g.bias == nullptr ? 0.0F : g.bias[j]));
    }
  }

  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y) override {
    products_.convolution(s, x, w, bias, activation, y);
  }
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) override {
    products_.input_gradient(s, dy, w, dx);
  }
  void convolution_weight_gradient(const Sliding& s, float alpha, const float* x, const float* dy, float* dw) override {
    products_.weight_gradient(s, alpha, x, dy, dw);
  }

 private:
  int workers_;
  ProductConvolution products_{*this};
};

/// What openblas_get_num_procs() would say, had OpenMP's library not bound the thread that asked first.
int cpus_of_openblas() { return std::max(openblas_get_num_procs(), static_cast<int>(allowed_cpus().size())); }

}  // namespace

BackendEntry openblas_backend() {
  BackendEntry entry;
  entry.name = "openblas";
  entry.title = "OpenBLAS";
  entry.description = to_say("matrix products by the OpenBLAS library, the rest in simple loops");
  entry.kind = BackendKind::cpu;
  entry.technology = "C++, OpenBLAS";
  entry.parallelism = to_say("threads");
  entry.rank = 10;
  entry.why_not = [] { return std::string{}; };
  entry.device = [] { return host_info().cpu + ", OpenBLAS " + openblas_get_corename(); };
  entry.workers_max = [] { return cpus_of_openblas(); };
  entry.make = [](const BackendOptions& options) {
    return std::make_unique<OpenBlasBackend>(options.workers > 0 ? options.workers : usable_cpus());
  };
  return entry;
}

}  // namespace mlplab
