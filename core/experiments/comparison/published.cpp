// Reads the format 'mlplab-published-1'.
#include "core/experiments/comparison/published.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {

namespace {

std::string said(const nlohmann::json& english) { return say(english.get<std::string>()); }

PublishedCurve curve_from(const nlohmann::json& json, int physical_cores) {
  PublishedCurve curve{said(json.at("name")), json.at("unit"), {}};
  const auto workers = json.at("workers").get<std::vector<int>>();
  const auto times_s = json.at("total_s").get<std::vector<double>>();
  if (workers.size() != times_s.size())
    throw InputError(say("'workers' and 'total_s' of %1 differ in length", curve.name));
  for (std::size_t i = 0; i < workers.size(); ++i) {
    curve.points.push_back({workers[i], {times_s[i]}, physical_cores > 0 && workers[i] > physical_cores});
  }
  return curve;
}

PublishedImplementation implementation_from(const nlohmann::json& json) {
  PublishedImplementation one{.name = said(json.at("name")), .backend = json.value("backend", "")};
  if (const auto& workers = json.at("workers"); !workers.is_null()) one.workers = workers.get<int>();
  one.total_s = json.at("total_s").get<double>();
  if (const auto& accuracy = json.at("accuracy"); !accuracy.is_null()) one.accuracy = accuracy.get<double>();
  return one;
}

std::optional<double> printed(const nlohmann::json& json, const char* name) {
  const auto found = json.find(name);
  return found == json.end() ? std::nullopt : std::optional(found->get<double>());
}

PublishedProfile profile_from(const nlohmann::json& json) {
  PublishedProfile profile{json.at("implementation"), json.at("device"), {}};
  for (const nlohmann::json& point : json.at("points"))
    profile.points.push_back({.batch = point.at("batch").get<int>(),
                              .h2d_share = point.at("h2d_share").get<double>(),
                              .kernel_share = point.at("kernel_share").get<double>(),
                              .d2h_share = point.at("d2h_share").get<double>(),
                              .h2d_s = printed(point, "h2d_s"),
                              .kernel_s = printed(point, "kernel_s"),
                              .d2h_s = printed(point, "d2h_s"),
                              .step_s = printed(point, "step_s"),
                              .images_per_s = printed(point, "images_per_s"),
                              .epoch_time_s = printed(point, "epoch_time_s"),
                              .total_s = printed(point, "total_s"),
                              .accuracy_test = printed(point, "accuracy_test")});
  return profile;
}

/// In the same folder: a profile of our own, or others' measurements of single operations, which have their readers.
bool has_another_reader(const std::filesystem::path& file) {
  const nlohmann::json json = parse_json_or_null(read_file(file));
  if (!json.is_object()) return false;
  const nlohmann::json format = json.value("format", nlohmann::json());
  return format == "mlplab-profile-1" || format == "mlplab-published-operations-1";
}

}  // namespace

PublishedStudy read_published(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  try {
    const nlohmann::json json = parse_json(text);
    if (json.at("format") != "mlplab-published-1") throw InputError(say("'format' is not %1", "mlplab-published-1"));
    PublishedStudy study;
    json.at("id").get_to(study.id);
    json.at("label").get_to(study.label);
    json.at("title").get_to(study.title);
    json.at("publisher").get_to(study.publisher);
    study.machine = said(json.at("machine"));
    study.machine_short = said(json.at("machine_short"));
    study.about = said(json.at("about"));
    study.epochs = json.value("epochs", 0);
    for (const nlohmann::json& one : json.value("implementations", nlohmann::json::array()))
      study.implementations.push_back(implementation_from(one));
    const int physical_cores = json.value("physical_cores", 0);
    for (const nlohmann::json& curve : json.at("scaling")) study.scaling.push_back(curve_from(curve, physical_cores));
    if (const auto profile = json.find("profile"); profile != json.end()) study.profile = profile_from(*profile);
    return study;
  } catch (const std::exception& error) {
    throw InputError(say("%1 is not a file of published measurements: %2", file.string(), error.what()));
  }
}

std::vector<PublishedStudy> published_studies(const std::filesystem::path& resources) {
  std::vector<PublishedStudy> studies;
  for (const std::filesystem::path& file : files_in(resources / "published", ".json"))
    if (!has_another_reader(file)) studies.push_back(read_published(file));
  return studies;
}

}  // namespace mlplab
