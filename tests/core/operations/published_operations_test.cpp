// The shipped studies can be read, with the figures as printed and the doubts beside them.
#include "core/operations/published_operations.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/language.h"
#include "core/data/load.h"
#include "core/study/comparison/published.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

const PublishedOperations& study(const std::vector<PublishedOperations>& all, const std::string& id) {
  return *std::ranges::find(all, id, &PublishedOperations::id);
}

TEST(PublishedOperations, TheShippedOnesRead) {
  const std::vector<PublishedOperations> all = published_operations(find_resources());
  ASSERT_EQ(all.size(), 2U);
  const PublishedOperations& unam = study(all, "unam-2023");
  EXPECT_EQ(unam.pooling.kernel, 2);
  EXPECT_EQ(unam.pooling_curves.size(), 15U);
  EXPECT_EQ(unam.pooling_curves[0].total_s.back(), 5.1822);  // as printed; the note says what it must be
  EXPECT_EQ(std::ranges::count(unam.pooling_curves, true, &PublishedOperationCurve::shown), 3);
  ASSERT_EQ(unam.product_curves.size(), 1U);
  EXPECT_EQ(unam.product_curves[0].n.back(), 2048);
  EXPECT_EQ(unam.product_curves[0].total_s.back(), 508.9013);
  const auto says = [](const std::vector<std::string>& notes, const std::string& part) {
    return std::ranges::any_of(notes, [&](const std::string& note) { return note.find(part) != std::string::npos; });
  };
  for (const char* part : {"not exponential", "no speedup", "368.3011", "9.1822"})
    EXPECT_TRUE(says(unam.pooling_notes, part)) << part;
  EXPECT_TRUE(says(unam.product_notes, "n⁴"));
  const PublishedOperations& faces = study(all, "faces");
  ASSERT_TRUE(faces.embeddings);
  EXPECT_NEAR(faces.embeddings->speedup(), 3.386, 0.001);
  EXPECT_EQ(faces.embeddings->packets, 10);
}

TEST(PublishedOperations, NotesAreInTheLanguageThatWasSet) {
  const std::filesystem::path translations = find_resources() / "translations";
  set_language(translations, "es");
  const auto spanish = published_operations(find_resources());
  set_language(translations, "en");
  const auto english = published_operations(find_resources());
  EXPECT_NE(study(spanish, "unam-2023").product_notes, study(english, "unam-2023").product_notes);
  EXPECT_NE(study(spanish, "unam-2023").product_notes[0].find("Los bucles"), std::string::npos);
}

TEST(PublishedOperations, StudiesOfRunsDoNotTakeThemForTheirs) {
  for (const PublishedStudy& runs : published_studies(find_resources())) {
    EXPECT_NE(runs.id, "unam-2023");
    EXPECT_NE(runs.id, "faces");
  }
}

TEST(PublishedOperations, CurvesOfUnequalLengthAreRefused) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder / "a.json";
  test::write_bytes(file, R"({"format": "mlplab-published-operations-1", "id": "a", "label": "a",
    "publisher": "a", "machine": "a", "about": "a", "product": {"curves": [
    {"name": "curve", "device": "d", "n": [1, 2], "total_s": [1.0]}], "notes": []}})");
  try {
    (void)read_published_operations(file);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("differ in length"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace mlplab
