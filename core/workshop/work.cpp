#include "core/workshop/work.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/data/load.h"

namespace mlplab::workshop {
namespace {

namespace fs = std::filesystem;

constexpr const char* format = "mlplab-workshop-1";
constexpr std::uintmax_t most_source_bytes = 1 << 20;

std::string comment_of(const std::string& text) { return "// " + text + "\n"; }

const std::vector<std::string>& hints_of(const Task& task, const Language& language) {
  return language.hints.empty() ? task.hints : language.hints;
}

/// The text of a new kernel: `kernel`, or the plain version with what to try.
std::string first_text(const Task& task, const Language& language, const std::string& kernel) {
  std::string text = comment_of(say("%1: %2.", say(task.title), say(task.does)));
  text += comment_of(say("Arrays are stored row by row and begin at an address that is a multiple of 64 bytes:"));
  for (const Parameter& parameter : task.parameters)
    text += "//   " + parameter.name + " " + parameter.shape_text +
            (parameter.is_output ? "  ← " + say("output") : "") + "\n";
  if (!kernel.empty()) return text + kernel;
  text += comment_of(say("This version is right and slow. Try:"));
  for (const std::string& hint : hints_of(task, language)) text += "//   - " + say(hint) + "\n";
  return text + read_file(plain_work(task, language.name).source());
}

std::string note_text(const Task& task, const Language& language, const fs::path& folder) {
  std::string text = "# " + say(task.title) + "\n\n" + say(task.does) + ".\n";
  text += say("At work: %1.", say(task.stands_for)) + "\n\n## " + say("What to try") + "\n\n";
  for (const std::string& hint : hints_of(task, language)) text += "- " + say(hint) + "\n";
  text += "\n## " + say("How to go on") + "\n\n";
  const std::string name = folder.filename().string();
  for (const char* verb : {"check", "time", "train"})
    if (verb == std::string("check") || language.why_not_timed().empty())
      text += std::string("    mlplab-cli workshop ") + verb + " " + name + "\n";
  text +=
      "\n" + say("The compiler's flags stand in %1.", work_file) + "\n\n## " + say("What check cannot see") + "\n\n";
  for (const std::string& unseen : language.unseen) text += "- " + say(unseen) + "\n";
  return text;
}

std::vector<std::string> read_flags(const nlohmann::json& json) {
  std::vector<std::string> flags;
  for (const nlohmann::json& flag : json) {
    if (!flag.is_string()) throw UsageError(say("'flags' must be a list of texts"));
    flags.push_back(flag.get<std::string>());
    if (const std::string why = why_no_flag(flags.back()); !why.empty()) throw UsageError(why);
  }
  return flags;
}

}  // namespace

std::string why_no_flag(const std::string& flag) {
  constexpr const char* allowed[] = {"-O", "-m", "-f", "-W", "-D", "-std="};
  constexpr const char* refused[] = {
      "-fplugin", "-fprofile",  "-fsanitize",    "-fdump",      "-fno-pic",     "-fno-PIC",       "-Wl",
      "-Wp",      "-Wa",        "-fopenacc",     "-flto",       "-fuse",        "-fpreprocessed", "-fauto-profile",
      "-fmodule", "-fopt-info", "-fstack-usage", "-fcallgraph", "-fdirectives", "-ffile",         "-fdebug",
      "-frandom", "-foffload",  "-fopenmp"};
  const auto begins = [&](const char* text) { return flag.starts_with(text); };
  const bool plain = std::ranges::all_of(flag, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::string_view("-=_.,+").find(static_cast<char>(c)) != std::string_view::npos;
  });
  const bool vectors = flag == "-fopenmp-simd";
  if (plain && std::ranges::any_of(allowed, begins) && (vectors || std::ranges::none_of(refused, begins))) return {};
  return say("the flag '%1' is not allowed; flags that choose code are, as -O3, -march=native or -ffast-math", flag);
}

fs::path Work::source() const { return folder / (task->name + language->ending); }

std::string Work::fingerprint() const {
  std::string all = task->name + "\n" + language->name + "\n";
  for (const std::string& flag : flags) all += flag + "\n";
  return all + read_file(source(), most_source_bytes);
}

Work plain_work(const Task& task, const std::string& language) {
  const Language& found = find_language(language);
  return {find_resources() / "workshop" / "plain", &task, &found, found.usual_flags};
}

Work new_work(const Task& task, const Language& language, const fs::path& folder, const std::string& kernel) {
  if (anything_at(folder) && (!folder_at(folder) || !entries_in(folder).empty()))
    throw InputError(say("%1 is there and not empty; name a new folder", folder.string()));
  make_folder(folder);
  Work work{fs::weakly_canonical(folder), &task, &language, language.usual_flags};
  nlohmann::ordered_json json = {
      {"format", format}, {"task", task.name}, {"language", language.name}, {"flags", work.flags}};
  write_file_atomically(work.folder / work_file, dump_json(json, 2) + "\n");
  write_file_atomically(work.source(), first_text(task, language, kernel));
  write_file_atomically(work.folder / "NOTE.md", note_text(task, language, work.folder));
  return work;
}

Work open_work(const fs::path& folder) {
  const fs::path file = folder / work_file;
  if (!file_at(file))
    throw InputError(
        say("%1 is no folder of the workshop: it has no %2; 'workshop new' makes one", folder.string(), work_file));
  const std::string text = read_file(file, most_source_bytes);
  try {
    const nlohmann::json json = parse_json(text);
    JsonReader reader(json, to_say("the workshop's file"));
    if (reader.required<std::string>("format") != format) throw UsageError(say("'format' is not %1", format));
    Work work{.folder = fs::weakly_canonical(folder)};
    work.task = &find_task(reader.required<std::string>("task"));
    work.language = &find_language(reader.required<std::string>("language"));
    work.flags = read_flags(reader.optional("flags", nlohmann::json::array()));
    reader.finish();
    return work;
  } catch (const nlohmann::json::parse_error&) {
    throw InputError(say("%1 cannot be read: %2", file.string(), why_not_json(text)));
  } catch (const UsageError& error) {
    throw InputError(say("%1 cannot be read: %2", file.string(), error.what()));
  }
}

}  // namespace mlplab::workshop
