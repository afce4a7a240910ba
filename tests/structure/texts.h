// The texts that the program says to people, found in its sources, against the catalogues of resources/translations.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace mlplab::test {

struct SourceTexts {
  std::vector<std::string> said;       // in say(), to_say(); of count_of() '1 noun' and '%1 nouns'
  std::vector<std::string> only_here;  // literals of three words and more that go through none of them
};

/// Of one file's text. Comments, character literals and #include lines are passed over; literals side by side are one.
/// A literal on a line with the comment '// untranslated: why' is in neither list, nor are those of asm() and
/// static_assert().
SourceTexts texts_in(const std::string& source);

/// One sentence each for a text of core/, app/cli/ or gpu/ that `code` has no translation of or that is not translated
/// at all, for a translation that nothing says any more, or twice and differently, and for one that has other %1 … or
/// another end (. : …, blank) than its English. `said_elsewhere` are texts of files that are shown through say().
std::vector<std::string> faults_of_texts(const std::filesystem::path& root, const std::string& code,
                                         const std::vector<std::string>& said_elsewhere);

}  // namespace mlplab::test
