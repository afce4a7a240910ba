// Two cells held against each other: a difference, noise, what would tell, and what cannot be compared.
#include "core/study/difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/statistics/few_repeats.h"

namespace mlplab {
namespace {

Cell cell_of(const std::string& name, const std::vector<double>& times_s) {
  Cell cell;
  cell.name = name;
  cell.label = "batch " + name;
  cell.counted = times_s.size();
  cell.times_s = times_s;
  cell.time_s = {median(times_s), median_time_interval(times_s)};
  return cell;
}

const std::vector<double> slow = {2.00, 2.02, 1.99, 2.01, 2.03}, fast = {1.00, 1.01, 0.99, 1.02, 1.00};

TEST(Differences, AreToldWithTheirInterval) {
  const std::string words = difference_words(cell_of("16", slow), cell_of("64", fast));
  EXPECT_EQ(words.find("2.01 times as fast with batch 64 as with batch 16 (95 % confidence: "), 0U) << words;
  EXPECT_NE(words.find("more than noise explains"), std::string::npos) << words;
  EXPECT_EQ(words, difference_words(cell_of("64", fast), cell_of("16", slow))) << "in either order";
}

TEST(Differences, ThatNoiseExplainsSayHowManyRepeatsWouldTell) {
  const std::vector<double> a = {1.0, 1.3, 0.9, 1.2, 1.05}, b = {1.1, 0.95, 1.25, 0.92, 1.0};
  const std::string words = difference_words(cell_of("16", a), cell_of("64", b));
  EXPECT_NE(words.find("a difference within the noise"), std::string::npos) << words;
  EXPECT_EQ(words.find("more than noise"), std::string::npos) << words;
  const int wanted = repeats_to_tell(a, b);
  EXPECT_GT(wanted, 5);
  EXPECT_NE(words.find("About " + std::to_string(wanted) + " repeats of each"), std::string::npos) << words;
  const std::vector<double> equal = {1.0, 1.3, 0.9, 1.2, 1.05};
  EXPECT_EQ(difference_words(cell_of("16", a), cell_of("64", equal)).find("repeats of each"), std::string::npos)
      << "equal medians: there is no difference to tell";
}

TEST(Differences, SmallerThanWhatAllRepeatsShareAreNotTrusted) {
  const std::vector<double> a = {1.0000, 1.0001, 0.9999, 1.0002, 1.0000}, b = {1.0050, 1.0051, 1.0049, 1.0050, 1.0052};
  const std::string words = difference_words(cell_of("16", a), cell_of("64", b));
  EXPECT_NE(words.find("where the program lies in memory"), std::string::npos) << words;
  EXPECT_EQ(difference_words(cell_of("16", slow), cell_of("64", fast)).find("in memory"), std::string::npos);
}

TEST(Differences, BetweenTwoGroupsAreDoubted) {
  const std::vector<double> split = {1.0, 1.01, 1.02, 2.0, 2.01, 2.02};
  const std::string words = difference_words(cell_of("16", split), cell_of("64", fast));
  EXPECT_NE(words.find("The times of batch 16 fall into two groups"), std::string::npos) << words;
  EXPECT_EQ(words.find("batch 64 fall"), std::string::npos) << words;
}

TEST(Differences, OfOneRunOrOfOtherTrainingsAreNone) {
  EXPECT_NE(difference_words(cell_of("16", {2.0}), cell_of("64", fast)).find("One run says nothing of the noise"),
            std::string::npos);
  Cell other = cell_of("16", slow);
  other.comparable = false;
  const std::string words = difference_words(other, cell_of("64", fast));
  EXPECT_EQ(words.find("batch 16 did not train the same, or that is not known"), 0U) << words;
  const nlohmann::json json = difference_json(other, cell_of("64", fast));
  EXPECT_TRUE(json.at("ratio").is_null() && json.at("is_difference").is_null() && json.at("ci").is_null());
  EXPECT_EQ(difference_words(Cell{.name = "8", .label = "batch 8"}, cell_of("64", fast)), "batch 8 has no time.");
}

TEST(Differences, AreOfTwoCellsThatAreThere) {
  const std::vector<Cell> cells = {cell_of("16", slow), cell_of("64", fast)};
  EXPECT_EQ(two_cells(cells, "64,16").first->name, "64");
  for (const char* wrong : {"64", "64,64", "64,128", "16,64,16"}) EXPECT_THROW(two_cells(cells, wrong), UsageError);
}

/// The number of repeats that is said does tell such a difference in about four of five cases.
TEST(MadeUpTruths, TheRepeatsThatWouldTellDoTell) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  const auto draw = [&](double center, int n) {
    std::vector<double> times_s;
    for (int i = 0; i < n; ++i) times_s.push_back(center * std::exp(0.05 * normal(random)));
    return times_s;
  };
  const int wanted = repeats_to_tell(draw(1.0, 2000), draw(1.05, 2000));
  EXPECT_GT(wanted, 10);
  EXPECT_LT(wanted, 60);
  int told = 0;
  constexpr int trials = 200;
  for (int i = 0; i < trials; ++i) told += is_difference(time_ratio_interval(draw(1.05, wanted), draw(1.0, wanted)));
  EXPECT_GT(told, 0.65 * trials);
  EXPECT_LT(told, 0.95 * trials);
}

}  // namespace
}  // namespace mlplab
