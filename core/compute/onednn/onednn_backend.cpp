// The library line for networks of images: convolutions, average poolings and products by oneDNN, whose blocked
// layouts are kept from layer to layer; the rest in loops on them, shared by the same threads. It runs through the
// plain engine.
#include <omp.h>

#include <algorithm>
#include <atomic>
#include <dnnl.hpp>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/compute/backend_table.h"
#include "core/compute/onednn/primitives.h"
#include "core/compute/scalar_backend.h"
#include "core/machine/host_info.h"
#include "core/machine/threads.h"
#include "core/machine/topology.h"
#include "core/model/activation.h"

namespace mlplab {
namespace {

constexpr std::size_t chunk = 1 << 14;  // numbers that are worth another thread's while

int widest_block() { return dnnl::get_effective_cpu_isa() >= dnnl::cpu_isa::avx512_core ? 16 : 8; }

std::string version() {
  const dnnl::version_t* v = dnnl::version();
  return "oneDNN " + std::to_string(v->major) + "." + std::to_string(v->minor) + "." + std::to_string(v->patch);
}

class OneDnnBackend : public ScalarBackend {
 public:
  explicit OneDnnBackend(int workers) : blocking_{widest_block(), workers}, primitives_(blocking_) {}
  int workers() const override { return blocking_.workers; }
  std::string device() const override {
    return host_info().cpu + ", " + std::to_string(workers()) + (workers() == 1 ? " thread, " : " threads, ") +
           version();
  }

  void gemm(const Gemm& g) override {
    omp_set_num_threads(workers());
    const auto letter = [](bool transposed) { return transposed ? 'T' : 'N'; };
    if (dnnl::sgemm(letter(g.transpose_a), letter(g.transpose_b), g.m, g.n, g.k, g.alpha, g.a, g.lda, g.b, g.ldb,
                    g.beta, g.c, g.ldc) != dnnl::status::success)
      throw BackendError(say("oneDNN did not compute a product; choose another backend"));
    if (g.bias == nullptr && g.activation == Activation::identity) return;
    for (int i = 0; i < g.m; ++i) {
      float* c = g.c + std::size_t(i) * g.ldc;
      for (int j = 0; j < g.n; ++j) c[j] = activate(g.activation, c[j] + (g.bias == nullptr ? 0.0F : g.bias[j]));
    }
  }

  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override {
    share(count, [&](std::size_t first, std::size_t size) {
      if (activation != Activation::relu)
        return ScalarBackend::activation_gradient(activation, size, a + first, d + first);
#pragma omp simd
      for (std::size_t i = first; i < first + size; ++i) d[i] *= a[i] > 0.0F ? 1.0F : 0.0F;
    });
  }
  void update(const Update& u) override {
    share(u.count, [&](std::size_t first, std::size_t size) {
      Update part = u;
      part.count = size;
      part.gradient += first, part.parameters += first;
      if (part.slot0 != nullptr) part.slot0 += first;
      if (part.slot1 != nullptr) part.slot1 += first;
      ScalarBackend::update(part);
    });
  }
  void dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y) override {
    share(count, [&](std::size_t first, std::size_t size) { reference::dropout(mask, first, first + size, x, y); });
  }
  void add(Activation activation, std::size_t count, const float* a, const float* b, float* y) override {
    share(count, [&](std::size_t first, std::size_t size) {
      if (activation != Activation::relu)
        return ScalarBackend::add(activation, size, a + first, b == nullptr ? nullptr : b + first, y + first);
#pragma omp simd
      for (std::size_t i = first; i < first + size; ++i) {
        const float value = b == nullptr ? a[i] : a[i] + b[i];
        y[i] = value < 0.0F ? 0.0F : value;  // in this order NaN stays NaN
      }
    });
  }

  bool arranges_images() const override { return true; }
  std::size_t image_size(const Shape& shape) const override { return blocking_.size(shape); }
  void arrange(int batch, const Shape& shape, const float* plain, float* own) override {
    library([&] { primitives_.change_layout(batch, shape, /*to_blocks=*/true, plain, own); });
  }
  void restore(int batch, const Shape& shape, const float* own, float* plain) override {
    library([&] { primitives_.change_layout(batch, shape, /*to_blocks=*/false, own, plain); });
  }

  void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                   float* y) override {
    library([&] { primitives_.convolution(s, x, w, bias, y); });
    if (activation != Activation::identity)  // not the library's: its ReLU makes 0 of NaN
      add(activation, static_cast<std::size_t>(s.batch) * blocking_.size(s.out), y, nullptr, y);
  }
  void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) override {
    library([&] { primitives_.convolution_input_gradient(s, dy, w, dx); });
  }
  void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) override {
    library([&] { primitives_.convolution_weight_gradient(s, x, dy, dw); });
  }
  void max_pool(const Sliding& s, const float* x, float* y) override { onednn::max_pool(blocking_, s, x, y); }
  void max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy, float* dx) override {
    onednn::max_pool_gradient(blocking_, s, x, dy, dx);
    if (of_x != Activation::identity)
      activation_gradient(of_x, static_cast<std::size_t>(s.batch) * blocking_.size(s.in), x, dx);
  }
  void average_pool(const Sliding& s, const float* x, float* y) override {
    library([&] { primitives_.average_pool(s, x, y); });
  }
  void average_pool_gradient(const Sliding& s, const float* dy, float* dx) override {
    library([&] { primitives_.average_pool_gradient(s, dy, dx); });
  }
  void channel_sums(const Normalization& n, const float* x, float* sums, float* squares) override {
    onednn::channel_sums(blocking_, n, x, sums, squares);
  }
  void normalize(const Normalization& n, const float* x, const float* weight, const float* bias, Activation activation,
                 float* y) override {
    onednn::normalize(blocking_, n, x, weight, bias, y);
    const Shape shape{n.channels, 1, static_cast<int>(n.plane)};
    if (activation != Activation::identity)
      add(activation, static_cast<std::size_t>(n.batch) * blocking_.size(shape), y, nullptr, y);
  }
  void normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                 float* dbias) override {
    onednn::normalize_weight_gradient(blocking_, n, x, dy, dweight, dbias);
  }
  void normalize_input_gradient(const Normalization& n, const float* x, const float* weight, const float* mean_dy,
                                const float* mean_dyx, const float* dy, float* dx) override {
    onednn::normalize_input_gradient(blocking_, n, x, weight, mean_dy, mean_dyx, dy, dx);
  }

 private:
  /// The number of threads is a setting of the calling thread: another backend may have changed it.
  template <class Work>
  void library(const Work& work) {
    omp_set_num_threads(workers());
    work();
  }
  /// work(first, count) for each thread's part.
  template <class Work>
  void share(std::size_t count, const Work& work) {
    const auto parts = static_cast<std::ptrdiff_t>((count + chunk - 1) / chunk);
#pragma omp parallel for num_threads(workers()) if (parts > 1)
    for (std::ptrdiff_t part = 0; part < parts; ++part) {
      const std::size_t first = static_cast<std::size_t>(part) * chunk;
      work(first, std::min(chunk, count - first));
    }
  }

  onednn::Blocking blocking_;
  onednn::Primitives primitives_;
};

/// Throws BackendError where OpenMP's library would end the program for want of a thread, or the code that oneDNN
/// writes would find no room. The threads are started now, while that is true: after the data have come it may not be.
void check_room(int workers) {
  constexpr std::size_t bytes_per_thread = std::size_t{64} << 20, bytes_for_code = std::size_t{96} << 20;
  check_threads_start(workers - 1);
  check_address_space(static_cast<std::size_t>(workers) * bytes_per_thread + bytes_for_code, "oneDNN");
  std::atomic<int> started = 0;
#pragma omp parallel num_threads(workers)
  ++started;
}

}  // namespace

BackendEntry onednn_backend() {
  BackendEntry entry;
  entry.name = "onednn";
  entry.title = "oneDNN";
  entry.description =
      to_say("convolutions and products by the oneDNN library, in its blocked layouts from layer to layer");
  entry.technology = "C++, oneDNN";
  entry.parallelism = to_say("threads");
  entry.rank = 15;
  entry.device = [] { return host_info().cpu + ", " + version(); };
  entry.workers_max = [] { return omp_get_num_procs(); };
  entry.make = [](const BackendOptions& options) {
    const int workers = options.workers > 0 ? options.workers : std::min(omp_get_num_procs(), usable_cpus());
    check_room(workers);
    return std::make_unique<OneDnnBackend>(workers);
  };
  return entry;
}

}  // namespace mlplab
