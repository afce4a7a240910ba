// (optional) The operations that layers beyond dense ones run on a backend: convolution, pooling, batch normalisation,
// dropout, sums. Their formulas are in core/model/reference/, with the loops that every backend is tested against.
// A backend that has them derives from this class too and returns itself from Backend::layer_operations(). To add an
// operation: a line here, the classes that derive from this one, the layer in layers/ that runs it and names it for the
// profile.
#pragma once

#include <cstddef>

#include "core/compute/backend.h"
#include "core/model/reference/dropout.h"
#include "core/model/reference/normalization.h"
#include "core/model/reference/sliding.h"

namespace mlplab {

/// Images lie between these operations in a layout of the backend's own, e.g. with the channels of a pixel side by
/// side: x [batch, in], y [batch, out] and so on are images in that layout.
class LayerOperations {
 public:
  virtual ~LayerOperations() = default;

  /// (optional) False where the layout is [channels, height, width], as everywhere else; default: false.
  virtual bool arranges_images() const { return false; }
  /// (optional) Floats of one image in the own layout. Numbers that are not the image's may hold anything.
  virtual std::size_t image_size(const Shape& shape) const { return shape.size(); }
  /// (optional) own [batch, image_size] from plain [batch, channels, height, width], and back; only called where
  /// arranges_images(). Default: nothing.
  virtual void arrange(int batch, const Shape& shape, const float* plain, float* own);
  virtual void restore(int batch, const Shape& shape, const float* own, float* plain);

  /// y [batch, out] = f(b + x * w): x [batch, in], w [out.channels, in.channels, kernel], bias [out.channels] or null.
  virtual void convolution(const Sliding& s, const float* x, const float* w, const float* bias, Activation activation,
                           float* y) = 0;
  /// dx [batch, in] from dy [batch, out].
  virtual void convolution_input_gradient(const Sliding& s, const float* dy, const float* w, float* dx) = 0;
  /// dw = the gradient, summed over the batch.
  virtual void convolution_weight_gradient(const Sliding& s, const float* x, const float* dy, float* dw) = 0;
  /// y [batch, out] from x [batch, in], s.out.channels = s.in.channels; and back, dx from dy.
  virtual void max_pool(const Sliding& s, const float* x, float* y) = 0;
  /// dx is also multiplied by f'(x) where x is the output of an f that is not the identity.
  virtual void max_pool_gradient(const Sliding& s, const float* x, Activation of_x, const float* dy, float* dx) = 0;
  virtual void average_pool(const Sliding& s, const float* x, float* y) = 0;
  virtual void average_pool_gradient(const Sliding& s, const float* dy, float* dx) = 0;
  /// sums [channels] = Σ x and squares [channels] = Σ (x - n.mean)²; either may be null.
  virtual void channel_sums(const Normalization& n, const float* x, float* sums, float* squares) = 0;
  /// y = f(weight · (x - mean) / sqrt(variance + epsilon) + bias), x and y images of `channels` planes.
  virtual void normalize(const Normalization& n, const float* x, const float* weight, const float* bias,
                         Activation activation, float* y) = 0;
  /// dweight [channels] = Σ dy · x̂, dbias [channels] = Σ dy, x̂ = (x - mean) / sqrt(variance + epsilon).
  virtual void normalize_weight_gradient(const Normalization& n, const float* x, const float* dy, float* dweight,
                                         float* dbias) = 0;
  /// dx = weight / sqrt(variance + epsilon) · (dy - mean_dy - x̂ · mean_dyx), the means [channels] over the batch.
  virtual void normalize_input_gradient(const Normalization& n, const float* x, const float* weight,
                                        const float* mean_dy, const float* mean_dyx, const float* dy, float* dx) = 0;
  /// y [count] = what the mask keeps of x / (1 - rate), and 0; y may be x.
  virtual void dropout(const DropoutMask& mask, std::size_t count, const float* x, float* y) = 0;
  /// y [count] = f(a + b), where b is null f(a); y may be a.
  virtual void add(Activation activation, std::size_t count, const float* a, const float* b, float* y) = 0;
  /// y [count] = alpha · x + beta · y; beta = 0 never reads y.
  virtual void blend(std::size_t count, float alpha, const float* x, float beta, float* y) = 0;
};

/// Throws BackendError where the backend computes dense layers only.
LayerOperations& layer_operations_of(Backend& backend);

}  // namespace mlplab
