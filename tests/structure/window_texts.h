// The window's texts, found in its sources, against Qt's catalogues in resources/translations.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mlplab::test {

/// Context and English, as 'mlplab::MainWindow' and '&Run'.
using WindowText = std::pair<std::string, std::string>;

struct CatalogueMessage {
  WindowText text;
  std::vector<std::string> translations;  // several where the number decides
  bool finished = false;
};

/// The messages of a .ts file. Throws std::runtime_error where the file is none.
std::vector<CatalogueMessage> messages_of(const std::filesystem::path& ts);

/// One sentence each for a literal of three words and more in ui/ or app/window/ that is not the first thing in tr(…)
/// nor in QT_TRANSLATE_NOOP(…), QT_TR_NOOP(…) or translate(…), and has no comment '// untranslated: why'.
std::vector<std::string> faults_of_window_sources(const std::filesystem::path& root);

/// One sentence each for a message that is not finished, that has other %1 … %n, another number of & (mnemonics),
/// another … or : at its end or other blanks around it than its English, or a context that no class has when it runs.
std::vector<std::string> faults_of_catalogue(const std::filesystem::path& ts);

/// One sentence each for a text that only one of both files has.
std::vector<std::string> catalogue_differences(const std::filesystem::path& ts, const std::filesystem::path& as_it_is);

}  // namespace mlplab::test
