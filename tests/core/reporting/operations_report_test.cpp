// Sentences on measured variants: the fastest only where the repeats tell it, the baseline by its name.
#include "core/reporting/operations_report.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mlplab {
namespace {

OperationStudy study_of(double a_s, double b_s, double spread) {
  OperationStudy study;
  study.variants = {{.id = "a", .title = "plain"}, {.id = "b", .title = "clever"}};
  study.points = {{.variant = "a", .n = 64, .repeats = 5, .time_s = a_s, .spread = spread},
                  {.variant = "b", .n = 64, .repeats = 5, .time_s = b_s, .spread = spread}};
  return study;
}

TEST(FastestSentence, NamesItAndTheFirst) {
  EXPECT_EQ(fastest_sentence(study_of(4.0, 1.0, 0.1), 64),
            "At n = 64 the fastest is 'clever', 4.00 times as fast as 'plain'.");
  EXPECT_EQ(fastest_sentence(study_of(1.0, 4.0, 0.1), 64), "At n = 64 the fastest is 'plain'.");
}

TEST(FastestSentence, WithinTheSpreadNobodyIs) {
  EXPECT_EQ(fastest_sentence(study_of(1.01, 1.0, 0.05), 64),
            "At n = 64, 'clever' and 'plain' differ by less than the noise of the repeats.");
}

TEST(FastestSentence, WhatVariesMuchMayBeTheFastestToo) {
  OperationStudy study = study_of(1.0, 1.1, 0.01);
  study.variants.push_back({.id = "c", .title = "restless"});
  study.points.push_back({.variant = "c", .n = 64, .repeats = 5, .time_s = 1.12, .spread = 0.8});
  EXPECT_EQ(fastest_sentence(study, 64),
            "At n = 64, 'plain' and 'restless' differ by less than the noise of the repeats.");
  study.points.back().spread = 0.01;
  EXPECT_EQ(fastest_sentence(study, 64), "At n = 64 the fastest is 'plain'.");
  study.points.back().spread = not_known;
  EXPECT_EQ(fastest_sentence(study, 64),
            "At n = 64 the fastest is 'plain'. The spread of a single repeat is not known.");
}

TEST(FastestSentence, OfASingleRepeatTheSpreadIsNotKnown) {
  EXPECT_EQ(fastest_sentence(study_of(4.0, 1.0, not_known), 64),
            "At n = 64 the fastest is 'clever', 4.00 times as fast as 'plain'. The spread of a single repeat is not "
            "known.");
}

TEST(FastestSentence, OneAloneIsNotTheFastest) {
  OperationStudy study = study_of(4.0, 1.0, 0.1);
  EXPECT_EQ(fastest_sentence(study, 32), "");
  study.points.pop_back();
  EXPECT_EQ(fastest_sentence(study, 64), "");
}

TEST(GreatestGain, IsOverTheFirstThatTheSentenceCompares) {
  EXPECT_EQ(greatest_gain(study_of(4.0, 1.0, 0.1), 64), 4.0);
  EXPECT_EQ(greatest_gain(study_of(1.0, 4.0, 0.1), 64), 1.0);
  EXPECT_TRUE(std::isnan(greatest_gain(study_of(4.0, 1.0, 0.1), 32)));
}

TEST(FastestSentence, AnotherClockIsNotCompared) {
  OperationStudy study = study_of(4.0, 1.0, 0.1);
  study.variants[1].measure = [](int, const TimingOptions&) { return MeasuredOperation(); };
  EXPECT_EQ(fastest_sentence(study, 64), "");
}

TEST(OperationComparison, NamesWhatItIsOver) {
  OperationStudy study = study_of(not_known, 1.0, 0.1);
  EXPECT_EQ(operation_comparison(study, 64, false).header.back(), "times as fast as 'clever'");
}

TEST(EmbeddingTable, OneRepeatOfOnePoolIsNotCompared) {
  EmbeddingStudy study{.images = 4, .packets = 2, .packet = 2};
  EXPECT_TRUE(embedding_sentences(study).empty());
  study.points = {{.workers = 2, .times_s = {1.0}, .time_s = 1.0, .speedup = 1.0, .ceiling = 1.0}};
  EXPECT_EQ(embedding_table(study).rows.at(0).back(), "not compared");
  EXPECT_EQ(embedding_table(study).header.at(3), "speedup over 2 threads");
  EXPECT_EQ(embedding_sentences(study).back(), "There is one pool, and no other to compare its bits with.");
  study.points[0].identical = false;
  EXPECT_EQ(embedding_table(study).rows.at(0).back(), "differ");
  EXPECT_EQ(embedding_sentences(study).back(), "The pools did not give the same bits: that is a fault.");
}

TEST(EmbeddingTable, SaysWhatTheWorkersAreAndWhenTheyStarted) {
  EmbeddingStudy study{.images = 4, .packets = 2, .packet = 2};
  study.points = {{.workers = 1, .start_s = 0.25, .times_s = {1.0}, .time_s = 1.0, .speedup = 1.0, .ceiling = 1.0},
                  {.workers = 2, .start_s = 0.5, .times_s = {0.8}, .time_s = 0.8, .speedup = 1.25, .ceiling = 2.0}};
  EXPECT_EQ(embedding_table(study).header.at(0), "threads");
  EXPECT_EQ(embedding_table(study).header.at(1), "time");
  EXPECT_NE(embedding_sentences(study).at(1).find("threads of this program"), std::string::npos);
  study.pool_of = PoolOf::processes;
  const Table table = embedding_table(study);
  EXPECT_EQ(table.header.at(0), "processes");
  EXPECT_EQ(table.header.at(1), "start, not in the time");
  EXPECT_EQ(table.header.at(4), "speedup over 1 process");
  EXPECT_EQ(table.rows.at(1).at(1), "500 ms");
  EXPECT_EQ(table.rows.at(1).at(2), "800 ms");
  EXPECT_NE(embedding_sentences(study).at(1).find("not in the times (2 processes: 500 ms)"), std::string::npos);
  EXPECT_EQ(embedding_study_json(study).at("pool_of"), "processes");
  EXPECT_EQ(embedding_study_json(study).at("points").at(0).at("start_s"), 0.25);
}

}  // namespace
}  // namespace mlplab
