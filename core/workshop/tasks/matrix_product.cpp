#include "core/base/language.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {

Task matrix_product_task() {
  Task task;
  task.name = "matrix_product";
  task.title = to_say("matrix product");
  task.does = to_say("C = A B: each number of C is a row of A times a column of B, added up");
  task.stands_for = to_say("every product of a network's dense layers");
  task.sizes = {"m", "n", "k"};
  task.parameters = {{"a", "[m, k]"}, {"b", "[k, n]"}, {"c", "[m, n]", true}};
  task.shapes = {{1, 1, 1}, {1, 7, 3}, {5, 1, 4}, {3, 5, 2}, {2, 3, 1}, {17, 13, 31}, {33, 65, 17}, {64, 64, 64}};
  task.timed = {64, 128, 256, 512};
  task.timed_shape = [](int n) -> Sizes { return {n, n, n}; };
  task.order = 3;
  task.operations = [](const Sizes& s) { return 2.0 * s[0] * s[1] * s[2]; };
  task.hints = {to_say("the order of the loops: along which array does the innermost one walk?"),
                to_say("blocks that stay in the cache, sums that stay in registers"),
                to_say("#pragma omp parallel for before the loop over rows: no two threads write one number")};
  task.compute = [](Backend& backend, const Sizes& s, Operands& x) {
    Gemm product;
    product.m = s[0], product.n = s[1], product.k = s[2];
    product.a = x.floats(0), product.lda = s[2];
    product.b = x.floats(1), product.ldb = s[1];
    product.c = x.floats(2), product.ldc = s[1];
    backend.gemm(product);
  };
  return task;
}

}  // namespace mlplab::workshop
