// Every text of the window can be translated and is, in every catalogue. Each rule is tried with a fault planted.
#include "tests/structure/window_texts.h"

#include <gtest/gtest.h>

#include <fstream>

#include "core/base/files.h"
#include "tests/support/support.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

const fs::path window_tree = MLPLAB_SOURCE;

std::string sentences_of(const std::vector<std::string>& faults) {
  std::string text;
  for (const std::string& fault : faults) text += fault + "\n";
  return text;
}

class PlantedWindow : public testing::Test {
 protected:
  void source(const std::string& text) {
    fs::create_directories(folder_ / "ui");
    std::ofstream(folder_ / "ui/a.cpp") << text;
  }
  std::string source_faults() const { return sentences_of(faults_of_window_sources(folder_.path())); }
  fs::path catalogue(const std::string& context, const std::string& message, const char* name = "mlplab_es.ts") {
    std::ofstream(folder_ / name) << "<TS version=\"2.1\"><context><name>" << context << "</name><message>" << message
                                  << "</message></context></TS>";
    return folder_ / name;
  }
  std::string faults(const std::string& english, const std::string& translation) {
    return sentences_of(faults_of_catalogue(
        catalogue("mlplab::A", "<source>" + english + "</source><translation>" + translation + "</translation>")));
  }
  TemporaryFolder folder_;
};

TEST_F(PlantedWindow, SourcesSayThroughTr) {
  source(
      "auto a = tr(\"three words here\"); const char* b = QT_TRANSLATE_NOOP(\"mlplab::A\", \"three words there\");\n"
      "x = QCoreApplication::translate(\"mlplab::A\", \"and three more\").arg(tr(\"these three, too\"));\n"
      "// untranslated: SQL\nq(\"select all from\"); y(\"drop table now\");  // untranslated: SQL\n"
      "z(\"<p style='margin: 0 0 6px 0'>%1</p>\");");
  EXPECT_EQ(source_faults(), "");
  source("label->setText(QStringLiteral(\"three words here\"));");
  EXPECT_NE(source_faults().find("ui/a.cpp:1: 'three words here' does not go through tr()"), std::string::npos);
  source("label->setText(tr(few ? \"three words here\" : \"three words there\"));");  // which lupdate does not see
  EXPECT_NE(source_faults().find("'three words there'"), std::string::npos);
  source("label->setText(tr(\"Busy\") + \"three words here\");");
  EXPECT_NE(source_faults().find("'three words here'"), std::string::npos);
}

TEST_F(PlantedWindow, CataloguesAreWhole) {
  EXPECT_EQ(faults("&amp;Open %1 &lt;now&gt;…", "A&amp;brir %1 &lt;ya&gt;…"), "");
  EXPECT_NE(faults("Open %1", "Abrir").find("other %1"), std::string::npos);
  EXPECT_NE(faults("Open %L1", "Abrir %1").find("other %1"), std::string::npos);
  EXPECT_NE(faults("&amp;Open", "Abrir").find("another number of &"), std::string::npos);
  EXPECT_NE(faults("Open…", "Abrir").find("ends unlike"), std::string::npos);
  EXPECT_NE(faults(" %", "%").find("begins or ends unlike"), std::string::npos);
  EXPECT_NE(faults("Open", "").find("not finished"), std::string::npos);
  const auto whole = [&](const char* context, const char* message) {
    return sentences_of(faults_of_catalogue(catalogue(context, message)));
  };
  EXPECT_NE(whole("mlplab::A", "<source>Open</source><translation type=\"unfinished\">Abrir</translation>")
                .find("not finished"),
            std::string::npos);
  EXPECT_NE(whole("A", "<source>Open</source><translation>Abrir</translation>").find("another context"),
            std::string::npos);
  EXPECT_NE(whole("mlplab::A",
                  "<source>%n runs</source><translation><numerusform>%n vez</numerusform>"
                  "<numerusform>veces</numerusform></translation>")
                .find("other %1 … than 'veces'"),
            std::string::npos);
}

TEST_F(PlantedWindow, CataloguesHoldWhatTheSourcesSay) {
  const fs::path kept = catalogue("mlplab::A", "<source>Open</source><translation>Abrir</translation>");
  EXPECT_EQ(sentences_of(catalogue_differences(kept, kept)), "");
  const std::string told = sentences_of(
      catalogue_differences(kept, catalogue("mlplab::A", "<source>Shut</source><translation/>", "now.ts")));
  EXPECT_NE(told.find("'Shut' is not in mlplab_es.ts"), std::string::npos);
  EXPECT_NE(told.find("'Open' is in mlplab_es.ts and nowhere"), std::string::npos);
}

TEST(WindowTexts, OfTheTreeGoThroughTr) { EXPECT_EQ(sentences_of(faults_of_window_sources(window_tree)), ""); }

TEST(WindowTexts, OfTheTreeAreTranslated) {
  const std::vector<fs::path> catalogues = files_in(window_tree / "resources/translations", ".ts");
  ASSERT_FALSE(catalogues.empty());
  for (const fs::path& ts : catalogues) {
    EXPECT_GT(messages_of(ts).size(), 1000U) << ts;
    EXPECT_EQ(sentences_of(faults_of_catalogue(ts)), "");
  }
}

TEST(WindowTexts, OfTheTreeAreThoseOfTheCatalogues) {
  const std::string lupdate = MLPLAB_LUPDATE;
  if (lupdate.empty()) GTEST_SKIP() << "no lupdate";
  const TemporaryFolder folder;
  const std::string now = (folder / "now.ts").string();
  const Ran ran = run_program({lupdate, "-silent", "-I", window_tree.string(), "-locations", "none",
                               (window_tree / "ui").string(), (window_tree / "app/window").string(), "-ts", now});
  ASSERT_EQ(ran.code, 0) << ran.err;
  for (const fs::path& ts : files_in(window_tree / "resources/translations", ".ts"))
    EXPECT_EQ(sentences_of(catalogue_differences(ts, now)), "");
}

}  // namespace
}  // namespace mlplab::test
