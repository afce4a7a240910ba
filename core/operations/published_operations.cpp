#include "core/operations/published_operations.h"

#include "core/base/error.h"
#include "core/base/figures.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/read_each.h"

namespace mlplab {
namespace {

constexpr const char* operations_format = "mlplab-published-operations-1";

PublishedOperationCurve operation_curve(const nlohmann::json& json) {
  PublishedOperationCurve curve{.name = json.at("name"), .device = json.at("device")};
  curve.n = read_counts<int>(json, "n", 1);
  curve.total_s = read_amounts(json, "total_s");
  if (json.contains("product_s")) curve.product_s = read_amounts(json, "product_s");
  curve.shown = json.value("shown", false);
  if (curve.n.size() != curve.total_s.size() || (!curve.product_s.empty() && curve.product_s.size() != curve.n.size()))
    throw InputError(say("'n' and the times of %1 differ in length", curve.name));
  return curve;
}

std::vector<PublishedOperationCurve> operation_curves(const nlohmann::json& json) {
  return mapped(json.at("curves"), operation_curve);
}

std::vector<std::string> translated_notes(const nlohmann::json& json) {
  std::vector<std::string> notes;
  for (const nlohmann::json& note : json.at("notes"))
    notes.push_back(note.contains(language()) ? note.at(language()) : note.at("en"));
  return notes;
}

}  // namespace

PublishedOperations read_published_operations(const std::filesystem::path& file) {
  const std::string text = read_file(file);
  try {
    const nlohmann::json json = parse_json(text);
    if (json.at("format") != operations_format) throw InputError(say("'format' is not %1", operations_format));
    PublishedOperations study;
    json.at("id").get_to(study.id);
    json.at("label").get_to(study.label);
    json.at("publisher").get_to(study.publisher);
    study.machine = say(json.at("machine").get<std::string>());
    study.about = say(json.at("about").get<std::string>());
    if (const auto pooling = json.find("pooling"); pooling != json.end()) {
      study.pooling.kernel = read_count<int>(*pooling, "kernel", 1);
      study.pooling.stride = read_count<int>(*pooling, "stride", 1);
      study.pooling.padding = read_count<int>(*pooling, "padding", 0);
      study.pooling_curves = operation_curves(*pooling);
      study.pooling_notes = translated_notes(*pooling);
    }
    if (const auto product = json.find("product"); product != json.end()) {
      study.product_curves = operation_curves(*product);
      study.product_notes = translated_notes(*product);
    }
    if (const auto found = json.find("embeddings"); found != json.end()) {
      study.embeddings = PublishedEmbeddings{.images = read_count<int>(*found, "pictures", 1),
                                             .packet = read_count<int>(*found, "packet", 1),
                                             .packets = read_count<int>(*found, "packets", 1),
                                             .workers = read_count<int>(*found, "workers", 1),
                                             .serial_s = read_amount(*found, "serial_s"),
                                             .parallel_s = read_amount(*found, "parallel_s")};
      study.embedding_notes = translated_notes(*found);
    }
    return study;
  } catch (const std::exception& error) {
    throw InputError(say("%1 is not a file of published operations: %2", file.string(), error.what()));
  }
}

std::vector<PublishedOperations> published_operations(const std::filesystem::path& resources,
                                                      std::vector<std::string>* left_out) {
  std::vector<PublishedOperations> studies;
  read_each(files_in(resources / "published", ".json"), left_out, [&](const std::filesystem::path& file) {
    const nlohmann::json json = parse_json_or_null(read_file(file));
    if (json.is_object() && json.value("format", nlohmann::json()) == operations_format)
      studies.push_back(read_published_operations(file));
  });
  return studies;
}

}  // namespace mlplab
