// One JSON file, replaced as a whole.
#include "ui/runs/kept_session.h"

#include <array>

#include "core/base/files.h"
#include "core/base/json.h"

namespace mlplab {

namespace {

constexpr const char* session_format = "mlplab-session-1";

/// [colour, shade, marker]; nothing where it is none that a run can have.
std::optional<BackendLook> look_from(const nlohmann::json& in) {
  const auto [color, shade, marker] = in.get<std::array<int, 3>>();
  const bool possible = color >= 0 && color < 1000 && shade >= 0 && shade < 1000 &&
                        marker > static_cast<int>(Marker::none) && marker <= static_cast<int>(Marker::cross);
  return possible ? std::optional(BackendLook{{color, shade}, static_cast<Marker>(marker)}) : std::nullopt;
}

KeptRun kept_run_from(const nlohmann::json& in) {
  KeptRun run{in.at("folder").get<std::string>(), in.at("number").get<int>(), in.at("pinned").get<bool>(),
              in.at("visible").get<bool>(), std::nullopt};
  if (const auto look = in.find("look"); look != in.end()) run.look = look_from(*look);
  return run;
}

nlohmann::json json_of_kept(const KeptRun& run) {
  nlohmann::json json = {
      {"folder", run.folder.string()}, {"number", run.number}, {"pinned", run.pinned}, {"visible", run.visible}};
  if (run.look) json["look"] = {run.look->color.index, run.look->color.shade, static_cast<int>(run.look->marker)};
  return json;
}

}  // namespace

std::optional<KeptSession> read_session(const std::filesystem::path& file) {
  if (!anything_at(file)) return std::nullopt;
  try {
    const nlohmann::json in = parse_json(read_file(file));
    if (in.at("format") != session_format) return std::nullopt;
    KeptSession session;
    for (const nlohmann::json& run : in.at("runs")) session.runs.push_back(kept_run_from(run));
    session.next_number = in.at("next_number").get<int>();
    session.newest = in.at("newest").get<std::string>();
    session.going = in.value("going", std::string());  // earlier versions did not know it
    try {
      if (!in.at("form").is_null()) session.form = in.at("form").get<RunSpec>();
    } catch (const std::exception&) {
      // Written by another version: the defaults stay.
    }
    return session;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

void save_session(const std::filesystem::path& file, const KeptSession& session) {
  nlohmann::json runs = nlohmann::json::array();
  for (const KeptRun& run : session.runs) runs.push_back(json_of_kept(run));
  const nlohmann::json out{{"format", session_format},
                           {"form", session.form ? nlohmann::json(*session.form) : nlohmann::json()},
                           {"runs", runs},
                           {"next_number", session.next_number},
                           {"going", session.going.string()},
                           {"newest", session.newest.string()}};
  make_folder(file.parent_path());
  write_file_atomically(file, dump_json(out, 2) + "\n", false);
}

}  // namespace mlplab
