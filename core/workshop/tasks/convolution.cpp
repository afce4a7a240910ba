#include "core/base/language.h"
#include "core/compute/layer_operations.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {
namespace {

// batch, channels, height, width, filters, kernel
Sizes convolved_shape(const Sizes& s) { return {s[0], s[4], s[2] - s[5] + 1, s[3] - s[5] + 1}; }

}  // namespace

Task convolution_task() {
  Task task;
  task.name = "convolution";
  task.title = to_say("convolution");
  task.does =
      to_say("each number of y is a filter times the window below it, over all channels, plus the filter's bias");
  task.stands_for = to_say("the forward pass of a network's convolutions, with stride 1 and without padding");
  task.sizes = {"batch", "channels", "height", "width", "filters", "kernel"};
  // untranslated: names of sizes
  task.parameters = {{"x", "[batch, channels, height, width]"},
                     // untranslated: names of sizes
                     {"w", "[filters, channels, kernel, kernel]"},
                     // untranslated: names of sizes
                     {"bias", "[filters]"},
                     // untranslated: names of sizes
                     {"y", "[batch, filters, height - kernel + 1, width - kernel + 1]", true, false, convolved_shape}};
  task.shapes = {{1, 1, 1, 1, 1, 1}, {1, 1, 3, 3, 1, 3},  {1, 2, 1, 5, 3, 1},  {2, 1, 5, 4, 1, 2},
                 {1, 3, 7, 5, 2, 3}, {3, 2, 9, 11, 4, 3}, {2, 4, 14, 14, 5, 5}};
  task.timed = {16, 32, 64, 128};
  task.timed_shape = [](int n) -> Sizes { return {1, 8, n, n, 8, 3}; };
  task.operations = [](const Sizes& s) {
    return 2.0 * static_cast<double>(count_of(convolved_shape(s))) * s[1] * s[5] * s[5];
  };
  task.hints = {to_say("the columns of the image as the innermost loop: neighbouring outputs read neighbouring inputs"),
                to_say("as a matrix product: each window a row of a matrix"),
                to_say("#pragma omp parallel for before the loop over filters: no two threads write one number")};
  task.of_images = true;
  task.compute = [](Backend& backend, const Sizes& s, Operands& x) {
    Sliding sliding;
    sliding.batch = s[0];
    sliding.in = {s[1], s[2], s[3]};
    sliding.window = {{s[5], s[5]}, {1, 1}};
    sliding.out = sliding.window.output(s[4], sliding.in);
    layer_operations_of(backend).convolution(sliding, x.floats(0), x.floats(1), x.floats(2), Activation::identity,
                                             x.floats(3));
  };
  return task;
}

}  // namespace mlplab::workshop
