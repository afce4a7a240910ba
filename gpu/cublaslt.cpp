#include "gpu/cublaslt.h"

#include "core/base/error.h"
#include "core/base/language.h"

#ifdef MLPLAB_HAS_CUBLASLT
#include <cublasLt.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>

#include "gpu/library.h"
#endif

namespace mlplab::gpu {

#ifdef MLPLAB_HAS_CUBLASLT
namespace {

/// The library's functions that are used here.
struct Functions {
  /// The major version is that which this program was built with.
  Library library{"cuBLASLt", "libcublasLt.so." + std::to_string(CUBLAS_VER_MAJOR), to_say(" of the CUDA Toolkit %1"),
                  std::to_string(CUBLAS_VER_MAJOR)};
  decltype(&cublasLtCreate) create = library.find("cublasLtCreate");
  decltype(&cublasLtDestroy) destroy = library.find("cublasLtDestroy");
  decltype(&cublasLtMatmul) matmul = library.find("cublasLtMatmul");
  decltype(&cublasLtMatmulDescCreate) desc_create = library.find("cublasLtMatmulDescCreate");
  decltype(&cublasLtMatmulDescDestroy) desc_destroy = library.find("cublasLtMatmulDescDestroy");
  decltype(&cublasLtMatmulDescSetAttribute) desc_set = library.find("cublasLtMatmulDescSetAttribute");
  decltype(&cublasLtMatrixLayoutCreate) layout_create = library.find("cublasLtMatrixLayoutCreate");
  decltype(&cublasLtMatrixLayoutDestroy) layout_destroy = library.find("cublasLtMatrixLayoutDestroy");
  decltype(&cublasLtMatmulPreferenceCreate) preference_create = library.find("cublasLtMatmulPreferenceCreate");
  decltype(&cublasLtMatmulPreferenceDestroy) preference_destroy = library.find("cublasLtMatmulPreferenceDestroy");
  decltype(&cublasLtMatmulPreferenceSetAttribute) preference_set = library.find("cublasLtMatmulPreferenceSetAttribute");
  decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic = library.find("cublasLtMatmulAlgoGetHeuristic");
  decltype(&cublasLtGetStatusString) status = library.find("cublasLtGetStatusString");
};

const Functions& functions() {
  static const Functions the_functions;
  return the_functions;
}

void check_lt(cublasStatus_t status, const char* operation) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw BackendError(
        say("cuBLASLt failed in '%1' (%2); choose another product", say(operation), functions().status(status)));
}

/// The largest power of two up to 256 that the address is a multiple of.
std::uint32_t alignment_of(const void* data) {
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  return static_cast<std::uint32_t>(std::min<std::uintptr_t>(address & (~address + 1), 256));
}

}  // namespace

bool built_with_cublaslt() { return true; }

std::string cublaslt_why_not() { return functions().library.why_not(); }

struct CublasLt::Parts {
  static constexpr std::size_t workspace_bytes = std::size_t{32} << 20;  // what NVIDIA recommends for Hopper
  using Key = std::array<std::int64_t, 14>;

  /// A product of one shape as the library wants it described, which takes longer than a small one.
  struct Described {
    Owned<cublasLtMatmulDesc_t, cublasStatus_t> product{nullptr, functions().desc_destroy};
    Owned<cublasLtMatrixLayout_t, cublasStatus_t> a{nullptr, functions().layout_destroy},
        b{nullptr, functions().layout_destroy}, c{nullptr, functions().layout_destroy};
    cublasLtMatmulAlgo_t algorithm{};
    const float* bias = nullptr;
  };

  Described described(const MatrixProduct& p) const;
  void choose_algorithm(const MatrixProduct& p, Described& d) const;

  bool tf32 = false;
  cublasLtHandle_t handle = nullptr;
  DeviceArray<unsigned char> workspace;
  std::map<Key, Described> known;
};

CublasLt::CublasLt(bool tf32) : parts_(std::make_unique<Parts>()) {
  if (const std::string why = cublaslt_why_not(); !why.empty()) throw BackendError(why);
  parts_->tf32 = tf32;
  parts_->workspace = DeviceArray<unsigned char>(Parts::workspace_bytes);
  check_lt(functions().create(&parts_->handle), to_say("start"));
}

CublasLt::~CublasLt() {
  if (parts_->handle != nullptr) (void)functions().destroy(parts_->handle);
}

CublasLt::Parts::Described CublasLt::Parts::described(const MatrixProduct& p) const {
  const Functions& f = functions();
  Described d;
  // cuBLAS stores by columns: our row-major matrices are its transposes, so Cᵀ [n, m] = op(B)ᵀ op(A)ᵀ.
  cublasLtMatmulDesc_t product = nullptr;
  check_lt(f.desc_create(&product, tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F, CUDA_R_32F),
           to_say("describe a product"));
  d.product.reset(product);
  const auto set = [&](cublasLtMatmulDescAttributes_t attribute, const auto& value) {
    check_lt(f.desc_set(product, attribute, &value, sizeof value), to_say("describe a product"));
  };
  set(CUBLASLT_MATMUL_DESC_TRANSA, p.transpose_b ? CUBLAS_OP_T : CUBLAS_OP_N);
  set(CUBLASLT_MATMUL_DESC_TRANSB, p.transpose_a ? CUBLAS_OP_T : CUBLAS_OP_N);
  if (p.bias != nullptr) {
    set(CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_BIAS);
    set(CUBLASLT_MATMUL_DESC_BIAS_POINTER, p.bias);
    d.bias = p.bias;
  }
  const auto layout = [&](auto& owner, int rows, int columns, int ld) {
    cublasLtMatrixLayout_t made = nullptr;
    check_lt(
        f.layout_create(&made, CUDA_R_32F, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns), ld),
        to_say("describe a matrix"));
    owner.reset(made);
  };
  p.transpose_b ? layout(d.b, p.k, p.n, p.ldb) : layout(d.b, p.n, p.k, p.ldb);
  p.transpose_a ? layout(d.a, p.m, p.k, p.lda) : layout(d.a, p.k, p.m, p.lda);
  layout(d.c, p.n, p.m, p.ldc);
  choose_algorithm(p, d);
  return d;
}

void CublasLt::Parts::choose_algorithm(const MatrixProduct& p, Described& d) const {
  const Functions& f = functions();
  cublasLtMatmulPreference_t preference = nullptr;
  check_lt(f.preference_create(&preference), to_say("choose an algorithm"));
  const Owned<cublasLtMatmulPreference_t, cublasStatus_t> owned(preference, f.preference_destroy);
  const auto prefer = [&](cublasLtMatmulPreferenceAttributes_t attribute, const auto& value) {
    check_lt(f.preference_set(preference, attribute, &value, sizeof value), to_say("choose an algorithm"));
  };
  prefer(CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, workspace_bytes);
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, alignment_of(p.b));
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, alignment_of(p.a));
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, alignment_of(p.c));
  prefer(CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, alignment_of(p.c));
  cublasLtMatmulHeuristicResult_t best{};
  int count = 0;
  check_lt(
      f.heuristic(handle, d.product.get(), d.b.get(), d.a.get(), d.c.get(), d.c.get(), preference, 1, &best, &count),
      to_say("choose an algorithm"));
  if (count == 0)
    throw BackendError(say("cuBLASLt has no algorithm for a product of this shape; choose another product"));
  d.algorithm = best.algo;
}

void CublasLt::product(cudaStream_t stream, const MatrixProduct& p) {
  const Functions& f = functions();
  const Parts::Key key = {p.m,
                          p.n,
                          p.k,
                          p.lda,
                          p.ldb,
                          p.ldc,
                          p.transpose_a,
                          p.transpose_b,
                          p.bias != nullptr,
                          alignment_of(p.a),
                          alignment_of(p.b),
                          alignment_of(p.c),
                          p.beta != 0.0F,
                          0};
  auto found = parts_->known.find(key);
  if (found == parts_->known.end()) found = parts_->known.emplace(key, parts_->described(p)).first;
  Parts::Described& d = found->second;
  if (d.bias != p.bias) {
    check_lt(f.desc_set(d.product.get(), CUBLASLT_MATMUL_DESC_BIAS_POINTER, &p.bias, sizeof p.bias),
             to_say("describe a product"));
    d.bias = p.bias;
  }
  check_lt(f.matmul(parts_->handle, d.product.get(), &p.alpha, p.b, d.b.get(), p.a, d.a.get(), &p.beta, p.c, d.c.get(),
                    p.c, d.c.get(), &d.algorithm, parts_->workspace.data(), Parts::workspace_bytes, stream),
           to_say("multiply"));
}

#else

bool built_with_cublaslt() { return false; }
std::string cublaslt_why_not() { return say("cuBLASLt's header was not found when this was built"); }
struct CublasLt::Parts {};
CublasLt::CublasLt(bool /*tf32*/) { throw BackendError(cublaslt_why_not()); }
CublasLt::~CublasLt() = default;
void CublasLt::product(cudaStream_t /*stream*/, const MatrixProduct& /*p*/) {}

#endif

}  // namespace mlplab::gpu
