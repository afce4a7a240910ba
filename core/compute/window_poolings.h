// Max poolings that multiply each window by the identity and then take the largest number, as a published study does
// (core/operations/pooling.h), on a device. The list is made from the add_provider lines (cmake/backends.cmake).
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace mlplab {

/// An image [side, side] with its border of zeros, and its windows.
struct WindowPooling {
  int side = 0, kernel = 0, stride = 0, outputs = 0;
};

struct WindowPoolings {
  struct Way {
    std::string id, title;  // the title in English: say() it
  };
  std::string backend;                     // whose device it is
  std::function<std::vector<Way>()> ways;  // callable where it cannot run, too
  /// Ready for an image. The function returned computes y [outputs, outputs] and waits. Throws BackendError.
  std::function<std::function<void(float* y)>(const std::string& way, const WindowPooling& of,
                                              const std::vector<float>& padded)>
      make;
};

const std::vector<WindowPoolings>& all_window_poolings();

}  // namespace mlplab
