// mlplab-cli find-lr as a whole process: its suggestion, its files, and what it refuses.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "refused.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::expect_refused;
using test::run_cli;

std::vector<std::string> quick(std::vector<std::string> more = {}) {
  std::vector<std::string> words{"find-lr", "--backend", "sequential", "--train-limit",
                                 "640",     "--network", "784-32-10"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(CliFindLr, SuggestsARateThatTrains) {
  const test::Ran ran = run_cli(quick({"--json"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto json = parse_json(ran.out);
  ASSERT_TRUE(json["suggested_lr"].is_number()) << json["reason"];
  EXPECT_GT(json["suggested_lr"].get<double>(), 0.01);
  EXPECT_LT(json["suggested_lr"].get<double>(), 1.0);
  EXPECT_GT(json["points"].size(), 50U);
  EXPECT_EQ(ran.err, "") << "no progress where stderr is no terminal";
}

TEST(CliFindLr, WritesItsCurve) {
  const test::TemporaryFolder folder;
  const test::Ran ran = run_cli(quick({"--out", (folder / "rates").string()}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* words : {"suggested learning rate", "--lr ", "find-lr.csv", "| smoothed"})
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << " in\n" << ran.out;
  EXPECT_EQ(test::read_bytes(folder / "rates" / "find-lr.csv").find("lr,loss,smoothed\n1e-07,"), 0U);
  EXPECT_EQ(test::read_bytes(folder / "rates" / "find-lr.svg").find("<svg "), 0U);
}

TEST(CliFindLr, RefusesInOneSentence) {
  expect_refused(run_cli(quick({"--from", "2", "--to", "1"})), 2, "to a higher one");
  expect_refused(run_cli(quick({"--steps", "3"})), 2, "steps");
  expect_refused(run_cli(quick({"--backend", "processes-shared"})), 4, "find it with");
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "file", "");
  expect_refused(run_cli(quick({"--out", (folder / "file").string()})), 3, "file");
}

}  // namespace
}  // namespace mlplab
