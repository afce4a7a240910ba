// What the program says to people, in their language. English stands in the source and is the key; the other languages
// are in resources/translations/CODE/ROOM.json, one file for each room of the source: {"English": "translation"}. The
// window's own words go through Qt's tr() and resources/translations/mlplab_CODE.ts. Another language is a folder and a
// .ts file; tests/structure says what is missing in it. Numbers are the same in every language, as in files.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mlplab {

/// The codes there are, 'en' first. `translations` is the folder resources/translations.
std::vector<std::string> languages_in(const std::filesystem::path& translations);

/// What say() answers in from now on, in this process. The one thing in the core that is not passed in: a sentence is
/// made where something fails, ten calls below whoever knows the reader. May be called while other threads say
/// something; a sentence is in one language or the other.
/// Throws UsageError: no such language, with those there are. InputError: a file of it cannot be read.
void set_language(const std::filesystem::path& translations, const std::string& code);

/// The code that was set; 'en' before.
std::string language();

/// As the environment asks: MLPLAB_LANG, else LC_ALL, LC_MESSAGES or LANG (the first that is not empty), as far as its
/// two letters are among `known`; else 'en'.
std::string language_of_environment(const std::vector<std::string>& known);

/// `english` in the language that was set, and as it is where that has no such text, with %1 … %9 replaced by the
/// arguments. A whole sentence or a whole part of one: never glued together from pieces, as other languages have other
/// orders. Write the literal into the call, or into to_say() where it is kept first: that is how the texts are found.
std::string say(std::string_view english);
std::string say(std::string_view english, const std::vector<std::string>& arguments);

inline const std::string& as_words(const std::string& text) { return text; }
inline std::string as_words(std::string_view text) { return std::string(text); }
inline std::string as_words(const char* text) { return text; }
/// Whole numbers; others are put into words first (numbers.h), so that their digits are chosen.
template <class Integer>
requires std::is_integral_v<Integer> std::string as_words(Integer number) { return std::to_string(number); }

template <class First, class... More>
requires(!std::is_same_v<std::remove_cvref_t<First>, std::vector<std::string>>) std::string
    say(std::string_view english, const First& first, const More&... more) {
  return say(english, std::vector<std::string>{as_words(first), as_words(more)...});
}

/// Marks a text that is kept in a table and goes through say() where it is shown.
constexpr const char* to_say(const char* english) { return english; }

}  // namespace mlplab
