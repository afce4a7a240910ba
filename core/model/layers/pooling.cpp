#include "core/model/layers/pooling.h"

#include "core/base/error.h"
#include "core/base/language.h"

namespace mlplab {

template <Pooling which>
void Pool<which>::check(const Shape& input) const {
  window.check(input);
  // With more padding a window could lie outside the image entirely.
  if (2 * window.padding.height > window.kernel.height || 2 * window.padding.width > window.kernel.width)
    throw UsageError(say("the padding of a pooling is at most half of its kernel"), "model.layers");
}

template <Pooling which>
double Pool<which>::flops(const Shape& input) const {
  return static_cast<double>(output(input).size()) * window.kernel.height * window.kernel.width;
}

template struct Pool<Pooling::max>;
template struct Pool<Pooling::average>;

}  // namespace mlplab
