// IDX files as they are and as they get damaged; each ends as an InputError with one sentence that names the file.
#include "core/data/idx.h"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <fstream>

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/load.h"
#include "tests/support/in_spanish.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

using test::TemporaryFolder;

std::string header(int type, const std::vector<std::uint32_t>& shape) {
  std::string bytes{'\0', '\0', static_cast<char>(type), static_cast<char>(shape.size())};
  for (const std::uint32_t size : shape)
    for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<char>(size >> shift & 0xFFU));
  return bytes;
}

std::string gzipped(const std::string& bytes) {
  libdeflate_compressor* zipper = libdeflate_alloc_compressor(6);
  std::string zipped(libdeflate_gzip_compress_bound(zipper, bytes.size()), '\0');
  zipped.resize(libdeflate_gzip_compress(zipper, bytes.data(), bytes.size(), zipped.data(), zipped.size()));
  libdeflate_free_compressor(zipper);
  return zipped;
}

void write_gzip(const std::filesystem::path& path, const std::string& bytes) {
  test::write_bytes(path, gzipped(bytes));
}

/// The message, which must name the file and be one sentence.
std::string refusal(const std::filesystem::path& path) {
  try {
    read_idx(path);
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find(path.filename().string()), std::string::npos) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << path << " was read";
  return {};
}

TEST(Idx, ReadsPlainAndGzippedByContentNotByName) {
  const TemporaryFolder folder;
  const std::string bytes = header(8, {2, 3}) + std::string("\x00\x01\x7f\x80\xfe\xff", 6);
  test::write_bytes(folder / "plain.gz", bytes);
  write_gzip(folder / "zipped", bytes);
  for (const char* name : {"plain.gz", "zipped"}) {
    const IdxArray array = read_idx(folder / name);
    EXPECT_EQ(array.shape, (std::vector<std::uint32_t>{2, 3}));
    EXPECT_EQ(array.values, (std::vector<std::uint8_t>{0, 1, 0x7f, 0x80, 0xfe, 0xff}));
  }
}

TEST(Idx, WritesWhatItReads) {
  const TemporaryFolder folder;
  const IdxArray array{{3, 1, 2}, {5, 4, 3, 2, 1, 0}};
  write_idx(folder / "a", array);
  const IdxArray again = read_idx(folder / "a");
  EXPECT_EQ(again.shape, array.shape);
  EXPECT_EQ(again.values, array.values);
}

TEST(Idx, RefusesEveryDamage) {
  const TemporaryFolder folder;
  const std::string good = header(8, {4, 2}) + std::string(8, '\x11');
  const auto refused = [&](const std::string& bytes) {
    test::write_bytes(folder / "bad", bytes);
    return refusal(folder / "bad");
  };
  EXPECT_NE(refused("").find("is empty"), std::string::npos);
  EXPECT_NE(refused(good.substr(0, 3)).find("not an IDX file"), std::string::npos);
  EXPECT_NE(refused("PNG, surely").find("not an IDX file"), std::string::npos);
  EXPECT_NE(refused(std::string("\0\0\x08\x05", 4) + good).find("not an IDX file"), std::string::npos)
      << "five dimensions";
  EXPECT_NE(refused(header(13, {2}) + std::string(8, 'x')).find("type 13"), std::string::npos);
  EXPECT_NE(refused(good.substr(0, 9)).find("truncated inside its header"), std::string::npos);
  EXPECT_NE(refused(good.substr(0, good.size() - 1)).find("truncated"), std::string::npos);
  EXPECT_NE(refused(good + "x").find("longer than its header"), std::string::npos);
  EXPECT_NE(refused(header(8, {0xffffffff, 28, 28}) + "xx").find("more than 2 GiB"), std::string::npos)
      << "no allocation";
  EXPECT_NE(refused(header(8, {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff})).find("more than 2 GiB"),
            std::string::npos);
  EXPECT_NE(refused(header(8, {1'000'000}) + "xx").find("1000000 values, 2 are there"), std::string::npos);
}

TEST(Idx, RefusesDamagedGzip) {
  const TemporaryFolder folder;
  write_gzip(folder / "good", header(8, {60'000}) + std::string(60'000, '\x22'));
  const std::string bytes = test::read_bytes(folder / "good");
  test::write_bytes(folder / "cut", bytes.substr(0, bytes.size() / 2));
  EXPECT_NE(refusal(folder / "cut").find("truncated"), std::string::npos);
  std::string flipped = bytes;
  for (std::size_t i = 20; i < flipped.size(); i += 3) flipped[i] = static_cast<char>(flipped[i] ^ 0x5a);
  test::write_bytes(folder / "flipped", flipped);
  refusal(folder / "flipped");
  write_gzip(folder / "bomb", header(8, {0x7fffffff, 4}) + "x");
  EXPECT_NE(refusal(folder / "bomb").find("more than 2 GiB of values, 1 are there"), std::string::npos);
  std::string lies = gzipped(header(8, {4, 2}) + std::string(8, '\x11'));
  for (const char* size : {"\xff\xff\xff\x7f", "\x13\0\0\0", "\x15\0\0\0"}) {  // it unzips to 20 bytes
    lies.replace(lies.size() - 4, 4, size, 4);
    test::write_bytes(folder / "lies", lies);
    EXPECT_NE(refusal(folder / "lies").find("damaged"), std::string::npos);
  }
  test::write_bytes(folder / "only-magic", "\x1f\x8b");
  refusal(folder / "only-magic");
}

/// The most memory that this process has had, in bytes.
std::size_t memory_peak() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) return std::stoull(line.substr(6)) << 10;
  return 0;
}

TEST(Idx, AGzippedFileTakesTheMemoryOfWhatItHoldsNotOfWhatItPromises) {
  const TemporaryFolder folder;
  std::string noise(3'000'000,
                    '\0');  // gzip leaves it as long as it is, so that the file could hold a thousand times it
  Random random(1, RandomStream::split, 0);
  for (char& c : noise) c = static_cast<char>(random.below(256));
  write_gzip(folder / "too-much", header(8, {3'000'000, 1000}) + noise);
  EXPECT_NE(refusal(folder / "too-much").find("more than 2 GiB"), std::string::npos);
  const std::size_t before = memory_peak();
  ASSERT_GT(before, 0U);
  write_gzip(folder / "short", header(8, {1'900'000, 1000}) + noise);
  EXPECT_NE(refusal(folder / "short").find("1900000000 values, 3000000 are there"), std::string::npos);
  EXPECT_LT(memory_peak() - before, 600'000'000U);
}

TEST(IdxFolder, MnistIsWhatTheLiteratureSays) {
  const Dataset mnist = read_idx_folder(find_resources() / "mnist");
  EXPECT_EQ(mnist.train.size(), 60'000U);
  EXPECT_EQ(mnist.test.size(), 10'000U);
  EXPECT_EQ(mnist.image, (ImageShape{28, 28, 1}));
  EXPECT_EQ(mnist.classes(), 10);
  EXPECT_EQ(std::vector<std::int32_t>(mnist.train.labels.begin(), mnist.train.labels.begin() + 5),
            (std::vector<std::int32_t>{5, 0, 4, 1, 9}));
  const auto ones = std::count(mnist.train.labels.begin(), mnist.train.labels.end(), 1);
  EXPECT_EQ(ones, 6742);
  const auto zeros = std::count(mnist.train.features.begin(), mnist.train.features.end(), 0);
  EXPECT_NEAR(static_cast<double>(zeros) / static_cast<double>(mnist.train.features.size()), 0.8088, 0.0001);
}

/// A folder with four small, good files, for breaking one of them.
void write_four(const TemporaryFolder& folder) {
  for (const char* stem : {"train", "t10k"}) {
    test::write_bytes(folder / (std::string(stem) + "-images-idx3-ubyte"),
                      header(8, {3, 2, 2}) + std::string(12, '\x07'));
    test::write_bytes(folder / (std::string(stem) + "-labels-idx1-ubyte"),
                      header(8, {3}) + std::string("\x00\x01\x02", 3));
  }
}

/// The four under other names: `name` makes one of "train" or "t10k", "images" or "labels", and "3" or "1".
template <class Name>
void write_named(const TemporaryFolder& folder, Name name) {
  write_four(folder);
  for (const char* stem : {"train", "t10k"})
    for (const auto& [what, digit] : {std::pair("images", "3"), std::pair("labels", "1")}) {
      const std::filesystem::path to = folder / name(std::string(stem), std::string(what), std::string(digit));
      std::filesystem::create_directories(to.parent_path());
      std::filesystem::rename(folder / (std::string(stem) + "-" + what + "-idx" + digit + "-ubyte"), to.string() + "~");
      std::filesystem::rename(to.string() + "~", to);
    }
}

TEST(IdxFolder, IsFoundUnderTheNamesThatArchivesGive) {
  using std::string;
  const auto reads = [](auto name) {
    const TemporaryFolder folder;
    write_named(folder, name);
    EXPECT_TRUE(holds_idx_files(folder.path()));
    const Dataset data = read_idx_folder(folder.path());
    return data.train.size() == 3 && data.test.size() == 3 && data.classes() == 3;
  };
  EXPECT_TRUE(
      reads([](const string& s, const string& w, const string& d) { return s + "-" + w + ".idx" + d + "-ubyte"; }));
  EXPECT_TRUE(reads([](const string& s, const string& w, const string& d) {
    return "emnist-letters-" + (s == "t10k" ? "test" : s) + "-" + w + "-idx" + d + "-ubyte";
  }));
}

TEST(IdxFolder, EachInAFolderOfItsNameIsFound) {
  const TemporaryFolder folder;
  write_four(folder);
  for (const char* name :
       {"train-images-idx3-ubyte", "train-labels-idx1-ubyte", "t10k-images-idx3-ubyte", "t10k-labels-idx1-ubyte"}) {
    std::filesystem::rename(folder / name, folder / "moved");
    std::filesystem::create_directory(folder / name);
    std::filesystem::rename(folder / "moved", folder / name / name);
  }
  EXPECT_TRUE(holds_idx_files(folder.path()));
  EXPECT_EQ(read_idx_folder(folder.path()).test.size(), 3U);
}

TEST(IdxFolder, TwoDataSetsInOneAreNamed) {
  const TemporaryFolder folder;
  write_four(folder);
  std::filesystem::copy(folder / "train-images-idx3-ubyte", folder / "emnist-train-images-idx3-ubyte");
  try {
    read_idx_folder(folder.path());
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("emnist-"), std::string::npos) << error.what();
  }
}

TEST(IdxFolder, ABadZippedFileDoesNotWinOverAGoodPlainOne) {
  const TemporaryFolder folder;
  write_four(folder);
  test::write_bytes(folder / "train-images-idx3-ubyte.gz", "<!DOCTYPE html>");
  EXPECT_EQ(read_idx_folder(folder.path()).train.size(), 3U);
  std::filesystem::remove(folder / "train-images-idx3-ubyte");
  EXPECT_THROW(read_idx_folder(folder.path()), InputError);
}

TEST(IdxFolder, LabelsThatBeginWith1AreLetters) {
  const TemporaryFolder folder;
  write_four(folder);
  for (const char* stem : {"train", "t10k"})
    test::write_bytes(folder / (std::string(stem) + "-labels-idx1-ubyte"),
                      header(8, {3}) + std::string("\x01\x02\x03", 3));
  const Dataset data = read_idx_folder(folder.path());
  EXPECT_EQ(data.class_names, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(data.train.labels, (std::vector<std::int32_t>{0, 1, 2}));
}

TEST(IdxFolder, IsNotGuessedFromAPath) {
  const TemporaryFolder folder;
  const std::filesystem::path set = folder / "my-idx-export/digits";
  for (const char* name : {"zero-idx", "one"}) {
    std::filesystem::create_directories(set / name);
    test::write_bytes(set / name / "a-idx.png", "an image");
  }
  EXPECT_FALSE(holds_idx_files(set));
  EXPECT_FALSE(holds_idx_files(set / "one"));
  test::write_bytes(set / "train-images-idx3-ubyte", "");
  EXPECT_TRUE(holds_idx_files(set));
}

TEST(Idx, WhatGzipFindsRightIsRead) {
  const TemporaryFolder folder;
  const std::string bytes = header(8, {2, 3}) + std::string("\x00\x01\x7f\x80\xfe\xff", 6);
  const std::string members = gzipped(bytes.substr(0, 3)) + gzipped("") + gzipped(bytes.substr(3));
  for (const std::string& file : {members, members + std::string(512, '\0'), gzipped(bytes) + std::string(3, '\0')}) {
    test::write_bytes(folder / "members", file);
    EXPECT_EQ(read_idx(folder / "members").values, (std::vector<std::uint8_t>{0, 1, 0x7f, 0x80, 0xfe, 0xff}));
  }
  test::write_bytes(folder / "members", members.substr(0, members.size() - 1));
  refusal(folder / "members");
  test::write_bytes(folder / "members", members + "rubbish");
  refusal(folder / "members");
}

TEST(Load, TransposedImagesAreTurnedUprightAndAHintSaysWhereTheyLookSo) {
  const TemporaryFolder folder;
  const Dataset mnist = load_dataset({.train_limit = 600, .test_limit = 20}, find_resources(), 1);
  Dataset turned = mnist;
  for (Examples* split : {&turned.train, &turned.test})
    for (std::size_t i = 0; i < split->size(); ++i)
      for (std::size_t y = 0; y < 28; ++y)
        for (std::size_t x = 0; x < 28; ++x)
          split->features[i * 784 + y * 28 + x] =
              (split == &turned.train ? mnist.train : mnist.test).features[i * 784 + x * 28 + y];
  write_idx_folder(folder / "turned", turned);
  write_idx_folder(folder / "upright", mnist);
  const auto load = [&](const char* name, bool transposed) {
    return load_dataset({.source = (folder / name).string(), .transposed = transposed}, find_resources(), 1);
  };
  const auto hints = [](const Dataset& data) {
    return std::ranges::count_if(data.notes,
                                 [](const std::string& n) { return n.find("--transpose") != std::string::npos; });
  };
  EXPECT_EQ(load("turned", true).train.features, mnist.train.features);
  EXPECT_EQ(hints(load("turned", true)), 0);
  EXPECT_EQ(hints(load("turned", false)), 1);
  EXPECT_EQ(hints(load("upright", false)), 0);
  EXPECT_EQ(hints(load("upright", true)), 1);
}

TEST(IdxFolder, RefusesFilesThatDoNotFitTogether) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name, const std::string& bytes) -> std::string {
    write_four(folder);
    EXPECT_NO_THROW(read_idx_folder(folder.path()));
    test::write_bytes(folder / name, bytes);
    try {
      read_idx_folder(folder.path());
    } catch (const InputError& error) {
      return error.what();
    }
    return "read";
  };
  EXPECT_NE(
      refused("train-labels-idx1-ubyte", header(8, {2}) + std::string("\x00\x01", 2)).find("2 labels for the 3 images"),
      std::string::npos);
  EXPECT_NE(refused("train-images-idx3-ubyte", header(8, {12}) + std::string(12, 'x')).find("dimensions"),
            std::string::npos);
  EXPECT_NE(refused("t10k-labels-idx1-ubyte", header(8, {3, 1}) + std::string(3, '\0')).find("dimensions"),
            std::string::npos);
  EXPECT_NE(refused("t10k-images-idx3-ubyte", header(8, {3, 1, 4}) + std::string(12, 'x')).find("different sizes"),
            std::string::npos);
  EXPECT_NE(refused("train-images-idx3-ubyte", header(8, {0, 2, 2})).find("labels for the 0 images"),
            std::string::npos);
  EXPECT_NE(refused("train-images-idx3-ubyte", header(8, {3, 0, 2})).find("pixels"), std::string::npos);
  write_four(folder);
  std::filesystem::remove(folder / "t10k-labels-idx1-ubyte");
  try {
    read_idx_folder(folder.path());
    ADD_FAILURE();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("t10k-labels-idx1-ubyte"), std::string::npos);
  }
}

TEST(IdxFolder, RefusesLabelsOfClassesThatHaveNoTrainingImage) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& name, const std::string& labels) -> std::string {
    write_four(folder);
    test::write_bytes(folder / name, header(8, {3}) + labels);
    try {
      return "read with " + std::to_string(read_idx_folder(folder.path()).classes()) + " classes";
    } catch (const InputError& error) {
      return error.what();
    }
  };
  const std::string train = "train-labels-idx1-ubyte", test = "t10k-labels-idx1-ubyte";
  std::string message = refused(train, {'\x00', '\xc8', '\x01'});
  EXPECT_NE(message.find((folder / train).string()), std::string::npos) << message;
  EXPECT_NE(message.find("label 200 at index 1"), std::string::npos) << message;
  EXPECT_NE(message.find("class 2 "), std::string::npos) << message;
  message = refused(train, {'\x03', '\x01', '\x02'});
  EXPECT_NE(message.find("label 3 at index 0"), std::string::npos) << message;
  EXPECT_NE(message.find("class 0 "), std::string::npos) << message;
  message = refused(test, {'\x00', '\x01', '\x03'});
  EXPECT_NE(message.find((folder / test).string()), std::string::npos) << message;
  EXPECT_NE(message.find("label 3 at index 2"), std::string::npos) << message;
  EXPECT_NE(message.find("class 3 "), std::string::npos) << message;
  EXPECT_EQ(refused(test, {'\x00', '\x00', '\x01'}), "read with 3 classes") << "not every class need be tested";
}

TEST(Idx, AFolderThatWasWrittenReadsBackTheSame) {
  const test::TemporaryFolder folder;
  Dataset dataset = test::small_dataset(30, 10);
  write_idx_folder(folder / "data", dataset);
  const Dataset read = read_idx_folder(folder / "data");
  EXPECT_EQ(read.image, dataset.image);
  EXPECT_EQ(read.train.features, dataset.train.features);
  EXPECT_EQ(read.train.labels, dataset.train.labels);
  EXPECT_EQ(read.test.features, dataset.test.features);
  EXPECT_EQ(read.test.labels, dataset.test.labels);
  EXPECT_FALSE(std::filesystem::exists(folder / "data/validation-images-idx3-ubyte"));
  dataset.validation = dataset.test;
  write_idx_folder(folder / "data", dataset);
  EXPECT_EQ(read_idx(folder / "data/validation-labels-idx1-ubyte").shape, std::vector<std::uint32_t>{10});
}

TEST(Idx, WhatIsDamagedIsToldInBothLanguages) {
  const TemporaryFolder folder;
  const std::string path = (folder / "images").string();
  test::write_bytes(path, header(8, {2, 3}) + "only");
  const auto [english, spanish] = test::refusals_of([&] { read_idx(path); });
  EXPECT_EQ(english, path + " is truncated or its header is wrong: it promises 6 values, 4 are there; fetch it again");
  EXPECT_EQ(spanish,
            path + " está truncado o su encabezado es erróneo: promete 6 valores y hay 4; descárguelo de nuevo");
}

/// Colours: pixel by pixel in other people's files, plane by plane in memory and in ours.
TEST(Idx, ColoursBecomePlanes) {
  const TemporaryFolder folder;
  std::vector<std::uint8_t> pixels;  // two images of 2×2, red, green and blue after each other
  for (std::uint8_t i = 0; i < 24; ++i) pixels.push_back(i);
  for (const char* stem : {"train", "t10k"}) {
    write_idx(folder / (std::string(stem) + "-images-idx3-ubyte"), {{2, 2, 2, 3}, pixels});
    write_idx(folder / (std::string(stem) + "-labels-idx1-ubyte"), {{2}, {0, 1}});
  }
  const Dataset dataset = read_idx_folder(folder.path());
  EXPECT_EQ(dataset.image, (ImageShape{2, 2, 3}));
  EXPECT_EQ(dataset.train.features, (std::vector<std::uint8_t>{0,  3,  6,  9,  1,  4,  7,  10, 2,  5,  8,  11,
                                                               12, 15, 18, 21, 13, 16, 19, 22, 14, 17, 20, 23}));
  write_idx_folder(folder / "again", dataset);
  const Dataset again = read_idx_folder(folder / "again");
  EXPECT_EQ(again.image, dataset.image);
  EXPECT_EQ(again.train.features, dataset.train.features);
}

}  // namespace
}  // namespace mlplab
