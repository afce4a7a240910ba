// The texts that the program says to people, found in its sources, against the catalogues of resources/translations.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mlplab::test {

/// One token of C++ as far as texts need it: a name, a literal (its value), or a single character.
struct Token {
  enum class Kind { name, literal, other } kind;
  std::string text;
  std::size_t line = 0;
};

/// Comments, character literals and #include lines are passed over; literals side by side are one.
/// `untranslated_lines` gets those with the comment '// untranslated: why'; where it stands alone, the line after it.
std::vector<Token> tokens_of(const std::string& cpp, std::set<std::size_t>& untranslated_lines);

/// Three words of letters: what is shorter may be a name, a unit, a part of a file.
bool is_prose(const std::string& text);

/// The %1 … in it.
std::multiset<std::string> places_in(const std::string& text);

struct SourceTexts {
  std::vector<std::string> said;       // in say(), to_say(); of count_of() '1 noun' and '%1 nouns'
  std::vector<std::string> only_here;  // literals of three words and more that go through none of them
};

/// The texts of one source file. A literal on an untranslated line is in neither list, nor are those of asm() and
/// static_assert().
SourceTexts texts_in(const std::string& source);

/// One sentence each for a text of core/, app/cli/ or gpu/, or a description in resources/networks or
/// resources/trainers, that `code` has no translation of or that is not translated at all, for a translation that
/// nothing says any more, or twice and differently, and for one that has other %1 … or another end (. : …, blank) than
/// its English. `said_elsewhere` are texts of files that are shown through say().
std::vector<std::string> faults_of_texts(const std::filesystem::path& root, const std::string& code,
                                         const std::vector<std::string>& said_elsewhere);

}  // namespace mlplab::test
