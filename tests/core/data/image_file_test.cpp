// Images from files: what must be read exactly, and the many ways a file can be wrong.
#include "core/data/image_file.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdlib>

#include "core/base/error.h"
#include "core/data/decoders.h"
#include "core/data/image.h"
#include "tests/support/image_writer.h"
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

string bytes_of_hex(const string& hex) {
  string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16)));
  return bytes;
}

/// Red, green, blue; white, black, brown: written by Pillow.
constexpr const char* six_pixels_webp =
    "524946463a000000574542505650384c2d0000002f024000002f20102048f41f6343405074db7a0201821cff81e63f406c726c152848db80c5"
    "dd53b288fec7d50100";
constexpr const char* six_pixels_tiff =
    "49492a00080000000a0000010400010000000300000001010400010000000200000002010300030000008600000003010300010000000100"
    "000006010300010000000200000011010400010000008c000000150103000100000003000000160104000100000002000000170104000100"
    "0000120000001c010300010000000100000000000000080008000800ff000000ff000000ffffffff000000785028";
/// The image above with orientation 6: to be turned a quarter to the right.
constexpr const char* turned_tiff =
    "49492a00080000000b000001040001000000030000000101040001000000020000000201030003000000920000000301030001000000010000"
    "0006010300010000000200000011010400010000009800000012010300010000000600000015010300010000000300000016010400010000"
    "000200000017010400010000001200"
    "00001c010300010000000100000000000000080008000800ff000000ff000000ffffffff000000785028";
constexpr const char* six_pixels_gif =
    "47494638376103000200820000ffffff00ff00785028ff00000000ff0000000000000000002c00000000030002000008090007042000a08080"
    "80003b";
constexpr const char* two_images_gif =
    "47494638376103000200820000ffffff00ff00785028ff00000000ff0000000000000000002c00000000030002000008090007042000a08080"
    "800021f90401000006002c000000000300020082ffffff00ff00785028ff00000000ff0000000000000000000809000514004020c08080003"
    "b";
constexpr const char* two_images_webp =
    "52494646c800000057454250565038580a00000002000000020000010000414e494d06000000000000000000414e4d464a0000000000000000"
    "00020000010000000000025650384c310000002f024000002f2010202c3a756843209084bdc1da04d9369bcdfd696eb3f90f10996cfa162848"
    "db80c5dd73b288fec7b50000414e4d464a000000000000000000020000010000000000005650384c310000002f024000002f2010202c3a7568"
    "43209084bdc1da04d9369bcdfd696eb3f90f10996cfa162848db80c5dd13b288fe47f60200";
/// With the header of OS/2 (of 12 bytes), and compressed by run lengths.
constexpr const char* os2_bmp =
    "424d32000000000000001a0000000c0000000300020001001800ffffff0000002850780000000000ff00ff00ff0000000000";
constexpr const char* run_lengths_bmp =
    "424d500000000000000046000000280000000300000002000000010008000100"
    "00000a000000000000000000000004000000000000000000000001010100020202000303030003010000030200000001";
/// A TIFF of 16 bits: 0, 1000, 4000; 5, 6, 7.
constexpr const char* dark_tiff =
    "49492a0008000000090000010400010000000300000001010400010000000200000002010300010000001000000003010300010000000100"
    "000006010300010000000100000011010400010000007a00000016010400010000000200000017010400010000000c0000001c0103000100"
    "000001000000000000000000e803a00f050006000700";
constexpr const char* dark_png =
    "89504e470d0a1a0a0000000d4948445200000003000000021000000000e88fe5850000001649444154789c636460607ec1b3"
    "8391819581918111000f9d01b92fa0ec1b0000000049454e44ae426082";
constexpr const char* six_pixels_bmp =
    "424d4e0000000000000036000000280000000300000002000000010018000000000018000000c40e0000c40e00000000000000000000ffffff"
    "0000002850780000000000ff00ff00ff0000000000";
constexpr const char* turned_png =
    "89504e470d0a1a0a0000000d49484452000000030000000208020000001216f14d0000001a655849664d4d002a000000080001011200030000"
    "00"
    "010006000000000000d6674b690000001849444154789c63f8cfc0c000c1ffffff676060a808d0000046ff06eb9a8c84840000000049454e44"
    "ae"
    "426082";

/// [3, 2, 3] of the six pixels, plane by plane.
const std::vector<std::uint8_t> six_pixels{255, 0, 0, 255, 0, 120, 0, 255, 0, 255, 0, 80, 0, 0, 255, 255, 0, 40};
/// Turned a quarter to the right: the first column, from below, is the first row.
const std::vector<std::uint8_t> turned_pixels{255, 255, 0, 0, 120, 0, 255, 0, 0, 255, 80, 0, 255, 0, 0, 0, 40, 255};

TEST_F(ImageFile, ReadsTheOtherFormatsExactly) {
  std::vector<std::pair<const char*, const char*>> files = {
      {"gif", six_pixels_gif}, {"bmp", six_pixels_bmp}, {"bmp", os2_bmp}};
  if (why_no_webp().empty()) files.emplace_back("webp", six_pixels_webp);
  if (why_no_tiff().empty()) files.emplace_back("tiff", six_pixels_tiff);
  for (const auto& [name, hex] : files) {
    const string bytes = bytes_of_hex(hex);
    write_bytes(folder_ / "picture", bytes);
    const Image image = read_image(folder_ / "picture");
    EXPECT_EQ(image.shape, (ImageShape{2, 3, 3})) << name;
    EXPECT_EQ(size_of_image(folder_ / "picture"), (ImageSize{2, 3})) << name;
    EXPECT_EQ(image.pixels, six_pixels) << name;
    for (std::size_t length = 1; length + 2 < bytes.size(); length += 3) expect_refused(bytes.substr(0, length));
  }
}

TEST_F(ImageFile, TurnsImagesUpright) {
  std::vector<const char*> files = {turned_png};
  if (why_no_tiff().empty()) files.push_back(turned_tiff);
  for (const char* hex : files) {
    write_bytes(folder_ / "picture", bytes_of_hex(hex));
    const Image image = read_image(folder_ / "picture");
    EXPECT_EQ(image.shape, (ImageShape{3, 2, 3}));
    EXPECT_EQ(image.pixels, turned_pixels);
    EXPECT_EQ(size_of_image(folder_ / "picture"), (ImageSize{3, 2})) << "as it is shown";
  }
}

TEST(Exif, EachOrientationIsItsTurn) {
  const Image from{{2, 3, 1}, {1, 2, 3, 4, 5, 6}};
  const std::vector<std::vector<std::uint8_t>> expected = {{1, 2, 3, 4, 5, 6}, {3, 2, 1, 6, 5, 4}, {6, 5, 4, 3, 2, 1},
                                                           {4, 5, 6, 1, 2, 3}, {1, 4, 2, 5, 3, 6}, {4, 1, 5, 2, 6, 3},
                                                           {6, 3, 5, 2, 4, 1}, {3, 6, 2, 5, 1, 4}};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    const Image to = upright(from, orientation);
    EXPECT_EQ(to.pixels, expected[static_cast<std::size_t>(orientation - 1)]) << orientation;
    EXPECT_EQ(to.shape.height, orientation < 5 ? 2 : 3);
  }
  const string exif = bytes_of_hex("4d4d002a000000080001011200030000000100080000");
  EXPECT_EQ(exif_orientation(exif), 8);
  for (std::size_t length = 0; length < exif.size() - 2; ++length)
    EXPECT_EQ(exif_orientation(exif.substr(0, length)), 1) << "a damaged block turns nothing";
}

TEST_F(ImageFile, NamesWhatIsNotUsed) {
  std::vector<string> notes;
  std::vector<const char*> files = {two_images_gif};
  if (why_no_webp().empty()) files.push_back(two_images_webp);
  for (const char* hex : files) {
    write_bytes(folder_ / "picture", bytes_of_hex(hex));
    EXPECT_EQ(read_image(folder_ / "picture", &notes).pixels, six_pixels) << "the first";
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_NE(notes[0].find("several images"), string::npos);
  }
  write_bytes(folder_ / "picture", bytes_of_hex(six_pixels_gif));
  read_image(folder_ / "picture", &notes);
  EXPECT_TRUE(notes.empty());
}

TEST_F(ImageFile, ReadsTheWholeNetpbmFamily) {
  const auto pixels_of = [&](const string& bytes) {
    write_bytes(folder_ / "picture", bytes);
    return read_image(folder_ / "picture").pixels;
  };
  EXPECT_EQ(pixels_of("P1 3 2\n# bits need no space\n101\n0 1 0\n"),
            (std::vector<std::uint8_t>{0, 255, 0, 255, 0, 255}));
  EXPECT_EQ(pixels_of(string("P4 3 2\n\xa0\x40", 9)), (std::vector<std::uint8_t>{0, 255, 0, 255, 0, 255}));
  EXPECT_EQ(pixels_of("P3 2 1 10\n10 0 0  0 5 10\n"), (std::vector<std::uint8_t>{255, 0, 0, 128, 0, 255}));
  EXPECT_EQ(pixels_of(string("P6 2 1 255\n\xff\x00\x00\x01\x80\xff", 17)),
            (std::vector<std::uint8_t>{255, 1, 0, 128, 0, 255}));
  expect_refused("P1 3 2\n10101", "truncated");
  expect_refused("P1 3 2\n101012", "pixel value");
  expect_refused(string("P4 9 2\n\xa0\x40\x01", 10), "truncated");
  expect_refused(string("P6 2 1 255\n\xff\x00", 13), "truncated");
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

TEST_F(ImageFile, RefusesWhatIsNoImage) {
  expect_refused("", "is empty");
  expect_refused("hello", "no image that is read here");
  expect_refused(string(1000, '\0'), "no image that is read here");
  expect_refused("GIF89a.......", "truncated");
  EXPECT_THROW(read_gray_image(folder_ / "missing.png"), InputError);
  EXPECT_THROW(read_gray_image(folder_.path()), InputError);
}

TEST_F(ImageFile, RefusesWhatWouldBeBlack) {
  expect_refused(bytes_of_hex(dark_png), "no value above 4000 of 65535");
  if (why_no_tiff().empty()) expect_refused(bytes_of_hex(dark_tiff), "of 65535: it would be black");
  expect_refused("P2 3 1 65535 0 1000 4000", "no value above 4000 of 65535");
  EXPECT_EQ(read("P2 3 1 4095 0 1000 4000").pixels[2], 249) << "12 bits that say so";
  EXPECT_EQ(read("P2 2 1 65535 0 0").pixels, (std::vector<std::uint8_t>{0, 0})) << "black";
  string light = bytes_of_hex(dark_tiff);
  light[light.size() - 7] = '\x9c';  // 4000 becomes 40096
  if (why_no_tiff().empty()) {
    EXPECT_EQ(read(light).pixels[2], 156);
  }
}

TEST_F(ImageFile, RefusesInksThatSayNotWhichWayTheyGo) {
  string jpeg = test::jpeg_bytes(ramp());
  jpeg[jpeg.find("\xff\xc0") + 9] = 4;  // how many inks the frame has
  expect_refused(jpeg, "a CMYK image that does not say");
}

TEST_F(ImageFile, SaysThatRunLengthsAreNotRead) {
  expect_refused(bytes_of_hex(run_lengths_bmp), "compressed by run lengths");
  expect_refused(bytes_of_hex(run_lengths_bmp).substr(0, 70), "truncated");
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

TEST_F(ImageFile, RefusesAJpegWithoutATableWhateverLiesInMemory) {
  string jpeg = test::jpeg_bytes(ramp());
  jpeg[jpeg.find("\xff\xc4") + 4] ^= 1;  // the number of the first table
  for (int value = 1; value < 256; ++value) {
    mallopt(M_PERTURB, value);
    expect_refused(jpeg, "cannot be decoded");
  }
  mallopt(M_PERTURB, 0);
}

TEST_F(ImageFile, RefusesAbsurdSizesBeforeTakingMemory) {
  expect_refused("P5 1000000 1000000 255\n....", "64 million");
  expect_refused("P5 99999999999999999999 1 255\n....", "width is too large");
  expect_refused("P5 0 5 255\n", "empty image");
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
