// mlplab-cli train --team as a whole process: what its summary says of the members, and what it refuses.
#include <gtest/gtest.h>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/launch/configurations.h"
#include "refused.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::expect_refused;
using test::run_cli;

class CliTeam : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = find_configuration("processes-shared").why_not(); !reason.empty())
      GTEST_SKIP() << "skipped: " << reason;
  }
  test::Ran train(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"train", "--train-limit", "640",       "--test-limit",
                                   "100",   "--network",     "784-32-10", "--epochs",
                                   "1",     "--json",        "--out",     (folder_ / std::to_string(++runs_)).string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_cli(words);
  }
  test::TemporaryFolder folder_;
  mutable int runs_ = 0;
};

/// The load of the run is read twice per second: on a quick machine it takes more epochs until that was done.
TEST_F(CliTeam, EachMemberIsSeenInTheLoadOfTheRun) {
  const std::string member = "\"rank 0 sequenti\"";  // as many letters as the system keeps
  std::string events;
  for (int epochs = 1; epochs <= 256 && events.find(member) == std::string::npos; epochs *= 4) {
    const test::Ran ran = train({"--team", "sequential,loops", "--shares", "3:1", "--train-limit", "9600", "--network",
                                 "784-512-10", "--epochs", std::to_string(epochs)});
    ASSERT_EQ(ran.code, 0) << ran.err;
    events = read_file(folder_ / std::to_string(runs_) / "events.jsonl");
  }
  EXPECT_NE(events.find(member), std::string::npos);
}

TEST_F(CliTeam, ItsSummaryHasEveryRank) {
  const test::Ran ran = train({"--team", "loops,sequential*2", "--shares", "2:1", "--profile-steps", "2"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto printed = parse_json(ran.out);
  EXPECT_EQ(printed["backend"], "processes-shared");
  ASSERT_EQ(printed["team"].size(), 3U);
  EXPECT_EQ(printed["team"][0]["backend"], "loops");
  EXPECT_EQ(printed["team"][0]["share"], 2);
  EXPECT_EQ(printed["team"][0]["rows"], 32);
  EXPECT_EQ(printed["team"][2]["rows"], 16);
  EXPECT_TRUE(printed["team"][2]["wait_s"].is_number());
  EXPECT_TRUE(printed["ceiling"].is_null()) << "nothing was fitted";
  EXPECT_TRUE(printed["reached"].is_null());
}

TEST_F(CliTeam, FittedSharesSayWhatCanBeReachedAndWhatWas) {
  const test::Ran ran = train({"--team", "loops,sequential", "--shares", "fitted", "--transport", "pipes"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const auto printed = parse_json(ran.out);
  EXPECT_EQ(printed["backend"], "processes-pickled");
  EXPECT_EQ(printed["team"][0]["rows"].get<int>() + printed["team"][1]["rows"].get<int>(), 64);
  EXPECT_GT(printed["ceiling"].get<double>(), 0.0);
  EXPECT_GT(printed["reached"].get<double>(), 0.0);
  EXPECT_TRUE(printed["team"][0]["wait_s"].is_null()) << "the run was not profiled";
  EXPECT_NE(ran.err.find("rows of a batch of 64"), std::string::npos) << "said before it begins: " << ran.err;
}

TEST_F(CliTeam, ARunWithoutATeamHasNone) {
  const auto printed = parse_json(train({"--backend", "loops"}).out);
  for (const char* member : {"team", "ceiling", "reached"}) EXPECT_TRUE(printed.at(member).is_null()) << member;
}

TEST_F(CliTeam, IsReadFromAFile) {
  test::write_bytes(folder_ / "team.json", R"({"members": [{"backend": "loops", "share": 3}, {"backend": "sequential"}],
    "shares": "given"})");
  const test::Ran ran = train({"--team", (folder_ / "team.json").string()});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_EQ(parse_json(ran.out)["backend_options"]["shares"], "3:1");
  test::write_bytes(folder_ / "bad.json", R"({"members": [{"backend": "loops", "colour": "red"}]})");
  expect_refused(train({"--team", (folder_ / "bad.json").string()}), 3, "bad.json");
  test::write_bytes(folder_ / "empty.json", R"({"members": []})");
  expect_refused(train({"--team", (folder_ / "empty.json").string()}), 3, "it names no member");
  test::write_bytes(folder_ / "none.json", "simd");
  expect_refused(train({"--team", (folder_ / "none.json").string()}), 3, "none.json is no JSON file");
  expect_refused(train({"--team", (folder_ / "gone.json").string()}), 3, "gone.json");
}

TEST_F(CliTeam, RefusesWhatSaysTheSameTwiceOrNothing) {
  expect_refused(train({"--team", "loops,loops", "--workers", "2"}), 2, "leave out --workers");
  expect_refused(train({"--team", "loops,loops", "--processes", "2"}), 2, "--processes");
  expect_refused(train({"--team", "loops,loops", "--backend", "simd"}), 2, "leave out --backend simd");
  expect_refused(train({"--team", "loops,loops", "--transport", "pigeons"}), 2, "there is no transport 'pigeons'");
  expect_refused(train({"--transport", "pipes"}), 2, "--transport connects processes");
  expect_refused(train({"--shares", "fitted"}), 2, "name its members with --team");
  expect_refused(train({"--backend", "loops+loops", "--workers", "2"}), 2, "leave out --workers");
  expect_refused(train({"--backend", "loops+loops", "--backend-option", "colour=red"}), 2, "no option 'colour'");
  expect_refused(train({"--team", "abacus,loops"}), 2, "there is no backend 'abacus'");
  expect_refused(train({"--team", "loops,loops", "--batch-per-rank", "8", "--shares", "3:1"}), 2, "equal shares");
}

}  // namespace
}  // namespace mlplab
