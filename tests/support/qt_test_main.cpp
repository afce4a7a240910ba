// bin/ui_tests NAME [options of Qt Test]: one of the window's tests, by the name of its file.
#include <cstdio>
#include <filesystem>

#include "tests/support/qt_test.h"

namespace mlplab::test {

std::map<std::string, int (*)(int, char**)>& qt_tests() {
  static std::map<std::string, int (*)(int, char**)> all;
  return all;
}

QtTest::QtTest(const std::string& file, int (*run)(int, char**)) {
  qt_tests().emplace(std::filesystem::path(file).stem().string(), run);
}

}  // namespace mlplab::test

int main(int argc, char** argv) {
  const auto& all = mlplab::test::qt_tests();
  const auto found = argc > 1 ? all.find(argv[1]) : all.end();
  // The test's own name stands where a program has its own, as Qt names the application after it.
  if (found != all.end()) return found->second(argc - 1, argv + 1);
  std::fprintf(stderr, "Usage: %s TEST [options of Qt Test], where TEST is one of:\n", argv[0]);
  for (const auto& [name, run] : all) std::fprintf(stderr, "  %s\n", name.c_str());
  return 2;
}
