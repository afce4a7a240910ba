#include "core/operations/kept_study.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/figures.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr const char* format_name = "mlplab-operations-1";
constexpr std::array kind_names{"pooling", "product", "embeddings"};  // by LaboratoryKind

/// Files of before 2026-11-25 have the kind in their name alone, as 'pooling.json'.
LaboratoryKind kind_of(const nlohmann::json& json, const std::filesystem::path& file) {
  return parse_laboratory(json.value("kind", file.stem().string()));
}

nlohmann::json json_of(const Variant& variant) {
  return {{"id", variant.id},           {"title", variant.title}, {"device", variant.device},
          {"workers", variant.workers}, {"order", variant.order}, {"why_not", variant.why_not}};
}

Variant variant_of(const nlohmann::json& json) {
  return {.id = json.at("id").get<std::string>(),
          .title = json.at("title").get<std::string>(),
          .device = json.at("device").get<std::string>(),
          .workers = read_count<int>(json, "workers", 1),
          .order = read_count<int>(json, "order"),
          .why_not = json.at("why_not").get<std::string>()};
}

nlohmann::json json_of(const MeasuredOperation& point) {
  return {{"variant", point.variant},
          {"n", point.n},
          {"why_not", point.why_not},
          {"wrong", point.wrong},
          {"repeats", point.repeats},
          {"time_s", finite_or_null(point.time_s)},
          {"spread", finite_or_null(point.spread)}};
}

MeasuredOperation point_of(const nlohmann::json& json) {
  return {.variant = json.at("variant").get<std::string>(),
          .n = read_count<int>(json, "n", 1),
          .why_not = json.at("why_not").get<std::string>(),
          .wrong = json.at("wrong").get<bool>(),
          .repeats = read_count<int>(json, "repeats"),
          .time_s = read_amount(json, "time_s"),
          .spread = read_amount(json, "spread")};
}

nlohmann::json json_of(const EmbeddingPoint& point) {
  nlohmann::json phases = nlohmann::json::object();
  for (const auto& [phase, name] : phase_names)
    if (const PhasePoint& timed = point.phase(phase); !timed.times_s.empty())
      phases[name] = {{"times_s", timed.times_s},
                      {"time_s", finite_or_null(timed.time_s)},
                      {"speedup", finite_or_null(timed.speedup)}};
  return {{"workers", point.workers},
          {"start_s", finite_or_null(point.start_s)},
          {"times_s", point.times_s},
          {"time_s", finite_or_null(point.time_s)},
          {"spread", finite_or_null(point.spread)},
          {"speedup", finite_or_null(point.speedup)},
          {"ceiling", finite_or_null(point.ceiling)},
          {"identical", point.identical ? nlohmann::json(*point.identical) : nlohmann::json()},
          {"phases", phases}};
}

EmbeddingPoint embedding_point_of(const nlohmann::json& json) {
  EmbeddingPoint point{.workers = read_count<int>(json, "workers", 1),
                       .start_s = read_amount(json, "start_s"),
                       .times_s = read_amounts(json, "times_s"),
                       .time_s = read_amount(json, "time_s"),
                       .spread = read_amount(json, "spread"),
                       .speedup = read_amount(json, "speedup"),
                       .ceiling = read_amount(json, "ceiling")};
  if (!json.at("identical").is_null()) point.identical = json.at("identical").get<bool>();
  if (const auto phases = json.find("phases"); phases != json.end())  // not in older files
    for (const auto& [phase, name] : phase_names)
      if (const auto timed = phases->find(name); timed != phases->end())
        point.phases[static_cast<std::size_t>(phase)] = {.times_s = read_amounts(*timed, "times_s"),
                                                         .time_s = read_amount(*timed, "time_s"),
                                                         .speedup = read_amount(*timed, "speedup")};
  return point;
}

template <class Value>
nlohmann::json list_of(const std::vector<Value>& values) {
  nlohmann::json list = nlohmann::json::array();
  for (const Value& value : values) list.push_back(json_of(value));
  return list;
}

}  // namespace

LaboratoryKind parse_laboratory(const std::string& name) {
  const auto found = std::ranges::find(kind_names, name);
  if (found == kind_names.end()) throw UsageError(say("there is no laboratory '%1'", name));
  return static_cast<LaboratoryKind>(found - kind_names.begin());
}

std::string to_string(LaboratoryKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::filesystem::path new_study_file(const std::filesystem::path& folder, LaboratoryKind kind) {
  return free_path(folder, date_stamp() + "-" + to_string(kind), ".json");
}

namespace {

nlohmann::json json_of(const EmbeddingStudy& e) {
  nlohmann::json json = {{"pool_of", name_of(pool_names, e.pool_of)},
                         {"pictures", e.images},
                         {"packets", e.packets},
                         {"pairs", e.pairs},
                         {"packet", e.packet},
                         {"dimensions", e.dimensions},
                         {"cores", e.cores},
                         {"points", list_of(e.points)},
                         {"warnings", e.warnings}};
  if (e.faces)
    json["faces"] = {{"photographs", e.faces->photographs},
                     {"packets", e.faces->packets},
                     {"without", e.faces->without},
                     {"unreadable", e.faces->unreadable}};
  return json;
}

}  // namespace

void save_study(const std::filesystem::path& file, const KeptStudy& kept) {
  const PoolingCase& c = kept.pooling;
  const nlohmann::json json = {
      {"format", format_name},
      {"kind", to_string(kept.kind)},
      {"machine", kept.machine},
      {"when", kept.when},
      {"pooling", {{"n", c.n}, {"kernel", c.kernel}, {"stride", c.stride}, {"padding", c.padding}}},
      {"sizes", kept.sizes},
      {"timing", {{"repeats", kept.timing.repeats}, {"time_s", kept.timing.time_s}, {"limit_s", kept.timing.limit_s}}},
      {"variants", list_of(kept.study.variants)},
      {"points", list_of(kept.study.points)},
      {"warnings", kept.study.warnings},
      {"folder", kept.folder.string()},
      {"of_faces", kept.of_faces},
      {"embedding_plan",
       {{"pool_of", name_of(pool_names, kept.embedding_plan.pool_of)},
        {"packet", kept.embedding_plan.packet},
        {"pools", kept.embedding_plan.pools},
        {"repeats", kept.embedding_plan.repeats}}},
      {"embeddings", json_of(kept.embeddings)},
      {"stopped", kept.stopped}};
  make_folder(file.parent_path());
  write_file_atomically(file, dump_json(json, 2) + "\n");
}

KeptStudy read_study(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  try {
    const nlohmann::json json = parse_json(text);
    if (json.at("format") != format_name) throw UsageError(say("its format is not %1", format_name));
    KeptStudy kept{.kind = kind_of(json, file)};
    kept.machine = json.value("machine", "");
    kept.when = json.at("when").get<std::string>();
    const nlohmann::json &c = json.at("pooling"), &timing = json.at("timing"), &plan = json.at("embedding_plan"),
                         &e = json.at("embeddings");
    kept.pooling = {c.at("n").get<int>(), c.at("kernel").get<int>(), c.at("stride").get<int>(),
                    c.at("padding").get<int>()};
    check_pooling(kept.pooling);
    kept.sizes = read_counts<int>(json, "sizes", 1);
    kept.timing = {timing.at("repeats").get<int>(), timing.at("time_s").get<double>(),
                   timing.at("limit_s").get<double>()};
    check_timing(kept.timing);
    for (const nlohmann::json& variant : json.at("variants")) kept.study.variants.push_back(variant_of(variant));
    for (const nlohmann::json& point : json.at("points")) {
      kept.study.points.push_back(point_of(point));
      if (kept.study.variant(kept.study.points.back().variant) == nullptr)
        throw UsageError(say("a point names the variant '%1', which is not there", kept.study.points.back().variant));
    }
    json.at("warnings").get_to(kept.study.warnings);
    kept.folder = json.at("folder").get<std::string>();
    kept.of_faces = json.value("of_faces", false);
    kept.embedding_plan = {value_of(pool_names, plan.at("pool_of").get<std::string>(), to_say("pool")),
                           plan.at("packet").get<int>(), read_counts<int>(plan, "pools", 1),
                           plan.at("repeats").get<int>()};
    check_embedding_plan(kept.embedding_plan);
    EmbeddingStudy& study = kept.embeddings;
    study.pool_of = value_of(pool_names, e.at("pool_of").get<std::string>(), to_say("pool"));
    study.images = read_count<decltype(study.images)>(e, "pictures");
    study.packets = read_count<decltype(study.packets)>(e, "packets");
    study.pairs = read_count<decltype(study.pairs)>(e, "pairs");
    study.packet = read_count<decltype(study.packet)>(e, "packet");
    study.dimensions = read_count<decltype(study.dimensions)>(e, "dimensions");
    for (const nlohmann::json& point : e.at("points")) study.points.push_back(embedding_point_of(point));
    e.at("warnings").get_to(study.warnings);
    if (e.contains("cores")) study.cores = read_count<int>(e, "cores");
    if (const auto faces = e.find("faces"); faces != e.end())
      study.faces = FaceCount{.photographs = read_count<std::size_t>(*faces, "photographs"),
                              .packets = read_count<std::size_t>(*faces, "packets"),
                              .without = faces->at("without").get<std::vector<std::string>>(),
                              .unreadable = faces->at("unreadable").get<std::vector<std::string>>()};
    kept.stopped = json.at("stopped").get<bool>();
    return kept;
  } catch (const std::exception& error) {
    throw InputError(say("%1 is no file of measured operations: %2", file.string(), error.what()));
  }
}

}  // namespace mlplab
