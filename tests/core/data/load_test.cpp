#include "core/data/load.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <tuple>

#include "core/base/error.h"
#include "core/data/dataset.h"
#include "core/data/preparation.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TEST(Load, LimitsAndHashesMnist) {
  const Dataset few = load_dataset({.source = "mnist", .train_limit = 500, .test_limit = 70}, find_resources(), 1);
  EXPECT_EQ(few.train.size(), 500U);
  EXPECT_EQ(few.train.features.size(), 500U * 784U);
  EXPECT_EQ(few.test.size(), 70U);
  EXPECT_EQ(few.validation.size(), 0U);
  EXPECT_EQ(few.train_in_source, 60000U);
  EXPECT_EQ(few.content_hash.size(), 32U);
  const Dataset again = load_dataset({.source = "mnist", .train_limit = 500, .test_limit = 70}, find_resources(), 2);
  EXPECT_EQ(again.content_hash, few.content_hash) << "the seed only matters where there is a split";
  const Dataset fewer = load_dataset({.source = "mnist", .train_limit = 499, .test_limit = 70}, find_resources(), 1);
  EXPECT_NE(fewer.content_hash, few.content_hash);
}

/// 9,000 images of 227×227 are 464 MB; few say as much.
TEST(Load, LookingDrawsFewOfTheImagesThatWouldBeGenerated) {
  const DataSpec spec{.source = "shapes", .image_size = {227, 227}};
  const Dataset look = look_at_dataset(spec, find_resources());
  EXPECT_EQ(look.train.size(), 100U);
  EXPECT_EQ(look.test.size(), 100U);
  EXPECT_EQ(look.train_in_source, 7200U);
  EXPECT_EQ(look.features(), 227 * 227);
  EXPECT_EQ(look.classes(), 9);
  const DataSpec fewer{.source = "shapes", .train_limit = 40, .test_limit = 9};
  EXPECT_EQ(look_at_dataset(fewer, find_resources()).content_hash,
            load_dataset(fewer, find_resources(), 1).content_hash);
  const auto refusal = [](const DataSpec& asked, auto load) {
    try {
      load(asked);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto look_at = [](const DataSpec& asked) { look_at_dataset(asked, find_resources()); };
  const auto load = [](const DataSpec& asked) { load_dataset(asked, find_resources(), 1); };
  for (const ImageSize size : {ImageSize{4, 4}, ImageSize{1024, 1024}}) {
    const DataSpec asked{.source = "shapes", .image_size = size, .channels = 3};
    EXPECT_NE(refusal(asked, look_at), "") << "there would be no room for all";
    EXPECT_EQ(refusal(asked, look_at), refusal(asked, load));
  }
}

TEST(Load, TheHashSeesOnePixel) {
  Dataset dataset = test::small_dataset();
  const std::string before = content_hash_of(dataset);
  dataset.test.features.back() ^= 1;
  EXPECT_NE(content_hash_of(dataset), before);
}

TEST(Load, ValidationIsASeededChoiceAndNothingIsLost) {
  const DataSpec spec{.source = "mnist", .train_limit = 1000, .test_limit = 10, .validation_fraction = 0.2};
  const Dataset a = load_dataset(spec, find_resources(), 1);
  const Dataset b = load_dataset(spec, find_resources(), 1);
  const Dataset c = load_dataset(spec, find_resources(), 2);
  EXPECT_EQ(a.validation.size(), 200U);
  EXPECT_EQ(a.train.size(), 800U);
  EXPECT_EQ(a.content_hash, b.content_hash);
  EXPECT_NE(a.content_hash, c.content_hash);
  const Dataset whole = load_dataset({.source = "mnist", .train_limit = 1000, .test_limit = 10}, find_resources(), 1);
  const auto sum = [](const Examples& e) {
    return std::accumulate(e.features.begin(), e.features.end(), std::uint64_t{0});
  };
  EXPECT_EQ(sum(a.train) + sum(a.validation), sum(whole.train));
}

TEST(Load, UnknownSourcesAreRefused) {
  const test::TemporaryFolder folder;
  test::write_bytes(folder / "file", "x");
  EXPECT_THROW(load_dataset({.source = "no-such-data"}, find_resources(), 1), InputError);
  EXPECT_THROW(load_dataset({.source = (folder / "file").string()}, find_resources(), 1), InputError);
  EXPECT_THROW(load_dataset({.source = folder.path().string()}, find_resources(), 1), InputError);
}

TEST(Load, BringsAnyDataToSizeAndChannels) {
  const DataSpec spec{.source = "mnist", .train_limit = 20, .test_limit = 5, .image_size = {14, 20}, .channels = 3};
  const Dataset data = load_dataset(spec, find_resources(), 1);
  EXPECT_EQ(data.image, (ImageShape{14, 20, 3}));
  EXPECT_EQ(data.train.features.size(), 20U * 840U);
  EXPECT_EQ(data.test.features.size(), 5U * 840U);
  EXPECT_GT(*std::ranges::max_element(data.train.features), 200);
  EXPECT_TRUE(
      std::equal(data.train.features.begin(), data.train.features.begin() + 280, data.train.features.begin() + 280));
}

TEST(Load, FitsImagesOfOneSizeToOtherProportions) {
  DataSpec spec{.source = "mnist", .train_limit = 5, .test_limit = 2, .image_size = {28, 14}};
  const Dataset whole = load_dataset({.source = "mnist", .train_limit = 5, .test_limit = 2}, find_resources(), 1);
  EXPECT_EQ(load_dataset(spec, find_resources(), 1).fit, ImageFit::stretch);
  spec.fit = ImageFit::crop;
  const Dataset cropped = load_dataset(spec, find_resources(), 1);
  EXPECT_EQ(preparation_of(cropped).fit, ImageFit::crop);
  for (std::size_t y = 0; y < 5 * 28; ++y)
    for (std::size_t x = 0; x < 14; ++x)
      ASSERT_EQ(cropped.train.features[y * 14 + x], whole.train.features[y * 28 + 7 + x]) << "the middle, unchanged";
  spec.image_size = {};
  EXPECT_EQ(load_dataset(spec, find_resources(), 1).fit, ImageFit::stretch) << "nothing was fitted";
}

/// Said before any of it is made: 1.1 TiB would be promised, and then end the program.
TEST(Load, WhatFindsNoRoomIsNotBegun) {
  const auto refusal = [](const DataSpec& spec) -> std::string {
    try {
      load_dataset(spec, find_resources(), 1);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal({.source = "mnist", .image_size = {4096, 4096}}).find("the 70000 images of mnist take 1094 GiB"),
            std::string::npos);
  EXPECT_NE(refusal({.source = "shapes", .image_size = {1024, 1024}, .channels = 3}).find("9000 images of shapes"),
            std::string::npos);
  EXPECT_EQ(refusal({.source = "mnist", .train_limit = 20, .test_limit = 5, .image_size = {512, 512}}), "");
}

TEST(Room, IsThatOfEveryImage) {
  EXPECT_NO_THROW(check_room("pictures", 10, {7, 5, 3}, 1050));
  EXPECT_THROW(check_room("pictures", 10, {7, 5, 3}, 1049), InputError);
  EXPECT_THROW(check_room("pictures", std::size_t{1} << 60, {4096, 4096, 3}), InputError) << "whose bytes wrap";
  EXPECT_LE(room_for_images(), std::size_t{8} << 30);
  EXPECT_GT(room_for_images(), std::size_t{1} << 20);
}

TEST(Load, ReadsSizesOfImages) {
  EXPECT_EQ(parse_image_size("28"), (ImageSize{28, 28}));
  EXPECT_EQ(parse_image_size("148x197"), (ImageSize{.height = 197, .width = 148}));
  EXPECT_EQ(to_string(ImageSize{.height = 197, .width = 148}), "148x197");
  EXPECT_EQ(parse_image_size("28 "), (ImageSize{28, 28})) << "blanks around a number do not count";
  EXPECT_EQ(to_string(ImageSize{28, 28}), "28");
  for (const char* text : {"", "x", "28x", "x28", "28x28x3", "-1", "0", "9999999999"})
    EXPECT_THROW(parse_image_size(text), UsageError) << text;
}

TEST(Load, MeasuresTheChannelsOfTheTrainingImages) {
  Dataset data;
  data.image = {1, 2, 3};
  data.train.features = {0, 255, 51, 51, 102, 153};
  data.train.labels = {0};
  const ChannelStatistics found = channel_statistics(data);
  for (const auto& [c, mean, deviation] : {std::tuple(0U, 0.5, 0.5), {1U, 0.2, 0.0}, {2U, 0.5, 0.1}}) {
    EXPECT_NEAR(found.mean.at(c), mean, 1e-12);
    EXPECT_NEAR(found.deviation.at(c), deviation, 1e-9);
  }
}

TEST(SamplingOrder, IsAPermutationOfSeedAndEpochAlone) {
  const auto order = sampling_order(1000, 1, 0);
  auto sorted = order;
  std::ranges::sort(sorted);
  for (std::uint32_t i = 0; i < 1000; ++i) ASSERT_EQ(sorted[i], i);
  EXPECT_EQ(order, sampling_order(1000, 1, 0));
  EXPECT_NE(order, sampling_order(1000, 1, 1));
  EXPECT_NE(order, sampling_order(1000, 2, 0));
  EXPECT_TRUE(sampling_order(0, 1, 0).empty());
  EXPECT_EQ(sampling_order(1, 1, 0), std::vector<std::uint32_t>{0});
}

}  // namespace
}  // namespace mlplab
