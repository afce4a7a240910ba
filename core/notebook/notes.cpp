// One JSON object, replaced as a whole.
#include "core/notebook/notes.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/put_aside.h"
#include "core/base/typed_number.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* notes_format = "mlplab-notes-1";
constexpr std::uintmax_t most_note_bytes = 1 << 20;

}  // namespace

fs::path notes_file(const fs::path& kept) {
  return folder_at(kept) ? kept / "notes.json" : kept.parent_path() / "notes" / kept.filename();
}

Notes read_notes(const fs::path& kept) {
  const fs::path file = notes_file(kept);
  if (!anything_at(file)) return {};
  try {
    const nlohmann::json in = parse_json(read_file(file, most_note_bytes));
    if (in.at("format") != notes_format) throw InputError(say("its format is not %1", notes_format));
    return {in.at("text").get<std::string>(), in.at("tags").get<std::vector<std::string>>(),
            in.at("pinned").get<bool>()};
  } catch (const std::exception& failure) {
    throw InputError(say("%1 holds no notes that this version can read: %2", file.string(), failure.what()));
  }
}

void save_notes(const fs::path& kept, const Notes& notes) {
  const fs::path file = notes_file(kept);
  try {
    if (read_notes(kept) == notes) return;
  } catch (const InputError&) {
    put_aside(file);
  }
  if (!anything_at(kept)) throw InputError(say("there is no %1 any more to write notes on", kept.string()));
  if (notes == Notes{}) {
    std::error_code error;
    fs::remove(file, error);
    if (error) throw InputError(say("cannot remove %1: %2", file.string(), error.message()));
    return;
  }
  make_folder(file.parent_path());
  const nlohmann::json out{
      {"format", notes_format}, {"text", notes.text}, {"tags", notes.tags}, {"pinned", notes.pinned}};
  write_file_atomically(file, dump_json(out) + "\n");
}

std::vector<std::string> parse_tags(const std::string& text) {
  std::vector<std::string> tags;
  for (const std::string& tag : parts_of(text, ','))
    if (!tag.empty() && std::ranges::find(tags, tag) == tags.end()) tags.push_back(tag);
  return tags;
}

std::string tags_text(const std::vector<std::string>& tags) { return in_one_line(tags); }

}  // namespace mlplab
