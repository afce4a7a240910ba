#include "core/base/language.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/listed.h"

namespace mlplab {

namespace {

struct Catalogue {
  std::string code = "en";
  std::map<std::string, std::string, std::less<>> texts;  // English → this language
};

const Catalogue english_itself;
std::atomic<const Catalogue*> chosen_catalogue = &english_itself;

Catalogue read_catalogue(const std::filesystem::path& folder, const std::string& code) {
  Catalogue catalogue{code, {}};
  for (const std::filesystem::path& file : files_in(folder, ".json")) {
    const nlohmann::json texts = parse_json(read_file(file));
    if (!texts.is_object()) throw InputError(say("%1 is no list of texts; install the program again", file.string()));
    for (const auto& [source, text] : texts.items()) {
      if (!text.is_string()) throw InputError(say("%1 has no text for '%2'", file.string(), source));
      catalogue.texts[source] = text.get<std::string>();
    }
  }
  return catalogue;
}

}  // namespace

std::vector<std::string> languages_in(const std::filesystem::path& translations) {
  std::vector<std::string> codes{"en"};
  std::error_code error;
  for (const std::filesystem::path& entry : entries_in(translations))
    if (std::filesystem::is_directory(entry, error)) codes.push_back(entry.filename().string());
  return codes;
}

void set_language(const std::filesystem::path& translations, const std::string& code) {
  const std::vector<std::string> known = languages_in(translations);
  if (std::ranges::find(known, code) == known.end())
    throw UsageError(say("there is no language '%1'; the languages are %2", code, in_one_line(known)));
  // A catalogue stays for good: another thread may be reading it, and a program chooses a handful of times.
  static std::vector<std::unique_ptr<const Catalogue>> kept;
  if (code == "en") {
    chosen_catalogue = &english_itself;
    return;
  }
  kept.push_back(std::make_unique<const Catalogue>(read_catalogue(translations / code, code)));
  chosen_catalogue = kept.back().get();
}

std::string language() { return chosen_catalogue.load()->code; }

std::string language_of_environment(const std::vector<std::string>& known) {
  for (const char* name : {"MLPLAB_LANG", "LC_ALL", "LC_MESSAGES", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string code = std::string(value).substr(0, 2);
    return std::ranges::find(known, code) == known.end() ? "en" : code;
  }
  return "en";
}

std::string say(std::string_view english) {
  const Catalogue& catalogue = *chosen_catalogue.load();
  const auto found = catalogue.texts.find(english);
  return found == catalogue.texts.end() ? std::string(english) : found->second;
}

std::string TextArgument::words() const {
  if (!is_number_) return std::string(text_);
  return is_signed_ ? std::to_string(static_cast<std::int64_t>(number_)) : std::to_string(number_);
}

std::string say_with(std::string_view english, std::span<const TextArgument> arguments) {
  const std::string pattern = say(english);
  std::string text;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const std::size_t number =
        pattern[i] == '%' && i + 1 < pattern.size() && pattern[i + 1] >= '1' && pattern[i + 1] <= '9'
            ? static_cast<std::size_t>(pattern[i + 1] - '0')
            : 0;
    if (number == 0 || number > arguments.size()) {
      text += pattern[i];
    } else {
      text += arguments[number - 1].words();
      ++i;
    }
  }
  return text;
}

std::optional<std::vector<std::string>> arguments_in(std::string_view text, std::string_view english) {
  std::vector<std::string> arguments;
  const std::size_t first = std::min(english.find('%'), english.size());
  if (!text.starts_with(english.substr(0, first))) return std::nullopt;
  text.remove_prefix(first);
  english.remove_prefix(first);
  while (!english.empty()) {
    english.remove_prefix(2);  // '%1'
    const std::string_view words = english.substr(0, std::min(english.find('%'), english.size()));
    english.remove_prefix(words.size());
    const std::size_t end =
        english.empty() ? (text.ends_with(words) ? text.size() - words.size() : text.npos) : text.find(words);
    if (end == text.npos) return std::nullopt;
    arguments.emplace_back(text.substr(0, end));
    text.remove_prefix(end + words.size());
  }
  return text.empty() ? std::optional(arguments) : std::nullopt;
}

std::string say_again(const std::string& text, std::span<const char* const> made_from) {
  for (const char* english : made_from)
    if (const auto arguments = arguments_in(text, english))
      return say_with(english, std::vector<TextArgument>(arguments->begin(), arguments->end()));
  return text;
}

}  // namespace mlplab
