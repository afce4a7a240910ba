// A process that was stopped: told from a busy machine, by clocks that are handed in, and on a process that really is.
#include "core/machine/standstill.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(Standstill, AGapInWhichNothingWasComputedCounts) {
  Standstill standstill;
  EXPECT_EQ(standstill.look(100.0, 7.0, 0.1), 0.0) << "the first look has none before it";
  EXPECT_EQ(standstill.look(100.1, 7.1, 0.1), 0.0);
  EXPECT_EQ(standstill.look(100.5, 7.2, 0.1), 0.0) << "late, as on a busy machine";
  EXPECT_NEAR(standstill.look(106.6, 7.2, 0.1), 6.0, 1e-9);
  EXPECT_NEAR(standstill.total_s(), 6.0, 1e-9);
  EXPECT_EQ(standstill.look(110.7, 11.0, 0.1), 0.0) << "the process computed meanwhile";
  EXPECT_NEAR(standstill.look(113.0, 11.2, 0.1), 2.0, 1e-9);
  EXPECT_NEAR(standstill.total_s(), 8.0, 1e-9);
}

TEST(Standstill, OfAStoppedProcessItIsTheTimeThatItWasStopped) {
  const int code = test::in_fork([] {
    StandstillWatch watch;
    const pid_t self = ::getpid();
    if (::fork() == 0) {
      ::usleep(200'000);
      ::kill(self, SIGSTOP);
      ::usleep(1'200'000);
      ::kill(self, SIGCONT);
      ::_exit(0);
    }
    const double begin_s = now_s();
    while (watch.total_s() == 0.0 && now_s() - begin_s < 30.0) ::usleep(20'000);
    return watch.total_s() > 1.0 ? 0 : 1;
  });
  EXPECT_EQ(code, 0);
}

}  // namespace
}  // namespace mlplab
