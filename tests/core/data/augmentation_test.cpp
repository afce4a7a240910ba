// The changes that augmentation makes to an image; they are a function of (seed, epoch, image) alone.
#include "core/data/augmentation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/data/exact_angle.h"
#include "core/data/shapes.h"

namespace mlplab {
namespace {

std::vector<std::uint32_t> all_rows(const Examples& examples) {
  std::vector<std::uint32_t> rows(examples.size());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

std::vector<std::uint8_t> augmented(const std::string& how, const Examples& from, const ImageShape& image,
                                    std::uint64_t seed = 1, int epoch = 0, int threads = 2) {
  std::vector<std::uint8_t> to(from.features.size(), 99);
  augment(parse_augmentation(how), from, image, seed, epoch, all_rows(from), threads, to);
  return to;
}

/// `count` copies of one image.
Examples copies(const std::vector<std::uint8_t>& image, std::size_t count) {
  Examples examples;
  for (std::size_t i = 0; i < count; ++i) examples.features.insert(examples.features.end(), image.begin(), image.end());
  examples.labels.resize(count);
  return examples;
}

TEST(Augmentation, GoesThroughTextAndJson) {
  const Augmentation all{.shift = 2, .rotate = 10, .scale = 0.1, .flip = 0.5, .crop = 3};
  EXPECT_EQ(to_string(all), "shift=2.0,rotate=10.0,scale=0.1,flip=0.5,crop=3.0");
  EXPECT_EQ(parse_augmentation(to_string(all)), all);
  EXPECT_EQ(parse_augmentation("flip=0.5"), (Augmentation{.flip = 0.5}));
  EXPECT_FALSE(parse_augmentation("").any());
  EXPECT_EQ(nlohmann::json(all).get<Augmentation>(), all);
  EXPECT_EQ(nlohmann::json(Augmentation{}), nlohmann::json::object());
}

TEST(Augmentation, RefusesWhatIsNoneOfIt) {
  for (const char* text : {"blur=2", "shift", "shift=", "shift=x", "shift=-1", "shift=1,,flip=1", "shift=1,", "scale=1",
                           "rotate=181", "flip=1.5", "crop=1.5", "shift=nan", "crop=1e9", "=2"})
    EXPECT_THROW(parse_augmentation(text), UsageError) << text;
  EXPECT_THROW(nlohmann::json({{"flip", 2.0}}).get<Augmentation>(), UsageError);
  EXPECT_THROW(nlohmann::json({{"flop", 0.5}}).get<Augmentation>(), UsageError);
}

TEST(Augmentation, DependsOnSeedEpochAndImageAlone) {
  const Dataset data = make_shapes({12, 15, 3}, 150, 9);
  const std::string how = "shift=2,rotate=20,scale=0.2,flip=0.5,crop=2";
  const auto once = augmented(how, data.train, data.image);
  EXPECT_EQ(augmented(how, data.train, data.image, 1, 0, 1), once) << "however many threads";
  EXPECT_NE(augmented(how, data.train, data.image, 2), once);
  EXPECT_NE(augmented(how, data.train, data.image, 1, 1), once);
  // Some images alone, in another order: those are the same, and the others are left as they are.
  std::vector<std::uint8_t> some(once.size(), 99);
  const std::vector<std::uint32_t> rows = {149, 3, 77};
  augment(parse_augmentation(how), data.train, data.image, 1, 0, rows, 2, some);
  const auto size = static_cast<std::size_t>(data.features());
  for (std::size_t i = 0; i < data.train.size(); ++i)
    for (std::size_t p = i * size; p < (i + 1) * size; ++p)
      ASSERT_EQ(some[p], i == 149 || i == 3 || i == 77 ? once[p] : 99) << i;
  // As it was when it was made: on another machine a run is the same run.
  EXPECT_EQ(content_hash_of({.image = data.image, .train = {once, data.train.labels}}),
            "17405a8c3e301627d3021e61ed54698f");
}

TEST(Augmentation, FlipMirrorsAboutAsOftenAsItSays) {
  const std::vector<std::uint8_t> image = {1, 2, 3, 4, 5, 6}, mirrored = {3, 2, 1, 6, 5, 4};
  const auto result = augmented("flip=0.3", copies(image, 1000), {2, 3, 1});
  int flipped = 0;
  for (std::size_t i = 0; i < 1000; ++i) {
    const std::vector<std::uint8_t> own(result.begin() + static_cast<std::ptrdiff_t>(6 * i),
                                        result.begin() + static_cast<std::ptrdiff_t>(6 * i + 6));
    ASSERT_TRUE(own == image || own == mirrored);
    flipped += own == mirrored ? 1 : 0;
  }
  EXPECT_NEAR(flipped, 300, 60);
  EXPECT_EQ(augmented("flip=1", copies(image, 1), {2, 3, 1}), mirrored);
}

TEST(Augmentation, CropCutsAWindowOutOfABorderOfZeros) {
  std::vector<std::uint8_t> image(25);
  std::iota(image.begin(), image.end(), std::uint8_t{1});
  const auto result = augmented("crop=2", copies(image, 500), {5, 5, 1});
  std::vector<int> seen(25, 0);
  for (std::size_t i = 0; i < 500; ++i) {
    const std::uint8_t* own = result.data() + 25 * i;
    const int middle = own[12];  // of a window that keeps the middle, as all of these do
    ASSERT_GT(middle, 0);
    const int down = (middle - 1) / 5 - 2, across = (middle - 1) % 5 - 2;
    ++seen[static_cast<std::size_t>(middle - 1)];
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 5; ++x) {
        const int old_y = y + down, old_x = x + across;
        const bool inside = old_y >= 0 && old_y < 5 && old_x >= 0 && old_x < 5;
        ASSERT_EQ(own[5 * y + x], inside ? 5 * old_y + old_x + 1 : 0);
      }
  }
  for (const int times : seen) EXPECT_GT(times, 4) << "each of the 25 windows";
}

/// Mean place and spread of an image's light.
struct Light {
  double sum = 0.0, x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
  Light(const std::uint8_t* pixels, int height, int width) {
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column) {
        const double value = pixels[row * width + column];
        sum += value, x += value * column, y += value * row;
      }
    x /= sum, y /= sum;
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column) {
        const double part = pixels[row * width + column] / sum, dx = column - x, dy = row - y;
        xx += part * dx * dx, yy += part * dy * dy, xy += part * dx * dy;
      }
  }
};

/// A bar of 15×5 in the middle of 31×31.
std::vector<std::uint8_t> bar() {
  std::vector<std::uint8_t> image(31 * 31, 0);
  for (int y = 13; y <= 17; ++y)
    for (int x = 8; x <= 22; ++x) image[static_cast<std::size_t>(31 * y + x)] = 200;
  return image;
}

TEST(Augmentation, ShiftRotateAndScaleDoWhatTheySay) {
  constexpr std::size_t count = 300;
  const ImageShape image{31, 31, 1};
  const Light before(bar().data(), 31, 31);
  const auto lights = [&](const std::string& how) {
    const auto result = augmented(how, copies(bar(), count), image);
    std::vector<Light> all;
    for (std::size_t i = 0; i < count; ++i) all.emplace_back(result.data() + i * 961, 31, 31);
    return all;
  };
  double least = 9.0, most = -9.0;
  const auto range = [&](const std::vector<Light>& all, const auto& value_of) {
    least = 1e9, most = -1e9;
    for (const Light& light : all) least = std::min(least, value_of(light)), most = std::max(most, value_of(light));
  };
  const auto moved = lights("shift=3");
  for (const auto member : {&Light::x, &Light::y}) {
    range(moved, [&](const Light& light) { return light.*member - before.*member; });
    EXPECT_NEAR(least, -3.0, 0.2);
    EXPECT_NEAR(most, 3.0, 0.2);
  }
  for (const Light& light : moved) EXPECT_NEAR(light.sum, before.sum, 0.02 * before.sum) << "nothing is lost";
  const auto turned = lights("rotate=30");
  constexpr double degrees = 180.0 / 3.141592653589793;
  range(turned, [&](const Light& l) { return 0.5 * degrees * std::atan2(2.0 * l.xy, l.xx - l.yy); });
  EXPECT_NEAR(least, -30.0, 1.0);
  EXPECT_NEAR(most, 30.0, 1.0);
  for (const Light& light : turned) {
    EXPECT_NEAR(light.x, before.x, 0.1) << "about the middle";
    EXPECT_NEAR(light.sum, before.sum, 0.03 * before.sum);
  }
  range(lights("scale=0.4"), [&](const Light& l) { return std::sqrt(l.xx / before.xx); });
  EXPECT_NEAR(least, 0.6, 0.03);
  EXPECT_NEAR(most, 1.4, 0.03);
}

TEST(Augmentation, KeepsBlackBlackAndTreatsChannelsAlike) {
  const std::string how = "shift=2,rotate=20,scale=0.2,flip=0.5,crop=2";
  EXPECT_EQ(augmented(how, copies(std::vector<std::uint8_t>(75, 0), 9), {5, 5, 3}), std::vector<std::uint8_t>(675, 0));
  std::vector<std::uint8_t> grey(81);
  std::iota(grey.begin(), grey.end(), std::uint8_t{100});
  std::vector<std::uint8_t> colours;
  for (int c = 0; c < 3; ++c) colours.insert(colours.end(), grey.begin(), grey.end());
  const auto result = augmented(how, copies(colours, 20), {9, 9, 3}),
             alone = augmented(how, copies(grey, 20), {9, 9, 1});
  for (std::size_t i = 0; i < 20; ++i)
    for (std::size_t p = 0; p < 243; ++p) ASSERT_EQ(result[243 * i + p], alone[81 * i + p % 81]);
}

TEST(ExactAngle, IsTheSineAndTheCosine) {
  for (double degrees = -360.0; degrees <= 360.0; degrees += 0.7) {
    const Direction direction = direction_of(degrees);
    const double angle = degrees * 3.14159265358979323846 / 180.0;
    ASSERT_NEAR(direction.cosine, std::cos(angle), 1e-14) << degrees;
    ASSERT_NEAR(direction.sine, std::sin(angle), 1e-14) << degrees;
  }
}

}  // namespace
}  // namespace mlplab
