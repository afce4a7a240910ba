// Checks that no compiler makes: every kind has its name in the tables, the same both ways.
#include "core/model/kinds.h"

#include <gtest/gtest.h>

#include <set>

#include "core/model/model_spec.h"
#include "core/model/optimizer.h"
#include "tests/support/enumerators.h"

namespace mlplab {
namespace {

template <class E>
void expect_names(E (*parse)(const std::string&)) {
  std::set<std::string> names;
  for (const E value : test::enumerators<E>()) {
    const std::string name = to_string(value);
    EXPECT_TRUE(names.insert(name).second) << name << " stands for two";
    EXPECT_EQ(parse(name), value) << name;
  }
  EXPECT_GE(names.size(), 2U);
}

TEST(Kinds, AllHaveANameThatIsUnderstood) {
  expect_names(parse_activation);
  expect_names(parse_loss);
  expect_names(parse_initializer);
  expect_names(parse_optimizer);
  expect_names(parse_schedule);
}

enum class Colour { red, green, blue = 5 };

TEST(Kinds, AreFoundAsDeclared) {
  EXPECT_EQ(test::enumerators<Colour>(), (std::vector<Colour>{Colour::red, Colour::green, Colour::blue}));
}

}  // namespace
}  // namespace mlplab
