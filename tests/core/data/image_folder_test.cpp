#include "core/data/image_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "tests/support/picture_writer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

class ImageFolder : public testing::Test {
 protected:
  /// A picture of height 3 and width 4 whose first pixel says which one it is.
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
  Dataset read(std::uint64_t seed = 1) { return read_image_folder(folder_.path(), seed); }
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

/// The first pixel of each picture.
std::vector<int> identities(const Examples& examples) {
  std::vector<int> found;
  for (std::size_t i = 0; i < examples.size(); ++i) found.push_back(examples.features[i * 12]);
  return found;
}

TEST_F(ImageFolder, SubFoldersAreTheClassesInTheOrderOfTheirNames) {
  add_classes("", 10);
  const Dataset dataset = read();
  EXPECT_EQ(dataset.class_names, (std::vector<std::string>{"ant", "cat"}));
  EXPECT_EQ(dataset.image, (ImageShape{3, 4, 1}));
  EXPECT_EQ(dataset.train.size(), 16U);
  EXPECT_EQ(dataset.test.size(), 4U);
  EXPECT_EQ(dataset.train.features.size(), 16U * 12U);
  EXPECT_EQ(dataset.content_hash, content_hash_of(dataset));
  for (const Examples* split : {&dataset.train, &dataset.test})
    for (std::size_t i = 0; i < split->size(); ++i)
      EXPECT_EQ(split->labels[i], identities(*split)[i] < 100 ? 1 : 0) << "the label follows the picture";
  std::set<int> all;
  for (const Examples* split : {&dataset.train, &dataset.test})
    for (const int identity : identities(*split)) EXPECT_TRUE(all.insert(identity).second) << "twice";
  EXPECT_EQ(all.size(), 20U) << "each picture once";
}

TEST_F(ImageFolder, TheSplitDependsOnTheSeedAlone) {
  add_classes("", 40);
  EXPECT_EQ(read(1).content_hash, read(1).content_hash);
  EXPECT_NE(read(1).content_hash, read(2).content_hash);
}

TEST_F(ImageFolder, ClassesTakeTurns) {
  add_classes("", 10);
  const std::vector<std::int32_t> labels = read().train.labels;
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
  test::write_bytes(folder_ / "cat/notes.txt", "no picture");
  test::write_bytes(folder_ / "cat/.hidden.png", "no picture either");
  test::write_bytes(folder_ / "README.md", "text");
  make_folder(folder_ / ".cache");
  EXPECT_EQ(read().train.size() + read().test.size(), 8U);
}

TEST_F(ImageFolder, LoadDatasetFindsIt) {
  add_classes("", 10);
  const Dataset dataset = load_dataset({.source = folder_.path().string(), .train_limit = 6}, find_resources(), 1);
  EXPECT_EQ(dataset.train.size(), 6U);
  EXPECT_EQ(dataset.classes(), 2);
}

TEST_F(ImageFolder, RefusesAndNamesWhatIsWrong) {
  expect_refused("no sub-folder", folder_.path().filename().string());
  add("cat/1.png", 1);
  expect_refused("only one sub-folder", folder_.path().filename().string());
  make_folder(folder_ / "ant");
  expect_refused("holds no PNG", "ant");
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
