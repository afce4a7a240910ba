#include "core/data/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

namespace mlplab {
namespace {

TEST(ForEachIndex, DoesEachOnceOnAnyNumberOfThreads) {
  for (const int threads : {-1, 1, 3, 50}) {
    std::vector<std::atomic<int>> done(17);
    std::size_t told = 0;
    for_each_index(
        done.size(), threads, [&](std::size_t i) { ++done[i]; },
        [&](std::size_t count, std::size_t total) {
          told = count;
          EXPECT_EQ(total, done.size());
        });
    for (const auto& times : done) EXPECT_EQ(times, 1);
    EXPECT_EQ(told, 17U);
  }
  for_each_index(0, 4, [](std::size_t) { FAIL(); });
}

TEST(ForEachIndex, TheFirstFaultIsTheOneThatIsThrown) {
  for (const int threads : {1, 4}) {
    std::atomic<int> begun{0};
    try {
      for_each_index(1000, threads, [&](std::size_t i) {
        ++begun;
        if (i >= 7) throw std::runtime_error(std::to_string(i));
      });
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), std::string("7"));
    }
    EXPECT_LT(begun, 20) << "what comes after a fault is not begun";
  }
}

}  // namespace
}  // namespace mlplab
