#include "core/workshop/backend.h"

#include <dlfcn.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/compute/backend.h"
#include "core/machine/topology.h"
#include "core/model/activation.h"
#include "core/workshop/device.h"
#include "core/workshop/kept_check.h"

namespace mlplab::workshop {
namespace {

namespace fs = std::filesystem;

constexpr const char* prefix = "workshop:";

using CallKernel = void (*)(void* const* arrays, const int* sizes);

/// A task whose kernel computes products of a network: which ones, and which layers have them.
struct Trained {
  const char* task;
  bool (*takes)(const Gemm&);
  bool (*has)(const Dense&);
  const char* needs;  // to_say()
};

bool is_plain(const Gemm& g) { return g.alpha == 1.0F && g.beta == 0.0F; }

constexpr Trained trained[] = {
    {"matrix_product", is_plain, [](const Dense&) { return true; }, to_say("the network has no dense layer")},
    {"dense_forward",
     [](const Gemm& g) {
       return is_plain(g) && !g.transpose_a && g.transpose_b && g.bias != nullptr && g.activation == Activation::relu &&
              g.lda == g.k && g.ldb == g.k && g.ldc == g.n;
     },
     [](const Dense& dense) { return dense.activation == Activation::relu; },
     to_say("the network has no dense layer with ReLU")},
    {"weight_gradient",
     [](const Gemm& g) {
       return is_plain(g) && g.transpose_a && !g.transpose_b && g.bias == nullptr &&
              g.activation == Activation::identity && g.lda == g.m && g.ldb == g.n && g.ldc == g.n;
     },
     [](const Dense&) { return true; }, to_say("the network has no dense layer")}};

const Trained* trained_of(const Work& work) {
  const auto found = std::ranges::find_if(trained, [&](const Trained& one) { return work.task->name == one.task; });
  return found == std::end(trained) ? nullptr : found;
}

/// The rows of op(X) [rows, columns] one after the other: X itself where it lies so.
const float* in_rows(const float* x, int stride, bool transpose, int rows, int columns, std::vector<float>& copy) {
  if (!transpose && stride == columns) return x;
  copy.resize(std::size_t(rows) * std::size_t(columns));
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      copy[std::size_t(i) * columns + j] = transpose ? x[std::size_t(j) * stride + i] : x[std::size_t(i) * stride + j];
  return copy.data();
}

std::string device_in_words(const Work& work) { return machine_of(work) + ", " + work.task->name; }

class KernelBackend : public HostBackend {
 public:
  KernelBackend(const Work& work, int workers)
      : task_(*work.task), trained_(*trained_of(work)), workers_(workers), inner_(make_backend(reference_entry(), {})) {
    const fs::path file = checked_library(work);
    code_ = file.filename().string();                               // which has the hash of the kernel's text in it
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed: OpenMP's threads stay
    call_ = library == nullptr ? nullptr : reinterpret_cast<CallKernel>(::dlsym(library, "mlplab_call"));
    if (call_ == nullptr) throw BackendError(say("the kernel's library cannot be loaded: %1", ::dlerror()));
    if (auto* set = reinterpret_cast<void (*)(int)>(::dlsym(library, "mlplab_set_threads"))) set(workers_);
    device_failure_ = reinterpret_cast<const char* (*)()>(::dlsym(library, "mlplab_device_failure"));
    // CUDA in this process may begin with another GPU than the one that the check had.
    const auto name = reinterpret_cast<const char* (*)()>(::dlsym(library, "mlplab_device_name"));
    device_ = name == nullptr ? device_in_words(work) : name() + (", " + task_.name);
  }
  int workers() const override { return workers_; }
  std::string device() const override { return device_; }
  const std::string& code() const { return code_; }
  LayerOperations* layer_operations() override { return inner_->layer_operations(); }

  void gemm(const Gemm& g) override {
    if (!trained_.takes(g)) return inner_->gemm(g);
    if (task_.name == "dense_forward") return call({g.m, g.k, g.n}, {g.a, g.b, g.bias, g.c});
    if (task_.name == "weight_gradient") return call({g.k, g.n, g.m}, {g.a, g.b, g.c});
    product(g);
  }
  void gather(int batch, int d, const std::uint8_t* features, const std::int32_t* labels, const std::uint32_t* order,
              float* x, std::int32_t* y) override {
    inner_->gather(batch, d, features, labels, order, x, y);
  }
  void activation_gradient(Activation activation, std::size_t count, const float* a, float* d) override {
    inner_->activation_gradient(activation, count, a, d);
  }
  void loss(Loss kind, int batch, int classes, int mean_over, const float* outputs, const std::int32_t* y,
            float* gradient, StepTotals* totals) override {
    inner_->loss(kind, batch, classes, mean_over, outputs, y, gradient, totals);
  }
  void column_sums(int rows, int columns, const float* d, float* sums) override {
    inner_->column_sums(rows, columns, d, sums);
  }
  void update(const Update& u) override { inner_->update(u); }

 private:
  void call(const Sizes& sizes, const std::vector<const float*>& arrays) {
    std::vector<void*> pointers;
    for (const float* array : arrays) pointers.push_back(const_cast<float*>(array));
    call_(pointers.data(), sizes.data());
    if (device_failure_ == nullptr) return;
    if (const char* why = device_failure_())
      throw BackendError(say("CUDA reports '%1' for the kernel %2", why, task_.name));
  }

  /// Every product of the network: its operands are laid in rows for the kernel, bias and activation follow it.
  void product(const Gemm& g) {
    const float* a = in_rows(g.a, g.lda, g.transpose_a, g.m, g.k, rows_of_a_);
    const float* b = in_rows(g.b, g.ldb, g.transpose_b, g.k, g.n, rows_of_b_);
    c_.resize(std::size_t(g.m) * std::size_t(g.n));
    float* c = g.ldc == g.n ? g.c : c_.data();
    call({g.m, g.n, g.k}, {a, b, c});
    for (int i = 0; i < g.m; ++i)
      for (int j = 0; j < g.n; ++j) {
        const float sum = c[std::size_t(i) * g.n + j] + (g.bias != nullptr ? g.bias[j] : 0.0F);
        g.c[std::size_t(i) * g.ldc + j] = activate(g.activation, sum);
      }
  }

  const Task& task_;
  const Trained& trained_;
  int workers_;
  std::unique_ptr<Backend> inner_;
  CallKernel call_ = nullptr;
  const char* (*device_failure_)() = nullptr;  // of a kernel on a GPU: waits for it
  std::string device_, code_;
  std::vector<float> rows_of_a_, rows_of_b_, c_;
};

std::string why_not(const fs::path& folder) {
  if (!anything_at(folder) && folder.string().find_first_of("+*@") != std::string::npos)
    return say(
        "there is no folder %1; a team in one word that begins with a kernel names its transport first, as "
        "processes-shared=workshop:FOLDER+simd",
        folder.string());
  try {
    const Work work = open_work(folder);
    if (const std::string why = why_never_trains(work); !why.empty()) return why;
    return why_not_checked(work);
  } catch (const Error& error) {
    return error.what();
  }
}

std::string why_not_train(const fs::path& folder, const ModelSpec& model) {
  const Work work = open_work(folder);
  const Trained* kind = trained_of(work);
  if (kind == nullptr) return {};  // said by why_not()
  const bool has = std::ranges::any_of(model.layers, [&](const auto& layer) {
    const auto* dense = std::get_if<Dense>(&layer.layer);
    return dense != nullptr && kind->has(*dense);
  });
  return has ? std::string() : say(kind->needs);
}

/// Null where the folder cannot be opened: why_not() says why.
const Language* language_of(const fs::path& folder) {
  try {
    return open_work(folder).language;
  } catch (const Error&) {
    return nullptr;
  }
}

int most_workers(const fs::path& folder) {
  const Language* language = language_of(folder);
  return language != nullptr && language->sets_threads ? std::max(1, machine_topology().logical_cpus()) : 1;
}

bool computes_on_gpu(const fs::path& folder) {
  const Language* language = language_of(folder);
  return language != nullptr && timed_build(*language).on_device;
}

fs::path folder_of(const std::string& name) {
  const fs::path named = name.substr(std::string(prefix).size());
  std::error_code error;  // of a path that is too long, say: it is then no folder of the workshop
  const fs::path known = fs::weakly_canonical(fs::absolute(named, error), error);
  return error ? named : known;
}

BackendEntry entry_of(const std::string& name) {
  const fs::path folder = folder_of(name);
  BackendEntry entry;
  entry.name = backend_name(folder);
  entry.title = prefix + folder.filename().string();
  entry.description = to_say("Sequential with one product of your own");
  entry.technology = computes_on_gpu(folder) ? "CUDA" : "C++";
  entry.parallelism = to_say("as written");
  entry.rank = -1;  // never chosen by itself
  entry.why_not = [folder] { return why_not(folder); };
  entry.device = [folder] { return device_in_words(open_work(folder)); };
  entry.workers_max = [folder] { return most_workers(folder); };
  entry.make = [folder](const BackendOptions& options) -> std::unique_ptr<Backend> {
    const int workers = options.workers > 0 ? options.workers : most_workers(folder);
    return std::make_unique<KernelBackend>(open_work(folder), workers);
  };
  entry.why_not_train = [folder](const ModelSpec& model, const OptimizerSpec&, const BackendOptions&) {
    return why_not_train(folder, model);
  };
  return entry;
}

}  // namespace

std::string backend_name(const fs::path& folder) { return prefix + folder.string(); }

std::string why_never_trains(const Work& work) {
  if (const std::string why = work.language->why_not_timed(); !why.empty()) return work.folder.string() + ": " + why;
  if (trained_of(work) != nullptr) return {};
  return say("kernels of the tasks matrix_product, dense_forward and weight_gradient train, and not one of %1",
             work.task->name);
}

BackendFamily workshop_backends() {
  return {.prefix = prefix,
          .entry = entry_of,
          .is_there = [](const std::string& name) { return file_at(folder_of(name) / work_file); },
          .code =
              [](const Backend& backend) {
                const auto* own = dynamic_cast<const KernelBackend*>(&backend);
                return own == nullptr ? std::string() : own->code();
              }};
}

}  // namespace mlplab::workshop
