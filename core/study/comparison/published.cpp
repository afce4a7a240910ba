// Reads the format 'mlplab-published-1'.
#include "core/study/comparison/published.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/figures.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/names.h"
#include "core/base/numbers.h"
#include "core/base/read_each.h"

namespace mlplab {

namespace {

constexpr Name<PublishedPart> part_names[] = {{PublishedPart::implementations, "implementations"},
                                              {PublishedPart::scaling, "scaling"},
                                              {PublishedPart::profile, "profile"},
                                              {PublishedPart::energy, "energy"}};

/// A text in English, which the catalogues know, or one for each language with English among them.
std::string text_from(const nlohmann::json& json) {
  if (!json.is_object()) return say(json.get<std::string>());
  const auto found = json.find(language());
  return (found == json.end() ? json.at("en") : *found).get<std::string>();
}

std::vector<std::string> texts_from(const nlohmann::json& list) {
  return mapped(list, [](const nlohmann::json& one) { return one.is_number() ? one.dump() : text_from(one); });
}

PublishedParts parts_from(const nlohmann::json& list) {
  PublishedParts parts;
  for (const nlohmann::json& one : list) parts.push_back(value_of(part_names, one.get<std::string>(), to_say("part")));
  if (parts.empty()) throw InputError(say("'on' is empty"));
  return parts;
}

PublishedTable table_from(const nlohmann::json& json) {
  PublishedTable table{parts_from(json.at("on")), text_from(json.at("title")), texts_from(json.at("header")), {}};
  for (const nlohmann::json& row : json.at("rows")) {
    table.rows.push_back(texts_from(row));
    if (table.rows.back().size() != table.header.size())
      throw InputError(say("a row of '%1' has not as many cells as its header", table.title));
  }
  return table;
}

PublishedEnergy energy_from(const nlohmann::json& json) {
  PublishedEnergy energy{text_from(json.at("title")), text_from(json.at("baseline")), {}};
  for (const nlohmann::json& row : json.at("rows"))
    energy.rows.push_back({.name = text_from(row.at("name")),
                           .energy_j = read_amount(row, "energy_j"),
                           .energy_with_idle_j = read_amount(row, "energy_with_idle_j"),
                           .relative_edp = read_amount(row, "relative_edp"),
                           .relative_edp_with_idle = read_amount(row, "relative_edp_with_idle")});
  if (std::ranges::find(energy.rows, energy.baseline, &PublishedEnergyRow::name) == energy.rows.end())
    throw InputError(say("'baseline' of the energy names none of its rows"));
  return energy;
}

/// Joules in digits that can be read: 1.17 MJ.
std::string joules_words(double energy_j) {
  return energy_j < 1e6 ? significant(energy_j) + " J" : significant(1e-6 * energy_j) + " MJ";
}

/// No digit that was not there.
std::string as_printed(double value) { return nlohmann::json(value).dump(); }

PublishedTable energy_table(const PublishedEnergy& energy) {
  PublishedTable table{
      {PublishedPart::energy},
      energy.title,
      {say("training on"), say("energy"), say("energy with idle"), say("relative EDP"), say("relative EDP with idle")},
      {}};
  for (const PublishedEnergyRow& row : energy.rows)
    table.rows.push_back({row.name, joules_words(row.energy_j), joules_words(row.energy_with_idle_j),
                          as_printed(row.relative_edp), as_printed(row.relative_edp_with_idle)});
  return table;
}

bool share_a_part(const PublishedParts& on, const PublishedParts& parts) {
  return std::ranges::any_of(on, [&](PublishedPart part) { return std::ranges::find(parts, part) != parts.end(); });
}

PublishedCurve curve_from(const nlohmann::json& json, int physical_cores) {
  const nlohmann::json& name = json.at("name");
  PublishedCurve curve{.name = text_from(name), .of = name.is_object() ? name.at("en") : name, .unit = json.at("unit")};
  const auto workers = read_counts<int>(json, "workers", 1);
  const bool as_speedups = json.contains("speedup");
  const char* figures = as_speedups ? "speedup" : "total_s";
  auto times_s = read_amounts(json, figures);
  if (workers.size() != times_s.size())
    throw InputError(say("'workers' and '%1' of %2 differ in length", figures, curve.name));
  for (double& time_s : times_s) {
    if (!(time_s > 0.0)) throw InputError(say("'%1' of %2 must be above 0", figures, curve.name));
    if (as_speedups) time_s = 1.0 / time_s;
  }
  for (std::size_t i = 0; i < workers.size(); ++i) {
    curve.points.push_back({workers[i], {times_s[i]}, physical_cores > 0 && workers[i] > physical_cores});
  }
  return curve;
}

PublishedImplementation implementation_from(const nlohmann::json& json) {
  PublishedImplementation one{.name = json.at("name"), .backend = json.value("backend", "")};
  if (!member_of(json, "workers").is_null()) one.workers = read_count<int>(json, "workers", 1);
  one.total_s = read_amount(json, "total_s");
  if (!member_of(json, "accuracy").is_null()) one.accuracy = read_share(json, "accuracy");
  return one;
}

double read_part(const nlohmann::json& json, const char* name) {
  const double part = read_amount(json, name);
  if (part > 1.0) refuse_figure(name, part, to_say("a share of a step is a fraction from 0 to 1"));
  return part;
}

PublishedProfile profile_from(const nlohmann::json& json) {
  PublishedProfile profile{json.at("implementation"), json.at("device"), {}};
  for (const nlohmann::json& point : json.at("points"))
    profile.points.push_back({.batch = read_count<int>(point, "batch", 1),
                              .h2d_share = read_part(point, "h2d_share"),
                              .kernel_share = read_part(point, "kernel_share"),
                              .d2h_share = read_part(point, "d2h_share"),
                              .h2d_s = maybe_amount(point, "h2d_s"),
                              .kernel_s = maybe_amount(point, "kernel_s"),
                              .d2h_s = maybe_amount(point, "d2h_s"),
                              .step_s = maybe_amount(point, "step_s"),
                              .images_per_s = maybe_amount(point, "images_per_s"),
                              .epoch_time_s = maybe_amount(point, "epoch_time_s"),
                              .total_s = maybe_amount(point, "total_s"),
                              .accuracy_test = maybe_share(point, "accuracy_test")});
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
    study.machine = text_from(json.at("machine"));
    study.machine_short = text_from(json.at("machine_short"));
    study.about = text_from(json.at("about"));
    if (json.contains("network")) study.network = read_counts<int>(json, "network", 1);
    study.dataset = json.value("dataset", std::string());
    if (json.contains("epochs")) study.epochs = read_count<int>(json, "epochs", 1);
    if (json.contains("images")) study.images = read_count<std::int64_t>(json, "images", 1);
    for (const nlohmann::json& one : json.value("implementations", nlohmann::json::array()))
      study.implementations.push_back(implementation_from(one));
    const int physical_cores = json.contains("physical_cores") ? read_count<int>(json, "physical_cores", 1) : 0;
    const nlohmann::json none = nlohmann::json::array();
    for (const nlohmann::json& curve : json.value("scaling", none))
      study.scaling.push_back(curve_from(curve, physical_cores));
    if (const auto profile = json.find("profile"); profile != json.end()) study.profile = profile_from(*profile);
    if (const auto energy = json.find("energy"); energy != json.end()) study.energy = energy_from(*energy);
    for (const nlohmann::json& table : json.value("tables", none)) study.tables.push_back(table_from(table));
    for (const nlohmann::json& doubt : json.value("doubts", none))
      study.doubts.push_back({parts_from(doubt.at("on")), text_from(doubt.at("text"))});
    return study;
  } catch (const std::exception& error) {
    throw InputError(say("%1 is not a file of published measurements: %2", file.string(), error.what()));
  }
}

std::vector<std::string> doubts_of(const PublishedStudy& study, const PublishedParts& parts) {
  std::vector<std::string> texts;
  for (const PublishedNote& doubt : study.doubts)
    if (share_a_part(doubt.on, parts)) texts.push_back(doubt.text);
  return texts;
}

std::vector<PublishedTable> tables_of(const PublishedStudy& study, const PublishedParts& parts) {
  std::vector<PublishedTable> tables;
  for (const PublishedTable& table : study.tables)
    if (share_a_part(table.on, parts)) tables.push_back(table);
  if (study.energy && share_a_part({PublishedPart::energy}, parts)) tables.push_back(energy_table(*study.energy));
  return tables;
}

std::vector<PublishedStudy> published_studies(const std::filesystem::path& resources,
                                              std::vector<std::string>* left_out) {
  std::vector<PublishedStudy> studies;
  read_each(files_in(resources / "published", ".json"), left_out, [&](const std::filesystem::path& file) {
    if (!has_another_reader(file)) studies.push_back(read_published(file));
  });
  return studies;
}

}  // namespace mlplab
