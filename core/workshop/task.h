// A task of the workshop: a function that a student fills in, with the shapes it is tried at and the program's own
// computation that it is checked against.
// To add one: a file in tasks/ with its function, and its line in task.cpp and CMakeLists.txt.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "core/base/random.h"
#include "core/compute/backend.h"

namespace mlplab::workshop {

/// The whole numbers of a call, in the order of the signature: m, n, k.
using Sizes = std::vector<int>;

/// The arrays of a call, in the order of the signature; 4 bytes per number, float or int.
class Operands {
 public:
  explicit Operands(std::vector<std::vector<std::byte>> arrays) : arrays_(std::move(arrays)) {}
  float* floats(std::size_t array) { return reinterpret_cast<float*>(arrays_[array].data()); }
  int* wholes(std::size_t array) { return reinterpret_cast<int*>(arrays_[array].data()); }
  std::vector<std::byte>& bytes(std::size_t array) { return arrays_[array]; }
  const std::vector<std::byte>& bytes(std::size_t array) const { return arrays_[array]; }
  std::size_t count(std::size_t array) const { return arrays_[array].size() / sizeof(float); }

 private:
  std::vector<std::vector<std::byte>> arrays_;
};

struct Parameter {
  std::string name;
  std::string shape_text;  // '[m, k]', in the words of the sizes
  bool is_output = false;
  bool is_whole = false;                       // int, else float
  Sizes (*shape)(const Sizes& all) = nullptr;  // the numbers of a shape_text that is computed from the sizes
};

struct Task {
  std::string name;                   // of the function, and in --task
  std::string title;                  // to_say()
  std::string does;                   // to_say(): the formula, in words
  std::string stands_for;             // to_say(): the operation of a backend that it is at work
  std::vector<std::string> sizes;     // their names
  std::vector<Parameter> parameters;  // the arrays, inputs first
  std::vector<Sizes> shapes;          // that are checked: 1, odd ones, larger ones
  std::vector<int> timed;             // sizes n of timed_shape
  Sizes (*timed_shape)(int n) = nullptr;
  int order = 2;                                 // its time grows as n to this power
  double (*operations)(const Sizes&) = nullptr;  // additions and multiplications
  double tolerance = 2e-5;                       // of |expected| + root mean square of all expected
  /// Values that are put into inputs, one at a time.
  std::vector<float> special = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()};
  std::vector<std::string> hints;  // to_say(): what to try
  /// (optional) Draws input `array`; default: skewed numbers.
  void (*draw)(const Sizes&, Operands&, Random&) = nullptr;
  bool of_images = false;  // a backend may have a layout of its own for them
  /// The outputs from the inputs, by the operations of `backend`.
  void (*compute)(Backend& backend, const Sizes&, Operands&) = nullptr;
  /// (optional) That work as a backend does it in training, for the clock. Default: compute.
  void (*at_work)(Backend& backend, const Sizes&, Operands&) = nullptr;
  bool is_operation = true;  // of backends; else compute is a loop of its own, whatever the backend
};

const std::vector<Task>& tasks();
/// Throws UsageError with those there are.
const Task& find_task(const std::string& name);

/// 'void matrix_product(int m, int n, int k, const float* a, const float* b, float* c)'.
std::string signature(const Task& task);
/// The numbers of the array's shape_text.
Sizes shape_of(const Task& task, const Parameter& parameter, const Sizes& sizes);
/// Numbers of an array of this shape.
std::size_t count_of(const Sizes& shape);
/// 'm = 3, n = 5, k = 2'.
std::string in_words(const Task& task, const Sizes& sizes);
/// Zeros, of the right lengths.
Operands empty_operands(const Task& task, const Sizes& sizes);

// The tasks, a file in tasks/ each.
Task matrix_product_task();
Task dense_forward_task();
Task weight_gradient_task();
Task softmax_loss_task();
Task max_pooling_task();
Task convolution_task();
Task vector_sum_task();
Task transpose_task();

}  // namespace mlplab::workshop
