#include "core/lessons/study_file.h"

#include <algorithm>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/names.h"
#include "core/data/shapes.h"
#include "core/model/network_file.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

constexpr const char* study_format = "mlplab-study-1";
constexpr std::uintmax_t largest_file = 1 << 20;
constexpr Name<StudySize> size_names[] = {{StudySize::laptop, "laptop"}, {StudySize::full, "full"}};

/// {"en": …, "es": …}
std::string in_language(const nlohmann::json& texts) {
  const auto own = texts.find(language());
  return own != texts.end() ? own->get<std::string>() : texts.at("en").get<std::string>();
}

nlohmann::json read_object(const fs::path& file) {
  nlohmann::json json = parse_json(read_file(file, largest_file));
  if (!json.is_object() || json.value("format", "") != study_format)
    throw UsageError(say("its format is not %1", study_format));
  return json;
}

/// Calls `read`; an error of it names the file.
template <class Read>
auto naming(const fs::path& file, const Read& read) {
  try {
    return read();
  } catch (const nlohmann::json::exception& error) {
    throw InputError(say("%1 is no study for this program: %2", file.string(), error.what()));
  } catch (const Error& error) {
    throw InputError(say("%1 is no study for this program: %2", file.string(), error.what()));
  }
}

/// Where the settings name the generated shapes, which have their own size and classes.
void fit_to_shapes(ModelSpec& model, const nlohmann::json& settings) {
  nlohmann::json whole = RunSpec();
  whole.merge_patch(settings);
  const DataSpec data = whole.get<RunSpec>().data;
  if (data.source != shapes_name) return;
  const ImageShape image = brought_shape(data, shapes_image);
  fit_to(model, {image.channels, image.height, image.width}, make_shapes(image, 1, 1).classes());
}

std::string hint_of(const nlohmann::json& json) {
  const std::string page = json.at("page");
  if (page == "compare")
    return say("Press Compare all. The published figures stand beside yours, and under them what is doubtful in them.");
  if (page == "scale") return say("Press Measure. The printed curve, where there is one, is laid over yours.");
  if (page == "profile") return say("Press Profile. The printed shares stand beside yours.");
  if (page == "operations" && json.at("operations").value("operation", "") == to_string(LaboratoryKind::embeddings))
    return say("Press Run on the page Train first: its network embeds. Then press Measure on the page Operations.");
  if (page == "operations") return say("Press Measure. The printed times are laid over yours.");
  return say("Press Run.");
}

}  // namespace

std::vector<StudyFile> study_files(const fs::path& resources) {
  std::vector<StudyFile> files;
  std::error_code error;
  for (fs::directory_iterator entry(resources / "studies", error), end; !error && entry != end;
       entry.increment(error)) {
    const fs::path path = entry->path();
    if (path.extension() != ".json") continue;
    files.push_back(naming(path, [&] {
      const nlohmann::json json = read_object(path);
      return StudyFile{.path = path,
                       .id = path.stem().string(),
                       .of = json.at("of").get<std::string>(),
                       .title = in_language(json.at("title")),
                       .prints = in_language(json.at("prints")),
                       .unlike = json.contains("unlike") ? in_language(json.at("unlike")) : "",
                       .laptop_size = in_language(json.at("laptop_size")),
                       .network = json.value("network", ""),
                       .laptop_network = json.at("laptop").value("network", json.value("network", ""))};
    }));
  }
  std::ranges::sort(files, {}, [](const StudyFile& file) { return std::pair(file.of, file.id); });
  return files;
}

StudyFile find_study_file(const fs::path& resources, const std::string& id) {
  std::string names;
  for (StudyFile& file : study_files(resources)) {
    if (file.id == id) return std::move(file);
    names += (names.empty() ? "" : ", ") + file.id;
  }
  throw UsageError(say("there is no study '%1'; there are %2", id, names));
}

Lesson lesson_of(const StudyFile& study, StudySize size) {
  return naming(study.path, [&] {
    nlohmann::json json = read_object(study.path);
    const nlohmann::json laptop = json.at("laptop");  // a copy: it is part of what it changes
    if (size == StudySize::laptop) json.merge_patch(laptop);
    nlohmann::json lesson = {{"format", lesson_format},
                             {"title", study.title},
                             {"language", language()},
                             {"page", json.at("page")},
                             {"settings", json.at("settings")}};
    if (const std::string& name = study.network_in(size); !name.empty()) {
      const fs::path resources = study.path.parent_path().parent_path();
      ModelSpec model =
          is_widths(name) ? make_mlp(parse_widths(name), Activation::relu) : find_network(name, resources).model;
      if (json.contains("loss")) model.loss = parse_loss(json.at("loss").get<std::string>());
      fit_to_shapes(model, json.at("settings"));
      lesson["settings"]["model"] = model;
    }
    for (const char* part : {"sweep", "comparison", "profile", "operations"})
      if (json.contains(part)) lesson[part] = json.at(part);
    lesson["intro"] = say("Printed: %1.", study.prints) + " " +
                      (size == StudySize::laptop ? say("Here, reduced to laptop size: %1.", study.laptop_size)
                                                 : say("Here, in the size of the study."));
    if (!study.unlike.empty())
      lesson["intro"] = lesson["intro"].get<std::string>() + " " + say("Unlike the study: %1.", study.unlike);
    lesson["steps"] = {{{"text", hint_of(json)}}};
    return parse_lesson(dump_json(lesson), LessonFrom::this_program);
  });
}

std::string to_string(StudySize size) { return name_of(size_names, size); }
StudySize parse_study_size(const std::string& text) { return value_of(size_names, text, to_say("size")); }

}  // namespace mlplab
