#include "core/model/layers/pooling.h"

#include "core/base/error.h"

namespace mlplab {
namespace {

/// With more padding a window could lie outside the picture entirely.
void check_padding(const Window& window) {
  if (2 * window.padding.height > window.kernel.height || 2 * window.padding.width > window.kernel.width)
    throw UsageError("the padding of a pooling is at most half of its kernel", "model.layers");
}

double operations(const Window& window, const Shape& output) {
  return static_cast<double>(output.size()) * window.kernel.height * window.kernel.width;
}

}  // namespace

void MaxPool::check(const Shape& input) const {
  window.check(input);
  check_padding(window);
}

void AveragePool::check(const Shape& input) const {
  window.check(input);
  check_padding(window);
}

double MaxPool::flops(const Shape& input) const { return operations(window, output(input)); }
double AveragePool::flops(const Shape& input) const { return operations(window, output(input)); }

}  // namespace mlplab
