// The pairs at both ends against a sort of all of them; classes of images by their folders.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "core/base/random.h"
#include "core/data/gray_image.h"
#include "core/data/image_file.h"
#include "core/model/optimizer.h"
#include "core/operations/embeddings.h"
#include "tests/support/support.h"

namespace mlplab {
namespace {

Embeddings with_distances(std::size_t images, std::vector<float> distances) {
  return {1, std::vector<float>(images), std::move(distances)};
}

TEST(ExtremePairs, ByHand) {
  const Embeddings four = with_distances(4, {3, 1, 7, 1, 2, 9});  // (0,1) (0,2) (0,3) (1,2) (1,3) (2,3)
  const PairExtremes pairs = extreme_pairs(four, 3);
  EXPECT_EQ(pairs.nearest, (std::vector<ImagePair>{{0, 2, 1}, {1, 2, 1}, {1, 3, 2}}));
  EXPECT_EQ(pairs.farthest, (std::vector<ImagePair>{{2, 3, 9}, {0, 3, 7}, {0, 1, 3}}));
  EXPECT_EQ(extreme_pairs(four, 10).nearest.size(), 6U);
  EXPECT_TRUE(extreme_pairs(four, 0).nearest.empty());
  EXPECT_TRUE(extreme_pairs(with_distances(1, {}), 3).farthest.empty());
  EXPECT_TRUE(extreme_pairs({}, 3).farthest.empty());
}

TEST(ExtremePairs, AreTheEndsOfAllPairs) {
  constexpr std::size_t n = 60;
  Random random(5, RandomStream::operations, 0);
  std::vector<float> distances(pair_count(n));
  for (float& distance : distances) distance = static_cast<float>(random.below(300));  // many are equal
  const Embeddings all = with_distances(n, distances);
  std::vector<ImagePair> sorted;
  for (std::uint32_t a = 0; a < n; ++a)
    for (std::uint32_t b = a + 1; b < n; ++b) sorted.push_back({a, b, distances[all.pair(a, b)]});
  const PairExtremes pairs = extreme_pairs(all, 12);
  std::ranges::stable_sort(sorted, {}, &ImagePair::distance);
  EXPECT_EQ(pairs.nearest, std::vector<ImagePair>(sorted.begin(), sorted.begin() + 12));
  std::ranges::sort(sorted, [](const ImagePair& one, const ImagePair& other) {
    return std::tuple(-one.distance, one.a, one.b) < std::tuple(-other.distance, other.a, other.b);
  });
  EXPECT_EQ(pairs.farthest, std::vector<ImagePair>(sorted.begin(), sorted.begin() + 12));
}

TEST(ExtremePairs, WhatIsNoNumberIsLeftOut) {
  constexpr float bad = std::numeric_limits<float>::quiet_NaN(), endless = std::numeric_limits<float>::infinity();
  const PairExtremes pairs = extreme_pairs(with_distances(3, {bad, 2, endless}), 5);
  EXPECT_EQ(pairs.nearest, (std::vector<ImagePair>{{0, 2, 2}}));
  EXPECT_EQ(pairs.farthest, pairs.nearest);
}

TEST(ImageSource, KnowsTheClassesOfItsImages) {
  const ModelSpec model = make_mlp({12 * 12, 8, 4}, Activation::relu);
  const auto shapes = generated_images(model, 20);
  EXPECT_EQ(shapes->class_names().size(), 9U);
  EXPECT_EQ(shapes->shape(), (ImageShape{12, 12, 1}));
  for (std::size_t i = 0; i < 20; ++i) {
    EXPECT_GE(shapes->class_of(i), 0);
    EXPECT_LT(shapes->class_of(i), 9);
  }
  EXPECT_NE(shapes->class_of(0), shapes->class_of(1));

  const test::TemporaryFolder folder;
  const TrainingState network = initial_state(model, OptimizerSpec(), 1);
  for (const char* name : {"ana/1.pgm", "ana/2.pgm", "bob/1.pgm"}) {
    std::filesystem::create_directories((folder.path() / name).parent_path());
    write_pgm(folder.path() / name, GrayImage(12, 12));
  }
  const auto people = folder_images(network, folder.path());
  EXPECT_EQ(people->class_names(), (std::vector<std::string>{"ana", "bob"}));
  EXPECT_EQ(people->class_of(0), 0);
  EXPECT_EQ(people->class_of(1), 0);
  EXPECT_EQ(people->class_of(2), 1);
  const auto one = folder_images(network, folder.path() / "ana");
  EXPECT_TRUE(one->class_names().empty());
  EXPECT_EQ(one->class_of(1), -1);
}

}  // namespace
}  // namespace mlplab
