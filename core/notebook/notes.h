// A user's notes on a kept run: a small file of its own beside it, so that the run's files are never rewritten.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace mlplab {

struct Notes {
  std::string text;
  std::vector<std::string> tags;
  bool pinned = false;
  bool operator==(const Notes&) const = default;
};

/// notes.json in a run's or a sweep's folder; of a comparison or a profile, which are files, notes/NAME.json beside it.
std::filesystem::path notes_file(const std::filesystem::path& kept);
/// Empty where there are none. Throws InputError for a file that this version cannot read.
Notes read_notes(const std::filesystem::path& kept);
/// On the disk when it returns, as a whole; no file where there is nothing to say. One that this version cannot read is
/// put aside, never written over. Throws InputError.
void save_notes(const std::filesystem::path& kept, const Notes& notes);

/// 'fast,  two words' -> {'fast', 'two words'}: without blanks around them, each once.
std::vector<std::string> parse_tags(const std::string& text);
std::string tags_text(const std::vector<std::string>& tags);

}  // namespace mlplab
