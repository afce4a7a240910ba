// The library line: matrix products by OpenBLAS, convolutions among them, everything else in simple loops. It runs
// through the plain engine, so it shows what a program gains that hands its products to a library and stops there.
#include <cblas.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/product_convolution.h"
#include "core/machine/affinity.h"
#include "core/machine/host_info.h"
#include "core/machine/threads.h"
#include "core/machine/topology.h"
#include "core/model/activation.h"

namespace mlplab {
namespace {

// As it is loaded, OpenBLAS starts a thread for each CPU, in programs too that never multiply with it. Where such a
// thread finds no memory (ulimit -v) it looks for some for ever, and the program, when it is done, waits for it without
// end; where one cannot be started (ulimit -u) the library ends the program. So none are started there: the backend
// asks for those that it needs, when it needs them.
#ifdef __linux__
char one_thread[] = "OPENBLAS_NUM_THREADS=1";
char* replaced = nullptr;  // the entry of the environment in whose place it stands meanwhile

/// Before OpenBLAS is loaded. Nothing can be added to the environment then, as the C library has yet to take it over:
/// the entry takes the place of the user's, or of one that no library looks at.
__attribute__((no_sanitize("address", "thread", "undefined"))) void ask_for_one_thread(int, char**, char** entries) {
  constexpr const char* names[] = {"OPENBLAS_NUM_THREADS=", "OLDPWD=", "SHLVL=", "_=", "PWD=", "LOGNAME=", "USER="};
  for (const char* name : names)
    for (char** entry = entries; entry != nullptr && *entry != nullptr; ++entry) {
      int same = 0;
      while (name[same] != '\0' && name[same] == (*entry)[same]) ++same;
      if (name[same] != '\0') continue;
      replaced = *entry;
      *entry = one_thread;
      return;
    }
}

/// Before main(), after OpenBLAS is loaded: the programs that this one starts are not meant.
const bool asked_again = [] {
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry)
    if (*entry == one_thread) *entry = replaced;
  return true;
}();

__attribute__((section(".preinit_array"), used)) void (*const before_openblas)(int, char**,
                                                                               char**) = ask_for_one_thread;
#endif

/// Throws BackendError where OpenBLAS would wait for ever for a thread, or for the room in which each multiplies.
void check_can_multiply(int workers) {
  constexpr std::size_t bytes_a_thread = std::size_t{128} << 20;
  check_threads_start(workers - 1);
  check_address_space(static_cast<std::size_t>(workers) * bytes_a_thread, "OpenBLAS");
}

/// Multiplies once, so that OpenBLAS starts its threads and takes its room now, while what was checked is true: it
/// keeps both. After the data have come there may be no room, and it would look for some for ever.
void take_room(int workers) {
  constexpr int n = 256;  // large enough for every thread to have a part
  const std::vector<float> a(n * n);
  std::vector<float> c(n * n);
  openblas_set_num_threads(workers);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1.0F, a.data(), n, a.data(), n, 0.0F, c.data(), n);
}

class OpenBlasBackend : public ProductBackend {
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

 private:
  int workers_;
};

/// The result that openblas_get_num_procs() would have, had OpenMP's library not bound the first thread that called it.
int cpus_of_openblas() { return std::max(openblas_get_num_procs(), static_cast<int>(allowed_cpus().size())); }

}  // namespace

BackendEntry openblas_backend() {
  BackendEntry entry;
  entry.name = "openblas";
  entry.title = "OpenBLAS";
  entry.description = to_say("matrix products by the OpenBLAS library, the rest in simple loops");
  entry.technology = "C++, OpenBLAS";
  entry.parallelism = to_say("threads");
  entry.rank = 10;
  entry.device = [] { return host_info().cpu + ", OpenBLAS " + openblas_get_corename(); };
  entry.workers_max = [] { return cpus_of_openblas(); };
  entry.make = [](const BackendOptions& options) {
    const int workers = options.workers > 0 ? options.workers : usable_cpus();
    check_can_multiply(workers);
    take_room(workers);
    return std::make_unique<OpenBlasBackend>(workers);
  };
  return entry;
}

}  // namespace mlplab
