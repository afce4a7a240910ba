#include "core/data/image.h"

#include <gtest/gtest.h>

#include <numeric>

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

}  // namespace
}  // namespace mlplab
