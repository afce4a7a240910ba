#include "core/data/drawn_set.h"

#include <gtest/gtest.h>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/idx.h"
#include "core/data/load.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

DrawnSet three_drawings() {
  DrawnSet set;
  for (const std::uint8_t label : std::vector<std::uint8_t>{7, 0, 9}) {
    GrayImage image(28, 28);
    image.at(3, label) = 200;
    set.images.push_back(image);
    set.labels.push_back(label);
  }
  return set;
}

class DrawnSetFiles : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

TEST_F(DrawnSetFiles, ReadBackAsSaved) {
  save_drawn_set(folder_ / "mine", three_drawings(), {});
  const DrawnSet back = read_drawn_set(folder_ / "mine");
  EXPECT_EQ(back.images, three_drawings().images);
  EXPECT_EQ(back.labels, three_drawings().labels);
  const IdxArray images = read_idx(folder_ / "mine" / "t10k-images-idx3-ubyte");
  EXPECT_EQ(images.shape, (std::vector<std::uint32_t>{3, 28, 28}));
}

TEST_F(DrawnSetFiles, WithMnistTheFolderIsACompleteDataSet) {
  const auto resources = find_resources();
  save_drawn_set(folder_ / "mine", three_drawings(), resources / "mnist");
  const Dataset dataset = load_dataset({.source = (folder_ / "mine").string()}, resources, 1);
  EXPECT_EQ(dataset.train.size(), 60000U);
  EXPECT_EQ(dataset.test.labels, (std::vector<std::int32_t>{7, 0, 9}));
  EXPECT_EQ(dataset.classes(), 10);
}

TEST_F(DrawnSetFiles, ToTrainOnTheyAreTestedByMnist) {
  const auto resources = find_resources(), mine = folder_ / "mine";
  DrawnSet digits = three_drawings();
  EXPECT_FALSE(digits.has_every_digit());
  for (const std::uint8_t label : std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 8}) {
    digits.images.push_back(digits.images.front());
    digits.labels.push_back(label);
  }
  EXPECT_TRUE(digits.has_every_digit());
  save_training_drawings(mine, digits, resources / "mnist");
  const Dataset dataset = load_dataset({.source = mine.string()}, resources, 1);
  EXPECT_EQ(dataset.train.labels, (std::vector<std::int32_t>{7, 0, 9, 1, 2, 3, 4, 5, 6, 8}));
  EXPECT_EQ(dataset.train.features[28 * 3 + 7], 200);
  EXPECT_EQ(dataset.test.size(), 10000U);
  EXPECT_FALSE(holds_drawn_set(mine));  // nobody takes MNIST's test images for drawings
  save_training_drawings(mine, three_drawings(), {});
  make_folder(folder_ / "other");
  test::write_bytes(folder_ / "other" / "train-images-idx3-ubyte.gz", "the real training images");
  EXPECT_THROW(save_training_drawings(folder_ / "other", three_drawings(), {}), InputError);
}

TEST_F(DrawnSetFiles, SavingAgainReplacesDrawingsOnly) {
  save_drawn_set(folder_ / "mine", three_drawings(), {});
  DrawnSet one = three_drawings();
  one.images.resize(1);
  one.labels.resize(1);
  save_drawn_set(folder_ / "mine", one, {});
  EXPECT_EQ(read_drawn_set(folder_ / "mine").size(), 1U);

  for (const char* name : {"t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte.gz"}) {
    const auto other = folder_ / (std::string("mnist ") + name);
    make_folder(other);
    test::write_bytes(other / name, "the real test images");
    EXPECT_THROW(save_drawn_set(other, three_drawings(), {}), InputError);
    EXPECT_EQ(test::read_bytes(other / name), "the real test images");
  }
}

TEST_F(DrawnSetFiles, RefusesWhatCannotBe) {
  EXPECT_THROW(save_drawn_set(folder_ / "none", {}, {}), InputError);
  test::write_bytes(folder_ / "file", "in the way");
  EXPECT_THROW(save_drawn_set(folder_ / "file", three_drawings(), {}), InputError);
  EXPECT_THROW(read_drawn_set(folder_ / "missing"), InputError);
  save_drawn_set(folder_ / "mine", three_drawings(), {});
  write_idx(folder_ / "mine" / "t10k-labels-idx1-ubyte", {.shape = {2}, .values = {1, 2}});
  EXPECT_THROW(read_drawn_set(folder_ / "mine"), InputError);
}

}  // namespace
}  // namespace mlplab
