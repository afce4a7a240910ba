// Expectations for every refusal of the terminal program.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/support/support.h"

namespace mlplab::test {

/// One sentence on stderr, the exit code, nothing on stdout.
inline void expect_refused(const Ran& ran, int code, const std::string& because) {
  EXPECT_EQ(ran.code, code) << ran.err;
  EXPECT_NE(ran.err.find(because), std::string::npos) << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_EQ(ran.out, "");
}

}  // namespace mlplab::test
