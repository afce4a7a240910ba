#include "core/run/run_spec.h"

#include <algorithm>

#include "core/base/json.h"

namespace mlplab {

namespace {

constexpr int max_batch = 65'536, max_epochs = 100'000, max_profile_steps = 1000;

void check(bool valid, const std::string& sentence, const char* field) {
  if (!valid) throw UsageError(sentence, field);
}

}  // namespace

void validate(const RunSpec& spec) {
  validate(spec.model);
  validate(spec.optimizer);
  check(spec.batch >= 1 && spec.batch <= max_batch, "the batch must be between 1 and " + std::to_string(max_batch),
        "batch");
  check(spec.epochs >= 1 && spec.epochs <= max_epochs, "the epochs must be between 1 and " + std::to_string(max_epochs),
        "epochs");
  check(spec.eval_every >= 1, "the epochs between evaluations must be at least 1", "eval_every");
  check(spec.profile_steps >= 0 && spec.profile_steps <= max_profile_steps,
        "the profiled steps of an epoch must be between 0 and " + std::to_string(max_profile_steps), "profile_steps");
  validate(spec.data);
  if (spec.target_accuracy)
    check(*spec.target_accuracy > 0.0 && *spec.target_accuracy <= 1.0,
          "the target accuracy is a fraction: it must be above 0 and at most 1, as in 0.97", "target_accuracy");
}

Shape picture_shape(const Dataset& dataset) {
  return {dataset.image.channels, dataset.image.height, dataset.image.width};
}

void validate_against(const RunSpec& spec, const Dataset& dataset) {
  check(spec.model.inputs() == dataset.features(),
        "the network " + spec.model.name() + " has " + std::to_string(spec.model.inputs()) + " inputs, the images of " +
            dataset.name + " have " + std::to_string(dataset.features()) + " pixels; begin the network with " +
            std::to_string(dataset.features()),
        "model.inputs");
  const Shape image = picture_shape(dataset);
  check(spec.model.input.is_vector() || spec.model.input == image,
        "the network " + spec.model.name() + " takes pictures of " + to_string(spec.model.input) + ", those of " +
            dataset.name + " are " + to_string(image) + " (channels×height×width)",
        "model.inputs");
  check(spec.model.outputs() >= dataset.classes(),
        "the network " + spec.model.name() + " has " + std::to_string(spec.model.outputs()) + " outputs, " +
            dataset.name + " has " + std::to_string(dataset.classes()) + " classes; end the network with " +
            std::to_string(dataset.classes()),
        "model.layers");
  check(static_cast<std::size_t>(spec.batch) <= dataset.train.size(),
        "the batch of " + std::to_string(spec.batch) + " is larger than the " + std::to_string(dataset.train.size()) +
            " training examples",
        "batch");
}

std::string why_not(const RunSpec& spec) {
  const BackendEntry& entry = find_backend(spec.backend);
  std::string reason = entry.why_not();
  if (reason.empty() && entry.why_not_run) reason = entry.why_not_run(spec);
  return reason;
}

void check_backend(const RunSpec& spec) {
  const BackendEntry& entry = find_backend(spec.backend);
  check_backend(entry, spec.options);
  if (const std::string reason = why_not(spec); !reason.empty())
    throw BackendError("the backend " + entry.name + " cannot compute this run: " + reason);
}

namespace {

/// What is left as it is by most runs is named where it is not.
nlohmann::json data_json(const DataSpec& data) {
  nlohmann::json json = {{"source", data.source},
                         {"train_limit", data.train_limit},
                         {"test_limit", data.test_limit},
                         {"validation_fraction", data.validation_fraction}};
  if (data.image_size != ImageSize{}) json["image_size"] = {data.image_size.height, data.image_size.width};
  if (data.channels != 0) json["channels"] = data.channels;
  if (data.augmentation.any()) json["augmentation"] = data.augmentation;
  return json;
}

DataSpec read_data(const nlohmann::json& json) {
  JsonReader fields(json, "the run's data");
  DataSpec data;
  data.source = fields.required<std::string>("source");
  data.train_limit = fields.optional<std::size_t>("train_limit", 0);
  data.test_limit = fields.optional<std::size_t>("test_limit", 0);
  data.validation_fraction = fields.optional("validation_fraction", 0.0);
  const auto size = fields.optional("image_size", std::vector<int>{0, 0});
  check(size.size() == 2, "the run's data: 'image_size' is height and width", "data.image_size");
  data.image_size = {size[0], size[1]};
  data.channels = fields.optional("channels", 0);
  if (const auto augmentation = fields.optional("augmentation", nlohmann::json()); !augmentation.is_null())
    from_json(augmentation, data.augmentation);
  fields.finish();
  return data;
}

}  // namespace

void to_json(nlohmann::json& json, const RunSpec& spec) {
  json = {{"backend", spec.backend},
          {"workers", spec.options.workers},
          {"backend_options", spec.options.values},
          {"data", data_json(spec.data)},
          {"model", spec.model},
          {"optimizer", spec.optimizer},
          {"batch", spec.batch},
          {"epochs", spec.epochs},
          {"seed", spec.seed},
          {"eval_every", spec.eval_every},
          {"target_accuracy", spec.target_accuracy ? nlohmann::json(*spec.target_accuracy) : nlohmann::json()},
          {"profile_steps", spec.profile_steps},
          {"init_model", spec.init_model}};
}

void from_json(const nlohmann::json& json, RunSpec& spec) {
  JsonReader reader(json, "the run's spec");
  RunSpec result;
  result.backend = reader.required<std::string>("backend");
  result.options.workers = reader.optional("workers", 0);
  result.options.values = reader.optional("backend_options", result.options.values);
  if (const auto data = reader.optional("data", nlohmann::json::object()); !data.empty()) result.data = read_data(data);
  from_json(reader.required<nlohmann::json>("model"), result.model);
  from_json(reader.required<nlohmann::json>("optimizer"), result.optimizer);
  result.batch = reader.required<int>("batch");
  result.epochs = reader.required<int>("epochs");
  result.seed = reader.required<std::uint64_t>("seed");
  result.eval_every = reader.optional("eval_every", 1);
  if (const auto target = reader.optional("target_accuracy", nlohmann::json()); !target.is_null()) {
    check(target.is_number(), "the run's spec: 'target_accuracy' has the wrong type", "target_accuracy");
    result.target_accuracy = target.get<double>();
  }
  result.profile_steps = reader.optional("profile_steps", 0);
  result.init_model = reader.optional<std::string>("init_model", "");
  reader.finish();
  validate(result);
  spec = result;
}

}  // namespace mlplab
