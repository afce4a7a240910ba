#include "core/data/image.h"

#include <gtest/gtest.h>

#include <numeric>

#include "core/base/error.h"

namespace mlplab {
namespace {

Image of(const ImageShape& shape, std::vector<std::uint8_t> pixels) { return {shape, std::move(pixels)}; }

TEST(Image, APlainOneStaysPlainAtAnySize) {
  for (const int value : {0, 1, 77, 254, 255})
    for (const auto& [height, width] : {std::pair(1, 1), {3, 5}, {29, 7}, {2, 64}}) {
      const Image plain = of({6, 9, 3}, std::vector<std::uint8_t>(6 * 9 * 3, static_cast<std::uint8_t>(value)));
      const Image other = resized(plain, height, width);
      EXPECT_EQ(other.shape, (ImageShape{height, width, 3}));
      EXPECT_EQ(other.pixels, std::vector<std::uint8_t>(static_cast<std::size_t>(height * width * 3),
                                                        static_cast<std::uint8_t>(value)));
    }
}

TEST(Image, ASmallerOneIsMadeOfAllThatItCovers) {
  // A pixel of each 4×4 block is lit: one that only looked at some pixels would see it here and miss it there.
  Image dots = of({16, 16, 1}, std::vector<std::uint8_t>(256, 0));
  for (std::size_t y = 0; y < 16; y += 4)
    for (std::size_t x = 0; x < 16; x += 4) dots.pixels[(y + (x / 4)) * 16 + x] = 160;
  for (const std::uint8_t pixel : resized(dots, 4, 4).pixels) EXPECT_NEAR(pixel, 10, 8);
  const Image small = resized(dots, 4, 4);
  EXPECT_NEAR(std::accumulate(small.pixels.begin(), small.pixels.end(), 0), 160, 20) << "the light is kept";
}

TEST(Image, ALargerOneLiesBetweenItsNeighbours) {
  const Image ramp = resized(of({1, 2, 1}, {0, 100}), 1, 8);
  EXPECT_EQ(ramp.pixels, (std::vector<std::uint8_t>{0, 0, 13, 38, 63, 88, 100, 100}));
  EXPECT_EQ(resized(of({2, 1, 1}, {0, 100}), 8, 1).pixels, ramp.pixels) << "rows as columns";
}

TEST(Image, ColoursBecomeLuminanceAndGreyThreeTimesTheSame) {
  const Image colours = of({1, 2, 3}, {255, 10, 0, 20, 0, 30});  // red, and (10, 20, 30)
  EXPECT_EQ(with_channels(colours, 1).pixels, (std::vector<std::uint8_t>{76, 18}));
  const Image grey = of({1, 2, 1}, {7, 9});
  EXPECT_EQ(with_channels(grey, 3).pixels, (std::vector<std::uint8_t>{7, 9, 7, 9, 7, 9}));
  EXPECT_EQ(with_channels(with_channels(grey, 3), 1).pixels, grey.pixels);
}

TEST(Image, CroppingKeepsTheMiddleAndPaddingAllOfIt) {
  const Image wide = of({2, 4, 1}, {10, 11, 12, 13, 30, 31, 32, 33}), tall = of({4, 2, 1}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(brought_to(wide, {2, 2, 1}, ImageFit::crop).pixels, (std::vector<std::uint8_t>{11, 12, 31, 32}));
  EXPECT_EQ(brought_to(tall, {2, 2, 1}, ImageFit::crop).pixels, (std::vector<std::uint8_t>{3, 4, 5, 6}));
  const std::uint8_t rim = 22;  // the mean of all eight, which are all at the rim, rounded up from 21.5
  EXPECT_EQ(brought_to(wide, {4, 4, 1}, ImageFit::pad).pixels,
            (std::vector<std::uint8_t>{rim, rim, rim, rim, 10, 11, 12, 13, 30, 31, 32, 33, rim, rim, rim, rim}));
  EXPECT_EQ(brought_to(tall, {4, 4, 1}, ImageFit::pad).pixels,
            (std::vector<std::uint8_t>{5, 1, 2, 5, 5, 3, 4, 5, 5, 5, 6, 5, 5, 7, 8, 5}));
  // Only the rim counts for the paper.
  const Image framed = of({3, 3, 1}, {8, 8, 8, 8, 250, 8, 8, 8, 8});
  EXPECT_EQ(brought_to(framed, {3, 5, 1}, ImageFit::pad).pixels,
            (std::vector<std::uint8_t>{8, 8, 8, 8, 8, 8, 8, 250, 8, 8, 8, 8, 8, 8, 8}));
}

TEST(Image, EveryChannelIsFittedAlike) {
  const Image colours = of({1, 3, 3}, {1, 2, 3, 11, 12, 13, 21, 22, 23});
  EXPECT_EQ(brought_to(colours, {1, 1, 3}, ImageFit::crop).pixels, (std::vector<std::uint8_t>{2, 12, 22}));
  EXPECT_EQ(brought_to(colours, {3, 3, 3}, ImageFit::pad).pixels,
            (std::vector<std::uint8_t>{2,  2,  2,  1,  2,  3,  2,  2,  2,  12, 12, 12, 11, 12,
                                       13, 12, 12, 12, 22, 22, 22, 21, 22, 23, 22, 22, 22}));
}

TEST(Image, AnyFitGivesTheSizeThatIsAskedFor) {
  for (const ImageFit fit : {ImageFit::stretch, ImageFit::crop, ImageFit::pad}) {
    EXPECT_EQ(parse_image_fit(to_string(fit)), fit);
    for (const auto& [height, width] : {std::pair(1, 999), {999, 1}, {7, 5}, {1, 1}})
      for (const ImageShape to : {ImageShape{8, 8, 1}, {3, 50, 3}, {50, 3, 1}, {1, 1, 1}}) {
        const Image from =
            of({height, width, 1}, std::vector<std::uint8_t>(static_cast<std::size_t>(height * width), 77));
        const Image made = brought_to(from, to, fit);
        EXPECT_EQ(made.shape, to);
        EXPECT_EQ(made.pixels,
                  std::vector<std::uint8_t>(static_cast<std::size_t>(to.height * to.width * to.channels), 77));
      }
  }
  // Where the proportions are those that are wanted, there is nothing to fit.
  std::vector<std::uint8_t> ramp(12 * 20);
  std::iota(ramp.begin(), ramp.end(), std::uint8_t{3});
  const Image from = of({12, 20, 1}, ramp), stretched = brought_to(from, {6, 10, 1});
  EXPECT_EQ(brought_to(from, {6, 10, 1}, ImageFit::crop).pixels, stretched.pixels);
  EXPECT_EQ(brought_to(from, {6, 10, 1}, ImageFit::pad).pixels, stretched.pixels);
  EXPECT_THROW(parse_image_fit("squeeze"), UsageError);
}

}  // namespace
}  // namespace mlplab
