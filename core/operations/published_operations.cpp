#include "core/operations/published_operations.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"

namespace mlplab {
namespace {

constexpr const char* operations_format = "mlplab-published-operations-1";

PublishedOperationCurve operation_curve(const nlohmann::json& json) {
  PublishedOperationCurve curve{.name = json.at("name"), .device = json.at("device")};
  json.at("n").get_to(curve.n);
  json.at("total_s").get_to(curve.total_s);
  curve.product_s = json.value("product_s", std::vector<double>());
  curve.shown = json.value("shown", false);
  if (curve.n.size() != curve.total_s.size() || (!curve.product_s.empty() && curve.product_s.size() != curve.n.size()))
    throw InputError(say("'n' and the times of %1 differ in length", curve.name));
  return curve;
}

std::vector<PublishedOperationCurve> operation_curves(const nlohmann::json& json) {
  std::vector<PublishedOperationCurve> curves;
  for (const nlohmann::json& one : json.at("curves")) curves.push_back(operation_curve(one));
  return curves;
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
      pooling->at("kernel").get_to(study.pooling.kernel);
      pooling->at("stride").get_to(study.pooling.stride);
      pooling->at("padding").get_to(study.pooling.padding);
      study.pooling_curves = operation_curves(*pooling);
      study.pooling_notes = translated_notes(*pooling);
    }
    if (const auto product = json.find("product"); product != json.end()) {
      study.product_curves = operation_curves(*product);
      study.product_notes = translated_notes(*product);
    }
    if (const auto found = json.find("embeddings"); found != json.end()) {
      study.embeddings = PublishedEmbeddings{.pictures = found->at("pictures").get<int>(),
                                             .packet = found->at("packet").get<int>(),
                                             .packets = found->at("packets").get<int>(),
                                             .workers = found->at("workers").get<int>(),
                                             .serial_s = found->at("serial_s").get<double>(),
                                             .parallel_s = found->at("parallel_s").get<double>()};
      study.embedding_notes = translated_notes(*found);
    }
    return study;
  } catch (const std::exception& error) {
    throw InputError(say("%1 is not a file of published operations: %2", file.string(), error.what()));
  }
}

std::vector<PublishedOperations> published_operations(const std::filesystem::path& resources) {
  std::vector<PublishedOperations> studies;
  for (const std::filesystem::path& file : files_in(resources / "published", ".json")) {
    const nlohmann::json json = parse_json_or_null(read_file(file));
    if (json.is_object() && json.value("format", nlohmann::json()) == operations_format)
      studies.push_back(read_published_operations(file));
  }
  return studies;
}

}  // namespace mlplab
