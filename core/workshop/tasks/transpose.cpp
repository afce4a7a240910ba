#include "core/base/language.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {

Task transpose_task() {
  Task task;
  task.name = "transpose";
  task.title = to_say("transpose of a matrix");
  task.does = to_say("y[j, i] = x[i, j]");
  task.stands_for = to_say("no operation of a backend: products read transposed matrices in place");
  task.sizes = {"rows", "columns"};
  task.parameters = {{"x", "[rows, columns]"}, {"y", "[columns, rows]", true}};
  task.shapes = {{1, 1}, {1, 7}, {5, 1}, {3, 2}, {17, 13}, {64, 64}, {65, 33}};
  task.timed = {128, 512, 1024, 2048};
  task.timed_shape = [](int n) -> Sizes { return {n, n}; };
  task.operations = [](const Sizes&) { return 0.0; };
  task.tolerance = 0.0;
  task.hints = {to_say("one of the two is read or written down its columns: in blocks, both stay in the cache"),
                to_say("#pragma omp parallel for before the loop over rows: no two threads write one number")};
  task.is_operation = false;
  task.compute = [](Backend&, const Sizes& s, Operands& x) {
    for (int i = 0; i < s[0]; ++i)
      for (int j = 0; j < s[1]; ++j)
        x.floats(1)[std::size_t(j) * std::size_t(s[0]) + i] = x.floats(0)[std::size_t(i) * std::size_t(s[1]) + j];
  };
  return task;
}

}  // namespace mlplab::workshop
