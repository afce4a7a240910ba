// Archives that NumPy wrote (tests/data/npz), as Keras and MedMNIST offer them, and what cannot be images.
#include "core/data/npz_images.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string_view>

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/data/load.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

const std::filesystem::path archives = std::filesystem::path(MLPLAB_TEST_DATA) / "npz";

Dataset read(const std::string& name) { return read_npz_images(archives / name); }

std::string refusal_of(const std::filesystem::path& source) {
  try {
    read_npz_images(source);
  } catch (const InputError& error) {
    return error.what();
  }
  return "it was read";
}

TEST(NpzImages, AreReadAsKerasHasThem) {
  const Dataset dataset = read("keras.npz");
  EXPECT_EQ(dataset.image, (ImageShape{4, 5, 1}));
  EXPECT_EQ(dataset.class_names, (std::vector<std::string>{"3", "7", "9"}));
  EXPECT_EQ(dataset.train.labels, (std::vector<std::int32_t>{0, 1, 0, 2, 1, 2}));
  EXPECT_EQ(dataset.test.labels, (std::vector<std::int32_t>{2, 0}));
  ASSERT_EQ(dataset.train.features.size(), 120U);
  for (std::size_t i = 0; i < 120; ++i) EXPECT_EQ(dataset.train.features[i], (37 * i + 11) % 256) << i;
  EXPECT_EQ(dataset.test.features[1], (37 + 22) % 256);
  EXPECT_TRUE(dataset.notes.empty());
}

TEST(NpzImages, AreReadAsMedmnistHasThem) {
  const Dataset dataset = read("medmnist.npz");
  EXPECT_EQ(dataset.image, (ImageShape{5, 5, 3}));
  EXPECT_EQ(dataset.train.labels, (std::vector<std::int32_t>{0, 1, 2, 1}));
  EXPECT_EQ(dataset.validation.labels, (std::vector<std::int32_t>{2, 0}));
  EXPECT_EQ(dataset.test.labels, std::vector<std::int32_t>{1});
  const std::span third = std::span(dataset.train.features).subspan(2 * 75, 75);
  EXPECT_EQ(third[6], 21) << "red of the second row";
  EXPECT_EQ(third[25 + 6], 101) << "green";
  EXPECT_EQ(third[50 + 6], 202) << "blue";
  EXPECT_TRUE(std::ranges::equal(third, dataset.test.features));
  EXPECT_EQ(read("planes.npz").train.features, dataset.train.features);
  const Dataset without = read("val_only.npz");
  EXPECT_EQ(without.test.labels, (std::vector<std::int32_t>{2, 0}));
  EXPECT_EQ(without.validation.size(), 0U);
  ASSERT_EQ(without.notes.size(), 1U);
  EXPECT_NE(without.notes[0].find("for validation of"), std::string::npos);
}

TEST(NpzImages, OfFractionsAndFewLevelsHaveTheFullRange) {
  const Dataset fractions = read("fractions.npz");
  EXPECT_EQ(fractions.image, (ImageShape{4, 4, 1}));
  EXPECT_EQ(fractions.class_names, (std::vector<std::string>{"0", "1"}));
  EXPECT_EQ(fractions.train.features.front(), 0);
  EXPECT_EQ(fractions.train.features[1], 5) << "255 / 47";
  EXPECT_EQ(fractions.train.features.back(), 255);
  EXPECT_EQ(read("levels.npz").train.features, (std::vector<std::uint8_t>{0, 255, 128, 64, 16, 0, 0, 255}));
}

TEST(NpzImages, TrainAsAnySource) {
  const Dataset dataset = load_dataset({.source = (archives / "keras.npz").string(), .train_limit = 4}, {}, 1);
  EXPECT_EQ(dataset.train.size(), 4U);
  EXPECT_EQ(dataset.train_in_source, 6U);
  EXPECT_TRUE(is_file_of_images(archives / "keras.npz"));
}

TEST(NpzImages, AreRefusedWithWhatIsThere) {
  const auto refused = [](const std::string& name, const std::string& why) {
    const std::string said = refusal_of(archives / name);
    EXPECT_NE(said.find(name), std::string::npos) << said;
    EXPECT_NE(said.find(why), std::string::npos) << said;
  };
  refused("one_hot.npz", "y_train [6, 6] of f8");
  refused("texts.npz", "y_train [6] of U1");
  refused("fortran.npz", "x_train [6, 4, 5] of u1 (Fortran)");
  refused("counts.npz", "has 6 images, y_train has 3 labels");
  refused("unknown_label.npz", "y_test");
}

/// Cut off or changed anywhere: the file's name and a sentence, or, where the change is in a pixel, images.
TEST(NpzImages, ThatAreDamagedEndInASentence) {
  const test::TemporaryFolder folder;
  for (const char* name : {"keras.npz", "medmnist.npz"}) {
    const std::string whole = read_file(archives / name);
    const auto path = folder / "damaged.npz";
    for (std::size_t size = 0; size < whole.size(); size += 13) {
      test::write_bytes(path, whole.substr(0, size));
      EXPECT_NE(refusal_of(path).find("damaged.npz is truncated or damaged"), std::string::npos) << size;
    }
    if (name == std::string_view("keras.npz")) {  // not packed: only its checksum knows a pixel
      std::string changed = whole;
      changed[whole.find("\x0b\x30\x55") + 1] = '\x31';
      test::write_bytes(path, changed);
      EXPECT_NE(refusal_of(path).find("truncated or damaged"), std::string::npos);
    }
    for (std::size_t at = 0; at < whole.size(); at += 3) {
      std::string changed = whole;
      changed[at] = static_cast<char>(~static_cast<unsigned char>(changed[at]));
      test::write_bytes(path, changed);
      const std::string said = refusal_of(path);
      EXPECT_TRUE(said == "it was read" || said.find("damaged.npz") != std::string::npos) << at << " " << said;
    }
  }
}

}  // namespace
}  // namespace mlplab
