// Strict reading: an unknown member is reported as a mistake, not skipped.
#include "core/launch/external/trainer_file.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr const char* format_name = "mlplab-trainer-1";
constexpr std::uintmax_t max_trainer_file_bytes = 1 << 16;
constexpr std::size_t longest_trainer_name = 40;

using Words = std::vector<std::string>;

void check_name(const std::string& name) {
  const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  if (name.empty() || name.size() > longest_trainer_name || name.front() == '-' || !std::ranges::all_of(name, allowed))
    throw UsageError(
        say("the name '%1' must be of 1 to %2 small letters, digits and hyphens", name, longest_trainer_name));
}

BackendOption option_of(const nlohmann::json& json) {
  JsonReader reader(json, say("an option"));
  BackendOption option;
  option.name = reader.required<std::string>("name");
  option.values = reader.optional("values", Words{});
  option.help = reader.optional<std::string>("help", "");
  reader.finish();
  return option;
}

bool many_of(const nlohmann::json& workers) {
  if (workers == 1) return false;
  if (workers == "many") return true;
  throw UsageError(say("'workers' must be 1 or \"many\""));
}

TrainerFile read(const std::filesystem::path& path) {
  const nlohmann::json json = parse_json(read_file(path, max_trainer_file_bytes));
  JsonReader reader(json, say("it"));
  if (const auto format = reader.required<std::string>("format"); format != format_name)
    throw UsageError(say("its format is '%1', not %2", format, format_name));
  TrainerFile file;
  file.path = std::filesystem::absolute(path);
  file.name = reader.required<std::string>("name");
  file.title = reader.required<std::string>("title");
  file.technology = reader.required<std::string>("technology");
  file.description = reader.optional<std::string>("description", "");
  file.many_workers = many_of(reader.optional("workers", nlohmann::json(1)));
  file.parallelism = reader.optional<std::string>("parallelism", file.many_workers ? "processes" : "none");
  file.programs = reader.required<Words>("program");
  file.arguments = reader.required<Words>("arguments");
  file.check = reader.optional("check", Words{});
  file.environment = reader.optional("environment", file.environment);
  for (const nlohmann::json& option : reader.optional("options", nlohmann::json::array()))
    file.options.push_back(option_of(option));
  if (const auto knows = reader.optional("knows", nlohmann::json::object()); !knows.empty()) {
    JsonReader words(knows, "'knows'");
    file.knows.layers = words.optional("layers", file.knows.layers);
    file.knows.activations = words.optional("activations", file.knows.activations);
    file.knows.losses = words.optional("losses", file.knows.losses);
    file.knows.optimizers = words.optional("optimizers", file.knows.optimizers);
    file.knows.schedules = words.optional("schedules", file.knows.schedules);
    file.knows.augmentation = words.optional("augmentation", false);
    file.knows.rates = words.optional("rates", false);
    words.finish();
  }
  reader.finish();
  check_name(file.name);
  if (file.programs.empty()) throw UsageError(say("'program' is empty"));
  // Every placeholder now, not when a run has begun.
  TrainerValues values;
  for (const BackendOption& option : file.options) values.options[option.name];
  for (const Words* words : {&file.programs, &file.arguments, &file.check})
    for (const std::string& word : *words) expand(word, file, values);
  for (const auto& [name, value] : file.environment) expand(value, file, values);
  return file;
}

}  // namespace

TrainerFile read_trainer_file(const std::filesystem::path& path) {
  try {
    return read(path);
  } catch (const nlohmann::json::parse_error&) {
    throw InputError(say("%1 does not describe a trainer: %2; correct or remove it", path.string(),
                         why_not_json(read_beginning(path, 2))));
  } catch (const UsageError& error) {
    throw InputError(say("%1 does not describe a trainer: %2; correct or remove it", path.string(), error.what()));
  }
}

std::string expand(const std::string& text, const TrainerFile& file, const TrainerValues& values) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = text.find('{', at), close = text.find('}', open);
    if (close == std::string::npos) return result + text.substr(at);
    result += text.substr(at, open - at);
    const std::string name = text.substr(open + 1, close - open - 1);
    constexpr std::string_view option = "option:";
    if (name == "here") {
      result += file.path.parent_path().string();
    } else if (name == "exchange") {
      result += values.exchange;
    } else if (name == "workers") {
      result += std::to_string(values.workers);
    } else if (name.starts_with(option) && values.options.contains(name.substr(option.size()))) {
      result += values.options.at(name.substr(option.size()));
    } else {
      throw UsageError(
          say("there is no placeholder {%1}; valid are {here}, {exchange}, {workers} and {option:NAME} for one of its "
              "options",
              name));
    }
    at = close + 1;
  }
  return result;
}

}  // namespace mlplab
