// The subjects of this folder's tests: every usable backend of the table with each of its options and several numbers
// of workers, and the vector loops on every instruction set of this machine. A new backend is covered without a line
// here.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "core/compute/backend_table.h"

namespace mlplab {

struct Subject {
  std::string name;  // letters, digits and '_', as GoogleTest wants it
  std::function<std::unique_ptr<Backend>()> make;
  std::string entry = {};  // of the table; '' for what is not in it
  bool emulated = false;   // some hundred times slower than a backend is: small cases and few steps only
};
inline std::ostream& operator<<(std::ostream& out, const Subject& subject) { return out << subject.name; }
inline std::string name_of_subject(const ::testing::TestParamInfo<Subject>& info) { return info.param.name; }

/// Without `sequential`, which they are compared with.
std::vector<Subject> subjects();
/// The subjects that compute every kind of layer.
std::vector<Subject> subjects_for_images();
std::unique_ptr<Backend> reference_backend();

/// 'build/<preset>/bin/core_compute_test --gtest_filter=<the running test>'.
std::string reproduce();

}  // namespace mlplab
