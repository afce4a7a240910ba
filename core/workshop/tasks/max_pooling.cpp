#include <limits>

#include "core/base/language.h"
#include "core/compute/layer_operations.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {
namespace {

// images, height, width, kernel, stride
int pooled(int size, const Sizes& s) { return (size - s[3]) / s[4] + 1; }

Sizes pooled_shape(const Sizes& s) { return {s[0], pooled(s[1], s), pooled(s[2], s)}; }

}  // namespace

Task max_pooling_task() {
  Task task;
  task.name = "max_pooling";
  task.title = to_say("max pooling");
  task.does = to_say("each number of y is the largest of a window of kernel × kernel; a window with a NaN gives NaN");
  task.stands_for = to_say("the max pooling of a network's images, without padding");
  task.sizes = {"images", "height", "width", "kernel", "stride"};
  task.parameters = {
      // untranslated: names of sizes
      {"x", "[images, height, width]"},
      // untranslated: names of sizes
      {"y", "[images, (height - kernel) / stride + 1, (width - kernel) / stride + 1]", true, false, pooled_shape}};
  task.shapes = {{1, 1, 1, 1, 1}, {1, 2, 2, 2, 2},  {1, 1, 7, 1, 3}, {3, 5, 4, 2, 2},
                 {2, 7, 9, 3, 1}, {1, 8, 11, 3, 2}, {2, 9, 9, 2, 4}, {4, 28, 28, 2, 2}};
  task.timed = {64, 256, 1024};
  task.timed_shape = [](int n) -> Sizes { return {1, n, n, 2, 2}; };
  task.operations = [](const Sizes& s) { return static_cast<double>(count_of(pooled_shape(s))) * s[3] * s[3]; };
  task.tolerance = 0.0;  // one of the inputs, bit by bit
  task.special = {std::numeric_limits<float>::quiet_NaN(), -std::numeric_limits<float>::infinity()};
  task.hints = {to_say("begin with the window's first number and not with 0: all may be negative"),
                to_say("the largest of each column of the window first, side by side, then of neighbouring columns"),
                to_say("#pragma omp parallel for before the loop over rows: no two threads write one number")};
  task.of_images = true;
  task.compute = [](Backend& backend, const Sizes& s, Operands& x) {
    Sliding sliding;
    sliding.batch = s[0];
    sliding.in = {1, s[1], s[2]};
    sliding.window = {{s[3], s[3]}, {s[4], s[4]}};
    sliding.out = sliding.window.output(1, sliding.in);
    layer_operations_of(backend).max_pool(sliding, x.floats(0), x.floats(1));
  };
  return task;
}

}  // namespace mlplab::workshop
