#include "core/base/language.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {

Task dense_forward_task() {
  Task task;
  task.name = "dense_forward";
  task.title = to_say("dense layer forward, with bias and ReLU");
  task.does = to_say("y = max(0, x Wᵀ + bias), row by row: a row of W holds the weights of one output; NaN stays NaN");
  task.stands_for = to_say("the forward pass of a network's dense layers with ReLU");
  task.sizes = {"batch", "in", "out"};
  task.parameters = {{"x", "[batch, in]"}, {"w", "[out, in]"}, {"bias", "[out]"}, {"y", "[batch, out]", true}};
  task.shapes = {{1, 1, 1}, {1, 3, 7}, {5, 4, 1}, {3, 2, 5}, {2, 1, 3}, {17, 31, 13}, {33, 17, 65}, {64, 100, 10}};
  task.timed = {64, 128, 256, 512};
  task.timed_shape = [](int n) -> Sizes { return {n, n, n}; };
  task.order = 3;
  task.operations = [](const Sizes& s) { return 2.0 * s[0] * s[1] * s[2]; };
  task.hints = {to_say("several sums at once: one sum waits for each addition before the next"),
                to_say("bias and ReLU while the sum is still in a register, and not in a pass of their own"),
                to_say("#pragma omp parallel for before the loop over rows: no two threads write one number")};
  task.compute = [](Backend& backend, const Sizes& s, Operands& x) {
    Gemm product;
    product.transpose_b = true;
    product.m = s[0], product.n = s[2], product.k = s[1];
    product.a = x.floats(0), product.lda = s[1];
    product.b = x.floats(1), product.ldb = s[1];
    product.c = x.floats(3), product.ldc = s[2];
    product.bias = x.floats(2);
    product.activation = Activation::relu;
    backend.gemm(product);
  };
  return task;
}

}  // namespace mlplab::workshop
