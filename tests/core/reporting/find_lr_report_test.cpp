// A learning-rate search as JSON, CSV, table and chart.
#include "core/reporting/find_lr_report.h"

#include <gtest/gtest.h>

#include <limits>
#include <regex>

#include "core/base/json.h"

namespace mlplab {
namespace {

RateSearch made_search() {
  RateSearch search{.spec = {}, .device = "a device", .points = {}, .ended = "all rates were tried", .suggestion = {}};
  search.points = {{1e-4, 2.5, 2.5}, {1e-3, 2.0, 2.25}, {1e-2, 1.0, 1.5}, {1e-1, 3.0, 2.0}};
  search.points.push_back({1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()});
  search.suggestion = {.rate = 1e-3, .reason = "a tenth & more", .steepest = 5e-3, .lowest = 1e-2};
  return search;
}

TEST(FindLrReport, JsonHasNullForWhatIsNotKnown) {
  RateSearch search = made_search();
  auto json = rate_search_json(search);
  EXPECT_EQ(json["suggested_lr"], 1e-3);
  EXPECT_EQ(json["points"].size(), 5U);
  EXPECT_EQ(json["points"][2]["loss"], 1.0);
  EXPECT_TRUE(json["points"][4]["loss"].is_null());
  search.suggestion = {.rate = {}, .reason = "no suggestion: it does not fall", .steepest = {}, .lowest = {}};
  json = rate_search_json(search);
  for (const char* name : {"suggested_lr", "steepest_lr", "lowest_lr"}) EXPECT_TRUE(json[name].is_null()) << name;
  EXPECT_EQ(json["reason"], "no suggestion: it does not fall");
}

TEST(FindLrReport, TablesHaveTheFirstAndTheLastRate) {
  const RateSearch search = made_search();
  const Table all = rate_table_exact(search);
  ASSERT_EQ(all.rows.size(), 5U);
  EXPECT_EQ(all.rows[1], (std::vector<std::string>{"0.001", "2", "2.25"}));
  EXPECT_EQ(all.rows[4], (std::vector<std::string>{"1", "", ""}));
  const Table few = rate_table(search, 3);
  ASSERT_EQ(few.rows.size(), 3U);
  EXPECT_EQ(few.rows.front().front(), "0.000100");
  EXPECT_EQ(few.rows.back(), (std::vector<std::string>{"1.00", "∞", "∞"}));
}

/// Every factor of ten is as wide as every other, and the suggestion's mark stands at its rate.
TEST(FindLrReport, TheChartsAxisIsLogarithmic) {
  const std::string svg = to_svg(rate_search_chart(made_search()), "");
  std::vector<double> ticks;
  for (const char* label : {"0.0001", "0.001", "0.01", "0.1", "1"}) {
    std::smatch match;
    ASSERT_TRUE(std::regex_search(
        svg, match, std::regex("<text x=\"([0-9.]+)\"[^>]*middle[^>]*>" + std::string(label) + "</text>")))
        << label << " in " << svg;
    ticks.push_back(std::stod(match[1]));
  }
  for (std::size_t i = 2; i < ticks.size(); ++i) EXPECT_NEAR(ticks[i] - ticks[i - 1], ticks[1] - ticks[0], 0.02);
  EXPECT_NE(svg.find("suggested: 0.0010"), std::string::npos);
  // The mark of colour 2 is a triangle whose top lies over the rate.
  std::smatch triangle;
  std::string rest = svg;
  bool over = false;
  while (std::regex_search(rest, triangle, std::regex("<path d=\"M([0-9.]+) [0-9.]+L[0-9. ]+L[0-9. ]+Z\""))) {
    over = over || std::abs(std::stod(triangle[1]) - ticks[1]) < 0.02;
    rest = triangle.suffix();
  }
  EXPECT_TRUE(over) << svg;
  EXPECT_EQ(svg.find("nan"), std::string::npos);
  EXPECT_EQ(svg.find("inf"), std::string::npos);
}

/// A loss of a thousand leaves the descent its height.
TEST(FindLrReport, WhatBlowsUpIsCut) {
  RateSearch search = made_search();
  search.points[3].loss = 1000.0;
  EXPECT_DOUBLE_EQ(*highest_shown_loss(search), 1.5 * 2.5);
  EXPECT_EQ(rate_search_chart(search).y.max, highest_shown_loss(search));
  search.points = {{1e-4, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_FALSE(highest_shown_loss(search));
}

TEST(FindLrReport, ASearchWithoutPointsIsDrawnToo) {
  RateSearch search = made_search();
  search.points.clear();
  search.suggestion = {.rate = {}, .reason = "no suggestion: stopped", .steepest = {}, .lowest = {}};
  EXPECT_EQ(to_svg(rate_search_chart(search), rate_sentence(search)).find("nan"), std::string::npos);
}

}  // namespace
}  // namespace mlplab
