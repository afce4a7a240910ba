#include "core/base/language.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {

Task vector_sum_task() {
  Task task;
  task.name = "vector_sum";
  task.title = to_say("sum of a vector");
  task.does = to_say("sum[0] = x[0] + x[1] + … + x[n - 1]");
  task.stands_for = to_say("the gradients of biases, which are sums over a batch");
  task.sizes = {"n"};
  task.parameters = {{"x", "[n]"}, {"sum", "[1]", true}};
  task.shapes = {{1}, {2}, {3}, {7}, {17}, {64}, {65}, {1001}, {4099}};
  task.timed = {4096, 65536, 1048576};
  task.timed_shape = [](int n) -> Sizes { return {n}; };
  task.order = 1;
  task.operations = [](const Sizes& s) { return 1.0 * s[0]; };
  task.tolerance = 5e-5;  // a single sum in float rounds at each of its additions
  task.hints = {to_say("several sums at once: one sum waits for each addition before the next"),
                to_say("#pragma omp parallel for reduction(+ : total): without it, threads add to one number at once")};
  task.compute = [](Backend& backend, const Sizes& s, Operands& x) {
    backend.column_sums(s[0], 1, x.floats(0), x.floats(1));
  };
  return task;
}

}  // namespace mlplab::workshop
