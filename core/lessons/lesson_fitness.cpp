// Which settings are for lessons: those that start nothing but this program, here, and name no file. A lesson is made
// by one person and opened by others, who do not read it first. And whether this machine can do what a lesson asks for.
#include <algorithm>
#include <cctype>

#include "core/base/language.h"
#include "core/data/load.h"
#include "core/data/shapes.h"
#include "core/launch/configurations.h"
#include "core/lessons/lesson.h"
#include "core/workshop/run_kernel.h"
#include "core/workshop/toolchain.h"

namespace mlplab {
namespace {

/// Members compute here, without options, by a transport that starts nothing of the system.
std::string why_unfit_team(const std::string& name) {
  RunSpec spec;
  set_configuration(spec, {.name = name, .options = {}});
  for (const TeamMember& member : spec.team->members) {
    if (!member.host.empty()) return say("it reaches another machine");
    for (const auto& [option, value] : member.compute.options.values)
      if (option != device_option) return say("its members have options");
    if (const std::string why = why_unfit(member.compute.backend); !why.empty()) return why;
  }
  return why_unfit(name_of_transport(spec.team->transport));
}

}  // namespace

std::string why_not_here(const Lesson& lesson) {
  for (const LessonKernel& kernel : lesson.kernels)
    if (const std::string why = workshop::why_not_compile(workshop::find_language(kernel.language)); !why.empty())
      return why;
  return lesson.kernels.empty() ? std::string() : workshop::why_not_confined();
}

std::string why_unfit(const std::string& backend) {
  if (names_members(backend)) return why_unfit_team(backend);
  const ConfigurationEntry& entry = find_configuration(backend);
  if (entry.is_program()) return say("it starts another program");
  const bool elsewhere = std::ranges::find(entry.options, hostfile_option, &BackendOption::name) != entry.options.end();
  return elsewhere ? say("it starts programs of the system, also on other machines") : "";
}

namespace {

constexpr double most_data_bytes = 1024.0 * 1024 * 1024;

/// '' where a lesson may set it. Free text may name anything; a number does not.
std::string why_unfit_option(const ConfigurationEntry& entry, const std::string& name, const std::string& value) {
  const auto option = std::ranges::find(entry.options, name, &BackendOption::name);
  if (option == entry.options.end()) return say("the backend %1 has no such option", entry.name);
  if (option->values.empty()) {
    const bool number =
        value.size() <= 6 && std::ranges::all_of(value, [](unsigned char c) { return std::isdigit(c); });
    return number ? "" : say("it is free text, which may name a file or a machine");
  }
  const bool listed = std::ranges::find(option->values, value) != option->values.end();
  return listed ? "" : say("it is none of the option's values");
}

}  // namespace

double data_bytes(const DataSpec& data) {
  const bool shapes = data.source == shapes_name;
  const ImageShape image = brought_shape(data, shapes ? shapes_image : ImageShape{28, 28, 1});
  const auto examples = [](std::size_t limit, std::size_t all, bool made) {
    return static_cast<double>(limit == 0 ? all : made ? limit : std::min(limit, all));
  };
  return (examples(data.train_limit, shapes ? shapes_train : 60'000, shapes) +
          examples(data.test_limit, shapes ? shapes_test : 10'000, shapes)) *
         image.height * image.width * image.channels * sizeof(float);
}

std::vector<std::string> leave_out_unfit(RunSpec& settings) {
  std::vector<std::string> left_out;
  Configuration configuration = configuration_of(settings);
  if (const std::string why = why_unfit(configuration.name); !why.empty()) {
    left_out.push_back(say("the backend %1 (%2)", configuration.name, why));
    configuration = {.name = default_backend().name, .options = {}};
  }
  const ConfigurationEntry& entry = find_configuration(configuration.name);
  std::erase_if(configuration.options, [&](const auto& option) {
    const std::string why = why_unfit_option(entry, option.first, option.second);
    if (!why.empty()) left_out.push_back(say("the option %1 (%2)", option.first, why));
    return !why.empty();
  });
  set_configuration(settings, configuration);
  const bool shipped_data = is_shipped(settings.data);
  if (!shipped_data || data_bytes(settings.data) > most_data_bytes) {
    left_out.push_back(say(shipped_data ? "the data %1 (so many images of that size take more than 1 GiB)"
                                        : "the data %1 (a lesson has MNIST or the generated shapes)",
                           settings.data.source));
    const DataSpec shipped;
    if (RunSpec().model.inputs() != settings.model.inputs()) {
      left_out.push_back(say("the network %1 (it is made for those data)", settings.model.name()));
      settings.model = RunSpec().model;
    }
    settings.data = shipped;
  }
  if (!settings.init_model.empty()) {
    left_out.push_back(say("the model file %1 to start from", settings.init_model));
    settings.init_model.clear();
  }
  return left_out;
}

}  // namespace mlplab
