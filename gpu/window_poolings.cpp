#include "gpu/window_poolings.h"

#include <algorithm>
#include <memory>

#include "core/base/error.h"
#include "core/base/language.h"
#include "gpu/device.h"
#include "gpu/kernels/window_products.h"
#include "gpu/memory.h"

namespace mlplab::gpu {
namespace {

struct Product {
  const char *id, *constant, *copied;  // titles
  cudaError_t (*multiply)(cudaStream_t, const WindowProduct&);
};
constexpr Product products[] = {
    {"elements", to_say("GPU, windows: a thread per number"), to_say("GPU, windows: a thread per number, copied"),
     window_product_elements},
    {"loops", to_say("GPU, windows: three loops"), to_say("GPU, windows: three loops, copied"), window_product_loops},
    {"tile", to_say("GPU, windows: from a tile"), to_say("GPU, windows: from a tile, copied"), window_product_tile}};
constexpr const char* copied_end = "-copied";

/// The image lies on the device; each product comes back before the next window, for the host to take the largest.
class Pooler {
 public:
  Pooler(const Product& product, bool copies, const WindowPooling& of, const std::vector<float>& padded)
      : of_(of),
        copies_(copies),
        multiply_(product.multiply),
        filter_(std::size_t(of.kernel) * std::size_t(of.kernel), 0.0F),
        numbers_(filter_.size()),
        device_image_(padded.size()),
        device_filter_(filter_.size()),
        device_numbers_(filter_.size()) {
    for (int i = 0; i < of.kernel; ++i) filter_[std::size_t(i) * std::size_t(of.kernel) + std::size_t(i)] = 1.0F;
    check(cudaMemcpyAsync(device_image_.data(), padded.data(), device_image_.bytes(), cudaMemcpyHostToDevice,
                          stream_.get()),
          to_say("copy the image"));
    copy_filter();
    stream_.wait();
  }

  void pool(float* y) {
    for (int i = 0; i < of_.outputs; ++i)
      for (int j = 0; j < of_.outputs; ++j) {
        if (copies_) copy_filter();
        const std::size_t at =
            std::size_t(i) * std::size_t(of_.stride) * std::size_t(of_.side) + std::size_t(j) * std::size_t(of_.stride);
        check(multiply_(stream_.get(), {.window = device_image_.data() + at,
                                        .width = of_.side,
                                        .filter = device_filter_.data(),
                                        .product = device_numbers_.data(),
                                        .kernel = of_.kernel}),
              to_say("multiply a window"));
        check(cudaMemcpyAsync(numbers_.data(), device_numbers_.data(), device_numbers_.bytes(), cudaMemcpyDeviceToHost,
                              stream_.get()),
              to_say("copy a product"));
        stream_.wait();
        *y++ = *std::ranges::max_element(numbers_);
      }
  }

 private:
  void copy_filter() {
    check(cudaMemcpyAsync(device_filter_.data(), filter_.data(), device_filter_.bytes(), cudaMemcpyHostToDevice,
                          stream_.get()),
          to_say("copy the filter"));
  }

  WindowPooling of_;
  bool copies_;
  cudaError_t (*multiply_)(cudaStream_t, const WindowProduct&);
  std::vector<float> filter_, numbers_;
  Stream stream_;
  DeviceArray<float> device_image_, device_filter_, device_numbers_;
};

std::vector<WindowPoolings::Way> ways() {
  std::vector<WindowPoolings::Way> list;
  for (const Product& product : products) {
    list.push_back({product.id, product.constant});
    list.push_back({product.id + std::string(copied_end), product.copied});
  }
  return list;
}

std::function<void(float*)> make(const std::string& way, const WindowPooling& of, const std::vector<float>& padded) {
  if (const std::string why = probed_device().why_not(); !why.empty())
    throw BackendError(say("the GPU cannot be measured: %1", why));
  if (of.kernel > most_window_kernel)
    throw BackendError(say("a window of more than %1 numbers a side is left out here", most_window_kernel));
  use_device(0);
  const bool copies = way.ends_with(copied_end);
  const std::string id = copies ? way.substr(0, way.rfind('-')) : way;
  const auto product = std::ranges::find(products, id, [](const Product& one) { return std::string(one.id); });
  const auto pooler = std::make_shared<Pooler>(*product, copies, of, padded);
  return [pooler](float* y) { pooler->pool(y); };
}

}  // namespace

WindowPoolings window_poolings() { return {"cuda", ways, make}; }

}  // namespace mlplab::gpu
