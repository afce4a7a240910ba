#include "core/operations/kept_study.h"

#include <algorithm>
#include <array>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/operations/study_members.h"

namespace mlplab {
namespace {

constexpr const char* format_name = "mlplab-operations-1";
constexpr std::array kind_names{"pooling", "product", "embeddings"};  // by LaboratoryKind

/// Files of before 2026-11-25 have the kind in their name alone, as 'pooling.json'.
LaboratoryKind kind_of(const nlohmann::json& json, const std::filesystem::path& file) {
  return parse_laboratory(json.value("kind", file.stem().string()));
}

constexpr auto variant_members = [](auto& file, auto& variant) {
  file.plain("id", variant.id);
  file.plain("title", variant.title);
  file.plain("device", variant.device);
  file.count("workers", variant.workers, 1);
  file.count("order", variant.order);
  file.plain("why_not", variant.why_not);
};

constexpr auto case_members = [](auto& file, auto& pooling) {
  file.plain("n", pooling.n);
  file.plain("kernel", pooling.kernel);
  file.plain("stride", pooling.stride);
  file.plain("padding", pooling.padding);
};

constexpr auto timing_members = [](auto& file, auto& timing) {
  file.plain("repeats", timing.repeats);
  file.plain("time_s", timing.time_s);
  file.plain("limit_s", timing.limit_s);
};

constexpr auto plan_members = [](auto& file, auto& plan) {
  file.choice("pool_of", plan.pool_of, pool_names, to_say("pool"));
  file.plain("packet", plan.packet);
  file.counts("pools", plan.pools, 1);
  file.plain("repeats", plan.repeats);
};

constexpr auto kept_embedding_members = [](auto& file, auto& study) {
  embedding_members(file, study);
  file.plain("warnings", study.warnings);
  if (file.has("cores")) file.count("cores", study.cores);
  if (file.has("faces", study.faces.has_value())) file.object("faces", study.faces, face_members);
};

constexpr auto kept_members = [](auto& file, auto& kept) {
  if (file.has("machine")) file.plain("machine", kept.machine);
  file.plain("when", kept.when);
  file.object("pooling", kept.pooling, case_members);
  file.counts("sizes", kept.sizes, 1);
  file.object("timing", kept.timing, timing_members);
  file.list("variants", kept.study.variants, variant_members);
  file.list("points", kept.study.points, operation_members);
  file.plain("warnings", kept.study.warnings);
  if (file.has("of_faces")) file.plain("of_faces", kept.of_faces);
  file.object("embedding_plan", kept.embedding_plan, plan_members);
  file.object("embeddings", kept.embeddings, kept_embedding_members);
  file.plain("stopped", kept.stopped);
};

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

void save_study(const std::filesystem::path& file, const KeptStudy& kept) {
  nlohmann::json json = json_of(kept, kept_members);
  json["format"] = format_name;
  json["kind"] = to_string(kept.kind);
  json["folder"] = kept.folder.string();
  make_folder(file.parent_path());
  write_file_atomically(file, dump_json(json, 2) + "\n");
}

KeptStudy read_study(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  try {
    const nlohmann::json json = parse_json(text);
    if (json.at("format") != format_name) throw UsageError(say("its format is not %1", format_name));
    KeptStudy kept{.kind = kind_of(json, file)};
    read_from(json, kept, kept_members);
    kept.folder = json.at("folder").get<std::string>();
    check_pooling(kept.pooling);
    check_timing(kept.timing);
    check_embedding_plan(kept.embedding_plan);
    for (const MeasuredOperation& point : kept.study.points)
      if (kept.study.variant(point.variant) == nullptr)
        throw UsageError(say("a point names the variant '%1', which is not there", point.variant));
    return kept;
  } catch (const std::exception& error) {
    throw InputError(say("%1 is no file of measured operations: %2", file.string(), error.what()));
  }
}

}  // namespace mlplab
