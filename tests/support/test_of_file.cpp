// A program of several tests runs those of one file: NAME [options of GoogleTest], as bin/app_tests files_test. Without
// a name it runs them all.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <string>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc < 2) return RUN_ALL_TESTS();
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  std::string filter;
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int k = 0; k < suite.total_test_count(); ++k)
      if (std::filesystem::path(suite.GetTestInfo(k)->file()).stem() == argv[1])
        filter += std::string(":") + suite.name() + "." + suite.GetTestInfo(k)->name();
  }
  if (filter.empty()) return std::fprintf(stderr, "there is no test of a file %s.cpp\n", argv[1]), 2;
  // Tests that a filter excludes stay out; a filter that names tests is the user's own choice.
  const std::string given = GTEST_FLAG_GET(filter);
  if (given == "*" || given.starts_with('-')) GTEST_FLAG_SET(filter, filter.substr(1) + (given == "*" ? "" : given));
  return RUN_ALL_TESTS();
}
