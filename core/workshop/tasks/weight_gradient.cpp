#include "core/base/language.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {

Task weight_gradient_task() {
  Task task;
  task.name = "weight_gradient";
  task.title = to_say("gradient of a dense layer's weights");
  task.does = to_say("dW = Dᵀ X, summed over the batch: D are the gradients of the outputs, X the inputs");
  task.stands_for = to_say("the gradients of the weights of a network's dense layers");
  task.sizes = {"batch", "in", "out"};
  task.parameters = {{"d", "[batch, out]"}, {"x", "[batch, in]"}, {"dw", "[out, in]", true}};
  task.shapes = {{1, 1, 1}, {1, 3, 7}, {5, 4, 1}, {3, 2, 5}, {2, 1, 3}, {17, 31, 13}, {33, 17, 65}, {64, 100, 10}};
  task.timed = {64, 128, 256, 512};
  task.timed_shape = [](int n) -> Sizes { return {n, n, n}; };
  task.order = 3;
  task.operations = [](const Sizes& s) { return 2.0 * s[0] * s[1] * s[2]; };
  task.hints = {
      to_say("the batch as the outermost loop: then all arrays are read along rows, and dw stays in the cache"),
      to_say("#pragma omp parallel for before a loop over the outputs: over the batch, threads would add to "
             "the same numbers")};
  task.compute = [](Backend& backend, const Sizes& s, Operands& x) {
    Gemm product;
    product.transpose_a = true;
    product.m = s[2], product.n = s[1], product.k = s[0];
    product.a = x.floats(0), product.lda = s[2];
    product.b = x.floats(1), product.ldb = s[1];
    product.c = x.floats(2), product.ldc = s[1];
    backend.gemm(product);
  };
  return task;
}

}  // namespace mlplab::workshop
