// Lists and texts with numbers in them, as people type them in the terminal, in files and in the window: each number is
// read in base ten, by one parser. To add a text: a line in `texts`.
#include <gtest/gtest.h>

#include <functional>

#include "core/base/error.h"
#include "core/base/typed_number.h"
#include "core/compute/backend_table.h"
#include "core/data/augmentation.h"
#include "core/data/load.h"
#include "core/model/model_spec.h"
#include "core/model/normalized_input.h"
#include "core/run/configuration.h"
#include "core/study/sweep/sweep_spec.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

struct Text {
  const char* name;
  std::string before, after;                            // of the number
  std::function<std::string(const std::string&)> read;  // what was understood
};

std::vector<Text> texts() {
  const auto value = [](SweepAxis axis) {
    return [axis](const std::string& text) {
      SweepSpec spec{.base = test::small_spec(), .axis = axis, .values = parse_values(axis, text)};
      check_figures(spec);
      return spec.values.back();
    };
  };
  return {
      {"sweep over workers", "1,", "", value(SweepAxis::workers)},
      {"sweep over batches", "7, ", "", value(SweepAxis::batch)},
      {"sweep over widths", "7,", "", value(SweepAxis::width)},
      {"sweep over seeds", "7,", " ", value(SweepAxis::seed)},
      {"width of an image", "", "x5",
       [](const std::string& text) { return std::to_string(parse_image_size(text).width); }},
      {"height of an image", "5x", "",
       [](const std::string& text) { return std::to_string(parse_image_size(text).height); }},
      {"widths of layers", "7-", "-4",
       [](const std::string& text) { return std::to_string(parse_widths(text).at(1)); }},
      {"augmentation", "shift=2,rotate=", "",
       [](const std::string& text) { return std::to_string(static_cast<int>(parse_augmentation(text).rotate)); }},
      {"normalisation", "mean=0.5:", ",std=1:1",
       [](const std::string& text) { return std::to_string(static_cast<int>(parse_normalization(text).mean.at(1))); }},
      {"threads of a process", "", "", [](const std::string& text) {
         RunSpec spec;
         set_configuration(spec, {.name = "processes-shared", .workers = 1, .options = {{"threads", text}}});
         return std::string();
       }}};
}

TEST(TypedLists, AreInBaseTenAndWhatWasUnderstoodIsShown) {
  for (const Text& text : texts())
    for (const auto& [typed, meant] : {std::pair("64", "64"), {"064", "64"}, {"+64", "64"}, {"1e2", "100"}}) {
      if (std::string(text.name) == "threads of a process") continue;
      EXPECT_EQ(text.read(text.before + typed + text.after), meant) << text.name << ": " << typed;
    }
}

TEST(TypedLists, WhatIsNoNumberIsRefused) {
  for (const Text& text : texts())
    for (const char* typed : {"0x10", "1_000", "1 000", "1'000", "６４", "64k", "64.5.1", "99999999999999999999999",
                              "1e400", "nan", "inf", "1e", "sixty", ""}) {
      // Some of these are valid real numbers; an empty text is the option's default.
      if ((std::string(text.name) == "normalisation" && typed_number(typed)) ||
          (std::string(text.name) == "threads of a process" && *typed == '\0'))
        continue;
      EXPECT_THROW(text.read(text.before + typed + text.after), UsageError) << text.name << ": " << typed;
    }
}

}  // namespace
}  // namespace mlplab
