// Pictures from files: what must be read exactly, and the many ways a file can be wrong.
#include "core/data/image_file.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/base/error.h"
#include "tests/support/picture_writer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using std::string;
using test::TemporaryFolder;
using test::write_bytes;

/// Odd sizes and every grey level.
GrayImage ramp(int height = 19, int width = 31) {
  GrayImage image(height, width);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) image.pixels[i] = static_cast<std::uint8_t>(i * 7);
  return image;
}

class ImageFile : public testing::Test {
 protected:
  GrayImage read(const string& bytes) {
    write_bytes(folder_ / "picture", bytes);
    return read_gray_image(folder_ / "picture");
  }
  /// An InputError of one sentence that names the file and holds `because`.
  void expect_refused(const string& bytes, const string& because = "") {
    try {
      read(bytes);
      ADD_FAILURE() << "was read; expected: " << because;
    } catch (const InputError& error) {
      const string text = error.what();
      EXPECT_NE(text.find("picture"), string::npos) << text;
      EXPECT_NE(text.find(because), string::npos) << text;
      EXPECT_EQ(text.find('\n'), string::npos) << text;
    }
  }
  TemporaryFolder folder_;
};

TEST_F(ImageFile, ReadsGrayPngExactly) { EXPECT_EQ(read(test::png_bytes(ramp())), ramp()); }

TEST_F(ImageFile, ReadsJpegClosely) {
  GrayImage image(24, 40);
  for (int y = 0; y < 24; ++y)
    for (int x = 0; x < 40; ++x) image.at(y, x) = static_cast<std::uint8_t>(4 * y + 3 * x);
  const GrayImage got = read(test::jpeg_bytes(image, 95));
  ASSERT_EQ(got.height, 24);
  ASSERT_EQ(got.width, 40);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) EXPECT_NEAR(got.pixels[i], image.pixels[i], 6) << i;
}

TEST_F(ImageFile, ColoursBecomeLuminance) {
  const GrayImage got = read(test::png_bytes(1, 3, 3, {255, 0, 0, 0, 255, 0, 0, 0, 255}));
  EXPECT_NEAR(got.pixels[0], 0.30 * 255, 2);
  EXPECT_NEAR(got.pixels[1], 0.59 * 255, 2);
  EXPECT_NEAR(got.pixels[2], 0.11 * 255, 2);
}

TEST_F(ImageFile, TransparencyIsPaperOfTheOtherTone) {
  EXPECT_EQ(read(test::png_bytes(1, 2, 2, {0, 0, 0, 255})).pixels, (std::vector<std::uint8_t>{255, 0})) << "black ink";
  EXPECT_EQ(read(test::png_bytes(1, 2, 2, {0, 0, 255, 255})).pixels, (std::vector<std::uint8_t>{0, 255}))
      << "white ink";
  EXPECT_EQ(read(test::png_bytes(1, 1, 4, {0, 0, 0, 0})).pixels, (std::vector<std::uint8_t>{255})) << "nothing at all";
}

TEST_F(ImageFile, ReadsAllKindsOfPgm) {
  const std::vector<std::uint8_t> expected{0, 128, 255, 17, 34, 51};
  EXPECT_EQ(read(string("P5 3 2 255\n\x00\x80\xff\x11\x22\x33", 17)).pixels, expected);
  EXPECT_EQ(read("P2\n# drawn by hand\n3 2 # width, height\n255\n0 128 255\n17 34 51\n").pixels, expected);
  EXPECT_EQ(read(string("P5\n2 1\n65535\n\x00\x00\x80\x80", 18)).pixels, (std::vector<std::uint8_t>{0, 128}));
  EXPECT_EQ(read("P2 3 1 15 0 1 15").pixels, (std::vector<std::uint8_t>{0, 17, 255})) << "15 is white";
}

TEST_F(ImageFile, WritesPgmThatReadsBack) {
  write_pgm(folder_ / "a.pgm", ramp());
  EXPECT_EQ(read_gray_image(folder_ / "a.pgm"), ramp());
  EXPECT_THROW(write_pgm(folder_ / "no such folder" / "a.pgm", ramp()), InputError);
}

TEST_F(ImageFile, RefusesWhatIsNoPicture) {
  expect_refused("", "is empty");
  expect_refused("hello", "not a PNG, JPEG or PGM");
  expect_refused(string(1000, '\0'), "not a PNG, JPEG or PGM");
  expect_refused("GIF89a.......", "not a PNG, JPEG or PGM");
  EXPECT_THROW(read_gray_image(folder_ / "missing.png"), InputError);
  EXPECT_THROW(read_gray_image(folder_.path()), InputError);
}

TEST_F(ImageFile, RefusesEveryTruncation) {
  for (const string& whole : {test::png_bytes(ramp()), test::jpeg_bytes(ramp()), string("P2 2 2 255 1 22 3 44")})
    for (std::size_t size = 0; size + 1 < whole.size(); ++size) expect_refused(whole.substr(0, size));
  expect_refused(string("P5 3 2 255\n\x00\x80\xff\x11\x22", 16), "truncated");
}

TEST_F(ImageFile, RefusesEveryFlippedByteOfAPng) {
  const string whole = test::png_bytes(ramp());
  for (std::size_t i = 0; i < whole.size(); ++i) {
    string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    expect_refused(damaged);
  }
}

TEST_F(ImageFile, SurvivesEveryFlippedByteOfAJpeg) {
  const string whole = test::jpeg_bytes(ramp());
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const int flip : {0x01, 0x80, 0xFF}) {
      string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ flip);
      try {  // JPEG has no checksum: a changed pixel cannot be told from a drawn one, but nothing may break
        const GrayImage image = read(damaged);
        EXPECT_EQ(image.pixels.size(), static_cast<std::size_t>(image.height) * static_cast<std::size_t>(image.width));
      } catch (const InputError&) {
      }
    }
}

TEST_F(ImageFile, RefusesHuffmanTablesThatOverflow) {
  string jpeg = test::jpeg_bytes(ramp());
  const std::size_t tables = jpeg.find("\xff\xc4");
  ASSERT_NE(tables, string::npos);
  for (std::size_t i = 0; i < 16; ++i) jpeg[tables + 5 + i] = '\xff';
  expect_refused(jpeg, "is damaged");
}

TEST_F(ImageFile, RefusesAbsurdSizesBeforeTakingMemory) {
  expect_refused("P5 1000000 1000000 255\n....", "64 million");
  expect_refused("P5 99999999999999999999 1 255\n....", "width is too large");
  expect_refused("P5 0 5 255\n", "empty picture");
  expect_refused("P5 -3 5 255\n", "no width");
  expect_refused("P2 2 1 10 11 3", "pixel value is too large");
  // A PNG with a true checksum whose header claims 60,000 × 60,000 pixels.
  string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\0\0\0\0", 29);
  png += string("\xa5\xb9\x2a\x9e", 4);  // CRC-32 of the IHDR chunk
  png += string("\0\0\0\0IEND\xae\x42\x60\x82", 12);
  expect_refused(png, "60000×60000");
}

}  // namespace
}  // namespace mlplab
