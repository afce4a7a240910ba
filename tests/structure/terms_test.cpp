// One term for one thing, in English and in Spanish: resources/translations/terms.json lists words that stand neither
// on the screen nor in the documents, each with what to write, and the Spanish of each term of the field.
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "core/base/files.h"
#include "core/base/json.h"
#include "tests/structure/window_texts.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

const fs::path project = MLPLAB_SOURCE, resources = project / "resources";

struct Term {
  std::regex word;
  std::string write;                // in place of it, or the Spanish that stands for it
  std::vector<std::string> except;  // within these it is meant
};

std::vector<Term> terms_of(const char* list, const char* word, const char* write) {
  std::vector<Term> terms;
  const nlohmann::json file = parse_json(read_file(resources / "translations/terms.json"));
  for (const nlohmann::json& one : file.at(list))
    terms.push_back({std::regex("\\b(" + one.at(word).get<std::string>() + ")\\b", std::regex::icase),
                     one.at(write).get<std::string>(), one.value("except", std::vector<std::string>())});
  return terms;
}

void remove_all(std::string& text, const std::string& open, const std::string& close) {
  for (std::size_t at = 0; (at = text.find(open, at)) != std::string::npos;) {
    const std::size_t end = close.empty() ? at : text.find(close, at + open.size());
    if (end == std::string::npos) return;
    text.erase(at, close.empty() ? open.size() : end + close.size() - at);
  }
}

/// `text` without code, addresses of links, tags, and `parts`; its blanks and ends of lines are one blank each.
std::string prose_of(std::string text, const std::vector<std::string>& parts) {
  for (const auto& [open, close] : {std::pair{"```", "```"}, {"`", "`"}, {"](", ")"}, {"<", ">"}})
    remove_all(text, open, close);
  std::string prose;
  for (const char c : text)
    if (const char plain = c == '\n' ? ' ' : c; plain != ' ' || (!prose.empty() && prose.back() != ' ')) prose += plain;
  for (const std::string& part : parts) remove_all(prose, part, "");
  return prose;
}

std::vector<std::string> faults_of(const std::string& text, const std::vector<Term>& terms) {
  std::vector<std::string> faults;
  for (const Term& term : terms) {
    const std::string prose = prose_of(text, term.except);
    std::smatch found;
    if (std::regex_search(prose, found, term.word))
      faults.push_back("'" + found.str() + "': write " + term.write + "; …" +
                       prose.substr(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, found.position() - 40)), 90));
  }
  return faults;
}

/// Without options, values in lists, places and quoted names, which are no terms.
std::string words_of(const std::string& english) {
  static const std::regex machine(
      "--?[a-z][-a-z]*( [a-z]+)?|'[^']*'|,[a-z]+|[a-z]+,[a-z]+|\\{[^}]*\\}|\\[[^\\]]*\\]|&");
  return std::regex_replace(english, machine, "");
}

/// The terms that `english` has and that its Spanish lacks.
std::vector<std::string> missing(const std::string& english, std::string spanish, const std::vector<Term>& terms) {
  std::vector<std::string> list;
  const std::string words = words_of(english);
  remove_all(spanish, "&", "");
  for (const Term& term : terms)
    if (std::ranges::find(term.except, english) == term.except.end() && std::regex_search(words, term.word) &&
        !std::regex_search(spanish, std::regex(term.write, std::regex::icase)))
      list.push_back(term.write);
  return list;
}

/// English and Spanish of all that the program and its window say.
std::vector<std::pair<std::string, std::string>> translations() {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const fs::directory_entry& file : fs::directory_iterator(resources / "translations/es")) {
    const nlohmann::json texts = parse_json(read_file(file.path()));
    for (const auto& [english, spanish] : texts.items())
      if (spanish.is_string()) pairs.emplace_back(english, spanish.get<std::string>());
  }
  for (const CatalogueMessage& message : messages_of(resources / "translations/mlplab_es.ts"))
    for (const std::string& spanish : message.translations) pairs.emplace_back(message.text.second, spanish);
  return pairs;
}

std::vector<fs::path> documents() {
  std::vector<fs::path> files = {project / "README.md", project / "CONTRIBUTING.md", project / "CHANGELOG.md",
                                 project / "SECURITY.md", project / "bench/README.md"};
  for (const fs::path& folder : {project / "docs", resources / "manual/en", resources / "lessons/en"})
    for (const fs::directory_entry& file : fs::directory_iterator(folder))
      if (file.is_regular_file() && file.path().filename() != "guia.md") files.push_back(file.path());
  return files;
}

TEST(Terms, EachPlantedWordIsFound) {
  const std::vector<Term> terms = terms_of("write", "not", "but");
  for (const char* planted :
       {"the Picture is dark", "the network's answer", "answered so", "the first so many images", "images a second",
        "one sub-folder a class", "a mini-batch", "the speed-up of two threads", "a neural net", "right predictions",
        "two wrong answers", "whoever reads it", "rounded likewise"})
    EXPECT_FALSE(faults_of(planted, terms).empty()) << planted;
  for (const char* fine :
       {"`--pictures` of a folder", "[a page](pictures/scale.png)", "node1 does not answer: timed out",
        "images per second", "a predicted class", "<picture>", "the speedup of two"})
    EXPECT_TRUE(faults_of(fine, terms).empty()) << fine << faults_of(fine, terms)[0];
}

TEST(Terms, StandOnTheScreenAndInTheDocuments) {
  const std::vector<Term> terms = terms_of("write", "not", "but");
  for (const auto& [english, spanish] : translations())
    for (const std::string& fault : faults_of(english, terms)) ADD_FAILURE() << "on the screen: " << fault;
  for (const fs::path& file : documents())
    for (const std::string& fault : faults_of(read_file(file), terms)) ADD_FAILURE() << file << ": " << fault;
}

TEST(Terms, AreTranslatedAlikeEverywhere) {
  const std::vector<Term> terms = terms_of("es", "en", "is");
  EXPECT_EQ(missing("a batch of 64 images", "un grupo de 64 imágenes", terms), std::vector<std::string>{"lote"});
  EXPECT_TRUE(missing("leave out --batch; the threads", "quite --batch; los hilos", terms).empty());
  for (const auto& [english, spanish] : translations())
    for (const std::string& term : missing(english, spanish, terms))
      ADD_FAILURE() << "'" << english << "' → '" << spanish << "' lacks " << term;
}

}  // namespace
}  // namespace mlplab::test
