#include "core/model/network_file.h"

#include <algorithm>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* network_format = "mlplab-network-1";

fs::path folder_of(const fs::path& resources) { return resources / "networks"; }

}  // namespace

NetworkFile read_network_file(const fs::path& path) {
  const std::string text = read_file(path);
  const auto fail = [&](const std::string& what) {
    return InputError(say("%1 is not a usable network: %2", path.string(), what));
  };
  nlohmann::json json = parse_json_or_null(text);
  if (!json.is_object()) throw fail(why_not_json(text));
  if (json.value("format", nlohmann::json()) != network_format) throw fail(say("its format is not %1", network_format));
  json.erase("format");
  NetworkFile file;
  try {
    file.description = JsonReader(json, to_say("the network")).optional("description", std::string());
    json.erase("description");
    if (!json.contains("loss")) json["loss"] = to_string(Loss::softmax_cross_entropy);
    if (!json.contains("initializer")) json["initializer"] = to_string(Initializer::he);
    from_json(json, file.model);
  } catch (const UsageError& error) {
    throw fail(error.what());
  }
  if (is_mlp(file.model))
    file.model.title.clear();  // its widths are its name: the same network, however it was asked for
  else if (file.model.title.empty())
    file.model.title = path.stem().string();
  return file;
}

void write_network_file(const fs::path& path, const NetworkFile& file) {
  nlohmann::json json = file.model;
  json["format"] = network_format;
  if (!file.description.empty()) json["description"] = file.description;
  write_file_atomically(path, dump_json(json, 2) + "\n");
}

std::vector<std::string> network_names(const fs::path& resources) {
  std::vector<std::string> names;
  for (const fs::path& file : files_in(folder_of(resources), ".json")) names.push_back(file.stem().string());
  return names;
}

bool is_widths(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789-") == std::string::npos;
}

NetworkFile find_network(const std::string& text, const fs::path& resources) {
  if (text.find('/') != std::string::npos || text.ends_with(".json")) return read_network_file(text);
  const std::vector<std::string> names = network_names(resources);
  if (std::ranges::find(names, text) != names.end()) return read_network_file(folder_of(resources) / (text + ".json"));
  throw UsageError(say("'%1' is not a network; write its widths as in 784-256-10, the path of a file, or one of %2",
                       text, in_one_line(names)),
                   "model.layers");
}

}  // namespace mlplab
