// Work that yields: the thread that asked for it and those that it starts, and no other.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <thread>

#include "core/machine/threads.h"

namespace mlplab {
namespace {

int niceness() { return getpriority(PRIO_PROCESS, 0); }

TEST(Priority, OneThreadAndThoseThatItStartsLetOthersGoFirst) {
  const int before = niceness();
  int own = -1, started = -1;
  std::thread([&] {
    let_others_go_first();
    own = niceness();
    std::thread([&] { started = niceness(); }).join();
  }).join();
  EXPECT_EQ(own, 19);
  EXPECT_EQ(started, 19);
  EXPECT_EQ(niceness(), before);
}

}  // namespace
}  // namespace mlplab
