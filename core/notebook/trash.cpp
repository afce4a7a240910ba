// Renaming, so that nothing is ever half there. Across file systems a whole copy is made first, under another name.
#include "core/notebook/trash.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <system_error>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/notebook/notes.h"
#include "core/run/run_lock.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* deletions_name = "deletions";  // a folder beside those of the kinds, a file for each deletion

bool taken(const fs::path& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

/// `from` is removed only after all of it lies at `to`. Where that fails, nothing lies at `to`.
void copy_over(const fs::path& from, const fs::path& to, std::error_code& error) {
  std::error_code ignored;
  const fs::path unfinished = to.parent_path() / ("." + to.filename().string() + ".part" + std::to_string(::getpid()));
  fs::copy(from, unfinished, fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
  if (!error) fs::rename(unfinished, to, error);
  if (error) {
    fs::remove_all(unfinished, ignored);
    return;
  }
  fs::remove_all(from, error);
}

void rename_file(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  if (error == std::errc::cross_device_link) copy_over(from, to, error);
  if (error) throw InputError(say("cannot move %1 to %2: %3", from.string(), to.string(), error.message()));
}

}  // namespace

Trashed move_to_trash(EntryKind kind, const fs::path& path, const fs::path& trash) {
  if (!taken(path)) throw InputError(say("there is no %1 any more", path.string()));
  if (RunLock::held(path))
    throw InputError(say("the run in %1 is being trained now; stop it before deleting it", path.string()));
  const fs::path folder = trash / to_string(kind);
  make_folder(folder);
  const std::string stem = path.stem().string(), ending = path.extension().string();
  Trashed moved{.kind = kind, .was = path, .is = folder / path.filename(), .notes_was = {}, .notes_is = {}};
  const auto notes_of = [](const fs::path& file) { return file.parent_path() / "notes" / file.filename(); };
  for (int number = 2; taken(moved.is) || taken(notes_of(moved.is)); ++number)
    moved.is = folder / (stem + "-" + std::to_string(number) + ending);
  const fs::path notes = notes_file(path);
  const bool beside = notes.parent_path() != path && taken(notes);
  rename_file(path, moved.is);
  if (!beside) return moved;
  try {
    make_folder(notes_of(moved.is).parent_path());
    rename_file(notes, notes_of(moved.is));
  } catch (const InputError&) {
    std::error_code ignored;
    fs::rename(moved.is, path, ignored);
    throw;
  }
  moved.notes_was = notes;
  moved.notes_is = notes_of(moved.is);
  return moved;
}

void restore(const Trashed& trashed) {
  if (taken(trashed.was))
    throw InputError(say("there is another %1 now; what was deleted is %2", trashed.was.string(), trashed.is.string()));
  make_folder(trashed.was.parent_path());
  rename_file(trashed.is, trashed.was);
  if (trashed.notes_is.empty() || taken(trashed.notes_was)) return;
  make_folder(trashed.notes_was.parent_path());
  rename_file(trashed.notes_is, trashed.notes_was);
}

int entries_in_trash(const fs::path& trash) {
  int entries = 0;
  for (const fs::path& kind : entries_in(trash)) {
    if (kind.filename() == deletions_name) continue;
    for (const fs::path& entry : entries_in(kind)) entries += entry.filename() == "notes" ? 0 : 1;
  }
  return entries;
}

fs::path keep_deletion(const std::vector<Trashed>& entries, const fs::path& trash) {
  nlohmann::json json = nlohmann::json::array();
  for (const Trashed& entry : entries)
    json.push_back({{"kind", to_string(entry.kind)},
                    {"was", entry.was.string()},
                    {"is", entry.is.string()},
                    {"notes_was", entry.notes_was.string()},
                    {"notes_is", entry.notes_is.string()}});
  const fs::path folder = trash / deletions_name;
  make_folder(folder);
  const std::vector<fs::path> earlier = files_in(folder, ".json");
  int number = 1;  // of six digits, so that by name is by time
  for (const fs::path& one : earlier) number = std::max(number, std::atoi(one.stem().c_str()) + 1);
  const std::string digits = std::to_string(number);
  const fs::path file = folder / (std::string(digits.size() < 6 ? 6 - digits.size() : 0, '0') + digits + ".json");
  write_file_atomically(file, dump_json(json, 2));
  return file;
}

std::vector<Deletion> kept_deletions(const fs::path& trash) {
  std::vector<Deletion> deletions;
  for (const fs::path& file : files_in(trash / deletions_name, ".json")) {
    Deletion deletion{.file = file, .entries = {}};
    try {
      for (const nlohmann::json& json : parse_json(read_file(file))) {
        Trashed entry;
        for (const EntryKind kind : entry_kinds())
          if (json.at("kind") == to_string(kind)) entry.kind = kind;
        entry.was = json.at("was").get<std::string>();
        entry.is = json.at("is").get<std::string>();
        entry.notes_was = json.at("notes_was").get<std::string>();
        entry.notes_is = json.at("notes_is").get<std::string>();
        if (taken(entry.is)) deletion.entries.push_back(entry);
      }
    } catch (const std::exception&) {  // a damaged list costs its own undo; what it was of stays in the trash
      continue;
    }
    if (!deletion.entries.empty()) deletions.push_back(std::move(deletion));
  }
  return deletions;
}

void forget_deletion(const Deletion& deletion) {
  std::error_code ignored;
  fs::remove(deletion.file, ignored);
}

void empty_trash(const fs::path& trash) {
  std::error_code error;
  fs::remove_all(trash, error);
  if (error) throw InputError(say("cannot empty %1: %2", trash.string(), error.message()));
}

fs::path export_entry(const fs::path& path, const fs::path& target) {
  make_folder(target);
  const fs::path copy = free_path(target, path.stem().string(), path.extension().string());
  std::error_code error;
  try {
    fs::copy(path, copy, fs::copy_options::recursive);
    fs::remove(copy / ".running", error);
    const fs::path notes = notes_file(path);
    if (notes.parent_path() != path && anything_at(notes)) {
      make_folder(notes_file(copy).parent_path());
      fs::copy(notes, notes_file(copy), fs::copy_options::overwrite_existing);
    }
  } catch (const std::exception& failure) {
    fs::remove_all(copy, error);
    throw as_error(failure);
  }
  return copy;
}

}  // namespace mlplab
