#include "core/study/sweep/sweep_spec.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/names.h"
#include "core/launch/configurations.h"

namespace mlplab {

namespace {

constexpr Name<Scaling> scaling_names[] = {{Scaling::strong, "strong"}, {Scaling::weak, "weak"}};

// Checks what validate(RunSpec) does not see of a value: the backend's name and its number of workers.
void check_value(const RunSpec& run) {
  if (run.team)
    for (const TeamMember& member : run.team->members) find_backend(member.compute.backend);
  const ConfigurationEntry entry = find_configuration(configuration_name(run));
  const int most = entry.why_not().empty() ? entry.workers_max() : 0;
  if (most == 1 && workers_asked(run) > 1) {
    const std::string other = default_backend().name;
    throw UsageError(
        other == entry.name
            ? say("the backend %1 has one worker; sweep workers on a parallel one", entry.name)
            : say("the backend %1 has one worker; sweep workers on a parallel one, as %2", entry.name, other),
        "workers");
  }
}

/// The settings that all runs of the sweep share.
RunSpec common_of(const SweepSpec& spec) {
  RunSpec run = spec.base;
  run.epochs = spec.base.epochs + spec.warmup_epochs;
  if (!spec.by_epoch) run.eval_every = run.epochs;
  run.target_accuracy.reset();  // a run that stops early could not be compared
  return run;
}

std::string complaint_of(const RunSpec& run) {
  try {
    validate(run);
    check_value(run);
    return {};
  } catch (const UsageError& error) {
    return error.what();
  }
}

/// The fault of a run that a value makes: of the base, where the base has it without the value.
UsageError of_a_value(const SweepSpec& spec, const UsageError& error) {
  const bool of_the_base = complaint_of(common_of(spec)) == error.what();
  return UsageError(error.what(), of_the_base ? "base." + error.field() : "values");
}

void check_values(SweepAxis axis, const std::vector<std::string>& values, const std::string& field) {
  if (values.empty()) throw UsageError(say("a sweep over %1 needs at least one value", in_words(axis)), field);
  if (values.size() > 64) throw UsageError(say("a sweep takes at most 64 values"), field);
  std::set<std::string> seen;
  for (const std::string& value : values) {
    if (!seen.insert(understood_value(axis, value)).second)
      throw UsageError(say("the value %1 is there twice; use repeats instead", value), field);
  }
}

/// A fault of a slice that its base has is one of the second axis's value.
void check_across(const SweepSpec& spec) {
  const SweepAxis second = spec.across->axis;
  if (second == spec.axis)
    throw UsageError(say("both axes are %1: choose another one", in_words(second)), "across.axis");
  check_values(second, spec.across->values, "across.values");
  if (spec.values.size() * spec.across->values.size() > 256)
    throw UsageError(say("a sweep over two axes takes at most 256 points"), "across.values");
  try {
    for (const SweepSpec& slice : slices_of(spec)) {
      if (second.of != nullptr && !matters(*second.of, slice.base))
        throw UsageError(say("the %1 changes nothing in these runs", in_words(second)), "across.axis");
      check_figures(slice);
    }
  } catch (const UsageError& error) {
    const bool of_second = error.field() == "across" || error.field().starts_with("base.");
    throw UsageError(error.what(), of_second ? "across.values" : error.field());
  }
}

}  // namespace

void check_figures(const SweepSpec& spec) {
  check_is_here(spec.base);
  if (spec.across) return check_across(spec);
  check_values(spec.axis, spec.values, "values");
  if (spec.repeats < 1 || spec.repeats > 1000) throw UsageError(say("repeats must be from 1 to 1000"), "repeats");
  if (spec.warmup_epochs < 0 || spec.warmup_epochs > 1000)
    throw UsageError(say("warm-up epochs must be from 0 to 1000"), "warmup_epochs");
  if (!spec.baseline.empty() && std::ranges::find(spec.values, spec.baseline) == spec.values.end()) {
    throw UsageError(say("the baseline %1 is not among the values %2", spec.baseline, in_one_line(spec.values)),
                     "baseline");
  }
  if (spec.scaling == Scaling::weak && spec.axis != SweepAxis::workers) {
    throw UsageError(say("weak scaling is a sweep over workers"), "scaling");
  }
  if (spec.axis == SweepAxis::workers && spec.base.team && !spec.base.team->members.empty())
    throw UsageError(say("a team of named members has as many processes as it names: leave out the members"), "axis");
  if (spec.axis == SweepAxis::width && spec.base.model.layers.size() < 2) {
    throw UsageError(say("a sweep over width needs a hidden layer"), "axis");
  }
  for (std::size_t point = 0; point < spec.values.size(); ++point) {
    try {
      validate(run_of(spec, point));
    } catch (const UsageError& error) {
      throw of_a_value(spec, error);
    }
    if (spec.axis.of != nullptr && !matters(*spec.axis.of, run_of(spec, point)))
      throw UsageError(say("the %1 changes nothing in these runs", in_words(spec.axis)), "axis");
  }
}

std::vector<SweepSpec> slices_of(const SweepSpec& spec) {
  if (!spec.across) return {spec};
  std::vector<SweepSpec> slices;
  for (const std::string& value : spec.across->values) {
    SweepSpec& slice = slices.emplace_back(spec);
    slice.across.reset();
    try {
      apply_value(spec.across->axis, value, slice.base);
    } catch (const UsageError& error) {
      throw UsageError(error.what(), "across");
    }
  }
  return slices;
}

std::string across_of(const SweepSpec& spec, std::size_t slice) {
  return spec.across ? spec.across->values.at(slice) : std::string();
}

void validate(const SweepSpec& spec) {
  check_figures(spec);
  for (const SweepSpec& slice : slices_of(spec))
    for (std::size_t point = 0; point < slice.values.size(); ++point) {
      try {
        check_value(run_of(slice, point));
      } catch (const UsageError& error) {
        throw of_a_value(slice, error);
      }
    }
}

RunSpec run_of(const SweepSpec& spec, std::size_t point) {
  RunSpec run = common_of(spec);
  apply_value(spec.axis, spec.values.at(point), run);
  if (batch_of_each(spec) > 0)
    run.batch = static_cast<int>(std::min<long long>(static_cast<long long>(batch_of_each(spec)) * workers_asked(run),
                                                     std::numeric_limits<int>::max()));
  return run;
}

bool has_own_data(SweepAxis axis) {
  if (axis.of != nullptr) return std::string_view(axis.of->path).starts_with("data.");
  return axis == SweepAxis::resolution || axis == SweepAxis::seed;
}

RunSpec reference_of(const SweepSpec& spec, std::size_t point) {
  RunSpec run = run_of(spec, point);
  set_configuration(run, {.name = reference_entry().name, .options = {}});
  run.batch_per_rank = 0;
  return run;
}

std::vector<std::size_t> reference_points(const SweepSpec& spec) {
  if (!spec.against_reference) return {};
  std::vector<std::size_t> points(losses_must_agree(spec) ? 1 : spec.values.size());
  std::iota(points.begin(), points.end(), std::size_t{0});
  return points;
}

int batch_of_each(const SweepSpec& spec) {
  if (spec.axis != SweepAxis::workers) return 0;
  if (spec.base.batch_per_rank > 0) return spec.base.batch_per_rank;
  return spec.scaling == Scaling::weak ? spec.base.batch : 0;
}

std::string unless_varied(const SweepSpec& spec, SweepAxis::Kind axis, const std::string& of_base) {
  if (spec.across && spec.across->axis.kind == axis) return in_one_line(spec.across->values);
  return spec.axis.kind == axis ? in_one_line(spec.values) : of_base;
}

bool varies(const SweepSpec& spec, SweepAxis axis) {
  return spec.axis == axis || (spec.across && spec.across->axis == axis);
}

std::string axes_in_words(const SweepSpec& spec) {
  const std::string first = in_words(spec.axis);
  return spec.across ? first + "/" + in_words(spec.across->axis) : first;
}

std::string network_in_words(const SweepSpec& spec) {
  std::string varied;
  for (const SweepAxis::Kind axis : {SweepAxis::width, SweepAxis::resolution})
    if (const std::string values = unless_varied(spec, axis, ""); !values.empty())
      varied += (varied.empty() ? "" : ", ") + in_words(axis) + " " + values;
  return varied.empty() ? spec.base.model.name() : varied;
}

std::string batch_in_words(const SweepSpec& spec) {
  const int each = batch_of_each(spec);
  const std::string batch = unless_varied(spec, SweepAxis::batch, std::to_string(each > 0 ? each : spec.base.batch));
  return each > 0 ? say("batch %1 of each worker", batch) : say("batch %1", batch);
}

std::string baseline_of(const SweepSpec& spec) { return spec.baseline.empty() ? spec.values.front() : spec.baseline; }

bool losses_must_agree(const SweepSpec& spec) {
  if (spec.axis == SweepAxis::workers) return spec.scaling == Scaling::strong && spec.base.batch_per_rank == 0;
  return spec.axis == SweepAxis::backend;
}

std::string to_string(Scaling scaling) { return name_of(scaling_names, scaling); }
Scaling parse_scaling(const std::string& text) { return value_of(scaling_names, text, to_say("kind of scaling")); }

void to_json(nlohmann::json& json, const SecondAxis& across) {
  json = {{"axis", to_string(across.axis)}, {"values", across.values}};
}

void from_json(const nlohmann::json& json, SecondAxis& across) {
  JsonReader reader(json, to_say("sweep"));
  across.axis = parse_axis(reader.required<std::string>("axis"));
  across.values = reader.required<std::vector<std::string>>("values");
  reader.finish();
}

void to_json(nlohmann::json& json, const SweepSpec& spec) {
  json = {{"run", spec.base},
          {"axis", to_string(spec.axis)},
          {"values", spec.values},
          {"repeats", spec.repeats},
          {"warmup_epochs", spec.warmup_epochs},
          {"scaling", name_of(scaling_names, spec.scaling)},
          {"baseline", spec.baseline},
          {"against_reference", spec.against_reference}};
  if (spec.across) json["across"] = *spec.across;
  if (spec.by_epoch) json["by_epoch"] = true;
}

void from_json(const nlohmann::json& json, SweepSpec& spec) {
  JsonReader reader(json, to_say("sweep"));
  spec.base = reader.required<RunSpec>("run");
  spec.axis = parse_axis(reader.required<std::string>("axis"));
  spec.values = reader.required<std::vector<std::string>>("values");
  spec.repeats = reader.required<int>("repeats");
  spec.warmup_epochs = reader.required<int>("warmup_epochs");
  spec.scaling = parse_scaling(reader.optional<std::string>("scaling", "strong"));
  spec.baseline = reader.optional<std::string>("baseline", "");
  spec.against_reference = reader.optional<bool>("against_reference", false);
  spec.across.reset();
  if (const auto across = reader.optional("across", nlohmann::json()); !across.is_null())
    spec.across = across.get<SecondAxis>();
  spec.by_epoch = reader.optional<bool>("by_epoch", false);
  reader.finish();
}

}  // namespace mlplab
