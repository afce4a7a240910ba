#include "core/workshop/task.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/typed_number.h"

namespace mlplab::workshop {

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = {matrix_product_task(), dense_forward_task(), weight_gradient_task(),
                                        softmax_loss_task(),   max_pooling_task(),   convolution_task(),
                                        vector_sum_task(),     transpose_task()};
  return all;
}

const Task& find_task(const std::string& name) {
  const auto found = std::ranges::find(tasks(), name, &Task::name);
  if (found != tasks().end()) return *found;
  throw UsageError(say("there is no task '%1'; valid are %2", name, joined(tasks(), ", ", &Task::name)));
}

std::string signature(const Task& task) {
  std::string text = "void " + task.name + "(";
  for (const std::string& size : task.sizes) text += "int " + size + ", ";
  for (const Parameter& parameter : task.parameters) {
    text += parameter.is_output ? "" : "const ";
    text += (parameter.is_whole ? "int* " : "float* ") + parameter.name;
    text += &parameter == &task.parameters.back() ? ")" : ", ";
  }
  return text;
}

Sizes shape_of(const Task& task, const Parameter& parameter, const Sizes& sizes) {
  if (parameter.shape != nullptr) return parameter.shape(sizes);
  Sizes shape;
  const std::string& text = parameter.shape_text;
  for (const std::string& part : parts_of(text.substr(1, text.size() - 2), ',')) {
    const std::string word = part.substr(part.find_first_not_of(' '));
    const auto named = std::ranges::find(task.sizes, word);
    shape.push_back(named == task.sizes.end() ? typed_whole<int>(word).value()
                                              : sizes[static_cast<std::size_t>(named - task.sizes.begin())]);
  }
  return shape;
}

std::size_t count_of(const Sizes& shape) {
  std::size_t count = 1;
  for (const int size : shape) count *= static_cast<std::size_t>(size);
  return count;
}

std::string in_words(const Task& task, const Sizes& sizes) {
  std::vector<std::string> words;
  for (std::size_t i = 0; i < sizes.size(); ++i) words.push_back(task.sizes[i] + " = " + std::to_string(sizes[i]));
  return in_one_line(words);
}

Operands empty_operands(const Task& task, const Sizes& sizes) {
  std::vector<std::vector<std::byte>> arrays;
  for (const Parameter& parameter : task.parameters)
    arrays.emplace_back(count_of(shape_of(task, parameter, sizes)) * sizeof(float));
  return Operands(std::move(arrays));
}

}  // namespace mlplab::workshop
