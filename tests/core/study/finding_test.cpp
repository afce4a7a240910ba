// Findings as values: kept, compared and put together by their code and numbers, never by their words.
#include "core/study/finding.h"

#include <gtest/gtest.h>

#include <set>

#include "core/base/json.h"

namespace mlplab {
namespace {

std::vector<Finding> one_of_each() {
  return {{.text = "as a backend says"},
          {Finding::oversubscribed, 3, 2},
          {Finding::others_busy, 0.6, 2},
          {Finding::stolen, 0.25, 64},
          {Finding::hot, 3},
          {Finding::quota, 1},
          {Finding::nice, 10},
          {.code = Finding::governor, .text = "powersave"},
          {.code = Finding::too_short}};
}

TEST(Findings, ComeBackFromFilesAndFromTheSentencesOfOlderOnes) {
  for (const Finding& finding : one_of_each()) {
    EXPECT_EQ(nlohmann::json(finding).get<Finding>(), finding) << in_words(finding);
    EXPECT_EQ(nlohmann::json(in_words(finding)).get<Finding>(), finding) << in_words(finding);
    EXPECT_EQ(in_words(finding).find('%'), std::string::npos) << in_words(finding);
  }
  const nlohmann::json later = {{"finding", "moon-phase"}, {"value", 0.5}};
  EXPECT_EQ(in_words(later.get<Finding>()), "moon-phase") << "of a later version";
  EXPECT_ANY_THROW((nlohmann::json{{"finding", "stolen"}, {"value", "much"}, {"of", 2}}.get<Finding>()));
}

TEST(Findings, SomeAreDisturbances) {
  std::set<Finding::Code> disturbing;
  for (const Finding& finding : one_of_each())
    if (is_disturbance(finding)) disturbing.insert(finding.code);
  EXPECT_EQ(disturbing, (std::set<Finding::Code>{Finding::others_busy, Finding::stolen, Finding::hot, Finding::quota}));
}

TEST(Findings, OfOneKindAreOneFromTheLowestToTheHighest) {
  const std::vector<std::vector<Finding>> runs = {
      {{.text = "said"}, {Finding::others_busy, 1.8, 2}, {Finding::hot, 1}},
      {{.text = "said"}, {Finding::others_busy, 0.9, 2}},
      {{.text = "said 2"}, {Finding::others_busy, 1.2, 2}, {Finding::hot, 3}}};
  EXPECT_EQ(merged_in_words(runs),
            (std::vector<std::string>{
                "said (2 runs)", "other programs kept 0.90 to 1.8 of 2 CPUs busy: close them and repeat",
                "the processor slowed down to stay cool (1 to 3 thermal events) (2 runs)", "said 2 (1 run)"}));
}

/// A number in a run's own words is no number of a finding: nothing is cut out of a sentence.
TEST(Findings, WordsOfARunAreNotTakenApart) {
  EXPECT_EQ(merged_in_words({{{.text = "9 lost"}}, {{.text = "78 lost"}}}),
            (std::vector<std::string>{"9 lost (1 run)", "78 lost (1 run)"}));
}

}  // namespace
}  // namespace mlplab
