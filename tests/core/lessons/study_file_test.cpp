// The shipped studies, in both sizes and languages, and files that are none.
#include "core/lessons/study_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/data/load.h"
#include "core/launch/configurations.h"
#include "core/study/comparison/published.h"
#include "tests/support/in_spanish.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(StudyFiles, OpenInBothSizes) {
  const std::vector<StudyFile> studies = study_files(find_resources());
  ASSERT_GE(studies.size(), 11U);
  std::set<std::string> published, labels;
  for (const PublishedStudy& study : published_studies(find_resources())) {
    published.insert(study.id);
    labels.insert(study.label);
  }
  published.insert({"unam-2023", "faces"});  // of single operations
  for (const StudyFile& study : studies)
    for (const StudySize size : {StudySize::laptop, StudySize::full}) {
      SCOPED_TRACE(study.id + ", " + to_string(size));
      EXPECT_TRUE(published.contains(study.of)) << study.of;
      const Lesson lesson = lesson_of(study, size);
      EXPECT_FALSE(lesson.title.empty());
      EXPECT_NE(lesson.intro.find(study.prints), std::string::npos);
      const bool of_laptop = lesson.intro.find(study.laptop_size) != std::string::npos;
      EXPECT_EQ(of_laptop, size == StudySize::laptop) << lesson.intro;
      const bool part = lesson.page == "compare"      ? lesson.comparison.has_value()
                        : lesson.page == "scale"      ? lesson.sweep.has_value()
                        : lesson.page == "profile"    ? lesson.profile.has_value()
                        : lesson.page == "operations" ? lesson.operations.has_value()
                                                      : lesson.page == "train";
      EXPECT_TRUE(part) << lesson.page;
      // The label laid beside is that of a study, or of one of its curves.
      for (const std::string& label :
           {lesson.sweep ? lesson.sweep->published : "", lesson.comparison ? lesson.comparison->published : "",
            lesson.profile ? lesson.profile->published : ""})
        EXPECT_TRUE(label.empty() || labels.contains(label.substr(0, label.find(',')))) << label;
      if (lesson.sweep) {
        const SweepSpec spec{.base = lesson.settings, .axis = lesson.sweep->axis, .values = lesson.sweep->values};
        for (std::size_t point = 0; point < spec.values.size(); ++point) EXPECT_NO_THROW(run_of(spec, point));
      }
    }
}

/// 'The size of the study' is its epochs and its data, or what is other is said.
TEST(StudyFiles, SayWhatIsUnlikeTheStudy) {
  const std::vector<PublishedStudy> published = published_studies(find_resources());
  for (const StudyFile& study : study_files(find_resources())) {
    SCOPED_TRACE(study.id);
    const Lesson full = lesson_of(study, StudySize::full);
    if (full.operations) continue;
    const auto of = std::ranges::find(published, study.of, &PublishedStudy::id);
    const int epochs = full.comparison ? full.comparison->epochs
                       : full.sweep    ? full.sweep->epochs
                       : full.profile  ? full.profile->epochs
                                       : full.settings.epochs;
    const bool alike = of != published.end() && full.settings.data.source == "mnist" && epochs == of->epochs;
    EXPECT_NE(alike, !study.unlike.empty()) << epochs << " epochs, " << full.settings.data.source;
    EXPECT_NE(full.intro.find(study.unlike), std::string::npos);
  }
}

TEST(StudyFiles, OfALaptopAreSmaller) {
  for (const StudyFile& study : study_files(find_resources())) {
    const Lesson laptop = lesson_of(study, StudySize::laptop), full = lesson_of(study, StudySize::full);
    const auto images = [](const Lesson& lesson) {
      const std::size_t limit = lesson.settings.data.train_limit;
      return limit == 0 ? 1'000'000 : limit;
    };
    if (laptop.operations && laptop.operations->kind == LaboratoryKind::embeddings) {
      EXPECT_LT(laptop.operations->images, full.operations->images) << study.id;
      EXPECT_LT(laptop.operations->pools.size(), full.operations->pools.size()) << study.id;
      continue;
    }
    if (laptop.operations) {
      EXPECT_LT(laptop.operations->largest, full.operations->largest) << study.id;
      continue;
    }
    EXPECT_LE(images(laptop), images(full)) << study.id;
    EXPECT_TRUE(images(laptop) < images(full) || laptop.settings.epochs < full.settings.epochs) << study.id;
  }
}

/// As printed: 500 in ten packets on one to six processes.
TEST(StudyFiles, TheFacesStudysPoolIsInItsFullSize) {
  const StudyFile study = find_study_file(find_resources(), "faces-pool");
  const LessonOperations full = lesson_of(study, StudySize::full).operations.value();
  EXPECT_EQ(full.kind, LaboratoryKind::embeddings);
  EXPECT_EQ(full.images, 500);
  EXPECT_EQ(full.packet, 50);
  EXPECT_EQ(full.pools, (std::vector<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(full.pool_of, PoolOf::processes);
  const Lesson laptop = lesson_of(study, StudySize::laptop);
  EXPECT_EQ(laptop.operations->images / laptop.operations->packet, 10);  // their ceiling, too
  EXPECT_NE(laptop.steps.at(0).text.find("Train first"), std::string::npos) << laptop.steps[0].text;
  EXPECT_EQ(study.network, "lenet5");
}

TEST(StudyFiles, SpeakSpanish) {
  const std::string english = find_study_file(find_resources(), "caldas-threads").title;
  const test::InSpanish spanish;
  const StudyFile study = find_study_file(find_resources(), "caldas-threads");
  EXPECT_NE(study.title, english);
  EXPECT_EQ(lesson_of(study, StudySize::full).language, "es");
}

TEST(StudyFiles, ThatAreNoneAreNamed) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "studies");
  const auto refusal = [&](const std::string& text) -> std::string {
    test::write_bytes(folder / "studies/one.json", text);
    try {
      for (const StudyFile& study : study_files(folder.path())) (void)lesson_of(study, StudySize::laptop);
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  for (const char* text : {"", "[]", R"({"format": "mlplab-lesson-1"})", R"({"format": "mlplab-study-1"})",
                           R"({"format": "mlplab-study-1", "of": 3})"})
    EXPECT_EQ(refusal(text).find((folder / "studies/one.json").string() + " is no study"), 0U) << refusal(text);
  const std::string texts = R"("title": {"en": "t"}, "prints": {"en": "p"}, "laptop_size": {"en": "l"})";
  EXPECT_NE(refusal(R"({"format": "mlplab-study-1", "of": "x", )" + texts +
                    R"(, "page": "compare", "settings": {}, "comparison": {"backends": ["abacus"]}, "laptop": {}})")
                .find("abacus"),
            std::string::npos);
  EXPECT_THROW(find_study_file(find_resources(), "none"), UsageError);
  EXPECT_TRUE(study_files(folder / "nowhere").empty());
}

/// Opening a study starts no other program, and a measurement that begins ends the asking.
TEST(StudyTime, StartsNoOtherProgramAndEndsWhenAsked) {
  const std::filesystem::path resources = find_resources();
  Lesson lesson = lesson_of(find_study_file(resources, "caldas-width"), StudySize::laptop);
  const auto words = [&](const std::atomic<bool>* stop) {
    return time_words(lesson, resources, OtherPrograms::left_out, stop);
  };
  EXPECT_NE(words(nullptr).find("At most about"), std::string::npos) << words(nullptr);
  const std::atomic<bool> stop = true;
  EXPECT_EQ(words(&stop), "");
  lesson.sweep.reset();
  lesson.comparison = LessonComparison{.epochs = 1, .backends = std::vector<std::string>{"python-numpy"}};
  EXPECT_EQ(words(nullptr).find("At most about"), std::string::npos) << words(nullptr);
  lesson.comparison->backends->push_back("simd");
  EXPECT_EQ(words(nullptr).find("without that of other programs") != std::string::npos,
            find_configuration("python-numpy").why_not().empty());
}

}  // namespace
}  // namespace mlplab
