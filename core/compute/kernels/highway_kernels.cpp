// Compiles the loops of the *-inl.h files once for each instruction set and lists those that this machine can run.
// An instruction set is a target of Highway: hwy/detect_targets.h; those left out here bring these loops nothing.
#include <unistd.h>

#include <string>

#include "core/compute/kernels/kernels.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/compute/kernels/highway_kernels.cpp"
#define HWY_DISABLED_TARGETS (HWY_AVX3_DL | HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include "core/compute/kernels/formulas-inl.h"
#include "core/compute/kernels/gathered-inl.h"
#include "core/compute/kernels/peak-inl.h"
#include "core/compute/kernels/pixels-inl.h"
#include "core/compute/kernels/product-inl.h"
#include "core/compute/kernels/rows-inl.h"
#include "core/compute/kernels/sparse-inl.h"
#include "core/compute/kernels/winograd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace mlplab::kernels {
namespace HWY_NAMESPACE {
void fill(Kernels& kernels) {
  kernels.lanes = static_cast<int>(hn::Lanes(F32()));
  kernels.max_vectors = tile_vectors;
  kernels.max_sparse_vectors = sparse_vectors;
  kernels.panel_product = panel_product;
  kernels.gathered_product = gathered_product;
  kernels.max_pool = max_pool;
  kernels.max_pool_gradient = max_pool_gradient;
  kernels.average_pool = average_pool;
  kernels.average_pool_gradient = average_pool_gradient;
  kernels.pixel_sums = pixel_sums;
  kernels.normalize_pixels = normalize_pixels;
  kernels.normalize_pixels_gradient = normalize_pixels_gradient;
  kernels.winograd_windows = winograd_windows;
  kernels.winograd_outputs = winograd_outputs;
  kernels.winograd_gradients = winograd_gradients;
  kernels.winograd_weights = winograd_weights;
  kernels.winograd_weight_gradients = winograd_weight_gradients;
  kernels.add = add_and_activate;
  kernels.sparse_forward = sparse_forward;
  kernels.sparse_update = sparse_update;
  kernels.transpose = transpose;
  kernels.to_floats = to_floats;
  kernels.activation_gradient = activation_gradient;
  kernels.loss = loss;
  kernels.column_sums = column_sums;
  kernels.activate = activate_all;
  kernels.add_scaled = add_scaled;
  kernels.update = update;
  kernels.multiply_adds = multiply_adds;
  kernels.read = read;
}
}  // namespace HWY_NAMESPACE
}  // namespace mlplab::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mlplab::kernels {

HWY_EXPORT(fill);

namespace {

std::string words(std::int64_t target) {
  switch (target) {
    case HWY_AVX3:
      return "AVX-512";
    case HWY_AVX2:
      return "AVX2";
    case HWY_SSE4:
      return "SSE4";
    case HWY_NEON:
      return "NEON";
    case HWY_SCALAR:
      return "plain C++";
    default:
      return hwy::TargetName(target);
  }
}

std::size_t second_level_cache() {
  long bytes = 0;
#ifdef _SC_LEVEL2_CACHE_SIZE
  bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
#endif
  return bytes > 0 ? static_cast<std::size_t>(bytes) : std::size_t{1} << 20;  // where the system does not tell
}

std::vector<Kernels> list() {
  std::vector<Kernels> all;
  // Each set of instructions in turn is made the best one that Highway's dispatcher sees, then all of them again.
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    Kernels kernels;
    kernels.name = words(target);
    kernels.cache_bytes = second_level_cache();
    HWY_DYNAMIC_DISPATCH(fill)(kernels);
    all.push_back(kernels);
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return all;
}

}  // namespace

const std::vector<Kernels>& usable_kernels() {
  static const std::vector<Kernels> all = list();
  return all;
}

}  // namespace mlplab::kernels
#endif
