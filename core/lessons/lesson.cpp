// Lessons as JSON. Everything is bounded: a lesson comes from anybody.
#include "core/lessons/lesson.h"

#include <algorithm>

#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/names.h"
#include "core/lessons/lesson_parts.h"

namespace mlplab {

using namespace lesson_parts;

namespace {

constexpr std::uintmax_t most_bytes = 256 * 1024;
constexpr std::size_t most_steps = 50, most_names = 200, longest_title = 120, longest_text = 2000;

std::vector<std::string> control_names(JsonReader& reader, const std::string& member) {
  auto names = reader.optional(member, std::vector<std::string>());
  demand(names.size() <= most_names, say("'%1' has more than %2 names", member, most_names));
  for (const std::string& name : names) plain_name(name, say("a name in '%1'", member));
  return names;
}

void check_backend_fits(const std::string& name, LessonFrom from) {
  const std::string why = why_unfit(name);  // throws for a name that there is not
  if (from == LessonFrom::this_program) return;
  demand(why.empty(), say("the backend %1 is refused in a lesson: %2", name, why));
}

LessonStep read_step(const nlohmann::json& json, const std::vector<LessonKernel>& kernels) {
  JsonReader reader(json, to_say("a step"));
  LessonStep step;
  step.text = short_text(reader.required<std::string>("text"), say("a step's text"), longest_text, true);
  if (const auto check = reader.optional("check", nlohmann::json()); !check.is_null())
    step.check = read_check(check, kernels);
  reader.finish();
  return step;
}

/// Reads the members of a run's spec that `json` names; the others are the program's defaults.
RunSpec read_settings(const nlohmann::json& json, LessonFrom from) {
  demand(json.is_object(), say("'settings' must be a JSON object"));
  RunSpec spec;
  spec.backend = default_backend().name;
  nlohmann::json whole(spec);
  if (json.contains("model") && json.at("model").contains("layers")) whole.erase("model");  // another one altogether
  whole.merge_patch(json);
  RunSpec read = whole.get<RunSpec>();
  if (from == LessonFrom::this_program) return read;
  RunSpec fit = read;
  if (const std::vector<std::string> unfit = leave_out_unfit(fit); !unfit.empty())
    throw UsageError(say("%1 is refused in a lesson", unfit.front()));
  return read;
}

std::string published_label(JsonReader& reader) {
  return short_text(reader.optional("published", std::string()), quoted("published"), longest_title, false);
}

LessonSweep lesson_sweep(const nlohmann::json& json, const RunSpec& settings, LessonFrom from) {
  JsonReader reader(json, quoted("sweep"));
  LessonSweep sweep;
  sweep.axis = parse_axis(reader.optional("axis", to_string(sweep.axis)));
  sweep.values = reader.optional("values", sweep.values);
  sweep.repeats = within(reader.optional("repeats", sweep.repeats), quoted("repeats"), 1, 100);
  sweep.warmup_epochs = within(reader.optional("warmup_epochs", sweep.warmup_epochs), quoted("warmup_epochs"), 0, 100);
  sweep.epochs = within(reader.optional("epochs", sweep.epochs), quoted("epochs"), 1, 1000);
  sweep.scaling = parse_scaling(reader.optional("scaling", to_string(sweep.scaling)));
  sweep.by_epoch = reader.optional("by_epoch", sweep.by_epoch);
  sweep.published = published_label(reader);
  if (const auto across = reader.optional("across", nlohmann::json()); !across.is_null())
    sweep.across = across.get<SecondAxis>();
  reader.finish();
  const auto check_names = [from](SweepAxis axis, const std::vector<std::string>& values) {
    if (axis != SweepAxis::backend) return;
    demand(!values.empty(), say("a sweep over backends names them in a lesson, in 'values'"));
    for (const std::string& name : values) check_backend_fits(name, from);
  };
  check_names(sweep.axis, sweep.values);
  if (sweep.across) check_names(sweep.across->axis, sweep.across->values);
  demand(sweep.scaling == Scaling::strong || sweep.axis == SweepAxis::workers,
         say("weak scaling is over workers alone"));
  if (sweep.values.empty()) return sweep;
  const SweepSpec whole{
      .base = settings, .axis = sweep.axis, .values = sweep.values, .scaling = sweep.scaling, .across = sweep.across};
  validate(whole);
  if (from != LessonFrom::anybody || !varies(whole, SweepAxis::resolution)) return sweep;
  for (const SweepSpec& slice : slices_of(whole))
    for (std::size_t point = 0; point < slice.values.size(); ++point)
      if (RunSpec run = run_of(slice, point); !leave_out_unfit(run).empty())
        throw UsageError(say("images of size %1 are refused in a lesson: they would take more than 1 GiB",
                             to_string(run_of(slice, point).data.image_size)));
  return sweep;
}

LessonProfile lesson_profile(const nlohmann::json& json) {
  JsonReader reader(json, quoted("profile"));
  LessonProfile profile;
  profile.batches = reader.optional("batches", profile.batches);
  demand(!profile.batches.empty() && profile.batches.size() <= 64, say("'batches' has from 1 to 64 numbers"));
  for (const int batch : profile.batches) within(batch, say("a batch"), 1, 65'536);
  profile.steps = within(reader.optional("steps", profile.steps), quoted("steps"), 1, 1000);
  profile.epochs = within(reader.optional("epochs", profile.epochs), quoted("epochs"), 1, 1000);
  profile.published = published_label(reader);
  reader.finish();
  return profile;
}

LessonComparison lesson_comparison(const nlohmann::json& json, LessonFrom from) {
  JsonReader reader(json, quoted("comparison"));
  LessonComparison comparison;
  comparison.epochs = within(reader.optional("epochs", comparison.epochs), quoted("epochs"), 1, 1000);
  comparison.repeats = within(reader.optional("repeats", comparison.repeats), quoted("repeats"), 1, 100);
  comparison.published = published_label(reader);
  if (json.contains("backends")) {
    comparison.backends = reader.required<std::vector<std::string>>("backends");
    demand(comparison.backends->size() <= most_names, say("'backends' has too many names"));
    for (const std::string& name : *comparison.backends) check_backend_fits(name, from);
  }
  reader.finish();
  return comparison;
}

LessonOperations lesson_operations(const nlohmann::json& json) {
  JsonReader reader(json, quoted("operations"));
  LessonOperations operations;
  operations.kind = parse_laboratory(reader.optional("operation", to_string(operations.kind)));
  const auto number = [&](const char* name, int& value, int least, int most) {
    value = within(reader.optional(name, value), quoted(name), least, most);
  };
  number("largest", operations.largest, 4, most_pooling_n);
  number("kernel", operations.kernel, 1, most_pooling_kernel);
  number("stride", operations.stride, 1, most_pooling_kernel);
  number("padding", operations.padding, 0, most_pooling_kernel);
  number("repeats", operations.repeats, 1, 1000);
  number("limit_s", operations.limit_s, 1, 3600);
  if (operations.kind == LaboratoryKind::embeddings) {
    number("images", operations.images, 1, static_cast<int>(most_embedded));
    number("packet", operations.packet, 1, static_cast<int>(most_embedded));
    operations.pools = reader.optional("pools", operations.pools);
    check_embedding_plan({.packet = operations.packet, .pools = operations.pools});
    operations.pool_of = value_of(pool_names, reader.optional("pool_of", name_of(pool_names, operations.pool_of)),
                                  to_say("kind of pool"));
  }
  reader.finish();
  return operations;
}

Lesson lesson_from(const nlohmann::json& json, LessonFrom from) {
  JsonReader reader(json, to_say("the lesson"));
  demand(reader.required<std::string>("format") == lesson_format, say("its format is not %1", lesson_format));
  Lesson lesson;
  lesson.title = short_text(reader.required<std::string>("title"), quoted("title"), longest_title, true);
  lesson.language = plain_name(reader.optional<std::string>("language", "en"), quoted("language"));
  lesson.intro = short_text(reader.optional<std::string>("intro", ""), quoted("intro"), longest_text, false);
  lesson.settings = read_settings(reader.optional("settings", nlohmann::json::object()), from);
  if (const auto part = reader.optional("sweep", nlohmann::json()); !part.is_null())
    lesson.sweep = lesson_sweep(part, lesson.settings, from);
  if (const auto part = reader.optional("profile", nlohmann::json()); !part.is_null())
    lesson.profile = lesson_profile(part);
  if (const auto part = reader.optional("comparison", nlohmann::json()); !part.is_null())
    lesson.comparison = lesson_comparison(part, from);
  if (const auto part = reader.optional("operations", nlohmann::json()); !part.is_null())
    lesson.operations = lesson_operations(part);
  lesson.kernels = read_kernels(reader.optional("kernels", nlohmann::json::array()));
  if (json.contains("page")) lesson.page = plain_name(reader.required<std::string>("page"), quoted("page"));
  lesson.hidden = control_names(reader, "hidden");
  lesson.locked = control_names(reader, "locked");
  const auto steps = reader.required<nlohmann::json>("steps");
  demand(steps.is_array() && !steps.empty() && steps.size() <= most_steps,
         say("'steps' is a list of 1 to %1 steps", most_steps));
  for (const nlohmann::json& step : steps) lesson.steps.push_back(read_step(step, lesson.kernels));
  reader.finish();
  return lesson;
}

}  // namespace

bool is_lesson(const nlohmann::json& json) {
  const auto format = json.is_object() ? json.find("format") : json.end();
  return json.is_object() && format != json.end() && format->is_string() &&
         format->get_ref<const std::string&>().starts_with("mlplab-lesson");
}

Lesson parse_lesson(const std::string& text, LessonFrom from) {
  try {
    return lesson_from(parse_json(text), from);
  } catch (const nlohmann::json::exception& error) {
    throw UsageError(say("it is not JSON of a lesson: %1", error.what()));
  }
}

Lesson read_lesson(const std::filesystem::path& file) {
  if (anything_at(file) && !file_at(file))
    throw InputError(say("%1 is no file; a lesson is a file of JSON", file.string()));
  const std::string text = read_file(file, most_bytes);
  try {
    return parse_lesson(text);
  } catch (const Error& error) {
    throw InputError(say("%1 is no lesson for this program: %2", file.string(), error.what()));
  }
}

std::string to_text(const Lesson& lesson) {
  nlohmann::ordered_json json{{"format", lesson_format}, {"title", lesson.title}, {"language", lesson.language}};
  if (!lesson.intro.empty()) json["intro"] = lesson.intro;
  json["settings"] = nlohmann::json(lesson.settings);
  if (lesson.sweep) {
    const LessonSweep& sweep = *lesson.sweep;
    json["sweep"] = {{"axis", to_string(sweep.axis)}, {"values", sweep.values},
                     {"repeats", sweep.repeats},      {"warmup_epochs", sweep.warmup_epochs},
                     {"epochs", sweep.epochs},        {"scaling", to_string(sweep.scaling)},
                     {"published", sweep.published}};
    if (sweep.across) json["sweep"]["across"] = nlohmann::json(*sweep.across);
    if (sweep.by_epoch) json["sweep"]["by_epoch"] = true;
  }
  if (lesson.profile)
    json["profile"] = {{"batches", lesson.profile->batches},
                       {"steps", lesson.profile->steps},
                       {"epochs", lesson.profile->epochs},
                       {"published", lesson.profile->published}};
  if (lesson.comparison) {
    json["comparison"] = {{"epochs", lesson.comparison->epochs},
                          {"repeats", lesson.comparison->repeats},
                          {"published", lesson.comparison->published}};
    if (lesson.comparison->backends) json["comparison"]["backends"] = *lesson.comparison->backends;
  }
  if (const auto& operations = lesson.operations)
    json["operations"] = {{"operation", to_string(operations->kind)},
                          {"largest", operations->largest},
                          {"kernel", operations->kernel},
                          {"stride", operations->stride},
                          {"padding", operations->padding},
                          {"repeats", operations->repeats},
                          {"limit_s", operations->limit_s}};
  if (lesson.operations && lesson.operations->kind == LaboratoryKind::embeddings)
    json["operations"].update({{"images", lesson.operations->images},
                               {"packet", lesson.operations->packet},
                               {"pools", lesson.operations->pools},
                               {"pool_of", name_of(pool_names, lesson.operations->pool_of)}});
  if (!lesson.kernels.empty()) json["kernels"] = kernels_json(lesson.kernels);
  if (!lesson.page.empty()) json["page"] = lesson.page;
  json["hidden"] = lesson.hidden;
  json["locked"] = lesson.locked;
  json["steps"] = nlohmann::ordered_json::array();
  for (const LessonStep& step : lesson.steps) {
    nlohmann::ordered_json one{{"text", step.text}};
    if (step.check) one["check"] = check_json(*step.check);
    json["steps"].push_back(std::move(one));
  }
  return dump_json(json, 2) + "\n";
}

void write_lesson(const std::filesystem::path& file, const Lesson& lesson) {
  const std::string text = to_text(lesson);
  try {
    (void)parse_lesson(text);
  } catch (const Error& error) {
    throw InputError(say("%1 is not written: %2", file.string(), error.what()));
  }
  write_file_atomically(file, text);
}

std::vector<std::filesystem::path> lessons_in(const std::filesystem::path& folder, const std::string& language) {
  std::vector<std::filesystem::path> lessons = files_in(folder / "en", ".json");
  for (std::filesystem::path& lesson : lessons) {
    const std::filesystem::path translated = folder / language / lesson.filename();
    if (file_at(translated)) lesson = translated;
  }
  return lessons;
}

}  // namespace mlplab
