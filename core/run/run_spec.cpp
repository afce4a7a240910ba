#include "core/run/run_spec.h"

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/run/configuration.h"
#include "core/run/remote_host.h"
#include "core/run/settings.h"

namespace mlplab {

namespace {

/// The sentence only where it is needed: it is put together from a pattern and words.
template <class... Words>
void check(bool valid, const char* field, const char* pattern, const Words&... words) {
  if (!valid) throw UsageError(say(pattern, words...), field);
}

}  // namespace

void validate(const RunSpec& spec) {
  validate(spec.model);
  check(workers_asked(spec) >= 0, "workers", to_say("the workers must be at least 1, or 0 for all there are"));
  for (const Setting& setting : settings()) check_range(setting, spec);
  validate(spec.data);
  if (!spec.host.empty()) parse_host(spec.host);
  check(spec.host.empty() || spec.batch_per_rank == 0, "batch",
        to_say("how many workers another machine has is not known here: give the whole batch"));
  if (!spec.team) return;
  validate(*spec.team);
  check(spec.batch_per_rank == 0 || spec.team->shares == Shares::equal, "batch",
        to_say("a batch of each worker is for equal shares: give the whole batch"));
}

void check_is_here(const RunSpec& spec) {
  check(spec.host.empty(), "host",
        to_say(
            "a measurement is of the machine that it runs on: leave out the other machine %1, and start MLP Lab there"),
        spec.host);
}

Shape image_shape(const Dataset& dataset) {
  return {dataset.image.channels, dataset.image.height, dataset.image.width};
}

void validate_against(const RunSpec& spec, const Dataset& dataset) {
  const std::string network = spec.model.name();
  check(spec.model.inputs() == dataset.features(), "model.inputs",
        to_say("the network %1 has %2 inputs, the images of %3 have %4 pixels; set the input layer to %4"), network,
        spec.model.inputs(), dataset.name, dataset.features());
  const Shape image = image_shape(dataset);
  check(spec.model.input.is_vector() || spec.model.input == image, "model.inputs",
        to_say("the network %1 takes images of %2, those of %3 are %4 (channels×height×width)"), network,
        to_string(spec.model.input), dataset.name, to_string(image));
  check(spec.model.outputs() >= dataset.classes(), "model.layers",
        to_say("the network %1 has %2 outputs, %3 has %4 classes; set the output layer to %4"), network,
        spec.model.outputs(), dataset.name, dataset.classes());
  check(static_cast<std::size_t>(spec.batch) <= dataset.train.size(), "batch",
        to_say("the batch of %1 is larger than the %2 training examples"), spec.batch, dataset.train.size());
}

void to_json(nlohmann::json& json, const RunSpec& spec) {
  Configuration configuration = configuration_of(spec);
  const bool members = spec.team && (!spec.team->members.empty() || spec.team->shares != Shares::equal);
  if (members)
    for (const char* word : {"team", "shares"}) configuration.options.erase(word);  // said below
  json = {{"backend", configuration.name},
          {"workers", configuration.workers},
          {"backend_options", configuration.options},
          {"model", spec.model}};
  write_settings(json, spec);
  if (members) json["team"] = members_json(*spec.team);
}

void from_json(const nlohmann::json& json, RunSpec& spec) {
  JsonReader reader(json, to_say("the run's spec"));
  RunSpec result;
  Configuration configuration{.name = reader.required<std::string>("backend"), .options = {}};
  configuration.workers = reader.optional("workers", 0);
  configuration.options = reader.optional("backend_options", configuration.options);
  set_configuration(result, configuration);
  from_json(reader.required<nlohmann::json>("model"), result.model);
  read_settings(json, {"backend", "workers", "backend_options", "model", "team"}, result);
  if (const auto team = reader.optional("team", nlohmann::json()); !team.is_null()) {
    check(result.team.has_value(), "options.team", to_say("the run's spec has members of a team, and names none"));
    read_members(team, *result.team);
    follow_members(result);
  }
  validate(result);
  spec = result;
}

bool is_another_programs(const RunSpec& spec) {
  const BackendEntry* backend = known_backend(spec.backend);
  return backend == nullptr || backend->program != nullptr;
}

std::string device_in_words(const RunSpec& spec, const std::string& device) {
  return device.empty() || !is_another_programs(spec) ? device : say("%1, as its program says", device);
}

std::string claims_in_words(const RunSpec& spec) {
  if (!is_another_programs(spec)) return {};
  return say(
      "device and training accuracy are what the program of %1 says, and are not checked; test figures are computed "
      "here from its weights",
      spec.backend);
}

}  // namespace mlplab
