// Every text of the library and the terminal is translated, and every translation is of a text that there is. Each rule
// is tried on a small tree with a fault planted in it.
#include "tests/structure/texts.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "tests/support/support.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

const fs::path source_tree = MLPLAB_SOURCE;

std::string lines_of(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) text += fault + "\n";
  return text;
}

TEST(Texts, AreFoundWhereTheyAreSaid) {
  const SourceTexts texts = texts_in(R"cpp(
    // say("not this")
    throw InputError(
        say("the file %1 is %2 long; "
            "make it shorter",
            name, count_of(n, "byte")));
    const char* later = to_say("kept for later");
    const char* which = say(n == 1 ? "one of them" : "all of them");
    const char quote = '"';
    const int many = 60'000;
    log("a sentence that nobody translates");
    log("CREATE TABLE of something");  // untranslated: for a machine
    const char* style = R"( several words for
      a machine )";                    // untranslated: its last line says it
    asm volatile("mov u32 %0, %1;" ::"r"(a("and more of it")));
    static_assert(one == 1, "what a compiler says");
  )cpp");
  EXPECT_EQ(texts.said, (std::vector<std::string>{"the file %1 is %2 long; make it shorter", "1 byte", "%1 bytes",
                                                  "kept for later", "one of them", "all of them"}));
  EXPECT_EQ(texts.only_here, std::vector<std::string>{"a sentence that nobody translates"});
}

class PlantedTexts : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) {
    fs::create_directories((folder_.path() / file).parent_path());
    std::ofstream(folder_.path() / file) << text;
  }
  std::string faults() { return lines_of(faults_of_texts(folder_.path(), "es", {})); }
  TemporaryFolder folder_;
};

TEST_F(PlantedTexts, AreToldOneByOne) {
  write("core/a.cpp", "auto a = say(\"the file %1 is missing.\");");
  write("resources/translations/es/core.json", R"({"the file %1 is missing.": "falta el archivo %1."})");
  EXPECT_EQ(faults(), "");
  write("resources/translations/es/core.json", R"({"the file %1 is missing.": "falta el archivo."})");
  EXPECT_NE(faults().find("has other %1"), std::string::npos);
  write("resources/translations/es/core.json", R"({"the file %1 is missing.": "falta el archivo %1"})");
  EXPECT_NE(faults().find("ends unlike"), std::string::npos);
  write("resources/translations/es/core.json", R"({"the file %1 is gone.": "falta el archivo %1."})");
  EXPECT_NE(faults().find("no translation of 'the file %1 is missing.'"), std::string::npos);
  EXPECT_NE(faults().find("nothing says 'the file %1 is gone.'"), std::string::npos);
  write("core/a.cpp", "auto a = \"the file is missing\";");
  EXPECT_NE(faults().find("does not go through say()"), std::string::npos);
}

/// The texts of published studies, which the reports and the window show.
std::vector<std::string> texts_of_published() {
  std::vector<std::string> texts;
  for (const fs::path& file : files_in(source_tree / "resources/published", ".json")) {
    const nlohmann::json study = parse_json(read_file(file));
    if (!study.contains("about")) continue;
    const auto add = [&](const nlohmann::json& text) {
      if (text.is_string()) texts.push_back(text);
    };
    for (const char* member : {"about", "machine", "machine_short"})
      if (study.contains(member)) add(study[member]);
    for (const char* list : {"implementations", "scaling"})
      for (const nlohmann::json& one : study.value(list, nlohmann::json::array())) add(one.at("name"));
    for (const char* operation : {"pooling", "product"})
      if (study.contains(operation))
        for (const nlohmann::json& one : study[operation].at("curves")) add(one.at("name")), add(one.at("device"));
  }
  return texts;
}

/// Objects that have a text in English and not one in `code`: {"en": …}.
void add_untranslated(const nlohmann::json& json, const std::string& code, std::vector<std::string>& faults) {
  if (json.is_object() && json.contains("en") && json["en"].is_string()) {
    if (!json.contains(code)) faults.push_back(json["en"].get<std::string>());
    return;
  }
  if (!json.is_structured()) return;
  for (const nlohmann::json& one : json) add_untranslated(one, code, faults);
}

// The tree itself, in every language there is.
TEST(Texts, OfTheTreeAreTranslated) {
  const std::vector<std::string> languages = languages_in(source_tree / "resources/translations");
  ASSERT_GE(languages.size(), 2u);
  for (const std::string& code : languages) {
    if (code != "en") {
      EXPECT_EQ(lines_of(faults_of_texts(source_tree, code, texts_of_published())), "") << code;
    }
  }
}

TEST(Texts, OfPublishedStudiesAreTranslated) {
  std::vector<std::string> planted;
  add_untranslated(parse_json(R"({"notes": [{"en": "one", "es": "uno"}, {"text": {"en": "two"}}]})"), "es", planted);
  EXPECT_EQ(planted, std::vector<std::string>{"two"});
  for (const std::string& code : languages_in(source_tree / "resources/translations")) {
    if (code == "en") continue;
    std::vector<std::string> faults;
    for (const fs::path& file : files_in(source_tree / "resources/published", ".json"))
      add_untranslated(parse_json(read_file(file)), code, faults);
    EXPECT_EQ(lines_of(faults), "") << code;
    const nlohmann::json texts =
        parse_json(read_file(source_tree / "resources/translations" / code / "published.json"));
    for (const std::string& text : texts_of_published()) EXPECT_TRUE(texts.contains(text)) << code << ": " << text;
  }
}

}  // namespace
}  // namespace mlplab::test
