// The table of settings: each line says the truth about its value, and no value is without a line.
#include "core/run/settings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/base/numbers.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

/// Another value than the usual one, as it is typed.
std::string other_text(const Setting& setting) {
  if (!setting.choices.empty()) return setting.choices.back().name;
  return visit_setting(setting, RunSpec(), [&](const auto* value) -> std::string {
    using T = std::remove_cvref_t<decltype(*value)>;
    if constexpr (std::is_same_v<T, ImageSize>) return "12x9";
    if constexpr (std::is_same_v<T, Augmentation>) return "shift=2.0,flip=0.5";
    if constexpr (std::is_same_v<T, std::string>) return "somewhere";
    if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::optional<double>>) return "0.8125";
    return setting.range && setting.range->least > 3.0 ? exact(setting.range->least) : "3";
  });
}

RunSpec with(const Setting& setting, const std::string& text) {
  RunSpec spec = test::small_spec();
  set_text(setting, spec, text);
  return spec;
}

TEST(Settings, AreToldApartByPathTitleAndOption) {
  std::set<std::string> paths, titles, options, briefs;
  for (const Setting& setting : settings()) {
    EXPECT_TRUE(paths.insert(setting.path).second) << setting.path;
    EXPECT_TRUE(titles.insert(setting.title).second) << setting.path;
    EXPECT_TRUE(setting.option == nullptr || options.insert(setting.option).second) << setting.path;
    ASSERT_NE(setting.brief, nullptr) << setting.path;
    EXPECT_TRUE(std::string(setting.brief) == "%1" || briefs.insert(setting.brief).second) << setting.path;
    EXPECT_EQ(&find_setting(setting.path), &setting);
  }
  EXPECT_THROW(find_setting("optimizer.nesterov"), std::out_of_range);
}

TEST(Settings, GoThroughTextAndFiles) {
  for (const Setting& setting : settings()) {
    const RunSpec usual, changed = with(setting, other_text(setting));
    EXPECT_TRUE(is_usual(setting, usual)) << setting.path;
    EXPECT_FALSE(is_usual(setting, changed)) << setting.path;
    EXPECT_EQ(text_of(setting, changed), other_text(setting)) << setting.path;
    EXPECT_NE(changed, test::small_spec()) << setting.path;
    EXPECT_EQ(parse_json(dump_json(nlohmann::json(changed))).get<RunSpec>(), changed) << setting.path;
    RunSpec back = changed;
    make_usual(setting, back);
    EXPECT_TRUE(is_usual(setting, back)) << setting.path;
  }
}

/// A value that is written to files past the table would be missing on the command line, in reports and in differences.
TEST(Settings, AreAllThatAFileHasBesideItsLists) {
  RunSpec spec = test::small_spec();
  for (const Setting& setting : settings())
    if (setting.only_where_set) set_text(setting, spec, other_text(setting));
  const nlohmann::json json = spec;
  std::set<std::string> in_file, in_table;
  for (const auto& [name, value] : json.items()) {
    if (name == "backend" || name == "workers" || name == "backend_options" || name == "model") continue;
    if (name != "data" && name != "optimizer")
      in_file.insert(name);
    else
      for (const auto& [part, ignored] : value.items()) in_file.insert(name + "." + part);
  }
  for (const Setting& setting : settings())
    if (!std::string(setting.path).starts_with("model.")) in_table.insert(setting.path);
  EXPECT_EQ(in_file, in_table);
}

TEST(Settings, RefuseWhatIsOutOfRange) {
  int ranges = 0;
  for (const Setting& setting : settings()) {
    if (!setting.range) continue;
    ++ranges;
    const SettingRange range = *setting.range;
    const auto refused = [&](double value) {
      RunSpec spec = test::small_spec();
      const bool set = visit_setting(setting, spec, [&](auto* at) {
        using T = std::remove_pointer_t<decltype(at)>;
        if constexpr (std::is_same_v<T, int>) {
          if (!std::isfinite(value)) return false;
          *at = static_cast<int>(value);
          return true;
        } else if constexpr (std::is_same_v<T, double> || std::is_same_v<T, std::optional<double>>) {
          *at = value;
          return true;
        }
        return false;
      });
      if (!set) return std::isnan(value);
      try {
        check_range(setting, spec);
        return false;
      } catch (const UsageError& error) {
        EXPECT_EQ(error.field(), setting.path);
        EXPECT_NE(std::string(error.what()).find(setting.title), std::string::npos) << error.what();
        return true;
      }
    };
    EXPECT_EQ(refused(range.least), range.above_least) << setting.path;
    EXPECT_TRUE(refused(range.least - 1.0)) << setting.path;
    EXPECT_TRUE(refused(std::nan(""))) << setting.path;
    if (!std::isfinite(range.most)) continue;
    EXPECT_EQ(refused(range.most), range.below_most) << setting.path;
    EXPECT_TRUE(refused(range.most + 1.0)) << setting.path;
  }
  EXPECT_GE(ranges, 12);
}

TEST(Settings, SayTheirRangeInASentence) {
  const auto complaint = [](const char* path, const char* text) {
    try {
      check_range(find_setting(path), with(find_setting(path), text));
      return std::string();
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
  };
  EXPECT_EQ(complaint("epochs", "100001"), "the epochs must be between 1 and 100000");
  EXPECT_EQ(complaint("optimizer.learning_rate", "0"), "the learning rate must be above 0 and at most 1000");
  EXPECT_EQ(complaint("optimizer.momentum", "1"), "the momentum must be at least 0 and below 1");
  EXPECT_EQ(complaint("eval_every", "0"), "the epochs between evaluations must be at least 1");
  EXPECT_EQ(complaint("target_accuracy", "97"),
            "the target accuracy is a fraction: it must be above 0 and at most 1, as in 0.97");
  EXPECT_EQ(complaint("target_accuracy", ""), "");
}

TEST(Settings, RefuseWhatIsNoValue) {
  for (const Setting& setting : settings()) {
    const std::string path = setting.path;
    if (path == "data.source" || path == "init_model" || path == "host") continue;  // any text
    RunSpec spec;
    EXPECT_THROW(set_text(setting, spec, "many"), UsageError) << path;
    EXPECT_EQ(spec, RunSpec()) << path;
  }
}

TEST(Settings, ChoicesAreAllThatThereAre) {
  for (const Setting& setting : settings())
    for (const SettingChoice& choice : setting.choices) {
      const RunSpec spec = with(setting, choice.name);
      EXPECT_EQ(text_of(setting, spec), choice.name);
      EXPECT_EQ(title_of_choice(setting, spec), choice.title);
    }
}

TEST(Settings, MatterWhereTheyAreUsed) {
  RunSpec spec;
  EXPECT_FALSE(matters(find_setting("optimizer.momentum"), spec));
  spec.optimizer.kind = OptimizerKind::momentum;
  EXPECT_TRUE(matters(find_setting("optimizer.momentum"), spec));
  EXPECT_FALSE(matters(find_setting("optimizer.beta1"), spec));
  spec.init_model = "m.safetensors";
  EXPECT_FALSE(matters(find_setting("model.initializer"), spec));
}

}  // namespace
}  // namespace mlplab
