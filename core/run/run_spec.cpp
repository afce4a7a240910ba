#include "core/run/run_spec.h"

#include <algorithm>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/run/configuration.h"

namespace mlplab {

namespace {

constexpr int max_batch = 65'536, max_epochs = 100'000, max_profile_steps = 1000;

/// The sentence only where it is needed: it is put together from a pattern and words.
template <class... Words>
void check(bool valid, const char* field, const char* pattern, const Words&... words) {
  if (!valid) throw UsageError(say(pattern, words...), field);
}

}  // namespace

void validate(const RunSpec& spec) {
  validate(spec.model);
  validate(spec.optimizer);
  check(workers_asked(spec) >= 0, "workers", to_say("the workers must be at least 1, or 0 for all there are"));
  check(spec.batch >= 1 && spec.batch <= max_batch, "batch", to_say("the batch must be between 1 and %1"), max_batch);
  check(spec.batch_per_rank >= 0 && spec.batch_per_rank <= max_batch, "batch",
        to_say("the batch of each worker must be between 1 and %1"), max_batch);
  check(spec.epochs >= 1 && spec.epochs <= max_epochs, "epochs", to_say("the epochs must be between 1 and %1"),
        max_epochs);
  check(spec.eval_every >= 1, "eval_every", to_say("the epochs between evaluations must be at least 1"));
  check(spec.profile_steps >= 0 && spec.profile_steps <= max_profile_steps, "profile_steps",
        to_say("the profiled steps of an epoch must be between 0 and %1"), max_profile_steps);
  validate(spec.data);
  if (spec.team) validate(*spec.team);
  if (spec.team)
    check(spec.batch_per_rank == 0 || spec.team->shares == Shares::equal, "batch",
          to_say("a batch of each worker is for equal shares: give the whole batch"));
  if (spec.target_accuracy)
    check(*spec.target_accuracy > 0.0 && *spec.target_accuracy <= 1.0, "target_accuracy",
          to_say("the target accuracy is a fraction: it must be above 0 and at most 1, as in 0.97"));
}

Shape picture_shape(const Dataset& dataset) {
  return {dataset.image.channels, dataset.image.height, dataset.image.width};
}

void validate_against(const RunSpec& spec, const Dataset& dataset) {
  const std::string network = spec.model.name();
  check(spec.model.inputs() == dataset.features(), "model.inputs",
        to_say("the network %1 has %2 inputs, the images of %3 have %4 pixels; begin the network with %4"), network,
        spec.model.inputs(), dataset.name, dataset.features());
  const Shape image = picture_shape(dataset);
  check(spec.model.input.is_vector() || spec.model.input == image, "model.inputs",
        to_say("the network %1 takes pictures of %2, those of %3 are %4 (channels×height×width)"), network,
        to_string(spec.model.input), dataset.name, to_string(image));
  check(spec.model.outputs() >= dataset.classes(), "model.layers",
        to_say("the network %1 has %2 outputs, %3 has %4 classes; end the network with %4"), network,
        spec.model.outputs(), dataset.name, dataset.classes());
  check(static_cast<std::size_t>(spec.batch) <= dataset.train.size(), "batch",
        to_say("the batch of %1 is larger than the %2 training examples"), spec.batch, dataset.train.size());
}

namespace {

/// Settings that most runs leave alone are written only where they are set.
nlohmann::json data_json(const DataSpec& data) {
  nlohmann::json json = {{"source", data.source},
                         {"train_limit", data.train_limit},
                         {"test_limit", data.test_limit},
                         {"validation_fraction", data.validation_fraction}};
  if (data.image_size != ImageSize{})
    json["image_size"] = {{"width", data.image_size.width}, {"height", data.image_size.height}};
  if (data.channels != 0) json["channels"] = data.channels;
  if (data.transposed) json["transposed"] = true;
  if (data.augmentation.any()) json["augmentation"] = data.augmentation;
  return json;
}

/// Earlier versions wrote [height, width].
ImageSize read_image_size(const nlohmann::json& json) {
  if (json.is_array()) {
    const auto size = json.get<std::vector<int>>();
    check(size.size() == 2, "data.image_size", to_say("the run's data: 'image_size' is width and height"));
    return {.height = size[0], .width = size[1]};
  }
  JsonReader fields(json, say("the run's data: 'image_size'"));
  ImageSize size;
  size.width = fields.required<int>("width");
  size.height = fields.required<int>("height");
  fields.finish();
  return size;
}

DataSpec read_data(const nlohmann::json& json) {
  JsonReader fields(json, say("the run's data"));
  DataSpec data;
  data.source = fields.required<std::string>("source");
  data.train_limit = fields.optional<std::size_t>("train_limit", 0);
  data.test_limit = fields.optional<std::size_t>("test_limit", 0);
  data.validation_fraction = fields.optional("validation_fraction", 0.0);
  if (const auto size = fields.optional("image_size", nlohmann::json()); !size.is_null())
    data.image_size = read_image_size(size);
  data.channels = fields.optional("channels", 0);
  data.transposed = fields.optional("transposed", false);
  if (const auto augmentation = fields.optional("augmentation", nlohmann::json()); !augmentation.is_null())
    from_json(augmentation, data.augmentation);
  fields.finish();
  return data;
}

}  // namespace

void to_json(nlohmann::json& json, const RunSpec& spec) {
  Configuration configuration = configuration_of(spec);
  const bool members = spec.team && (!spec.team->members.empty() || spec.team->shares != Shares::equal);
  if (members)
    for (const char* word : {"team", "shares"}) configuration.options.erase(word);  // said below
  json = {{"backend", configuration.name},
          {"workers", configuration.workers},
          {"backend_options", configuration.options},
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
  if (spec.batch_per_rank > 0) json["batch_per_rank"] = spec.batch_per_rank;
  if (members) json["team"] = members_json(*spec.team);
}

void from_json(const nlohmann::json& json, RunSpec& spec) {
  JsonReader reader(json, say("the run's spec"));
  RunSpec result;
  Configuration configuration{.name = reader.required<std::string>("backend"), .options = {}};
  configuration.workers = reader.optional("workers", 0);
  configuration.options = reader.optional("backend_options", configuration.options);
  set_configuration(result, configuration);
  if (const auto data = reader.optional("data", nlohmann::json::object()); !data.empty()) result.data = read_data(data);
  from_json(reader.required<nlohmann::json>("model"), result.model);
  from_json(reader.required<nlohmann::json>("optimizer"), result.optimizer);
  result.batch = reader.required<int>("batch");
  result.batch_per_rank = reader.optional("batch_per_rank", 0);
  if (const auto team = reader.optional("team", nlohmann::json()); !team.is_null()) {
    check(result.team.has_value(), "options.team", to_say("the run's spec has members of a team, and names none"));
    read_members(team, *result.team);
    follow_members(result);
  }
  result.epochs = reader.required<int>("epochs");
  result.seed = reader.required<std::uint64_t>("seed");
  result.eval_every = reader.optional("eval_every", 1);
  if (const auto target = reader.optional("target_accuracy", nlohmann::json()); !target.is_null()) {
    check(target.is_number(), "target_accuracy", to_say("the run's spec: 'target_accuracy' has the wrong type"));
    result.target_accuracy = target.get<double>();
  }
  result.profile_steps = reader.optional("profile_steps", 0);
  result.init_model = reader.optional<std::string>("init_model", "");
  reader.finish();
  validate(result);
  spec = result;
}

}  // namespace mlplab
