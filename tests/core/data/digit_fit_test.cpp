// Fitting an image as MNIST was made: MNIST itself is its fixed point, and nothing but the digit may matter.
#include "core/data/digit_fit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

#include "core/data/idx.h"
#include "core/data/load.h"
#include "core/data/stroke_raster.h"
#include "tests/support/drawn_digits.h"
#include "tests/support/image_writer.h"

namespace mlplab {
namespace {

std::vector<test::DrawnDigit> drawn() { return test::drawn_digits(MLPLAB_TEST_DATA); }

/// The mean difference of two images in grey levels.
double mean_difference(const GrayImage& a, const GrayImage& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) sum += std::abs(int{a.pixels[i]} - int{b.pixels[i]});
  return sum / static_cast<double>(a.pixels.size());
}

std::vector<GrayImage> mnist_test_images() {
  const IdxArray array = read_idx(find_resources() / "mnist" / "t10k-images-idx3-ubyte.gz");
  std::vector<GrayImage> images;
  for (std::size_t i = 0; i < array.shape[0]; ++i) {
    GrayImage image(28, 28);
    std::copy_n(array.values.begin() + static_cast<std::ptrdiff_t>(i * 784), 784, image.pixels.begin());
    images.push_back(std::move(image));
  }
  return images;
}

struct InkExtent {
  int height = 0, width = 0;
  double centre_y = 0, centre_x = 0;
};

InkExtent extent_of(const GrayImage& image) {
  int top = image.height, bottom = -1, left = image.width, right = -1;
  double mass = 0, y_moment = 0, x_moment = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      if (const int value = image.at(y, x); value > 0) {
        top = std::min(top, y);
        bottom = y;
        left = std::min(left, x);
        right = std::max(right, x);
        mass += value;
        y_moment += value * y;
        x_moment += value * x;
      }
  return {bottom - top + 1, right - left + 1, y_moment / mass, x_moment / mass};
}

TEST(DigitFit, MnistAndItsNegativeAreUsedAsTheyAre) {
  for (const GrayImage& image : mnist_test_images()) {
    const FittedDigit same = fit_digit(image);
    ASSERT_TRUE(same.as_is && !same.inverted && same.image == image);
    const FittedDigit other = fit_digit(test::negative(image));
    ASSERT_TRUE(other.as_is && other.inverted && other.image == image);
  }
}

TEST(DigitFit, FittingMnistAgainHardlyChangesIt) {
  int moved = 0;
  for (const GrayImage& image : mnist_test_images()) {
    const GrayImage again = fit_ink(image);
    int largest = 0;
    for (std::size_t i = 0; i < image.pixels.size(); ++i)
      largest = std::max(largest, std::abs(int{image.pixels[i]} - int{again.pixels[i]}));
    moved += largest > 2 ? 1 : 0;  // the brightest pixel goes from 254 to 255, and rounding
  }
  EXPECT_LE(moved, 50) << "of 10,000: shifted by a pixel where the centre of mass lies between two";
}

TEST(DigitFit, MnistOnALargerSheetComesBack) {
  const std::vector<GrayImage> images = mnist_test_images();
  for (std::size_t i = 0; i < 200; ++i) {
    const FittedDigit fitted = fit_digit(test::on_sheet(images[i], 90, 70, 40, 11));
    EXPECT_FALSE(fitted.as_is);
    EXPECT_EQ(fitted.image, fit_ink(images[i])) << i;
  }
}

TEST(DigitFit, AImageOnASheetIsSeenAsTheImage) {
  const auto images = mnist_test_images();
  int same = 0, near = 0, looked_at = 0;
  for (std::size_t i = 0; i < images.size(); i += 10) {
    const FittedDigit sheet = image_on_sheet(images[i], 280);
    ASSERT_EQ(sheet.image.width, 280);
    ASSERT_TRUE(sheet.as_is);
    const double difference = mean_difference(fit_ink(sheet.image), images[i]);
    same += difference < 0.5 ? 1 : 0;
    near += difference < 12.0 ? 1 : 0;
    ++looked_at;
  }
  // A few lie between two places, and fitting them again takes the other; some are smaller than the box.
  EXPECT_GT(same, looked_at * 9 / 10);
  EXPECT_GT(near, looked_at * 99 / 100);
  near = looked_at = 0;
  for (const auto& digit : drawn()) {
    GrayImage dark = rasterize(digit.strokes, 100);
    for (std::uint8_t& pixel : dark.pixels) pixel = static_cast<std::uint8_t>(255 - pixel);
    const FittedDigit sheet = image_on_sheet(dark, 280);
    EXPECT_TRUE(sheet.inverted);
    const double difference = mean_difference(fit_ink(sheet.image), fit_digit(dark).image);
    EXPECT_LT(difference, 30.0);  // a pixel aside
    near += difference < 4.0 ? 1 : 0;
    ++looked_at;
  }
  EXPECT_GT(near, looked_at * 3 / 4) << near << " of " << looked_at;
  EXPECT_TRUE(image_on_sheet(GrayImage(50, 40), 280).blank);
}

TEST(DigitFit, DrawingsFillTheBoxAndAreCentredByMass) {
  for (const auto& digit : drawn()) {
    const GrayImage fitted = fit_ink(rasterize(digit.strokes));
    const InkExtent extent = extent_of(fitted);
    EXPECT_GE(std::max(extent.height, extent.width), 19) << digit.label << ' ' << digit.style;
    EXPECT_LE(std::max(extent.height, extent.width), 20) << digit.label << ' ' << digit.style;
    EXPECT_NEAR(extent.centre_y, 14, 0.51);
    EXPECT_NEAR(extent.centre_x, 14, 0.51);
    EXPECT_EQ(*std::ranges::max_element(fitted.pixels), 255);
    EXPECT_TRUE(is_fitted(fitted)) << "fitted once is fitted";
  }
}

TEST(DigitFit, PolarityDoesNotMatter) {
  for (const auto& digit : drawn()) {
    const GrayImage sheet = rasterize(digit.strokes);
    const FittedDigit light = fit_digit(sheet);
    const FittedDigit dark = fit_digit(test::negative(sheet));
    EXPECT_FALSE(light.inverted);
    EXPECT_TRUE(dark.inverted);
    EXPECT_EQ(light.image, fit_ink(sheet));
    EXPECT_EQ(dark.image, light.image);
  }
}

TEST(DigitFit, PlaceOnTheSheetDoesNotMatter) {
  const GrayImage sheet = rasterize(drawn()[13].strokes);
  const GrayImage reference = fit_ink(sheet);
  for (const auto& [top, left] : {std::pair{0, 0}, {200, 3}, {17, 300}})
    EXPECT_EQ(fit_ink(test::on_sheet(sheet, 500, 600, top, left)), reference);
}

/// The least mean difference, also with `a` moved by one pixel, where the centre of mass lay between two pixels. The
/// rest is half a pixel's phase, where the digit's narrow side takes one cell more; two digits differ by 30 or more.
double difference_within_a_pixel(const GrayImage& a, const GrayImage& b) {
  double least = 255;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      GrayImage moved(a.height, a.width);
      for (int y = 1; y + 1 < a.height; ++y)
        for (int x = 1; x + 1 < a.width; ++x) moved.at(y, x) = a.at(y + dy, x + dx);
      least = std::min(least, mean_difference(moved, b));
    }
  return least;
}

TEST(DigitFit, ResolutionHardlyMatters) {
  for (const auto& digit : drawn()) {
    const GrayImage reference = fit_ink(rasterize(digit.strokes));
    EXPECT_LT(difference_within_a_pixel(fit_ink(rasterize(digit.strokes, 1120)), reference), 12)
        << digit.label << ' ' << digit.manner;
  }
}

TEST(DigitFit, HugeImagesAreFitted) {
  const GrayImage sheet = rasterize(drawn()[20].strokes, 3000);
  const GrayImage huge = test::negative(test::on_sheet(sheet, 4000, 6000, 900, 2800));
  const FittedDigit fitted = fit_digit(huge);
  EXPECT_FALSE(fitted.blank);
  EXPECT_EQ(fitted.image, fit_ink(sheet));
}

TEST(DigitFit, PhotographsLoseTheirPaper) {
  for (const auto& digit : drawn()) {
    if (digit.manner == "thin" || digit.manner == "small") continue;  // the grain of this paper is as strong
    const GrayImage sheet = rasterize(digit.strokes);
    const FittedDigit fitted = fit_digit(test::photographed(sheet, 190, 70, 30, 5));
    EXPECT_TRUE(fitted.inverted);
    EXPECT_LT(difference_within_a_pixel(fitted.image, fit_ink(sheet)), 8) << digit.label << ' ' << digit.manner;
    EXPECT_EQ(fitted.image.at(0, 0), 0) << "paper is exactly 0";
  }
}

TEST(DigitFit, SpecksOnPaperAreNoInk) {
  GrayImage sheet = rasterize(drawn()[18].strokes);
  const GrayImage reference = fit_ink(sheet);
  GrayImage photo = test::photographed(sheet, 200, 40, 20, 9);
  for (const auto& [y, x] : {std::pair{3, 4}, {270, 8}, {5, 275}, {271, 272}}) photo.at(y, x) = 30;
  EXPECT_LT(difference_within_a_pixel(fit_digit(photo).image, reference), 8);
}

TEST(DigitFit, APhotographFullOfSpecksIsFitted) {
  const GrayImage sheet = rasterize(drawn()[18].strokes, 3000);
  GrayImage photo = test::negative(sheet);
  for (int y = 1; y < photo.height; y += 6)
    for (int x = 1; x < photo.width; x += 6) photo.at(y, x) = 30;
  EXPECT_LT(difference_within_a_pixel(fit_digit(photo).image, fit_ink(sheet)), 8) << "of 250 000 specks";
}

/// `image` with its outermost rows and columns of this tone.
GrayImage framed(GrayImage image, int width, int tone) {
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      if (std::min({y, x, image.height - 1 - y, image.width - 1 - x}) < width)
        image.at(y, x) = static_cast<std::uint8_t>(tone);
  return image;
}

TEST(DigitFit, AFrameAroundTheImageIsNoInk) {
  for (const auto& digit : drawn()) {
    const GrayImage sheet = rasterize(digit.strokes);
    const GrayImage reference = fit_ink(sheet), paper = test::negative(sheet);
    for (const auto& [width, tone] : {std::pair{1, 0}, {2, 0}, {2, 128}, {6, 60}}) {
      const FittedDigit fitted = fit_digit(framed(paper, width, tone));
      EXPECT_TRUE(fitted.inverted);
      EXPECT_LT(difference_within_a_pixel(fitted.image, reference), 8) << digit.label << ' ' << width << ' ' << tone;
      EXPECT_LT(difference_within_a_pixel(fit_digit(framed(sheet, width, 255 - tone)).image, reference), 8)
          << digit.label << ", light on dark";
    }
  }
}

TEST(DigitFit, AFrameInsideTheImageIsNoInkAndAZeroIsNoFrame) {
  for (const auto& digit : drawn()) {
    const GrayImage sheet = rasterize(digit.strokes);
    const GrayImage boxed = test::on_sheet(framed(sheet, 3, 255), 360, 360, 30, 40);
    EXPECT_LT(difference_within_a_pixel(fit_digit(test::negative(boxed)).image, fit_ink(sheet)), 8) << digit.label;
  }
  GrayImage zero = rasterize(
      {{24, {{140, 40}, {90, 60}, {70, 140}, {90, 220}, {140, 240}, {190, 220}, {210, 140}, {190, 60}, {140, 40}}}});
  GrayImage dotted = zero;
  for (int y = 130; y < 150; ++y)
    for (int x = 130; x < 150; ++x) dotted.at(y, x) = 255;
  EXPECT_LT(difference_within_a_pixel(fit_digit(dotted).image, fit_ink(dotted)), 4) << "the 0 itself stays";
}

TEST(DigitFit, WhatLiesAtTheEdgeIsLeftOutAndThatIsSaid) {
  const GrayImage sheet = rasterize(drawn()[18].strokes);
  GrayImage blotted = sheet;
  for (int y = 0; y < 40; ++y)
    for (int x = 0; x < 40; ++x) blotted.at(y, x) = 255;
  const FittedDigit fitted = fit_digit(test::negative(blotted));
  EXPECT_LT(difference_within_a_pixel(fitted.image, fit_ink(sheet)), 4);
  EXPECT_NE(fitted.doubt, "");
  EXPECT_EQ(fit_digit(test::negative(sheet)).doubt, "");
}

TEST(DigitFit, TwoDigitsAreDoubtful) {
  GrayImage two = test::on_sheet(rasterize(drawn()[18].strokes), 280, 600, 0, 0);
  const GrayImage other = test::on_sheet(rasterize(drawn()[18].strokes), 280, 600, 0, 300);
  for (std::size_t i = 0; i < two.pixels.size(); ++i) two.pixels[i] = std::max(two.pixels[i], other.pixels[i]);
  EXPECT_NE(fit_digit(test::negative(two)).doubt, "");
}

TEST(DigitFit, AShadowOnThePaperIsNoInk) {
  for (const auto& digit : drawn()) {
    if (digit.manner == "thin" || digit.manner == "small") continue;
    const GrayImage sheet = rasterize(digit.strokes);
    for (const double darkest : {0.6, 0.35}) {
      GrayImage photo = test::photographed(sheet, 235, 30, 5, 5);
      for (int y = 0; y < photo.height; ++y)
        for (int x = 0; x < photo.width; ++x)
          photo.at(y, x) = static_cast<std::uint8_t>(photo.at(y, x) * (1 - (1 - darkest) * x / photo.width));
      EXPECT_LT(difference_within_a_pixel(fit_digit(photo).image, fit_ink(sheet)), 12)
          << digit.label << ' ' << digit.manner << ' ' << darkest;
    }
  }
}

TEST(DigitFit, BlankImagesAreBlank) {
  for (const int tone : {0, 1, 127, 254, 255}) {
    GrayImage image(60, 40);
    std::ranges::fill(image.pixels, static_cast<std::uint8_t>(tone));
    const FittedDigit fitted = fit_digit(image);
    EXPECT_TRUE(fitted.blank) << tone;
    EXPECT_EQ(fitted.image, GrayImage(28, 28)) << tone;
  }
  EXPECT_TRUE(fit_digit(GrayImage()).blank);
  EXPECT_TRUE(fit_digit(test::photographed(GrayImage(80, 80), 200, 0, 10, 1)).blank) << "empty paper with grain";
  EXPECT_EQ(fit_ink(GrayImage(5, 5)), GrayImage(28, 28));
}

TEST(DigitFit, TinyImagesAreEnlarged) {
  EXPECT_TRUE(fit_digit(GrayImage(1, 1)).blank);
  GrayImage one(6, 4);  // a 1, two pixels high
  one.at(2, 1) = one.at(3, 1) = 255;
  const InkExtent extent = extent_of(fit_digit(one).image);
  EXPECT_EQ(extent.height, 20);
  EXPECT_LE(extent.width, 12);
  EXPECT_NEAR(extent.centre_y, 14, 0.51);
  EXPECT_NEAR(extent.centre_x, 14, 0.51);
}

TEST(DigitFit, ProportionsAreKept) {
  for (const auto& [height, width] : {std::pair{200, 40}, {40, 200}, {60, 90}, {7, 3}}) {
    GrayImage block(height, width);
    std::ranges::fill(block.pixels, std::uint8_t{255});
    const InkExtent extent = extent_of(fit_ink(test::on_sheet(block, 300, 300, 20, 30)));
    const double scale = 20.0 / std::max(height, width);
    EXPECT_NEAR(extent.height, height * scale, 1.01);
    EXPECT_NEAR(extent.width, width * scale, 1.01);
  }
}

TEST(DigitFit, OtherShapesKeepTheProportionOfTheBox) {
  const GrayImage sheet = rasterize(drawn()[0].strokes);
  for (const auto& [height, width] : {std::pair{14, 14}, {56, 56}, {32, 24}, {1, 1}}) {
    const GrayImage fitted = fit_ink(sheet, height, width);
    ASSERT_EQ(fitted.height, height);
    ASSERT_EQ(fitted.width, width);
    const InkExtent extent = extent_of(fitted);
    EXPECT_LE(extent.height, std::max(1L, std::lround(height * 20.0 / 28.0)));
    EXPECT_LE(extent.width, std::max(1L, std::lround(width * 20.0 / 28.0)));
  }
}

}  // namespace
}  // namespace mlplab
