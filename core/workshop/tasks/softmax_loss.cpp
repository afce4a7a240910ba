#include <limits>

#include "core/base/language.h"
#include "core/workshop/task.h"

namespace mlplab::workshop {
namespace {

void draw_outputs_and_labels(const Sizes& s, Operands& x, Random& random) {
  constexpr float steep = 30.0F;  // e^120 is no float: who does not subtract the largest is found out
  for (std::size_t i = 0; i < x.count(0); ++i)
    x.floats(0)[i] = steep * random.symmetric() + (i % 13 == 0 ? 4.0F * steep : 0.0F);
  for (std::size_t i = 0; i < x.count(1); ++i)
    x.wholes(1)[i] = static_cast<int>(random.below(static_cast<std::uint32_t>(s[1])));
}

}  // namespace

Task softmax_loss_task() {
  Task task;
  task.name = "softmax_loss";
  task.title = to_say("softmax with cross-entropy loss");
  task.does = to_say("p = softmax(outputs) of each row; loss = -log p[label], gradient = (p - onehot(label)) / batch");
  task.stands_for = to_say("the loss of a network that classifies, and where its backward pass begins");
  task.sizes = {"batch", "classes"};
  task.parameters = {{"outputs", "[batch, classes]"},
                     {"labels", "[batch]", false, true},
                     {"gradient", "[batch, classes]", true},
                     {"loss", "[batch]", true}};
  task.shapes = {{1, 1}, {1, 2}, {3, 1}, {5, 3}, {17, 10}, {33, 7}, {128, 10}};
  task.timed = {1024, 4096, 16384};
  task.timed_shape = [](int n) -> Sizes { return {n, 10}; };
  task.order = 1;
  task.operations = [](const Sizes& s) { return 4.0 * s[0] * s[1]; };
  task.special = {std::numeric_limits<float>::quiet_NaN()};
  task.hints = {to_say("subtract the largest output of the row first: e^100 is no float"),
                to_say("-log p is log(sum) - (output - largest): without a division, and without a 0 in the logarithm"),
                to_say("#pragma omp parallel for before the loop over rows: no two threads write one number")};
  task.draw = draw_outputs_and_labels;
  task.compute = [](Backend& backend, const Sizes& s, Operands& x) {
    for (int i = 0; i < s[0]; ++i) {
      const std::size_t row = std::size_t(i) * std::size_t(s[1]);
      StepTotals totals;
      backend.loss(Loss::softmax_cross_entropy, 1, s[1], s[0], x.floats(0) + row, x.wholes(1) + i, x.floats(2) + row,
                   &totals);
      x.floats(3)[i] = static_cast<float>(totals.loss_sum);
    }
  };
  task.at_work = [](Backend& backend, const Sizes& s, Operands& x) {  // the losses added up
    StepTotals totals;
    backend.loss(Loss::softmax_cross_entropy, s[0], s[1], s[0], x.floats(0), x.wholes(1), x.floats(2), &totals);
  };
  return task;
}

}  // namespace mlplab::workshop
