// The program's sentences in the user's language. English stands in the source and is the key; the other languages are
// in resources/translations/CODE/ROOM.json, one file for each room of the source: {"English": "translation"}. The
// window's own words go through Qt's tr() and resources/translations/mlplab_CODE.ts. Another language is a folder and a
// .ts file; tests/structure says what is missing in it. Numbers are the same in every language, as in files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace mlplab {

/// The codes there are, 'en' first. `translations` is the folder resources/translations.
std::vector<std::string> languages_in(const std::filesystem::path& translations);

/// Sets the language of say() in this process. The only setting of the core that is not passed in: a sentence is made
/// where something fails, ten calls below the code that knows the reader. May be called while other threads say
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

/// The argument for a %1: text, or a whole number; other numbers are formatted first (numbers.h), so that their digits
/// are chosen. It does not copy its text: hundreds of calls are compiled, and none of them makes strings on the way.
class TextArgument {
 public:
  TextArgument(const std::string& text) : text_(text) {}
  TextArgument(std::string_view text) : text_(text) {}
  TextArgument(const char* text) : text_(text) {}
  template <class Integer>
  requires std::is_integral_v<Integer> TextArgument(Integer number)
      : is_number_(true), is_signed_(std::is_signed_v<Integer>), number_(static_cast<std::uint64_t>(number)) {}
  std::string words() const;

 private:
  std::string_view text_;
  bool is_number_ = false, is_signed_ = false;
  std::uint64_t number_ = 0;
};

/// As say(), for a number of arguments known at run time.
std::string say_with(std::string_view english, std::span<const TextArgument> arguments);

template <class First, class... More>
std::string say(std::string_view english, const First& first, const More&... more) {
  const TextArgument arguments[] = {TextArgument(first), TextArgument(more)...};
  return say_with(english, arguments);
}

/// The texts at %1, %2 …, which come in this order, where `text` was made from `english`: each as short as the words
/// behind it allow, the last up to those at the end.
std::optional<std::vector<std::string>> arguments_in(std::string_view text, std::string_view english);

/// For a sentence of another program: as say() where it was made from one of these texts, else as it is.
std::string say_again(const std::string& text, std::span<const char* const> made_from);

/// Marks a text that is kept in a table and goes through say() where it is shown.
constexpr const char* to_say(const char* english) { return english; }

}  // namespace mlplab
