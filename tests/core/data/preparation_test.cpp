// An image from a file becomes the very input that it was as a training image, whatever the images are.
#include "core/data/preparation.h"

#include <gtest/gtest.h>

#include <random>

#include "core/base/error.h"
#include "core/base/json.h"
#include "core/data/digit_fit.h"
#include "core/data/image_file.h"
#include "core/data/load.h"
#include "core/data/stroke_raster.h"
#include "tests/support/image_writer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

namespace fs = std::filesystem;

/// Two classes of noise around a block, on paper of this brightness.
std::string noisy_png(std::mt19937& random, int height, int width, int channels, int paper) {
  std::vector<std::uint8_t> values;
  for (int i = 0; i < height * width * channels; ++i)
    values.push_back(static_cast<std::uint8_t>(paper + static_cast<int>(random() % 50)));
  return test::png_bytes(height, width, channels, values);
}

class PreparationOfFolders : public testing::Test {
 protected:
  void add(int height, int width, int channels, int paper) {
    std::mt19937 random(7);
    for (const char* name : {"set/ant", "set/bee"})
      for (int i = 0; i < 12; ++i) {
        make_folder(folder_ / name);
        test::write_bytes(folder_ / name / (std::to_string(100 + i) + ".png"),
                          noisy_png(random, height, width, channels, paper));
      }
  }
  /// Each file, prepared as the data set says, is an example of its class.
  void expect_every_file_is_an_example(DataSpec spec) {
    spec.source = folder_ / "set";
    const Dataset data = load_dataset(spec, find_resources(), 1);
    const Preparation preparation = preparation_of(data);
    for (const char* name : {"ant", "bee"})
      for (const auto& entry : fs::directory_iterator(folder_ / "set" / name)) {
        const PreparedImage prepared = prepare(preparation, read_image(entry.path()));
        EXPECT_EQ(prepared.image.shape, data.image);
        EXPECT_EQ(prepared.doubt, "");
        bool found = false;
        for (const Examples* split : {&data.train, &data.validation, &data.test})
          for (std::size_t i = 0; i < split->size(); ++i)
            found = found || (data.class_names[static_cast<std::size_t>(split->labels[i])] == name &&
                              std::equal(prepared.image.pixels.begin(), prepared.image.pixels.end(),
                                         split->features.begin() + static_cast<std::ptrdiff_t>(i) * data.features()));
        EXPECT_TRUE(found) << entry.path();
      }
  }
  test::TemporaryFolder folder_;
};

TEST_F(PreparationOfFolders, SquareGreyAsTheyAre) {
  add(16, 16, 1, 0);
  expect_every_file_is_an_example({});
}

TEST_F(PreparationOfFolders, GreyOfMnistsSizeThatAreNoDigits) {
  add(28, 28, 1, 0);
  expect_every_file_is_an_example({});
}

TEST_F(PreparationOfFolders, NeitherSquareNorGrey) {
  add(14, 22, 3, 150);
  expect_every_file_is_an_example({});
}

TEST_F(PreparationOfFolders, BroughtToAnotherSizeAndToGrey) {
  add(15, 23, 3, 40);
  expect_every_file_is_an_example({.image_size = {10, 16}, .channels = 1});
}

TEST_F(PreparationOfFolders, CroppedOrPaddedAsInTraining) {
  add(16, 40, 3, 90);
  for (const ImageFit fit : {ImageFit::crop, ImageFit::pad})
    expect_every_file_is_an_example({.image_size = {20, 12}, .fit = fit});
}

TEST_F(PreparationOfFolders, LightPaperIsSeenByTheRims) {
  add(14, 22, 1, 200);
  Preparation preparation = preparation_of(load_dataset({.source = folder_ / "set"}, find_resources(), 1));
  EXPECT_TRUE(preparation.light_paper);
  EXPECT_FALSE(preparation.fits_digits());
  fs::remove_all(folder_ / "set");
  add(14, 22, 1, 20);
  preparation = preparation_of(load_dataset({.source = folder_ / "set"}, find_resources(), 1));
  EXPECT_FALSE(preparation.light_paper);
}

TEST(Preparation, MnistsOwnImagesPassUnchangedAtAnySize) {
  for (const ImageSize& size : {ImageSize{}, ImageSize{32, 32}}) {
    const Dataset data = load_dataset({.train_limit = 300, .test_limit = 10, .image_size = size}, find_resources(), 1);
    const Dataset own = load_dataset({.train_limit = 300, .test_limit = 10}, find_resources(), 1);
    const Preparation preparation = preparation_of(data);
    EXPECT_TRUE(preparation.fits_digits());
    EXPECT_EQ(preparation.class_names.size(), 10U);
    for (std::size_t i = 0; i < 300; ++i) {
      const auto at = own.train.features.begin() + static_cast<std::ptrdiff_t>(i * 784);
      const PreparedImage prepared = prepare(preparation, Image{own.image, {at, at + 784}});
      EXPECT_TRUE(prepared.as_is);
      EXPECT_TRUE(std::equal(prepared.image.pixels.begin(), prepared.image.pixels.end(),
                             data.train.features.begin() + static_cast<std::ptrdiff_t>(i) * data.features()))
          << i;
    }
  }
}

TEST(Preparation, IdxOfOtherImagesAreNoDigits) {
  Dataset data = load_dataset({.train_limit = 500}, find_resources(), 1);
  EXPECT_EQ(digits_in(data, 0.99), data.image);
  // Images that fill the frame, as those of clothes do.
  for (std::size_t i = 0; i < 500; i += 10) data.train.features[i * 784] = data.train.features[i * 784 + 783] = 90;
  EXPECT_EQ(digits_in(data, 0.99).height, 0);
  EXPECT_EQ(digits_in(data, 0.85), data.image);
}

TEST(Preparation, ADistortedImageIsDoubtful) {
  const Preparation preparation{.image = {24, 24, 1}};
  EXPECT_EQ(prepare(preparation, Image{{48, 48, 1}, std::vector<std::uint8_t>(48 * 48, 9)}).doubt, "");
  const PreparedImage wide = prepare(preparation, Image{{20, 60, 1}, std::vector<std::uint8_t>(1200, 9)});
  EXPECT_NE(wide.doubt.find("60×20"), std::string::npos) << wide.doubt;
  const Preparation cropped{.image = {24, 24, 1}, .fit = ImageFit::crop};
  EXPECT_EQ(prepare(cropped, Image{{20, 60, 1}, std::vector<std::uint8_t>(1200, 9)}).doubt, "")
      << "it is not distorted";
  EXPECT_THROW(prepare({.image = {5, 5, 2}}, Image{{5, 5, 1}, std::vector<std::uint8_t>(25)}), InputError);
}

TEST(Preparation, ADrawingIsADigitOrTheWholeSheet) {
  GrayImage ink(280, 280);
  for (int y = 40; y < 60; ++y)
    for (int x = 40; x < 60; ++x) ink.at(y, x) = 255;
  const Preparation digits{.image = {28, 28, 1}, .digits = {28, 28, 1}};
  EXPECT_EQ(prepare(digits, Sketch{ink}).image.pixels, fit_ink(ink).pixels);
  const auto at = [](const Image& image, int y, int x) {
    return int{image.pixels[static_cast<std::size_t>(y * image.shape.width + x)]};
  };
  const Image dark = prepare({.image = {28, 56, 1}, .light_paper = true}, Sketch{ink}).image;
  EXPECT_LT(at(dark, 5, 14 + 5), 80) << "ink, where it was drawn, with paper on both sides";
  EXPECT_EQ(at(dark, 5, 5), 255);
  EXPECT_EQ(at(dark, 20, 50), 255);
  const Image colour = prepare({.image = {28, 28, 3}}, Sketch{ink}).image;
  EXPECT_GT(at(colour, 5, 5), 175);
  EXPECT_EQ(colour.pixels.size(), 28U * 28 * 3);
  // A file is used itself, not what the sheet shows of it.
  const auto file = std::make_shared<const OpenedImage>(Image{{28, 28, 3}, std::vector<std::uint8_t>(28 * 28 * 3, 17)});
  const Sketch opened = sketch_of({.image = {28, 28, 3}, .light_paper = true}, file, 280);
  EXPECT_EQ(opened.ink.at(140, 140), 238);
  for (int times = 0; times < 2; ++times) {
    EXPECT_EQ(prepare({.image = {28, 28, 3}}, opened).image.pixels, file->image().pixels);
    EXPECT_EQ(prepare({.image = {4, 4, 1}}, opened).image.pixels.size(), 16U) << "each preparation has its own";
  }
}

TEST(Preparation, IsKeptAsJsonAndRefusesSizesThatCannotBe) {
  const Preparation preparation{
      .image = {32, 20, 1}, .digits = {28, 28, 1}, .class_names = {"a", "ñ"}, .light_paper = true};
  EXPECT_EQ(nlohmann::json(preparation).get<Preparation>(), preparation);
  EXPECT_FALSE(nlohmann::json(preparation).contains("fit")) << "as earlier versions wrote and read it";
  for (const ImageFit fit : {ImageFit::crop, ImageFit::pad}) {
    const Preparation other{.image = {32, 20, 3}, .class_names = {"a"}, .fit = fit};
    EXPECT_EQ(nlohmann::json(other).get<Preparation>(), other);
    EXPECT_NE(words_of(other), words_of({.image = {32, 20, 3}}));
  }
  for (const char* wrong :
       {R"({"image":{"width":0,"height":4,"channels":1},"classes":[]})",
        R"({"image":{"width":4,"height":99999,"channels":1},"classes":[]})",
        R"({"image":{"width":4,"height":4,"channels":1},"classes":[],"digits":{"width":-1,"height":4,"channels":1}})"})
    EXPECT_THROW(parse_json(wrong).get<Preparation>(), UsageError) << wrong;
}

TEST(Preparation, AClassWithoutANameIsANumber) {
  EXPECT_EQ(class_name({"one", "ten"}, 1), "ten");
  EXPECT_EQ(class_name({"one", "ten"}, 2), "2");
}

}  // namespace
}  // namespace mlplab
