// Files of published measurements: what is read, what is refused, and that the shipped studies say what is doubtful.
#include "core/study/comparison/published.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/reporting/comparison_report.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

const PublishedStudy& shipped(const std::string& id) {
  static const std::vector<PublishedStudy> studies = published_studies(find_resources());
  const auto found = std::ranges::find(studies, id, &PublishedStudy::id);
  if (found == studies.end()) throw InputError("no study " + id);
  return *found;
}

bool says(const std::vector<std::string>& texts, const std::string& words) {
  return std::ranges::any_of(texts, [&](const std::string& text) { return text.find(words) != std::string::npos; });
}

nlohmann::json smallest() {
  return {{"format", "mlplab-published-1"}, {"id", "someone-2020"},
          {"label", "Someone 2020"},        {"title", "A report"},
          {"publisher", "A university"},    {"machine", "a laptop"},
          {"machine_short", "laptop"},      {"about", {{"en", "One run each."}, {"es", "Una ejecución de cada una."}}}};
}

class PublishedFile : public testing::Test {
 protected:
  ~PublishedFile() override { set_language(find_resources() / "translations", "en"); }
  PublishedStudy read(const nlohmann::json& json) {
    write_file_atomically(folder_ / "study.json", dump_json(json));
    return read_published(folder_ / "study.json");
  }
  std::string complaint(const nlohmann::json& json) {
    try {
      read(json);
    } catch (const InputError& error) {
      return error.what();
    }
    return {};
  }
  test::TemporaryFolder folder_;
};

TEST_F(PublishedFile, ASourceNeedsNeitherCurvesNorImplementations) {
  const PublishedStudy study = read(smallest());
  EXPECT_TRUE(study.scaling.empty());
  EXPECT_TRUE(study.doubts.empty());
  EXPECT_EQ(study.about, "One run each.");
}

TEST_F(PublishedFile, TextsAreInTheLanguageThatIsSet) {
  nlohmann::json json = smallest();
  json["doubts"] = {{{"on", {"profile"}}, {"text", {{"en", "too fast"}, {"es", "demasiado rápido"}}}},
                    {{"on", {"profile"}}, {"text", "as everywhere"}}};
  set_language(find_resources() / "translations", "es");
  const PublishedStudy study = read(json);
  EXPECT_EQ(study.about, "Una ejecución de cada una.");
  EXPECT_EQ(doubts_of(study, {PublishedPart::profile}),
            (std::vector<std::string>{"demasiado rápido", "as everywhere"}));
}

TEST_F(PublishedFile, SpeedupsStandForTimesThatWereNotPrinted) {
  nlohmann::json json = smallest();
  json["scaling"] = {{{"name", "GPUs"}, {"unit", "GPUs"}, {"workers", {1, 2}}, {"speedup", {1.0, 1.79}}}};
  const std::vector<SpeedupPoint> points = speedups(read(json).scaling.at(0).points, 1);
  EXPECT_NEAR(points.at(1).speedup, 1.79, 1e-12);
  json["scaling"][0]["speedup"] = {1.0, 0.0};
  EXPECT_NE(complaint(json).find("must be above 0"), std::string::npos) << complaint(json);
  json["scaling"][0]["speedup"] = {1.0};
  EXPECT_NE(complaint(json).find("differ in length"), std::string::npos) << complaint(json);
}

TEST_F(PublishedFile, ACurveIsItsImplementationsInEveryLanguage) {
  nlohmann::json json = smallest();
  json["scaling"] = {{{"name", {{"en", "threads"}, {"es", "hilos"}}},
                      {"unit", "threads"},
                      {"workers", {1, 2}},
                      {"speedup", {1.0, 1.79}}}};
  set_language(find_resources() / "translations", "es");
  const PublishedStudy study = read(json);
  EXPECT_EQ(study.scaling.at(0).name, "hilos");
  EXPECT_EQ(study.scaling.at(0).of, "threads");
}

TEST_F(PublishedFile, WhatDoesNotFitIsNamed) {
  nlohmann::json json = smallest();
  json["doubts"] = {{{"on", {"everything"}}, {"text", "?"}}};
  EXPECT_NE(complaint(json).find("valid are implementations, scaling, profile, energy"), std::string::npos);
  json["doubts"] = {{{"on", nlohmann::json::array()}, {"text", "?"}}};
  EXPECT_NE(complaint(json).find("'on' is empty"), std::string::npos);
  json = smallest();
  json["tables"] = {{{"on", {"scaling"}}, {"title", "T"}, {"header", {"a", "b"}}, {"rows", {{1}}}}};
  EXPECT_NE(complaint(json).find("has not as many cells"), std::string::npos);
  json = smallest();
  json["energy"] = {{"title", "E"}, {"baseline", "1 GPU"}, {"rows", nlohmann::json::array()}};
  EXPECT_NE(complaint(json).find("names none of its rows"), std::string::npos);
}

TEST(PublishedStudies, EveryDoubtIsThereInEachLanguage) {
  const auto count = [](const std::string& id) {
    const PublishedStudy& study = shipped(id);
    return doubts_of(study, {PublishedPart::implementations, PublishedPart::scaling, PublishedPart::profile,
                             PublishedPart::energy})
        .size();
  };
  EXPECT_EQ(count("caldas-2025"), 13U);
  EXPECT_EQ(count("cantabria-2021"), 11U);
  for (const char* name : {"caldas-2025.json", "cantabria-2021.json"}) {
    const nlohmann::json json = parse_json(read_file(find_resources() / "published" / name));
    for (const nlohmann::json& doubt : json.at("doubts"))
      for (const std::string& code : languages_in(find_resources() / "translations"))
        EXPECT_TRUE(doubt.at("text").contains(code)) << name << ": " << doubt.at("text").at("en") << " in " << code;
  }
}

// The figures that the texts compute from the printed ones are computed again from the file.
TEST(PublishedStudies, TheDoubtsOfTheProfileFollowFromItsFigures) {
  const PublishedStudy& study = shipped("caldas-2025");
  const PublishedProfilePoint& small = study.profile->points.front();
  const PublishedProfilePoint& large = study.profile->points.back();
  EXPECT_NEAR(60000.0 / *small.images_per_s, 0.995, 0.0005);
  EXPECT_NEAR(60000.0 / *large.images_per_s, 0.12, 0.0005);
  EXPECT_NEAR(1.0 - 60000.0 / *small.images_per_s / *small.epoch_time_s, 0.88, 0.005);
  EXPECT_NEAR(1.0 - 60000.0 / *large.images_per_s / *large.epoch_time_s, 0.82, 0.005);
  EXPECT_NEAR(*small.total_s / *large.total_s, 12.0, 0.1);
  EXPECT_TRUE(says(doubts_of(study, {PublishedPart::profile}), "60,307 images/s, which would be 0.995 s an epoch"));
  EXPECT_FALSE(says(doubts_of(study, {PublishedPart::scaling}), "60,307"));
  EXPECT_NEAR(study.implementations[1].total_s / study.implementations[4].total_s, 4.1, 0.05);
  const std::vector<ScalingPoint>& openmp = study.scaling.at(0).points;
  EXPECT_NEAR(openmp.at(2).times_s.at(0) / openmp.at(3).times_s.at(0), 4.0, 0.05);
}

// Quotients and repeated figures that the report prints otherwise than its own times have them.
TEST(PublishedStudies, TheDoubtsOfTheSpeedupsFollowFromTheTimes) {
  const PublishedStudy& study = shipped("caldas-2025");
  const std::vector<ScalingPoint>& openmp = study.scaling.at(0).points;
  const std::vector<ScalingPoint>& processes = study.scaling.at(1).points;
  EXPECT_NEAR(study.implementations.at(0).total_s / study.implementations.at(3).total_s, 2.96, 0.005);
  EXPECT_NEAR(openmp.at(0).times_s.at(0) / openmp.at(3).times_s.at(0), 5.49, 0.005);
  EXPECT_DOUBLE_EQ(study.implementations.at(2).total_s, 71.30);
  EXPECT_DOUBLE_EQ(processes.at(2).times_s.at(0), 79.40);
}

TEST(PublishedStudies, SeveralGpusHaveTheirBatchTrapAndTheirJoules) {
  const PublishedStudy& study = shipped("cantabria-2021");
  const std::string text = published_markdown(study);
  for (const char* words : {"74 %", "global batch", "8.48 MJ", "86.65", "What is doubtful in the published figures:"})
    EXPECT_NE(text.find(words), std::string::npos) << words << " in\n" << text;
  ASSERT_TRUE(study.energy.has_value());
  EXPECT_EQ(study.energy->baseline, "1 GPU");
  const PublishedEnergyRow &one = study.energy->rows.at(1), &two = study.energy->rows.at(3);
  EXPECT_NEAR(1.0 - two.energy_j / one.energy_j, 0.017, 0.0005);
  EXPECT_NEAR(two.energy_j / one.energy_j / 1.79, two.relative_edp, 0.015) << "EDP is energy times time";
  ASSERT_NE(published_for(study, "pytorch-cuda"), nullptr);
  EXPECT_DOUBLE_EQ(published_for(study, "pytorch-cuda")->total_s, 19.5);
}

}  // namespace
}  // namespace mlplab
