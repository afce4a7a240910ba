// Studies as files of the format 'mlplab-profile-1' (docs/file-formats.md).
#include <cmath>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/language.h"
#include "core/base/members.h"
#include "core/base/read_each.h"
#include "core/study/profile/profile_study.h"

namespace mlplab {
namespace {

constexpr const char* profile_format = "mlplab-profile-1";

constexpr auto point_members = [](auto& file, auto& point) {
  file.plain("backend", point.backend);
  file.plain("placement", point.placement);
  file.count("workers", point.workers);
  file.plain("device", point.device);
  file.count("batch", point.batch, 1);
  file.plain("failure", point.failure);
  file.share("accuracy_test", point.accuracy_test);
  if (file.has("rows")) {  // this and the next not in older files
    file.plain("model", point.model);
    file.count("rows", point.rows);
  }
  if (file.has("data")) {
    file.plain("data", point.data);
    file.count("images", point.images);
    file.count("epochs", point.epochs);
  }
  if (!file.has("noise")) return;
  file.plain("cold", point.cold);
  file.plain("noise", point.noise);
};

/// Those of a point that did not fail.
constexpr std::pair<const char*, double ProfilePoint::*> measured_members[] = {
    {"unprofiled_step_s", &ProfilePoint::unprofiled_step_s},
    {"images_per_s", &ProfilePoint::images_per_s},
    {"epoch_time_s", &ProfilePoint::epoch_time_s}};

double known_amount(const nlohmann::json& object, const char* name) {
  const double amount = read_amount(object, name);
  if (!std::isfinite(amount)) throw InputError(say("'%1' must be a number", name));
  return amount;
}

ProfileStudy study_from(const nlohmann::json& in) {
  if (in.at("format") != profile_format) throw InputError(say("its format is not %1", profile_format));
  ProfileStudy study;
  in.at("machine").get_to(study.machine);
  in.at("date").get_to(study.date);
  study.recorded = say("recorded on %1, %2", study.machine, study.date);
  for (const nlohmann::json& point : in.at("points")) study.points.push_back(point.get<ProfilePoint>());
  if (in.contains("ceilings") && !in.at("ceilings").is_null()) study.ceilings = in.at("ceilings").get<Ceilings>();
  return study;
}

}  // namespace

void to_json(nlohmann::json& out, const ProfilePoint& point) {
  const bool measured = point.failure.empty();
  out = measured ? nlohmann::json(point.profile) : nlohmann::json::object();
  if (!measured)  // unknown, not zero
    for (const char* name : {"wall_s", "h2d_s", "kernel_s", "d2h_s", "communication_s", "host_s", "unrecorded_s",
                             "h2d_bytes", "d2h_bytes", "communication_bytes"})
      out[name] = nullptr;
  out.update(json_of(point, point_members));
  out["peak_flop_per_s"] = point.peak_flop_per_s > 0.0 ? nlohmann::json(point.peak_flop_per_s) : nlohmann::json();
  for (const auto& [name, member] : measured_members)
    out[name] = measured ? nlohmann::json(point.*member) : nlohmann::json();
}

void from_json(const nlohmann::json& in, ProfilePoint& out) {
  ProfilePoint point;
  read_from(in, point, point_members);
  if (!in.value("peak_flop_per_s", nlohmann::json()).is_null())
    point.peak_flop_per_s = known_amount(in, "peak_flop_per_s");
  if (point.failure.empty()) {
    in.get_to(point.profile);
    for (const auto& [name, member] : measured_members) point.*member = known_amount(in, name);
  }
  out = std::move(point);
}

void save_profile_study(const std::filesystem::path& file, const ProfileStudy& study) {
  const auto line = [](const nlohmann::json& value) { return dump_json(value); };
  std::string text = "{\"format\": " + line(profile_format) + ",\n \"machine\": " + line(study.machine) +
                     ",\n \"date\": " + line(study.date) + ",\n \"points\": [";
  for (std::size_t i = 0; i < study.points.size(); ++i) text += (i == 0 ? "\n  " : ",\n  ") + line(study.points[i]);
  text += "],\n \"ceilings\": " + (study.ceilings ? line(*study.ceilings) : "null");
  write_file_atomically(file, text + "}\n");
}

ProfileStudy read_profile_study(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  try {
    return study_from(parse_json(text));
  } catch (const std::exception& error) {
    throw InputError(say("%1 is not a profile kept by mlplab: %2", file.string(), error.what()));
  }
}

std::vector<ProfileStudy> recorded_profile_studies(const std::filesystem::path& resources,
                                                   std::vector<std::string>* left_out) {
  std::vector<ProfileStudy> studies;
  read_each(files_in(resources / "published", ".json"), left_out, [&](const std::filesystem::path& path) {
    const nlohmann::json content = parse_json_or_null(read_file(path));
    if (content.is_object() && content.value("format", nlohmann::json()) == profile_format)
      studies.push_back(read_profile_study(path));
  });
  return studies;
}

}  // namespace mlplab
