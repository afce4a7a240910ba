// Rounds of guesses: who may guess what and when, nothing shown before the end, the distribution, and rounds on disk.
#include "core/class/guess_round.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/files.h"
#include "core/class/guess_summary.h"
#include "core/class/kept_round.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

const GuessQuestion speedup{.kind = GuessKind::speedup, .workers = 8, .low = 0.1, .high = 1024, .about = "openmp"};

TEST(GuessRound, ShowsNothingBeforeItIsClosed) {
  GuessRound round(1, speedup);
  EXPECT_EQ(round.take(7, "Ada", 5.5), GuessTaken::yes);
  EXPECT_EQ(round.count(), 1U);
  EXPECT_TRUE(round.guesses().empty());
  round.close();
  EXPECT_EQ(round.guesses(), (std::vector<ClassGuess>{{"Ada", 5.5}}));
  EXPECT_EQ(round.take(8, "Bob", 2), GuessTaken::closed);
  EXPECT_EQ(round.count(), 1U);
}

TEST(GuessRound, APersonHasOneGuess) {
  GuessRound round(1, speedup);
  (void)round.take(7, "", 5.5);
  (void)round.take(9, "", 3);
  (void)round.take(7, "", 2.26);
  EXPECT_TRUE(round.has(7));
  EXPECT_FALSE(round.has(8));
  round.close();
  EXPECT_EQ(round.guesses(), (std::vector<ClassGuess>{{"", 2.3}, {"", 3}}));  // as exact as the field of the window
}

TEST(GuessRound, KeepsTheLimitsOfTheQuestion) {
  GuessRound round(1, speedup);
  for (const double value : {0.09, 1024.01, -1.0, std::nan(""), std::numeric_limits<double>::infinity()})
    EXPECT_EQ(round.take(7, "", value), GuessTaken::out_of_range) << value;
  EXPECT_EQ(round.count(), 0U);
  EXPECT_EQ(round.take(7, "", 0.1), GuessTaken::yes);
  EXPECT_EQ(round.take(7, "", 1024), GuessTaken::yes);
}

std::vector<ClassGuess> guesses_of(const std::vector<double>& values) {
  std::vector<ClassGuess> guesses;
  for (const double value : values) guesses.push_back({"", value});
  return guesses;
}

TEST(GuessSummary, BinsHoldEveryGuessOnce) {
  const GuessBins bins = bins_of(guesses_of({1, 2, 2.5, 3, 8, 8}), 5.0);
  EXPECT_FALSE(bins.logarithmic);
  ASSERT_EQ(bins.edges.size(), bins.counts.size() + 1);
  EXPECT_EQ(std::accumulate(bins.counts.begin(), bins.counts.end(), std::size_t{0}), 6U);
  EXPECT_LE(bins.edges.front(), 1);
  EXPECT_GT(bins.edges.back(), 8);
  EXPECT_EQ(bins.edges[0], 1);
  EXPECT_EQ(bins.edges[1], 2);
  EXPECT_EQ(bins.counts[0], 1U);
  EXPECT_EQ(bins.counts[1], 2U);  // 2 and 2.5: a bin has its lower edge
  EXPECT_EQ(bins.counts[7], 2U);
}

TEST(GuessSummary, BinsReachToTheMeasuredValue) {
  EXPECT_GT(bins_of(guesses_of({10, 12}), 19.0).edges.back(), 19);
  EXPECT_LE(bins_of(guesses_of({10, 12}), 7.0).edges.front(), 7);
  EXPECT_EQ(bins_of({}, 7.0).counts.size(), 0U);
  EXPECT_EQ(bins_of(guesses_of({4, 4, 4})).counts, std::vector<std::size_t>{3});
  EXPECT_EQ(bins_of(guesses_of({0})).counts.size(), 1U);
}

TEST(GuessSummary, WideSpreadsHaveBinsOfOneFactor) {
  const GuessBins bins = bins_of(guesses_of({1, 3, 100, 4000}));
  ASSERT_TRUE(bins.logarithmic);
  EXPECT_EQ(std::accumulate(bins.counts.begin(), bins.counts.end(), std::size_t{0}), 4U);
  EXPECT_DOUBLE_EQ(bins.edges[1] / bins.edges[0], bins.edges[2] / bins.edges[1]);
  EXPECT_GT(bins.edges.back(), 4000);
}

TEST(GuessSummary, TheNearestComeFirstAndTiesTogether) {
  const std::vector<ClassGuess> guesses = guesses_of({9, 4, 6, 5.5, 1});
  EXPECT_EQ(nearest_guesses(guesses, 5, 1), (std::vector<std::size_t>{3}));
  EXPECT_EQ(nearest_guesses(guesses, 5, 2), (std::vector<std::size_t>{3, 1, 2}));
  EXPECT_EQ(nearest_guesses(guesses, 5, 99).size(), 5U);
  EXPECT_TRUE(nearest_guesses(guesses, not_known, 3).empty());
  EXPECT_TRUE(nearest_guesses({}, 5, 3).empty());
}

TEST(KeptRound, ComesBackAsItWas) {
  const test::TemporaryFolder folder;
  const KeptRound round{speedup, {{"<b>Ada</b>", 5.5}, {"", 3}}};
  const std::filesystem::path file = round_file_of(folder.path());
  EXPECT_EQ(file.filename(), "class.json");
  EXPECT_FALSE(read_round(file));
  write_round(file, round);
  EXPECT_EQ(read_round(file), round);
  EXPECT_EQ(round_file_of(folder.path() / "x.json").filename(), "x.json.class");
}

TEST(KeptRound, DamagedFilesAreRefusedByName) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "class.json";
  const std::string start =
      R"({"format":"mlplab-class-round-1","question":{"kind":"factor","low":0,"high":9,"decimals":1},)";
  for (const std::string& text :
       {std::string("{"), std::string("[]"), start + R"("guesses":[{"value":10}]})",
        start + R"("guesses":[{"value":"1"}]})", start + R"("guesses":[],"more":1})", start + R"("guesses":[7]})",
        std::string(R"({"format":"2","question":{},"guesses":[]})")}) {
    write_file_atomically(file, text);
    try {
      (void)read_round(file);
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
    }
  }
  write_file_atomically(file, start + R"("guesses":[{"value":9}]})");
  EXPECT_EQ(read_round(file)->guesses.size(), 1U);
}

}  // namespace
}  // namespace mlplab
