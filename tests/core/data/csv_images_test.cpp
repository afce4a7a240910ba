// CSV files of images as they are found on Kaggle and saved by spreadsheets, and what is no such file.
#include "core/data/csv_images.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>

#include "core/base/error.h"
#include "core/data/load.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

class CsvImages : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    test::write_bytes(folder_ / name, text);
    return folder_ / name;
  }
  std::string refusal(const std::filesystem::path& source) const {
    try {
      read_csv_images(source);
    } catch (const InputError& error) {
      return error.what();
    }
    return "it was read";
  }

  const test::TemporaryFolder folder_;
};

const std::string first_line = "label,pixel0,pixel1,pixel2,pixel3\n";
const std::vector<std::uint8_t> three_images = {0, 255, 7, 8, 1, 2, 3, 4, 9, 9, 9, 9};

TEST_F(CsvImages, AreReadAsKaggleHasThem) {
  const Dataset dataset = read_csv_images(write("train.csv", first_line + "7,0,255,7,8\n3,1,2,3,4\n7,9,9,9,9\n"));
  EXPECT_EQ(dataset.image, (ImageShape{2, 2, 1}));
  EXPECT_EQ(dataset.class_names, (std::vector<std::string>{"3", "7"})) << "labels may have gaps";
  EXPECT_EQ(dataset.train.labels, (std::vector<std::int32_t>{1, 0, 1}));
  EXPECT_EQ(dataset.train.features, three_images);
  EXPECT_EQ(dataset.test.size(), 0U);
}

/// Every form in which the three rows above are met.
TEST_F(CsvImages, AreTheSameInEveryForm) {
  const std::vector<std::string> forms = {
      "7,0,255,7,8\n3,1,2,3,4\n7,9,9,9,9",                                           // without names and last newline
      "\xEF\xBB\xBFlabel;a;b;c;d\r\n7;0;255;7;8\r\n\r\n3;1;2;3;4\r\n7;9;9;9;9\r\n",  // of a spreadsheet
      "a\tb\tc\td\tclass\n0\t255\t7\t8\t7\n1\t2\t3\t4\t3\n9\t9\t9\t9\t7\n",          // labels at the end
      "label,0,1,2,3\n7,0,255,7,8\n3,1,2,3,4\n7,9,9,9,9\n",                          // names that are numbers
      "0,0.1,0.2,0.3,0.4\n7,0,255,7,8\n3,1,2,3,4\n7,9,9,9,9\n",                      // names that look like numbers
      "7.0e+00,0.0e+00,2.55e+02,7.0e+00,8.0e+00\n3,1,2,3,4\n7,9,9,9,9\n",            // of numpy.savetxt
      "\"label\", \"1x1\", \"1x2\", \"2x1\", \"2x2\"\n7.0, 0.0, 255.0, 7.0, 8.0\n3,1,2,3,4\n7,9,9,9,9\n",
  };
  for (const std::string& form : forms) {
    const Dataset dataset = read_csv_images(write("train.csv", form));
    EXPECT_EQ(dataset.class_names, (std::vector<std::string>{"3", "7"})) << form;
    EXPECT_EQ(dataset.train.labels, (std::vector<std::int32_t>{1, 0, 1})) << form;
    EXPECT_EQ(dataset.train.features, three_images) << form;
  }
}

TEST_F(CsvImages, SortNumbersBySizeAndTakeWords) {
  const auto classes = [&](const std::string& rows) { return read_csv_images(write("train.csv", rows)).class_names; };
  EXPECT_EQ(classes("10,0,0,0,0\n9,0,0,0,0\n300,0,0,0,0\n"), (std::vector<std::string>{"9", "10", "300"}));
  EXPECT_EQ(classes(first_line + "shoe,0,0,0,0\ncoat,0,0,0,0\n2,0,0,0,0\n"),
            (std::vector<std::string>{"2", "coat", "shoe"}));
}

TEST_F(CsvImages, OfAFolderAreTrainAndTest) {
  write("fashion_train.csv", first_line + "7,0,255,7,8\n3,1,2,3,4\n");
  const auto test = write("fashion_Test.CSV", first_line + "3,5,5,5,5\n");
  EXPECT_TRUE(holds_csv_images(folder_.path()));
  const Dataset dataset = read_csv_images(folder_.path());
  EXPECT_EQ(dataset.train.size(), 2U);
  EXPECT_EQ(dataset.test.labels, std::vector<std::int32_t>{0});
  EXPECT_EQ(dataset.test.features, std::vector<std::uint8_t>(4, 5));
  write("fashion_Test.CSV", first_line + "3,5,5,5,5\n4,5,5,5,5\n");
  EXPECT_NE(refusal(folder_.path()).find("fashion_Test.CSV, line 3 has the label '4', which no training row has"),
            std::string::npos);
  write("fashion_Test.CSV", "pixel0,pixel1,pixel2,pixel3\n5,5,5,5\n");
  const Dataset without = read_csv_images(folder_.path());
  EXPECT_EQ(without.test.size(), 0U);
  ASSERT_EQ(without.notes.size(), 1U);
  EXPECT_NE(without.notes[0].find("has no labels, and is left out"), std::string::npos);
  write("fashion_Test.CSV", "3,5\n");
  EXPECT_NE(refusal(folder_.path()).find("different sizes"), std::string::npos);
  write("more_train.csv", first_line);
  EXPECT_NE(refusal(folder_.path()).find("2 CSV files for training"), std::string::npos);
  std::filesystem::create_directory(folder_ / "cats");
  EXPECT_FALSE(holds_csv_images(folder_.path())) << "a table beside images in folders of classes is no set of images";
}

TEST_F(CsvImages, AreBroughtToTheFullRangeOfGrey) {
  const auto read = [&](const std::string& rows) { return read_csv_images(write("train.csv", rows)); };
  const Dataset fractions = read("1,0,1,0,1\n2,0.5,1.0,0.2,1e-1\n");
  EXPECT_EQ(fractions.train.features, (std::vector<std::uint8_t>{0, 255, 0, 255, 128, 255, 51, 26}))
      << "rows before the first fraction are fractions, too";
  ASSERT_EQ(fractions.notes.size(), 1U);
  EXPECT_NE(fractions.notes[0].find("train.csv are fractions"), std::string::npos);
  const Dataset sixteen = read("1,0,16,8,4\n2,1,0,0,16\n");
  EXPECT_EQ(sixteen.train.features, (std::vector<std::uint8_t>{0, 255, 128, 64, 16, 0, 0, 255}));
  ASSERT_EQ(sixteen.notes.size(), 1U);
  EXPECT_NE(sixteen.notes[0].find("train.csv is above 16"), std::string::npos);
  EXPECT_EQ(read("1,0,1,0,1\n2,0,0,0,1\n").train.features[1], 255) << "black and white";
  const Dataset bright = read("1,0,128,0,1\n2,0,0,0,1\n");
  EXPECT_EQ(bright.train.features[1], 128);
  EXPECT_TRUE(bright.notes.empty());
  EXPECT_EQ(read("1,0,0,0,0\n2,0,0,0,0\n").train.features[1], 0);
}

/// Colours that run over the image, each in its own direction: 'planar' as CIFAR has them, else as HAM10000's.
std::string colors(int label, bool planar, int side = 8) {
  std::string row = std::to_string(label);
  const auto pixel = [&](int c, int y, int x) {
    const int along = c == 0 ? y : c == 1 ? x : y + x;
    return 10 * label + 12 * along + 20 * c;
  };
  for (int i = 0; i < 3 * side * side; ++i) {
    const int at = planar ? i % (side * side) : i / 3;
    row += "," + std::to_string(pixel(planar ? i / (side * side) : i % 3, at / side, at % side));
  }
  return row + "\n";
}

TEST_F(CsvImages, OfColorsAreReadInBothOrders) {
  const Dataset by_plane = read_csv_images(write("train.csv", colors(1, true) + colors(2, true)));
  EXPECT_EQ(by_plane.image, (ImageShape{8, 8, 3}));
  EXPECT_EQ(by_plane.train.features[1], 10);
  EXPECT_EQ(by_plane.train.features[8], 22) << "red grows downwards";
  EXPECT_EQ(by_plane.train.features[64], 30) << "green begins";
  EXPECT_NE(by_plane.notes.at(0).find("all reds of an image"), std::string::npos);
  write("train.csv", colors(1, false) + colors(2, false));
  write("test.csv", colors(2, false));
  const Dataset by_pixel = read_csv_images(folder_.path());
  EXPECT_EQ(by_pixel.train.features, by_plane.train.features);
  EXPECT_EQ(by_pixel.train.labels, by_plane.train.labels);
  EXPECT_TRUE(std::ranges::equal(by_pixel.test.features, std::span(by_plane.train.features).last(192)));
  EXPECT_NE(by_pixel.notes.at(0).find("one pixel after the other"), std::string::npos);
  write("test.csv", "1,0,0,0,0\n");
  EXPECT_NE(refusal(folder_.path()).find("different sizes"), std::string::npos);
}

/// By the factor of the training images, whatever the brightest test image is.
TEST_F(CsvImages, ForTestsAreTakenAsThoseForTraining) {
  const auto tested = [&](const std::string& train, const std::string& test) {
    write("train.csv", train);
    write("test.csv", test);
    return read_csv_images(folder_.path()).test.features;
  };
  using Pixels = std::vector<std::uint8_t>;
  EXPECT_EQ(tested("1,0,16,8,4\n2,1,0,0,16\n", "1,8,0,0,0\n2,20,0,0,0\n"), (Pixels{128, 0, 0, 0, 255, 0, 0, 0}));
  EXPECT_EQ(tested("1,0,0.5,0,1\n2,0,0,0,1\n", "1,0,1,0,1\n"), (Pixels{0, 255, 0, 255}));
  EXPECT_EQ(tested("1,0,0.5,0,1\n2,0,0,0,1\n", "1,0.2,1,0,1\n"), (Pixels{51, 255, 0, 255}));
  EXPECT_EQ(tested("1,0,255,0,1\n2,0,0,0,1\n", "1,5,5,5,5\n"), Pixels(4, 5));
  write("train.csv", "1,0,0.5,0,1\n2,0,0,0,1\n");
  write("test.csv", "1,0,255,0,1\n");
  EXPECT_NE(refusal(folder_.path()).find("train.csv are fractions from 0 to 1"), std::string::npos);
  write("train.csv", "1,0,255,0,1\n2,0,0,0,1\n");
  write("test.csv", "1,0,0.5,0,1\n");
  EXPECT_NE(refusal(folder_.path()).find("test.csv are fractions from 0 to 1"), std::string::npos);
}

TEST_F(CsvImages, GiveAShareOfEachClassForTests) {
  std::string rows = first_line;
  for (int i = 0; i < 40; ++i) rows += (i < 20 ? "a," : "b,") + std::to_string(i) + ",0,0,255\n";
  const DataSpec spec{.source = write("digits.csv", rows).string(), .test_fraction = 0.25};
  const Dataset dataset = load_dataset(spec, find_resources(), 1);
  EXPECT_EQ(dataset.train.size(), 30U);
  EXPECT_EQ(dataset.train_in_source, 30U);
  EXPECT_EQ(std::ranges::count(dataset.test.labels, 0), 5);
  EXPECT_EQ(std::ranges::count(dataset.test.labels, 1), 5);
  std::vector<int> seen;
  for (const Examples* split : {&dataset.train, &dataset.test})
    for (std::size_t i = 0; i < split->size(); ++i) {
      seen.push_back(split->features[4 * i]);
      EXPECT_EQ(split->labels[i], split->features[4 * i] < 20 ? 0 : 1) << "a label moves with its pixels";
    }
  std::ranges::sort(seen);
  EXPECT_EQ(std::ranges::unique(seen).size(), 0U) << "no image is trained on and tested with";
  EXPECT_TRUE(std::ranges::any_of(dataset.notes, [](const std::string& note) { return note.starts_with("25.0 %"); }));
  EXPECT_EQ(load_dataset(spec, find_resources(), 1).content_hash, dataset.content_hash);
  EXPECT_NE(load_dataset(spec, find_resources(), 2).content_hash, dataset.content_hash);
}

TEST_F(CsvImages, SortedByClassAreNamedWhereALimitLeavesOneClass) {
  std::string rows = first_line;
  for (int i = 0; i < 40; ++i) rows += (i < 20 ? "a," : "b,") + std::to_string(i) + ",0,0,0\n";
  DataSpec spec{.source = write("letters.csv", rows).string(), .train_limit = 8};
  const auto is_named = [&] {
    const Dataset dataset = load_dataset(spec, find_resources(), 1);
    return std::ranges::any_of(dataset.notes, [](const std::string& note) {
      return note.starts_with("the first 8 training images are all of the class 'a'");
    });
  };
  EXPECT_TRUE(is_named());
  spec.train_limit = 30;
  EXPECT_FALSE(is_named());
}

TEST_F(CsvImages, AreRefusedWithTheirLine) {
  const auto refused = [&](const std::string& text, const std::string& why) {
    const std::string said = refusal(write("train.csv", text));
    EXPECT_NE(said.find("train.csv"), std::string::npos) << said;
    EXPECT_NE(said.find(why), std::string::npos) << text << "\n" << said;
  };
  refused("", "holds no images");
  refused(first_line, "holds no images");
  refused(first_line + "7,0,255,7\n", "line 2: it has 4 fields and not 5");
  refused(first_line + "7,0,255,7,8\n3,1,2,3,4,5\n", "line 3: it has 6 fields and not 5");
  refused(first_line + "7,0,256,7,8\n", "line 2: '256' is no pixel");
  refused(first_line + "7,0,-1,7,8\n", "'-1' is no pixel");
  refused(first_line + "7,0,2,0.5,8\n", "'0.5' is no pixel");
  refused(first_line + "7,0,0.5,7,8\n", "'7' is no pixel");
  refused(first_line + "7,0,0.5,1.01,0\n", "'1.01' is no pixel");
  refused(first_line + "7,0,0.5,-0.01,0\n", "'-0.01' is no pixel");
  refused(first_line + "7,0,0.5,nan,0\n", "'nan' is no pixel");
  refused(first_line + "7,0,,7,8\n", "'' is no pixel");
  refused(first_line + ",0,1,7,8\n", "it has no label");
  refused(first_line + "7,0,255,7,8\n7,0,255,7,8\n", "all rows of");
  refused("7,1,2\n", "2 columns beside that of the labels");
  refused("1,2,3,4\n", "has no column of labels");
  std::string many = first_line;
  for (int i = 0; i < 1200; ++i) many += std::to_string(i) + ",0,0,0,0\n";
  refused(many, "more than 1000 labels");
}

}  // namespace
}  // namespace mlplab
