#include "tests/structure/window_texts.h"

#include <algorithm>
#include <stdexcept>

#include "core/base/files.h"
#include "tests/structure/texts.h"

namespace mlplab::test {
namespace {

namespace fs = std::filesystem;

/// The content between <tag …> and </tag>, from `from` on, and where it ends; npos where there is none before `end`.
struct Element {
  std::string head, inside;
  std::size_t next = std::string::npos;
};

Element element_in(const std::string& xml, const std::string& tag, std::size_t from, std::size_t end) {
  std::size_t open = from;
  do open = xml.find("<" + tag, open == from ? from : open + 1);
  while (open != std::string::npos && xml[open + tag.size() + 1] != '>' && xml[open + tag.size() + 1] != ' ' &&
         xml[open + tag.size() + 1] != '/');
  if (open == std::string::npos || open >= end) return {};
  const std::size_t close = xml.find('>', open);
  Element found{xml.substr(open, close - open + 1), {}, close + 1};
  if (xml[close - 1] == '/') return found;
  const std::size_t last = xml.find("</" + tag + ">", close);
  if (last == std::string::npos) throw std::runtime_error("<" + tag + "> has no end");
  found.inside = xml.substr(close + 1, last - close - 1);
  found.next = last + tag.size() + 3;
  return found;
}

std::string without_entities(std::string text) {
  for (const auto& [entity, character] : {std::pair{"&lt;", "<"},
                                          {"&gt;", ">"},
                                          {"&quot;", "\""},
                                          {"&apos;", "'"},
                                          {"&amp;", "&"}})  // the last of them last
    for (std::size_t at = 0; (at = text.find(entity, at)) != std::string::npos; ++at)
      text.replace(at, std::string(entity).size(), character);
  return text;
}

std::multiset<std::string> all_places_in(const std::string& text) {
  std::multiset<std::string> places;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '%') continue;
    const std::size_t length = text[i + 1] == 'L' ? 3 : 2;
    const char which = i + length - 1 < text.size() ? text[i + length - 1] : ' ';
    if (which == 'n' || (which >= '1' && which <= '9')) places.insert(text.substr(i, length));
  }
  return places;
}

/// '&&' is a character, not a mnemonic.
int mnemonics_in(const std::string& text) {
  int mnemonics = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i] != '&') continue;
    if (text[i + 1] == '&')
      ++i;
    else if (text[i + 1] != ' ')
      ++mnemonics;
  }
  return mnemonics;
}

/// The blanks around a text, and … or : at its end, which decide how other texts can stand beside it.
std::string window_edges(const std::string& text) {
  std::string edges(text.starts_with(' ') ? " |" : "|");
  if (text.ends_with(' ')) edges += ' ';
  if (text.ends_with(':')) edges += ':';
  if (text.ends_with("…")) edges += "…";
  return edges;
}

/// Tags of HTML and blocks of style sheets are for Qt.
std::string without_markup(const std::string& text) {
  std::string words;
  int depth = 0;
  for (const char c : text) {
    if (c == '<' || c == '{') ++depth;
    if (depth == 0) words += c;
    if ((c == '>' || c == '}') && depth > 0) --depth;
  }
  return words;
}

bool has_own_text(const std::vector<Token>& tokens, std::size_t literal) {
  int depth = 0;
  for (std::size_t i = literal; i-- > 0;) {
    const std::string& text = tokens[i].text;
    if (tokens[i].kind == Token::Kind::literal) continue;
    if (text == ")" || text == "}" || text == "]") ++depth;
    if (depth == 0 && (text == ";" || text == "{")) return false;
    if ((text == "(" || text == "{" || text == "[") && depth-- > 0) continue;
    if (text != "(") continue;
    const std::string call = i > 0 ? tokens[i - 1].text : "";
    // lupdate sees what stands first in tr(), and nothing that is chosen there.
    return (call == "tr" && i + 1 == literal) || call == "QT_TR_NOOP" ||
           ((call == "translate" || call == "QT_TRANSLATE_NOOP") && i + 3 == literal);
  }
  return false;
}

}  // namespace

std::vector<CatalogueMessage> messages_of(const fs::path& ts) {
  const std::string xml = read_file(ts);
  std::vector<CatalogueMessage> messages;
  if (xml.find("<TS ") == std::string::npos) throw std::runtime_error(ts.string() + " is no catalogue");
  for (Element context = element_in(xml, "context", 0, xml.size()); context.next != std::string::npos;
       context = element_in(xml, "context", context.next, xml.size())) {
    const std::string& inside = context.inside;
    const std::string name = element_in(inside, "name", 0, inside.size()).inside;
    for (Element message = element_in(inside, "message", 0, inside.size()); message.next != std::string::npos;
         message = element_in(inside, "message", message.next, inside.size())) {
      const std::string& parts = message.inside;
      const Element source = element_in(parts, "source", 0, parts.size());
      const Element translation = element_in(parts, "translation", 0, parts.size());
      CatalogueMessage made{{name, without_entities(source.inside)}, {}, translation.head == "<translation>"};
      const std::string& text = translation.inside;
      for (Element form = element_in(text, "numerusform", 0, text.size()); form.next != std::string::npos;
           form = element_in(text, "numerusform", form.next, text.size()))
        made.translations.push_back(without_entities(form.inside));
      if (made.translations.empty()) made.translations.push_back(without_entities(text));
      messages.push_back(std::move(made));
    }
  }
  return messages;
}

std::vector<std::string> faults_of_window_sources(const fs::path& root) {
  std::vector<std::string> faults;
  for (const char* tree : {"ui", "app/window"}) {
    if (!fs::is_directory(root / tree)) continue;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / tree)) {
      if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
      std::set<std::size_t> untranslated;
      const std::vector<Token> tokens = tokens_of(read_file(entry.path()), untranslated);
      for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::literal || !is_prose(without_markup(tokens[i].text))) continue;
        if (untranslated.contains(tokens[i].line) || has_own_text(tokens, i)) continue;
        faults.push_back(fs::relative(entry.path(), root).string() + ":" + std::to_string(tokens[i].line) + ": '" +
                         tokens[i].text + "' does not go through tr(), nor does its line give a reason");
      }
    }
  }
  return faults;
}

std::vector<std::string> faults_of_catalogue(const fs::path& ts) {
  std::vector<std::string> faults;
  for (const CatalogueMessage& message : messages_of(ts)) {
    const auto& [context, english] = message.text;
    const auto tell = [&](const std::string& what) {
      faults.push_back(ts.filename().string() + ", " + context + ": '" + english + "' " + what);
    };
    if (!context.starts_with("mlplab::")) tell("is looked for in another context: write tr() of a class with mlplab::");
    for (const std::string& text : message.translations) {
      if (!message.finished || text.empty()) {
        tell("is not finished");
        continue;
      }
      if (all_places_in(english) != all_places_in(text)) tell("has other %1 … than '" + text + "'");
      if (mnemonics_in(english) != mnemonics_in(text)) tell("has another number of & than '" + text + "'");
      if (window_edges(english) != window_edges(text)) tell("begins or ends unlike '" + text + "'");
    }
  }
  return faults;
}

std::vector<std::string> catalogue_differences(const fs::path& ts, const fs::path& as_it_is) {
  std::vector<std::string> faults;
  const auto texts = [](const fs::path& file) {
    std::set<WindowText> all;
    for (const CatalogueMessage& message : messages_of(file)) all.insert(message.text);
    return all;
  };
  const std::set<WindowText> kept = texts(ts), wanted = texts(as_it_is);
  const auto tell = [&](const std::set<WindowText>& of, const std::set<WindowText>& others, const std::string& what) {
    for (const WindowText& text : of)
      if (!others.contains(text)) faults.push_back(text.first + ": '" + text.second + "' " + what);
  };
  tell(wanted, kept, "is not in " + ts.filename().string() + ": call lupdate (ui/CMakeLists.txt)");
  tell(kept, wanted, "is in " + ts.filename().string() + " and nowhere in the window");
  return faults;
}

}  // namespace mlplab::test
