// Studies as files of the format 'mlplab-profile-1' (docs/file-formats.md).
#include <cmath>

#include "core/base/error.h"
#include "core/base/figures.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/read_each.h"
#include "core/study/profile/profile_study.h"

namespace mlplab {
namespace {

constexpr const char* profile_format = "mlplab-profile-1";

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
  out["backend"] = point.backend;
  out["placement"] = point.placement;
  out["workers"] = point.workers;
  out["device"] = point.device;
  out["batch"] = point.batch;
  out["model"] = point.model ? nlohmann::json(*point.model) : nlohmann::json();
  out["data"] = point.data;
  out["images"] = point.images;
  out["epochs"] = point.epochs;
  out["rows"] = point.rows;
  out["peak_flop_per_s"] = point.peak_flop_per_s > 0.0 ? nlohmann::json(point.peak_flop_per_s) : nlohmann::json();
  out["unprofiled_step_s"] = measured ? nlohmann::json(point.unprofiled_step_s) : nlohmann::json();
  out["cold"] = point.cold;
  out["noise"] = point.noise;
  out["images_per_s"] = measured ? nlohmann::json(point.images_per_s) : nlohmann::json();
  out["epoch_time_s"] = measured ? nlohmann::json(point.epoch_time_s) : nlohmann::json();
  out["accuracy_test"] = point.accuracy_test ? nlohmann::json(*point.accuracy_test) : nlohmann::json();
  out["failure"] = point.failure;
}

void from_json(const nlohmann::json& in, ProfilePoint& out) {
  ProfilePoint point;
  in.at("backend").get_to(point.backend);
  in.at("placement").get_to(point.placement);
  point.workers = read_count<int>(in, "workers");
  in.at("device").get_to(point.device);
  point.batch = read_count<int>(in, "batch", 1);
  in.at("failure").get_to(point.failure);
  if (in.contains("model")) {  // not in older files
    if (!in.at("model").is_null()) point.model = in.at("model").get<ModelSpec>();
    point.rows = read_count<int>(in, "rows");
    if (!in.at("peak_flop_per_s").is_null()) point.peak_flop_per_s = known_amount(in, "peak_flop_per_s");
  }
  if (in.contains("data")) {  // not in older files
    in.at("data").get_to(point.data);
    point.images = read_count<std::int64_t>(in, "images");
    point.epochs = read_count<int>(in, "epochs");
  }
  if (in.contains("noise")) {  // not in older files
    in.at("cold").get_to(point.cold);
    in.at("noise").get_to(point.noise);
  }
  if (point.failure.empty()) {
    in.get_to(point.profile);
    point.unprofiled_step_s = known_amount(in, "unprofiled_step_s");
    point.images_per_s = known_amount(in, "images_per_s");
    point.epoch_time_s = known_amount(in, "epoch_time_s");
    point.accuracy_test = maybe_share(in, "accuracy_test");
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
