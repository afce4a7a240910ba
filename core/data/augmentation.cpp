// The table of the kinds, as text and as JSON. Their effect on an image is in augment_image.cpp.
#include "core/data/augmentation.h"

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/language.h"
#include "core/base/listed.h"
#include "core/base/numbers.h"
#include "core/base/typed_number.h"

namespace mlplab {
namespace {

constexpr const char* augmentation_field = "data.augmentation";

struct Kind {
  const char* name;
  double most;
  const char* range;  // in words
  double (*get)(const Augmentation&);
  void (*set)(Augmentation&, double);
};

constexpr Kind kinds[] = {
    {"shift", 64.0, to_say("0 to 64 pixels"), [](const Augmentation& a) { return a.shift; },
     [](Augmentation& a, double value) { a.shift = value; }},
    {"rotate", 180.0, to_say("0 to 180 degrees"), [](const Augmentation& a) { return a.rotate; },
     [](Augmentation& a, double value) { a.rotate = value; }},
    {"scale", 0.9, to_say("0 to 0.9"), [](const Augmentation& a) { return a.scale; },
     [](Augmentation& a, double value) { a.scale = value; }},
    {"flip", 1.0, to_say("a probability, 0 to 1"), [](const Augmentation& a) { return a.flip; },
     [](Augmentation& a, double value) { a.flip = value; }},
    {"crop", 64.0, to_say("a whole number of pixels, 0 to 64"),
     [](const Augmentation& a) { return static_cast<double>(a.crop); },
     [](Augmentation& a, double value) { a.crop = static_cast<int>(value); }},
};

void check(const Kind& kind, double value) {
  const bool fits = value >= 0.0 && value <= kind.most;
  if (!fits || (std::string(kind.name) == "crop" && value != std::floor(value)))
    throw UsageError(say("the augmentation %1 is %2", kind.name, say(kind.range)), augmentation_field);
}

std::string valid_names() { return joined(kinds, ", ", &Kind::name); }

/// Sets what `name` says. Throws UsageError.
void set(Augmentation& augmentation, const std::string& name, double value) {
  for (const Kind& kind : kinds)
    if (name == kind.name) {
      check(kind, value);
      return kind.set(augmentation, value);
    }
  throw UsageError(say("there is no augmentation '%1'; valid is %2", name, valid_names()), augmentation_field);
}

}  // namespace

Augmentation parse_augmentation(const std::string& text) {
  Augmentation augmentation;
  if (text.empty()) return augmentation;
  for (const std::string& part : parts_of(text, ',')) {
    const std::size_t equals = std::min(part.find('='), part.size());
    const std::optional<double> value = typed_number(part.substr(std::min(equals + 1, part.size())));
    if (!value)
      throw UsageError(say("'%1' is no augmentation; write them as shift=2,rotate=10,scale=0.1,flip=0.5,crop=2", part),
                       augmentation_field);
    set(augmentation, part.substr(0, equals), *value);
  }
  return augmentation;
}

std::string to_string(const Augmentation& augmentation) {
  std::string text;
  for (const Kind& kind : kinds)
    if (const double value = kind.get(augmentation); value != 0.0)
      text += (text.empty() ? "" : ",") + std::string(kind.name) + "=" + dump_json(nlohmann::json(value));
  return text;
}

void validate(const Augmentation& augmentation) {
  for (const Kind& kind : kinds) check(kind, kind.get(augmentation));
}

void to_json(nlohmann::json& json, const Augmentation& augmentation) {
  json = nlohmann::json::object();
  for (const Kind& kind : kinds)
    if (const double value = kind.get(augmentation); value != 0.0) json[kind.name] = value;
}

void from_json(const nlohmann::json& json, Augmentation& augmentation) {
  JsonReader reader(json, to_say("the augmentation"));
  Augmentation result;
  for (const Kind& kind : kinds) {
    const auto value = reader.optional(kind.name, 0.0);
    check(kind, value);
    kind.set(result, value);
  }
  reader.finish();
  augmentation = result;
}

}  // namespace mlplab
