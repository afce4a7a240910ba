// A folder is said to hold what is trained on then.
#include "core/data/folder_look.h"

#include <gtest/gtest.h>

#include <atomic>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/image_folder.h"
#include "tests/support/image_writer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class FolderLookTest : public testing::Test {
 protected:
  /// All of it of this brightness.
  void add(const std::string& place, int brightness, int height = 6, int width = 9, int channels = 1) {
    make_folder((folder_ / place).parent_path());
    std::vector<std::uint8_t> values(static_cast<std::size_t>(height * width * channels),
                                     static_cast<std::uint8_t>(brightness));
    if (channels == 3) values[1] = 200;  // else it is grey, however it is saved
    test::write_bytes(folder_ / place, test::png_bytes(height, width, channels, values));
  }
  void add_class(const std::string& name, int files) {
    for (int i = 0; i < files; ++i) add(name + "/" + std::to_string(100 + i) + ".png", i);
  }
  test::TemporaryFolder folder_;
};

TEST_F(FolderLookTest, CountsAreThoseOfTheDataSet) {
  add_class("ant", 7);
  add_class("bee", 2);
  add_class("cat", 1);
  const FolderLook look = look_into_folder(folder_.path());
  EXPECT_EQ(look.images(), 10U);
  EXPECT_FALSE(look.has_test || look.has_validation);
  for (const double share : {0.01, 0.2, 0.5, 0.9}) {
    const Dataset data = read_image_folder({.source = folder_.path(), .test_fraction = share}, 3);
    EXPECT_EQ(look.train_images(share), data.train.size()) << share;
    EXPECT_EQ(look.test_images(share), data.test.size()) << share;
    for (std::size_t label = 0; label < look.classes.size(); ++label) {
      EXPECT_EQ(look.classes[label].name, data.class_names[label]);
      EXPECT_EQ(look.classes[label].test_of(share),
                std::ranges::count(data.test.labels, static_cast<std::int32_t>(label)));
    }
  }
}

TEST_F(FolderLookTest, SplitsOfItsOwnAreKept) {
  for (const char* name : {"ant", "bee"}) {
    add_class("train/" + std::string(name), 5);
    add_class("test/" + std::string(name), 2);
    add_class("val/" + std::string(name), 3);
  }
  const FolderLook look = look_into_folder(folder_.path());
  EXPECT_TRUE(look.has_test && look.has_validation);
  EXPECT_EQ(look.train_images(0.5), 10U) << "nothing is split off";
  EXPECT_EQ(look.test_images(0.5), 4U);
  EXPECT_EQ(look.classes[1].validation, 3U);
  EXPECT_EQ(look.images(), 20U);
}

TEST_F(FolderLookTest, SizesAreOfAllFilesTheMostFrequentFirst) {
  add_class("ant", 4);
  add_class("bee", 4);
  for (int i = 0; i < 6; ++i) add("bee/tall" + std::to_string(i) + ".png", 9, 20, 5);
  for (int i = 0; i < 9; ++i) add("ant/wide" + std::to_string(i) + ".png", 9, 4, 300);
  const FolderLook look = look_into_folder(folder_.path());
  ASSERT_EQ(look.sizes.size(), 3U);
  EXPECT_EQ(look.sizes[0], (std::pair(ImageSize{4, 300}, std::size_t{9})));
  EXPECT_EQ(look.sizes[1], (std::pair(ImageSize{6, 9}, std::size_t{8})));
  EXPECT_EQ(look.sizes[2], (std::pair(ImageSize{20, 5}, std::size_t{6})));
  for (const FolderClass& one : look.classes)
    for (const Image& sample : one.samples) {
      EXPECT_LE(sample.shape.width, 128);
      EXPECT_GE(sample.shape.height, 1);
    }
}

TEST_F(FolderLookTest, SamplesAreFromAllOverAClass) {
  add_class("ant", 60);
  add_class("bee", 3);
  const FolderLook look = look_into_folder(folder_.path());
  EXPECT_FALSE(look.samples_have_colour);
  std::vector<int> brightness;
  for (const Image& sample : look.classes[0].samples) brightness.push_back(sample.pixels[0]);
  EXPECT_EQ(brightness, (std::vector<int>{0, 10, 20, 30, 40, 50}));
  EXPECT_EQ(look.classes[1].samples.size(), 3U);
  add("bee/colour.png", 10, 6, 9, 3);
  EXPECT_TRUE(look_into_folder(folder_.path()).samples_have_colour);
}

TEST_F(FolderLookTest, SaysWhatCannotBeReadAndWhatIsLeftOut) {
  add_class("ant", 3);
  add_class("bee", 3);
  std::string cut = test::png_bytes(6, 9, 1, std::vector<std::uint8_t>(54, 1));
  cut.resize(cut.size() - 5);
  test::write_bytes(folder_ / "bee/cut.png", cut);
  test::write_bytes(folder_ / "ant/empty.png", "");
  test::write_bytes(folder_ / "ant/notes.txt", "text");
  const FolderLook look = look_into_folder(folder_.path());
  ASSERT_EQ(look.unreadable.size(), 2U);
  EXPECT_NE(look.unreadable[0].find("empty.png"), std::string::npos) << look.unreadable[0];
  EXPECT_NE(look.unreadable[1].find("cut.png"), std::string::npos) << look.unreadable[1];
  EXPECT_THROW(read_image_folder({.source = folder_.path()}, 1), InputError) << "nobody trains before they go";
  ASSERT_EQ(look.notes.size(), 1U);
  EXPECT_NE(look.notes[0].find("notes.txt"), std::string::npos) << look.notes[0];
  EXPECT_EQ(look.sizes.front().second, 6U) << "of those that can be read";
}

/// As if those that cannot be read were not there: the same images in the same splits, and each is named.
TEST_F(FolderLookTest, WhatCannotBeReadIsLeftOutWhereAsked) {
  add_class("ant", 12);
  add_class("bee", 12);
  const Dataset clean = read_image_folder({.source = folder_.path()}, 1);
  std::string cut = test::png_bytes(6, 9, 1, std::vector<std::uint8_t>(54, 1));
  cut.resize(cut.size() - 5);
  test::write_bytes(folder_ / "bee/0.png", cut);
  test::write_bytes(folder_ / "ant/z.png", "");
  test::write_bytes(folder_ / "ant/zz.jpg", "no image");
  try {
    read_image_folder({.source = folder_.path()}, 1);
    FAIL() << "an image cannot be read";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(".png is "), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("--skip-unreadable"), std::string::npos) << error.what();
  }
  const DataSpec skips{.source = folder_.path(), .skip_unreadable = true};
  const Dataset rest = read_image_folder(skips, 1);
  EXPECT_EQ(rest.train.features, clean.train.features);
  EXPECT_EQ(rest.train.labels, clean.train.labels);
  EXPECT_EQ(rest.test.features, clean.test.features);
  EXPECT_EQ(rest.train_in_source, clean.train_in_source);
  ASSERT_EQ(rest.notes.size(), 1U);
  EXPECT_NE(rest.notes[0].find("and 2 more (cannot be read)"), std::string::npos) << rest.notes[0];
  const FolderLook look = look_into_folder(folder_.path());
  EXPECT_EQ(look.images(), 27U);
  EXPECT_EQ(look.without_unreadable().images(), 24U);
  EXPECT_EQ(look.without_unreadable().train_images(0.25), 18U);
  EXPECT_EQ(look.without_unreadable().unreadable, look.unreadable);
  for (int i = 0; i < 12; ++i) fs::remove(folder_ / "bee" / (std::to_string(100 + i) + ".png"));
  try {
    read_image_folder(skips, 1);
    FAIL() << "a class without an image";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("bee can be read"), std::string::npos) << error.what();
  }
}

TEST_F(FolderLookTest, TellsHowFarItIsAndEndsSoon) {
  add_class("ant", 40);
  add_class("bee", 40);
  std::size_t told = 0;
  look_into_folder(folder_.path(), [&](std::size_t done, std::size_t total) {
    EXPECT_EQ(total, 80U);
    told = done;
  });
  EXPECT_EQ(told, 80U);
  std::atomic<int> asked{0};
  const FolderLook stopped = look_into_folder(folder_.path(), {}, [&] { return ++asked > 10; });
  std::size_t seen = 0;
  for (const auto& [size, count] : stopped.sizes) seen += count;
  EXPECT_EQ(seen, 10U);
}

TEST_F(FolderLookTest, RefusesWhatIsNoDataSet) {
  add_class("only", 3);
  EXPECT_THROW(look_into_folder(folder_.path()), InputError);
  EXPECT_THROW(look_into_folder(folder_ / "not there"), InputError);
}

}  // namespace
}  // namespace mlplab
