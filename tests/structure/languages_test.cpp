// Lessons and manual in other languages: the same files with the same parts, only the people's texts differ, and names
// of buttons, fields and pages are those that the window shows in that language
// (resources/translations/mlplab_CODE.ts).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

const fs::path of_resources = fs::path(MLPLAB_SOURCE) / "resources";

std::vector<std::string> other_languages() {
  std::vector<std::string> codes = languages_in(of_resources / "translations");
  std::erase(codes, "en");
  return codes;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
    text.replace(at, from.size(), to);
}

/// A name as it is read: without the mark of its key and the dots of a window that follows; letters small.
std::string plain(std::string name) {
  replace_all(name, "&", "");
  replace_all(name, "…", "");
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return c < 128 ? std::tolower(c) : c; });
  for (const auto& [capital, small] : {std::pair{"Á", "á"}, {"É", "é"}, {"Í", "í"}, {"Ó", "ó"}, {"Ú", "ú"}})
    replace_all(name, capital, small);
  return name;
}

/// The texts between `open` and `close`, in order.
std::vector<std::string> between(const std::string& text, const std::string& open, const std::string& close) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = text.find(open, at)) != std::string::npos;) {
    const std::size_t from = at + open.size(), to = text.find(close, from);
    if (to == std::string::npos) break;
    found.push_back(text.substr(from, to - from));
    at = to + close.size();
  }
  return found;
}

/// The window's words and those of its charts: plain English to the plain translations that it has, wherever it stands.
using Words = std::map<std::string, std::set<std::string>>;

Words words_of_window(const std::string& code) {
  const std::string ts = read_file(of_resources / "translations" / ("mlplab_" + code + ".ts"));
  const auto unescaped = [](std::string text) {
    for (const auto& [from, to] :
         {std::pair{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"}, {"&amp;", "&"}})
      replace_all(text, from, to);
    return plain(text);
  };
  Words words;
  for (const std::string& message : between(ts, "<message>", "</message>")) {
    const std::vector<std::string> english = between(message, "<source>", "</source>"),
                                   translation = between(message, "<translation>", "</translation>");
    if (!english.empty() && !translation.empty() && !translation[0].empty())
      words[unescaped(english[0])].insert(unescaped(translation[0]));
  }
  const nlohmann::json of_charts = parse_json(read_file(of_resources / "translations" / code / "reporting.json"));
  for (const auto& [english, translated] : of_charts.items())
    if (translated.is_string() && !words.empty()) words[plain(english)].insert(plain(translated.get<std::string>()));
  return words;
}

/// Whether the window says so somewhere, or puts it together from a pattern ('by %1') and another of its words.
bool is_said(const Words& words, const std::string& name) {
  const auto whole = [&](const std::string& text) {
    return std::ranges::any_of(words, [&](const auto& word) { return word.second.contains(text); });
  };
  if (whole(name)) return true;
  for (const auto& [english, translations] : words) {
    for (const std::string& pattern : translations) {
      const std::size_t place = pattern.find("%1");
      if (place == std::string::npos || pattern.size() - 2 >= name.size()) continue;
      const std::string after = pattern.substr(place + 2);
      if (!name.starts_with(pattern.substr(0, place)) || !name.ends_with(after)) continue;
      if (whole(name.substr(place, name.size() - pattern.size() + 2))) return true;
    }
  }
  return false;
}

TEST(Languages, LessonsAreTheSameButForTheirTexts) {
  for (const std::string& code : other_languages()) {
    EXPECT_EQ(names_in(of_resources / "lessons" / code), names_in(of_resources / "lessons/en"));
    for (const std::string& file : names_in(of_resources / "lessons/en")) {
      nlohmann::json english = parse_json(read_file(of_resources / "lessons/en" / file)),
                     translated = parse_json(read_file(of_resources / "lessons" / code / file));
      EXPECT_EQ(english["language"], "en") << file;
      EXPECT_EQ(translated["language"], code) << file;
      ASSERT_EQ(english["steps"].size(), translated["steps"].size()) << file;
      const auto take_texts = [](nlohmann::json& lesson) {
        std::vector<std::string> texts = {lesson["title"], lesson["intro"]};
        for (const char* member : {"title", "intro", "language"}) lesson.erase(member);
        for (nlohmann::json& step : lesson["steps"]) {
          texts.push_back(step["text"]);
          step.erase("text");
        }
        return texts;
      };
      const std::vector<std::string> in_english = take_texts(english), in_other = take_texts(translated);
      for (std::size_t i = 0; i < in_english.size(); ++i)
        EXPECT_TRUE(!in_other[i].empty() && in_other[i] != in_english[i]) << code << " " << in_english[i];
      EXPECT_EQ(dump_json(english), dump_json(translated)) << code << " " << file;
    }
  }
}

TEST(Languages, ManualsHaveTheSamePagesAndParts) {
  const auto parts_of = [](const fs::path& file) {
    std::istringstream lines(read_file(file));
    std::string parts;
    for (std::string line; std::getline(lines, line);) {
      const std::string first = line.substr(0, line.find(' '));
      if (!line.empty()) parts += first.find_first_not_of("#-") == std::string::npos ? first + " " : "text ";
    }
    return parts;
  };
  for (const std::string& code : other_languages()) {
    EXPECT_EQ(names_in(of_resources / "manual" / code), names_in(of_resources / "manual/en"));
    for (const std::string& file : names_in(of_resources / "manual/en")) {
      EXPECT_EQ(parts_of(of_resources / "manual" / code / file), parts_of(of_resources / "manual/en" / file)) << file;
    }
  }
}

/// A translation writes names in «»; what it has in common with the English text (a report's title, a sign) is no word.
TEST(Languages, LessonsNameWhatTheWindowShows) {
  for (const std::string& code : other_languages()) {
    const Words words = words_of_window(code);
    if (words.empty()) GTEST_SKIP() << "the window is not translated yet: " << code;
    std::set<std::string> of_the_library;  // titles of backends and labels of settings
    for (const char* room : {"compute", "gpu", "launch", "run"}) {
      const nlohmann::json said =
          parse_json(read_file(of_resources / "translations" / code / (room + std::string(".json"))));
      for (const auto& translated : said)
        if (translated.is_string()) of_the_library.insert(plain(translated.get<std::string>()));
    }
    int named = 0;
    for (const std::string& file : names_in(of_resources / "lessons/en")) {
      const std::string english = read_file(of_resources / "lessons/en" / file);
      for (const std::string& name : between(read_file(of_resources / "lessons" / code / file), "«", "»")) {
        EXPECT_TRUE(english.find(name) != std::string::npos || of_the_library.contains(plain(name)) ||
                    is_said(words, plain(name)))
            << code << "/" << file << ": the window has nothing called «" << name << "»";
        ++named;
      }
    }
    EXPECT_GT(named, 30);
  }
}

/// Names are bold or slanted, the same ones in the same order.
TEST(Languages, ManualsNameWhatTheWindowShows) {
  const auto names_of = [](std::string text) {
    replace_all(text, "**", "*");
    return between(text, "*", "*");
  };
  for (const std::string& code : other_languages()) {
    const Words words = words_of_window(code);
    if (words.empty()) GTEST_SKIP() << "the window is not translated yet: " << code;
    int compared = 0;
    for (const std::string& file : names_in(of_resources / "manual/en")) {
      const std::vector<std::string> english = names_of(read_file(of_resources / "manual/en" / file)),
                                     other = names_of(read_file(of_resources / "manual" / code / file));
      ASSERT_EQ(english.size(), other.size()) << code << "/" << file << ": other names are bold or slanted";
      for (std::size_t i = 0; i < english.size(); ++i) {
        const auto shown = words.find(plain(english[i]));
        if (shown == words.end()) continue;  // no name in the window
        EXPECT_TRUE(shown->second.contains(plain(other[i])))
            << code << "/" << file << ": '" << english[i] << "' is not called '" << other[i] << "' but '"
            << *shown->second.begin() << "'";
        ++compared;
      }
    }
    EXPECT_GT(compared, 40);
  }
}

}  // namespace
}  // namespace mlplab::test
