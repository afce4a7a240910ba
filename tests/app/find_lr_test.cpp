// mlplab-cli find-lr as a whole process: its suggestion, its files, and what it refuses.
#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/run/event.h"
#include "refused.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::expect_refused;
using test::run_cli;

std::vector<std::string> find_lr_words(std::vector<std::string> more = {}) {
  std::vector<std::string> words{"find-lr", "--backend", "sequential", "--train-limit",
                                 "640",     "--network", "784-32-10"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(CliFindLr, SuggestsARateThatTrains) {
  const test::Ran ran = run_cli(find_lr_words({"--json"}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto printed = parse_json(ran.out);
  ASSERT_TRUE(printed["suggested_lr"].is_number()) << printed["reason"];
  EXPECT_GT(printed["suggested_lr"].get<double>(), 0.01);
  EXPECT_LT(printed["suggested_lr"].get<double>(), 1.0);
  EXPECT_GT(printed["points"].size(), 50U);
  EXPECT_EQ(ran.err, "") << "no progress where stderr is no terminal";
}

TEST(CliFindLr, WritesItsCurve) {
  const test::TemporaryFolder folder;
  const test::Ran ran = run_cli(find_lr_words({"--out", (folder / "rates").string()}));
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const char* words : {"suggested learning rate", "--lr ", "find-lr.csv", "| smoothed"})
    EXPECT_NE(ran.out.find(words), std::string::npos) << words << " in\n" << ran.out;
  EXPECT_EQ(test::read_bytes(folder / "rates" / "find-lr.csv").find("lr,loss,smoothed\n1e-07,"), 0U);
  EXPECT_EQ(test::read_bytes(folder / "rates" / "find-lr.svg").find("<svg "), 0U);
}

TEST(CliFindLr, RefusesInOneSentence) {
  expect_refused(run_cli(find_lr_words({"--from", "2", "--to", "1"})), 2, "to a higher one");
  expect_refused(run_cli(find_lr_words({"--steps", "3"})), 2, "steps");
  expect_refused(run_cli(find_lr_words({"--batch-per-rank", "8"})), 2, "give the whole batch");
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "file", "");
  expect_refused(run_cli(find_lr_words({"--out", (folder / "file").string()})), 3, "file");
}

TEST(CliFindLr, SearchesInProcesses) {
  const test::Ran ran = run_cli(find_lr_words({"--backend", "processes-shared", "--workers", "2", "--json"}));
  if (ran.err.find("is not available") != std::string::npos) GTEST_SKIP() << "skipped: " << ran.err;
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto shared = parse_json(ran.out), alone = parse_json(run_cli(find_lr_words({"--json"})).out);
  EXPECT_EQ(shared["suggested_lr"], alone["suggested_lr"]);
  EXPECT_NE(shared["device"].get<std::string>().find("2 ranks"), std::string::npos) << shared["device"];
}

/// No curve is made from a trainer that does not report a loss for each rate.
TEST(CliFindLr, ATrainerThatLeavesOutStepsIsNotBelieved) {
  const test::TemporaryFolder folder;
  const std::string started = to_line(RunStarted{.spec = test::small_spec()});
  const auto step = [](std::int64_t count) { return to_line(StepDone{.step = count, .loss = 2.0}); };
  const test::Environment own{{"XDG_CONFIG_HOME", folder.path()}};
  std::filesystem::create_directories(folder / "mlplab/trainers");
  std::string every_second;  // as many as there are rates
  for (int report = 1; report <= 100; ++report) every_second += step(2 * report) + '\n';
  for (const std::string& steps : {step(1) + '\n' + step(3) + '\n', every_second, std::string()}) {
    test::write_bytes(folder / "mlplab/trainers/lines", hello_line() + '\n' + started + '\n' + steps +
                                                            to_line(RunEnded{.status = RunStatus::stopped}) + '\n');
    test::write_bytes(folder / "mlplab/trainers/mine.json",
                      R"({"format": "mlplab-trainer-1", "name": "mine", "title": "Mine", "technology": "Shell",
                          "knows": {"rates": true}, "program": ["sh"], "arguments": ["-c", "cat {here}/lines"]})");
    expect_refused(run_cli(find_lr_words({"--backend", "mine"})), 4, "did not report each step");
  }
}

}  // namespace
}  // namespace mlplab
