#include "tests/structure/texts.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "core/base/files.h"
#include "core/base/json.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string escaped_value(char c) {
  switch (c) {
    case 'n':
      return "\n";
    case 't':
      return "\t";
    case '0':
      return std::string(1, '\0');
    default:
      return std::string(1, c);
  }
}

/// The blanks and punctuation at both ends of a text, which decide how other texts can stand beside it.
std::string edges(const std::string& text) {
  const auto edge = [](char c) {
    return std::string_view(" \n.:;,").find(c) == std::string_view::npos ? "" : std::string(1, c);
  };
  return text.empty() ? ""
                      : (text.front() == ' ' || text.front() == '\n' ? std::string(1, text.front()) : "") + "|" +
                            edge(text.back());
}

/// A comment with nothing before it on its line is of the next one.
bool stands_alone(const std::string& cpp, std::size_t comment) {
  const std::size_t before = cpp.find_last_not_of(" ", comment == 0 ? 0 : comment - 1);
  return comment == 0 || before == std::string::npos || cpp[before] == '\n';
}

}  // namespace

std::vector<Token> tokens_of(const std::string& cpp, std::set<std::size_t>& untranslated_lines) {
  std::vector<Token> tokens;
  std::size_t line = 1;
  for (std::size_t i = 0; i < cpp.size(); ++i) {
    const char c = cpp[i];
    if (c == '\n') {
      ++line;
    } else if (cpp.compare(i, 2, "//") == 0) {
      const std::size_t end = std::min(cpp.find('\n', i), cpp.size());
      if (cpp.substr(i, end - i).find("untranslated:") != std::string::npos)
        untranslated_lines.insert(stands_alone(cpp, i) ? line + 1 : line);
      i = end - 1;
    } else if (cpp.compare(i, 2, "/*") == 0) {
      const std::string comment = cpp.substr(i, cpp.find("*/", i) - i);
      line += static_cast<std::size_t>(std::ranges::count(comment, '\n'));
      i += comment.size() + 1;
    } else if (cpp.compare(i, 8, "#include") == 0) {
      i = std::min(cpp.find('\n', i), cpp.size()) - 1;
    } else if (cpp.compare(i, 2, "R\"") == 0 && (i == 0 || !is_word(cpp[i - 1]))) {
      const std::size_t open = cpp.find('(', i);
      const std::string close = ")" + cpp.substr(i + 2, open - i - 2) + "\"";
      const std::size_t end = std::min(cpp.find(close, open), cpp.size() - close.size());
      const std::string value = cpp.substr(open + 1, end - open - 1);
      line += static_cast<std::size_t>(std::ranges::count(value, '\n'));
      tokens.push_back({Token::Kind::literal, value, line});  // its last line is the one that can have a comment
      i = end + close.size() - 1;
    } else if (c == '\'' && (i == 0 || !is_word(cpp[i - 1]))) {  // not the ' of 60'000
      i += cpp[i + 1] == '\\' ? 3 : 2;
    } else if (c == '"') {
      std::string value;
      for (++i; i < cpp.size() && cpp[i] != '"'; ++i)
        value += cpp[i] == '\\' ? escaped_value(cpp[++i]) : std::string(1, cpp[i]);
      if (!tokens.empty() && tokens.back().kind == Token::Kind::literal)
        tokens.back().text += value;
      else
        tokens.push_back({Token::Kind::literal, value, line});
    } else if (is_word(c)) {
      std::size_t end = i;
      while (end < cpp.size() && is_word(cpp[end])) ++end;
      tokens.push_back({Token::Kind::name, cpp.substr(i, end - i), line});
      i = end - 1;
    } else if (!std::isspace(static_cast<unsigned char>(c))) {
      tokens.push_back({Token::Kind::other, std::string(1, c), line});
    }
  }
  return tokens;
}

bool is_prose(const std::string& text) {
  int words = 0;
  std::size_t letters = 0;
  for (const char c : text + " ") {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalpha(u) || u >= 0x80 || c == '-' || c == '\'') {
      ++letters;
    } else {
      if (letters >= 2) ++words;
      letters = 0;
    }
  }
  return words >= 3 && text.find(' ') != std::string::npos;
}

std::multiset<std::string> places_in(const std::string& text) {
  std::multiset<std::string> places;
  for (std::size_t i = 0; i + 1 < text.size(); ++i)
    if (text[i] == '%' && text[i + 1] >= '1' && text[i + 1] <= '9') places.insert(text.substr(i, 2));
  return places;
}

SourceTexts texts_in(const std::string& source) {
  std::set<std::size_t> untranslated;
  const std::vector<Token> tokens = tokens_of(source, untranslated);
  const auto is = [&](std::size_t i, const char* text) { return i < tokens.size() && tokens[i].text == text; };
  SourceTexts texts;
  std::set<std::size_t> taken;
  const auto take = [&](std::size_t i) {  // the literal at i, or both of 'condition ? "a" : "b"' up to the comma
    int depth = 0;
    for (bool first = true; i < tokens.size(); ++i) {
      if (tokens[i].kind == Token::Kind::literal) {
        if (depth == 0 && (first || is(i - 1, "?") || is(i - 1, ":"))) {
          texts.said.push_back(tokens[i].text);
          taken.insert(i);
        }
      } else if (tokens[i].kind == Token::Kind::other) {
        const char c = tokens[i].text[0];
        if (c == '(' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == ']' || c == '}') --depth;
        if (depth < 0 || (depth == 0 && (c == ',' || c == ';'))) return;
      }
      first = false;
    }
  };
  const auto pass_over = [&](std::size_t i) {  // what stands in the brackets that begin at i
    int depth = 0;
    do {
      if (tokens[i].kind == Token::Kind::literal)
        taken.insert(i);
      else
        depth += is(i, "(") ? 1 : is(i, ")") ? -1 : 0;
    } while (depth > 0 && ++i < tokens.size());
  };
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    if (tokens[i].kind != Token::Kind::name || !is(i + 1, "(")) continue;
    if (is(i, "say") || is(i, "to_say")) take(i + 2);
    if (is(i, "asm") || is(i, "volatile") || is(i, "static_assert")) pass_over(i + 1);
    if (!is(i, "count_of")) continue;
    int depth = 0;
    for (std::size_t j = i + 2; j < tokens.size() && depth >= 0; ++j) {
      if (tokens[j].kind == Token::Kind::literal && depth == 0 && is(j - 1, ",")) {
        texts.said.push_back("1 " + tokens[j].text);
        texts.said.push_back("%1 " + tokens[j].text + "s");
        taken.insert(j);
      }
      if (tokens[j].kind == Token::Kind::other) depth += is(j, "(") ? 1 : is(j, ")") ? -1 : 0;
    }
  }
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i].kind == Token::Kind::literal && !taken.contains(i) && !untranslated.contains(tokens[i].line) &&
        is_prose(tokens[i].text))
      texts.only_here.push_back(tokens[i].text);
  return texts;
}

std::vector<std::string> faults_of_texts(const fs::path& root, const std::string& code,
                                         const std::vector<std::string>& said_elsewhere) {
  std::vector<std::string> faults;
  std::map<std::string, std::string> translations, where;
  for (const fs::path& file : files_in(root / "resources/translations" / code, ".json")) {
    const nlohmann::json texts = parse_json(read_file(file));
    for (const auto& [english, text] : texts.items()) {
      const std::string translation = text.get<std::string>();
      const std::string name = file.filename().string();
      if (translations.contains(english) && translations[english] != translation)
        faults.push_back(name + " and " + where[english] + " translate '" + english + "' differently");
      if (translation.empty()) faults.push_back(name + " has an empty translation of '" + english + "'");
      if (places_in(english) != places_in(translation) && !english.starts_with("1 "))
        faults.push_back(name + ": '" + translation + "' has other %1 … than '" + english + "'");
      if (edges(english) != edges(translation))
        faults.push_back(name + ": '" + translation + "' begins or ends unlike '" + english + "'");
      translations[english] = translation;
      where[english] = name;
    }
  }
  std::set<std::string> said(said_elsewhere.begin(), said_elsewhere.end());
  for (const char* tree : {"core", "app/cli", "gpu"}) {
    if (!fs::is_directory(root / tree)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / tree)) {
      const std::string ending = entry.path().extension().string();
      if (ending != ".cpp" && ending != ".h" && ending != ".cu" && ending != ".cuh") continue;
      const std::string file = fs::relative(entry.path(), root).string();
      if (file.starts_with("gpu/host_cuda/")) continue;  // read by those who write kernels of the program, in its tests
      const SourceTexts texts = texts_in(read_file(entry.path()));
      said.insert(texts.said.begin(), texts.said.end());
      for (const std::string& text : texts.only_here)
        faults.push_back(file + ": '" + text + "' does not go through say(), nor does its line give a reason");
      for (const std::string& text : texts.said)
        if (!translations.contains(text)) faults.push_back(file + ": no translation of '" + text + "'");
    }
  }
  // The descriptions of the shipped networks and trainers are shown through say().
  for (const char* folder : {"resources/networks", "resources/trainers"})
    for (const fs::path& file : files_in(root / folder, ".json")) {
      const std::string text = parse_json(read_file(file)).value("description", "");
      said.insert(text);
      if (!text.empty() && !translations.contains(text))
        faults.push_back(fs::relative(file, root).string() + ": no translation of '" + text + "'");
    }
  for (const auto& [english, file] : where)
    if (!said.contains(english)) faults.push_back(file + ": nothing says '" + english + "' any more");
  return faults;
}

}  // namespace mlplab::test
