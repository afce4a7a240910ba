#include "core/data/image_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "tests/support/image_writer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class ImageFolder : public testing::Test {
 protected:
  /// An image of height 3 and width 4 whose first pixel says which one it is.
  void add(const std::string& place, int identity, int height = 3, int width = 4) {
    GrayImage image(height, width);
    image.pixels[0] = static_cast<std::uint8_t>(identity);
    const fs::path path = folder_ / place;
    make_folder(path.parent_path());
    path.extension() == ".pgm" ? write_pgm(path, image) : test::write_bytes(path, test::png_bytes(image));
  }
  void add_classes(const std::string& root, int each) {
    for (int i = 0; i < each; ++i) {
      add(root + "cat/" + std::to_string(100 + i) + ".png", i);
      add(root + "ant/" + std::to_string(100 + i) + ".pgm", 100 + i);
    }
  }
  /// An image with colours: red, green and blue as they are.
  void add_colour(const std::string& place, int red, int green, int blue, int height = 3, int width = 4) {
    std::vector<std::uint8_t> values;
    for (int i = 0; i < height * width; ++i)
      for (const int value : {red, green, blue}) values.push_back(static_cast<std::uint8_t>(value));
    make_folder((folder_ / place).parent_path());
    test::write_bytes(folder_ / place, test::png_bytes(height, width, 3, values));
  }
  Dataset read(std::uint64_t seed = 1) { return read_image_folder({.source = folder_.path()}, seed); }
  void expect_refused(const std::string& because, const std::string& file) {
    try {
      read();
      ADD_FAILURE() << "was read; expected: " << because;
    } catch (const InputError& error) {
      const std::string text = error.what();
      EXPECT_NE(text.find(because), std::string::npos) << text;
      EXPECT_NE(text.find(file), std::string::npos) << text;
    }
  }
  test::TemporaryFolder folder_;
};

/// The first pixel of each image.
std::vector<int> identities(const Examples& examples) {
  std::vector<int> found;
  for (std::size_t i = 0; i < examples.size(); ++i) found.push_back(examples.features[i * 12]);
  return found;
}

TEST_F(ImageFolder, TheTestShareIsThatOfEachClass) {
  add_classes("", 10);
  for (const auto& [share, tested] : {std::pair(0.05, 1U), {0.3, 3U}, {0.5, 5U}, {0.9, 9U}}) {
    const Dataset dataset = read_image_folder({.source = folder_.path(), .test_fraction = share}, 1);
    EXPECT_EQ(dataset.test.size(), 2 * tested) << share;
    EXPECT_EQ(dataset.train.size(), 20 - 2 * tested) << share;
    for (const int label : {0, 1}) EXPECT_EQ(std::ranges::count(dataset.test.labels, label), tested) << share;
  }
}

TEST_F(ImageFolder, SubFoldersAreTheClassesInTheOrderOfTheirNames) {
  add_classes("", 10);
  const Dataset dataset = read();
  EXPECT_EQ(dataset.class_names, (std::vector<std::string>{"ant", "cat"}));
  EXPECT_EQ(dataset.image, (ImageShape{3, 4, 1}));
  EXPECT_EQ(dataset.train.size(), 16U);
  EXPECT_EQ(dataset.test.size(), 4U);
  EXPECT_EQ(dataset.train.features.size(), 16U * 12U);
  for (const Examples* split : {&dataset.train, &dataset.test})
    for (std::size_t i = 0; i < split->size(); ++i)
      EXPECT_EQ(split->labels[i], identities(*split)[i] < 100 ? 1 : 0) << "the label follows the image";
  std::set<int> all;
  for (const Examples* split : {&dataset.train, &dataset.test})
    for (const int identity : identities(*split)) EXPECT_TRUE(all.insert(identity).second) << "twice";
  EXPECT_EQ(all.size(), 20U) << "each image once";
}

TEST_F(ImageFolder, TheSplitDependsOnTheSeedAlone) {
  add_classes("", 40);
  EXPECT_EQ(content_hash_of(read(1)), content_hash_of(read(1)));
  EXPECT_NE(content_hash_of(read(1)), content_hash_of(read(2)));
}

TEST_F(ImageFolder, ClassesTakeTurns) {
  add_classes("", 10);
  const Dataset few = read_image_folder({.source = folder_.path(), .train_limit = 8}, 1);
  EXPECT_EQ(few.train.size(), 8U);
  EXPECT_EQ(few.train_in_source, 16U) << "without the fifth of each class to test with";
  const std::vector<std::int32_t> labels = few.train.labels;
  EXPECT_EQ(std::count(labels.begin(), labels.begin() + 8, 0), 4);
}

TEST_F(ImageFolder, TrainAndTestFoldersAreUsed) {
  add_classes("train/", 5);
  add("test/cat/1.png", 50);
  const Dataset dataset = read();
  EXPECT_EQ(dataset.train.size(), 10U);
  EXPECT_EQ(identities(dataset.test), std::vector<int>{50});
  EXPECT_EQ(dataset.test.labels, std::vector<std::int32_t>{1}) << "cat is class 1 of the training classes";
  add("test/dog/1.png", 51);
  expect_refused("does not have", "dog");
}

TEST_F(ImageFolder, ATrainFolderAloneIsSplit) {
  add_classes("train/", 10);
  EXPECT_EQ(read().test.size(), 4U);
}

TEST_F(ImageFolder, OtherFilesAndHiddenOnesArePassedOver) {
  add_classes("", 4);
  test::write_bytes(folder_ / "cat/notes.txt", "no image");
  test::write_bytes(folder_ / "cat/.hidden.png", "no image either");
  test::write_bytes(folder_ / "README.md", "text");
  make_folder(folder_ / ".cache");
  EXPECT_EQ(read().train.size() + read().test.size(), 8U);
}

/// Whether a note holds each of these words.
bool notes_say(const Dataset& dataset, const std::vector<std::string>& words) {
  return std::ranges::any_of(dataset.notes, [&](const std::string& note) {
    return std::ranges::all_of(words, [&](const std::string& word) { return note.find(word) != std::string::npos; });
  });
}

TEST_F(ImageFolder, WhatIsLeftOutIsCountedAndNamedWithTheReason) {
  add_classes("", 4);
  EXPECT_TRUE(read().notes.empty());
  test::write_bytes(folder_ / "cat/a.heic", "a phone's");
  test::write_bytes(folder_ / "cat/b.HEIC", "another");
  test::write_bytes(folder_ / "ant/labels.csv", "1,2");
  fs::create_symlink("nowhere.png", folder_ / "ant/dangling.png");
  add("loose.png", 9);
  add("@eaDir/ant/thumb.png", 8);
  add("__MACOSX/ant/000.png", 7);
  fs::create_directory_symlink(folder_.path(), folder_ / "cat/up");
  const Dataset dataset = read();
  EXPECT_EQ(dataset.classes(), 2) << "what systems make is no class";
  EXPECT_EQ(dataset.train.size() + dataset.test.size(), 8U);
  EXPECT_TRUE(notes_say(dataset, {"cat/a.heic", "and 1 more", "HEIC", "PNG"}));
  EXPECT_TRUE(notes_say(dataset, {"ant/labels.csv", "no image"}));
  EXPECT_TRUE(notes_say(dataset, {"ant/dangling.png", "leads nowhere"}));
  EXPECT_TRUE(notes_say(dataset, {"loose.png", "no class's folder"}));
  EXPECT_TRUE(notes_say(dataset, {"@eaDir", "and 1 more", "a system made"}) ||
              notes_say(dataset, {"__MACOSX", "and 1 more", "a system made"}));
  EXPECT_TRUE(notes_say(dataset, {"cat/up", "holds it"}));
}

TEST_F(ImageFolder, ImagesInFoldersOfAClassAreTheClasses) {
  add_classes("", 4);
  add("cat/writer-2/monday/1.png", 50);
  add("ant/writer-1/1.png", 150);
  const Dataset dataset = read();
  EXPECT_EQ(dataset.train.size() + dataset.test.size(), 10U);
  EXPECT_EQ(dataset.classes(), 2);
}

TEST_F(ImageFolder, ValidationFoldersAreTheValidationImages) {
  for (const auto& [train, test, validation] :
       {std::tuple("train", "test", "val"), {"Training", "TESTING", "Valid"}, {"TRAIN", "Test", "validation"}}) {
    add_classes(std::string(train) + "/", 5);
    add(std::string(test) + "/cat/1.png", 50);
    add(std::string(validation) + "/cat/2.png", 60);
    add(std::string(validation) + "/ant/3.png", 61);
    const Dataset dataset = read();
    EXPECT_EQ(dataset.train.size(), 10U);
    EXPECT_EQ(identities(dataset.test), std::vector<int>{50});
    EXPECT_EQ(identities(dataset.validation), (std::vector<int>{61, 60}));
    EXPECT_TRUE(dataset.notes.empty());
    for (const char* split : {train, test, validation}) fs::remove_all(folder_ / split);
  }
}

TEST_F(ImageFolder, WithoutTestImagesThoseOfValidationAreThemAndThatIsSaid) {
  add_classes("train/", 5);
  add("val/cat/1.png", 50);
  const Dataset dataset = read();
  EXPECT_EQ(identities(dataset.test), std::vector<int>{50});
  EXPECT_EQ(dataset.validation.size(), 0U);
  EXPECT_TRUE(notes_say(dataset, {"no test images", "val images are the test images"}));
}

TEST_F(ImageFolder, ATestFolderWithoutClassesIsSaid) {
  add_classes("train/", 5);
  add("test/1.png", 50);
  add("test/2.png", 51);
  const Dataset dataset = read();
  EXPECT_EQ(dataset.test.size(), 2U) << "a fifth of each class";
  EXPECT_TRUE(notes_say(dataset, {"test", "of the training images are the test images instead"}));
  EXPECT_TRUE(notes_say(dataset, {"test/1.png", "and 1 more", "no class's folder"}));
}

TEST_F(ImageFolder, AFolderInAFolderIsFoundAndTwoOfAKindAreRefused) {
  add_classes("set/inner/train/", 5);
  add("set/inner/test/cat/1.png", 50);
  EXPECT_EQ(identities(read().test), std::vector<int>{50});
  add("set/inner/Testing/cat/1.png", 51);
  expect_refused("keep one of them", "inner");
}

TEST_F(ImageFolder, WithoutATrainFolderTheseNamesAreClasses) {
  for (int i = 0; i < 4; ++i) {
    add("test/" + std::to_string(i) + ".png", i);
    add("val/" + std::to_string(i) + ".png", 10 + i);
  }
  EXPECT_EQ(read().class_names, (std::vector<std::string>{"test", "val"}));
}

TEST_F(ImageFolder, LoadDatasetFindsIt) {
  add_classes("", 10);
  const Dataset dataset = load_dataset({.source = folder_.path().string(), .train_limit = 6}, find_resources(), 1);
  EXPECT_EQ(dataset.train.size(), 6U);
  EXPECT_EQ(dataset.classes(), 2);
  EXPECT_EQ(dataset.content_hash, content_hash_of(dataset));
}

TEST_F(ImageFolder, KeepsColoursAsPlanesWhereAnyImageHasThem) {
  add_classes("train/", 2);
  add_colour("train/cat/000.png", 200, 100, 50);
  add_colour("test/ant/1.png", 9, 9, 9);  // saved as colours, and grey
  const Dataset dataset = read();
  EXPECT_EQ(dataset.image, (ImageShape{3, 4, 3}));
  ASSERT_EQ(dataset.train.features.size(), 5U * 36U);
  const auto plane = [&](const Examples& examples, std::size_t example, std::size_t channel) {
    const auto begin = examples.features.begin() + static_cast<std::ptrdiff_t>(36 * example + 12 * channel);
    return std::vector<std::uint8_t>(begin, begin + 12);
  };
  EXPECT_EQ(dataset.train.labels, (std::vector<std::int32_t>{0, 1, 0, 1, 1}));
  EXPECT_EQ(plane(dataset.train, 1, 0), std::vector<std::uint8_t>(12, 200));
  EXPECT_EQ(plane(dataset.train, 1, 1), std::vector<std::uint8_t>(12, 100));
  EXPECT_EQ(plane(dataset.train, 1, 2), std::vector<std::uint8_t>(12, 50));
  for (std::size_t channel = 0; channel < 3; ++channel)  // a grey one, among colours
    EXPECT_EQ(plane(dataset.train, 2, channel)[0], 101);
  EXPECT_EQ(plane(dataset.test, 0, 2), std::vector<std::uint8_t>(12, 9));
  const Dataset grey = read_image_folder({.source = folder_.path(), .channels = 1}, 1);
  EXPECT_EQ(grey.image, (ImageShape{3, 4, 1}));
  EXPECT_EQ(grey.train.features[12], (200 * 77 + 100 * 150 + 50 * 29) >> 8);
}

/// One image with colours makes all of them three times as large, though the first one is grey.
TEST_F(ImageFolder, TheRoomOfAllIsThatOfColoursWhereAnyImageHasThem) {
  add_classes("train/", 3);
  add("test/ant/1.png", 1);
  constexpr std::size_t grey_bytes = 7 * 12;
  const auto read_within = [&](std::size_t bytes) {
    return read_image_folder({.source = folder_.path()}, 1, {}, bytes).image.channels;
  };
  EXPECT_EQ(read_within(grey_bytes), 1);
  EXPECT_THROW(read_within(grey_bytes - 1), InputError);
  add_colour("train/cat/102.png", 200, 100, 50);
  EXPECT_EQ(read_within(3 * grey_bytes), 3);
  EXPECT_THROW(read_within(3 * grey_bytes - 1), InputError);
}

TEST_F(ImageFolder, GreyImagesStayGreyHoweverTheyAreSaved) {
  for (const char* place : {"a/1.png", "a/2.png", "b/1.png", "b/2.png"}) add_colour(place, 40, 40, 40);
  EXPECT_EQ(read().image.channels, 1);
  EXPECT_EQ(read_image_folder({.source = folder_.path(), .channels = 3}, 1).image.channels, 3);
}

TEST_F(ImageFolder, BringsImagesOfAnySizeToTheOneAskedFor) {
  add_colour("a/1.png", 10, 20, 30, 5, 7);
  add_colour("a/2.png", 10, 20, 30, 64, 3);
  add_colour("b/1.png", 10, 20, 30, 1, 1);
  add_colour("b/2.png", 10, 20, 30, 8, 12);
  expect_refused("bring all images", ".png");
  const Dataset dataset = load_dataset({.source = folder_.path(), .image_size = {8, 12}}, find_resources(), 1);
  EXPECT_EQ(dataset.image, (ImageShape{8, 12, 3}));
  for (const std::uint8_t pixel : dataset.train.features) EXPECT_EQ(pixel % 10, 0) << "a plain image stays plain";
}

TEST_F(ImageFolder, TellsHowFarItIsAndReadsNoMoreThanAsked) {
  add_classes("train/", 30);
  add("test/cat/1.png", 1);
  test::write_bytes(folder_ / "train/cat/zz.png", "no image, and beyond the limit");
  std::size_t told = 0, total = 0;
  const Dataset dataset = load_dataset({.source = folder_.path(), .train_limit = 20}, find_resources(), 1,
                                       [&](std::size_t done, std::size_t all) { told = done, total = all; });
  EXPECT_EQ(dataset.train.size(), 20U);
  EXPECT_EQ(told, 21U);
  EXPECT_EQ(total, 21U);
}

TEST_F(ImageFolder, OfManyBrokenImagesTheFirstIsNamed) {
  add_classes("train/", 40);
  add("test/cat/1.png", 1);
  for (const char* name : {"110", "111", "112", "135"})
    test::write_bytes(folder_ / ("train/cat/" + std::string(name) + ".png"), "no image");
  for (int i = 0; i < 5; ++i) expect_refused("is no image", "110.png");
}

TEST_F(ImageFolder, RefusesAndNamesWhatIsWrong) {
  expect_refused("no sub-folder", folder_.path().filename().string());
  add("cat/1.png", 1);
  expect_refused("only one sub-folder", folder_.path().filename().string());
  make_folder(folder_ / "ant");
  expect_refused("holds no images", "ant");
  add("ant/1.png", 1);
  expect_refused("nothing to test with", folder_.path().filename().string());
  add_classes("", 4);
  add("cat/odd.png", 1, 3, 5);
  expect_refused("5×3 pixels, but", "odd.png");
  fs::remove(folder_ / "cat/odd.png");
  test::write_bytes(folder_ / "cat/damaged.png", test::png_bytes(GrayImage(3, 4)).substr(0, 40));
  expect_refused("is truncated", "damaged.png");
  fs::remove(folder_ / "cat/damaged.png");
  EXPECT_NO_THROW(read());
}

}  // namespace
}  // namespace mlplab
