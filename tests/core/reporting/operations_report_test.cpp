// Sentences on measured variants: the fastest only where the repeats tell it, the baseline by its name.
#include "core/reporting/operations_report.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/reporting/charts/operations_charts.h"

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

/// Detection 8, 4, 2 s, embedding 1.5 s and distances 0.5 s with 1, 2 and 4 threads; three repeats.
EmbeddingStudy study_of_faces() {
  EmbeddingStudy study{.images = 6, .packets = 3, .pairs = 15, .packet = 2, .dimensions = 8, .cores = 4};
  study.faces =
      FaceCount{.photographs = 5, .packets = 3, .without = {"b.png", "d/e.png"}, .unreadable = {"f.png is bad"}};
  for (const int workers : {1, 2, 4}) {
    EmbeddingPoint point{.workers = workers, .identical = true};
    const double of_phases[] = {8.0 / workers, 1.5, 0.5};
    for (std::size_t i = 0; i < phase_count; ++i)
      point.phases[i] = {
          .times_s = {of_phases[i], of_phases[i]}, .time_s = of_phases[i], .speedup = i == 0 ? workers : 1.0};
    point.time_s = 2.0 + 8.0 / workers;
    point.times_s = {0.999 * point.time_s, point.time_s, 1.001 * point.time_s};
    point.speedup = 10.0 / point.time_s;
    study.points.push_back(point);
  }
  return study;
}

TEST(FacesStudy, CountsNamesAndSaysWhereThePoolHelps) {
  const std::vector<std::string> sentences = embedding_sentences(study_of_faces());
  ASSERT_GE(sentences.size(), 9U);
  EXPECT_EQ(sentences[0], "5 photographs in 3 packets: 6 faces found, cut out and counted.");
  EXPECT_EQ(sentences[1], "No face was found in 2 photographs: b.png, d/e.png.");
  EXPECT_EQ(sentences[2], "Not looked at: f.png is bad.");
  EXPECT_EQ(sentences[6], "With 1 thread the phases take: detection 80.0 %, embedding 15.0 % and distances 5.00 %.");
  EXPECT_EQ(sentences[7], "A pool that made the detection alone faster would gain 5.00× at most, by Amdahl's law.");
  EXPECT_NE(sentences[8].find("is serial: no pool gets beyond 5.0"), std::string::npos) << sentences[8];
  EmbeddingStudy two = study_of_faces();  // two sizes give a serial part, and do not judge the law
  two.points.pop_back();
  EXPECT_NE(embedding_sentences(two).back().find("measure a third"), std::string::npos)
      << embedding_sentences(two).back();
}

TEST(FacesStudy, ItsPhasesAreATableAndInTheJson) {
  const EmbeddingStudy study = study_of_faces();
  const Table table = phase_table(study);
  EXPECT_EQ(table.header,
            (std::vector<std::string>{"phase", "1 thread", "2 threads", "4 threads", "the whole gains by it at most"}));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0],
            (std::vector<std::string>{"detection", "8.00 s, 1.00×", "4.00 s, 2.00×", "2.00 s, 4.00×", "5.00×"}));
  EXPECT_EQ(table.rows[2].back(), "1.05×");
  const auto json = embedding_study_json(study);
  EXPECT_EQ(json.at("points").at(2).at("phases").at("detection").at("time_s"), 2.0);
  EXPECT_EQ(json.at("faces").at("without"), (std::vector<std::string>{"b.png", "d/e.png"}));
  EXPECT_EQ(json.at("law").at("workers"), (std::vector<int>{1, 2, 4}));
  EmbeddingStudy of_images = study;  // without a detection: nothing says that it took no time
  of_images.faces.reset();
  for (EmbeddingPoint& point : of_images.points) point.phases[0] = {};
  EXPECT_EQ(phase_table(of_images).rows.size(), 2U);
  EXPECT_FALSE(embedding_study_json(of_images).at("points").at(0).at("phases").contains("detection"));
  for (EmbeddingPoint& point : of_images.points) point.phases = {};  // of an older file
  EXPECT_TRUE(phase_table(of_images).rows.empty());
}

TEST(FacesStudy, ItsPhasesAreStackedAndMakeTheWhole) {
  KeptStudy kept{.kind = LaboratoryKind::embeddings, .embeddings = study_of_faces()};
  const Chart chart = pool_phases_chart(kept);
  EXPECT_TRUE(chart.stacked);
  kept.embeddings.packets = 1;  // of faces; photographs are taken in three
  EXPECT_EQ(embedding_speedup_chart(kept, nullptr).lines.at(1).y, (std::vector<double>{1.0, 1.5, 3.0, 3.0}));
  EXPECT_EQ(chart.categories, (std::vector<std::string>{"1 thread", "2 threads", "4 threads"}));
  ASSERT_EQ(chart.bars.size(), 3U);
  EXPECT_EQ(chart.bars[0].name, "detection");
  EXPECT_EQ(chart.bars[0].values, (std::vector<double>{8.0, 4.0, 2.0}));
  EXPECT_EQ(chart.bars[2].values, (std::vector<double>{0.5, 0.5, 0.5}));
  EXPECT_EQ(chart.y.unit, "s");
  for (EmbeddingPoint& point : kept.embeddings.points) point.phases = {};  // of an older file
  EXPECT_TRUE(pool_phases_chart(kept).bars.empty());
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
