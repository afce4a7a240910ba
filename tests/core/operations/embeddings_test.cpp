// Equal bits whatever the pool, the distances by hand, the ceiling by packets, and invalid plans.
#include "core/operations/embeddings.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/base/error.h"
#include "core/data/gray_image.h"
#include "core/data/image_file.h"
#include "core/model/inference.h"
#include "core/model/optimizer.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

TrainingState small_state(const ModelSpec& model) { return initial_state(model, OptimizerSpec(), 1); }

/// The acceptance: 2,000 generated images.
TEST(Embeddings, TwoThousandImagesAreBitEqualForEveryPool) {
  const ModelSpec model = make_mlp({32 * 32, 16, 9}, Activation::relu);
  const auto images = generated_images(model, 2000);
  const EmbeddingStudy study =
      measure_embeddings(small_state(model), *images, {.packet = 37, .pools = {1, 2, 4}, .repeats = 1}, RunControl());
  ASSERT_EQ(study.points.size(), 3U);
  for (const EmbeddingPoint& point : study.points) {
    EXPECT_EQ(point.identical, point.workers == 1 ? std::nullopt : std::optional(true)) << point.workers;
    EXPECT_GT(point.time_s, 0.0);
  }
  EXPECT_EQ(study.points[0].speedup, 1.0);
  EXPECT_EQ(study.packets, 55U);
  EXPECT_EQ(study.pairs, 1999000U);
  EXPECT_EQ(study.dimensions, 16);
  EXPECT_EQ(study.embeddings.size(), 2000U);
}

TEST(Embeddings, AreTheLastHiddenLayersNumbersOfEachImage) {
  const ModelSpec model = make_mlp({28 * 28, 12, 7, 4}, Activation::relu);
  const TrainingState state = small_state(model);
  const auto images = generated_images(model, 11);
  const Embeddings found = embed(state, *images, 4, 3, RunControl());
  ASSERT_EQ(found.dimensions, 7);
  std::vector<std::vector<float>> right;
  for (std::size_t i = 0; i < 11; ++i) {
    right.push_back(predict(state, images->image(i)).activations[1]);
    for (std::size_t j = 0; j < 7; ++j) EXPECT_EQ(found.values[i * 7 + j], right[i][j]);
  }
  std::size_t place = 0;
  for (std::size_t i = 0; i < 11; ++i)
    for (std::size_t j = i + 1; j < 11; ++j) {
      double sum = 0.0;
      for (std::size_t q = 0; q < 7; ++q) sum += std::pow(double{right[i][q]} - double{right[j][q]}, 2.0);
      EXPECT_EQ(found.pair(i, j), place);
      EXPECT_FLOAT_EQ(found.distances.at(place++), static_cast<float>(std::sqrt(sum)));
    }
  EXPECT_EQ(found.distances.size(), place);
}

TEST(Embeddings, OneOtherBitIsNoticed) {
  const ModelSpec model = make_mlp({28 * 28, 8, 4}, Activation::relu);
  const auto images = generated_images(model, 5);
  const Embeddings found = embed(small_state(model), *images, 2, 1, RunControl());
  Embeddings other = found;
  EXPECT_TRUE(found.same_bits(other));
  other.distances[3] = std::nextafter(other.distances[3], 1e9F);
  EXPECT_FALSE(found.same_bits(other));
}

TEST(Embeddings, TheCeilingByPackets) {
  EXPECT_EQ(packet_ceiling(10, 6), 5.0);  // the published study's
  EXPECT_EQ(packet_ceiling(10, 5), 5.0);
  EXPECT_EQ(packet_ceiling(12, 6), 6.0);
  EXPECT_EQ(packet_ceiling(1, 8), 1.0);
  EXPECT_EQ(packet_ceiling(7, 1), 1.0);
}

/// Speedup and ceiling are over the same pool.
TEST(Embeddings, TheCeilingIsOverTheFirstPool) {
  const ModelSpec model = make_mlp({28 * 28, 4, 3}, Activation::relu);
  const auto images = generated_images(model, 8);
  const EmbeddingStudy study =
      measure_embeddings(small_state(model), *images, {.packet = 1, .pools = {2, 4}, .repeats = 2}, RunControl());
  EXPECT_EQ(study.points.at(0).speedup, 1.0);
  EXPECT_EQ(study.points[0].ceiling, 1.0);
  EXPECT_EQ(study.points[0].identical, true);  // of its two repeats
  EXPECT_EQ(study.points.at(1).ceiling, 2.0);
  EXPECT_FALSE(differs(study));
  EXPECT_THROW(check_embedding_plan({.packet = 1, .pools = {2, 4, 2}, .repeats = 1}), UsageError);
}

TEST(Embeddings, OfAFolderInTheOrderOfItsPaths) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directories(folder / "b");
  for (const auto& [name, grey] : {std::pair("b/1.pgm", 200), std::pair("a.pgm", 10), std::pair("c.pgm", 90)}) {
    GrayImage image(40, 30);
    std::ranges::fill(image.pixels, static_cast<std::uint8_t>(grey));
    write_pgm(folder / name, image);
  }
  test::write_bytes(folder / "notes.txt", "no image");
  const ModelSpec model = make_mlp({28 * 28, 8, 4}, Activation::relu);
  const auto images = folder_images(small_state(model), folder.path());
  ASSERT_EQ(images->size(), 3U);
  EXPECT_FLOAT_EQ(images->image(0).at(100), 10.0F / 255.0F);
  EXPECT_FLOAT_EQ(images->image(1).at(0), 200.0F / 255.0F);
  EXPECT_FLOAT_EQ(images->image(2).at(783), 90.0F / 255.0F);
  EXPECT_EQ(folder_images(small_state(model), folder.path(), 2)->size(), 2U);
  const TrainingState state = small_state(model);
  EXPECT_TRUE(embed(state, *images, 1, 3, RunControl()).same_bits(embed(state, *images, 3, 1, RunControl())));
}

TEST(Embeddings, AImageThatCannotBeReadIsTold) {
  const test::TemporaryFolder folder;
  write_pgm(folder / "a.pgm", GrayImage(28, 28));
  test::write_bytes(folder / "b.png", "no image");
  const ModelSpec model = make_mlp({28 * 28, 8, 4}, Activation::relu);
  const auto images = folder_images(small_state(model), folder.path());
  EXPECT_THROW((void)embed(small_state(model), *images, 1, 2, RunControl()), InputError);
}

TEST(Embeddings, WhatCannotBeIsRefused) {
  const test::TemporaryFolder folder;
  const ModelSpec model = make_mlp({28 * 28, 8, 4}, Activation::relu);
  EXPECT_THROW((void)folder_images(small_state(model), folder.path()), InputError);
  EXPECT_THROW((void)folder_images(small_state(model), folder / "none"), InputError);
  EXPECT_THROW((void)generated_images(model, 0), UsageError);
  EXPECT_THROW((void)generated_images(make_mlp({11, 8, 4}, Activation::relu), 5), UsageError);
  const ModelSpec shallow = make_mlp({28 * 28, 4}, Activation::relu);
  EXPECT_THROW((void)embed(small_state(shallow), *generated_images(shallow, 3), 1, 1, RunControl()), InputError);
  EXPECT_THROW(check_embedding_plan({.packet = 0}), UsageError);
  EXPECT_THROW(check_embedding_plan({.pools = {}}), UsageError);
  EXPECT_THROW(check_embedding_plan({.pools = {0}}), UsageError);
  EXPECT_THROW(check_embedding_plan({.repeats = 0}), UsageError);
}

TEST(Embeddings, StopKeepsTheWholePoints) {
  const ModelSpec model = make_mlp({28 * 28, 8, 4}, Activation::relu);
  const auto images = generated_images(model, 20);
  RunControl control;
  const EmbeddingStudy study =
      measure_embeddings(small_state(model), *images, {.packet = 5, .pools = {1, 2, 3}, .repeats = 2}, control,
                         [&](int workers, int repeat) {
                           if (workers == 2 && repeat == 2) control.stop();
                         });
  EXPECT_EQ(study.points.size(), 1U);
}

}  // namespace
}  // namespace mlplab
