// Compares the results of a subject and of `sequential`.
#pragma once

#include <functional>
#include <map>

#include "tests/core/compute/subjects.h"
#include "tests/support/compare.h"

namespace mlplab {

class AgainstSequential : public ::testing::TestWithParam<Subject> {
 protected:
  /// Compares the results of `work`. A test calls compare() in the same order for every subject of a program, with the
  /// same numbers: the result of `sequential` is computed for the first subject only.
  void compare(double bound, const std::function<std::vector<float>(Backend&)>& work) {
    static std::map<std::string, std::vector<float>> known;
    const ::testing::TestInfo& test = *::testing::UnitTest::GetInstance()->current_test_info();
    const std::string name = test.name();
    const std::string key =
        std::string(test.test_suite_name()) + "." + name.substr(0, name.find('/')) + " " + std::to_string(calls_++);
    auto reference = known.find(key);
    if (reference == known.end()) reference = known.emplace(key, work(*reference_)).first;
    EXPECT_TRUE(close(reference->second, work(*backend_), bound)) << reproduce();
  }
  std::unique_ptr<Backend> reference_ = reference_backend();
  std::unique_ptr<Backend> backend_ = GetParam().make();

 private:
  int calls_ = 0;
};

}  // namespace mlplab
