// The catalogue: another language, what it has not, arguments in another order, bad files.
#include "core/base/language.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

class Language : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_ / "xx");
    test::write_bytes(folder_ / "xx/base.json",
                      R"({"%1 of %2": "%2: %1", "1 worker": "1 obrero", "%1 workers": "%1 obreros"})");
  }
  void TearDown() override { set_language(folder_.path(), "en"); }
  test::TemporaryFolder folder_;
};

TEST_F(Language, SaysItsOwnOrderOfTheArgumentsAndEnglishWhereItHasNothing) {
  EXPECT_EQ(say("%1 of %2", 3, std::string("five")), "3 of five");
  set_language(folder_.path(), "xx");
  EXPECT_EQ(language(), "xx");
  EXPECT_EQ(say("%1 of %2", 3, "five"), "five: 3");
  EXPECT_EQ(say("nothing of the kind, %1", 7), "nothing of the kind, 7");
  EXPECT_EQ(count_of(1, "worker"), "1 obrero");
  EXPECT_EQ(count_of(2, "worker"), "2 obreros");
  set_language(folder_.path(), "en");
  EXPECT_EQ(count_of(2, "worker"), "2 workers");
}

TEST_F(Language, LeavesPercentsAndWhatWasPutInAlone) {
  EXPECT_EQ(say("13 % of %1 and %3", "%2", "x"), "13 % of %2 and %3");
}

TEST_F(Language, SaysAgainWhatAnotherProgramSays) {
  const char* const made_from[] = {"%1 of %2", "%1: needs %2 more", "all of it"};
  set_language(folder_.path(), "xx");
  EXPECT_EQ(say_again("3 of five", made_from), "five: 3");
  EXPECT_EQ(say_again("one of two of three", made_from), "two of three: one");
  EXPECT_EQ(say_again("some of", made_from), "some of");
  using Found = std::vector<std::string>;
  EXPECT_EQ(arguments_in("a: b: needs 2 more", made_from[1]), (Found{"a: b", "2"}));
  EXPECT_EQ(arguments_in("a: needs 2 more or less", made_from[1]), std::nullopt);
  EXPECT_EQ(arguments_in("all of it", made_from[2]), Found());
  EXPECT_EQ(arguments_in("all of it, too", made_from[2]), std::nullopt);
}

TEST_F(Language, OfAnotherNameIsRefusedWithThoseThereAre) {
  try {
    set_language(folder_.path(), "zz");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "there is no language 'zz'; the languages are en, xx");
  }
  test::write_bytes(folder_ / "xx/base.json", R"({"one": 1})");
  EXPECT_THROW(set_language(folder_.path(), "xx"), InputError);
  EXPECT_EQ(language(), "en");
}

TEST_F(Language, IsTakenFromTheEnvironmentByItsFirstName) {
  const auto with = [](const char* own, const char* all, const char* lang) {
    const test::Environment words{{"MLPLAB_LANG", own}, {"LC_ALL", all}, {"LC_MESSAGES", ""}, {"LANG", lang}};
    return language_of_environment({"en", "es"});
  };
  EXPECT_EQ(with("", "", "es_MX.UTF-8"), "es");
  EXPECT_EQ(with("", "C", "es_MX.UTF-8"), "en");
  EXPECT_EQ(with("es", "C", "C"), "es");
  EXPECT_EQ(with("", "", "fr_FR"), "en");
  EXPECT_EQ(with("", "", ""), "en");
}

}  // namespace
}  // namespace mlplab
