// The language of the window: its own words, Qt's, and what the library says. Others than English need a folder and a
// .ts file in resources/translations (core/base/language.h).
#pragma once

#include <QString>
#include <QTranslator>
#include <filesystem>

namespace mlplab {

class WindowLanguage {
 public:
  /// `resources` is the folder resources/.
  explicit WindowLanguage(const std::filesystem::path& resources);

  /// '' for the one chosen last time, else as the environment asks. Widgets that are there already keep their words:
  /// make them anew. Numbers are written with a point in every language, as in the files and in the library's
  /// sentences; Spanish is therefore that of Mexico, where both are the custom.
  /// Throws UsageError, which lists the languages there are.
  void choose(const QString& code);

 private:
  std::filesystem::path translations_;
  QTranslator own_, qt_;
};

/// How a language calls itself: 'English', 'Español'.
QString language_name(const QString& code);

}  // namespace mlplab
